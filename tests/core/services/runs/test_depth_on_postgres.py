"""A depth run on PostgreSQL is capped, resumed, survives a dead worker and ends as on SQLite."""

import json
from pathlib import Path

import pytest
from sqlmodel import Session, select

from core.depth import rebuild
from core.llm import Price
from core.services.results import depth_results_json
from core.services.runs import estimate_depth, get_run, resume, set_caps, start
from core.text import Span
from db.queries.depth import cell_counts
from db.tables import SourceText
from tests.core.depth.schemas import check
from tests.core.services.runs.conftest import serving
from tests.core.services.runs.desk import open_desk
from tests.core.services.runs.test_depth_estimate import paid
from tests.core.services.runs.test_depth_runs import depth_spec, results
from tests.postgres import new_database

CONTROLS = ("closed_book", "oracle", "filler_only")


@pytest.mark.long
@pytest.mark.postgres
def test_a_depth_run_on_postgresql_is_capped_survives_its_worker_and_ends(
    tmp_path: Path, postgres_server: str
) -> None:
    with serving(latency_s=0.05) as server:
        desk = open_desk(tmp_path, server.url, 20, new_database(postgres_server), lamps=50)
        price = Price(prompt=10, completion=40, currency="USD")
        spec = depth_spec(desk, context_lengths=(400,), controls=CONTROLS, price=price)
        spec = spec.model_copy(update={"max_cost": 0.1})
        total = 20 * (5 + 3)
        estimate = estimate_depth(desk.engine, spec, paid())
        assert estimate.calls == total
        run_id = start(desk.engine, spec, title="x", created_by="Ada", estimate=estimate)
        with desk.worker():
            paused = desk.wait(run_id, lambda now: now.status == "paused")
            assert paused.stop_reason is not None
            assert "of the cost cap" in paused.stop_reason.translate()
            assert paused.done < total
            # Beyond 32 bits, as long contexts can need.
            set_caps(desk.engine, run_id, max_tokens=5_000_000_000)
            resume(desk.engine, run_id)
            desk.wait(run_id, lambda now: now.done >= total // 2)
        with desk.worker():
            end = desk.wait(run_id)
        assert (end.status, end.done, end.total) == ("done", total, total)
        stored, run = results(desk, run_id), get_run(desk.engine, run_id)
        assert len(stored) == len({result.item_id for result in stored}) == total
        assert run.cost > 0.1
        assert run.tokens == sum(
            (result.billed_prompt_tokens or 0) + (result.completion_tokens or 0)
            for result in stored
        )
        with Session(desk.engine) as session:
            assert sum(count.results for count in cell_counts(session, run_id)) == total
            novel = session.exec(select(SourceText.text)).one()
        for result in stored:
            if result.context_length and not result.control:
                context = rebuild(novel, [Span(*piece) for piece in result.pieces])
                assert "stood on shelf" in context[result.evidence_start : result.evidence_end]
        check(json.loads("".join(depth_results_json(desk.engine, run))))
        desk.engine.dispose()
