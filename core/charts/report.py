"""A report of texts, tables and figures as one HTML file in a layout for print."""

import html
from collections.abc import Collection, Iterable, Sequence
from itertools import groupby

from core.charts.page import Figure, document, figure_html
from core.charts.style import POINT, SMALL_PRINT, escape_label, text_columns
from core.locale import DEFAULT_LANGUAGE

FIGURE_WIDTH, ROW_HEIGHT, PLOT_HEIGHT, SMALL = 348, 14, 78, 10
"""Pixels: width of a figure, two side by side on an A4 sheet; height of a row of `rates_down` and
of any other plot; font size."""
MOST_TICKS, LONGEST_AXIS = 5, 14
"""Most names on an axis; most letters of an axis title that fit beside a figure of this height."""
BELOW = 28
_STROKES = {"dash": "dashed", "dot": "dotted"}
_LOOK = """
body { max-width: 704px; padding: 8px; color: #1E2329; font-size: 11px; line-height: 1.3 }
h1 { font-size: 18px; margin: 0 } h2 { font-size: 12px; margin: 6px 0 2px }
p { margin: 2px 0 } p.quiet, figcaption { color: #565B63; font-size: 9.5px; line-height: 1.25 }
table { border-collapse: collapse; width: 100%; font-size: 9.5px; margin: 2px 0 }
th, td { border: 1px solid #E3E0D8; padding: 1px 5px; text-align: left; vertical-align: top;
  overflow-wrap: break-word }
th { background: #F6F5F1; font-weight: 500; color: #565B63; word-break: keep-all }
.figure { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
tr { break-inside: avoid } h2 { break-after: avoid }
.row { display: grid; grid-template-columns: 1fr 1fr; gap: 2px 8px } figure { margin: 0 }
.row > * { min-width: 0 } figcaption { margin: 0 0 2px 8px }
figcaption i { display: inline-block; width: 22px; vertical-align: middle }
.tiles { display: flex; gap: 8px; margin: 4px 0 }
.tiles > div { flex: 1; border: 1px solid #E3E0D8; padding: 2px 6px; font-size: 9.5px }
.tiles b { display: block; font-size: 15px; line-height: 1.3; font-weight: 500 }
.tiles small { color: #565B63; font-size: 9.5px }
@page { size: A4; margin: 6mm 12mm }
.modebar { opacity: 0 } figure:hover .modebar { opacity: 1 }
@media print { body { padding: 0; zoom: var(--fit, 1) } .modebar { display: none } }
"""
SHEET_HEIGHT, LEAST_FIT = 1076, 0.8
"""Pixels between the margins of an A4 sheet, and the least scale to fit a report on one."""
_FIT = f"""<script>
addEventListener("load", () => {{
  const fit = Math.min(1, Math.max({LEAST_FIT}, {SHEET_HEIGHT} / document.body.scrollHeight));
  document.documentElement.style.setProperty("--fit", fit);
}});
</script>
"""


def heading(text: str, level: int = 2) -> str:
    return f"<h{level}>{html.escape(text)}</h{level}>\n"


def sentence(text: str, *, quiet: bool = False) -> str:
    css = ' class="quiet"' if quiet else ""
    return f"<p{css}>{html.escape(text)}</p>\n"


def tiles(rows: Iterable[tuple[str, str, str]]) -> str:
    """Return headline numbers in one row, from (name, value, note such as n and interval)."""
    cells = (
        f"<div>{html.escape(name)}<b>{html.escape(value)}</b><small>{html.escape(note)}</small></div>"
        for name, value, note in rows
    )
    return f'<div class="tiles">{"".join(cells)}</div>\n'


def side_by_side(left: str, right: str) -> str:
    """Return two HTML parts in one row, each with half the width."""
    return f'<div class="row"><div>{left}</div><div>{right}</div></div>\n'


