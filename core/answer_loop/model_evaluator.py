"""A model as the evaluator of an answer (source 004, "使用独立评估模型")."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from pydantic import BaseModel, ConfigDict, ValidationError

from core.answer_loop.evaluation import PREFIXES, Evaluation, EvaluationDimension, EvaluationRecord
from core.answer_loop.excerpts import LONGEST, shown_excerpt
from core.answer_loop.rule_evaluator import certain_faults
from core.evidence_gate import Evidence
from core.llm import (
    Completion,
    FailedCall,
    LLMClient,
    Prompt,
    PromptTemplateManager,
    UnreadableReply,
    ask,
)
from core.llm.replies.json_objects import read_json_object
from core.llm.replies.reply_parsing import read_typed
from core.llm.reply_formats import model_schema
from core.llm.retries import RETRIES
from core.llm.sanitizing import without_unstorable
from core.text.language import supported_language

TEMPLATE = "answer_evaluation_prompt"

_DIMENSION = re.compile(
    r"[\[【（(]?\s*(合理性|证据标注|reasonableness|evidence)\s*[\]】）)]?\s*[:：]?\s*",
    re.IGNORECASE,
)
_NAMES = {
    "合理性": EvaluationDimension.REASONABLENESS,
    "reasonableness": EvaluationDimension.REASONABLENESS,
    "证据标注": EvaluationDimension.EVIDENCE,
    "evidence": EvaluationDimension.EVIDENCE,
}


class _Reply(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True)

    passed: bool
    suggestions: list[str]


class ModelEvaluator:
    """Asks a model over a client of its own, never the generator's. An answer that the model passes
    must also have no `certain_faults`.
    """

    is_rule = False

    def __init__(
        self,
        client: LLMClient,
        *,
        prompts: PromptTemplateManager | None = None,
        template: str = TEMPLATE,
        retries: int = RETRIES,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._client = client
        self._prompts = prompts or PromptTemplateManager()
        self._template = template
        self._retries = retries
        self._sleep = sleep

    @property
    def name(self) -> str:
        return self._client.name

    @property
    def model(self) -> str:
        return self._client.model

    async def evaluate(
        self, query: str, answer: str, evidence: Sequence[Evidence], *, language: str
    ) -> EvaluationRecord:
        language_key = supported_language(language)
        prompt = self.prompt(query, answer, evidence, language_key)
        outcome = await ask(
            self._client,
            prompt,
            lambda completion: read_evaluation(completion, language_key),
            retries=self._retries,
            sleep=self._sleep,
        )
        if isinstance(outcome, FailedCall):
            raise outcome.error
        evaluation: Evaluation = outcome.value
        if evaluation.passed and self._template == TEMPLATE:
            evaluation = Evaluation.from_suggestions(certain_faults(answer, evidence, language_key))
        return EvaluationRecord(evaluation, outcome.raw, outcome.usage)

    def prompt(
        self, query: str, answer: str, evidence: Sequence[Evidence], language: str
    ) -> Prompt:
        """Return the prompt with the retrieved passages, each cut to its best 500 characters
        (reading 40).
        """
        variables = {
            "query": query,
            "answer": answer,
            "context": context_of(evidence, f"{query}\n{answer}", language),
            "item": "",
        }
        prompt = self._prompts.render(self._template, language, variables)
        return replace(prompt, reply_schema=model_schema(_Reply))


def context_of(
    evidence: Sequence[Evidence], query: str, language: str, *, longest: int | None = LONGEST
) -> str:
    """Return all retrieved passages as text, numbered as the answer cites them, each cut to its
    best `longest` characters; None: in full.
    """
    if not evidence:
        return "（没有检索到任何内容）" if language == "zh" else "(nothing was retrieved)"
    texts = [
        shown_excerpt(passage.text, query, longest) if longest else passage.text
        for passage in evidence
    ]
    return "\n\n".join(
        f"[{passage.number}] {passage.title}\n{text}"
        for passage, text in zip(evidence, texts, strict=True)
    )


def read_evaluation(completion: Completion, language: str) -> Evaluation:
    """Read a model's reply. Raises UnreadableReply where it is not the JSON asked for, contradicts
    itself, or names no dimension: an unreadable judgement passes nothing (reading 42).
    """
    raw = completion.text

    def typed() -> Evaluation:
        fields = read_json_object(raw, tuple(_Reply.model_fields))
        try:
            reply = _Reply.model_validate(fields)
        except ValidationError as error:
            name = str(error.errors(include_url=False)[0]["loc"][0])
            raise UnreadableReply(
                "The reply's field {name} is not as requested. Retry.", raw=raw, name=name
            ) from None
        if reply.passed == bool(reply.suggestions):
            raise UnreadableReply(
                "The evaluation passes with suggestions, or fails without any. Retry.", raw=raw
            )
        return Evaluation.from_suggestions(
            [_prefixed(suggestion, language, raw) for suggestion in reply.suggestions]
        )

    return read_typed(raw, completion.finish_reason, typed)


def _prefixed(suggestion: str, language: str, raw: str) -> str:
    text = without_unstorable(suggestion).strip()
    match = _DIMENSION.match(text)
    if match is None or not text[match.end() :]:
        raise UnreadableReply("A suggestion names no dimension or no change. Retry.", raw=raw)
    prefix = PREFIXES[language][_NAMES[match[1].lower()]]
    return f"{prefix} {text[match.end() :]}"
