"""The acts on an item, oldest first, and what each correction changed."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from html import escape

from core.services.review import Event, Revision, revisions
from pages.components.app_context import engine
from pages.components.html import caption, draw, with_note
from pages.components.language import N_, _
from pages.components.review.changes import changes_html, field_name
from pages.components.wording import ACTIONS, REVIEW_REASONS, term_name


def moment(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M} UTC"


def draw_history(item_id: int, events: Sequence[Event]) -> None:
    """Draw `events`, those the reader may see; the changes of a correction are folded."""
    if not events:
        return
    corrections = _corrections(item_id, events)
    columns = [name for name, cell in COLUMNS.items() if any(cell(event) for event in events)]
    rows = "".join(_row(event, events, corrections, columns) for event in events)
    names = (_("When"), _("Who"), _("Decision"), *(_(name) for name in columns))
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    caption(_("History"))
    draw(
        '<div class="desk-scroll"><table class="desk-table desk-history">'
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _corrections(item_id: int, events: Sequence[Event]) -> Mapping[int, Revision]:
    if not any(event.revision_id for event in events):
        return {}
    return {revision.id: revision for revision in revisions(engine(), item_id)}


def _row(
    event: Event,
    events: Sequence[Event],
    corrections: Mapping[int, Revision],
    columns: Sequence[str],
) -> str:
    cells = [moment(event.at), event.reviewer, _act(event, events)]
    cells += [COLUMNS[name](event) for name in columns]
    css = ' class="undone"' if event.undone else ""
    row = f"<tr{css}>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>"
    corrected = corrections.get(event.revision_id or 0)
    if corrected and corrected.changes:
        return row + _changes(corrected, event, len(cells))
    return row


def _reasons(event: Event) -> str:
    return _(", ").join(term_name(REVIEW_REASONS, reason) for reason in event.reasons)


COLUMNS: dict[str, Callable[[Event], str]] = {
    N_("Reasons"): _reasons,
    N_("Note"): lambda event: event.comment,
}
"""Columns that are drawn only if some row has a value."""


def _act(event: Event, events: Sequence[Event]) -> str:
    name = term_name(ACTIONS, event.action)
    if event.answer:
        letters = _(", ").join(letter.upper() for letter in event.answer)
        name = _("{name}: {value}").format(name=name, value=letters)
    if event.action == "assign":
        assignee = event.assignee
        return _("Assigned to {name}").format(name=assignee) if assignee else _("Unassigned")
    if event.undoes_id is not None:
        undone_event = next((earlier for earlier in events if earlier.id == event.undoes_id), None)
        return (
            _("Undo of {act}").format(act=term_name(ACTIONS, undone_event.action))
            if undone_event
            else name
        )
    labels = [
        _("bulk action") if event.batch_id is not None else "",
        _("undone") if event.undone else "",
    ]
    notes = _(", ").join(filter(None, labels))
    return with_note(name, notes) if notes else name


def _changes(corrected: Revision, event: Event, width: int) -> str:
    fields = _(", ").join(field_name(change.field) for change in corrected.changes)
    template = _("Undone. Had changed: {fields}") if event.undone else _("Changed: {fields}")
    summary = escape(template.format(fields=fields))
    return (
        f'<tr><td colspan="{width}"><details><summary>{summary}</summary>'
        f"{changes_html(corrected.changes)}</details></td></tr>"
    )
