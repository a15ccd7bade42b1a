"""Make desk.db.xz and numbers.json: a small desk of release e31f6ca, and the numbers it showed.

The script uses that release's own code, so run it in a checkout of the release, in an environment
with the release's requirements.txt, and name this folder to write to:

    git worktree add ../release e31f6ca
    cd ../release
    PYTHONPATH=. python HERE/make_desk.py HERE

Never rename anything in this file: its names are the release's. numbers.json holds its SHA-256, and
tests/db/test_release.py fails when the two differ.
"""

import asyncio
import hashlib
import json
import lzma
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Engine
from sqlmodel import Session, SQLModel, col, select

import shown
from core.access import (
    Claims,
    create_token,
    sign_in,
)
from core.answering import (
    Arm,
    Desk,
    GateRunSpec,
    LoopSpec,
    add_cases,
    chat,
    give_feedback,
    list_gate_runs,
    list_loops,
    load_sample_documents,
    start_gate_run,
    start_loop,
)
from core.answers.exchange import ChatRequest
from core.copy import (
    AuditFilter,
    RepairAction,
    UploadKind,
    add_upload,
    audit_page,
    decide_repair,
    list_checks,
    load_sample_pack,
    new_draft,
    preview_upload,
    publish,
    save_draft,
    say_verdict,
    start_check,
    undo_act,
)
from core.depth import Control, DepthMode
from core.depth.model_results import preview_results
from core.library import (
    add_question_set,
    add_source,
    load_sample,
    preview_questions,
)
from core.llm import LEXICAL, PromptTemplateManager
from core.results import (
    depth_results_json,
)
from core.review import (
    Action,
    Bulk,
    Cause,
    Correction,
    Decided,
    Doing,
    Queue,
    ReviewReason,
    ask_second,
    assign,
    correct,
    decide,
    do_bulk,
    ground_of,
    preview_bulk,
    revalidate,
    settle,
    skip,
    undo,
    undo_batch,
)
from core.roles import Role
from core.runs import (
    get_run,
    import_results,
    new_depth_spec,
    new_spec,
    start,
)
from core.runs.sample import start_sample_runs
from core.runs.worker import prepare
from core.settings import Settings
from core.validation import ContextMode
from core.verification import Verdict
from db.tables import RunItem

RELEASE = "e31f6ca"
SCRIPTS = ("make_desk.py", "shown.py")
NOVEL = (
    "The lamp of the ferry house was lit at six. Ruth hid the ledger in the flour bin, because "
    "her brother never baked. Four boats came in before the storm, and the fifth was seen from "
    "the pier at nine. Old Hallam counted the sails twice and wrote the number down in chalk. "
    "In the morning the chalk was gone, and so was the ledger.\n"
) + "".join(
    f"On day {day} of that winter the ferry ran {day % 5 + 2} times, and Hallam noted "
    f"{['rain', 'frost', 'a north wind', 'fog', 'clear sky'][day % 5]} in the house book.\n"
    for day in range(1, 90)
)
TEXTS = {
    "c1": "The ferry runs again. Come and see the lamp.",
    "c2": "Best ferry in the world! 100% guaranteed!!!",
    "c3": "渡轮今日恢复，点击 https://example.org 查看",
    "c4": "",
}
CANDIDATES = "\n".join(
    json.dumps({"id": key, "text": text, "channel": "PUSH", "locale": "en"})
    for key, text in TEXTS.items()
).encode()
ASKED = """
Where did Ruth hide the ledger? / In the flour bin / Under the stairs / a / 0-60
When was the lamp lit? / At six / At nine / b / 0-40
Who counted the sails? / Ruth / Old Hallam / b / 20-90
Which of these were gone in the morning? / The chalk / The ledger / ab / 40-90
How many boats came in before the storm? / Three / Four / b / 20-70
What did Hallam write with? / Ink / Chalk / b /
From where was the fifth boat seen? / The tower / The pier / a / 30-70
 / One / Two / z /
"""


def question_file() -> bytes:
    """Right and wrong labels, two answers, no position, and a row that is refused."""
    rows = []
    for number, line in enumerate(ASKED.strip("\n").splitlines(), start=1):
        question, first, second, answer, place = (part.strip() for part in line.split("/"))
        start, _, end = place.partition("-")
        row = {
            "id": f"q-{number}",
            "question": question,
            "choice": {"a": first, "b": second},
            "answer": [*answer],
            "position": {"start_pos": int(start), "end_pos": int(end)} if place else None,
        }
        rows.append(json.dumps(row))
    return "\n".join(rows).encode()


