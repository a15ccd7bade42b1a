"""Validate rows and metadata of result files on input (source 003, "扩展的测试结果格式")."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from core.depth.outcomes import Outcome
from core.depth.trial_plan import Control
from core.errors import InputError
from core.locale import N_
from core.questions import QuestionType
from core.questions.sanitizing import refuse_unstorable

_Count = Annotated[int, Field(ge=0, le=2**31 - 1)]
_Length = Annotated[int, Field(ge=1, le=2**31 - 1)]
_Share = Annotated[float, Field(ge=0.0, le=1.0)]
_Letters = list[str] | str
_Span = Annotated[list[_Count], Field(min_length=2, max_length=2)]


class _Shape(BaseModel):
    """Unknown fields are ignored; known ones must have the declared types."""

    model_config = ConfigDict(strict=True, extra="ignore")


class _Position(_Shape):
    start_pos: _Count | None = None
    end_pos: _Count | None = None


class _EvidenceCluster(_Shape):
    unit: Literal["question", "passage", "chapter"]
    number: _Count


class _Metrics(_Shape):
    """The metrics that pages read."""

    pieces: list[_Span] | None = None
    joiner: str | None = None
    evidence_chars: _Span | None = None
    prefix_length: _Count | None = None
    suffix_length: _Count | None = None
    options_shown: dict[str, str] | None = None
    attempts: _Count | None = None
    latency_s: float | None = None
    failure: str | None = None
    prompt_hash: str | None = None
    evidence_cluster: _EvidenceCluster | None = None


class _Row(_Shape):
    question: Annotated[str, Field(min_length=1)]
    question_type: str
    choice: dict[str, str] | None = None
    correct_answer: _Letters
    model_answer: _Letters | None = None
    parsing_status: str | None = None
    position: _Position | None = None
    score: _Share | None = None
    metrics: _Metrics | None = None
    outcome: str | None = None
    depth: _Share | None = None
    depth_bin: Annotated[str, Field(max_length=40)] | None = None
    test_context_length: _Count
    item_key: Annotated[str, Field(max_length=500)] | None = None
    model: Annotated[str, Field(max_length=200)] | None = None
    repeat: Annotated[int, Field(ge=0, le=9_999)] | None = None
    control: str | None = None
    target_depth: _Share | None = None
    actual_context_tokens: _Count | None = None
    planned_prompt_tokens: _Count | None = None
    billed_prompt_tokens: _Count | None = None
    completion_tokens: _Count | None = None
    raw_reply: str | None = None
    context_hash: str | None = None
    warnings: list[str] | None = None
    error: str | None = None

    @model_validator(mode="before")
    @classmethod
    def _accept_both_names(cls, row: Any) -> Any:
        """Accept `context_length` as another name of `test_context_length` (reading 57)."""
        if "test_context_length" not in row and "context_length" in row:
            return {**row, "test_context_length": row["context_length"]}
        return row


class _Head(_Shape):
    tested_at: str | None = None
    model_name: Annotated[str, Field(max_length=200)] | None = None
    novel_path: str | None = None
    question_set_path: str | None = None
    depth_mode: str | None = None
    context_lengths: list[_Length] | None = None
    depth_bins: list[str] | None = None
    questions_per_bin: int | None = None
    tokenizer: str | None = None
    prompt_hash: str | None = None
    run: str | None = None
    seed: int | None = None
    filler: str | None = None
    padding_size: int | None = None
    settings: dict[str, Any] | None = None


FIELD_FIXES = {
    "choice": N_('Write the options as an object from letter to text, such as {"a": "Yes"}.'),
    "correct_answer": N_('Write the letters of the correct options as a list, such as ["b"].'),
    "model_answer": N_('Write the chosen letters as a list, such as ["b"] or [].'),
    "position": N_("Write start_pos and end_pos as whole numbers of tokens, or null."),
    "score": N_("Write the score as a number from 0 to 1, or null."),
    "depth": N_("Write the depth as a number from 0 to 1, or null."),
    "target_depth": N_("Write the depth as a number from 0 to 1, or null."),
    "depth_bin": N_('Write the depth label as a short text, such as "25%", or null.'),
    "test_context_length": N_("Write the length as a whole number of tokens, such as 32000."),
    "context_lengths": N_("Write the lengths as a list of token counts, such as [32000]."),
    "depth_bins": N_('Write the depth labels as a list, such as ["0%", "50%"].'),
}


def require_row(row: Mapping[str, Any]) -> None:
    """Raise InputError, naming the field, for a row that is not a depth test result."""
    if not isinstance(row, dict):
        raise InputError("The row is not an object. Write one result per row.")
    refuse_unstorable(row)
    _require(_Row, row, "")
    _require_known_values(row)


def require_metadata(metadata: object) -> None:
    """Raise InputError, naming the field, for invalid metadata of a file."""
    if not isinstance(metadata, dict):
        raise InputError("The metadata is not an object. Correct or remove it.", field="metadata")
    refuse_unstorable(metadata)
    _require(_Head, metadata, "metadata.")


def has_no_score(row: Mapping[str, Any]) -> bool:
    """Whether the row has no outcome, score or answer, nor a reason why there is none."""
    return (
        not row.get("outcome")
        and row.get("score") is None
        and row.get("model_answer") is None
        and row.get("parsing_status") in (None, "success")
    )


def _require(shape: type[_Shape], row: Mapping[str, Any], prefix: str) -> None:
    try:
        shape.model_validate(row)
    except ValidationError as error:
        fault = error.errors(include_url=False, include_context=False, include_input=False)[0]
    else:
        return
    name = str(fault["loc"][0])
    if fault["type"] == "missing" or row.get(name) is None:
        raise InputError(
            "The field is missing. A depth test result needs question, question_type, choice, "
            "correct_answer and test_context_length.",
            field=prefix + name,
        )
    inner = fault["loc"][1] if name == "metrics" and len(fault["loc"]) > 1 else ""
    field = f"{prefix}{name}.{inner}" if inner else prefix + name
    if name in FIELD_FIXES:
        raise InputError(FIELD_FIXES[name], field=field)
    raise InputError(
        "The value has the wrong type or is too long or too large. Use the format of `python -m "
        "core test`.",
        field=field,
    )


def _require_known_values(row: Mapping[str, Any]) -> None:
    type_, outcome, control = row["question_type"], row.get("outcome"), row.get("control")
    if type_ not in set(QuestionType):
        raise InputError(
            "Unknown question type {type}. Use single_choice or multi_choice.",
            field="question_type",
            type=type_,
        )
    if outcome and outcome not in set(Outcome):
        raise InputError(
            "Unknown outcome {outcome}. Use one of: {known}.",
            field="outcome",
            outcome=outcome,
            known=", ".join(Outcome),
        )
    if control:
        Control.named(control)
    elif not row.get("test_context_length", row.get("context_length")):
        field = "test_context_length"
        raise InputError(FIELD_FIXES[field], field=field)
    score = row.get("score")
    if score is None or not outcome or not Outcome(outcome).answered:
        return
    if (score == 1) != (outcome == Outcome.CORRECT):
        raise InputError(
            "The score {score} and the outcome {outcome} contradict each other. Correct one.",
            field="score",
            score=score,
            outcome=outcome,
        )
