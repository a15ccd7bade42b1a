"""A check that asks models, over real HTTP: they never change a verdict, and lose none."""

import asyncio
import json
from pathlib import Path

import pytest
from sqlalchemy import Engine

from core.services.verification import AuditFilter, audit_row, copy_statistics, get_check, run_check
from core.settings import Settings
from core.verification import RepairKind, Verdict
from db.engine import url_of
from tests.core.services.verification.desk import GOOD, ROWS, checked, line, lines, row, started
from tests.openai_server import ChatRequest, Fault, OpenAIServer, in_order


def _settings(engine: Engine, folder: Path, url: str) -> Settings:
    file = folder / "connections.toml"
    file.write_text(
        f'[chat]\nbase_url = "{url}"\nmodel = "m"\n'
        f'[vectors]\nkind = "embeddings"\nbase_url = "{url}"\nmodel = "v"\n'
    )
    return Settings(database_url=url_of(engine), connections_file=file)


def _answer(request: ChatRequest) -> str:
    """To whoever asks: a text that may be sent, and an opinion."""
    said = {"text": GOOD, "toxicity": 90, "sentiment": 5, "category": "promotion", "reason": "So."}
    return json.dumps(said, ensure_ascii=False)


async def _run(engine: Engine, check_id: int, folder: Path, server: OpenAIServer) -> bool:
    settings = _settings(engine, folder, server.url)
    return await asyncio.to_thread(run_check, engine, check_id, settings=settings)


async def test_a_writer_repairs_what_no_cut_could(engine: Engine, tmp_path: Path) -> None:
    check_id = started(engine, writer="chat")
    async with OpenAIServer(_answer) as server:
        assert await _run(engine, check_id, tmp_path, server)
    step = audit_row(engine, line(engine, "quiet").id).fix.repairs[-1]
    assert (step.kind, step.after and step.after.text) == (RepairKind.REGENERATE, GOOD)
    assert step.asked is not None
    assert step.asked.connection == "chat"
    assert line(engine, "quiet").repaired_verdict is Verdict.ALLOW


async def test_opinions_stand_beside_the_same_verdicts(engine: Engine, tmp_path: Path) -> None:
    checked(engine)
    plain = {each.candidate: (each.verdict, each.scores) for each in lines(engine)}
    check_id = started(engine, reader="chat", embedder="vectors")
    async with OpenAIServer(_answer) as server:
        assert await _run(engine, check_id, tmp_path, server)
    found = lines(engine, check_id=check_id)
    assert {each.candidate: (each.verdict, each.scores) for each in found} == plain
    record = audit_row(engine, line(engine, "good", check_id=check_id).id).verification
    assert record is not None
    assert record.quality is not None
    assert record.quality.opinion is not None
    assert record.quality.opinion.reading is not None
    assert record.quality.opinion.reading.toxicity == 90


async def test_a_writer_that_is_away_leaves_the_repair_unfinished(
    engine: Engine, tmp_path: Path
) -> None:
    both = row("史上最低价！绝对不能错过！https://a.cn/1", id="both")
    check_id = started(engine, [*ROWS, both], writer="chat")
    async with OpenAIServer(_answer, in_order(Fault.UNAUTHORIZED)) as server:
        assert await _run(engine, check_id, tmp_path, server)
    assert line(engine, "quiet").verdict is Verdict.REVISE
    assert line(engine, "both").repaired_verdict is Verdict.REVISE, "without its link"
    assert audit_row(engine, line(engine, "quiet").id).fix.unanswered is not None
    (found,) = copy_statistics(engine, AuditFilter())
    assert (found.rescued.hits, found.rescued.n) == (1, 1), "the link alone"
    counts = get_check(engine, check_id).counts
    assert (counts.repaired, counts.rescued) == (1, 1), "as in the figures"


async def test_a_refused_key_stops_the_check_with_the_reason(
    engine: Engine, tmp_path: Path
) -> None:
    check_id = started(engine, reader="chat")
    async with OpenAIServer(_answer, in_order(Fault.UNAUTHORIZED)) as server:
        assert not await _run(engine, check_id, tmp_path, server)
    check = get_check(engine, check_id)
    assert check.status == "stopped"
    assert check.error is not None
    assert "key" in check.error.translate()
    assert check.counts.done == 0


@pytest.mark.parametrize("role", ["writer", "reader", "embedder"])
def test_an_unknown_connection_stops_the_check_with_the_fix(
    engine: Engine, tmp_path: Path, role: str
) -> None:
    check_id = started(engine, ROWS, **{role: "nobody"})
    settings = _settings(engine, tmp_path, "http://127.0.0.1:9")
    assert not run_check(engine, check_id, settings=settings)
    check = get_check(engine, check_id)
    assert check.status == "stopped"
    assert check.error is not None
    assert "There is no connection nobody" in check.error.translate()
