"""The calls and the cost of a depth test are estimated before it starts."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import Session, select

from core.errors import InputError, NotFoundError
from core.llm import LEXICAL, Connection, Price
from core.ops.preparing import prepare
from core.services.library import list_sets, load_sample
from core.services.runs import DepthSpec, cached_share, estimate_depth
from core.settings import Settings
from db.engine import writing
from db.tables import DepthResult, DepthTask, QuestionRow
from tests.core.linear.growth import MOST_GROWTH
from tests.core.services.runs.conftest import working
from tests.core.services.runs.desk import Desk
from tests.core.services.runs.test_depth_runs import begin, depth_spec
from tests.openai_server import OpenAIServer
from tests.processor_time import used

MakeDesk = Callable[..., tuple[Desk, OpenAIServer]]
PRICE = Price(prompt=2.0, completion=8.0, currency="USD")
ALL = ("closed_book", "oracle", "filler_only")


def paid(**chosen: Any) -> Connection:
    fields = {"max_output_tokens": 100, **chosen}
    return Connection(name="test", model="test-model", base_url="http://127.0.0.1:9/v1", **fields)


def test_the_estimate_is_within_two_percent_of_what_the_run_plans(make_desk: MakeDesk) -> None:
    desk, _ = make_desk(8, lamps=60)
    spec = depth_spec(desk, controls=ALL, price=PRICE)
    estimate = estimate_depth(desk.engine, spec, paid())
    run_id = begin(desk, controls=ALL)
    with working(desk):
        desk.wait(run_id)
    with Session(desk.engine) as session:
        tasks = session.exec(select(DepthTask)).all()
        results = session.exec(select(DepthResult)).all()
    planned = sum(result.planned_prompt_tokens or 0 for result in results)
    assert estimate.items == estimate.calls == len(tasks) == len(results)
    assert abs(estimate.prompt_tokens - planned) <= 0.02 * planned
    assert estimate.max_completion_tokens == 100 * estimate.calls
    assert estimate.cost == pytest.approx((estimate.prompt_tokens * 2 + estimate.calls * 800) / 1e6)


def test_cells_that_do_not_fit_are_named_and_cost_nothing(make_desk: MakeDesk) -> None:
    desk, _ = make_desk(60)
    spec = depth_spec(desk, context_lengths=(400, 600, 100_000))
    estimate = estimate_depth(desk.engine, spec, paid(context_window=900))
    assert {(cell.context_length, cell.reason, cell.items) for cell in estimate.does_not_fit} == {
        (600, "context_too_long", 300),
        (100_000, "novel_too_short", 300),
    }
    assert (estimate.items, estimate.calls) == (900, 300)


def test_without_prices_the_cost_is_unknown_and_the_baseline_is_free(make_desk: MakeDesk) -> None:
    desk, _ = make_desk(60)
    assert estimate_depth(desk.engine, depth_spec(desk), paid()).cost is None
    free = estimate_depth(desk.engine, depth_spec(desk), LEXICAL)
    assert (free.calls, free.prompt_tokens, free.cost) == (0, 0, 0.0)
    assert free.items == 60 * 10


def test_questions_without_a_place_are_told_apart(make_desk: MakeDesk) -> None:
    desk, _ = make_desk(60)
    with writing(desk.engine) as session:
        rows = session.exec(select(QuestionRow).order_by(QuestionRow.id)).all()
        rows[0].start_pos = rows[0].end_pos = None
        rows[1].start_pos, rows[1].end_pos = 1_000_000, 1_000_010
    estimate = estimate_depth(desk.engine, depth_spec(desk), paid())
    assert dict(estimate.skipped) == {"no_position": 1, "position_out_of_range": 1}
    assert (estimate.items, estimate.calls) == (600, 580)


def test_a_plan_that_makes_no_sense_is_refused(make_desk: MakeDesk) -> None:
    desk, _ = make_desk(5)
    with pytest.raises(NotFoundError, match="Question set 99 does not exist"):
        estimate_depth(desk.engine, depth_spec(desk).model_copy(update={"set_id": 99}), paid())
    with pytest.raises(InputError, match="needs a depth"):
        estimate_depth(desk.engine, depth_spec(desk, depth_mode="fixed"), paid())


def test_shared_filler_says_what_a_prompt_cache_may_serve(tmp_path: Path) -> None:
    engine = prepare(Settings(database_url=f"sqlite:///{tmp_path}/desk.db"))
    load_sample(engine)
    spec = DepthSpec(
        set_id=list_sets(engine)[0].id,
        connection="test",
        depth_mode="fixed",
        fixed_depth=1.0,
        context_lengths=(4000,),
        filler="shared",
    )
    random_filler = spec.model_copy(update={"filler": "random"})
    estimate_depth(engine, random_filler, paid())  # tokenizer and novels are read once
    cost = used(partial(estimate_depth, engine, random_filler, paid()))
    assert used(partial(estimate_depth, engine, spec, paid())) < MOST_GROWTH * cost
    share = cached_share(engine, spec)
    assert share is not None
    assert 0.2 < share < 1.0
    assert cached_share(engine, random_filler) is None
