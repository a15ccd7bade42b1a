"""The filters of a run's list of questions, kept in the address."""

from core.services.review import Decided, Queue, Shown
from pages.components import address
from pages.components.language import N_, _
from pages.components.words import REASONS, named

SHOWN = {
    Shown.FLAGGED: N_("Flagged"),
    Shown.PASSED: N_("Passed"),
    Shown.NOT_JUDGED: N_("Not judged"),
    Shown.ALL: N_("All"),
}
DECIDED = {
    Decided.UNDECIDED: N_("Undecided"),
    Decided.DECIDED: N_("Decided"),
    Decided.EITHER: N_("Both"),
}
FORGETS = ("item", "page")
"""What names a place in a list, and is none in another one."""


def draw_result_filters(run_id: int | None) -> Queue:
    """The filters that apply within a run."""
    shown = address.choose(
        "segmented_control",
        _("Results"),
        "show",
        list(Shown),
        lambda one: _(SHOWN[one]),
        forgets=FORGETS,
        label_visibility="collapsed",
    )
    reason = address.choose(
        "selectbox",
        _("Reason"),
        "reason",
        ["", *REASONS],
        lambda one: named(REASONS, one) if one else _("Any reason"),
        forgets=FORGETS,
        label_visibility="collapsed",
        width=155,
    )
    decided = address.choose(
        "segmented_control",
        _("Decision"),
        "state",
        list(Decided),
        lambda one: _(DECIDED[one]),
        forgets=FORGETS,
        label_visibility="collapsed",
    )
    return Queue(run_id, shown, reason or None, decided)
