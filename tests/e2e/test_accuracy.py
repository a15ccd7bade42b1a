"""The page Accuracy in a real browser: from a number to its cases, to the review and back."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from sqlalchemy import Engine

from core.locale import wording
from core.services.review import Action, decide
from tests.core.services.reports.accuracy_data import fill_accuracy
from tests.e2e.conftest import PATIENCE_MS, at_rest, click, turn_to
from tests.e2e.pointing import click_at, middle
from tests.e2e.reviewing import add_run

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("judged")]


def _figure(page: Page) -> None:
    page.locator(".js-plotly-plot .point").first.wait_for()
    at_rest(page)


def test_from_a_number_to_its_cases_and_from_a_case_to_its_evidence(page: Page) -> None:
    page.goto("/accuracy?set=1&by=reason")
    expect(page.get_by_text("Pass rate").first).to_be_visible()
    flagged = page.locator(".st-key-accuracy_table a").filter(has_text="flagged").first
    n = int((flagged.text_content() or "").split()[-1])
    click(flagged)
    expect(page).to_have_url(re.compile(r"group=answer_mismatch.*cases=1"))
    expect(page).to_have_url(re.compile(r"set=1"))
    expect(page.get_by_text(re.compile(rf"^{n} results?$"))).to_be_visible()
    cases = page.url
    click(page.locator(".st-key-cell_list a").first)
    expect(page).to_have_url(re.compile(r"/review\?.*item=\d+"))
    expect(page.get_by_text("Answers differ").first).to_be_visible()
    turn_to(page, cases)
    expect(page.get_by_text(re.compile(rf"^{n} results?$"))).to_be_visible()
    click(page.get_by_role("link", name="Back to the figures"))
    expect(page).to_have_url(re.compile(r"by=reason"))
    _figure(page)


def test_a_click_on_a_point_opens_its_cases_and_filters_survive_f5(page: Page) -> None:
    page.goto("/accuracy?set=1&by=type&lang=zh_CN")
    _figure(page)
    first = page.locator(".js-plotly-plot .point").first
    click_at(page, lambda: middle(first), r"group=multi_choice")
    expect(page.get_by_role("heading", name="题型：多选题")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="题型：多选题")).to_be_visible()
    expect(page).to_have_url(re.compile(r"set=1"))


def test_the_slider_judges_again_and_keeps_its_place_after_f5(page: Page) -> None:
    page.goto("/accuracy?set=1&view=calibration")
    thumb = page.get_by_role("slider")
    thumb.wait_for()
    at_rest(page)
    thumb.focus()
    thumb.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"at=81"))
    page.reload()
    thumb.wait_for()
    expect(thumb).to_have_attribute("aria-valuetext", "0.81")


def test_a_list_of_cases_opens_at_its_top_and_its_page_survives_f5(page: Page) -> None:
    page.goto("/accuracy?set=1&by=type")
    _figure(page)
    page.set_viewport_size({"width": 1280, "height": 500})
    number = page.locator(".st-key-accuracy_table a").filter(has_text="passed").first
    number.scroll_into_view_if_needed()
    page.wait_for_function("document.querySelector('[data-testid=stMain]').scrollTop > 0")
    click(number)
    expect(page.get_by_role("link", name="Back to the figures")).to_be_visible()
    page.locator(".st-key-cell_list a").first.wait_for()
    expect(page.get_by_role("link", name="Back to the figures")).to_be_in_viewport()
    turn_to(page, "/accuracy?set=1&cases=1")
    first_case = page.locator(".st-key-cell_list a").first
    of_first_page = first_case.text_content() or ""
    pages = page.get_by_test_id("stPagination").get_by_role("button")
    click(pages.filter(has_text="2").first)
    expect(page).to_have_url(re.compile(r"page=2"))
    expect(first_case).not_to_have_text(of_first_page)
    expect(page.get_by_role("link", name="Back to the figures")).to_be_in_viewport()
    of_second_page = first_case.text_content() or ""
    page.reload()
    expect(first_case).to_have_text(of_second_page)
    page.go_back()
    expect(page).not_to_have_url(re.compile(r"page=2"))


@pytest.mark.parametrize(
    ("lang", "scope"), [("en", "&set=1"), pytest.param("zh_CN", "&run=1", marks=pytest.mark.long)]
)
def test_the_report_opens_by_itself_and_is_one_sheet_of_a4(
    page: Page, browser: Browser, tmp_path: Path, lang: str, scope: str
) -> None:
    page.goto(f"/accuracy?lang={lang}{scope}")
    _figure(page)
    file, reader = _report(page, browser, tmp_path)
    assert re.fullmatch(r"accuracy-report_[\w-]+_\d{4}-\d\d-\d\d\.html", file)
    title = wording(lang)("Accuracy report")
    expect(reader.get_by_role("heading", name=title)).to_be_visible()
    expect(reader.locator("figure .main-svg").nth(3)).to_be_attached()
    _fits_one_sheet(reader)
    reader.context.close()


@pytest.mark.parametrize("lang", ["en", pytest.param("zh_CN", marks=pytest.mark.long)])
def test_the_report_of_many_models_is_one_sheet_too(
    page: Page, browser: Browser, tmp_path: Path, engine: Engine, lang: str
) -> None:
    models = tuple(f"a-maker/a-model-with-a-long-name-{n:02d}-instruct" for n in range(14))
    run = fill_accuracy(engine, 15, f"sheet {lang}", models)[0].run_id
    with engine.connect() as connection:
        found = connection.exec_driver_sql(f"SELECT set_id FROM run WHERE id = {run}")
        set_id = found.scalar_one()
    page.goto(f"/accuracy?lang={lang}&set={set_id}")
    _figure(page)
    _file, reader = _report(page, browser, tmp_path)
    _fits_one_sheet(reader)
    reader.context.close()


def _report(page: Page, browser: Browser, folder: Path) -> tuple[str, Page]:
    """Its file's name, and the file opened by a reader without a network."""
    click(page.locator(".st-key-make_report button"))
    with page.expect_download() as download:
        click(page.locator(".st-key-get_report button"))
    file = download.value.suggested_filename
    saved = folder / file
    download.value.save_as(saved)
    reader = browser.new_context(offline=True).new_page()
    reader.set_default_timeout(PATIENCE_MS)
    reader.goto(saved.as_uri())
    reader.locator("figure .main-svg").first.wait_for()
    return file, reader


