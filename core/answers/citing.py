"""What an answer rests on: each sentence held against the passages it marks with `[n]`."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.answers.evidence import Citation, Evidence
from core.answers.grounding import Grounds, statements_in
from core.answers.statements import fold
from core.depth.sentences import sentence_spans
from core.text import EvidenceMatcher, Span, normal_form
from core.text.scripts import UNSPACED

MARK = re.compile(r"[\[［【]\s*(\d{1,2})\s*[\]］】]")
QUOTE = re.compile(r"“([^“”]+)”|「([^「」]+)」|『([^『』]+)』|\"([^\"]+)\"")
_MARKS = re.compile(rf"(?:\s*{MARK.pattern})+")
_TITLE = re.compile(r"《[^《》]*》")
_UNSPACED_RUN = re.compile(f"[{UNSPACED}]+")

SUPPORTING = 0.6
"""The share of a sentence's terms that one passage must hold for it to bear the sentence out."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence at `span` of an answer. `marked` are the numbers it cites, `supported_by` those of
    the evidence that bears it out, of the marked ones where it marks any; `score` is 0 to 1.
    `quotes_found` is False where one of its quotes stands in none of these.
    """

    span: Span
    text: str
    marked: tuple[int, ...]
    supported_by: tuple[int, ...]
    score: float
    quotes_found: bool

    @property
    def supported(self) -> bool:
        return bool(self.supported_by)


def sentences_of(
    answer: str, evidence: Sequence[Evidence], matcher: EvidenceMatcher | None = None
) -> tuple[Sentence, ...]:
    """A sentence without marks is held against all the evidence. It is borne out by a passage that
    has every quote of it (`core.text.EvidenceMatcher`: an altered number, negation or name is not
    found), states its dates, reigns and counts, and holds most of its words.
    """
    matcher = matcher or EvidenceMatcher()
    return tuple(_held(answer, span, evidence, matcher) for span in _spans(answer))


def citations_of(sentences: Sequence[Sentence], evidence: Sequence[Evidence]) -> list[Citation]:
    """The evidence that sentences mark and that bears them out, in the order of its first use."""
    by_number = {one.number: one for one in evidence}
    best: dict[int, Sentence] = {}
    for sentence in sentences:
        for number in sentence.supported_by if sentence.marked else ():
            if number not in best or best[number].score < sentence.score:
                best[number] = sentence
    return [_citation(by_number[number], sentence) for number, sentence in best.items()]


def _spans(answer: str) -> Iterator[Span]:
    """Sentences, none ending inside a quote, each with the marks that follow it."""
    quotes = [match.span() for match in QUOTE.finditer(answer)]
    start, last = None, 0
    for begins, ends in sentence_spans(answer):
        marks = _MARKS.match(answer, begins)
        if marks and start is None and last:
            begins = marks.end()  # noqa: PLW2901 - the marks belong to the sentence before
        if begins >= ends or not answer[begins:ends].strip():
            continue
        start = begins if start is None else start
        if any(opens < ends < closes for opens, closes in quotes):
            continue
        following = _MARKS.match(answer, ends)
        last = following.end() if following else ends
        yield Span(start, last)
        start = None
    if start is not None:
        yield Span(start, len(answer))


def _held(
    answer: str, span: Span, evidence: Sequence[Evidence], matcher: EvidenceMatcher
) -> Sentence:
    text = span.of(answer)
    marked = tuple(dict.fromkeys(int(match[1]) for match in MARK.finditer(text)))
    against = [one for one in evidence if not marked or one.number in marked]
    said = MARK.sub("", text)
    quotes = [next(filter(None, match.groups())) for match in QUOTE.finditer(said)]
    statements = statements_in(fold(said).text)
    scores, quoted = {}, set()
    for one in against:
        found = [matcher.match(quote, one.text).found for quote in quotes]
        quoted |= {quote for quote, stands in zip(quotes, found, strict=True) if stands}
        if not all(found) or not all(map(Grounds([one]).supporting, statements)):
            continue
        # What is quoted is there; the rest introduces it.
        score = 1.0 if quotes else overlap(said, one.text)
        if score >= SUPPORTING:
            scores[one.number] = score
    return Sentence(
        span, text, marked, tuple(scores), max(scores.values(), default=0.0), quoted >= set(quotes)
    )


def overlap(said: str, passage: str) -> float:
    """The share of the terms of `said` that stand in `passage`: pairs of Chinese characters and
    words. Titles in 《》 are not counted.
    """
    wanted = _terms(_TITLE.sub("", said))
    return len(wanted & _terms(passage)) / len(wanted) if wanted else 0.0


def _terms(text: str) -> set[str]:
    normal = normal_form(text)
    pairs = {
        run[at : at + 2]
        for run in _UNSPACED_RUN.findall(normal)
        for at in range(max(1, len(run) - 1))
    }
    return pairs | set(_UNSPACED_RUN.sub(" ", normal).split())


def _citation(one: Evidence, sentence: Sentence) -> Citation:
    """With the sentence of the passage that is nearest to the answer's."""
    spans = list(sentence_spans(one.text)) or [(0, len(one.text))]
    said = MARK.sub("", sentence.text)
    start, end = max(spans, key=lambda span: _nearness(said, one.text[slice(*span)]))
    span = Span(one.span.start + start, one.span.start + end)
    return Citation(
        one.evidence_id,
        one.title,
        round(sentence.score, 3),
        one.source_id,
        span,
        one.text[start:end],
    )


def _nearness(said: str, sentence: str) -> float:
    return overlap(said, sentence) + overlap(sentence, said)
