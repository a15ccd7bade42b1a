"""Caps of a run: it pauses before it exceeds one, says why, and resumes once the cap is raised."""

from collections.abc import Callable

import pytest

from core.errors import InputError
from core.llm import Price, Usage
from core.services.results import depth_metadata
from core.services.runs import estimate_depth, get_run, list_runs, resume, set_caps, start
from core.services.runs.progress import RunProgress
from tests.core.services.runs.conftest import Turns, working
from tests.core.services.runs.desk import Desk
from tests.core.services.runs.test_depth_estimate import paid
from tests.core.services.runs.test_depth_runs import begin, depth_spec, results
from tests.openai_server import OpenAIServer

MakeDesk = Callable[..., tuple[Desk, OpenAIServer]]
PRICE = Price(prompt=10, cached_prompt=1, completion=40, currency="USD", source="f", version="7")


def paused(desk: Desk, server: OpenAIServer, run_id: int, turns: Turns) -> RunProgress:
    """Wait until the run is paused, with every request in the ledger and none in flight."""

    def at_rest(now: RunProgress) -> bool:
        return now.status == "paused" and now.calls == len(server.asked)

    desk.wait(run_id, at_rest)
    turns.wait(5)
    return desk.wait(run_id, at_rest)


def spent(desk: Desk, run_id: int) -> list[float]:
    """The cost of each result, from its billed tokens."""
    return [
        PRICE.of(
            Usage(
                result.billed_prompt_tokens,
                result.completion_tokens,
                result.metrics["cached_tokens"],
            )
        )
        for result in results(desk, run_id)
    ]


def test_a_cap_on_the_cost_pauses_the_run_and_is_never_passed(make_desk: MakeDesk) -> None:
    desk, server = make_desk(16, lamps=30, latency_s=0.05, timeout_s=60)
    cap = 0.15  # a third of what the run takes
    run_id = begin(desk, context_lengths=(400,), price=PRICE, max_cost=cap)
    with working(desk) as turns:
        halted = paused(desk, server, run_id, turns)
        costs, run = spent(desk, run_id), get_run(desk.engine, run_id)
        assert run.cost == pytest.approx(sum(costs))
        assert 0 < run.cost <= cap
        assert len(costs) == len(server.asked) == halted.done < 80
        assert halted.stop_reason is not None
        assert "of the cost cap of 0.1500 USD" in halted.stop_reason.translate()
        set_caps(desk.engine, run_id, max_cost=50.0)
        resume(desk.engine, run_id)
        end = desk.wait(run_id)
    assert (end.status, end.done) == ("done", 80)
    assert get_run(desk.engine, run_id).cost == pytest.approx(sum(spent(desk, run_id)))
    repeated = [request for request in server.asked if request.times_seen]
    assert not repeated, f"nothing is paid for twice; {end.calls} calls are in the ledger"


def test_a_cap_on_the_tokens_counts_what_was_billed(make_desk: MakeDesk) -> None:
    desk, server = make_desk(20, lamps=60, latency_s=0.05)
    run_id = begin(desk, context_lengths=(400,), max_tokens=20_000)
    with working(desk) as turns:
        halted = paused(desk, server, run_id, turns)
    billed = [
        result.billed_prompt_tokens + result.completion_tokens for result in results(desk, run_id)
    ]
    assert get_run(desk.engine, run_id).tokens == sum(billed)
    assert 20_000 - 2_000 < sum(billed) <= 20_000
    assert halted.done == len(server.asked)
    assert halted.stop_reason is not None
    assert "of the cap of 20,000 tokens" in halted.stop_reason.translate()


def test_a_cap_holds_where_the_endpoint_does_not_count(make_desk: MakeDesk) -> None:
    desk, server = make_desk(20, lamps=60, latency_s=0.05, counts_tokens=False)
    run_id = begin(desk, context_lengths=(400,), price=PRICE, max_cost=0.2)
    with working(desk) as turns:
        halted = paused(desk, server, run_id, turns)
    stored = results(desk, run_id)
    assert 0 < len(stored) == halted.done == len(server.asked) < 100
    assert {result.billed_prompt_tokens for result in stored} == {None}
    assert all("usage_unknown" in result.warnings for result in stored)
    planned = sum(result.planned_prompt_tokens or 0 for result in stored)
    assert get_run(desk.engine, run_id).cost >= planned * PRICE.prompt / 1e6


def test_a_validations_cost_is_counted_and_capped_too(make_desk: MakeDesk) -> None:
    desk, server = make_desk(60, latency_s=0.05)
    run_id = desk.start(concurrency=5, price=PRICE, max_cost=0.05)
    with working(desk) as turns:
        halted = paused(desk, server, run_id, turns)
    assert halted.done == len(server.asked) < 60
    items = desk.items(run_id)
    usage = Usage(
        sum(item.prompt_tokens for item in items),
        sum(item.completion_tokens for item in items),
        len(items),
    )
    assert get_run(desk.engine, run_id).cost == pytest.approx(PRICE.of(usage))


def test_a_cap_on_an_unknown_cost_starts_nothing(make_desk: MakeDesk) -> None:
    desk, _ = make_desk(30)
    with pytest.raises(InputError, match="price of test is unknown"):
        begin(desk, max_cost=1.0)
    assert list_runs(desk.engine, "depth") == []
    run_id = begin(desk, max_calls=1)
    with pytest.raises(InputError, match="price of test is unknown"):
        set_caps(desk.engine, run_id, max_cost=1.0)
    assert get_run(desk.engine, run_id).max_calls == 1


def test_the_estimate_and_the_prices_it_was_made_with_stay_with_the_run(
    make_desk: MakeDesk,
) -> None:
    desk, _ = make_desk(60)
    spec = depth_spec(desk, price=PRICE)
    estimated = estimate_depth(desk.engine, spec, paid())
    run_id = start(desk.engine, spec, title="x", created_by="Ada", estimate=estimated)
    estimate = depth_metadata(desk.engine, get_run(desk.engine, run_id)).estimate
    assert estimate is not None
    assert (estimate["calls"], estimate["cost"]) == (600, estimated.cost)
    assert (estimate["price"]["source"], estimate["price"]["version"]) == ("f", "7")
