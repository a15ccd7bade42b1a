"""Every page has one heading of the first level, whatever its address asks for."""

import pytest
from sqlalchemy import Engine
from streamlit.testing.v1 import AppTest

from core.locale import wording
from pages.components.navigation import TITLES
from tests.core.services.results.depth_data import fill_depth
from tests.core.services.results.desk_data import fill
from tests.pages.conftest import Open, links, texts

UNKNOWN = [
    ("runs", {"run": "999"}, "Runs"),
    ("runs", {"run": "x"}, "Runs"),
    ("depth", {"run": "999"}, "Depth tests"),
    ("depth", {"run": "x"}, "Depth tests"),
    ("library", {"source": "999"}, "Library"),
    ("library", {"set": "999"}, "Library"),
    ("library", {"set": "x"}, "Library"),
    ("review", {"run": "999"}, "Review"),
    ("review", {"queue": "999"}, "Review"),
    ("review", {"item": "999"}, "Review"),
    ("questions", {"run": "999"}, "Questions"),
    ("adjudicate", {"run": "999"}, "Adjudicate"),
    ("adjudicate", {"item": "999"}, "Adjudicate"),
    ("accuracy", {"run": "999"}, "Accuracy"),
]


def headings(app: AppTest) -> list[str]:
    """The texts of all first-level headings, Streamlit's and those drawn as HTML."""
    drawn = "".join(html.proto.body for html in app.get("html")).split("<h1")[1:]
    written = [part.partition(">")[2].partition("</h1>")[0] for part in drawn]
    return [*(title.value for title in app.title), *written]


@pytest.mark.parametrize("lang", ["en", "zh_CN"])
def test_what_does_not_exist_is_said_below_the_pages_title_with_a_way_on(
    engine: Engine, open_page: Open, lang: str
) -> None:
    fill(engine)
    _ = wording(lang)
    for page, address, title in UNKNOWN:
        app = open_page(page, lang=lang, **address)
        assert headings(app) == [_(title)], (page, address)
        assert 'class="desk-notice red"' in texts(app), (page, address)
        ways = [button for button in app.button if button.key == "address_unknown"]
        assert ways or links(app), (page, address)


@pytest.mark.parametrize("page", TITLES)
def test_every_page_has_one_heading(engine: Engine, open_page: Open, page: str) -> None:
    fill(engine)
    assert len(headings(open_page(page, lang="en"))) == 1


def test_a_novel_a_set_and_a_depth_test_are_headed_by_their_own_title(
    engine: Engine, open_page: Open
) -> None:
    fill(engine)
    run = fill_depth(engine)
    assert headings(open_page("library", lang="en", source=1)) == ["渡口"]
    assert headings(open_page("library", lang="en", set=1)) == ["渡口"]
    assert headings(open_page("depth", lang="en", run=run)) == [f"#{run} 渡口 · depth"]


@pytest.mark.parametrize("page", ["runs", "depth"])
def test_a_set_that_does_not_exist_is_not_replaced_by_another(
    engine: Engine, open_page: Open, page: str
) -> None:
    fill(engine)
    app = open_page(page, lang="en", set=999)
    assert "Question set 999 does not exist." in texts(app)
    assert not [box for box in app.selectbox if box.key in ("run_set", "depth_set")]
