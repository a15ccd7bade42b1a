"""What people did on an item, oldest first, and what each correction changed."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from html import escape

from core.services.review import Event, Revision, revisions
from pages.components.app_context import engine
from pages.components.html import caption, draw
from pages.components.language import _
from pages.components.review.changes import changes_html, field_name
from pages.components.wording import ACTIONS, REVIEW_REASONS, term_name


def moment(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M} UTC"


def draw_history(item_id: int, events: Sequence[Event]) -> None:
    """`events` are those the reader may see; what a correction among them changed is folded."""
    if not events:
        return
    corrections = _corrections(item_id, events)
    rows = "".join(_row(event, events, corrections) for event in events)
    head = "".join(
        f"<th>{escape(name)}</th>"
        for name in (_("When"), _("Who"), _("Decision"), _("Reasons"), _("Comment"))
    )
    caption(_("History"))
    draw(
        '<div class="desk-scroll"><table class="desk-table desk-history">'
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _corrections(item_id: int, events: Sequence[Event]) -> Mapping[int, Revision]:
    if not any(event.revision_id for event in events):
        return {}
    return {one.id: one for one in revisions(engine(), item_id)}


def _row(event: Event, events: Sequence[Event], corrections: Mapping[int, Revision]) -> str:
    reasons = _(", ").join(term_name(REVIEW_REASONS, reason) for reason in event.reasons)
    cells = (moment(event.at), event.reviewer, _act(event, events), reasons, event.comment)
    css = ' class="undone"' if event.undone else ""
    row = f"<tr{css}>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>"
    corrected = corrections.get(event.revision_id or 0)
    return row + (_changes(corrected, event) if corrected and corrected.changes else "")


def _act(event: Event, events: Sequence[Event]) -> str:
    name = term_name(ACTIONS, event.action)
    if event.action == "assign":
        to = event.assignee
        return _("Assigned to {name}").format(name=to) if to else _("Assigned to nobody")
    if event.undoes_id is not None:
        of = next((one for one in events if one.id == event.undoes_id), None)
        return _("Undo of {act}").format(act=term_name(ACTIONS, of.action)) if of else name
    more = [
        _("one of many") if event.batch_id is not None else "",
        _("taken back") if event.undone else "",
    ]
    said = _(", ").join(filter(None, more))
    return f"{name} ({said})" if said else name


def _changes(corrected: Revision, event: Event) -> str:
    fields = _(", ").join(field_name(change.field) for change in corrected.changes)
    said = _("Taken back, it changed: {fields}") if event.undone else _("It changed: {fields}")
    summary = escape(said.format(fields=fields))
    return (
        f'<tr><td colspan="5"><details><summary>{summary}</summary>'
        f"{changes_html(corrected.changes)}</details></td></tr>"
    )
