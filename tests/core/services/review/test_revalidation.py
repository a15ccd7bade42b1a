"""A corrected question is asked as its run asks; infrastructure failures say nothing about it."""

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine
from sqlmodel import Session, select

from core.errors import InputError, NotFoundError
from core.services.review import (
    Correction,
    RevalidationResult,
    can_revalidate,
    correct,
    is_under_way,
    revalidate,
    revalidate_soon,
    revision,
)
from core.services.runs import RunSpec
from core.services.runs.run_spec import DepthSpec
from core.settings import Settings
from db.engine import url_of
from db.tables import LLMReply, RecordedReply, Recording, Run
from tests.core.services.results.desk_data import NOVEL, OPTIONS
from tests.core.services.runs.conftest import serving
from tests.openai_server import Answers, Fault, OpenAIServer, in_order

ASKED = "老周到渡口时是早是迟？"


def _place(text: str) -> tuple[int, int]:
    start = NOVEL.index(text)
    return start, start + len(text)


FEE = Correction(
    "船资付了多少？",
    "single_choice",
    {"a": "四十二两", "b": "七两"},
    ["b"],
    _place("收货银四十二两，付船资七两"),
)

Serve = Callable[..., tuple[Settings, OpenAIServer]]


@pytest.fixture
def serve(engine: Engine, tmp_path: Path) -> Iterator[Serve]:
    """`serve(**options)`: start a server as the run's connection; return (settings, server)."""
    servers = []

    def made(*, timeout_s: float = 5, **options: Any) -> tuple[Settings, OpenAIServer]:
        options.setdefault("answer", Answers([{"question": FEE.question, "answer": ["b"]}]))
        running = serving(**options)
        server = running.__enter__()
        servers.append(running)
        file = tmp_path / "connections.toml"
        file.write_text(
            f'[test]\nbase_url = "{server.url}"\nmodel = "m"\ntimeout_s = {timeout_s}\n'
        )
        _change(engine, connection="test", model="m")
        return Settings(database_url=url_of(engine), connections_file=file), server

    yield made
    for running in servers:
        running.__exit__(None, None, None)


def _reply(letter: str, evidence: str, confidence: str) -> str:
    return json.dumps(
        {
            "answer": [letter],
            "evidence": evidence,
            "is_answerable": True,
            "confidence": confidence,
        }
    )


def _change(engine: Engine, **spec: Any) -> None:
    with Session(engine) as session:
        run = session.get_one(Run, 1)
        run.spec = {**run.spec, **spec}
        session.commit()


def _correct(engine: Engine, correction: Correction = FEE) -> int:
    event = correct(engine, 2, "Li", correction, idempotency_key="1")
    assert event.revision_id is not None
    return event.revision_id


def test_the_offline_baseline_judges_the_corrected_question(engine: Engine) -> None:
    id_ = _correct(engine)
    result = revalidate(engine, id_, "Li", settings=Settings(), environ={})
    assert result.judged
    assert result.result is not None
    assert result.result.question["question"] == FEE.question
    assert result.result.provenance.connection == "lexical"
    assert result.result.context_span is not None
    start, end = result.result.context_span
    assert "付船资七两" in NOVEL[start:end]
    assert revision(engine, id_).latest == result


def test_a_model_is_asked_once_with_the_runs_prompt_and_settings(
    engine: Engine, serve: Serve
) -> None:
    settings, server = serve()
    result = revalidate(engine, _correct(engine), "Li", settings=settings, environ={})
    assert (result.outcome, result.reasons, result.attempts) == ("passed", (), 1)
    assert result.tokens > 0
    assert result.result is not None
    assert result.result.model_answer == ["b"]
    assert (result.result.evidence_verdict, result.asked_by) == ("exact", "Li")
    (request,) = server.requests
    assert FEE.question in request.asked
    assert request.options == FEE.choice
    provenance = result.result.provenance
    assert (provenance.model, provenance.template_id) == ("m", "validation_prompt")


def test_the_thresholds_are_the_runs(engine: Engine, serve: Serve) -> None:
    def unsure(_request: object) -> str:
        return _reply("b", "收货银四十二两，付船资七两", "medium")

    settings, _server = serve(answer=unsure)
    _change(engine, confidence_threshold="high")
    result = revalidate(engine, _correct(engine), "Li", settings=settings, environ={})
    assert (result.outcome, result.reasons) == ("failed", ("low_confidence",))


def test_the_same_prompt_is_not_paid_for_again(engine: Engine, serve: Serve) -> None:
    settings, server = serve()
    first = revalidate(engine, _correct(engine), "Li", settings=settings, environ={})
    relabelled = Correction(FEE.question, FEE.question_type, FEE.choice, ["a"], FEE.evidence)
    event = correct(engine, 2, "Li", relabelled, idempotency_key="2")
    again = revalidate(engine, event.revision_id or 0, "Li", settings=settings, environ={})
    assert len(server.requests) == 1
    assert (again.outcome, again.reasons) == ("failed", ("answer_mismatch",))
    assert (again.attempts, again.tokens) == (0, 0)
    assert first.result is not None
    assert again.result is not None
    assert again.result.raw_reply == first.result.raw_reply
    with Session(engine) as session:
        assert len(session.exec(select(LLMReply)).all()) == 1


