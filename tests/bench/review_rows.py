"""Fifty thousand questions in review, and the million events people made on them."""

import json
import random
import re
import time
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import count, islice
from typing import Any

from sqlalchemy import Engine, insert

from core.services.runs import RunSpec
from db.engine import make_engine, migrate, writing
from db.queries import projection
from db.tables import (
    QuestionRow,
    QuestionSet,
    Reviewer,
    ReviewEvent,
    Run,
    RunItem,
    SourceText,
    Validation,
)

QUESTIONS = 50_000
EVENTS = 1_000_000
REVIEWERS = 20
LANGUAGES = ("en", "zh")
DAYS = 50
_AT_ONCE = 10_000

REASONS = (
    ["answer_mismatch"],
    ["evidence_altered"],
    ["answer_mismatch", "evidence_not_found"],
    ["evidence_reworded"],
    ["not_answerable", "low_confidence"],
)
VERDICTS = ("exact", "normalised", "altered", "absent")
OPINIONS = ("keep", "keep", "keep", "fix", "drop")
ENGLISH = "lamp river ferry ledger winter door letter silver rope captain window bridge"
CHINESE = "灯火 渡口 账簿 冬夜 木门 书信 银两 绳子 船家 窗前 石桥 江水 客栈 老周"
WORDS = {"en": re.findall(r"\w+", ENGLISH), "zh": re.findall(r"\w+", CHINESE)}


def filled(url: str) -> tuple[Engine, float]:
    """The desk's engine, and the seconds its projection took to make from the events."""
    migrate(url)
    engine = make_engine(url)
    chances = random.Random(1)
    for language in LANGUAGES:
        _fill_run(engine, language, chances)
    _pour(engine, ReviewEvent, _events(chances))
    _go_on_counting(engine)
    began = time.monotonic()
    with writing(engine) as session:
        projection.rebuild(session)
    rebuilt = time.monotonic() - began
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql("ANALYZE")
    return engine, rebuilt


def _fill_run(engine: Engine, language: str, chances: random.Random) -> None:
    number = LANGUAGES.index(language) + 1
    text = "".join(chances.choices(WORDS[language], k=200))
    novel = SourceText(
        id=number,
        title=f"novel {language}",
        language=language,
        file_name="novel.txt",
        encoding="utf-8",
        content_hash=language,
        chars=len(text),
        text=text,
    )
    questions = QuestionSet(
        id=number,
        source_id=number,
        title=f"set {language}",
        file_name="set.jsonl",
        format="jsonl",
        tokenizer="cl100k_base",
        content_hash=language,
    )
    spec = RunSpec(set_id=number, connection="test", model=f"model-{number}")
    run = Run(
        id=number,
        title=f"run {language}",
        set_id=number,
        spec=spec.model_dump(mode="json"),
        spec_hash=spec.spec_hash,
        status="done",
        total=QUESTIONS // len(LANGUAGES),
    )
    with writing(engine) as session:
        for row in (novel, questions, run):
            session.add(row)
            session.flush()
        if number == 1:
            session.add_all(Reviewer(id=n, name=f"reviewer {n}") for n in range(1, REVIEWERS + 1))
    size = QUESTIONS // len(LANGUAGES)
    ids = range((number - 1) * size + 1, number * size + 1)
    _pour(engine, QuestionRow, _questions(ids, number, language, chances))
    _pour(engine, RunItem, _items(ids, number))
    _pour(engine, Validation, _validations(ids, number, language, chances))


def _sentence(language: str, chances: random.Random, words: int) -> str:
    return ("" if language == "zh" else " ").join(chances.choices(WORDS[language], k=words))


def _questions(
    ids: Sequence[int], set_id: int, language: str, chances: random.Random
) -> Iterator[dict[str, Any]]:
    for line, id_ in enumerate(ids, start=1):
        yield {
            "id": id_,
            "set_id": set_id,
            "line": line,
            "item_key": f"q{id_}",
            "question": f"{_sentence(language, chances, 12)} {id_}?",
            "question_type": "single_choice",
            "choice": {letter: _sentence(language, chances, 5) for letter in "abcd"},
            "answer": ["a"],
            "extra": {},
        }


def _items(ids: Sequence[int], run_id: int) -> Iterator[dict[str, Any]]:
    """Nine of ten were flagged."""
    for id_ in ids:
        yield {
            "id": id_,
            "run_id": run_id,
            "question_id": id_,
            "item_key": f"q{id_}",
            "outcome": "failed" if id_ % 10 else "passed",
        }


