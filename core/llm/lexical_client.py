"""The offline baseline behind `LLMClient`: no model, no key, no network."""

import asyncio
import json
from collections.abc import Mapping
from functools import lru_cache
from threading import Lock
from time import perf_counter
from typing import Any, Literal

from core.llm.client import Completion, Prompt
from core.llm.errors import FailureKind, LLMError
from core.llm.lexical import LexicalAnswer, SentenceIndex, read
from core.questions import QuestionType

INLINE_CHARACTERS = 20_000
"""A longer context is read in a thread: on the event loop it would block others for over 50 ms."""
_CACHED_INDEXES = 4
_TASKS = ("validation", "depth")

_REASONING = {
    "en": (
        "Offline baseline without a model: chosen by word overlap with the text alone. "
        "Scores from 0 to 1: {scores}; the best sentence covers {covered:.0%} of the question's "
        "terms. It does not understand the text."
    ),
    "zh": (
        "离线基线，没有使用模型：仅按与原文的词语重合度选择。"
        "各选项得分（0 到 1）：{scores}；最相关的句子覆盖了问题用词的 {covered:.0%}。"
        "基线并不理解原文。"
    ),
}


class LexicalClient:
    """Answers the tasks "validation" and "depth" by word overlap, in source 000's reply format.

    The reply to a depth test has no letter if the text does not answer the question. Equal prompts
    get equal replies. `docs/baseline.md` says how often it is right.
    """

    kind: Literal["lexical"] = "lexical"
    model = "lexical-1"

    def __init__(self, name: str = "lexical") -> None:
        self.name = name

    async def complete(self, prompt: Prompt) -> Completion:
        """Raises LLMError BAD_REQUEST for another task or a prompt without its variables."""
        if prompt.task not in _TASKS:
            raise LLMError(
                FailureKind.BAD_REQUEST,
                "The offline baseline cannot do the task {task}. Choose a model connection.",
                task=prompt.task,
            )
        started = perf_counter()
        question, choice, question_type, context = _variables(prompt.variables)
        if len(context) > INLINE_CHARACTERS:
            reading = await asyncio.to_thread(_read, question, choice, question_type, context)
        else:
            reading = _read(question, choice, question_type, context)
        return Completion(
            text=_reply(reading, prompt.language, declines=prompt.task == "depth"),
            model=self.model,
            latency_s=perf_counter() - started,
        )

    async def aclose(self) -> None:
        """Do nothing: nothing is held open."""


def _variables(
    variables: Mapping[str, Any],
) -> tuple[str, Mapping[str, str], QuestionType, str]:
    try:
        return (
            variables["question"],
            variables["choice"],
            QuestionType(variables["question_type"]),
            variables["context"],
        )
    except (KeyError, ValueError) as error:
        raise LLMError(
            FailureKind.BAD_REQUEST,
            "The prompt has no usable variable {variable}. Use a validation prompt template.",
            variable=str(error),
        ) from error


def _read(
    question: str, choice: Mapping[str, str], question_type: QuestionType, context: str
) -> LexicalAnswer:
    with _index_lock:
        index = _index_of(context)
    return read(question, choice, question_type, index)


_index_lock = Lock()
"""Held while indexing: questions that arrive together share one index instead of building two."""


@lru_cache(maxsize=_CACHED_INDEXES)
def _index_of(context: str) -> SentenceIndex:
    return SentenceIndex(context)


def _reply(reading: LexicalAnswer, language: str, *, declines: bool) -> str:
    """The reply as JSON; with `declines` it has no letter if the question is not answerable."""
    scores = ", ".join(f"{letter} {score:.2f}" for letter, score in reading.scores.items())
    answer = reading.answer if reading.is_answerable or not declines else ()
    reasoning = _REASONING["zh" if language.startswith("zh") else "en"]
    return json.dumps(
        {
            "answer": list(answer),
            "evidence": reading.evidence,
            "is_answerable": reading.is_answerable,
            "confidence": reading.confidence,
            "reasoning": reasoning.format(scores=scores, covered=reading.question_covered),
        },
        ensure_ascii=False,
    )
