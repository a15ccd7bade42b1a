"""Parse a raw reply into a typed one; what cannot be read raises UnreadableReply, never passes as
an empty answer.
"""

import json
import re
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, TypeVar

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)

from core.llm.errors import FailureKind, UnreadableReply
from core.llm.finish_reasons import UNFINISHED, finish_of
from core.llm.replies.confidence import read_confidence
from core.llm.replies.json_objects import ends_in_object, read_json_object
from core.llm.replies.options.contradictions import contradicts
from core.llm.replies.options.reading import read_option_value
from core.llm.replies.reasoning import is_unfinished_reasoning, visible_reply, without_reasoning
from core.llm.replies.reply_fields import quotes_of, with_usual_names
from core.llm.replies.reply_length import require_readable_length
from core.llm.sanitizing import without_unstorable

T = TypeVar("T")

REQUIRED = ("answer", "evidence", "is_answerable", "confidence")
JOINED_BY = " … "
"""Joins several quotes: the matcher treats them as one with elisions and looks up each part."""

_YES_NO = {
    "true": True,
    "yes": True,
    "是": True,
    "能": True,
    "可以": True,
    "可回答": True,
    "false": False,
    "no": False,
    "否": False,
    "不能": False,
    "不可以": False,
    "不可回答": False,
}
_REFUSALS = re.compile(
    r"(?:I(?:['’]m| am) (?:very |really |so )?sorry|sorry|I apologi[sz]e|unfortunately|"
    r"I(?:['’]m| am) (?:not able|unable)|I (?:can(?:['’]t|not)|won['’]t|must decline)|as an ai\b)"
    r"[^.\n]{0,80}?"
    r"(?:can(?:['’]t|not)|unable|not able|won['’]t|decline|not comfortable)[^.\n]{0,20}?\b"
    r"(?:assist|help|comply|provide|fulfil|fulfill|continue|discuss|engage|process|do that|"
    r"answer (?:this|that|your))"
    r"|I(?: can(?:['’]t|not)| won['’]t|(?: am|['’]m) (?:unable|not able) to) "
    r"(?:assist|help|comply|fulfil|fulfill|continue|engage)"
    r"|(?:很?抱歉|对不起|不好意思)[，,。！!\s]{0,3}(?:作为[^，,。]{0,20}[，,])?我?"
    r"(?:无法|不能|没有办法|没法)(?:为您|为你|给您|给你)?"
    r"(?:提供|协助|帮助|满足|继续|处理|讨论|完成|回答(?:这个|该|此|您|你))"
    r"|^我(?:无法|不能)(?:为您|为你|给您|给你)?(?:提供|协助|帮助|满足|继续|处理|讨论)",
    re.IGNORECASE | re.MULTILINE,
)
_REFUSAL_CHARS = 300
_SHOWN_CHARS = 100


def _quote(value: object) -> object:
    """The quote as one text: several are joined by an ellipsis, and none gives ""."""
    try:
        value = JOINED_BY.join(quote for quote in quotes_of(value) if quote.strip())
    except ValueError:
        return value
    return without_unstorable(value)


def _prose(value: object) -> object:
    if isinstance(value, list):
        value = "\n".join(str(part) for part in value)
    if value is None:
        return ""
    return without_unstorable(value) if isinstance(value, str) else value


def _yes_no(value: object) -> object:
    return _YES_NO.get(value.strip().casefold(), value) if isinstance(value, str) else value


