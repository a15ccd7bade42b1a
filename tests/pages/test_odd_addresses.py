"""An address that somebody has cut off, grown or made up is said to be unknown, on every page."""

import ast
from ast import Constant
from functools import cache
from pathlib import Path

import pytest
from sqlalchemy import Engine
from streamlit.runtime.state.query_params_proxy import QueryParamsProxy

from core.services.answers import load_sample_documents
from pages.components.navigation import TITLES
from tests.core.services.results.desk_data import fill
from tests.pages.conftest import Open, texts

PAGES = Path(__file__).parents[2] / "pages"
LARGE = "9" * 20


@cache
def numbers() -> frozenset[str]:
    """All names by which pages ask their address for a number."""
    trees = (ast.parse(path.read_text("utf-8")) for path in PAGES.rglob("*.py"))
    calls = (node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call))
    return frozenset(
        str(name.value)
        for call in calls
        if ast.unparse(call.func) == "address.number"
        for name in call.args[:1]
        if isinstance(name, Constant)
    )


@pytest.fixture
def asked_for(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names that pages have asked their address for. Odd values of others change nothing."""
    names: list[str] = []
    value_of = QueryParamsProxy.__getitem__

    def noted(address: QueryParamsProxy, name: str) -> str:
        if name not in names:
            names.append(name)
        return value_of(address, name)

    monkeypatch.setattr(QueryParamsProxy, "__getitem__", noted)
    return names


VIEWS = {"copy_check": ("checks", "policies", "charts"), "answers": ("loops", "cases", "npcs")}
PLACES = [(page, view) for page in TITLES for view in ("", *VIEWS.get(page, ()))]


@pytest.mark.parametrize(("page", "view"), PLACES)
def test_no_page_breaks_by_what_its_address_asks_for(
    engine: Engine, open_page: Open, asked_for: list[str], page: str, view: str
) -> None:
    fill(engine)
    load_sample_documents(engine)
    at_view = {"view": view} if view else {}
    app = open_page(page, lang="en", **at_view)
    broken = []
    for name in asked_for:  # an odd value may have a page ask for more
        if name in numbers() or not view:
            for value in ("x", LARGE) if name in numbers() else ("x",):
                app.query_params.clear()
                app.query_params.update(at_view | {name: value})
                if app.run().exception:
                    broken.append((name, value, app.exception[0].value))
    assert "lang" in asked_for
    assert broken == []


@pytest.mark.parametrize("value", ["x", "99999999999999999999"])
def test_review_says_which_item_is_unknown_and_goes_on_without_it(
    engine: Engine, open_page: Open, value: str
) -> None:
    fill(engine)
    app = open_page("review", lang="en", item=value)
    assert f"Result {value} does not exist." in texts(app)
    app.button(key="address_unknown").click().run()
    assert app.query_params["item"] != [value]
    assert "Result " + value not in texts(app)
    assert not app.exception


def test_no_part_of_a_page_redraws_itself_without_the_words_around_it() -> None:
    bare = [path.name for path in PAGES.rglob("*.py") if "st.fragment" in path.read_text("utf-8")]
    assert bare == ["fragment.py"]
