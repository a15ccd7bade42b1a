"""A question of source 000, parsed once at import."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any


class QuestionType(StrEnum):
    SINGLE_CHOICE = "single_choice"
    MULTI_CHOICE = "multi_choice"


@dataclass(frozen=True, slots=True)
class Position:
    """Half-open token range [start_pos, end_pos) of the passage a question was written from."""

    start_pos: int
    end_pos: int

    def to_dict(self) -> dict[str, int]:
        return {"start_pos": self.start_pos, "end_pos": self.end_pos}


@dataclass(frozen=True, slots=True)
class Question:
    """One labelled question (source 000, "验证请求格式").

    `choice` maps lower-case letters to option texts in file order, `answer` holds letters of
    `choice`, `context` is the row's own text when it brings one, `extra` keeps every other field
    of the row so that nothing is lost on export. `key` names the question in its set where its
    own id is taken.
    """

    question: str
    question_type: QuestionType
    choice: Mapping[str, str]
    answer: tuple[str, ...]
    position: Position | None = None
    context: str | None = None
    extra: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    key: str | None = field(default=None, compare=False)

    @property
    def content_key(self) -> str:
        """Same question, options and label -> same key, whatever file it came in."""
        content = [self.question, self.question_type, dict(self.choice), sorted(self.answer)]
        return hashlib.sha256(json.dumps(content, ensure_ascii=False).encode()).hexdigest()[:16]

    @property
    def item_key(self) -> str:
        """The key of its replies and results: the row's own `id`, else its content key."""
        if self.key is not None:
            return self.key
        row_id = self.extra.get("id")
        return str(row_id) if row_id not in (None, "") else self.content_key

    def to_dict(self) -> dict[str, Any]:
        """Return the row in source 000's format; extra fields come first, unchanged."""
        row: dict[str, Any] = {
            **self.extra,
            "question": self.question,
            "question_type": self.question_type.value,
            "choice": dict(self.choice),
            "answer": list(self.answer),
            "position": self.position.to_dict() if self.position else None,
        }
        if self.context is not None:
            row["context"] = self.context
        return row
