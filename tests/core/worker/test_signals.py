"""A desk is stopped by signals to all its processes at once, from a terminal or a service manager:
that costs no answer that is on its way, and no item is blamed for it.
"""

import signal
import subprocess
import time
from collections.abc import Callable

import pytest

from core.services.runs import progress
from core.services.runs.control import get_run
from core.worker.processes import start_child
from core.worker.signals import STOPPING
from tests.children import killed
from tests.core.services.runs.desk import Desk
from tests.openai_server import OpenAIServer

MakeDesk = Callable[..., tuple[Desk, OpenAIServer]]
every_stopping_signal = pytest.mark.parametrize("number", STOPPING, ids=lambda number: number.name)


def wait_until_asked(
    server: OpenAIServer, count: int, process: "subprocess.Popen[bytes]", limit_s: float = 120
) -> None:
    until = time.monotonic() + limit_s
    while len(server.asked) < count:
        assert process.poll() is None, "it ended before it asked"
        assert time.monotonic() < until
        time.sleep(0.01)


@every_stopping_signal
def test_an_item_that_is_run_alone_is_answered_though_its_process_is_told_to_stop(
    make_desk: MakeDesk, number: signal.Signals
) -> None:
    """Its worker is told, too, and ends it: by itself it would count as an item that crashed."""
    desk, server = make_desk(1, latency_s=1.0)
    run_id = desk.start()
    numbers = map(str, (run_id, get_run(desk.engine, run_id).plan, 1))
    alone = start_child(desk.settings, "-m", "core.worker.isolation", *numbers)
    with killed(alone):
        wait_until_asked(server, 1, alone)
        alone.send_signal(number)
        assert alone.wait(120) == 0
    assert [item.outcome for item in desk.items(run_id)] == ["passed"]


@every_stopping_signal
def test_a_worker_that_is_told_to_stop_records_the_answers_on_their_way(
    make_desk: MakeDesk, number: signal.Signals
) -> None:
    desk, server = make_desk(12, latency_s=1.0)
    run_id = desk.start(concurrency=3)
    worker = desk.spawn()
    with killed(worker):
        wait_until_asked(server, 3, worker)
        worker.send_signal(number)
        assert worker.wait(120) == 0
    assert 0 < progress(desk.engine, run_id).done == len(server.asked) < 12


def test_a_worker_under_nohup_outlives_its_terminal(make_desk: MakeDesk) -> None:
    desk, server = make_desk(6, latency_s=0.2)
    run_id = desk.start(concurrency=1)
    worker = desk.spawn("nohup")
    with killed(worker):
        wait_until_asked(server, 2, worker)
        worker.send_signal(signal.SIGHUP)
        assert desk.wait(run_id).passed == 6
        worker.terminate()
        assert worker.wait(120) == 0
