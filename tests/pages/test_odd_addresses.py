"""An address that somebody has cut off, grown or made up is said to be unknown, on every page."""

import ast
from ast import Constant
from functools import cache
from pathlib import Path

import pytest
from sqlalchemy import Engine

from core.services.answers import load_sample_documents
from pages.components.navigation import TITLES
from tests.core.services.results.desk_data import fill
from tests.pages.conftest import Open, texts

PAGES = Path(__file__).parents[2] / "pages"
LARGE = "9" * 20
NAMED_AT = {"number": 0, "demand": 0, "get": 0, "UnknownError": 0, "choose": 2}
"""The calls by which pages ask their address for a name, and where it stands in them."""


@cache
def names(*calls: str) -> list[str]:
    """All that pages ask their address for by such calls."""
    trees = (ast.parse(path.read_text("utf-8")) for path in PAGES.rglob("*.py"))
    found = set[str]()
    for node in (node for tree in trees for node in ast.walk(tree)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            of, at = ast.unparse(node.func.value), NAMED_AT.get(node.func.attr)
            if node.func.attr in calls and at is not None and of in ("address", "st.query_params"):
                found |= {
                    str(arg.value) for arg in node.args[at : at + 1] if isinstance(arg, Constant)
                }
    return sorted(found)


VIEWS = {"copy_check": ("checks", "policies", "charts"), "answers": ("loops", "cases", "npcs")}
PLACES = [(page, view) for page in TITLES for view in ("", *VIEWS.get(page, ()))]


@pytest.mark.parametrize(("page", "view"), PLACES)
def test_no_page_breaks_by_what_its_address_asks_for(
    engine: Engine, open_page: Open, page: str, view: str
) -> None:
    fill(engine)
    load_sample_documents(engine)
    app = open_page(page, lang="en")
    odd = [(name, value) for name in names("number") for value in ("x", LARGE)]
    if not view:
        odd += [(name, "x") for name in set(names(*NAMED_AT)) - set(names("number"))]
    broken = []
    for name, value in odd:
        app.query_params.clear()
        app.query_params.update({"view": view, name: value} if view else {name: value})
        if app.run().exception:
            broken.append((name, value, app.exception[0].value))
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
