"""What is sent and answered over HTTP (source 002, "API 行为变化")."""

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic_core import PydanticCustomError

LONGEST_ID, MAX_QUERY, MAX_NOTE = 64, 2_000, 2_000
"""Characters."""


def _storable(text: str) -> str:
    if "\0" in text:
        raise PydanticCustomError("null_character", "a null character cannot be stored")
    return text


Storable = Annotated[str, AfterValidator(_storable)]
Id = Annotated[Storable, Field(min_length=1, max_length=LONGEST_ID)]


class _Sent(BaseModel):
    model_config = ConfigDict(extra="forbid")


class ChatBody(_Sent):
    """`session_id` goes on with a conversation: what was said in it is used for questions of
    preference, and is never evidence.
    """

    tenant_id: Id = Field(examples=["yantian"])
    site_id: Id = Field(examples=["yantian-main"])
    npc_id: Id = Field(examples=["ancestor_yan"])
    query: Storable = Field(
        min_length=1,
        max_length=MAX_QUERY,
        pattern=r"\S",
        examples=["严氏始祖是哪一年迁到严田的？"],
    )
    session_id: Id | None = None


class CitedSpan(BaseModel):
    """Characters of the text `source_id`, half-open."""

    source_id: int
    start: int
    end: int


class CitationOut(BaseModel):
    """What `answer_text` marks with `[number]`: each of its marks is one of these."""

    number: int = Field(ge=1, examples=[1], description="the mark in `answer_text`, here `[1]`")
    evidence_id: str
    title: str
    confidence: float = Field(
        ge=0,
        le=1,
        description="how much of the question the passage covers: the share of its words and "
        "characters that stand there, each weighted by how rare it is",
    )
    support: float = Field(
        ge=0,
        le=1,
        description="how much of the sentence that cites it stands in the passage: 1 where it is "
        "quoted word for word",
    )
    quote: str
    span: CitedSpan


class ChatOut(BaseModel):
    trace_id: str
    session_id: str
    policy_mode: Literal["normal", "conservative"]
    answer_text: str
    citations: list[CitationOut]


class FeedbackBody(_Sent):
    """What a visitor thought of the gate's decision on an answer."""

    trace_id: Id
    judged: Literal["wrongly_refused", "wrongly_answered", "right"]
    note: Annotated[Storable, Field(max_length=MAX_NOTE)] = ""


class FeedbackOut(BaseModel):
    feedback_id: int