def fill(engine: Engine, settings: Settings, cases: bytes) -> None:
    """A small desk in which every kind of work has been done once."""
    load_sample(engine)
    load_sample_pack(engine)
    load_sample_documents(engine)
    samples = start_sample_runs(engine)
    novel = add_source(engine, NOVEL.encode(), file_name="ferry.txt", max_bytes=10**6)
    read = preview_questions(question_file(), file_name="ferry.jsonl", max_bytes=10**6)
    asked = add_question_set(
        engine,
        read,
        source_id=novel.source_id,
        title="The ferry",
        tokenizer="cl100k_base",
        file_name="ferry.jsonl",
    )
    templates = PromptTemplateManager()
    lexical: dict[str, Any] = {"set_id": asked.set_id, "connection": LEXICAL.name}
    for mode in ContextMode:
        spec = new_spec(templates, context_mode=mode, **lexical)
        start(engine, spec, title=f"The ferry, {mode}", created_by="Li")
    depth = new_depth_spec(
        templates,
        depth_mode=DepthMode.CROSSED,
        context_lengths=(300, 600),
        padding_size=20,
        controls=(Control.CLOSED_BOOK, Control.ORACLE),
        **lexical,
    )
    depth_id = start(engine, depth, title="The ferry, at every depth", created_by="Li")
    draft = new_draft(engine, by="Li", based_on="v1.1.0", title="stricter")
    text = draft.text.replace("version: v1.1.0", "version: v1.2.0")
    draft = save_draft(engine, draft.id, text, by="Li", seen=draft.revision)
    publish(engine, draft.id, by="Li", seen=draft.revision)
    table = preview_upload(
        UploadKind.CANDIDATES, CANDIDATES, file_name="copy.jsonl", max_bytes=10**6
    )
    start_check(
        engine,
        candidates_id=add_upload(
            engine, UploadKind.CANDIDATES, table, file_name="copy.jsonl"
        ).upload_id,
        policy_version="v1.2.0",
        moment=datetime(2026, 11, 20, 12, tzinfo=UTC),
        title="under v1.2.0",
        by="Li",
    )
    case_set = add_cases(engine, cases, file_name="cases.json", title="Four cases", by="Li")
    gate = GateRunSpec(
        (Arm.ON, Arm.OFF), None, settings.gate_threshold, settings.gate_min_citations
    )
    start_gate_run(engine, case_set, gate, by="Li")
    start_loop(engine, "Who rebuilt the church tower?", LoopSpec(gener_epoch=2), by="Li")
    work(engine, settings)
    review(engine, settings, samples[1], samples[0])
    review_copy(engine)
    asyncio.run(talk(settings))
    results = "".join(depth_results_json(engine, get_run(engine, depth_id)))
    elsewhere = results.replace('"lexical"', '"another-model"').encode()
    read_back = preview_results(elsewhere, file_name="elsewhere.json", max_bytes=10**7)
    import_results(engine, read_back, created_by="Li")
    create_token(engine, "reader", Role.VIEWER)
    person = ("https://login.example", "s-1", "Li Wei", "li@example.org", True, datetime.now(UTC))
    sign_in(engine, Claims(*person), settings)


def work(engine: Engine, settings: Settings) -> None:
    """Let the release's own worker do everything that was started, then tell it to stop."""
    worker = subprocess.Popen(
        [sys.executable, "-m", "core", "worker"],
        env={**os.environ, "DATABASE_URL": settings.database_url},
    )
    try:
        while not is_idle(engine):
            if worker.poll() is not None:
                raise SystemExit("the worker ended before its work was done")
            time.sleep(0.5)
    finally:
        worker.send_signal(signal.SIGTERM)
        worker.wait()


def is_idle(engine: Engine) -> bool:
    other = (*list_checks(engine), *list_gate_runs(engine), *list_loops(engine))
    return {"queued", "running"}.isdisjoint(run.status for run in shown.all_runs(engine)) and all(
        one.is_over for one in other
    )


def items(engine: Engine, run_id: int, outcome: str) -> list[int]:
    with Session(engine) as session:
        chosen = select(RunItem.id).where(RunItem.run_id == run_id, RunItem.outcome == outcome)
        return [item_id or 0 for item_id in session.exec(chosen.order_by(col(RunItem.id)))]


