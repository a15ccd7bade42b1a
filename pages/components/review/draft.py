"""An edit in hand between its widgets and the database, which keeps it at every change."""

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
    edit_in_hand,
    evidence_source,
    keep_edit,
    revision,
    standing,
)
from pages.components import address
from pages.components.app_context import engine
from pages.components.drawing import read_of
from pages.components.page_state import EDIT_DRAWINGS, EDIT_FIELD, EDITOR_OPENED, StateKey

ADDRESS = "edit"
"""Holds the item whose editor is open, so that F5 and a link open it again."""


def is_correcting(item_id: int) -> bool:
    return address.number(ADDRESS) == item_id


def open_editor(item_id: int) -> None:
    """For the button that corrects (E): the editor is there at the next redraw."""
    EDITOR_OPENED.set(EDITOR_OPENED.get() + 1)
    address.put(ADDRESS, item_id)


def begin_with(item_id: int, reviewer: str, edit: Edit) -> None:
    """Opens the editor on this edit in place of the one in hand, whose note and reasons stay."""
    before = edit_in_hand(engine(), item_id, reviewer)
    if before is not None:
        edit = replace(edit, comment=before.comment, reasons=before.reasons)
    keep_edit(engine(), item_id, reviewer, edit)
    redraw_fields(item_id)
    open_editor(item_id)


def close_editor() -> None:
    """The edit in hand stays in the database and is there when the editor is opened again."""
    address.put(ADDRESS, None)


@dataclass(frozen=True, slots=True)
class EditedDraft:
    """An edit as its widgets are drawn from it, whose it is, and what its item was then.

    `beginning` is what it began with: the question as it is, or the correction that stands.
    `cause` gives that of a final decision when it is stored, or raises InputError. `drawing`
    numbers the widgets of the item's editor, which are new ones whenever it is drawn anew.
    """

    item_id: int
    reviewer: str
    drawing: int
    seen_event_id: int
    asks_again: bool
    cause: Callable[[], Cause] | None
    beginning: Edit
    drawn: Edit

    def field(self, name: str) -> StateKey[Any]:
        """A widget's value: another one each time the options change places."""
        return EDIT_FIELD.of(self.item_id, self.drawing, name)

    def key(self, name: str) -> str:
        return self.field(name).name

    @property
    def answer_field(self) -> StateKey[Any]:
        """Of the pills with the right answer, which are others for one letter than for several."""
        single = self.drawn.question_type == "single_choice"
        return self.field("answer_single" if single else "answer")

    @property
    def is_drawn(self) -> bool:
        """False once the edit was stored, discarded or rearranged. What arrives of its widgets
        after that, a text with the press that follows it, has been taken into account.
        """
        return EDIT_DRAWINGS.of(self.item_id).get() == self.drawing

    def redraw(self) -> None:
        redraw_fields(self.item_id)

    def idempotency_key(self, edit: Edit) -> str:
        """The same for a second press on the same state; another for another tab's edit."""
        content = sha256(repr(edit.to_dict()).encode("utf-8", "backslashreplace")).hexdigest()[:16]
        return f"{self.item_id}:{self.reviewer}:{self.seen_event_id}:correct:{content}"


def redraw_fields(item_id: int) -> None:
    """New widgets for all fields of the editor, which begin with the edit as it is kept."""
    drawings = EDIT_DRAWINGS.of(item_id)
    drawings.set(drawings.get() + 1)


def current_draft(
    item: ItemDetail, reviewer: str, events: Sequence[Event], cause: Callable[[], Cause] | None
) -> EditedDraft:
    beginning = initial_draft(item.id, events)
    return EditedDraft(
        item_id=item.id,
        reviewer=reviewer,
        drawing=EDIT_DRAWINGS.of(item.id).get(),
        seen_event_id=events[-1].id if events else 0,
        asks_again=can_revalidate(item.spec),
        cause=cause,
        beginning=beginning,
        drawn=drawn_edit(item.id, reviewer) or beginning,
    )


def initial_draft(item_id: int, events: Sequence[Event]) -> Edit:
    """The correction that stands, to be corrected once more, else the question as it is."""
    decision = standing(events)
    if decision is not None and decision.revision_id is not None:
        stands = revision(engine(), decision.revision_id)
        return Edit.from_question(stands.question, stands.evidence)
    return Edit.from_question(evidence_source(engine(), item_id).question)


def drawn_edit(item_id: int, reviewer: str) -> Edit | None:
    """The edit in hand, with its note and reasons, read once while a page or a part is drawn."""
    key = ("edit", item_id, reviewer)
    return read_of(key, lambda: edit_in_hand(engine(), item_id, reviewer))


def draft_exists(item_id: int, reviewer: str, events: Sequence[Event]) -> bool:
    """Whether a correction is in hand, and not a note alone."""
    edit = drawn_edit(item_id, reviewer)
    return edit is not None and not edit.asks_as(initial_draft(item_id, events))


def edited_now(hand: EditedDraft) -> Edit:
    """The edit as its widgets have it at this moment."""

    def text(name: str, before: str) -> str:
        fields = (hand.field(f"{name}_{widget}") for widget in ("line", "lines"))
        return next((str(field.get()) for field in fields if field.is_set), before)

    drawn = hand.drawn
    edit = replace(
        drawn,
        question=text("question", drawn.question),
        question_type=hand.field("question_type").get() or drawn.question_type,
        quote=text("quote", drawn.quote),
        comment=text("comment", drawn.comment),
    )
    for number, option in enumerate(drawn.options):
        edit = edit.reworded(number, text(f"option_{number}", option.text))
    answer = _answered(hand)
    single = edit.question_type == "single_choice"
    edit = edit.answered(answer[:1] if single else answer)
    if edit.quote == drawn.quote:
        return edit
    found = evidence_source(engine(), hand.item_id).places(edit.quote)
    return replace(edit, evidence=(found[0].start, found[0].end) if found else None)


def _answered(hand: EditedDraft) -> Sequence[str]:
    """The letters that the pills have; a single choice has one or none."""
    chosen = hand.answer_field.get() if hand.answer_field.is_set else hand.drawn.answer
    if chosen is None:
        return []
    return [chosen] if isinstance(chosen, str) else list(chosen)


def keep_draft(hand: EditedDraft) -> None:
    """Stores what the widgets have, while they are those of the editor."""
    if hand.is_drawn:
        keep_edit(engine(), hand.item_id, hand.reviewer, edited_now(hand))


def point_at(hand: EditedDraft, place: tuple[int, int]) -> None:
    """Takes characters of the text for the evidence, and their words for its quote."""
    words = evidence_source(engine(), hand.item_id).text[place[0] : place[1]]
    edit = replace(edited_now(hand), quote=words, evidence=place)
    keep_edit(engine(), hand.item_id, hand.reviewer, edit)
    hand.redraw()


def rearrange(hand: EditedDraft, how: Literal["add", "up", "remove"], number: int) -> None:
    """Adds an option, or moves up or takes away the one of this number, from 0."""
    edit = edited_now(hand)
    match how:
        case "add":
            edit = edit.added()
        case "up":
            edit = edit.moved_up(number)
        case "remove":
            edit = edit.removed(number)
    keep_edit(engine(), hand.item_id, hand.reviewer, edit)
    hand.redraw()
