"""The filters of a run's list of questions, kept in the address."""

from core.services.review import DecisionFilter, Queue, QueueView
from pages.components import address
from pages.components.language import N_, _
from pages.components.wording import REASONS, term_name

SHOWN = {
    QueueView.FLAGGED: N_("Flagged"),
    QueueView.PASSED: N_("Passed"),
    QueueView.NOT_JUDGED: N_("Failed to evaluate"),
    QueueView.ALL: N_("All"),
}
DECIDED = {
    DecisionFilter.UNDECIDED: N_("Undecided"),
    DecisionFilter.DECIDED: N_("Decided"),
    DecisionFilter.EITHER: N_("Both"),
}
FORGETS = ("item", "page")
"""What names a place in a list, and is none in another one."""


def draw_result_filters(run_id: int | None) -> Queue:
    """The filters that apply within a run."""
    shown = address.choose(
        "segmented_control",
        _("Results"),
        "show",
        list(QueueView),
        lambda one: _(SHOWN[one]),
        forgets=FORGETS,
        label_visibility="collapsed",
    )
    reason = address.choose(
        "selectbox",
        _("Reason"),
        "reason",
        ["", *REASONS],
        lambda one: term_name(REASONS, one) if one else _("Any reason"),
        forgets=FORGETS,
        label_visibility="collapsed",
        width=155,
    )
    decided = address.choose(
        "segmented_control",
        _("Decision"),
        "state",
        list(DecisionFilter),
        lambda one: _(DECIDED[one]),
        forgets=FORGETS,
        label_visibility="collapsed",
    )
    return Queue(run_id, shown, reason or None, decided)
