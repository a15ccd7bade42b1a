"""Source 000, properties 1, 3, 4, 5 and 6, over generated answers and results."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Sentence
from core.questions import QuestionType
from core.validation import (
    INFRASTRUCTURE,
    Confidence,
    FailureReason,
    Provenance,
    ValidationResult,
    answers_match,
    reasons_for,
    shown_similarity,
    summarise,
)

LETTERS = st.lists(st.sampled_from("abcdef"), max_size=4)
EVIDENCE_REASONS = st.sampled_from(
    [
        None,
        FailureReason.EVIDENCE_EMPTY,
        FailureReason.EVIDENCE_NOT_FOUND,
        FailureReason.EVIDENCE_ALTERED,
        FailureReason.EVIDENCE_MISJOINED,
        FailureReason.EVIDENCE_REWORDED,
        FailureReason.EVIDENCE_ELSEWHERE,
    ]
)
CONFIDENCE = st.sampled_from(Confidence)
REQUIRED = {
    "is_valid": bool,
    "model_answer": list,
    "answer_matches": bool,
    "evidence": str,
    "evidence_found": bool,
    "evidence_similarity": float,
    "is_answerable": bool,
    "confidence": str,
    "failure_reasons": list,
}


@st.composite
def results(draw: st.DrawFn) -> ValidationResult:
    infrastructure = draw(st.booleans())
    evidence = draw(EVIDENCE_REASONS)
    conditions = {
        "answer_matches": draw(st.booleans()),
        "is_answerable": draw(st.booleans()),
    }
    confidence = draw(CONFIDENCE)
    reasons = (
        [draw(st.sampled_from(sorted(INFRASTRUCTURE)))]
        if infrastructure
        else [
            str(reason)
            for reason in reasons_for(
                evidence=evidence, confidence=confidence, threshold=draw(CONFIDENCE), **conditions
            )
        ]
    )
    return ValidationResult(
        question={"question": draw(st.text(min_size=1)), "answer": draw(LETTERS)},
        is_valid=not reasons,
        model_answer=draw(LETTERS),
        evidence=draw(st.text()),
        evidence_found=evidence is None,
        evidence_similarity=draw(st.floats(0, 1)),
        confidence=confidence.label,
        failure_reasons=reasons,
        span=draw(st.none() | st.tuples(st.integers(0, 9), st.integers(10, 20))),
        fragments=draw(st.lists(st.tuples(st.integers(0, 9), st.integers(10, 20)), max_size=3)),
        error=Sentence.verbatim(draw(st.text(min_size=1))) if infrastructure else None,
        raw_reply=draw(st.none() | st.text()),
        warnings=draw(st.lists(st.sampled_from(["short", "repeated"]))),
        differences=[{"claimed": "8", "source": "9", "kind": "number"}],
        provenance=Provenance(attempts=draw(st.integers(1, 4)), model=draw(st.text())),
        **conditions,
    )


@given(LETTERS, LETTERS)
def test_single_choice_matches_exactly_when_the_lists_are_equal(
    expected: list[str], answered: list[str]
) -> None:
    assert answers_match(QuestionType.SINGLE_CHOICE, expected, answered) == (expected == answered)


@given(LETTERS, LETTERS)
def test_multi_choice_matches_exactly_when_the_sets_are_equal(
    expected: list[str], answered: list[str]
) -> None:
    assert answers_match(QuestionType.MULTI_CHOICE, expected, answered) == (
        set(expected) == set(answered)
    )


@given(st.booleans(), EVIDENCE_REASONS, st.booleans(), CONFIDENCE, CONFIDENCE)
def test_valid_means_all_four_conditions_hold(
    matches: bool,
    evidence: FailureReason | None,
    answerable: bool,
    confidence: Confidence,
    threshold: Confidence,
) -> None:
    reasons = reasons_for(
        answer_matches=matches,
        evidence=evidence,
        is_answerable=answerable,
        confidence=confidence,
        threshold=threshold,
    )
    order = ["low", "medium", "high"]
    enough = order.index(confidence.label) >= order.index(threshold.label)
    assert (not reasons) == (matches and evidence is None and answerable and enough)
    assert (FailureReason.ANSWER_MISMATCH in reasons) == (not matches)
    assert (FailureReason.NOT_ANSWERABLE in reasons) == (not answerable)
    assert (FailureReason.LOW_CONFIDENCE in reasons) == (not enough)
    assert ({evidence} & set(reasons) == {evidence}) == (evidence is not None)


@given(results())
def test_every_result_has_all_required_fields_of_their_types(result: ValidationResult) -> None:
    said = result.to_dict()["validation"]
    assert all(isinstance(said[name], kind) for name, kind in REQUIRED.items())
    assert said["confidence"] in {"high", "medium", "low"}


@given(results())
def test_a_result_survives_the_round_trip_through_its_dict(result: ValidationResult) -> None:
    assert ValidationResult.from_dict(result.to_dict()) == result


@given(results())
def test_a_result_stored_before_there_were_fragments_is_read_without(
    result: ValidationResult,
) -> None:
    row = result.to_dict()
    del row["validation"]["fragments"]
    assert ValidationResult.from_dict(row) == replace(result, fragments=[])


@pytest.mark.parametrize(
    ("similarity", "shown"),
    [
        (0.0, "< 0.60"),
        (0.5999, "< 0.60"),
        (0.6, "0.60"),
        (0.7999, "0.79"),
        (0.8, "0.80"),
        (0.29 + 0.58, "0.87"),
        (0.999, "0.99"),
        (1.0, "1.00"),
    ],
)
def test_a_similarity_is_shown_from_the_floor_on_and_never_rounded_up(
    similarity: float, shown: str
) -> None:
    assert shown_similarity(similarity) == shown


@pytest.mark.parametrize("failed", ["answer_matches", "evidence_found", "is_answerable"])
def test_a_valid_result_with_a_failed_condition_cannot_exist(failed: str) -> None:
    conditions = dict.fromkeys(("answer_matches", "evidence_found", "is_answerable"), True)
    with pytest.raises(ValueError, match="property 5"):
        ValidationResult(
            question={},
            is_valid=True,
            model_answer=[],
            evidence="",
            evidence_similarity=1.0,
            confidence="high",
            **conditions | {failed: False},
        )


def test_the_sources_fields_can_be_given_by_place() -> None:
    result = ValidationResult({}, True, ["a"], True, "quote", True, 0.9, True, "high", [])
    assert result.to_dict()["validation"]["evidence_similarity"] == 0.9


@pytest.mark.parametrize("is_valid", [True, False])
def test_a_result_whose_reasons_disagree_with_its_validity_cannot_exist(is_valid: bool) -> None:
    with pytest.raises(ValueError, match="property 4"):
        ValidationResult(
            question={},
            is_valid=is_valid,
            model_answer=[],
            answer_matches=True,
            evidence="",
            evidence_found=True,
            evidence_similarity=1.0,
            is_answerable=True,
            confidence="high",
            failure_reasons=["answer_mismatch"] if is_valid else [],
        )


@given(st.lists(results(), max_size=30), st.lists(st.sampled_from(["no_position", "no_text"])))
def test_counts_of_a_batch_add_up(batch: list[ValidationResult], skipped: list[str]) -> None:
    summary = summarise(batch, skipped)
    assert summary.passed_count == sum(result.is_valid for result in batch)
    assert summary.failed_count == sum(not result.is_valid for result in batch)
    assert summary.passed_count + summary.failed_count == summary.total_count == len(batch)
    assert summary.skipped.total() == len(skipped)
    machinery = sum(result.infrastructure_failure is not None for result in batch)
    assert summary.infrastructure_failures.total() == machinery
    assert summary.pass_rate.n == len(batch) - machinery
