"""The page of a run started as a batch, and of one that paused since no reply could be read."""

import io
import json
import zipfile
from pathlib import Path

import pytest
from sqlalchemy import Engine

from core.errors import Sentence
from core.services.library import load_sample
from core.services.runs import BatchDesk, get_run, list_runs
from core.services.runs.control import pause_until_resumed
from core.settings import Settings
from core.validation import RepliesUnreadable
from db.tables import Run
from pages.components.batch import _zipped
from tests.pages.conftest import Open, texts


@pytest.fixture
def a_model_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "connections.toml"
    file.write_text('[away]\nmodel = "m"\nbase_url = "http://127.0.0.1:9/v1"\n')
    monkeypatch.setenv("DESK_CONNECTIONS", str(file))


def _start_with_the_model_away(engine: Engine, open_page: Open, button: str) -> Run:
    load_sample(engine)
    app = open_page("runs", lang="en", set=1)
    choices = app.selectbox(key="run_connection")
    choices.select(next(one for one in choices.options if "away" in one)).run()
    app.button(key=button).click().run()
    assert not app.exception
    return list_runs(engine)[0]


def test_forms_begin_with_the_model_that_home_names(
    engine: Engine, open_page: Open, a_model_away: None
) -> None:
    load_sample(engine)
    assert "away · API model" in texts(open_page("home", lang="en"))
    for page, key in (("runs", "run_connection"), ("depth", "depth_connection")):
        box = open_page(page, lang="en", set=1).selectbox(key=key)
        assert box.options[box.index or 0].startswith("away"), page


def test_a_batch_is_started_written_out_and_read_back(
    engine: Engine, open_page: Open, a_model_away: None
) -> None:
    run = _start_with_the_model_away(engine, open_page, "run_start_batch")
    assert (run.status, run.spec["batch"]) == ("paused", True)
    run_id = run.id or 0
    page = open_page("runs", lang="en", run=run_id)
    assert "The calls of this run are made as a batch." in texts(page)
    assert "Hand the files in at the batch service" in texts(page)
    archive = zipfile.ZipFile(io.BytesIO(_zipped(engine, run_id)))
    assert archive.namelist() == [f"run-{run_id}-001.jsonl"]
    lines = archive.read(archive.namelist()[0]).decode().splitlines()
    assert len(lines) == run.total
    message = {"message": {"content": "{}"}, "finish_reason": "stop"}
    result = {
        "custom_id": json.loads(lines[0])["custom_id"],
        "response": {"status_code": 200, "body": {"choices": [message]}},
    }
    read = BatchDesk(engine, Settings.from_environment(), {}).read(
        run_id, json.dumps(result).encode(), "out.jsonl"
    )
    assert (read.replies, read.missing) == (1, run.total - 1)
    chinese = open_page("runs", lang="zh_CN", run=run_id)
    assert "批处理" in texts(chinese)


def test_a_run_paused_for_its_first_replies_shows_one(
    engine: Engine, open_page: Open, a_model_away: None
) -> None:
    run = _start_with_the_model_away(engine, open_page, "run_start")
    reason = Sentence.from_error(RepliesUnreadable(5, "Surely <b>A</b>, I would say."))
    pause_until_resumed(engine, run.id or 0, reason)
    assert get_run(engine, run.id or 0).status == "paused"
    page = open_page("runs", lang="zh_CN", run=run.id)
    assert "前 5 道题都没有得到可读取的回复" in texts(page)
    assert "Surely &lt;b&gt;A&lt;/b&gt;, I would say." in texts(page)
