"""An unsaved edit (draft) between its widgets and the database, which keeps it at every change."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Literal

from core.services.results import ItemDetail
from core.services.review import (
    Cause,
    Edit,
    Event,
    can_revalidate,
    evidence_source,
    keep_edit,
    revision,
    standing,
    unsaved_edit,
)
from pages.components import address
from pages.components.app_context import engine
from pages.components.drawing import read_of
from pages.components.page_state import EDIT_DRAWINGS, EDIT_FIELD, EDITOR_OPENED, StateKey

ADDRESS = "edit"
"""The parameter with the item whose editor is open, so that F5 and a link open it again."""


def is_correcting(item_id: int) -> bool:
    return address.number(ADDRESS) == item_id


def open_editor(item_id: int) -> None:
    """Open the item's editor (E); it appears when the page is drawn next."""
    EDITOR_OPENED.set(EDITOR_OPENED.get() + 1)
    address.put(ADDRESS, item_id)


def replace_draft(item_id: int, reviewer: str, edit: Edit) -> None:
    """Replace the unsaved edit, except for its note and reasons, and open the editor."""
    previous = unsaved_edit(engine(), item_id, reviewer)
    if previous is not None:
        edit = replace(edit, comment=previous.comment, reasons=previous.reasons)
    keep_edit(engine(), item_id, reviewer, edit)
    redraw_fields(item_id)
    open_editor(item_id)


def close_editor() -> None:
    """Close the editor; the unsaved edit stays in the database for when it is opened again."""
    address.put(ADDRESS, None)


@dataclass(frozen=True, slots=True)
class EditedDraft:
    """An edit as its widgets were drawn (`drawn`), its reviewer, and the state of its item then.

    `initial`: what it started from, the question as it is or the correction in force.
    `seen_event_id`: the last event that the reviewer saw. `revalidates`: the saved question is
    validated again. `cause` returns the cause of a final decision when it is stored, or raises
    InputError. `drawing` numbers the widgets of the item's editor: redrawn ones get new keys.
    """

    item_id: int
    reviewer: str
    drawing: int
    seen_event_id: int
    revalidates: bool
    cause: Callable[[], Cause] | None
    initial: Edit
    drawn: Edit

    def field(self, name: str) -> StateKey[Any]:
        """The value of one widget; it has a new key in each drawing."""
        return EDIT_FIELD.of(self.item_id, self.drawing, name)

    def key(self, name: str) -> str:
        return self.field(name).name

    @property
    def answer_field(self) -> StateKey[Any]:
        """The answer's pills: one widget for a single choice, another for several letters."""
        single = self.drawn.question_type == "single_choice"
        return self.field("answer_single" if single else "answer")

    @property
    def is_drawn(self) -> bool:
        """Whether these widgets are still the editor's: False once the edit was stored, discarded
        or rearranged. Values that they send later, as a text does with the press after it, are
        ignored, as they are in the stored edit already.
        """
        return EDIT_DRAWINGS.of(self.item_id).get() == self.drawing

    def redraw(self) -> None:
        redraw_fields(self.item_id)

    def idempotency_key(self, edit: Edit) -> str:
        """The same key for a second press on the same state, another for another tab's edit."""
        content = sha256(repr(edit.to_dict()).encode("utf-8", "backslashreplace")).hexdigest()[:16]
        return f"{self.item_id}:{self.reviewer}:{self.seen_event_id}:correct:{content}"


def redraw_fields(item_id: int) -> None:
    """Give all fields of the editor new widgets, which start with the stored edit."""
    drawings = EDIT_DRAWINGS.of(item_id)
    drawings.set(drawings.get() + 1)


def current_draft(
    item: ItemDetail, reviewer: str, events: Sequence[Event], cause: Callable[[], Cause] | None
) -> EditedDraft:
    initial = initial_draft(item.id, events)
    return EditedDraft(
        item_id=item.id,
        reviewer=reviewer,
        drawing=EDIT_DRAWINGS.of(item.id).get(),
        seen_event_id=events[-1].id if events else 0,
        revalidates=can_revalidate(item.spec),
        cause=cause,
        initial=initial,
        drawn=drawn_edit(item.id, reviewer) or initial,
    )


def initial_draft(item_id: int, events: Sequence[Event]) -> Edit:
    """An edit that starts from the correction in force, else from the question as it is."""
    decision = standing(events)
    if decision is not None and decision.revision_id is not None:
        correction = revision(engine(), decision.revision_id)
        return Edit.from_question(correction.question, correction.evidence)
    return Edit.from_question(evidence_source(engine(), item_id).question)


def drawn_edit(item_id: int, reviewer: str) -> Edit | None:
    """The unsaved edit with its note and reasons, read once while a page or a part is drawn."""
    key = ("edit", item_id, reviewer)
    return read_of(key, lambda: unsaved_edit(engine(), item_id, reviewer))


def draft_exists(item_id: int, reviewer: str, events: Sequence[Event]) -> bool:
    """Whether an unsaved edit changes the question, and is not a note alone."""
    edit = drawn_edit(item_id, reviewer)
    return edit is not None and not edit.asks_as(initial_draft(item_id, events))


def current_edit(draft: EditedDraft) -> Edit:
    """The edit with the values that its widgets have now."""

    def text(name: str, drawn_text: str) -> str:
        fields = (draft.field(f"{name}_{widget}") for widget in ("line", "lines"))
        return next((str(field.get()) for field in fields if field.is_set), drawn_text)

    drawn = draft.drawn
    edit = replace(
        drawn,
        question=text("question", drawn.question),
        question_type=draft.field("question_type").get() or drawn.question_type,
        quote=text("quote", drawn.quote),
        comment=text("comment", drawn.comment),
    )
    for number, option in enumerate(drawn.options):
        edit = edit.reworded(number, text(f"option_{number}", option.text))
    answer = _chosen_letters(draft)
    single = edit.question_type == "single_choice"
    edit = edit.answered(answer[:1] if single else answer)
    if edit.quote == drawn.quote:
        return edit
    places = evidence_source(engine(), draft.item_id).places(edit.quote)
    return replace(edit, evidence=(places[0].start, places[0].end) if places else None)


def _chosen_letters(draft: EditedDraft) -> Sequence[str]:
    """The letters chosen as the answer; a single choice has one or none."""
    chosen = draft.answer_field.get() if draft.answer_field.is_set else draft.drawn.answer
    if chosen is None:
        return []
    return [chosen] if isinstance(chosen, str) else list(chosen)


def keep_draft(draft: EditedDraft) -> None:
    """Store the widgets' values, unless the widgets are outdated (`is_drawn`)."""
    if draft.is_drawn:
        keep_edit(engine(), draft.item_id, draft.reviewer, current_edit(draft))


def set_evidence(draft: EditedDraft, span: tuple[int, int]) -> None:
    """Use the characters [start, end) of the text as the evidence, and their text as its quote."""
    quote = evidence_source(engine(), draft.item_id).text[span[0] : span[1]]
    edit = replace(current_edit(draft), quote=quote, evidence=span)
    keep_edit(engine(), draft.item_id, draft.reviewer, edit)
    draft.redraw()


def rearrange(draft: EditedDraft, change: Literal["add", "up", "remove"], number: int) -> None:
    """Add an option, or move up or remove the option `number`, from 0."""
    edit = current_edit(draft)
    match change:
        case "add":
            edit = edit.added()
        case "up":
            edit = edit.moved_up(number)
        case "remove":
            edit = edit.removed(number)
    keep_edit(engine(), draft.item_id, draft.reviewer, edit)
    draft.redraw()
