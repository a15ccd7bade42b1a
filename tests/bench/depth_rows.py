"""`python -m tests.bench.depth_rows`: a million stored depth results, drawn and looked into."""

import random
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

from sqlalchemy import Engine

from core.depth import DEPTH_BINS, DEPTH_LABELS
from core.services.results import (
    CellPlace,
    cell_outcomes,
    cell_results,
    depth_cells,
    depth_figures,
    neighbours,
    placed_entries,
)
from core.services.runs import DepthSpec, get_run
from db.engine import make_engine, migrate
from tests.bench.pairs import duration, table

LENGTHS = tuple(1000 * 2**step for step in range(10))
QUESTIONS = 20_000
OUTCOMES = ("correct", "wrong", "abstained", "parse_failure", "api_error")
WEIGHTS = (70, 20, 5, 3, 2)
DAY = "2026-01-01 00:00:00"


def filled(file: Path) -> Engine:
    """One crossed run: every question at ten lengths and five depths."""
    url = f"sqlite:///{file}"
    migrate(url)
    make_engine(url).dispose()
    spec = DepthSpec(
        set_id=1, connection="test", depth_mode="crossed", context_lengths=LENGTHS
    ).model_dump_json()
    chances = random.Random(1)
    with sqlite3.connect(file) as db:
        db.execute("PRAGMA synchronous=OFF")
        _insert(
            db,
            "source_text",
            [
                _named(id=1, title="n", language="en", file_name="n.txt", encoding="utf-8")
                | _named(content_hash="n", chars=9, text="a" * 9, is_sample=0, created_at=DAY)
            ],
        )
        _insert(
            db,
            "question_set",
            [
                _named(id=1, source_id=1, title="s", file_name="s.jsonl", format="jsonl")
                | _named(tokenizer="cl100k_base", content_hash="s", row_count=QUESTIONS)
                | _named(refused_count=0, is_sample=0, created_at=DAY)
            ],
        )
        _insert(db, "question", _questions())
        _insert(
            db,
            "run",
            [
                _named(id=1, kind="depth", title="t", set_id=1, spec=spec, spec_hash="x")
                | _named(status="done", wanted="run", stop_params="{}", plan=0, calls=0, tokens=0)
                | _named(total=QUESTIONS * 50, notices="[]", is_sample=0, created_by="")
                | _named(created_at=DAY)
            ],
        )
        _insert(db, "run_item", _items())
        _insert(db, "depth_result", _results(chances))
    return make_engine(url)


def _named(**columns: object) -> dict[str, object]:
    return columns


def _insert(db: sqlite3.Connection, table: str, rows: Any) -> None:
    rows = iter(rows)
    first = next(rows)
    marks = ", ".join(f":{name}" for name in first)
    statement = f"INSERT INTO {table} ({', '.join(first)}) VALUES ({marks})"
    db.execute(statement, first)
    db.executemany(statement, rows)


def _questions() -> Iterator[dict[str, object]]:
    for number in range(1, QUESTIONS + 1):
        yield (
            _named(id=number, set_id=1, line=number, item_key=f"q{number}", choice="{}")
            | _named(question=f"Where did lamp {number} stand?", question_type="single_choice")
            | _named(answer="[]", extra="{}")
        )


def _places() -> Iterator[tuple[int, int, int, int]]:
    number = 0
    for length in LENGTHS:
        for depth in range(len(DEPTH_LABELS)):
            for question in range(1, QUESTIONS + 1):
                number += 1
                yield number, question, length, depth


def _items() -> Iterator[dict[str, object]]:
    for number, question, length, depth in _places():
        yield (
            _named(id=number, run_id=1, question_id=question, outcome="answered")
            | _named(
                item_key=f"q{question}|{length}|{depth}", error_params="{}", attempts=1, reused=0
            )
            | _named(prompt_tokens=length, completion_tokens=5, latency_s=0.1, worker="w", retry=0)
            | _named(finished_at=DAY)
        )


def _results(chances: random.Random) -> Iterator[dict[str, object]]:
    metrics = '{"prefix_length": 100, "latency_s": 0.1, "prompt_hash": "0123456789abcdef"}'
    for number, question, length, depth in _places():
        (outcome,) = chances.choices(OUTCOMES, WEIGHTS)
        score = float(outcome == "correct") if outcome in OUTCOMES[:3] else None
        yield (
            _named(id=number, item_id=number, run_id=1, question_id=question)
            | _named(context_length=length, depth_bin=DEPTH_LABELS[depth], control="", repeat=0)
            | _named(
                outcome=outcome,
                target_depth=DEPTH_BINS[depth],
                depth=DEPTH_BINS[depth],
                score=score,
            )
            | _named(model_answer='["a"]', parsing_status="success", metrics=metrics, warnings="[]")
            | _named(
                context_tokens=length, pieces="[[0, 3], [5, 9]]", raw_reply='{"answer": ["a"]}'
            )
            | _named(evidence_start=0, evidence_end=3, context_hash="0" * 64)
        )


def waited(look: Callable[[], object]) -> float:
    """Seconds a reader waits."""
    began = time.monotonic()
    look()
    return time.monotonic() - began


HEAD = ("asked of a database with a million results", "of the run", "a reader waits")
ABOUT = (
    "One crossed run of 20,000 questions at ten lengths and five depths in SQLite, as the page "
    "Depth asks for it: the heatmap first, then what a click on a cell opens. Seconds on the "
    "clock, the median of three."
)


def report() -> str:
    return f"{ABOUT}\n\n{table(HEAD, rows())}"


def rows() -> Iterator[tuple[str, str, str]]:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "depth.db"
        engine = filled(file)
        run = get_run(engine, 1)
        place = CellPlace(LENGTHS[4], "50%")
        looks: dict[str, tuple[str, Callable[[], object]]] = {
            "the heatmap's cells": ("50 cells", lambda: depth_cells(engine, run)),
            "a cell's outcomes": (
                f"{QUESTIONS:,} results",
                lambda: cell_outcomes(engine, 1, place),
            ),
            "a cell's first page": ("50 results", lambda: cell_results(engine, 1, place)),
            "a cell's last page": (
                "50 results",
                lambda: cell_results(engine, 1, place, number=QUESTIONS // 50),
            ),
            "the questions before and after one": (
                f"{QUESTIONS:,} results",
                lambda: neighbours(engine, 1, place, [], QUESTIONS // 2),
            ),
            "the figures beside the heatmap, clustered by question": (
                "all results",
                lambda: depth_figures(engine, run),
            ),
            "a sample for the scatter": ("all results", lambda: placed_entries(engine, run)),
        }
        for name, (of, look) in looks.items():
            yield name, of, duration(median(waited(look) for _ in range(3)))
        engine.dispose()


if __name__ == "__main__":
    print(report())
