"""Read a model's opinion of a copy from its reply."""

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from core.llm import Completion, UnreadableReply
from core.llm.replies.json_objects import read_json_object
from core.llm.replies.reply_parsing import read_typed
from core.llm.reply_formats import model_schema
from core.llm.sanitizing import without_unstorable

MAX_REASON_LENGTH = 300
"""Maximum characters of a reason that are kept."""
_Rating = Annotated[int, Field(ge=0, le=100)]


def _shortened(value: object) -> object:
    return (
        without_unstorable(value).strip()[:MAX_REASON_LENGTH] if isinstance(value, str) else value
    )


class OpinionReply(BaseModel):
    """The reply requested from a model; numbers are whole, from 0 to 100."""

    model_config = ConfigDict(frozen=True, strict=True)

    toxicity: _Rating
    sentiment: _Rating
    category: str
    reason: Annotated[str, BeforeValidator(_shortened)]


def opinion_schema(categories: Sequence[str]) -> dict[str, Any]:
    """The JSON Schema of `OpinionReply` with the allowed categories."""
    return model_schema(OpinionReply, category={"type": "string", "enum": list(categories)})


def read_opinion(completion: Completion, categories: Sequence[str]) -> OpinionReply:
    """Parse the reply. Raises UnreadableReply, naming the field that cannot be used."""
    raw = completion.text

    def typed() -> OpinionReply:
        fields = read_json_object(raw, tuple(OpinionReply.model_fields))
        names = {name.casefold(): name for name in categories}
        category = fields["category"]
        if not isinstance(category, str) or category.strip().casefold() not in names:
            raise _unusable("category", raw)
        fields["category"] = names[category.strip().casefold()]
        try:
            return OpinionReply.model_validate(fields)
        except ValidationError as error:
            raise _unusable(str(error.errors(include_url=False)[0]["loc"][0]), raw) from None

    return read_typed(raw, completion.finish_reason, typed)


def _unusable(name: str, raw: str) -> UnreadableReply:
    return UnreadableReply(
        "The reply's field {name} is not as requested. Retry.", raw=raw, name=name
    )
