"""The quote beside the novel, differences marked, and each change as a sentence."""

import re
from collections.abc import Iterator, Sequence
from html import escape

from core.services.results import CLOSING, ComparisonRow, QuotePart
from core.text import DifferenceKind, EvidenceWarning, guess_language
from core.validation import ValidationResult
from pages.components.html import draw, lang_of
from pages.components.language import _, _n
from pages.components.passage import numbered
from pages.components.wording import CHANGES, term_label

KEPT = {"en": 80, "zh": 40}
"""Characters of a long stretch that stay on each side of what is folded away."""
WORDS = 60
"""Characters of a change that a sentence repeats."""
SENTENCES = 4
"""Changes that are worded; all of them are coloured."""


def draw_quote_diff(result: ValidationResult, rows: Sequence[ComparisonRow]) -> None:
    """The novel and the quote side by side where they differ; the quote alone where nothing was
    located; nothing where both say the same, since the passage marks it.
    """
    quote = result.evidence.strip()
    changed = sum(part.altered for row in rows for part in row.parts)
    if rows and len(rows) < 2 and not changed:
        return
    name = _("Model quote")
    if not rows:
        body = f'<div class="alone">{_label(name)}<span>{escape(quote)}</span></div>'
    else:
        count = _n("{n} difference", "{n} differences", changed).format(n=changed)
        body = _label(_("In the novel")) + _label(name, count if changed else "")
        body += "".join(_rows(rows))
    lines = "".join(f"<p>{escape(line)}</p>" for line in diff_sentences(result, rows))
    draw(f'<div class="desk-beside desk-quoted" {lang_of(quote)}>{body}</div>')
    if lines:
        draw(f'<div class="desk-changes">{lines}</div>')


def _label(text: str, aside: str = "") -> str:
    more = f"<em>{escape(aside)}</em>" if aside else ""
    return f"<small>{escape(text)}{more}</small>"


def _rows(rows: Sequence[ComparisonRow]) -> Iterator[str]:
    for number, row in enumerate(rows, start=1):
        for side, tag in (("source", "ins"), ("quote", "del")):
            words = "".join(_part(row.parts, at, side, tag) for at in range(len(row.parts)))
            yield f"<span>{numbered(number, len(rows))}{words}</span>"
        if row.distance is not None:
            mark = row.mark or _("no ellipsis")
            yield f"<i>{escape(_between(row))}</i><i>{escape(mark)}</i>"


def _part(parts: Sequence[QuotePart], at: int, side: str, tag: str) -> str:
    part = parts[at]
    text: str = getattr(part, side)
    if part.altered:
        css = "" if part.changes_content else ' class="slip"'
        return f"<{tag}{css}>{escape(text)}</{tag}>" if text else ""
    if len(parts) == 1:
        return escape(text)
    return _folded(text, first=at == 0, last=at + 1 == len(parts))


def _folded(text: str, *, first: bool, last: bool) -> str:
    """An unchanged stretch without its middle, or, at an end of the quote, without that end."""
    kept = KEPT[guess_language(text)]
    head, tail = ("" if first else _head(text, kept)), ("" if last else _tail(text, kept))
    hidden = len(text) - len(head) - len(tail)
    if hidden <= kept:
        return escape(text)
    note = _("… {n} unchanged characters …").format(n=f"{hidden:,}")
    return f"{escape(head)}<i>{escape(note)}</i>{escape(tail)}"


def _between(row: ComparisonRow) -> str:
    """What the source has between two parts, its middle left out where it is long."""
    if row.left_out is None:
        n = row.distance or 0
        if n < 0:
            return _n("{n} character earlier", "{n} characters earlier", -n)
        return _n("{n} character later", "{n} characters later", n)
    text = " ".join(row.left_out.split()).lstrip(CLOSING)
    kept = KEPT[guess_language(text)]
    if len(text) <= 3 * kept:
        return text
    head, tail = _head(text, kept), _tail(text, kept)
    note = _("… {n} more characters …").format(n=f"{len(text) - len(head) - len(tail):,}")
    return f"{head} {note} {tail}"


