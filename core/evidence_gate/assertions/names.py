"""Find names of people and places in an answer, by rule or by a model (source 002, P3)."""

import asyncio
import re
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import NamedTuple, Protocol

from pydantic import BaseModel, ConfigDict, ValidationError

from core.evidence_gate.model_asker import ModelAsker
from core.llm import Completion, UnreadableReply
from core.llm.replies.json_objects import read_json_object
from core.llm.replies.reply_parsing import read_typed
from core.text import Span, guess_language, normalise
from core.text.language.scripts import UNSPACED
from core.text.matching import names_in

TEMPLATE = "names_prompt"
_SCHEMA = {
    "type": "object",
    "properties": {
        kind: {"type": "array", "items": {"type": "string"}} for kind in ("people", "places")
    },
    "required": ["people", "places"],
    "additionalProperties": False,
}
_SPACED = re.compile(f"[^{UNSPACED}]")
_LONGEST_NAME = 60


class NameKind(StrEnum):
    PERSON = "person"
    PLACE = "place"


class Name(NamedTuple):
    text: str
    kind: NameKind
    span: Span


class NameFinder(Protocol):
    def find(self, text: str) -> list[Name]:
        """Return the names in a text, in order, not overlapping. Raises LLMError if a model is
        asked and gives no usable reply.
        """
        ...


class KnownNames:
    """Finds given names in any script or case."""

    def __init__(self, names: Mapping[str, NameKind]) -> None:
        self._kinds = {normalise(name).text: kind for name, kind in names.items()}
        self._kinds.pop("", None)
        longest_first = sorted(self._kinds, key=len, reverse=True)
        spaced = "|".join(re.escape(name) for name in longest_first if _SPACED.match(name))
        unspaced = "|".join(re.escape(name) for name in longest_first if not _SPACED.match(name))
        parts = [unspaced] if unspaced else []
        parts += [rf"(?<![a-z0-9])(?:{spaced})(?![a-z0-9])"] if spaced else []
        self._pattern = re.compile("|".join(parts)) if parts else None

    @classmethod
    def of_texts(cls, texts: Iterable[str]) -> "KnownNames":
        """Collect the words that texts use as names (`core.text.matching.book_names`). A name with
        the ending of a place is a place, every other a person.
        """
        names = frozenset().union(*(names_in(text) for text in texts))
        return cls(
            {name: NameKind.PLACE if _PLACE.search(name) else NameKind.PERSON for name in names}
        )

    def find(self, text: str) -> list[Name]:
        if self._pattern is None:
            return []
        normal = normalise(text)
        names = []
        for match in self._pattern.finditer(normal.text):
            span = normal.original(*match.span())
            names.append(Name(span.of(text), self._kinds[match[0]], span))
        return names


_PLACE = re.compile(
    "[州城镇村府山岭桥园庄国寺洞楼院坪河江湖县京崖溪观庵殿宫关峰阁轩斋亭海馆榭洲庙岛陵省乡里塘]\\Z"
    "|(?:ton|ford|bridge|brook|ham|shire|field|wood|dale|port|mouth|burgh|chester|village)\\Z"
)


class ModelNameFinder(ModelAsker):
    """Asks a model for the names; names in its reply that are not in the text are ignored.

    Call `find` outside of an event loop (`asyncio.to_thread`).
    """

    def find(self, text: str) -> list[Name]:
        request = self.ask_model(
            TEMPLATE, guess_language(text), {"text": text}, read_names, _SCHEMA
        )
        names, _ = asyncio.run(request)
        return KnownNames(names).find(text)


class _Reply(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True)

    people: list[str]
    places: list[str]


def read_names(completion: Completion) -> dict[str, NameKind]:
    """Read the names in a model's reply. Raises UnreadableReply."""
    raw = completion.text

    def typed() -> dict[str, NameKind]:
        try:
            reply = _Reply.model_validate(read_json_object(raw, ("people", "places")))
        except ValidationError as error:
            raise UnreadableReply(
                "The reply's field {name} is not as requested. Retry.",
                raw=raw,
                name=str(error.errors(include_url=False)[0]["loc"][0]),
            ) from None
        kinds = dict.fromkeys(reply.people, NameKind.PERSON)
        kinds |= dict.fromkeys(reply.places, NameKind.PLACE)
        return {name: kind for name, kind in kinds.items() if len(name) <= _LONGEST_NAME}

    return read_typed(raw, completion.finish_reason, typed)
