"""What runs cost on the pages: prices with their origin, unknown as unknown, caps to be raised."""

import re
from pathlib import Path

import pytest
from sqlalchemy import Engine
from sqlmodel import Session

from core.llm import Price
from core.services.library import load_sample
from core.services.runs import get_run, list_runs
from db.tables import Run
from tests.core.services.results.desk_data import fill
from tests.pages.conftest import Open, texts

CONNECTIONS = """
[priced]
base_url = "http://127.0.0.1:9/v1"
model = "reader"

[unpriced]
base_url = "http://elsewhere.example/v1"
model = "reader"
"""
PRICES = """
version = "3"
date = 2026-11-20
currency = "EUR"

[[price]]
provider = "127.0.0.1"
model = "reader"
prompt = 2
completion = 8
"""


@pytest.fixture
def prices(engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A priced connection and one that nobody wrote a price down for."""
    (tmp_path / "connections.toml").write_text(CONNECTIONS)
    file = tmp_path / "prices.toml"
    file.write_text(PRICES)
    monkeypatch.setenv("DESK_PRICES", str(file))
    return file


def test_the_settings_show_every_connections_price_and_where_it_is_written(
    prices: Path, open_page: Open
) -> None:
    said = texts(open_page("settings", lang="en"))
    assert "prices.toml, 3, 2026-11-20" in said
    assert "built-in prices.toml" in said
    assert "unknown" in said
    chinese = texts(open_page("settings", lang="zh_CN"))
    assert "shipped" not in chinese
    assert "内置 prices.toml" in chinese


def test_a_fault_in_the_prices_is_one_sentence_with_its_line(prices: Path, open_page: Open) -> None:
    prices.write_text(PRICES.replace("prompt = 2", "prompt = -2"))
    for page in ("settings", "depth"):
        app = open_page(page, lang="en")
        assert not app.exception
    assert "prices.toml, line 9, field prompt: Use a price of at least 0" in texts(
        open_page("settings", lang="en")
    )


def test_a_depth_test_is_estimated_in_the_prices_currency_and_keeps_it(
    engine: Engine, prices: Path, open_page: Open
) -> None:
    load_sample(engine)
    app = open_page("depth", lang="en", set=1)
    named = next(one for one in app.selectbox(key="depth_connection").options if "priced" in one)
    app.selectbox(key="depth_connection").select(named).run()
    assert re.search(r"EUR</b><span>at most [\d.]+ EUR · prices.toml, 3, 2026-11-20", texts(app))
    app.number_input(key="depth_max_cost").set_value(0.5)
    app.button(key="depth_start").click().run()
    assert not app.exception
    (run,) = list_runs(engine, "depth")
    assert (run.max_cost, run.spec["price"]["version"]) == (0.5, "3, 2026-11-20")
    assert run.estimate is not None
    assert run.estimate["cost"] > 0


def test_an_unknown_price_is_said_and_no_cap_on_the_cost_is_offered(
    engine: Engine, prices: Path, open_page: Open
) -> None:
    load_sample(engine)
    app = open_page("depth", lang="en", set=1)
    named = [one for one in app.selectbox(key="depth_connection").options if "unpriced" in one]
    app.selectbox(key="depth_connection").select(named[0]).run()
    assert "Cost</small><b>unknown</b>" in texts(app)
    assert app.number_input(key="depth_max_cost").disabled


def test_a_run_at_its_cap_says_so_and_goes_on_once_it_is_raised(
    engine: Engine, open_page: Open
) -> None:
    run_id = fill(engine)
    price = Price(prompt=1, completion=1, currency="EUR").model_dump()
    with Session(engine) as session:
        run = session.get_one(Run, run_id)
        run.spec = {**run.spec, "price": price, "connection": "priced"}
        run.status, run.max_cost, run.cost, run.tokens = "paused", 0.5, 0.5123, 1000
        session.commit()
    app = open_page("runs", lang="en", run=run_id)
    assert "0.5123 EUR" in texts(app)
    app.button(key=f"hand_1_{run_id}").click().run()
    assert "The cost cap of 0.5000 EUR is reached: 0.5123 EUR spent." in texts(app)
    app.number_input(key=f"cap_max_cost_{run_id}").set_value(2.0)
    app.button(key=f"caps_{run_id}").click().run()
    assert not app.exception
    assert (get_run(engine, run_id).max_cost, get_run(engine, run_id).status) == (2.0, "queued")
