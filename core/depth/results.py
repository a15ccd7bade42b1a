"""The results of a depth test and the metadata of its file (source 003)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import Enum
from types import MappingProxyType
from typing import Any

from core.depth.outcomes import ANSWERED, Outcome
from core.errors import Sentence

SUCCESS = "success"
"""`parsing_status` of a reply that was read; else it is the outcome's name."""


def _empty_mapping() -> Mapping[str, Any]:
    return MappingProxyType({})


def trial_key(
    item_key: str, context_length: int, target_depth: float | None, repeat: int, control: str | None
) -> str:
    """Return the key of one trial of a model's test, such as "en-01|8000|0.25|0|"."""
    depth = "" if target_depth is None else f"{target_depth:g}"
    return f"{item_key}|{context_length}|{depth}|{repeat}|{control or ''}"


@dataclass(frozen=True, kw_only=True)
class ResultEntry:
    """The result of one question at one depth and length (source 003, "扩展的测试结果格式").

    `model_answer` holds letters of `choice`, whatever order the options were shown in. `depth` is
    the actual depth in [0, 1], `target_depth` the requested one; both and `depth_bin` are None
    where there is no depth (legacy, closed_book). `test_context_length` is the assigned length in
    tokens (reading 57), `actual_context_tokens` that of the context itself. `score` is 1.0 or 0.0,
    and None without an answer. `repeat` counts from 0; `control` is None, "closed_book", "oracle"
    or "filler_only". `raw_reply` is the reply word for word.
    """

    question: str
    question_type: str
    choice: Mapping[str, str]
    correct_answer: tuple[str, ...]
    model_answer: tuple[str, ...]
    parsing_status: str
    position: Mapping[str, int] | None
    score: float | None
    metrics: Mapping[str, Any] = field(default_factory=_empty_mapping)
    outcome: Outcome
    depth: float | None = None
    depth_bin: str | None = None
    test_context_length: int
    item_key: str = ""
    model: str = ""
    repeat: int = 0
    control: str | None = None
    target_depth: float | None = None
    actual_context_tokens: int | None = None
    planned_prompt_tokens: int | None = None
    billed_prompt_tokens: int | None = None
    completion_tokens: int | None = None
    raw_reply: str | None = None
    context_hash: str | None = None
    warnings: tuple[str, ...] = ()
    error: str | None = None
    error_sentence: Sentence | None = field(default=None, compare=False, repr=False)
    """The error in a translatable form; not written to files."""

    def __post_init__(self) -> None:
        if (self.score is None) == self.outcome.answered:
            raise ValueError(f"outcome {self.outcome} and score {self.score} disagree")

    @property
    def context_length(self) -> int:
        """The assigned length under the name `calculate_depth_bins` reads (reading 57)."""
        return self.test_context_length

    @property
    def trial_key(self) -> str:
        return trial_key(
            self.item_key, self.test_context_length, self.target_depth, self.repeat, self.control
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the fields, source 003's first in its order, with the length under both names."""
        row = {item.name: _plain(getattr(self, item.name)) for item in fields(self)}
        del row["error_sentence"]
        return {**row, "context_length": self.test_context_length}

    @classmethod
    def from_dict(cls, row: Mapping[str, Any]) -> "ResultEntry":
        """Invert `to_dict`; also read rows in source 003's format, without our fields.

        Their outcome follows from their `parsing_status`, answers and score. Raises KeyError,
        TypeError or ValueError if a field of source 003's is missing or has the wrong type.
        """
        field_names = {item.name for item in fields(cls)} - {"error_sentence"}
        values = {
            name: value for name, value in row.items() if name in field_names and value is not None
        }
        length = row.get("test_context_length", row.get("context_length"))
        if isinstance(length, bool) or not isinstance(length, int):
            raise TypeError("test_context_length is not a number of tokens")
        outcome = Outcome(row["outcome"]) if row.get("outcome") else _outcome_of(row)
        values |= {
            "choice": dict(row.get("choice") or {}),
            "correct_answer": _letters(row["correct_answer"]),
            "model_answer": _letters(row.get("model_answer")),
            "parsing_status": row.get("parsing_status") or SUCCESS,
            "position": row.get("position"),
            "score": _score_of(row.get("score"), outcome),
            "metrics": dict(row.get("metrics") or {}),
            "outcome": outcome,
            "test_context_length": length,
            "warnings": tuple(row.get("warnings") or ()),
        }
        return cls(**values)


@dataclass(frozen=True, kw_only=True)
class DatasetMetadata:
    """The metadata of a result file (source 003, "扩展的 Metadata 格式").

    `questions_per_bin` is the least number of questions in any depth bin at any length; `run` is
    the id of the stored run, if any. `estimate` was made before the start: calls, prompt_tokens,
    max_completion_tokens, cost and the price used, null where unknown. `settings` holds whatever
    must be equal for a second call to continue the file.
    """

    tested_at: str = ""
    model_name: str = ""
    novel_path: str = ""
    question_set_path: str = ""
    depth_mode: str = "legacy"
    context_lengths: tuple[int, ...] = ()
    depth_bins: tuple[str, ...] = ()
    questions_per_bin: int | None = None
    tokenizer: str | None = None
    prompt_hash: str | None = None
    run: str | None = None
    seed: int | None = None
    filler: str | None = None
    padding_size: int | None = None
    estimate: Mapping[str, Any] | None = None
    settings: Mapping[str, Any] = field(default_factory=_empty_mapping)

    def to_dict(self) -> dict[str, Any]:
        return {item.name: _plain(getattr(self, item.name)) for item in fields(self)}

    @classmethod
    def from_dict(cls, row: Mapping[str, Any]) -> "DatasetMetadata":
        """Read known fields and ignore others. Raises TypeError or ValueError for wrong types."""
        field_names = {item.name for item in fields(cls)}
        values = {
            name: value for name, value in row.items() if name in field_names and value is not None
        }
        for name in ("context_lengths", "depth_bins"):
            if name in values:
                values[name] = tuple(values[name])
        return cls(**values)


def _plain(value: object) -> object:
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return dict(value)
    return list(value) if isinstance(value, tuple) else value


def _letters(value: object) -> tuple[str, ...]:
    if value is None:
        return ()
    if isinstance(value, str):
        value = [value] if value else []
    if not isinstance(value, list | tuple) or not all(isinstance(letter, str) for letter in value):
        raise ValueError(f"{value!r} is not a list of letters")
    return tuple(value)


def _outcome_of(row: Mapping[str, Any]) -> Outcome:
    """Derive the outcome of a row without one; a reply that was not read is never WRONG."""
    status, answered = row.get("parsing_status") or SUCCESS, _letters(row.get("model_answer"))
    if status != SUCCESS:
        return Outcome(status) if status in set(Outcome) - ANSWERED else Outcome.PARSE_FAILURE
    score = row.get("score")
    if not answered and not score and row.get("model_answer") is not None:
        return Outcome.ABSTAINED
    is_correct = score == 1 if score is not None else set(answered) == set(row["correct_answer"])
    return Outcome.CORRECT if is_correct else Outcome.WRONG


def _score_of(score: object, outcome: Outcome) -> float | None:
    """Return the score of an answered row, which may be a partial one of another tool."""
    if isinstance(score, int | float) and outcome.answered:
        return float(score)
    return outcome.score
