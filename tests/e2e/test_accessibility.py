"""Every page: axe-core finds nothing serious or critical, there is one h1, and every text can be
read in both themes.
"""

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import Engine

from tests.core.services.results.desk_data import CASES, Case, fill
from tests.e2e.accessibility import serious_faults
from tests.e2e.conftest import turn_to
from tests.e2e.contrast import texts_too_pale
from tests.e2e.reviewing import add_run, look_at, sign

pytestmark = pytest.mark.browser

PLACES = (
    *("/", "/?samples=1", "/questions", "/adjudicate", "/library", "/runs", "/depth"),
    *("/accuracy", "/copy_check", "/answers", "/settings"),
)
_SCHEME = "getComputedStyle(document.documentElement).colorScheme"
UNREADABLE = Case("u", "?", outcome="infrastructure", reason="parse_failure")


@pytest.mark.long
def test_no_page_keeps_anybody_out(page: Page, engine: Engine) -> None:
    run, first = add_run(engine, 3, "Read aloud")
    page.emulate_media(color_scheme="dark")
    page.goto(f"/review?run={run}")
    sign(page, "Ivy")
    assert _scheme(page) == "dark"
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    faults = {"/review": _faults(page)}
    look_at(page, first)
    for key, opened in (("h", ".desk-keys"), ("x", ".st-key-reject_now"), ("e", ".st-key-editor")):
        page.keyboard.press(key)
        expect(page.locator(opened)).to_be_visible()
        faults[opened] = _faults(page)
        page.keyboard.press("Escape")
        expect(page.locator(opened)).to_be_hidden()
        look_at(page, first)
    failed, mixed = (
        fill(engine, cases, f"Read aloud, {name}")
        for name, cases in (("failed", (UNREADABLE,)), ("with problems", CASES))
    )
    runs = (f"/runs?run={run}", f"/runs?run={failed}", f"/runs?run={mixed}")
    for place in (*PLACES, *runs, f"/review?run={failed}"):
        turn_to(page, place)
        expect(page.locator(".stMain h1")).to_have_count(1)
        faults[place] = _faults(page)
    assert not any(faults.values()), faults


def _faults(page: Page) -> list[str]:
    """In the theme that is shown and then in the other, which stays. A theme changes colours alone,
    so that the other rules are asked in one of them.
    """
    faults = [*serious_faults(page), *texts_too_pale(page)]
    theme = {"light": "dark", "dark": "light"}[_scheme(page)]
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    page.wait_for_function(f"{_SCHEME} === '{theme}'")
    return [*faults, *serious_faults(page, ("color-contrast",)), *texts_too_pale(page)]


def _scheme(page: Page) -> str:
    return str(page.evaluate(_SCHEME))


def test_the_sets_keep_their_rows_on_a_phone(page: Page, engine: Engine) -> None:
    fill(engine, CASES[:1], "On a phone")
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/")
    sets = page.locator(".st-key-home_sets")
    expect(sets).to_be_visible()
    page.wait_for_function(
        """() => {
            const row = document.querySelector(".st-key-home_sets .stHorizontalBlock");
            if (!row) return false;
            const cells = [...row.children].filter((cell) => cell.offsetParent);
            return cells.length > 1 && new Set(cells.map((cell) => cell.offsetTop)).size === 1;
        }"""
    )
    page.wait_for_function("document.documentElement.scrollWidth <= 390")
