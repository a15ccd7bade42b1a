"""The order options are shown in: seeded, so that no letter is right more often."""

import random
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from core.questions import Question

_SPEAKS_OF_OTHERS = re.compile(
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
    """`question` as it is asked; `letters` maps each letter shown to the question's own.

    `drawn`: the order was drawn. `warnings`: what kept it from being so.
    """

    question: Question
    letters: Mapping[str, str]
    drawn: bool = False
    warnings: tuple[str, ...] = ()

    def own(self, letters: Iterable[str], choice: Mapping[str, str]) -> tuple[str, ...]:
        """The question's letters that these shown ones stand for, in the options' order."""
        meant = {self.letters[letter] for letter in letters}
        return tuple(letter for letter in choice if letter in meant)


def rotate_options(question: Question, key: str | None) -> RotatedQuestion:
    """The options in an order drawn from `key`, or as they are where it is None.

    An option that speaks of the others' places ("all of the above", "both A and C") keeps all in
    their order.
    """
    own = list(question.choice)
    if key is None:
        return _as_shown(question, dict(zip(own, own, strict=True)))
    if any(_SPEAKS_OF_OTHERS.search(text) for text in question.choice.values()):
        kept = _as_shown(question, dict(zip(own, own, strict=True)))
        return replace(kept, warnings=(OPTIONS_NOT_ROTATED,))
    drawn = list(own)
    random.Random(key).shuffle(drawn)  # noqa: S311 - an order, not a secret
    return replace(_as_shown(question, dict(zip(own, drawn, strict=True))), drawn=True)


def restore_rotation(question: Question, letters: Mapping[str, str] | None) -> RotatedQuestion:
    """The question as it was shown; `letters` as stored, None for its own order."""
    return _as_shown(question, letters or {letter: letter for letter in question.choice})


def _as_shown(question: Question, letters: Mapping[str, str]) -> RotatedQuestion:
    places = {own: letter for letter, own in letters.items()}
    answer = {places[own] for own in question.answer}
    asked = replace(
        question,
        choice={letter: question.choice[own] for letter, own in letters.items()},
        answer=tuple(letter for letter in letters if letter in answer),
    )
    return RotatedQuestion(asked, letters)
