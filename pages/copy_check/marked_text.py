"""A copy with its findings: numbered spans, underlined and coloured by severity."""

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
    """Draw the text, each span with the number of its finding, and a legend of what occurs."""
    marked = _marked(text, findings)
    draw(f'<div class="desk-passage desk-copy" {lang_of(text)}>{marked}</div>')
    kinds = [
        severity for severity in WORST if any(f.span and f.severity is severity for f in findings)
    ]
    if kinds:
        legend = "".join(
            f'<span><mark class="{severity.value}">{escape(_(SEVERITIES[severity].name))}</mark> '
            f"{escape(_(SEVERITIES[severity].meaning))}</span>"
            for severity in kinds
        )
        draw(f'<div class="desk-legend">{legend}</div>')


def _marked(text: str, findings: Sequence[Finding]) -> str:
    """The text as HTML, cut at every edge of a span, so that overlapping spans all show."""
    spans = [(n, f, *f.span) for n, f in enumerate(findings, start=1) if f.span]
    edges = sorted({0, len(text), *(at for span in spans for at in span[2:])})
    parts = []
    for start, end in pairwise(edges):
        covering = [(n, f) for n, f, first, last in spans if first <= start and end <= last]
        text_part = _visible(text[start:end])
        if not covering:
            parts.append(text_part)
            continue
        worst = min((f.severity for _n, f in covering), key=WORST.index)
        numbers = [str(n) for n, _f, first, last in spans if first <= start and last == end]
        above = f"<sup>{', '.join(numbers)}</sup>" if numbers else ""
        title = escape(", ".join(dict.fromkeys(code_name(f.code) for _n, f in covering)))
        parts.append(f'<mark class="{worst.value}" title="{title}">{text_part}</mark>{above}')
    return "".join(parts)


def _visible(text: str) -> str:
    """The text as HTML; invisible characters are shown as their code points."""
    if text and all(category(character) in ("Cf", "Cc") for character in text):
        return " ".join(f"<small>U+{ord(character):04X}</small>" for character in text)
    return escape(text)


def draw_findings(findings: Sequence[Finding]) -> None:
    """Draw the findings as numbered sentences with their codes."""
    if not findings:
        notice(_("No findings."), "quiet")
        return
    rows = "".join(
        f'<li><em class="desk-badge {SEVERITIES[f.severity].tone}">{escape(code_name(f.code))}</em>'
        f"<span>{escape(f.translate(_))} <small>{escape(_(SEVERITIES[f.severity].name))} · "
        f"{f.code.value}</small></span></li>"
        for f in findings
    )
    draw(f'<ol class="desk-findings">{rows}</ol>')
