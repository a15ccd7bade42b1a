"""The heatmap as an HTML page: complete, offline, in both languages."""

import re

import pytest

from core.charts import create_depth_heatmap
from core.depth import DatasetMetadata, DepthBinStats, calculate_depth_bins
from tests.core.depth.simulated import LENGTHS, lost_in_the_middle, simulated

BINS = [DepthBinStats(32000, "0%", 0.62, 34), DepthBinStats(32000, "100%", None, 0)]
ADDRESS = re.compile(r"(?:src|href)\s*=\s*[\"']?(?:https?:)?//")


def test_the_page_is_complete_and_fetches_nothing() -> None:
    page = create_depth_heatmap(BINS)
    assert page.startswith("<!DOCTYPE html>")
    assert page.rstrip().endswith("</html>")
    assert page.count("* plotly.js v") == 1
    assert "default-src 'none'" in page
    shell = page[: page.index("* plotly.js v")] + page[page.index("<body>") :]
    assert not ADDRESS.search(shell)
    assert 4_000_000 < len(page.encode()) < 5_500_000


def test_the_same_cells_give_the_same_page() -> None:
    bins = calculate_depth_bins(simulated(lost_in_the_middle, seed=1, questions=5), LENGTHS)
    assert create_depth_heatmap(bins) == create_depth_heatmap(bins)


def test_a_models_name_cannot_end_the_script() -> None:
    name = "</script><script>alert(1)</script><img src=x onerror=alert(1)>"
    body = create_depth_heatmap(BINS, DatasetMetadata(model_name=name)).split("<body>")[1]
    assert "alert(1)</script>" not in body
    assert "<img" not in body
    assert body.count("<script") == body.count("</script>")


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Accuracy by evidence depth and context length"), ("zh_CN", "证据深度")],
)
def test_the_page_is_in_the_readers_language(language: str, said: str) -> None:
    page = create_depth_heatmap(BINS, language=language, scale="cividis")
    assert f'<html lang="{language.replace("_", "-")}">' in page
    assert said in re.findall("<title>(.*?)</title>", page)[0]
