"""Workers embed passages for search by meaning, and tolerate a wrong setting."""

import time
from collections.abc import Callable
from dataclasses import replace

import pytest

from core.services.answers import meaning, vector_progress
from tests.core.services.runs.conftest import working
from tests.core.services.runs.desk import PATIENCE_S, Desk
from tests.openai_server import OpenAIServer

MakeDesk = Callable[..., tuple[Desk, OpenAIServer]]


def test_a_worker_makes_the_vectors_of_what_it_has_indexed(
    make_desk: MakeDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(meaning, "LOOK_S", 0.05)
    desk, server = make_desk(2)
    with desk.settings.connections_file.open("a") as file:
        file.write(f'[vectors]\nkind = "embeddings"\nmodel = "v"\nbase_url = "{server.url}"\n')
    desk = replace(desk, settings=replace(desk.settings, retrieval_embedder="vectors"))
    with working(desk) as turns:
        until = time.monotonic() + PATIENCE_S
        while True:
            progress = vector_progress(desk.engine, desk.settings)
            if progress and progress.total and progress.is_complete:
                break
            assert time.monotonic() < until
            turns.wait(1)
    assert progress.done == progress.total > 0
    assert any(request.texts for request in server.requests)


def test_a_worker_whose_embedder_is_unknown_works_on(make_desk: MakeDesk) -> None:
    desk, _server = make_desk(2)
    desk = replace(desk, settings=replace(desk.settings, retrieval_embedder="nobody"))
    with working(desk):
        run_id = desk.start()
        assert desk.wait(run_id).done == 2
