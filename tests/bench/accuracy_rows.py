"""50,000 questions judged in two runs and a million review events, on SQLite or PostgreSQL."""

import json
import random
import sqlite3
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg
from sqlalchemy import Engine

from core.services.runs import RunSpec
from core.validation import Provenance
from db.engine import make_engine, migrate, writing
from db.queries import projection

QUESTIONS, RUNS, EVENTS, REVIEWERS = 50_000, 2, 1_000_000, 20
CHAPTERS, TOKENS_APART = 100, 20
FIRST_DAY = datetime(2026, 1, 1, tzinfo=UTC)
REASONS = (
    ["answer_mismatch"],
    ["evidence_reworded"],
    ["evidence_altered"],
    ["evidence_not_found"],
    ["answer_mismatch", "evidence_altered"],
    ["low_confidence"],
)
Row = dict[str, object]


def filled(url: str) -> Engine:
    """A database at `url` with all of it; every run of this makes the same rows."""
    migrate(url)
    make_engine(url).dispose()
    load = _into_sqlite if url.startswith("sqlite") else _into_postgres
    load(url, _tables())
    with writing(make_engine(url)) as session:
        projection.rebuild(session)
    return make_engine(url)


def _tables() -> Iterator[tuple[str, Iterable[Row]]]:
    yield "source_text", [_novel()]
    yield "question_set", [_set()]
    yield "question", _questions()
    yield "run", (_run(number) for number in range(1, RUNS + 1))
    yield "run_item", _items()
    yield "validation", _validations()
    yield (
        "reviewer",
        (
            _row(id=number, name=f"reviewer {number}", created_at=FIRST_DAY)
            for number in range(1, REVIEWERS + 1)
        ),
    )
    yield "review_event", _events()


def _row(**columns: object) -> Row:
    return columns


def _novel() -> Row:
    text = "".join(
        f"Chapter {number}\n" + "The lamp stood by the river and nobody came.\n" * 200
        for number in range(1, CHAPTERS + 1)
    )
    said = _row(id=1, title="n", language="en", file_name="n.txt", encoding="utf-8", text=text)
    return said | _row(content_hash="n", chars=len(text), is_sample=False, created_at=FIRST_DAY)


def _set() -> Row:
    said = _row(id=1, source_id=1, title="s", file_name="s.jsonl", format="jsonl")
    return said | _row(
        tokenizer="cl100k_base",
        content_hash="s",
        row_count=QUESTIONS,
        refused_count=0,
        is_sample=False,
        created_at=FIRST_DAY,
    )


def _questions() -> Iterator[Row]:
    for number in range(1, QUESTIONS + 1):
        start = number * 4
        yield (
            _row(id=number, set_id=1, line=number, item_key=f"q{number}", extra="{}")
            | _row(question=f"Where did lamp {number} stand?", answer='["a"]')
            | _row(question_type=("single_choice", "multi_choice")[number % 4 == 0])
            | _row(choice='{"a": "by the river", "b": "in the hall"}')
            | _row(start_pos=start, end_pos=start + TOKENS_APART)
        )


def _run(number: int) -> Row:
    spec = RunSpec(set_id=1, connection="test", model=f"model {number}").model_dump_json()
    said = _row(id=number, kind="validation", title=f"run {number}", set_id=1, spec=spec)
    return (
        said
        | _row(spec_hash="x", status="done", wanted="run", stop_params="{}", plan=0, calls=0)
        | _row(tokens=0, total=QUESTIONS, notices="[]", is_sample=False, created_by="")
        | _row(created_at=FIRST_DAY)
    )


def _outcome(item: int) -> str:
    chances = random.Random(item)
    return chances.choices(("passed", "failed", "infrastructure"), (70, 28, 2))[0]


def _each_item() -> Iterator[tuple[int, int, int, str]]:
    for run in range(1, RUNS + 1):
        for question in range(1, QUESTIONS + 1):
            item = (run - 1) * QUESTIONS + question
            yield item, run, question, _outcome(item)


