"""Check whether all words of a sentence are in a passage, where no model judges the meaning."""

from collections.abc import Sequence
from itertools import pairwise

from core.text import normal_form
from core.text.language import content_units, is_han, sentence_spans
from core.text.language.units import STOP_HAN

_PAIR_LENGTH = 2
"""Length of a pair of Chinese characters."""


def is_covered_by(sentence: str, passage: str, title: str = "") -> bool:
    """Whether one sentence of the passage, or two neighbours, have every word of `sentence`.

    Chinese characters must also keep a neighbour: 下坞 is not in 下门 and 上坞. False without
    words.
    """
    words, runs = _read(sentence)
    if not words:
        return False
    title_words = set(_words(title))
    return any(
        words <= _words(window) | title_words
        and _all_joined(runs, normal_form(f"{window}\n{title}"))
        for window in windows_of(passage)
    )


def windows_of(passage: str) -> Sequence[str]:
    """Return each sentence, and each two neighbouring ones together."""
    sentences = [passage[start:end] for start, end in sentence_spans(passage)]
    return [*sentences, *(first + second for first, second in pairwise(sentences))]


def _read(sentence: str) -> tuple[set[str], list[str]]:
    """Return the words and numbers of a sentence, and its runs of Chinese characters."""
    runs, run = [], ""
    for character in [*normal_form(sentence), " "]:
        if is_han(character):
            run += character
        elif run:
            runs.append(run)
            run = ""
    return _words(sentence), runs


def _words(text: str) -> set[str]:
    return {unit for unit, _ in content_units(normal_form(text))}


def _all_joined(runs: Sequence[str], text: str) -> bool:
    return all(_is_joined(run, index, text) for run in runs for index in range(len(run)))


def _is_joined(run: str, index: int, text: str) -> bool:
    if run[index] in STOP_HAN:
        return True
    pairs = [run[start : start + _PAIR_LENGTH] for start in (index - 1, index) if start >= 0]
    full_pairs = [pair for pair in pairs if len(pair) == _PAIR_LENGTH]
    return any(pair in text for pair in full_pairs) if full_pairs else run[index] in text