def review(engine: Engine, settings: Settings, run_id: int, other_run: int) -> None:
    """Every act of review once: decided, undone, corrected, skipped, disputed, settled, in bulk."""
    flagged, passed = items(engine, run_id, "failed"), items(engine, run_id, "passed")
    key = iter(f"key-{number}" for number in range(1000))
    wrong = [ReviewReason.WRONG_LABEL]

    def say(item_id: int, who: str, action: Action, comment: str = "", **more: Any) -> None:
        decide(engine, item_id, who, action, comment, idempotency_key=next(key), **more)

    def again(act: Callable[..., Any], *given: Any) -> None:
        act(engine, *given, idempotency_key=next(key))

    for item_id in flagged[:3]:
        say(item_id, "Li", Action.KEEP, "fine as it is")
    for item_id in flagged[3:5]:
        say(item_id, "Li", Action.DROP, reasons=wrong)
    say(passed[0], "Wang", Action.DROP, "passed, and wrong all the same", reasons=wrong)
    say(flagged[5], "Li", Action.DROP)
    again(undo, flagged[5], "Li")
    again(skip, flagged[6], "Li")
    for item_id in flagged[7:9]:
        question = ground_of(engine, item_id).question
        other = next(letter for letter in question.choice if letter not in question.answer)
        made = Correction(question.question, "single_choice", dict(question.choice), [other])
        event = correct(
            engine, item_id, "Wang", made, "the label", reasons=wrong, idempotency_key=next(key)
        )
        revalidate(engine, event.revision_id or 0, "Wang", settings=settings)
    for number, item_id in enumerate(flagged[9:15]):
        say(item_id, "Li", Action.KEEP)
        again(ask_second, item_id, "Li")
        if number < 5:
            say(item_id, "Wang", Action.KEEP if number < 2 else Action.DROP)
    for item_id, cause in zip(
        flagged[12:14], (Cause.TRULY_AMBIGUOUS, Cause.FIRST_SLIPPED), strict=True
    ):
        settle(engine, item_id, "Chen", Action.DROP, cause, "settled", idempotency_key=next(key))
    say(flagged[15], "Li", Action.FIX, "somebody else corrects it")
    everything = Queue(run_id=other_run, decided=Decided.UNDECIDED)
    assign(engine, everything, "Wang", "Chen", n=5, idempotency_key=next(key))
    for action in (Doing.KEEP, Doing.DROP):
        counted = preview_bulk(engine, items(engine, other_run, "failed")[:6], Bulk(action), "Chen")
        batch = do_bulk(engine, counted, idempotency_key=next(key))
        if action is Doing.KEEP:
            again(undo_batch, batch.id, "Chen")


def review_copy(engine: Engine) -> None:
    rows = audit_page(engine, AuditFilter(policy="v1.1.0", repaired=True))[:4]
    for number, row in enumerate(rows):
        action = RepairAction.ACCEPT if number % 2 == 0 else RepairAction.REJECT
        decide_repair(engine, row.id, "Li", action, step=0, idempotency_key=f"copy-{number}")
        say_verdict(engine, row.id, "Wang", Verdict.REJECT, idempotency_key=f"verdict-{number}")
    undo_act(engine, rows[3].id, "Wang", idempotency_key="copy-undo")


async def talk(settings: Settings) -> None:
    desk = Desk(settings)
    npc = {"tenant_id": "yantian", "site_id": "yantian-main", "npc_id": "ancestor_yan"}
    try:
        for query in ("敦本堂是哪一年倡建的？", "敦本堂的门是什么颜色？", "你喜欢村里的秋天吗？"):
            reply = await chat(desk, ChatRequest(query=query, **npc), by="Li")
        give_feedback(desk.engine, reply.trace_id, "wrongly_answered", note="too sure", by="Li")
    finally:
        await desk.aclose()


def row_counts(file: Path) -> dict[str, int]:
    """How many rows each of the desk's own tables has; nothing of the queue's."""
    with sqlite3.connect(file) as database:
        return {
            name: database.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0]
            for name in sorted(SQLModel.metadata.tables)
        }


def few(cases: bytes, chosen: Iterable[int]) -> bytes:
    """Some of the red team's cases as a file of their own."""
    said = json.loads(cases)
    return json.dumps(
        {**said, "cases": [said["cases"][at] for at in chosen]}, ensure_ascii=False
    ).encode()


def main(folder: Path) -> None:
    cases = few(Path("tests/redteam_cases.json").read_bytes(), (0, 8, 16, 24))
    with tempfile.TemporaryDirectory() as made:
        file = Path(made) / "desk.db"
        settings = replace(Settings(), database_url=f"sqlite:///{file}")
        engine = prepare(settings)
        fill(engine, settings, cases)
        numbers = shown.numbers(engine)
        engine.dispose()
        copy = Path(made) / "copy.db"
        with sqlite3.connect(file) as database:
            database.execute("VACUUM INTO ?", [str(copy)])
        numbers["rows"] = row_counts(copy)
        (folder / "desk.db.xz").write_bytes(lzma.compress(copy.read_bytes(), preset=9))
    script = hashlib.sha256(
        b"".join(Path(__file__).with_name(name).read_bytes() for name in SCRIPTS)
    )
    said = {"release": RELEASE, "script": script.hexdigest(), "shown": numbers}
    text = json.dumps(said, ensure_ascii=False, indent=1)
    (folder / "numbers.json").write_text(text + "\n", "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
