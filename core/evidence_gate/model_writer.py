"""A writer that asks a language model for an answer from evidence (source 002)."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Annotated, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from core.evidence_gate.answer_writer import DraftAnswer, DraftClaim, Turn
from core.evidence_gate.assertions.citation_marks import cited_in
from core.evidence_gate.evidence import Evidence
from core.llm import (
    Completion,
    FailedCall,
    LLMClient,
    Prompt,
    PromptTemplateManager,
    UnreadableReply,
    ask,
)
from core.llm.finish_reasons import UNFINISHED
from core.llm.replies.json_objects import read_json_object
from core.llm.replies.reply_parsing import read_typed
from core.llm.retries import RETRIES
from core.llm.sanitizing import without_unstorable
from core.text import Span

TEMPLATE = "answer_prompt"
LONGEST = 10_000
"""Most characters of an answer."""

_NONE = "-"
_SPEAKERS = {
    "en": {"user": "Visitor", "assistant": "You"},
    "zh": {"user": "游客", "assistant": "你"},
}


class ModelWriter:
    """Writes answers over a connection; the caller closes the client."""

    is_baseline = False

    def __init__(
        self,
        client: LLMClient,
        *,
        prompts: PromptTemplateManager | None = None,
        retries: int = RETRIES,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._client = client
        self._prompts = prompts or PromptTemplateManager()
        self._retries = retries
        self._sleep = sleep

    @property
    def name(self) -> str:
        return self._client.name

    @property
    def model(self) -> str:
        return self._client.model

    async def write(
        self,
        query: str,
        evidence: Sequence[Evidence],
        *,
        language: str,
        persona: str = "",
        memory: Sequence[Turn] = (),
    ) -> DraftAnswer:
        """Write an answer. Raises LLMError when no usable reply came, and AuthenticationFailed
        without a retry.
        """
        prompt = replace(
            self.prompt(query, evidence, language=language, persona=persona, memory=memory),
            reply_schema=SCHEMA,
        )
        outcome = await ask(
            self._client, prompt, read_answer, retries=self._retries, sleep=self._sleep
        )
        if isinstance(outcome, FailedCall):
            raise outcome.error
        written: WrittenAnswer = outcome.value
        return DraftAnswer(
            written.text,
            written.abstained,
            outcome.raw,
            outcome.usage,
            outcome.attempts,
            written.claims,
        )

    def prompt(
        self,
        query: str,
        evidence: Sequence[Evidence],
        *,
        language: str,
        persona: str = "",
        memory: Sequence[Turn] = (),
    ) -> Prompt:
        speakers = _SPEAKERS[language]
        passages = (f"[{passage.number}] {passage.title}\n{passage.text}" for passage in evidence)
        turns = (f"{speakers[turn.role]}: {turn.text}" for turn in memory)
        return self._prompts.render(
            TEMPLATE,
            language,
            {
                "persona": persona or _NONE,
                "text": "\n\n".join(passages) or _NONE,
                "memory": "\n".join(turns) or _NONE,
                "question": query,
            },
        )


class _Schema(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True)


class _Sentence(_Schema):
    claim: Annotated[str, Field(min_length=1, max_length=LONGEST, pattern=r"\S")]
    quote: Annotated[str, Field(max_length=LONGEST)] = ""
    evidence_id: Annotated[str | int, Field(union_mode="left_to_right")] = ""


class _Sentences(_Schema):
    sentences: Annotated[list[_Sentence], Field(min_length=1, max_length=50)]
    abstained: bool


class _Text(_Schema):
    """A reply in the earlier format, which some models still use, with marks in the text."""

    answer: Annotated[str, Field(min_length=1, max_length=LONGEST, pattern=r"\S")]
    abstained: bool


_TEXT = {"type": "string"}
SCHEMA = {
    "type": "object",
    "properties": {
        "sentences": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"claim": _TEXT, "quote": _TEXT, "evidence_id": _TEXT},
                "required": ["claim", "quote", "evidence_id"],
                "additionalProperties": False,
            },
        },
        "abstained": {"type": "boolean"},
    },
    "required": ["sentences", "abstained"],
    "additionalProperties": False,
}
"""The JSON schema of replies, for endpoints that support one; else JSON is read from the text."""


class WrittenAnswer(NamedTuple):
    text: str
    abstained: bool
    claims: tuple[DraftClaim, ...] = ()


def read_answer(completion: Completion) -> WrittenAnswer:
    """Read the answer, and whether it abstains. Raises UnreadableReply, also for a reply that was
    cut off.
    """
    raw = completion.text

    def typed() -> WrittenAnswer:
        fields = read_json_object(raw, ("abstained",))
        if completion.finish_reason in UNFINISHED:
            raise UnreadableReply(
                "The reply was cut off at the output limit. Raise max_output_tokens.", raw=raw
            )
        try:
            if "sentences" in fields:
                return _joined(_Sentences.model_validate(fields))
            reply = _Text.model_validate(fields)
        except ValidationError as error:
            raise UnreadableReply(
                "The reply's field {name} is not as requested. Retry.",
                raw=raw,
                name=str(error.errors(include_url=False)[0]["loc"][0]),
            ) from None
        return WrittenAnswer(without_unstorable(reply.answer).strip(), reply.abstained)

    return read_typed(raw, completion.finish_reason, typed)


def _joined(reply: _Sentences) -> WrittenAnswer:
    """Join the claims to one text, each marked with its evidence."""
    text, claims = "", list[DraftClaim]()
    for sentence in reply.sentences:
        claim = without_unstorable(sentence.claim).strip()
        number = _NUMBER.search(str(sentence.evidence_id))
        has_mark = number is None or bool(cited_in(claim))
        start = len(text) + bool(text)
        text = f"{text} {claim}{'' if has_mark or number is None else f'[{number[0]}]'}".strip()
        claims.append(
            DraftClaim(Span(start, len(text)), without_unstorable(sentence.quote).strip())
        )
    return WrittenAnswer(text, reply.abstained, tuple(claims))


_NUMBER = re.compile(r"\d{1,3}")
