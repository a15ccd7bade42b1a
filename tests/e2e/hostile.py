"""A library written by somebody who means harm, or whose files are merely odd: every text that a
page may show holds what a page must not take for its own.
"""

import json
import time
from collections.abc import Callable
from typing import Any
from urllib.request import Request, urlopen

from sqlalchemy import Engine

from core.depth.model_results import preview_results
from core.services.answers import (
    Arm,
    GateRunSpec,
    LoopSpec,
    add_cases,
    answerer,
    get_gate_run,
    get_loop,
    give_feedback,
    save_profile,
    start_gate_run,
    start_loop,
)
from core.services.library.sets import add_question_set, preview_questions
from core.services.library.sources import add_source
from core.services.review import Action, decide
from core.services.runs import RunSpec, progress, start
from core.services.runs.depth_imports import import_results
from core.services.verification import get_check, list_uploads, new_draft, start_check
from core.services.verification.uploads import UploadKind, add_upload, preview_upload
from core.verification.policy.files import shipped_text
from tests.e2e.conftest import RUN_MS
from tests.fuzz import samples

HACKED = "window.hacked=(window.hacked||0)+1"
SCRIPTS = (
    f"<script>{HACKED}</script>"
    f'"><img src=x onerror="{HACKED}">'
    f"<svg/onload={HACKED}>"
    f"<iframe srcdoc='<script>parent.{HACKED}</script>'></iframe>"
    f"<a href='javascript:{HACKED}'>a</a>"
    '<style>body{display:none!important}</style><base href="https://outside.example/">'
    '<link rel=stylesheet href="https://outside.example/a.css"></div></section></script>'
)
MARKDOWN = (
    f"# Big **bold** _it_ `code` [link](javascript:{HACKED}) ![i](https://outside.example/i.png) "
    "<https://outside.example> $x^2$ $$\\href{javascript:1}{y}$$ :red[red] :material/home: :smile: "
    "| a | b |\n|---|---|\n| 1 | 2 |\n\n- list\n> quote\n***\n~~~"
)
MARKS = (
    "\u202eRTL override\u202c \u2066isolate \u200bzero\u200d\ufeffwidth\u2060 عربي עברית "
    "Z" + "\u0301\u0316\u0334" * 30 + " \x1b[31mred\x07\x08 \\ud800 \\u0000 {name} {0} %s \ue000 "
    "=cmd|'/C calc'!A0 +1 -1 @x ../../etc/passwd"
)
HOSTILE = f"{SCRIPTS}{MARKDOWN}{MARKS}"
SHORT = f"\u202e<img src=x onerror={HACKED}>**b** $x$ :red[r] =1+1"
LONG_TITLE = (HOSTILE * 20)[:10_000]
OPTION = HOSTILE + "W" * 1024 * 1024
NPC = {"tenant_id": "hostile", "site_id": "hostile", "npc_id": "hostile"}


def fill(engine: Engine, address: str) -> list[str]:
    """Fills a running desk's database; the places to look at. Whatever a worker does is done."""
    run, item = _validated(engine)
    depth = _depth(engine)
    check, result = _copy(engine)
    views = _answers(engine, address)
    source = f"/library?source={_source_of(engine, run)}"
    return [
        *("/", "/library", source, f"/library?set={_set_of(engine, run)}", "/runs"),
        *(f"/runs?run={run}", f"/review?run={run}&show=all", f"/review?run={run}&item={item}"),
        *(f"/questions?run={run}", "/questions?text=%3Cscript%3E", f"/adjudicate?run={run}"),
        *("/depth", f"/depth?run={depth}", "/accuracy", f"/accuracy?run={run}&cases=1"),
        *(f"/accuracy?view={view}" for view in ("calibration", "work", "models")),
        *(f"/copy_check?view={view}&check={check}" for view in ("one", "checks", "charts")),
        *(f"/copy_check?view=checks&check={check}&item={result}", "/copy_check?view=policies"),
        *("/copy_check?view=charts", "/copy_check?view=charts&by=policy_and_day"),
        *views,
        "/settings",
        *(f"/{page}?item={odd}" for page in ("review", "copy_check") for odd in ("x", "9" * 20)),
    ]


def questions() -> list[dict[str, Any]]:
    """The first has an option of a megabyte; the last is refused, so that its row is shown."""
    plain = {
        "question": HOSTILE,
        "question_type": "single_choice",
        "choice": {"a": SHORT, "b": HOSTILE, "c": "four pence"},
        "answer": ["a"],
        "position": {"start_pos": 0, "end_pos": 40},
        HOSTILE[:300]: HOSTILE,
    }
    return [
        plain | {"id": SHORT, "choice": {"a": OPTION, "b": "six"}},
        *(plain | {"id": f"{SHORT}{n}", "question": f"{n} {HOSTILE}"} for n in range(4)),
        {"question": HOSTILE, "choice": HOSTILE},
    ]


