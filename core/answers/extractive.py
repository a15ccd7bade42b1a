"""The offline baseline that answers without a model: sentences of the evidence, word for word."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from core.answers.asked_for import AskedFor
from core.answers.evidence import Evidence
from core.answers.writing import Draft, Turn
from core.text.normalise import normal_form
from core.text.sentences import sentence_spans
from core.text.units import is_han, units

EXTRACTIVE = "extractive"

_MOST_SENTENCES = 2
_ADDS = 0.25
"""Of the question's terms, what a second sentence must hold that the first does not."""
_ENOUGH = 0.2
"""Of the question's terms, what a sentence must hold to be quoted at all."""
_EARLIER = 0.02
"""What the rank of a passage takes off its sentences: the search knows rarity, this does not."""

_SAID = {
    "zh": "根据《{title}》记载：“{quote}”[{number}]",
    "en": "According to “{title}”: “{quote}” [{number}]",
}
_NOTHING = {
    "zh": "现有资料没有记载这一点，无法据此回答。",
    "en": "The documents at hand do not say this, so it cannot be answered from them.",
}


@dataclass(frozen=True, slots=True)
class _Found:
    evidence: Evidence
    quote: str
    terms: frozenset[object]
    share: float


class ExtractiveWriter:
    """Quotes the one or two sentences that hold most of the question's words; understands nothing.

    The same question and evidence always give the same answer.
    """

    name = EXTRACTIVE
    model = "extractive-1"
    is_baseline = True

    def __init__(self, *, not_again: Sequence[str] = ()) -> None:
        """`not_again`: answers that did not do; what they quote is not quoted again."""
        self._not_again = tuple(not_again)

    async def write(
        self,
        query: str,
        evidence: Sequence[Evidence],
        *,
        language: str,
        persona: str = "",  # noqa: ARG002 - a baseline has no voice
        memory: Sequence[Turn] = (),  # noqa: ARG002 - nor a memory
    ) -> Draft:
        spoken = "zh" if language.startswith("zh") else "en"
        chosen = _chosen(query, evidence, self._not_again)
        if not chosen:
            return Draft(_NOTHING[spoken], abstained=True)
        said = [
            _SAID[spoken].format(
                title=one.evidence.title, quote=one.quote, number=one.evidence.number
            )
            for one in chosen
        ]
        return Draft(("" if spoken == "zh" else " ").join(said))


def _chosen(query: str, evidence: Sequence[Evidence], not_again: Sequence[str]) -> list[_Found]:
    asked = _terms(query)
    if not asked:
        return []
    wanted = AskedFor.of(query)
    found = [one for each in evidence for one in _sentences(each, asked)]
    found = [one for one in found if wanted.may_be_in(one.quote)]
    found = [one for one in found if not any(one.quote in said for said in not_again)]
    found.sort(key=lambda one: one.share - _EARLIER * one.evidence.number, reverse=True)
    if not found or found[0].share < _ENOUGH:
        return []
    chosen = [found[0]]
    for one in found[1:]:
        held = frozenset().union(*(each.terms for each in chosen))
        if len(chosen) == _MOST_SENTENCES or one.share < _ENOUGH:
            break
        if len(one.terms - held) / len(asked) >= _ADDS:
            chosen.append(one)
    return chosen


def _sentences(evidence: Evidence, asked: frozenset[object]) -> list[_Found]:
    found = []
    for start, end in sentence_spans(evidence.text):
        quote = evidence.text[start:end]
        terms = asked & _terms(quote)
        # A quotation mark inside would end the quote where it does not.
        if not set('“”"') & set(quote):
            found.append(_Found(evidence, quote, terms, len(terms) / len(asked)))
    return found


def _terms(text: str) -> frozenset[object]:
    sequence = [unit for unit, _ in units(normal_form(text))]
    pairs = (pair for pair in pairwise(sequence) if all(map(is_han, pair)))
    return frozenset([*sequence, *pairs])
