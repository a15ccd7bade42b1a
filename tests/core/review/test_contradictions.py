"""Which reasons contradict which decisions."""

from core.review import CONTRADICTIONS, contradictions
from core.services.review import Action, ReviewReason


def test_the_table_knows_every_decision_and_only_reasons_that_exist() -> None:
    assert set(CONTRADICTIONS) == {action.value for action in Action}
    named = {reason for opposed in CONTRADICTIONS.values() for reason in opposed}
    assert named <= {reason.value for reason in ReviewReason}


def test_a_fault_of_the_question_contradicts_accepting_it_and_nothing_else() -> None:
    assert contradictions("keep", ["other", "wrong_label", "ambiguous"]) == (
        "wrong_label",
        "ambiguous",
    )
    assert contradictions("keep", ["wrong_evidence", "other"]) == ()
    every = [reason.value for reason in ReviewReason]
    assert contradictions("drop", every) == contradictions("fix", every) == ()