def _validations(
    ids: Sequence[int], run_id: int, language: str, chances: random.Random
) -> Iterator[dict[str, Any]]:
    for id_ in ids:
        yield {
            "item_id": id_,
            "run_id": run_id,
            "question_id": id_,
            "is_valid": id_ % 10 == 0,
            "model_answer": ["b"],
            "answer_matches": False,
            "evidence": _sentence(language, chances, 30),
            "evidence_found": True,
            "evidence_similarity": chances.uniform(0.6, 1.0),
            "evidence_verdict": chances.choice(VERDICTS),
            "is_answerable": True,
            "confidence": chances.choice(("high", "medium", "low")),
            "failure_reasons": chances.choice(REASONS) if id_ % 10 else [],
            "provenance": {"connection": "test", "model": f"model-{run_id}"},
        }


_SHOWN = "|".join(["", *sorted({reason for one in REASONS for reason in one}), ""])
"""Whatever validations find: nothing is asked again."""


def _events(chances: random.Random) -> Iterator[dict[str, Any]]:
    """Twenty on every item, in the order of time: opinions taken back and given again, skips and
    assignments; at the end a fifth of the items is open, a tenth waits for a second opinion, a
    twentieth is in dispute, a tenth is settled, and the others are decided.
    """
    ids = count(1)
    rounds = EVENTS // QUESTIONS
    began = datetime.now(UTC) - timedelta(days=DAYS)
    step = timedelta(days=DAYS) / EVENTS
    given = dict[int, int]()
    for turn in range(rounds):
        for item in range(1, QUESTIONS + 1):
            id_ = next(ids)
            by = (item + turn * 7) % REVIEWERS + 1
            act, blind, cause = _act(turn, rounds, item, chances)
            undoes = given.pop(item, None) if act == "undo" else None
            if act == "undo" and undoes is None:
                act = "skip"
            if act in OPINIONS and turn < rounds - 3:
                given[item] = id_
            yield {
                "id": id_,
                "item_id": item,
                "question_id": item,
                "reviewer_id": by,
                "action": act,
                "undoes_id": undoes,
                "idempotency_key": f"k{id_}",
                "created_at": began + id_ * step,
                "cause": cause,
                "blind": blind,
                "shown": _SHOWN,
                "of_question": True,
                "assignee_id": by if act == "assign" else None,
            }


def _act(turn: int, rounds: int, item: int, chances: random.Random) -> tuple[str, bool, str | None]:
    """The last three turns decide how the item ends."""
    status = item % 20
    if turn < rounds - 3:
        if turn == 0 and status % 7 == 0:
            return "assign", False, None
        return (chances.choice(OPINIONS), turn < 2, None) if turn % 2 else ("undo", False, None)
    if status < 4:
        return ("undo" if turn == rounds - 3 else "skip"), False, None
    step = turn - (rounds - 3)
    if step == 0:
        return "keep", True, None
    if step == 1:
        return "second", False, None
    if status < 6:
        return "skip", False, None
    if status == 6:
        return "drop", True, None
    if status < 9:
        return "keep", False, "other"
    return "keep", True, None


def _pour(engine: Engine, table: Any, rows: Iterable[dict[str, Any]]) -> None:
    """Into the table, many at a time; what a row does not say is as its model has it."""
    rows = iter(rows)
    while some := list(islice(rows, _AT_ONCE)):
        whole = table(**some[0]).model_dump(exclude=set() if "id" in some[0] else {"id"})
        some = [whole | row for row in some]
        if engine.dialect.name == "postgresql":
            _copy(engine, table, some)
        else:
            with writing(engine) as session:
                session.connection().execute(insert(table), some)


def _go_on_counting(engine: Engine) -> None:
    """PostgreSQL counts from one although rows brought their own ids."""
    if engine.dialect.name == "postgresql":
        with engine.begin() as connection:
            for name in ("review_event", "reviewer"):
                connection.exec_driver_sql(
                    f"SELECT setval('{name}_id_seq', (SELECT max(id) FROM {name}))"
                )


def _copy(engine: Engine, table: Any, rows: list[dict[str, Any]]) -> None:
    connection = engine.raw_connection()
    into = f'COPY "{table.__tablename__}" ({", ".join(rows[0])}) FROM STDIN'
    with connection.cursor() as cursor, cursor.copy(into) as copy:  # type: ignore[attr-defined]
        for row in rows:
            copy.write_row([_plain(value) for value in row.values()])
    connection.commit()
    connection.close()


def _plain(value: Any) -> Any:
    return json.dumps(value) if isinstance(value, dict | list) else value
