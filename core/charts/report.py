"""A report: figures between words and tables, as one HTML file that prints well."""

import html
from collections.abc import Iterable, Sequence

from core.charts.page import Figure, document, drawn_figure
from core.locale import DEFAULT_LANGUAGE

PRINTED_WIDTH = 700
"""Pixels between the margins of an A4 sheet."""
_LOOK = """
body { max-width: 700px; color: #1E2329; font-size: 14px; line-height: 1.5 }
h1 { font-size: 22px; margin: 0 0 4px } h2 { font-size: 16px; margin: 22px 0 6px }
p { margin: 4px 0 } p.quiet { color: #565B63; font-size: 12px }
table { border-collapse: collapse; width: 100%; font-size: 12px; margin: 6px 0 }
th, td { border: 1px solid #E3E0D8; padding: 3px 7px; text-align: left; vertical-align: top;
  overflow-wrap: anywhere }
th { background: #F6F5F1; font-weight: 500; color: #565B63 }
td.figure { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
tr { break-inside: avoid } h2 { break-after: avoid } figure { margin: 0 0 10px }
@page { size: A4; margin: 12mm }
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
    """`parts` in their order: figures, and HTML made by the functions above."""
    body = []
    for at, part in enumerate(parts, start=1):
        if isinstance(part, str):
            body.append(part)
        else:
            part.update_layout(width=PRINTED_WIDTH)
            body.append(drawn_figure(part, at, name))
    return document(body, title, language=language, look=_LOOK)
