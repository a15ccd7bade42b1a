"""Every cause for which a quote is not found is a reason of its own."""

from typing import Any

import pytest

from core.llm import Completion, ReadReply, Usage, ValidationReply
from core.questions import Question, QuestionType
from core.text import (
    Difference,
    DifferenceKind,
    EvidenceMatch,
    EvidenceVerdict,
    NotFoundCause,
    Span,
)
from core.validation import Confidence, Context, Provenance, ValidationResult, summarise
from core.validation.judging import QuoteLocation, judge_reply

QUESTION = Question(
    question="How many sacks?",
    question_type=QuestionType.SINGLE_CHOICE,
    choice={"a": "forty-one", "b": "fourteen"},
    answer=("a",),
    position=None,
    extra={"id": "q1"},
)
PARTS = (Span(40, 52), Span(3, 9))


def result(match: EvidenceMatch, evidence: str = "a quote", **how: bool) -> ValidationResult:
    said = {"answer": ["a"], "evidence": evidence, "is_answerable": True, "confidence": "high"}
    about = {"choice": QUESTION.choice, "multi": False}
    reply = ValidationReply.model_validate({**said, "reasoning": ""}, context=about)
    asked = ReadReply(reply, "{}", Completion("{}", "m"), 1, Usage(0, 0), 0.0)
    context = Context("the text", Span(0, 60))
    located = QuoteLocation(match, **how)
    return judge_reply(QUESTION, context, asked, located, Confidence.LOW, Provenance())


def missed(cause: NotFoundCause, **fields: Any) -> EvidenceMatch:
    absent: dict[str, Any] = {"verdict": EvidenceVerdict.ABSENT, "found": False, "similarity": 0.0}
    return EvidenceMatch(**(absent | {"cause": cause} | fields))


@pytest.mark.parametrize(
    ("cause", "reason"),
    [
        (NotFoundCause.ALTERED, "evidence_altered"),
        (NotFoundCause.MISJOINED, "evidence_misjoined"),
        (NotFoundCause.REWORDED, "evidence_reworded"),
        (NotFoundCause.ABSENT, "evidence_not_found"),
    ],
)
def test_the_cause_becomes_the_reason(cause: NotFoundCause, reason: str) -> None:
    assert result(missed(cause)).failure_reasons == [reason]
    assert result(missed(cause), evidence=" ").failure_reasons == ["evidence_empty"]


def test_a_batch_counts_each_cause_by_itself() -> None:
    batch = [result(missed(cause)) for cause in (*NotFoundCause, NotFoundCause.MISJOINED)]
    assert summarise(batch).to_dict()["failure_reasons"] == {
        "evidence_altered": 1,
        "evidence_misjoined": 2,
        "evidence_reworded": 1,
        "evidence_not_found": 1,
    }


def test_parts_keep_their_places_in_the_order_of_the_quote() -> None:
    made = result(missed(NotFoundCause.MISJOINED, fragments=PARTS))
    assert made.span is None
    assert made.places == ((40, 52), (3, 9))
    assert made.to_dict()["validation"]["fragments"] == [[40, 52], [3, 9]]


def test_what_a_paraphrase_changed_is_kept() -> None:
    change = Difference("no word", "nothing", DifferenceKind.REWRITTEN)
    made = result(missed(NotFoundCause.REWORDED, span=PARTS[0], differences=(change,)))
    assert made.differences == [{"claimed": "no word", "source": "nothing", "kind": "rewritten"}]
    assert made.places == ((40, 52),)


def test_a_quote_from_elsewhere_is_not_called_found() -> None:
    found = EvidenceMatch(
        verdict=EvidenceVerdict.ELIDED, found=True, similarity=1.0, fragments=PARTS[::-1]
    )
    assert result(found, elsewhere=True).failure_reasons == ["evidence_elsewhere"]
    assert result(found).is_valid