def _validated(engine: Engine) -> tuple[int, int]:
    """A finished run, one of its items decided by somebody of a hostile name."""
    novel = f"Chapter 1. {HOSTILE}\n\n{samples.NOVEL}{HOSTILE}"
    added = add_source(
        engine, novel.encode(), file_name=f"{SHORT}.txt", title=LONG_TITLE, max_bytes=10**8
    )
    lines = "\n".join(json.dumps(row, ensure_ascii=False) for row in questions()).encode()
    read = preview_questions(lines, file_name="x.jsonl", max_bytes=10**8)
    set_id = add_question_set(
        engine,
        read,
        source_id=added.source_id,
        title=LONG_TITLE,
        tokenizer="cl100k_base",
        file_name=SHORT,
    ).set_id
    spec = RunSpec(set_id=set_id, connection="lexical")
    run = start(engine, spec, title=LONG_TITLE, created_by=SHORT)
    _until(lambda: progress(engine, run).is_over)
    with engine.connect() as connection:
        rows = connection.exec_driver_sql(f"SELECT id FROM run_item WHERE run_id = {run}")
        items = [int(row[0]) for row in rows]
    for name, action in ((SHORT[:60], Action.KEEP), ("Ada", Action.DROP)):
        key = f"{name}{action}"
        decide(engine, items[0], name, action, HOSTILE[:2000], idempotency_key=key)
    return run, items[1]


def _depth(engine: Engine) -> int:
    row = samples.DEPTH_ROW | {
        "question": HOSTILE,
        "choice": {"a": SHORT, "b": HOSTILE},
        "model": SHORT,
        "raw_reply": HOSTILE,
    }
    rows = [row | {"item_key": f"{SHORT}{n}", "depth": n / 10} for n in range(10)]
    lines = "\n".join(json.dumps(one) for one in rows).encode()
    read = preview_results(lines, file_name=f"{SHORT}.jsonl", max_bytes=10**8)
    return import_results(engine, read, created_by=SHORT).run_ids[0]


def _copy(engine: Engine) -> tuple[int, int]:
    candidate = {"id": SHORT, "text": HOSTILE, "channel": "PUSH", "locale": "en-US"}
    candidates = [candidate, candidate | {"id": "long", "text": "Z" * 100_000}]
    item = samples.CATALOGUE_ITEM | {"brand": SHORT, "title": HOSTILE}
    rows = {UploadKind.CANDIDATES: candidates, UploadKind.CATALOGUE: [item]}
    for kind, given in rows.items():
        lines = "\n".join(json.dumps(one) for one in given).encode()
        read = preview_upload(kind, lines, file_name=SHORT, max_bytes=10**8)
        add_upload(engine, kind, read, file_name=SHORT, title=LONG_TITLE, by=SHORT)
    newest = {kind: list_uploads(engine, kind)[0].id for kind in rows}
    check = start_check(
        engine,
        candidates_id=newest[UploadKind.CANDIDATES],
        catalogue_id=newest[UploadKind.CATALOGUE],
        policy_version="v1.1.0",
        title=LONG_TITLE,
        by=SHORT,
    )
    _until(lambda: get_check(engine, check).is_over)
    new_draft(engine, by=SHORT, text=shipped_text("v1.1.0") + f"\n# {SHORT}", title=LONG_TITLE)
    new_draft(engine, by=SHORT, text=HOSTILE, title=SHORT)
    with engine.connect() as connection:
        rows_of = f"SELECT min(id) FROM copy_result WHERE check_id = {check}"
        return check, int(connection.exec_driver_sql(rows_of).scalar_one())


def _answers(engine: Engine, address: str) -> list[str]:
    profile = samples.PROFILE | NPC | {"name": SHORT, "type": SHORT, "persona": HOSTILE[:2000]}
    words = {"records": SHORT, "keepers": SHORT}
    given = profile | {"words": words, "source_ids": None, "language": "en"}
    npc = save_profile(engine, given, connection="lexical", by=SHORT)
    query = HOSTILE[:1500]
    trace = _asked(address, query)
    give_feedback(engine, trace, "wrongly_refused", note=query, by=SHORT)
    loop = start_loop(engine, query, LoopSpec(), by=SHORT)
    case = {"id": SHORT, "category": SHORT, "language": "en", "query": query, **NPC}
    cases = {"version": 1, "cases": [case | {"forbidden_patterns": ["hacked"]}]}
    data = json.dumps(cases).encode()
    set_id = add_cases(engine, data, file_name=SHORT, title=LONG_TITLE, by=SHORT)
    gate = start_gate_run(engine, set_id, GateRunSpec((Arm.ON,), None, 0.45, 1), by=SHORT)
    _until(lambda: get_loop(engine, loop).is_over and get_gate_run(engine, gate).is_over)
    assert answerer(engine, *NPC.values()).id == npc
    return [
        *(f"/answers?view=ask&npc={npc}", f"/answers?view=ask&trace={trace}"),
        *("/answers?view=loops", f"/answers?view=loops&loop={loop}", "/answers?view=cases"),
        *(f"/answers?view=cases&gate_run={gate}", "/answers?view=feedback"),
        f"/answers?view=npcs&npc={npc}",
    ]


def _asked(address: str, query: str) -> str:
    """Over HTTP, as a visitor does; the answer's trace."""
    body = json.dumps(NPC | {"query": query}).encode()
    request = Request(f"{address}/api/v1/npc/chat", body, {"Content-Type": "application/json"})
    with urlopen(request, timeout=60) as answered:
        said: dict[str, Any] = json.load(answered)
        return str(said["trace_id"])


def _until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + RUN_MS / 1000
    while not holds():
        assert time.monotonic() < end, "the worker did not finish"
        time.sleep(0.1)


def _set_of(engine: Engine, run: int) -> int:
    with engine.connect() as connection:
        found = connection.exec_driver_sql(f"SELECT set_id FROM run WHERE id = {run}")
        return int(found.scalar_one())


def _source_of(engine: Engine, run: int) -> int:
    with engine.connect() as connection:
        query = f"SELECT source_id FROM question_set WHERE id = {_set_of(engine, run)}"
        return int(connection.exec_driver_sql(query).scalar_one())
