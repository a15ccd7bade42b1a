"""Figures as one HTML file that needs nothing else: no network, no server."""

import html
from collections.abc import Sequence

from plotly.graph_objects import Figure
from plotly.offline import get_plotlyjs

from core.charts.style import FONT
from core.locale import DEFAULT_LANGUAGE

__all__ = ["Figure", "page", "plotly_config"]

IMAGE_SCALE = 2
"""Of the PNG that a figure's camera button saves, for print."""

_POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:"
)
_HEAD = """<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
body {{ margin: 0 auto; max-width: 1240px; padding: 1rem; background: #fff; font-family: {font} }}
figure {{ margin: 0 0 2rem; overflow-x: auto }}
@media print {{ figure {{ break-inside: avoid }} }}
</style>
<script>{plotly}</script>
</head>
<body>
"""


def page(
    figures: Sequence[Figure], title: str, *, language: str = DEFAULT_LANGUAGE, name: str = ""
) -> str:
    """One document with Plotly in it once, about 4.8 MB; the same figures give the same text.

    The camera button of each figure saves it as PNG, named after `name`, in the browser: drawing
    one outside of a browser would need a browser.
    """
    head = _HEAD.format(
        language=language.replace("_", "-"),
        policy=_POLICY,
        title=html.escape(title),
        font=FONT,
        plotly=get_plotlyjs(),
    )
    drawn = (_figure(figure, at, name or "figure") for at, figure in enumerate(figures, start=1))
    return f"{head}{''.join(drawn)}</body>\n</html>\n"


def plotly_config(name: str) -> dict[str, object]:
    """How a figure behaves, in a page of the desk as in a file."""
    return {
        "displaylogo": False,
        "displayModeBar": True,
        "responsive": True,
        "scrollZoom": False,
        "modeBarButtons": [["toImage", "resetScale2d"]],
        "toImageButtonOptions": {"format": "png", "scale": IMAGE_SCALE, "filename": name},
    }


def _figure(figure: Figure, number: int, name: str) -> str:
    least = (figure.layout.meta or {}).get("min_width", 720)
    drawn = figure.to_html(
        config=plotly_config(f"{name}-{number}" if number > 1 else name),
        include_plotlyjs=False,
        full_html=False,
        div_id=f"figure-{number}",
    )
    return f'<figure><div style="min-width:{least}px">{drawn}</div></figure>\n'