def _fits_one_sheet(reader: Page) -> None:
    fitted = "getComputedStyle(document.documentElement).getPropertyValue('--fit')"
    reader.wait_for_function(fitted)
    sheets = re.findall(rb"/Type\s*/Page\b", reader.pdf(format="A4", prefer_css_page_size=True))
    assert len(sheets) == 1
    broken = reader.evaluate(
        """() => [...document.querySelectorAll('th, td.figure')]
            .filter(cell => cell.scrollWidth > cell.clientWidth + 1).map(cell => cell.innerText)"""
    )
    assert broken == []
    assert float(reader.evaluate(fitted)) >= 0.85


@pytest.mark.parametrize(("at", "step"), [(65, 5), pytest.param(95, 35, marks=pytest.mark.long)])
def test_a_click_on_the_threshold_curve_moves_the_what_if(page: Page, at: int, step: int) -> None:
    page.goto("/accuracy?set=1&view=calibration")
    point = page.locator(".js-plotly-plot .scatterlayer .trace").first.locator(".point").nth(step)
    click_at(page, lambda: middle(point), rf"at={at}")
    expect(page.get_by_role("slider")).to_have_attribute("aria-valuetext", f"{at / 100:.2f}")
    expect(page.get_by_text(f"Precision at {at / 100:.2f}")).to_be_visible()
    click(page.get_by_role("link", name=re.compile(r"^See \d+ results?$")).first)
    expect(page).to_have_url(re.compile(rf"tried={at}"))
    expect(page.get_by_role("link", name="Back to the figures")).to_be_visible()


def test_a_bar_opens_a_reviewers_day_and_that_of_the_others_everybodys(
    page: Page, engine: Engine
) -> None:
    _run, first = add_run(engine, 20, "throughput")
    names = ["Ada"] * 9 + ["Bea"] * 2 + [f"Reviewer {n}" for n in range(9)]
    for item, name in enumerate(names, start=first):
        decide(engine, item, name, Action.KEEP, idempotency_key=f"throughput {item}")
    page.goto("/accuracy?view=work")
    click_at(page, lambda: middle(_bar(page, "Ada")), r"reviewer=Ada")
    expect(page.get_by_text(re.compile(r"^9 results"))).to_be_visible()
    click(page.get_by_role("link", name="Back to the figures"))
    expect(page.get_by_text("Click a date or “other people” to see everyone's")).to_be_visible()
    click_at(page, lambda: middle(_bar(page, " others")), r"day=\d{4}-\d\d-\d\d")
    expect(page).not_to_have_url(re.compile(r"reviewer="))
    expect(page.get_by_text(re.compile(r"^20 results"))).to_be_visible()


def _bar(page: Page, name: str) -> Locator:
    """The newest of that reviewer."""
    page.locator(".barlayer .trace").first.wait_for(state="attached")
    at = page.evaluate(
        """name => document.querySelector('.js-plotly-plot .barlayer').closest('.js-plotly-plot')
            .data.findIndex(one => one.name.endsWith(name))""",
        name,
    )
    return page.locator(".barlayer .trace").nth(at).locator(".point path").last
