"""Index terms of a text: pairs of Chinese characters, stems of words, numbers."""

import re
from collections.abc import Iterator
from itertools import pairwise

from core.text.language.scripts import HAN
from core.text.language.units import STOP_HAN, stem
from core.text.normalise import normal_form

_RUN = re.compile(rf"([{HAN}]+)|([^\W\d_{HAN}]+)(?:['’](?:s|t|re|ve|ll|d|m)\b)?|(\d+(?:[.,:]\d+)*)")
_LONGEST_NUMBER = 30
_MARKS = str.maketrans(".:", "__", ",")

_QUESTION_WORDS = re.compile(
    "请问|请告诉我|告诉我|我想知道|你知道|您知道|能不能|可不可以|有没有|是不是|是否|"
    "什么时候|什么时间|什么地方|什么样|为什么|是什么|有什么|什么|何时|何地|何人|为何|如何|"
    "哪一年|哪年|哪一天|哪天|哪个|哪些|哪位|哪里|哪儿|在哪|"
    "是谁|谁是|有谁|谁|多少|多久|多长|几个|几位|几年|几岁|怎么样|怎样|怎么|吗|呢|吧|呀|啊"
)
"""Phrases that mark a question and say nothing about its subject."""


def index_terms(text: str) -> list[str]:
    """The terms of a text in order, with repetitions: letters, digits and "_" only."""
    return list(_terms(normal_form(text)))


def query_terms(query: str) -> list[str]:
    """The terms of a question, each once, without the words that make it a question."""
    return list(dict.fromkeys(_terms(_without_question_words(query))))


def query_parts(query: str) -> dict[str, frozenset[str]]:
    """Return the words, numbers and single Chinese characters of a question that carry meaning,
    each with its index terms: those of a character are its pairs.
    """
    parts: dict[str, set[str]] = {}
    for han, word, number in _RUN.findall(_without_question_words(query)):
        if han:
            for at, character in enumerate(han):
                if character not in STOP_HAN:
                    pairs = {han[at - 1 : at + 1] if at else "", han[at : at + 2]}
                    full_pairs = {
                        pair for pair in pairs if len(pair) == 2 and STOP_HAN.isdisjoint(pair)
                    }
                    parts.setdefault(character, set()).update(full_pairs or {character})
        else:
            for term in _terms(word or number):
                parts[term] = {term}
    return {part: frozenset(terms) for part, terms in parts.items()}


def _without_question_words(query: str) -> str:
    return _QUESTION_WORDS.sub(" ", normal_form(query))


def _terms(normal: str) -> Iterator[str]:
    for han, word, number in _RUN.findall(normal):
        if han:
            yield from _pairs(han)
        elif number:
            yield number.translate(_MARKS)[:_LONGEST_NUMBER]
        elif (stemmed := stem(word)) is not None:
            yield stemmed


def _pairs(run: str) -> Iterator[str]:
    """Yield the pairs of neighbours, unless both are stop characters; one alone as it is."""
    if len(run) == 1:
        yield from () if run in STOP_HAN else (run,)
    for first, second in pairwise(run):
        if first not in STOP_HAN or second not in STOP_HAN:
            yield first + second
