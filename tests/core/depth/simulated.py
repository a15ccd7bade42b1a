"""Simulated results of models with a known accuracy at every depth and length."""

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
    """Return a result at 8000 tokens and 50%, unless overwritten by `fields`."""
    defaults: dict[str, object] = {
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
    return ResultEntry(**(defaults | fields))  # type: ignore[arg-type]


def source_row(**fields: object) -> dict[str, Any]:
    """Return a row with exactly the fields of source 003's result format."""
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
    """Simulate every question at every depth and length; `failing`: share of system failures."""
    random = np.random.default_rng(seed)
    results = []
    for length in lengths:
        for label in LABELS:
            is_correct = random.random(questions) < truth(length, _depth(label))
            failed = random.random(questions) < failing
            kinds = random.integers(len(FAILURES), size=questions)
            for number, draws in enumerate(zip(is_correct, failed, kinds, strict=True)):
                results.append(_planted(length, label, number, _outcome(*draws), model))
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


def _outcome(is_correct: bool, has_failed: bool, kind: int) -> Outcome:
    if has_failed:
        return FAILURES[kind]
    return Outcome.CORRECT if is_correct else Outcome.WRONG


def oracle(n_correct: int, n: int) -> Iterable[ResultEntry]:
    for number in range(n):
        outcome = Outcome.CORRECT if number < n_correct else Outcome.WRONG
        yield entry(outcome, control="oracle", depth=None, depth_bin=None, item_key=f"q{number}")


def _depth(label: str) -> float:
    return float(label.rstrip("%")) / 100
