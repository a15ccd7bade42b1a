"""A depth test in a real browser: start it, watch it, from cell to evidence, out and in again."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import RUN_MS, click, turn_to
from tests.e2e.pointing import Place, click_at, point_at
from tests.e2e.reviewing import until

pytestmark = pytest.mark.browser

QUESTIONS, DEPTHS = 66, 5


def _start(page: Page) -> None:
    """The sample's English story at 2K alone, each question at one of five depths, no controls."""
    page.goto("/depth?set=1")
    click(page.get_by_text("Advanced", exact=True))
    lengths = page.locator(".st-key-depth_lengths input")
    lengths.press("Backspace")
    expect(page.get_by_text("8K", exact=True)).to_have_count(0)
    lengths.press("Backspace")
    expect(page.get_by_text("4K", exact=True)).to_have_count(0)
    lengths.press("Escape")
    click(page.locator(".st-key-depth_mode").get_by_text("Uniform"))
    for control in ("Oracle", "Closed-book", "Evidence removed"):
        click(page.locator(".st-key-depth_controls").get_by_text(control))
    expect(page.get_by_text(f"{QUESTIONS}", exact=True)).to_be_visible()
    click(page.get_by_role("button", name="Start depth test"))
    expect(page).to_have_url(re.compile(r"run=\d+"))
    results = page.get_by_text(f"{QUESTIONS} results", exact=True)
    expect(results).to_be_visible(timeout=RUN_MS)


def _heatmap(page: Page) -> Locator:
    plot = page.locator(".js-plotly-plot .nsewdrag").first
    plot.scroll_into_view_if_needed()
    return plot


def _numbers(page: Page) -> list[str]:
    """What the cells say: a rate and its n each."""
    cells = page.locator(".js-plotly-plot .annotation-text, .js-plotly-plot .heatmap-label")
    return [text for text in cells.all_text_contents() if re.search(r"n = \d", text)]


def _total(numbers: list[str]) -> int:
    return sum(int(number.split("n = ")[1]) for number in numbers)


def _second_cell(page: Page) -> Place:
    """In the heatmap's one column."""
    box = _heatmap(page).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.3


def test_a_depth_test_from_its_start_to_its_evidence_and_back_from_a_file(
    page: Page, tmp_path: Path
) -> None:
    _start(page)
    run = page.url
    _heatmap(page).wait_for()
    until(page, lambda: _total(_numbers(page)) == QUESTIONS)
    drawn = _numbers(page)
    assert len(drawn) == DEPTHS

    point_at(page, lambda: _second_cell(page))
    expect(page.locator(".hovertext").first).to_contain_text("95% CI")
    click_at(page, lambda: _second_cell(page), r"length=2000&bin=25%25")
    expect(page.get_by_role("heading", name="2K · 25%")).to_be_visible()
    page.go_back()
    expect(page).to_have_url(run)
    expect(page.get_by_role("heading", name="2K · 25%")).to_have_count(0)
    page.go_forward()
    expect(page.get_by_role("heading", name="2K · 25%")).to_be_visible()
    click(page.locator(".st-key-cell_list a").first)
    expect(page).to_have_url(re.compile(r"item=\d+"))
    expect(page.get_by_role("link", name="Next question")).to_be_visible()
    expect(page.locator(".desk-passage mark")).to_be_visible()
    expect(page.get_by_text("Raw reply")).to_be_visible()
    expect(page.get_by_text(re.compile("target depth 25.0%, actual"))).to_be_visible()

    turn_to(page, run)
    _heatmap(page).wait_for()
    results = _saved(page, tmp_path, page.get_by_role("button", name="Results (JSON)"))
    said = json.loads(results.read_text(encoding="utf-8"))
    assert len(said["results"]) == QUESTIONS
    assert {"depth", "depth_bin", "test_context_length"} <= set(said["results"][0])
    cells = _saved(page, tmp_path, page.get_by_role("button", name="Cells (CSV)"))
    assert len(cells.read_text(encoding="utf-8-sig").splitlines()) == 1 + DEPTHS
    figures = _saved(page, tmp_path, page.get_by_role("button", name="Figures (HTML)"))
    assert figures.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    page.locator(".js-plotly-plot").first.hover()
    picture = _saved(page, tmp_path, page.locator(".modebar-btn").first)
    assert picture.read_bytes().startswith(b"\x89PNG")

    _import(page, results)
    expect(page.get_by_text("Results imported.")).to_be_visible()
    expect(page.get_by_text("Imported", exact=True)).to_be_visible()
    _heatmap(page).wait_for()
    assert page.url != run
    until(page, lambda: _numbers(page) == drawn)
    back = page.url
    _import(page, results)
    expect(
        page.get_by_text("These results were already imported; nothing was added")
    ).to_be_visible()
    assert re.findall(r"run=\d+", page.url) == re.findall(r"run=\d+", back)
    click(page.get_by_role("button", name="Delete this import"))
    click(page.get_by_role("button", name="Delete permanently"))
    expect(page.get_by_text("Import deleted.")).to_be_visible()
    expect(page).not_to_have_url(re.compile("run="))


def _saved(page: Page, folder: Path, button: Locator) -> Path:
    with page.expect_download() as download:
        click(button)
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    return file


def _import(page: Page, file: Path) -> None:
    page.goto("/depth")
    click(page.get_by_text("Import results"))
    page.locator("[class*=st-key-upload_depth_results] input[type=file]").set_input_files(file)
    expect(
        page.get_by_text(f"{QUESTIONS} results can be charted. Nothing is stored yet.")
    ).to_be_visible()
    click(page.get_by_role("button", name="Import results"))
    expect(page).to_have_url(re.compile(r"run=\d+"))
