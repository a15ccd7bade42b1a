"""Choose the letters of an answer from the options' scores."""

import re
from collections.abc import Mapping

from core.questions import QuestionType

CLOSE_TO_BEST = 0.5
"""Multi choice: the two best, and every option with at least this share of the best score."""
ALL_ALIKE = 0.7
"""If all options have at least this share of the best score, "all of the above" is chosen."""
NO_SUPPORT = 0.15
"""If no option scores as much, "none of the above" is chosen."""

_ASKS_FOR_THE_UNSUPPORTED = re.compile(
    r"\b(?:NOT|EXCEPT)\b"
    r"|(?i:\bnot (?:true|mentioned|stated|correct|included)\b|\b(?:false|incorrect|untrue)\b)"
    r"|(?:没有?|未)(?:被)?(?:提到|提及|说到)|不正确|错误的|不对的|不符|不包括|不属于|有误"
    r"|哪一?[项个种些位](?:不是|没有)|不是[^，。]*的是"
)
_ALL = re.compile(r"(?i:\ball (?:of )?the above\b)|^以上[^不]*[都皆全均][^不]*$")
_NONE = re.compile(r"(?i:\bnone of the above\b)|^以上[^不]*不")


def choose(
    question: str,
    choice: Mapping[str, str],
    question_type: QuestionType,
    scores: Mapping[str, float],
) -> tuple[tuple[str, ...], float]:
    """The letters chosen, and their lead in score over the best option left out.

    A question that asks for what the text does not say ("which is NOT true", "不正确的是") gets
    the options with the least support.
    """
    own_scores = {
        letter: scores[letter] for letter in choice if not _sums_up(choice[letter])
    } or scores
    best, worst = max(own_scores.values(), default=0.0), min(own_scores.values(), default=0.0)
    if _ASKS_FOR_THE_UNSUPPORTED.search(question):
        own_scores = {letter: best + worst - score for letter, score in own_scores.items()}
    else:
        for letter, text in choice.items():
            if _ALL.search(text) and worst >= ALL_ALIKE * best > 0:
                return (letter,), worst - ALL_ALIKE * best
            if _NONE.search(text) and best < NO_SUPPORT:
                return (letter,), NO_SUPPORT - best
    ranked = sorted(own_scores, key=lambda letter: -own_scores[letter])
    chosen = ranked[:1]
    if question_type is QuestionType.MULTI_CHOICE:
        close = [
            letter
            for letter in ranked
            if own_scores[letter] >= CLOSE_TO_BEST * own_scores[ranked[0]]
        ]
        chosen = max(ranked[:2], close, key=len)
    other_scores = [own_scores[letter] for letter in ranked if letter not in chosen]
    lead = own_scores[chosen[-1]] - max(other_scores, default=0.0) if chosen else 0.0
    return tuple(letter for letter in choice if letter in chosen), lead


def _sums_up(text: str) -> bool:
    """Whether an option speaks of the other options instead of the text."""
    return bool(_ALL.search(text) or _NONE.search(text))
