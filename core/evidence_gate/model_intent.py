"""Classify questions by a model, with the result of the rules as a fallback (source 002, P1)."""

import asyncio
from dataclasses import dataclass, field, replace
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from core.evidence_gate.intent import Intent, IntentClassifier, IntentResult, QueryIntentClassifier
from core.evidence_gate.model_asker import ModelAsker
from core.llm import Completion, LLMError, UnreadableReply
from core.llm.replies.json_objects import read_json_object
from core.llm.replies.reply_parsing import read_typed
from core.text import guess_language

TEMPLATE = "intent_prompt"
_SCHEMA = {
    "type": "object",
    "properties": {"intent": {"type": "string", "enum": [str(each) for each in Intent]}},
    "required": ["intent"],
    "additionalProperties": False,
}


@dataclass(frozen=True)
class ModelIntentClassifier(ModelAsker):
    """Asks a model for the intent. Call `classify` outside of an event loop (`asyncio.to_thread`).

    If the model cannot be reached or read, the rules' intent is used and `failure` says why;
    AuthenticationFailed is such a failure too.
    """

    rule: IntentClassifier = field(default_factory=QueryIntentClassifier, kw_only=True)

    def classify(self, query: str) -> IntentResult:
        rule = self.rule.classify(query)
        request = self.ask_model(
            TEMPLATE, guess_language(query), {"text": query}, read_intent, _SCHEMA
        )
        try:
            intent, name = asyncio.run(request)
        except LLMError as error:
            return replace(rule, rule=rule, failure=str(error))
        return IntentResult(intent, rule.matched, name, rule)


class _Reply(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True)

    intent: Literal["fact_seeking", "context_preference"]


def read_intent(completion: Completion) -> Intent:
    """Read the intent in a model's reply. Raises UnreadableReply."""
    raw = completion.text

    def typed() -> Intent:
        fields = read_json_object(raw, ("intent",))
        try:
            return Intent(_Reply.model_validate(fields).intent)
        except ValidationError:
            raise UnreadableReply(
                "The reply's field {name} is not as requested. Retry.",
                raw=raw,
                name="intent",
            ) from None

    return read_typed(raw, completion.finish_reason, typed)
