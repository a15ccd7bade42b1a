"""Source 004: answers are generated, evaluated and revised in a loop.

graph = MultiAgentGraph(generator, open_evaluator, retriever, Config(GENER_EPOCH=3))
result = await graph.run(query)  # result.final_answer, result.outcome
"""

from typing import TYPE_CHECKING

from core.answer_loop.config import Config
from core.answer_loop.evaluation import Evaluation, EvaluationRecord, Evaluator
from core.answer_loop.fixes import FixKind, FlaggedQuestion, SuggestedFix, apply_fix, read_fix
from core.answer_loop.generators import AnswerGenerator, ExtractiveGenerator, ModelGenerator
from core.answer_loop.journal import Attempt, Committed, LoopJournal, MemoryJournal
from core.answer_loop.loop_result import LoopResult
from core.answer_loop.model_evaluator import ModelEvaluator
from core.answer_loop.rule_evaluator import RuleEvaluator

if TYPE_CHECKING:
    from core.answer_loop.answer_graph import MultiAgentGraph
    from core.answer_loop.state import MultiAgentState

__all__ = [
    "AnswerGenerator",
    "Attempt",
    "Committed",
    "Config",
    "Evaluation",
    "EvaluationRecord",
    "Evaluator",
    "ExtractiveGenerator",
    "FixKind",
    "FlaggedQuestion",
    "LoopJournal",
    "LoopResult",
    "MemoryJournal",
    "ModelEvaluator",
    "ModelGenerator",
    "MultiAgentGraph",
    "MultiAgentState",
    "RuleEvaluator",
    "SuggestedFix",
    "apply_fix",
    "read_fix",
]


def __getattr__(name: str) -> object:
    """Import the graph and its state on first use, as loading langgraph takes a second."""
    match name:
        case "MultiAgentGraph":
            from core.answer_loop.answer_graph import MultiAgentGraph  # noqa: PLC0415

            return MultiAgentGraph
        case "MultiAgentState":
            from core.answer_loop.state import MultiAgentState  # noqa: PLC0415

            return MultiAgentState
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