def test_a_failure_of_the_machinery_is_stored_and_it_can_be_asked_again(
    engine: Engine, serve: Serve
) -> None:
    settings, _server = serve(plan=in_order(Fault.FORBIDDEN, Fault.OK))
    id_ = _correct(engine)
    refused = revalidate(engine, id_, "Li", settings=settings, environ={})
    assert (refused.outcome, refused.judged, refused.reasons) == (
        "infrastructure",
        False,
        ("auth",),
    )
    assert refused.error is not None
    again = revalidate(engine, id_, "Wang", settings=settings, environ={})
    assert again.outcome == "passed"
    assert [revalidation.outcome for revalidation in revision(engine, id_).revalidations] == [
        "infrastructure",
        "passed",
    ]


def test_nobody_there_leaves_the_correction_stored_with_the_failure(
    engine: Engine, tmp_path: Path
) -> None:
    id_ = _correct(engine)
    _change(engine, connection="gone")
    settings = Settings(connections_file=tmp_path / "none.toml")
    result = revalidate(engine, id_, "Li", settings=settings, environ={})
    assert (result.outcome, result.reason, result.result) == ("infrastructure", "connection", None)
    assert result.error is not None
    assert "gone" in result.error.translate()
    assert revision(engine, id_).question.question == FEE.question


def test_a_call_that_takes_too_long_is_given_up(engine: Engine, serve: Serve) -> None:
    settings, _server = serve(plan=in_order(Fault.HANG), timeout_s=30, hang_s=1)
    result = revalidate(
        engine, _correct(engine), "Li", settings=settings, environ={}, timeout_s=0.3
    )
    assert (result.outcome, result.reason) == ("infrastructure", "timeout")
    assert result.error is not None
    assert result.error.translate() == "No result within 0.3 seconds. Retry."


def test_a_recording_answers_only_what_it_was_asked(engine: Engine) -> None:
    with Session(engine) as session:
        session.add(Recording(id=1, set_id=1, title="r", file_name="r.jsonl", content_hash="0"))
        session.commit()
    id_ = _correct(engine)
    _change(engine, recording_id=1)
    result = revalidate(engine, id_, "Li", settings=Settings(), environ={})
    assert (result.outcome, result.reason) == ("infrastructure", "no_recorded_reply")
    assert result.error is not None
    assert result.error.translate().startswith(
        "The recording only has replies to the original question"
    )


def test_a_new_label_alone_is_judged_by_the_recorded_reply(engine: Engine) -> None:
    reply = _reply("c", "等船的人先听见了橹声", "high")
    with Session(engine) as session:
        session.add(Recording(id=1, set_id=1, title="r", file_name="r.jsonl", content_hash="0"))
        session.flush()
        session.add(RecordedReply(recording_id=1, item_key="q2", reply=reply))
        session.commit()
    _change(engine, recording_id=1)
    id_ = _correct(engine, Correction(ASKED, "single_choice", OPTIONS, ["c"]))
    result: RevalidationResult = revalidate(engine, id_, "Li", settings=Settings(), environ={})
    assert (result.outcome, result.reasons) == ("passed", ())


def test_a_depth_test_and_an_unknown_revision_are_refused(engine: Engine) -> None:
    id_ = _correct(engine)
    spec = DepthSpec(set_id=1, connection="lexical", context_lengths=(100,)).model_dump(mode="json")
    with Session(engine) as session:
        session.get_one(Run, 1).spec = spec
        session.commit()
    assert not can_revalidate(spec)
    assert can_revalidate(RunSpec(set_id=1, connection="lexical").model_dump(mode="json"))
    with pytest.raises(InputError, match="depth test"):
        revalidate(engine, id_, "Li", settings=Settings(), environ={})
    with pytest.raises(NotFoundError):
        revalidate(engine, 99, "Li", settings=Settings(), environ={})


def test_asked_beside_the_reviewer_it_is_asked_once_and_stored(
    engine: Engine, serve: Serve
) -> None:
    settings, server = serve(latency_s=0.3)
    id_ = _correct(engine)
    for _ in range(3):
        revalidate_soon(engine, id_, "Li", settings=settings, environ={})
    assert is_under_way(engine, id_)
    end = time.monotonic() + 60
    while is_under_way(engine, id_):
        assert time.monotonic() < end
        time.sleep(0.02)
    assert [revalidation.outcome for revalidation in revision(engine, id_).revalidations] == [
        "passed"
    ]
    assert len(server.requests) == 1
