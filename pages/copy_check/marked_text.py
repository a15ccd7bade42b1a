"""A copy with what was found in it: numbered spans whose kind shows in line and fill alike."""

from collections.abc import Sequence
from html import escape
from itertools import pairwise
from unicodedata import category

from core.verification import Finding, Severity
from pages.components.html import draw, lang_of, notice
from pages.components.language import _
from pages.copy_check.wording import SEVERITIES, code_name

WORST = (Severity.HARD, Severity.SOFT, Severity.INFO)


def draw_marked(text: str, findings: Sequence[Finding]) -> None:
    """The text whole, each span with the number of its finding; the legend only names what is in
    it.
    """
    marked = _marked(text, findings)
    draw(f'<div class="desk-passage desk-copy" {lang_of(text)}>{marked}</div>')
    kinds = [one for one in WORST if any(f.span and f.severity is one for f in findings)]
    if kinds:
        named = "".join(
            f'<span><mark class="{one.value}">{escape(_(SEVERITIES[one].name))}</mark> '
            f"{escape(_(SEVERITIES[one].meaning))}</span>"
            for one in kinds
        )
        draw(f'<div class="desk-legend">{named}</div>')


def _marked(text: str, findings: Sequence[Finding]) -> str:
    """Cut wherever a span begins or ends, so that those that overlap are all seen."""
    spans = [(n, f, *f.span) for n, f in enumerate(findings, start=1) if f.span]
    edges = sorted({0, len(text), *(at for span in spans for at in span[2:])})
    pieces = []
    for start, end in pairwise(edges):
        over = [(n, f) for n, f, begins, ends in spans if begins <= start and end <= ends]
        piece = _visible(text[start:end])
        if not over:
            pieces.append(piece)
            continue
        worst = min((f.severity for _n, f in over), key=WORST.index)
        numbers = [str(n) for n, _f, begins, ends in spans if begins <= start and ends == end]
        above = f"<sup>{', '.join(numbers)}</sup>" if numbers else ""
        said = escape(", ".join(dict.fromkeys(code_name(f.code) for _n, f in over)))
        pieces.append(f'<mark class="{worst.value}" title="{said}">{piece}</mark>{above}')
    return "".join(pieces)


def _visible(text: str) -> str:
    """As HTML. What has no shape of its own is named, for it would be marked and yet not seen."""
    if text and all(category(character) in ("Cf", "Cc") for character in text):
        return " ".join(f"<small>U+{ord(character):04X}</small>" for character in text)
    return escape(text)


def draw_findings(findings: Sequence[Finding]) -> None:
    """Each in one sentence with its number; the code stands behind it for whoever looks it up."""
    if not findings:
        notice(_("No findings."), "quiet")
        return
    rows = "".join(
        f'<li><em class="desk-badge {SEVERITIES[f.severity].tone}">{escape(code_name(f.code))}</em>'
        f"<span>{escape(f.worded(_))} <small>{escape(_(SEVERITIES[f.severity].name))} · "
        f"{f.code.value}</small></span></li>"
        for f in findings
    )
    draw(f'<ol class="desk-findings">{rows}</ol>')
