"""A model's opinion of a copy, out of its reply."""

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from core.llm import Completion, UnreadableReply
from core.llm.replies.json_objects import read_json_object
from core.llm.replies.reply_parsing import read_typed
from core.llm.reply_formats import model_schema
from core.llm.sanitizing import without_unstorable

REASON_SHOWN = 300
_Share = Annotated[int, Field(ge=0, le=100)]


def _short(given: object) -> object:
    return without_unstorable(given).strip()[:REASON_SHOWN] if isinstance(given, str) else given


class OpinionReply(BaseModel):
    """What a model is asked for; numbers are whole, 0 to 100."""

    model_config = ConfigDict(frozen=True, strict=True)

    toxicity: _Share
    sentiment: _Share
    category: str
    reason: Annotated[str, BeforeValidator(_short)]


def opinion_schema(categories: Sequence[str]) -> dict[str, Any]:
    return model_schema(OpinionReply, category={"type": "string", "enum": list(categories)})


def read_opinion(completion: Completion, categories: Sequence[str]) -> OpinionReply:
    """Raises UnreadableReply, naming the field that cannot be used."""
    raw = completion.text

    def typed() -> OpinionReply:
        found = read_json_object(raw, tuple(OpinionReply.model_fields))
        names = {name.casefold(): name for name in categories}
        category = found["category"]
        if not isinstance(category, str) or category.strip().casefold() not in names:
            raise _unusable("category", raw)
        found["category"] = names[category.strip().casefold()]
        try:
            return OpinionReply.model_validate(found)
        except ValidationError as error:
            raise _unusable(str(error.errors(include_url=False)[0]["loc"][0]), raw) from None

    return read_typed(raw, completion.finish_reason, typed)


def _unusable(name: str, raw: str) -> UnreadableReply:
    return UnreadableReply(
        "The reply's field {name} is not as requested. Retry.", raw=raw, name=name
    )
