"""Figures as one self-contained HTML file that needs no network and no server."""

import html
from collections.abc import Iterable, Sequence

from plotly.graph_objects import Figure
from plotly.offline import get_plotlyjs

from core.charts.style import FONT
from core.locale import DEFAULT_LANGUAGE

__all__ = ["Figure", "document", "figure_html", "page", "plotly_config"]

IMAGE_SCALE = 2
"""Scale of the PNG that a figure's camera button saves, for print."""

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
{look}</style>
<script>{plotly}</script>
</head>
<body>
"""


def page(
    figures: Sequence[Figure], title: str, *, language: str = DEFAULT_LANGUAGE, name: str = ""
) -> str:
    """Return one document with Plotly included once, about 4.8 MB; the same figures give the same
    text.

    The camera button of each figure saves it as a PNG named after `name`.
    """
    figure_parts = (
        figure_html(figure, at, name or "figure") for at, figure in enumerate(figures, start=1)
    )
    return document(figure_parts, title, language=language)


def document(
    body: Iterable[str], title: str, *, language: str = DEFAULT_LANGUAGE, look: str = ""
) -> str:
    """Return a document of HTML parts, with Plotly, that fetches nothing; `look`: extra CSS."""
    head = _HEAD.format(
        language=language.replace("_", "-"),
        policy=_POLICY,
        title=html.escape(title),
        font=FONT,
        look=look,
        plotly=get_plotlyjs(),
    )
    return f"{head}{''.join(body)}</body>\n</html>\n"


def plotly_config(name: str, *, can_be_saved: bool = True) -> dict[str, object]:
    """Return Plotly's settings of a figure, for the app and for files."""
    saving = ["toImage"] if can_be_saved else []
    return {
        "displaylogo": False,
        "displayModeBar": True,
        "responsive": True,
        "scrollZoom": False,
        "modeBarButtons": [[*saving, "resetScale2d"]],
        "toImageButtonOptions": {"format": "png", "scale": IMAGE_SCALE, "filename": name},
    }


def figure_html(figure: Figure, number: int, name: str) -> str:
    """Return a figure as a part of a document; `number` is unique within it."""
    min_width = (figure.layout.meta or {}).get("min_width", 720)
    figure_div = figure.to_html(
        config=plotly_config(f"{name}-{number}" if number > 1 else name),
        include_plotlyjs=False,
        full_html=False,
        div_id=f"figure-{number}",
    )
    return f'<figure><div style="min-width:{min_width}px">{figure_div}</div></figure>\n'
