"""Depth tests: the planned tasks of a run and their results (source 003)."""

from typing import Any

from sqlalchemy import JSON, Column, Index, Text, UniqueConstraint
from sqlmodel import Field, SQLModel


class DepthTask(SQLModel, table=True):
    """A planned item of a depth run: a question at a length and depth, or one of its controls.

    `depth_bin` and `target_depth` are empty if there is no depth (legacy mode, controls without a
    context); `control`: the control's name, empty for the test itself.
    """

    __tablename__ = "depth_task"
    __table_args__ = (UniqueConstraint("run_id", "item_key"),)

    id: int | None = Field(default=None, primary_key=True)
    run_id: int = Field(foreign_key="run.id", index=True)
    question_id: int = Field(foreign_key="question.id", index=True)
    item_key: str
    context_length: int
    depth_bin: str = ""
    target_depth: float | None = None
    repeat: int = 0
    control: str = ""


class DepthResult(SQLModel, table=True):
    """The result of a depth item; fields as in source 003's result format.

    It repeats the cell of its task, so that a heatmap reads one index without a join. `pieces`:
    half-open character spans of the novel from which the context can be rebuilt byte for byte.
    Token counts are None if unknown.
    """

    __tablename__ = "depth_result"
    __table_args__ = (
        Index(
            "ix_depth_result_cell", "run_id", "control", "context_length", "depth_bin", "outcome"
        ),
    )

    id: int | None = Field(default=None, primary_key=True)
    item_id: int = Field(foreign_key="run_item.id", unique=True)
    run_id: int = Field(foreign_key="run.id")
    question_id: int = Field(foreign_key="question.id", index=True)
    context_length: int
    depth_bin: str = ""
    control: str = ""
    repeat: int = 0
    outcome: str
    target_depth: float | None = None
    depth: float | None = Field(default=None, description="measured in the context that was built")
    score: float | None = None
    model_answer: list[str] = Field(sa_column=Column(JSON, nullable=False))
    parsing_status: str = ""
    metrics: dict[str, Any] = Field(default={}, sa_column=Column(JSON, nullable=False))
    warnings: list[str] = Field(default=[], sa_column=Column(JSON, nullable=False))
    context_tokens: int | None = None
    planned_prompt_tokens: int | None = None
    billed_prompt_tokens: int | None = None
    completion_tokens: int | None = None
    pieces: list[list[int]] = Field(default=[], sa_column=Column(JSON, nullable=False))
    evidence_start: int | None = Field(default=None, description="a character of the context")
    evidence_end: int | None = None
    context_hash: str | None = None
    raw_reply: str | None = Field(default=None, sa_column=Column(Text))
