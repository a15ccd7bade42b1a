"""The filters of a run's list of questions, kept in the address."""

from core.services.review import DecisionFilter, Queue, QueueView
from pages.components import address
from pages.components.language import N_, _
from pages.components.wording import REASONS, term_name

VIEW_LABELS = {
    QueueView.FLAGGED: N_("Flagged"),
    QueueView.PASSED: N_("Passed"),
    QueueView.NOT_JUDGED: N_("Failed to evaluate"),
    QueueView.ALL: N_("All"),
}
DECISION_LABELS = {
    DecisionFilter.UNDECIDED: N_("Undecided"),
    DecisionFilter.DECIDED: N_("Decided"),
    DecisionFilter.EITHER: N_("Both"),
}
FORGETS = ("item", "page")
"""Parameters that name a position in a list, removed when another filter makes another list."""


def draw_result_filters(run_id: int | None) -> Queue:
    """Draw the filters of a run's results; return them as a queue."""
    view = address.choose(
        "segmented_control",
        _("Results"),
        "show",
        list(QueueView),
        lambda value: _(VIEW_LABELS[value]),
        forgets=FORGETS,
        label_visibility="collapsed",
    )
    reason = address.choose(
        "selectbox",
        _("Reason"),
        "reason",
        ["", *REASONS],
        lambda value: term_name(REASONS, value) if value else _("Any reason"),
        forgets=FORGETS,
        label_visibility="collapsed",
        width=155,
    )
    decided = address.choose(
        "segmented_control",
        _("Decision"),
        "state",
        list(DecisionFilter),
        lambda value: _(DECISION_LABELS[value]),
        forgets=FORGETS,
        label_visibility="collapsed",
    )
    return Queue(run_id, view, reason or None, decided)
