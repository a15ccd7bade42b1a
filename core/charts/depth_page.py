"""The heatmap of a depth test as an HTML page (source 003, "热力图扩展")."""

from collections.abc import Sequence

from core.charts.depth import HEATMAP_TITLE, depth_heatmap
from core.charts.page import page
from core.charts.style import Scale
from core.depth import DatasetMetadata, DepthBinStats
from core.locale import DEFAULT_LANGUAGE, wording


def create_depth_heatmap(
    bins: Sequence[DepthBinStats],
    metadata: DatasetMetadata | None = None,
    *,
    language: str = DEFAULT_LANGUAGE,
    scale: Scale | str = Scale.RED_GREEN,
) -> str:
    """Return an HTML page that needs no network, about 4.8 MB: X is the context length, Y the depth
    of the evidence, the colour the accuracy over answered attempts, grey where there is none.

    `language` is "en" or "zh_CN"; `scale` "red-green" or, for colour-blind readers, "cividis".
    """
    figure = depth_heatmap(bins, metadata, language=language, scale=scale)
    title = wording(language)(HEATMAP_TITLE)
    return page([figure], title, language=language, name="depth-heatmap")
