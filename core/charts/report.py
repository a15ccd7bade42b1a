"""A report: figures between words and tables, as one HTML file that prints well."""

import html
from collections.abc import Iterable, Sequence
from itertools import groupby

from core.charts.page import Figure, document, drawn_figure
from core.locale import DEFAULT_LANGUAGE

FIGURE_WIDTH, LEAST_PLOT, MOST_PLOT, SMALL = 346, 70, 150, 10
"""Pixels: two figures stand side by side between the margins of an A4 sheet."""
MOST_TICKS = 5
_LOOK = """
body { max-width: 700px; color: #1E2329; font-size: 14px; line-height: 1.4 }
h1 { font-size: 22px; margin: 0 0 4px } h2 { font-size: 14px; margin: 10px 0 3px }
p { margin: 4px 0 } p.quiet { color: #565B63; font-size: 11px }
table { border-collapse: collapse; width: 100%; font-size: 11px; margin: 3px 0 }
th, td { border: 1px solid #E3E0D8; padding: 2px 6px; text-align: left; vertical-align: top;
  overflow-wrap: anywhere }
th { background: #F6F5F1; font-weight: 500; color: #565B63 }
td.figure { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
tr { break-inside: avoid } h2 { break-after: avoid }
.row { display: grid; grid-template-columns: 1fr 1fr; gap: 2px 8px } figure { margin: 0 }
@page { size: A4; margin: 10mm 12mm }
@media print { body { padding: 0 } .modebar { display: none } }
"""


def heading(text: str, level: int = 2) -> str:
    return f"<h{level}>{html.escape(text)}</h{level}>\n"


def sentence(text: str, *, quiet: bool = False) -> str:
    css = ' class="quiet"' if quiet else ""
    return f"<p{css}>{html.escape(text)}</p>\n"


def report_table(
    head: Sequence[str], rows: Iterable[Sequence[str]], *, figures: Iterable[int] = ()
) -> str:
    """Cells are text; the columns named in `figures` are aligned as numbers."""
    right = set(figures)

    def cell(column: int, text: str) -> str:
        css = ' class="figure"' if column in right else ""
        return f"<td{css}>{html.escape(text)}</td>"

    top = "".join(f"<th>{html.escape(name)}</th>" for name in head)
    body = "".join(
        f"<tr>{''.join(cell(column, text) for column, text in enumerate(row))}</tr>\n"
        for row in rows
    )
    return f"<table><thead><tr>{top}</tr></thead><tbody>\n{body}</tbody></table>\n"


def report(
    parts: Iterable[str | Figure],
    title: str,
    *,
    language: str = DEFAULT_LANGUAGE,
    name: str = "report",
) -> str:
    """`parts` in their order: HTML made by the functions above, and figures, of which those that
    follow each other share rows. Their small print is left out: say once what holds for all.
    """
    body = []
    numbered = enumerate(parts, start=1)
    for is_text, group in groupby(numbered, key=lambda part: isinstance(part[1], str)):
        if is_text:
            body += [str(part) for _at, part in group]
        else:
            drawn = (drawn_figure(_small(part), at, name) for at, part in group)
            body.append(f'<div class="row">{"".join(drawn)}</div>\n')
    return document(body, title, language=language, look=_LOOK)


def _small(figure: Figure | str) -> Figure:
    """The figure at half the width of a sheet, its lines of small print taken off."""
    drawn = Figure(figure)
    margin, labelled = drawn.layout.margin, drawn.layout.legend.font.size and len(drawn.data) > 1
    plot = drawn.layout.height - margin.t - margin.b
    above = 58 if labelled else 34
    kept = [
        note.update(font_size=SMALL - 1)
        for note in drawn.layout.annotations
        if not (note.xref == note.yref == "paper" and note.x == note.y == 0)
    ]
    drawn.layout.annotations = kept
    drawn.update_xaxes(title_font_size=SMALL, tickfont_size=SMALL - 1, title_standoff=4, nticks=6)
    drawn.update_yaxes(title_font_size=SMALL, tickfont_size=SMALL - 1, title_standoff=4)
    values, texts = drawn.layout.xaxis.tickvals, drawn.layout.xaxis.ticktext
    if values and len(values) > MOST_TICKS:
        every = -(-len(values) // MOST_TICKS)
        drawn.update_xaxes(tickvals=values[::every], ticktext=texts[::every], tickangle=0)
    return drawn.update_layout(
        width=FIGURE_WIDTH,
        height=above + min(MOST_PLOT, max(LEAST_PLOT, 0.6 * plot)) + 38,
        margin={"l": 44, "r": 84 if margin.r > 100 else 8, "t": above, "b": 38},
        title={"font": {"size": 12}, "pad": {"t": 6}},
        legend={"font": {"size": SMALL - 1}},
        font_size=SMALL,
        meta={"min_width": 0},
    )
