"""Whatever texts hold, pages show them and do nothing else: nothing executes, nothing breaks."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Dialog, Page, Request

from db.engine import make_engine
from tests.e2e import hostile
from tests.e2e.conftest import LOCAL, at_rest, database_in, reader, serving, turn_to
from tests.postgres import new_database

pytestmark = pytest.mark.browser

LOOKS_BROKEN = """() => {
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  const main = document.querySelector('[data-testid=stMain]');
  const main_wide = main ? main.scrollWidth - main.clientWidth : 0;
  const found = [];
  if (window.hacked) found.push('a script of a text ran');
  if (document.querySelector('[data-testid=stException]')) found.push('an exception is shown');
  if (wide > 0 || main_wide > 0) found.push(`the page scrolls sideways by ${wide}, ${main_wide}`);
  if (getComputedStyle(document.body).display === 'none') found.push('a style of a text holds');
  const inserted = 'base, iframe[srcdoc], link[href*=outside], a[href^="javascript:"], ' +
    'img[src*=outside], a[href*="outside.example"]';
  for (const one of document.querySelectorAll(inserted)) found.push(one.outerHTML.slice(0, 200));
  if (document.querySelector('.katex')) found.push('a formula is set');
  return found;
}"""

OPEN_ALL = """() => document.querySelectorAll('details:not([open]) > summary')
  .forEach(closed => closed.click())"""


@pytest.mark.long
@pytest.mark.parametrize(
    ("language", "database"),
    [
        ("en", "sqlite"),
        pytest.param("zh_CN", "postgresql", marks=pytest.mark.postgres),
    ],
)
def test_a_hostile_library_is_shown_on_every_page_and_nothing_of_it_runs(
    browser: Browser,
    tmp_path: Path,
    request: pytest.FixtureRequest,
    language: str,
    database: str,
) -> None:
    """In each language on another database, so that every page is opened on both."""
    url = database_in(tmp_path)
    if database == "postgresql":
        url = new_database(request.getfixturevalue("postgres_server"))
    with serving(tmp_path, database=url) as address:
        places = hostile.fill(make_engine(url), address)
        _walk(browser, address, places, language)
    make_engine(url).dispose()


def _walk(browser: Browser, address: str, places: list[str], language: str) -> None:
    found: dict[str, list[str]] = {}
    for page in reader(browser, address, "en-GB", 1280, 800):
        said = _listening(page)
        page.goto(f"/?lang={language}")
        for place in places:
            turn_to(page, f"{place}{'&' if '?' in place else '?'}lang={language}")
            page.evaluate(OPEN_ALL)
            at_rest(page)
            if wrong := [*page.evaluate(LOOKS_BROKEN), *said]:
                found[place] = wrong
            said.clear()
        assert found == {}


def _listening(page: Page) -> list[str]:
    """What the page said on its own: dialogs, exceptions, errors of the console."""
    said: list[str] = []

    def dialog(one: Dialog) -> None:
        said.append(f"dialog: {one.message}")
        one.dismiss()

    def console(one: ConsoleMessage) -> None:
        # Streamlit looks for itself below every page's address before it looks at the root.
        if one.type == "error" and "/_stcore/" not in one.location["url"]:
            said.append(f"console: {one.text[:300]}")

    def request(one: Request) -> None:
        if not one.url.startswith(LOCAL):
            said.append(f"a request to {one.url}")

    page.on("dialog", dialog)
    page.on("request", request)
    page.on("pageerror", lambda error: said.append(f"exception: {str(error)[:300]}"))
    page.on("console", console)
    return said
