"""Select the sentences of a draft: keep one, replace it by a passage's sentence, or leave it out.

Without a judge of meaning only words are compared. A sentence whose words are all in a passage is
kept. One that shares some of them, and contradicts no number, negation, quote or name, may be true
or half invented: it is replaced by the passage's own sentence.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from core.evidence_gate.assertions.answer_type import AnswerType
from core.evidence_gate.assertions.citation_marks import with_marks_of, without_marks
from core.evidence_gate.assertions.citations import SHORTEST_QUOTE, CitedSentence
from core.evidence_gate.assertions.claim_sentences import quotes_in, without_source_named
from core.evidence_gate.assertions.claim_terms import supported_share, weighed_terms
from core.evidence_gate.assertions.english_new_names import new_english_names
from core.evidence_gate.assertions.grounding import GroundedFacts, statements_in
from core.evidence_gate.assertions.statements import fold
from core.evidence_gate.assertions.support_reasons import DENIED, FEW_WORDS
from core.evidence_gate.assertions.verbatim import is_covered_by
from core.evidence_gate.evidence import Evidence
from core.text import EvidenceMatcher, Span, normal_form
from core.text.language import content_units, is_heading, quotable_spans
from core.text.language.words import TOKEN

QUOTED = {
    "zh": "据《{title}》记载：{open}{quote}{close}[{number}]",
    "en": "According to “{title}”: {open}{quote}{close} [{number}]",
}
_MARKS = (("“", "”"), ("「", "」"), ("『", "』"))
_LEAST_SHARE = 0.35
"""The least share of a sentence's terms that a passage's sentence needs to replace it."""
_LEAST_ADDED = 0.1
"""The least share, of the terms that the sentence adds to the question, which a passage's sentence
needs: one with only the question's words does not replace it.
"""
_FEW_UNITS = 3
"""The replacement of a sentence with fewer units must also share a word with the question, as many
sentences contain, for example, "1823".
"""


@dataclass(frozen=True, slots=True)
class SelectedSentence:
    """A sentence to show; `answers`: its passages have what the question asks for."""

    sentence: CitedSentence
    answers: bool


@dataclass(frozen=True)
class SentenceSelector:
    """Selects the sentences of one answer to `query`; `language` is "en" or "zh"."""

    query: str
    evidence: Sequence[Evidence]
    language: str

    def select(
        self, sentence: CitedSentence, quote: str = "", *, judged: bool | None = None
    ) -> SelectedSentence | None:
        """Return the sentence to show, or None to leave it out.

        `quote`: the evidence that the writer gave. `judged`: a judge's verdict on the meaning. A
        sentence that contradicts a number, a quote or a negation is left out whatever the verdict.
        """
        if judged is False:
            return None
        answer_type = answer_type_of(self.query, self.evidence)
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
            or (
                passage.number in sentence.supported_by and _is_verbatim(claim, passage, self.query)
            )
        ]
        if supporting:
            answering = [
                passage for passage in supporting if _has_answer(answer_type, claim, passage)
            ]
            if answering or not candidates:
                numbers = tuple(passage.number for passage in answering)
                return SelectedSentence(
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
    ) -> Iterator[SelectedSentence]:
        """Yield quotations of the passage's sentences that may replace this one."""
        terms = weighed_terms(without_source_named(claim))
        question_terms = weighed_terms(self.query)
        added = {term: weight for term, weight in terms.items() if term not in question_terms}
        quotes = [normal_form(part) for part in (*_long_quotes(claim), quote) if part]
        is_short = _units(without_source_named(claim)) < _FEW_UNITS
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
            is_found = share >= _LEAST_SHARE and (not is_short or _shares_word(self.query, text))
            if is_found or has_quote:
                first_index, end_index = max(0, index - 1), min(len(spans), index + 2)
                window = passage.text[spans[first_index][0] : spans[end_index - 1][1]]
                around = f"{passage.title}\n{window}"
                quotation = self._as_quotation(
                    sentence, passage, text, max(share, float(has_quote))
                )
                yield SelectedSentence(quotation, answer_type.is_answered_by(text, around))

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


def answer_type_of(query: str, evidence: Sequence[Evidence]) -> AnswerType:
    """Return the type of answer that the question asks for, given the evidence."""
    return AnswerType.from_query(query, _joined_text(evidence))


def _joined_text(evidence: Sequence[Evidence]) -> str:
    return "\n\n".join(f"{passage.title}\n{passage.text}" for passage in evidence)


def may_answer(query: str, evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """Return the passages with a sentence that has the person, time, number or event asked for,
    about the people and years in the question. Empty if an English name of the question is in no
    passage (in Chinese a name cannot be told from any other new word).
    """
    if next(new_english_names(query, _joined_text(evidence)), None):
        return ()
    answer_type = answer_type_of(query, evidence)
    return tuple(
        passage
        for passage in evidence
        if answer_type.may_be_answered_in(passage.text, passage.title)
    )


def _is_pinned(sentence: CitedSentence, quote: str, passage: Evidence) -> bool:
    """Whether the passage has the writer's quote and the sentence only differs in wording."""
    is_cited = not sentence.marked or passage.number in sentence.marked
    is_mild = all(reason.message == FEW_WORDS for reason in sentence.why)
    return (
        bool(quote) and is_cited and is_mild and EvidenceMatcher().match(quote, passage.text).found
    )


def _is_verbatim(claim: str, passage: Evidence, query: str) -> bool:
    """Whether all words of the claim are in the passage, quoted or not. A claim of a few words must
    be in a sentence that shares a word with the question.
    """
    matcher, unquoted = EvidenceMatcher(), claim
    for quote in _long_quotes(claim):
        if not matcher.match(quote, passage.text).found:
            return False
        unquoted = unquoted.replace(quote, " ")
    remainder = _without_dates_stated(without_source_named(unquoted), passage)
    if unquoted != claim and not _units(remainder):
        return True
    if _units(remainder) < _FEW_UNITS:
        return any(
            is_covered_by(remainder, passage.text[start:end])
            and _shares_word(query, passage.text[start:end])
            for start, end in quotable_spans(passage.text)
        )
    return is_covered_by(remainder, passage.text, passage.title)


def _without_dates_stated(claim: str, passage: Evidence) -> str:
    """Remove the dates, reigns and counts that the passage states in another form."""
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
    return sum(1 for _ in content_units(normal_form(text)))


def _has_answer(answer_type: AnswerType, claim: str, passage: Evidence) -> bool:
    """Whether the claim and the passage's most similar sentence have what is asked for."""
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


def _shares_word(query: str, sentence: str) -> bool:
    """Whether question and sentence share a word, or a pair of Chinese characters."""
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


def selected_text(
    text: str, sentences: Sequence[CitedSentence], selected: Mapping[Span, SelectedSentence]
) -> str:
    """Return the draft without left-out and repeated sentences, each with its citations only."""
    parts, copied_to, written = [], 0, set[str]()
    for sentence in sentences:
        parts.append(text[copied_to : sentence.span.start])
        copied_to = sentence.span.end
        if (
            sentence.span in selected
            and (marked := _with_citations(selected[sentence.span].sentence)) not in written
        ):
            written.add(marked)
            parts.append(marked)
    return ("".join(parts) + text[copied_to:]).strip()


def _with_citations(sentence: CitedSentence) -> str:
    text = with_marks_of(sentence.text, sentence.cites)
    if sentence.marked or not sentence.cites:
        return text
    blank = " " if text.rstrip()[-1:].isascii() else ""
    return f"{text.rstrip()}{blank}[{', '.join(map(str, sentence.cites))}]"
