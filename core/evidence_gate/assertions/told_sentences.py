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
        answer_type = asked_of(self.query, self.evidence)
        candidates = [
            passage
            for passage in self.evidence
            if passage.number in sentence.near or _is_pinned(sentence, quote, passage)
        ]
        claim = without_marks(sentence.text)
        may_judge = judged and all(reason.message != DENIED for reason in sentence.why)
        supporting = [
            passage
            for passage in candidates
            if may_judge
            or (passage.number in sentence.supported_by and _as_written(claim, passage, self.query))
        ]
        if supporting:
            answering = [
                passage for passage in supporting if _has_answer(answer_type, claim, passage)
            ]
            if answering or not candidates:
                numbers = tuple(passage.number for passage in answering)
                return ToldSentence(
                    replace(sentence, supported_by=numbers, scores=_full_scores(numbers)),
                    answers=True,
                )
        quoted = [
            candidate
            for passage in candidates
            for candidate in self._quoted(answer_type, sentence, claim, quote, passage)
        ]
        return max(
            quoted,
            key=lambda candidate: (candidate.answers, candidate.sentence.score),
            default=None,
        )

    def _quoted(
        self,
        answer_type: AnswerType,
        sentence: CitedSentence,
        claim: str,
        quote: str,
        passage: Evidence,
    ) -> Iterator[ToldSentence]:
        """The passage's own sentences that have enough of it."""
        terms = weighed_terms(without_source_named(claim))
        question_terms = weighed_terms(self.query)
        added = {term: weight for term, weight in terms.items() if term not in question_terms}
        quotes = [normal_form(part) for part in (*_long_quotes(claim), quote) if part]
        is_short = _units(without_source_named(claim)) < _BARE
        spans = list(quotable_spans(passage.text))
        for index, (start, end) in enumerate(spans):
            text = passage.text[start:end].strip()
            if is_heading(text):
                continue
            passage_terms = weighed_terms(text)
            if added and supported_share(added, passage_terms) < _LEAST_ADDED:
                continue
            share = supported_share(terms, passage_terms)
            normal_text = normal_form(text)
            has_quote = any(
                known_quote in normal_text or normal_text in known_quote for known_quote in quotes
            )
            is_found = share >= _LEAST_SHARE and (not is_short or _speaks_of(self.query, text))
            if is_found or has_quote:
                first_index, end_index = max(0, index - 1), min(len(spans), index + 2)
                window = passage.text[spans[first_index][0] : spans[end_index - 1][1]]
                around = f"{passage.title}\n{window}"
                quotation = self._as_quotation(
                    sentence, passage, text, max(share, float(has_quote))
                )
                yield ToldSentence(quotation, answer_type.is_answered_by(text, around))

    def _as_quotation(
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
    return AnswerType.from_query(query, _joined_text(evidence))


def _joined_text(evidence: Sequence[Evidence]) -> str:
    return "\n\n".join(f"{passage.title}\n{passage.text}" for passage in evidence)


def may_answer(query: str, evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """The passages that may answer: a sentence has the person, the time, the number or the event
    that is asked for, of the people and the years that the question names. None where the question
    names in English somebody or some place of whom none of them speaks: Chinese writes names as
    it does any new word.
    """
    if next(new_english_names(query, _joined_text(evidence)), None):
        return ()
    answer_type = asked_of(query, evidence)
    return tuple(
        passage
        for passage in evidence
        if answer_type.may_be_answered_in(passage.text, passage.title)
    )


def _is_pinned(sentence: CitedSentence, quote: str, passage: Evidence) -> bool:
    """Whether the writer's quote stands in a passage, and of the sentence nothing is wrong but that
    it is in other words.
    """
    is_cited = not sentence.marked or passage.number in sentence.marked
    is_mild = all(reason.message == FEW_WORDS for reason in sentence.why)
    return (
        bool(quote) and is_cited and is_mild and EvidenceMatcher().match(quote, passage.text).found
    )


def _as_written(claim: str, passage: Evidence, query: str) -> bool:
    """Whether it says nothing but what the passage has written: all of it in quotes that are there,
    or in the passage's words. A bare word or number must stand where the question is spoken of.
    """
    matcher, unquoted = EvidenceMatcher(), claim
    for quote in _long_quotes(claim):
        if not matcher.match(quote, passage.text).found:
            return False
        unquoted = unquoted.replace(quote, " ")
    remainder = _without_dates_stated(without_source_named(unquoted), passage)
    if unquoted != claim and not _units(remainder):
        return True
    if _units(remainder) < _BARE:
        return any(
            says_no_more_than(remainder, passage.text[start:end])
            and _speaks_of(query, passage.text[start:end])
            for start, end in quotable_spans(passage.text)
        )
    return says_no_more_than(remainder, passage.text, passage.title)


def _without_dates_stated(claim: str, passage: Evidence) -> str:
    """Without the dates, reigns and counts that the passage states, however it writes them."""
    grounds, folded = GroundedFacts([passage]), fold(claim)
    stated = [
        statement for statement in statements_in(folded.text) if grounds.supporting(statement)
    ]
    for statement in reversed(stated):
        span = folded.original(statement.start, statement.end)
        if span.of(claim) not in passage.text:
            claim = f"{claim[: span.start]} {claim[span.end :]}"
    return claim


def _units(text: str) -> int:
    return sum(1 for _ in units(normal_form(text)))


def _has_answer(answer_type: AnswerType, claim: str, passage: Evidence) -> bool:
    """Whether the sentence has what is asked for, and the passage's sentence it is drawn from is
    about what is asked.
    """
    if not answer_type.is_of_its_kind(claim):
        return False
    terms = weighed_terms(without_source_named(claim))
    spans = list(quotable_spans(passage.text))
    shares = [supported_share(terms, weighed_terms(passage.text[slice(*span)])) for span in spans]
    best_share = max(shares, default=0.0)
    for index, share in enumerate(shares):
        around = passage.text[
            spans[max(0, index - 1)][0] : spans[min(len(spans) - 1, index + 1)][1]
        ]
        text = passage.text[slice(*spans[index])]
        if share == best_share and answer_type.is_answered_by(
            f"{text} {claim}", f"{passage.title}\n{around}"
        ):
            return True
    return False


def _speaks_of(query: str, sentence: str) -> bool:
    """Whether they share a word, or a pair of Chinese characters."""
    query_terms = {
        term for term in weighed_terms(query) if isinstance(term, tuple) or len(str(term)) > 1
    }
    return not query_terms.isdisjoint(weighed_terms(sentence))


def _long_quotes(claim: str) -> list[str]:
    return [
        quote
        for quote in quotes_in(claim)
        if len(TOKEN.findall(normal_form(quote))) >= SHORTEST_QUOTE
    ]


def _full_scores(numbers: Sequence[int]) -> tuple[float, ...]:
    return tuple(1.0 for _ in numbers)
