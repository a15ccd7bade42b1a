"""How a sentence of a draft is told: as it is, in its passage's words, or not at all.

Without a judge of meaning the desk vouches for words alone. A sentence that says nothing but what a
passage has written is told as it is. One that has some of it, and no number, denial, quote or name
against it, may be true in other words or half invented: told is the passage's own sentence.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from core.evidence_gate.assertions.answer_type import AnswerType
from core.evidence_gate.assertions.citation_marks import without_marks
from core.evidence_gate.assertions.citations import SHORTEST_QUOTE, CitedSentence
from core.evidence_gate.assertions.claim_sentences import quotes_in, without_source_named
from core.evidence_gate.assertions.claim_terms import supported_share, weighed_terms
from core.evidence_gate.assertions.english_new_names import new_english_names
from core.evidence_gate.assertions.grounding import GroundedFacts, statements_in
from core.evidence_gate.assertions.statements import fold
from core.evidence_gate.assertions.support_reasons import DENIED, FEW_WORDS
from core.evidence_gate.assertions.verbatim import says_no_more_than
from core.evidence_gate.evidence import Evidence
from core.text import EvidenceMatcher
from core.text.language.sentences import is_heading, quotable_spans
from core.text.language.units import units
from core.text.language.words import TOKEN
from core.text.normalise import normal_form

QUOTED = {
    "zh": "据《{title}》记载：{open}{quote}{close}[{number}]",
    "en": "According to “{title}”: {open}{quote}{close} [{number}]",
}
_MARKS = (("“", "”"), ("「", "」"), ("『", "』"))
_LEAST_SHARE = 0.35
"""Of a sentence's terms, what a passage's sentence must hold to be told in its stead."""
_LEAST_ADDED = 0.1
"""Of what a sentence says beyond the question, what the passage's must hold: an answer that shares
but the question's words with it is none of its.
"""
_BARE = 3
"""A sentence of fewer units is held against the question too: "1823" stands in many sentences."""


@dataclass(frozen=True, slots=True)
class ToldSentence:
    """`sentence` is what is told, with the passages it rests on; `answers` says whether these have
    what the question asks for.
    """

    sentence: CitedSentence
    answers: bool


@dataclass(frozen=True)
class Teller:
    """Decides for the sentences of one answer to `query`. `language` is "en" or "zh"."""

    query: str
    evidence: Sequence[Evidence]
    language: str

    def tell(
        self, sentence: CitedSentence, quote: str = "", *, judged: bool | None = None
    ) -> ToldSentence | None:
        """None where it is left out. `quote` is what the writer says it rests on, `judged` what a
        judge said of its meaning, None where there is none: a sentence with a number, a quote or a
        denial against it is left out whatever was said.
        """
        if judged is False:
            return None
        asked = asked_of(self.query, self.evidence)
        candidates = [
            passage
            for passage in self.evidence
            if passage.number in sentence.near or _is_pinned(sentence, quote, passage)
        ]
        claim = without_marks(sentence.text)
        may_judge = judged and all(each.message != DENIED for each in sentence.why)
        written = [
            passage
            for passage in candidates
            if may_judge
            or (passage.number in sentence.supported_by and _as_written(claim, passage, self.query))
        ]
        if written:
            answers = [passage for passage in written if _has_answer(asked, claim, passage)]
            if answers or not candidates:
                kept = tuple(passage.number for passage in answers)
                return ToldSentence(
                    replace(sentence, supported_by=kept, scores=_ones(kept)), answers=True
                )
        quoted = [
            told
            for passage in candidates
            for told in self._quoted(asked, sentence, claim, quote, passage)
        ]
        return max(quoted, key=lambda told: (told.answers, told.sentence.score), default=None)

    def _quoted(
        self, asked: AnswerType, sentence: CitedSentence, claim: str, quote: str, passage: Evidence
    ) -> Iterator[ToldSentence]:
        """The passage's own sentences that have enough of it."""
        terms = weighed_terms(without_source_named(claim))
        asked_for = weighed_terms(self.query)
        added = {term: weight for term, weight in terms.items() if term not in asked_for}
        quotes = [normal_form(each) for each in (*_long_quotes(claim), quote) if each]
        bare = _units(without_source_named(claim)) < _BARE
        spans = list(quotable_spans(passage.text))
        for at, (start, end) in enumerate(spans):
            text = passage.text[start:end].strip()
            if is_heading(text):
                continue
            passage_terms = weighed_terms(text)
            if added and supported_share(added, passage_terms) < _LEAST_ADDED:
                continue
            share = supported_share(terms, passage_terms)
            whole = normal_form(text)
            has_quote = any(each in whole or whole in each for each in quotes)
            is_found = share >= _LEAST_SHARE and (not bare or _speaks_of(self.query, text))
            if is_found or has_quote:
                first, last = max(0, at - 1), min(len(spans), at + 2)
                around = f"{passage.title}\n{passage.text[spans[first][0] : spans[last - 1][1]]}"
                told = self._told(sentence, passage, text, max(share, float(has_quote)))
                yield ToldSentence(told, asked.is_answered_by(text, around))

    def _told(
        self, sentence: CitedSentence, passage: Evidence, quote: str, share: float
    ) -> CitedSentence:
        marks = next((pair for pair in _MARKS if not {*pair} & {*quote}), _MARKS[-1])
        text = QUOTED[self.language].format(
            title=passage.title, open=marks[0], close=marks[1], quote=quote, number=passage.number
        )
        number = (passage.number,)
        return replace(
            sentence, text=text, marked=number, supported_by=number, scores=(share,), why=()
        )


