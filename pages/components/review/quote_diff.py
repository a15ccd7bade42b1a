"""The quote beside the novel with marked differences, and each change as a sentence."""

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

CONTEXT_CHARS = {"en": 80, "zh": 40}
"""Characters of a long text that stay on each side of the omitted middle, by language."""
CHANGE_CHARS = 60
"""Characters of a change that a sentence repeats."""
MOST_SENTENCES = 4
"""Changes that get a sentence; all of them are highlighted."""


def draw_quote_diff(result: ValidationResult, rows: Sequence[ComparisonRow]) -> None:
    """Draw the novel and the quote side by side if they differ; the quote alone if nothing was
    located; nothing if both say the same, since the passage marks it.
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
    return _shortened_html(text, first=at == 0, last=at + 1 == len(parts))


def _shortened_html(text: str, *, first: bool, last: bool) -> str:
    """HTML of unchanged text without its middle, or without its end at an end of the quote."""
    context = CONTEXT_CHARS[guess_language(text)]
    head, tail = ("" if first else _head(text, context)), ("" if last else _tail(text, context))
    omitted = len(text) - len(head) - len(tail)
    if omitted <= context:
        return escape(text)
    note = _("… {n} unchanged characters …").format(n=f"{omitted:,}")
    return f"{escape(head)}<i>{escape(note)}</i>{escape(tail)}"


def _between(row: ComparisonRow) -> str:
    """What the source has between two parts, without its middle if it is long."""
    if row.left_out is None:
        n = row.distance or 0
        if n < 0:
            return _n("{n} character earlier", "{n} characters earlier", -n)
        return _n("{n} character later", "{n} characters later", n)
    text = " ".join(row.left_out.split()).lstrip(CLOSING)
    context = CONTEXT_CHARS[guess_language(text)]
    if len(text) <= 3 * context:
        return text
    head, tail = _head(text, context), _tail(text, context)
    note = _("… {n} more characters …").format(n=f"{len(text) - len(head) - len(tail):,}")
    return f"{head} {note} {tail}"


def _head(text: str, least: int) -> str:
    """The first `least` characters, continued to the end of the word."""
    match = re.match(rf"(?s:.{{{least}}})[a-z]*", text, re.IGNORECASE)
    return match.group() if match else text


def _tail(text: str, least: int) -> str:
    return _head(text[::-1], least)[::-1]


def diff_sentences(result: ValidationResult, rows: Sequence[ComparisonRow]) -> list[str]:
    """One sentence per change; minor changes only if none changes the content."""
    if "evidence_misjoined" in result.failure_reasons:
        return list(_order_sentences(result, rows))
    changed = [part for row in rows for part in row.parts if part.altered]
    main_changes = [part for part in changed if part.changes_content] or changed
    if is_one_word(main_changes) and "evidence_altered" in result.failure_reasons:
        return list(_negation_sentences(result, rows))  # the reason says the same
    lines = [_change_sentence(part) for part in main_changes[:MOST_SENTENCES]]
    unsaid = len(changed) - len(lines)
    if unsaid:
        lines.append(
            _n(
                "{n} more difference is highlighted.",
                "{n} more differences are highlighted.",
                unsaid,
            )
        )
    return [*lines, *_negation_sentences(result, rows)]


def is_one_word(changes: Sequence[QuotePart]) -> bool:
    """Whether the only change is one piece of text replaced by another."""
    change = changes[0] if len(changes) == 1 else None
    return change is not None and bool(
        change.kind is DifferenceKind.WORDING and change.quote.strip() and change.source.strip()
    )


def _change_sentence(part: QuotePart) -> str:
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
    """A change, shortened in the middle to what a sentence repeats."""
    text = " ".join(text.split())
    return text if len(text) <= CHANGE_CHARS else f"{text[: CHANGE_CHARS - 20]}…{text[-19:]}"


def _order_sentences(result: ValidationResult, rows: Sequence[ComparisonRow]) -> Iterator[str]:
    """Sentences on parts of the quote that the text has in another order or too far apart."""
    apart = [(number, row) for number, row in enumerate(rows, start=1) if row.distance is not None]
    if out_of_order := [(number, row) for number, row in apart if (row.distance or 0) < 0]:
        for number, _row in out_of_order:
            yield _("In the source, part {later} comes before part {earlier}.").format(
                later=number + 1, earlier=number
            )
        return
    if EvidenceWarning.NEGATION_LEFT_OUT in result.warnings:
        yield from _negation_sentences(result, rows)
    elif apart:
        number, row = max(apart, key=lambda numbered_row: numbered_row[1].distance or 0)
        yield _n(
            "Parts {earlier} and {later} are {n} character apart.",
            "Parts {earlier} and {later} are {n} characters apart.",
            row.distance or 0,
            earlier=number,
            later=number + 1,
        )


def _negation_sentences(result: ValidationResult, rows: Sequence[ComparisonRow]) -> Iterator[str]:
    """Sentences on the negations that the quote omits between its parts."""
    if EvidenceWarning.NEGATION_LEFT_OUT not in result.warnings:
        return
    template = _("The quote omits “{words}” between part {earlier} and part {later}.")
    for number, row in enumerate(rows, start=1):
        if row.negations:
            words = _('", "').join(dict.fromkeys(row.negations))
            yield template.format(earlier=number, later=number + 1, words=words)
