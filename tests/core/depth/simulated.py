"""Models whose accuracy at every depth and length is known."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any

import numpy as np

from core.depth.outcomes import Outcome
from core.depth.results import ResultEntry

LENGTHS = (8000, 32000, 64000, 128000)
LABELS = ("0%", "25%", "50%", "75%", "100%")
FAILURES = (Outcome.API_ERROR, Outcome.PARSE_FAILURE, Outcome.REFUSAL, Outcome.TRUNCATED)

Truth = Callable[[int, float], float]


def lost_in_the_middle(length: int, depth: float) -> float:
    """0.95 at the ends of a short context, 0.45 in the middle of the longest."""
    middle = 1 - (2 * depth - 1) ** 2
    return 0.95 - 0.5 * middle * length / LENGTHS[-1]


def entry(outcome: Outcome = Outcome.CORRECT, **fields: object) -> ResultEntry:
    """A result at 8000 tokens and 50%; `fields` say otherwise."""
    said: dict[str, object] = {
        "question": "谁先开口？",
        "question_type": "single_choice",
        "choice": {"a": "宝玉", "b": "黛玉"},
        "correct_answer": ("a",),
        "model_answer": (),
        "parsing_status": "success" if outcome.answered else outcome.value,
        "position": None,
        "score": outcome.score,
        "outcome": outcome,
        "depth": 0.5,
        "depth_bin": "50%",
        "test_context_length": 8000,
        "item_key": "q0",
        "model": "planted",
    }
    return ResultEntry(**(said | fields))  # type: ignore[arg-type]


def source_row(**fields: object) -> dict[str, Any]:
    """Source 003's result format, and nothing more."""
    return {
        "question": "Who rang?",
        "question_type": "single_choice",
        "choice": {"a": "Ada", "b": "Bruno"},
        "correct_answer": ["b"],
        "model_answer": ["b"],
        "parsing_status": "success",
        "position": {"start_pos": 1389, "end_pos": 1889},
        "score": 1.0,
        "metrics": {},
        "depth": 0.5,
        "depth_bin": "50%",
        "test_context_length": 128000,
    } | fields


def simulated(
    truth: Truth,
    *,
    seed: int,
    questions: int = 200,
    failing: float = 0.0,
    lengths: Sequence[int] = LENGTHS,
    model: str = "planted",
) -> list[ResultEntry]:
    """Every question at every depth and length; `failing` is the machinery's share."""
    random = np.random.default_rng(seed)
    results = []
    for length in lengths:
        for label in LABELS:
            right = random.random(questions) < truth(length, _depth(label))
            failed = random.random(questions) < failing
            kinds = random.integers(len(FAILURES), size=questions)
            for number, drawn in enumerate(zip(right, failed, kinds, strict=True)):
                results.append(_planted(length, label, number, _outcome(*drawn), model))
    return results


@cache
def _planted(length: int, label: str, number: int, outcome: Outcome, model: str) -> ResultEntry:
    return entry(
        outcome,
        depth=_depth(label),
        target_depth=_depth(label),
        depth_bin=label,
        test_context_length=length,
        item_key=f"q{number}",
        model=model,
    )


def _outcome(right: bool, failed: bool, kind: int) -> Outcome:
    if failed:
        return FAILURES[kind]
    return Outcome.CORRECT if right else Outcome.WRONG


def oracle(right: int, n: int) -> Iterable[ResultEntry]:
    for number in range(n):
        outcome = Outcome.CORRECT if number < right else Outcome.WRONG
        yield entry(outcome, control="oracle", depth=None, depth_bin=None, item_key=f"q{number}")


def _depth(label: str) -> float:
    return float(label.rstrip("%")) / 100