def asked_of(query: str, evidence: Sequence[Evidence]) -> AnswerType:
    return AnswerType.from_query(query, _whole(evidence))


def _whole(evidence: Sequence[Evidence]) -> str:
    return "\n\n".join(f"{passage.title}\n{passage.text}" for passage in evidence)


def may_answer(query: str, evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """The passages that may answer: a sentence has the person, the time, the number or the event
    that is asked for, of the people and the years that the question names. None where the question
    names in English somebody or some place of whom none of them speaks: Chinese writes names as
    it does any new word.
    """
    if next(new_english_names(query, _whole(evidence)), None):
        return ()
    asked = asked_of(query, evidence)
    return tuple(
        passage for passage in evidence if asked.may_be_answered_in(passage.text, passage.title)
    )


def _is_pinned(sentence: CitedSentence, quote: str, passage: Evidence) -> bool:
    """Whether the writer's quote stands in a passage, and of the sentence nothing is wrong but that
    it is in other words.
    """
    is_meant = not sentence.marked or passage.number in sentence.marked
    is_mild = all(each.message == FEW_WORDS for each in sentence.why)
    return (
        bool(quote) and is_meant and is_mild and EvidenceMatcher().match(quote, passage.text).found
    )


def _as_written(claim: str, passage: Evidence, query: str) -> bool:
    """Whether it says nothing but what the passage has written: all of it in quotes that are there,
    or in the passage's words. A bare word or number must stand where the question is spoken of.
    """
    matcher, rest = EvidenceMatcher(), claim
    for quote in _long_quotes(claim):
        if not matcher.match(quote, passage.text).found:
            return False
        rest = rest.replace(quote, " ")
    bare = _without_dates_stated(without_source_named(rest), passage)
    if rest != claim and not _units(bare):
        return True
    if _units(bare) < _BARE:
        return any(
            says_no_more_than(bare, passage.text[start:end])
            and _speaks_of(query, passage.text[start:end])
            for start, end in quotable_spans(passage.text)
        )
    return says_no_more_than(bare, passage.text, passage.title)


def _without_dates_stated(claim: str, passage: Evidence) -> str:
    """Without the dates, reigns and counts that the passage states, however it writes them."""
    grounds, folded = GroundedFacts([passage]), fold(claim)
    stated = [each for each in statements_in(folded.text) if grounds.supporting(each)]
    for each in reversed(stated):
        span = folded.original(each.start, each.end)
        if span.of(claim) not in passage.text:
            claim = f"{claim[: span.start]} {claim[span.end :]}"
    return claim


def _units(text: str) -> int:
    return sum(1 for _ in units(normal_form(text)))


def _has_answer(asked: AnswerType, claim: str, passage: Evidence) -> bool:
    """Whether the sentence has what is asked for, and the passage's sentence it is drawn from is
    about what is asked.
    """
    if not asked.is_of_its_kind(claim):
        return False
    terms = weighed_terms(without_source_named(claim))
    spans = list(quotable_spans(passage.text))
    shares = [supported_share(terms, weighed_terms(passage.text[slice(*span)])) for span in spans]
    most = max(shares, default=0.0)
    for at, share in enumerate(shares):
        around = passage.text[spans[max(0, at - 1)][0] : spans[min(len(spans) - 1, at + 1)][1]]
        text = passage.text[slice(*spans[at])]
        if share == most and asked.is_answered_by(f"{text} {claim}", f"{passage.title}\n{around}"):
            return True
    return False


def _speaks_of(query: str, sentence: str) -> bool:
    """Whether they share a word, or a pair of Chinese characters."""
    asked = {term for term in weighed_terms(query) if isinstance(term, tuple) or len(str(term)) > 1}
    return not asked.isdisjoint(weighed_terms(sentence))


def _long_quotes(claim: str) -> list[str]:
    return [
        quote
        for quote in quotes_in(claim)
        if len(TOKEN.findall(normal_form(quote))) >= SHORTEST_QUOTE
    ]


def _ones(numbers: Sequence[int]) -> tuple[float, ...]:
    return tuple(1.0 for _ in numbers)