def _items() -> Iterator[Row]:
    for item, run, question, outcome in _each_item():
        yield (
            _row(id=item, run_id=run, question_id=question, item_key=f"q{question}")
            | _row(outcome=outcome, reason="timeout" if outcome == "infrastructure" else None)
            | _row(error_params="{}", attempts=1, reused=False, prompt_tokens=900)
            | _row(completion_tokens=60, latency_s=1.0, worker="w", retry=False)
            | _row(finished_at=FIRST_DAY + timedelta(minutes=item % 43_200))
        )


def _validations() -> Iterator[Row]:
    provenance = json.dumps(vars(Provenance(connection="test", model="model")))
    quote = "The lamp stood by the river and nobody came."
    for item, run, question, outcome in _each_item():
        if outcome == "infrastructure":
            continue
        chances = random.Random(f"result {item}")
        reasons = [] if outcome == "passed" else chances.choice(REASONS)
        found = not any(reason.startswith("evidence") for reason in reasons)
        alike = 1.0 if chances.random() < 0.8 else round(chances.uniform(0.8, 1.0), 4)
        reworded = "evidence_reworded" in reasons
        yield (
            _row(id=item, item_id=item, run_id=run, question_id=question, is_valid=not reasons)
            | _row(model_answer='["a"]', answer_matches="answer_mismatch" not in reasons)
            | _row(evidence=quote, evidence_found=found, is_answerable=True, confidence="high")
            | _row(evidence_similarity=round(chances.uniform(0.6, 0.8), 4) if reworded else alike)
            | _row(evidence_verdict="normalised" if found else "absent")
            | _row(failure_reasons=json.dumps(reasons), reasoning="It says so there. " * 8)
            | _row(matched_text=quote, span_start=0, span_end=len(quote), fragments="[[0, 44]]")
            | _row(context_start=0, context_end=900, warnings="[]", provenance=provenance)
            | _row(differences='[{"kind": "misread", "source": "a", "claimed": "b"}]')
            | _row(raw_reply='{"answer": ["a"]}' * 6)
        )


_SHOWN = (
    "|answer_mismatch|evidence_empty|evidence_not_found|evidence_altered|evidence_reworded|"
    "not_answerable|low_confidence|"
)
"""Whatever validations find: nothing is asked again."""


def _events() -> Iterator[Row]:
    """Spread over four months and all items; every tenth takes back the one before."""
    chances = random.Random(5)
    items = RUNS * QUESTIONS
    item = 0
    for number in range(1, EVENTS + 1):
        undo = number % 10 == 0
        item = item if undo else chances.randint(1, items)
        action = "undo" if undo else chances.choices(("keep", "fix", "drop"), (5, 2, 3))[0]
        yield (
            _row(id=number, item_id=item, question_id=(item - 1) % QUESTIONS + 1)
            | _row(reviewer_id=chances.randint(1, REVIEWERS), action=action, comment="")
            | _row(undoes_id=number - 1 if undo else None, idempotency_key=f"e{number}")
            | _row(shown=_SHOWN, of_question=True)
            | _row(created_at=FIRST_DAY + timedelta(seconds=number * 10))
        )


def _into_sqlite(url: str, tables: Iterable[tuple[str, Iterable[Row]]]) -> None:
    with sqlite3.connect(Path(url.removeprefix("sqlite:///"))) as db:
        db.execute("PRAGMA synchronous=OFF")
        for table, given in tables:
            rows = iter(given)
            first = next(rows)
            marks = ", ".join("?" * len(first))
            statement = f"INSERT INTO {table} ({', '.join(first)}) VALUES ({marks})"
            db.execute(statement, _plain(first))
            db.executemany(statement, map(_plain, rows))
        db.commit()
        db.execute("ANALYZE")


def _plain(row: Row) -> tuple[object, ...]:
    return tuple(
        f"{value:%Y-%m-%d %H:%M:%S.%f}" if isinstance(value, datetime) else value
        for value in row.values()
    )


def _into_postgres(url: str, tables: Iterable[tuple[str, Iterable[Row]]]) -> None:
    with psycopg.connect(url, autocommit=True) as db:
        for table, given in tables:
            rows = iter(given)
            first = next(rows)
            into = f"COPY {table} ({', '.join(first)}) FROM STDIN"
            with db.transaction(), db.cursor().copy(into) as copy:
                copy.write_row(tuple(first.values()))
                for row in rows:
                    copy.write_row(tuple(row.values()))
        db.execute("ANALYZE")
