"""Helpers for loops over real HTTP, with a server that generates and evaluates by a script."""

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.answer_loop.answer_graph import MultiAgentGraph
from core.answer_loop.config import Config
from core.answer_loop.evaluation import Evaluator
from core.answer_loop.generators import AnswerGenerator, ExtractiveGenerator, ModelGenerator
from core.answer_loop.model_evaluator import ModelEvaluator
from core.answer_loop.rule_evaluator import RuleEvaluator
from core.evidence_gate.extractive import EXTRACTIVE
from core.llm import Connection, LLMClient, open_client
from core.text.retrieval.passages import Passage, Retrieved
from core.text.span import Span
from tests.core.evidence_gate.evidence_texts import GENEALOGY
from tests.openai_server import ChatRequest

QUERY = "严氏始祖是哪一年迁到严田的？"
GOOD = "严氏始祖于明朝洪武三年自泉州迁入严田。[1]"
BARE = "严氏始祖于明朝洪武三年自泉州迁入严田。"
PASSED = {"passed": True, "suggestions": []}
FAILED = {"passed": False, "suggestions": ["[证据标注] 第一句缺少来源标注"]}


@dataclass(frozen=True)
class Shelf:
    """A retriever that returns its texts in order for any query."""

    texts: Sequence[str] = (GENEALOGY,)

    def search(
        self, query: str, *, k: int = 5, source_ids: Collection[int] | None = None
    ) -> list[Retrieved]:
        return [
            Retrieved(Passage(number, 1, "严氏族谱", Span(0, len(text)), text), 5.0 - number, 0.9)
            for number, text in enumerate(self.texts, 1)
        ][:k]


@dataclass
class Script:
    """The replies of the models `gen` and `judge`, in order; the last one repeats."""

    answers: Sequence[str] = (GOOD,)
    evaluations: Sequence[Any] = (PASSED,)
    asked: dict[str, list[ChatRequest]] = field(default_factory=lambda: {"gen": [], "judge": []})

    def __call__(self, request: ChatRequest) -> str:
        model = str(request.body["model"])
        earlier = self.asked[model]
        replies = self.answers if model == "gen" else self.evaluations
        reply = replies[min(len(earlier), len(replies) - 1)]
        earlier.append(request)
        return reply if isinstance(reply, str) else json.dumps(reply, ensure_ascii=False)


async def no_wait(_: float) -> None: ...


_opened: list[LLMClient] = []


def client_at(url: str, model: str, **fields: object) -> LLMClient:
    connection = Connection.model_validate(
        {"name": model, "model": model, "base_url": url, **fields}
    )
    _opened.append(open_client(connection, {}))
    return _opened[-1]


async def close_clients() -> None:
    while _opened:
        await _opened.pop().aclose()


def evaluator_at(url: str, name: str) -> Evaluator:
    if not name:
        return RuleEvaluator()
    return ModelEvaluator(client_at(url, name), sleep=no_wait)


def graph_at(
    url: str, folder: Path, *, most: int = 3, judge: str = "judge", gen: str = "gen", **options: Any
) -> MultiAgentGraph:
    generator: AnswerGenerator = (
        ExtractiveGenerator()
        if gen == EXTRACTIVE
        else ModelGenerator(client_at(url, gen), sleep=no_wait)
    )
    config = Config(
        GENER_EPOCH=most,
        LLM_MUTI_AGENT=judge,
        OBSERVATIONAL_DATA=folder / "observational_data.json",
    )
    retriever = options.pop("retriever", Shelf())
    return MultiAgentGraph(
        generator, lambda name: evaluator_at(url, name), retriever, config, **options
    )