def report_table(
    head: Sequence[str], rows: Iterable[Sequence[str]], *, figures: Iterable[int] = ()
) -> str:
    """Return an HTML table; the columns with an index in `figures` are aligned as numbers."""
    number_columns = set(figures)

    def cell(tag: str, column: int, text: str) -> str:
        css = ' class="figure"' if column in number_columns else ""
        return f"<{tag}{css}>{html.escape(text)}</{tag}>"

    top = "".join(cell("th", column, name) for column, name in enumerate(head))
    body = "".join(
        f"<tr>{''.join(cell('td', column, text) for column, text in enumerate(row))}</tr>\n"
        for row in rows
    )
    return f"<table><thead><tr>{top}</tr></thead><tbody>\n{body}</tbody></table>\n"


def report(
    parts: Iterable[str | Figure],
    title: str,
    *,
    stated_once: Iterable[str] = (),
    language: str = DEFAULT_LANGUAGE,
    name: str = "report",
) -> str:
    """Return the document of `parts`: HTML from the functions above, and figures; neighbouring
    figures share rows. Small print in `stated_once` is left out of the figures, as the report
    states it once for all.
    """
    body = []
    stated = {escape_label(text) for label in stated_once for text in label.split(POINT)}
    numbered = enumerate(parts, start=1)
    for is_text, group in groupby(numbered, key=lambda part: isinstance(part[1], str)):
        if is_text:
            body += [str(part) for _at, part in group]
        else:
            captioned = (_captioned(Figure(part), number, name, stated) for number, part in group)
            body.append(f'<div class="row">{"".join(captioned)}</div>\n')
    return document([*body, _FIT], title, language=language, look=_LOOK)


def _captioned(figure: Figure, number: int, name: str, stated: Collection[str]) -> str:
    """Return a figure at half the width of a sheet, with its small print as a caption."""
    notes = figure.layout.annotations
    small_print = [note for note in notes if note.name == SMALL_PRINT]
    figure.layout.annotations = [note for note in notes if note.name != SMALL_PRINT]
    caption_parts = [
        part for note in small_print for part in note.text.split(POINT) if part not in stated
    ]
    axis = figure.layout.yaxis.title.text or ""
    if text_columns(axis) > LONGEST_AXIS:
        caption_parts.insert(0, axis)
        figure.update_yaxes(title_text="")
    figure_part = figure_html(_small(figure), number, name)
    # The text is escaped already, as Plotly reads tags.
    caption_parts = [*_legend(figure), *caption_parts]
    below = f"<figcaption>{POINT.join(caption_parts)}</figcaption>" if caption_parts else ""
    return figure_part.replace("</figure>", f"{below}</figure>")


def _legend(figure: Figure) -> list[str]:
    """Return the legend as HTML, since Plotly's own would take a third of so small a figure."""
    entries = []
    for trace in figure.data:
        if trace.name and trace.showlegend is not False:
            colour = trace.line.color if trace.type == "scatter" else trace.marker.color
            stroke = _STROKES.get(trace.line.dash if trace.type == "scatter" else "", "solid")
            entries.append(f'<i style="border-top: 2px {stroke} {colour}"></i> {trace.name}')
    return entries


def _small(figure: Figure) -> Figure:
    above = 22
    rows = figure.layout.margin.r > 100
    plot = max(3, len(figure.layout.yaxis.tickvals)) * ROW_HEIGHT if rows else PLOT_HEIGHT
    figure.update_annotations(font_size=SMALL - 1)
    figure.update_traces(marker_size=6, selector={"mode": "markers"})
    figure.update_xaxes(title_font_size=SMALL, tickfont_size=SMALL - 1, title_standoff=2, nticks=6)
    figure.update_yaxes(title_font_size=SMALL, tickfont_size=SMALL - 1, title_standoff=4)
    values, texts = figure.layout.xaxis.tickvals, figure.layout.xaxis.ticktext
    if values and len(values) > MOST_TICKS:
        every = -(-len(values) // MOST_TICKS)
        figure.update_xaxes(tickvals=values[::every], ticktext=texts[::every], tickangle=0)
    return figure.update_layout(
        width=FIGURE_WIDTH,
        height=above + plot + BELOW,
        margin={"l": 44, "r": 84 if rows else 8, "t": above, "b": BELOW},
        title={"font": {"size": 11}, "pad": {"t": 2}, "x": 0.02, "xref": "container"},
        showlegend=False,
        font_size=SMALL,
        meta={"min_width": 0},
    )
