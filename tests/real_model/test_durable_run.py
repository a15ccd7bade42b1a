"""A run as the app starts it, by a worker: what is recorded is what the real model said."""

from pathlib import Path

import pytest
from sqlmodel import Session, select

from core.llm import retries
from db.tables import Validation
from tests.core.services.runs.conftest import working
from tests.core.services.runs.desk import open_desk
from tests.real_model.runs import RealDesk

pytestmark = pytest.mark.real_model


def test_a_durable_run_records_each_raw_reply(
    desk: RealDesk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retries, "retry_delay", lambda *_: 0.0)
    desk.recorder.take()
    stored = open_desk(tmp_path, desk.recorder.url, 2)
    stored.settings.connections_file.write_text(
        f'[test]\nbase_url = "{desk.recorder.url}"\nmodel = "smollm2-135m"\n'
        "max_output_tokens = 60\n"
    )
    with working(stored):
        run_id = stored.start(concurrency=1)
        stored.wait(run_id, lambda _progress: len(stored.items(run_id)) == 2)
    calls = desk.recorder.take()
    items = stored.items(run_id)
    assert sum(item.attempts for item in items) == len(calls)
    assert {call.status for call in calls} == {200}
    with Session(stored.engine) as session:
        kept = {row.item_id: row.raw_reply for row in session.exec(select(Validation))}
    for item in items:  # so small a model writes no JSON of its own accord
        assert (item.outcome, item.reason) == ("infrastructure", "parse_failure")
        assert kept[item.id or 0] in {call.text for call in calls}
