"""Request and response bodies of the API (source 002, "API 行为变化")."""

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic_core import PydanticCustomError

LONGEST_ID, MAX_QUERY, MAX_NOTE = 64, 2_000, 2_000
"""Limits in characters."""


def _storable(text: str) -> str:
    if "\0" in text:
        raise PydanticCustomError("null_character", "a null character cannot be stored")
    return text


Storable = Annotated[str, AfterValidator(_storable)]
Id = Annotated[Storable, Field(min_length=1, max_length=LONGEST_ID)]


class _Sent(BaseModel):
    model_config = ConfigDict(extra="forbid")


class ChatBody(_Sent):
    """A question; `session_id` continues a conversation.

    Earlier messages are used for questions of preference only, never as evidence.
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
    """A half-open range of characters in the text `source_id`."""

    source_id: int
    start: int
    end: int


class CitationOut(BaseModel):
    """A source that `answer_text` cites as `[number]`; every such mark has one."""

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
    """A visitor's judgement of the gate's decision on an answer."""

    trace_id: Id
    judged: Literal["wrongly_refused", "wrongly_answered", "right"]
    note: Annotated[Storable, Field(max_length=MAX_NOTE)] = ""


class FeedbackOut(BaseModel):
    feedback_id: int
