"""Shuffle the options of a question by a seed, so that no letter is correct more often."""

import random
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from core.questions import Question

_REFERS_TO_OTHERS = re.compile(
    r"\b(?:all|none|both|neither|either|any|most) (?:of )?(?:the |these |those )?"
    r"(?:above|below|others?|options|answers|choices)\b"
    r"|\b(?:both|either|neither)\s+\(?[a-z]\)?\s*(?:,|and|or|nor|&)"
    r"|\A\s*\(?[a-z]\)?\s*(?:,|/|、|&|\band\b|\bor\b|和|与|或)\s*\(?[a-z]\)?\s*(?:[。.]\s*)?\Z"
    r"|以上|上述|前[两二三]项|[A-Z]\s*[和与、]\s*[A-Z]",
    re.IGNORECASE,
)


OPTIONS_NOT_ROTATED = "options_not_rotated"


@dataclass(frozen=True, slots=True)
class RotatedQuestion:
    """The `question` as it is asked; `letters` maps each shown letter to the original one.

    `drawn`: whether the order was drawn at random. `warnings`: why it was not.
    """

    question: Question
    letters: Mapping[str, str]
    drawn: bool = False
    warnings: tuple[str, ...] = ()

    def original_letters(
        self, letters: Iterable[str], choice: Mapping[str, str]
    ) -> tuple[str, ...]:
        """Return the original letters of these shown ones, in the order of `choice`."""
        original = {self.letters[letter] for letter in letters}
        return tuple(letter for letter in choice if letter in original)


def rotate_options(question: Question, key: str | None) -> RotatedQuestion:
    """Shuffle the options by `key`, or keep their order where it is None.

    The order is also kept if an option refers to others by position or letter ("all of the above",
    "both A and C").
    """
    original = list(question.choice)
    if key is None:
        return _as_shown(question, dict(zip(original, original, strict=True)))
    if any(_REFERS_TO_OTHERS.search(text) for text in question.choice.values()):
        unrotated = _as_shown(question, dict(zip(original, original, strict=True)))
        return replace(unrotated, warnings=(OPTIONS_NOT_ROTATED,))
    shuffled = list(original)
    random.Random(key).shuffle(shuffled)  # noqa: S311 - an order, not a secret
    return replace(_as_shown(question, dict(zip(original, shuffled, strict=True))), drawn=True)


def restore_rotation(question: Question, letters: Mapping[str, str] | None) -> RotatedQuestion:
    """Return the question as it was shown; `letters` as stored, None for the original order."""
    return _as_shown(question, letters or {letter: letter for letter in question.choice})


def _as_shown(question: Question, letters: Mapping[str, str]) -> RotatedQuestion:
    shown_letters = {original: letter for letter, original in letters.items()}
    answer = {shown_letters[original] for original in question.answer}
    rotated = replace(
        question,
        choice={letter: question.choice[original] for letter, original in letters.items()},
        answer=tuple(letter for letter in letters if letter in answer),
    )
    return RotatedQuestion(rotated, letters)
