"""The model that was asked about a copy, and the failure recorded when it gave no usable reply."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from core.errors import DeskError, Sentence
from core.llm import Completion, FailureKind, LLMClient, LLMError, Prompt


@dataclass(frozen=True, slots=True)
class ModelSource:
    """A model as recorded in the audit; `template` is "id version", empty for embeddings."""

    connection: str
    model: str
    template: str = ""
    template_hash: str = ""

    @classmethod
    def from_call(cls, client: LLMClient, prompt: Prompt, completion: Completion) -> "ModelSource":
        """The model that answered, under the name that the endpoint reports."""
        template = f"{prompt.template_id} {prompt.version}"
        return cls(client.name, completion.model, template, prompt.template_hash)

    def to_dict(self) -> dict[str, str]:
        return {
            "connection": self.connection,
            "model": self.model,
            "template": self.template,
            "template_hash": self.template_hash,
        }


@dataclass(frozen=True, slots=True)
class Unanswered:
    """A failed model call, with the message for people; it says nothing about the copy."""

    kind: FailureKind
    said: Sentence

    @classmethod
    def from_error(cls, error: DeskError) -> "Unanswered":
        kind = error.kind if isinstance(error, LLMError) else FailureKind.CRASHED
        return cls(kind, Sentence.from_error(error))

    def to_dict(self) -> dict[str, Any]:
        return {
            "kind": self.kind.value,
            "message": self.said.message,
            "params": dict(self.said.params),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Unanswered":
        return cls(FailureKind(data["kind"]), Sentence.stored(data))


def prompt_language(locale: str) -> str:
    """The language of the prompts ("en" or "zh") for copy of a locale."""
    return "zh" if locale.lower().startswith("zh") else "en"
