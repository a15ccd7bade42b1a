"""A depth test in a real browser: start it, watch it, from cell to evidence, out and in again."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import stand_still, turn_to

pytestmark = pytest.mark.browser

QUESTIONS, DEPTHS = 66, 5


def _start(page: Page) -> None:
    """The sample's English story at 2K alone, each question at one of five depths, no controls."""
    page.goto("/depth?set=1")
    page.get_by_text("Advanced", exact=True).click()
    lengths = page.locator(".st-key-depth_lengths input")
    lengths.press("Backspace")
    expect(page.get_by_text("8K", exact=True)).to_have_count(0)
    lengths.press("Backspace")
    expect(page.get_by_text("4K", exact=True)).to_have_count(0)
    lengths.press("Escape")
    page.locator(".st-key-depth_mode").get_by_text("Uniform").click()
    for control in ("Oracle", "Closed-book", "Evidence removed"):
        page.locator(".st-key-depth_controls").get_by_text(control).click()
    expect(page.get_by_text(f"{QUESTIONS}", exact=True)).to_be_visible()
    page.get_by_role("button", name="Start depth test").click()
    expect(page).to_have_url(re.compile(r"run=\d+"))
    expect(page.get_by_text(f"{QUESTIONS} results", exact=True)).to_be_visible(timeout=60_000)


def _heatmap(page: Page) -> Locator:
    plot = page.locator(".js-plotly-plot .nsewdrag").first
    plot.scroll_into_view_if_needed()
    return plot


def _numbers(page: Page) -> list[str]:
    """What the cells say: a rate and its n each."""
    cells = page.locator(".js-plotly-plot .annotation-text, .js-plotly-plot .heatmap-label")
    return [text for text in cells.all_text_contents() if re.search(r"n = \d", text)]


def _at(page: Page, down: float) -> tuple[float, float]:
    """Middle of the heatmap's one column, at this share of its height."""
    box = _heatmap(page).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] * down


def test_a_depth_test_from_its_start_to_its_evidence_and_back_from_a_file(
    page: Page, tmp_path: Path
) -> None:
    _start(page)
    run = page.url
    _heatmap(page).wait_for()
    drawn = _numbers(page)
    assert len(drawn) == DEPTHS
    assert sum(int(number.split("n = ")[1]) for number in drawn) == QUESTIONS

    page.mouse.move(*_at(page, 0.3))
    expect(page.get_by_text("95% CI").first).to_be_visible()
    page.mouse.click(*_at(page, 0.3))
    expect(page).to_have_url(re.compile(r"length=2000&bin=25%25"))
    expect(page.get_by_role("heading", name="2K · 25%")).to_be_visible()
    page.go_back()
    expect(page).to_have_url(run)
    expect(page.get_by_role("heading", name="2K · 25%")).to_have_count(0)
    page.go_forward()
    expect(page.get_by_role("heading", name="2K · 25%")).to_be_visible()
    page.locator(".st-key-cell_list a").first.click()
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
    assert _numbers(page) == drawn
    back = page.url
    _import(page, results)
    expect(
        page.get_by_text("These results were already imported; nothing was added")
    ).to_be_visible()
    assert re.findall(r"run=\d+", page.url) == re.findall(r"run=\d+", back)
    page.get_by_role("button", name="Delete this import").click()
    page.get_by_role("button", name="Delete permanently").click()
    expect(page.get_by_text("Import deleted.")).to_be_visible()
    expect(page).not_to_have_url(re.compile("run="))


def _saved(page: Page, folder: Path, button: Locator) -> Path:
    with page.expect_download() as download:
        button.click()
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    return file


def _import(page: Page, file: Path) -> None:
    page.goto("/depth")
    page.get_by_text("Import results").click()
    page.locator("[class*=st-key-upload_depth_results] input[type=file]").set_input_files(file)
    expect(
        page.get_by_text(f"{QUESTIONS} results can be charted. Nothing is stored yet.")
    ).to_be_visible()
    stand_still(page)
    page.get_by_role("button", name="Import results").click()
    expect(page).to_have_url(re.compile(r"run=\d+"))