def _head(text: str, least: int) -> str:
    """The beginning up to the end of a word."""
    found = re.match(rf"(?s:.{{{least}}})[a-z]*", text, re.IGNORECASE)
    return found.group() if found else text


def _tail(text: str, least: int) -> str:
    return _head(text[::-1], least)[::-1]


def diff_sentences(result: ValidationResult, rows: Sequence[ComparisonRow]) -> list[str]:
    """What the quote changed, one sentence each; small changes where none changes the content."""
    if "evidence_misjoined" in result.failure_reasons:
        return list(_joints(result, rows))
    changed = [part for row in rows for part in row.parts if part.altered]
    weighty = [part for part in changed if part.changes_content] or changed
    if is_one_word(weighty) and "evidence_altered" in result.failure_reasons:
        return list(_denied(result, rows))  # it is what the reason says
    lines = [_change(part) for part in weighty[:SENTENCES]]
    more = len(changed) - len(lines)
    if more:
        lines.append(
            _n("{n} more difference is highlighted.", "{n} more differences are highlighted.", more)
        )
    return [*lines, *_denied(result, rows)]


def is_one_word(weighty: Sequence[QuotePart]) -> bool:
    """Whether all that is changed is a word, or some words, in place of others."""
    only = weighty[0] if len(weighty) == 1 else None
    return only is not None and bool(
        only.kind is DifferenceKind.WORDING and only.quote.strip() and only.source.strip()
    )


def _change(part: QuotePart) -> str:
    kind = term_label(CHANGES, str(part.kind or DifferenceKind.WORDING))
    quote, source = shortened(part.quote), shortened(part.source)
    if not source:
        template = _("The quote adds “{quote}”, which is not in the text ({kind}).")
    elif not quote:
        template = _("The quote omits “{source}” ({kind}).")
    else:
        template = _("The quote says “{quote}”, the text says “{source}” ({kind}).")
        if part.kind is DifferenceKind.WORDING:
            template = _("The quote says “{quote}”, the text says “{source}”.")
    return template.format(quote=quote, source=source, kind=kind)


def shortened(text: str) -> str:
    """As much of a change as a sentence repeats."""
    text = " ".join(text.split())
    return text if len(text) <= WORDS else f"{text[: WORDS - 20]}…{text[-19:]}"


def _joints(result: ValidationResult, rows: Sequence[ComparisonRow]) -> Iterator[str]:
    """Where parts that stand in the text do not follow each other as the quote has them."""
    apart = [(number, row) for number, row in enumerate(rows, start=1) if row.distance is not None]
    if back := [(number, row) for number, row in apart if (row.distance or 0) < 0]:
        for number, _row in back:
            yield _("In the source, part {later} comes before part {earlier}.").format(
                later=number + 1, earlier=number
            )
        return
    if EvidenceWarning.NEGATION_LEFT_OUT in result.warnings:
        yield from _denied(result, rows)
    elif apart:
        number, row = max(apart, key=lambda one: one[1].distance or 0)
        yield _n(
            "Parts {earlier} and {later} are {n} character apart.",
            "Parts {earlier} and {later} are {n} characters apart.",
            row.distance or 0,
            earlier=number,
            later=number + 1,
        )


def _denied(result: ValidationResult, rows: Sequence[ComparisonRow]) -> Iterator[str]:
    """The negations among the words the quote leaves out between its parts."""
    if EvidenceWarning.NEGATION_LEFT_OUT not in result.warnings:
        return
    sentence = _("The quote omits “{words}” between part {earlier} and part {later}.")
    for number, row in enumerate(rows, start=1):
        if row.negations:
            words = _('", "').join(dict.fromkeys(row.negations))
            yield sentence.format(earlier=number, later=number + 1, words=words)