class ValidationReply(BaseModel):
    """A model's reply about one question (source 000, "验证响应格式").

    `answer` holds letters of the question's options in their order; it is empty only when the
    model calls the question unanswerable. `evidence` is the quote word for word. The fields stand
    in the order in which the prompt, and the schema made of them, ask for them. Every text can be
    stored (core.llm.sanitizing); a confidence in numbers is read as confidence says.
    """

    model_config = ConfigDict(frozen=True, strict=True)

    answer: tuple[str, ...] = Field(strict=False)
    evidence: Annotated[str, BeforeValidator(_quote)]
    is_answerable: Annotated[bool, BeforeValidator(_yes_no)]
    confidence: Annotated[Literal["high", "medium", "low"], BeforeValidator(read_confidence)]
    reasoning: Annotated[str, BeforeValidator(_prose)] = ""

    @field_validator("answer", mode="before")
    @classmethod
    def _letters(cls, value: object, info: ValidationInfo) -> tuple[str, ...]:
        context: dict[str, Any] = info.context or {}
        return read_option_value(value, context["choice"], multi=context["multi"])

    @model_validator(mode="after")
    def _require_answer(self) -> "ValidationReply":
        if self.is_answerable and not self.answer:
            raise ValueError("no option is chosen, yet the question is called answerable")
        return self


def read_validation_reply(
    raw: str, choice: Mapping[str, str], question_type: str, finish_reason: str = "stop"
) -> ValidationReply:
    """The typed reply. Raises UnreadableReply as `read_typed` does, naming the field."""
    return read_typed(
        raw,
        finish_reason,
        lambda: _typed(read_json_object(raw, REQUIRED), choice, question_type, raw),
    )


def read_typed(raw: str, finish_reason: str, read: Callable[[], T]) -> T:
    """What `read` makes of the reply.

    Raises UnreadableReply with the kind empty_reply, refusal, truncated or parse_failure, and `raw`
    unchanged. A reply longer than reply_length allows is not read, and a cut-off one only
    if it ends in a complete object: what is unfinished might have said something else.
    """
    require_readable_length(raw)
    text = without_reasoning(visible_reply(raw))
    unfinished = finish_of(finish_reason) in UNFINISHED
    if unfinished and not ends_in_object(text):
        raise _cut_off(raw)
    if not text and not unfinished:
        if is_unfinished_reasoning(raw):
            raise UnreadableReply(
                "The model's reasoning was not finished, so it gave no answer. Raise "
                "max_output_tokens.",
                raw=raw,
                kind=FailureKind.TRUNCATED,
            )
        raise UnreadableReply(
            "The model sent an empty reply. Retry, or choose another model.",
            raw=raw,
            kind=FailureKind.EMPTY_REPLY,
        )
    try:
        return read()
    except UnreadableReply:
        if unfinished:
            raise _cut_off(raw) from None
        if is_refusal(text):
            raise UnreadableReply(
                "The model refused to answer. The reply is kept; try another model.",
                raw=raw,
                kind=FailureKind.REFUSAL,
            ) from None
        raise


def _cut_off(raw: str) -> UnreadableReply:
    return UnreadableReply(
        "The reply was cut off at the output limit. Raise max_output_tokens.",
        raw=raw,
        kind=FailureKind.TRUNCATED,
    )


def is_refusal(text: str) -> bool:
    """Whether a reply without an object declines the task, rather than finding no answer."""
    return "{" not in text and _REFUSALS.search(text[:_REFUSAL_CHARS]) is not None


def _typed(
    fields: dict[str, Any], choice: Mapping[str, str], question_type: str, raw: str
) -> ValidationReply:
    try:
        reply = ValidationReply.model_validate(
            with_usual_names(fields, ("reasoning",)),
            context={"choice": choice, "multi": question_type == "multi_choice"},
        )
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
    else:
        if contradicts(fields, reply.answer, choice):
            raise UnreadableReply(
                "The reply's letter and the text of its answer name different options. It is "
                "stored unchanged; retry.",
                raw=raw,
            )
        return reply
    if not first["loc"]:
        raise UnreadableReply(
            "The reply says the question is answerable but chooses no option. It is stored "
            "unchanged; retry.",
            raw=raw,
        )
    name = str(first["loc"][0])
    raise UnreadableReply(
        "The reply's field {name} cannot be used: {value}. It is stored unchanged; retry.",
        raw=raw,
        name=name,
        value=_shortened(fields.get(name)),
    )


def _shortened(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= _SHOWN_CHARS else f"{text[:_SHOWN_CHARS]}…"
