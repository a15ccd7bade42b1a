"""The standalone heatmap in a real browser: no network, no error, PNG from its own button."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from core.charts import create_depth_heatmap
from core.depth import DatasetMetadata, calculate_depth_bins
from tests.core.depth.simulated import LENGTHS, lost_in_the_middle, simulated
from tests.e2e.conftest import PATIENCE_MS
from tests.e2e.pointing import Place, point_at

pytestmark = pytest.mark.browser


def test_the_file_draws_offline_tells_on_hover_and_saves_a_png(
    browser: Browser, tmp_path: Path
) -> None:
    bins = calculate_depth_bins(simulated(lost_in_the_middle, seed=1, questions=30), LENGTHS)
    file = tmp_path / "heatmap.html"
    metadata = DatasetMetadata(model_name="<b>模型</b>")
    file.write_text(create_depth_heatmap(bins, metadata, language="zh_CN"), encoding="utf-8")

    context = browser.new_context(offline=True, viewport={"width": 1100, "height": 800})
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    troubles: list[str] = []
    page.on("console", lambda message: troubles.append(message.text))
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.goto(file.as_uri())
    page.get_by_text("不同证据深度与上下文长度下的正确率").wait_for()
    expect(page.get_by_text("<b>模型</b>").first).to_be_visible()

    def first_cell() -> Place:
        area = page.locator(".nsewdrag").first.bounding_box()
        assert area is not None
        return area["x"] + area["width"] / 8, area["y"] + area["height"] / 10

    point_at(page, first_cell)
    page.get_by_text("95% 置信区间").first.wait_for()

    with page.expect_download() as download:
        page.locator(".modebar-btn").first.click()
    picture = tmp_path / download.value.suggested_filename
    download.value.save_as(picture)
    assert picture.name == "depth-heatmap.png"
    assert picture.read_bytes().startswith(b"\x89PNG")
    context.close()
    assert troubles == []
