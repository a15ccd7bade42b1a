"""Corrections, drafts, revalidations and the export, on both databases."""

from sqlalchemy import Engine
from sqlmodel import Session

from core.questions import read_questions
from core.services.results import (
    CleanedScope,
    QuestionOutcome,
    cleaned_set,
    count_outcomes,
    count_revalidated,
    questions_file,
    take_snapshot,
)
from core.services.review import (
    Correction,
    Edit,
    ask_second,
    correct,
    history,
    keep_edit,
    revalidate,
    revision,
    undo,
    unsaved_edit,
)
from core.settings import Settings
from db.queries.projection import rebuild
from tests.core.services.results.desk_data import NOVEL, OPTIONS


def test_a_correction_is_kept_stored_asked_again_exported_and_undone(engine: Engine) -> None:
    start = NOVEL.index("收货银")
    fee = Correction(
        "船资付了多少？",
        "single_choice",
        {"b": "七两", "a": "四十二两"},
        ["b"],
        (start, start + 7),
    )
    edit = Edit.from_question(take_snapshot(engine, 1).rows[1].original)
    for text in ("half", "whole"):
        keep_edit(engine, 2, "Li", edit.reworded(0, text))
    draft = unsaved_edit(engine, 2, "Li")
    assert draft is not None
    assert draft.options[0].text == "whole"

    event = correct(engine, 2, "Li", fee, idempotency_key="1")
    assert correct(engine, 2, "Li", fee, idempotency_key="1") == event
    assert unsaved_edit(engine, 2, "Li") is None
    again = revalidate(engine, event.revision_id or 0, "Li", settings=Settings(), environ={})
    assert again.judged
    stored = revision(engine, event.revision_id or 0)
    assert stored.revalidations == (again,)
    assert list(stored.question.choice) == ["b", "a"], "options keep their order"

    counted = count_outcomes(engine, 1)
    assert counted == take_snapshot(engine, 1).status_counts
    assert (counted[QuestionOutcome.CORRECTED], counted.total()) == (1, len(OPTIONS) * 2)
    assert count_revalidated(engine, 1) == {again.outcome: 1}
    data = questions_file(take_snapshot(engine, 1), CleanedScope.KEPT_AND_CORRECTED, "csv")
    back = [row.question.question for row in read_questions(data, file_name="a.csv").questions]
    assert back == [question.question for question in cleaned_set(engine, 1)]

    with Session(engine) as session:
        rebuild(session)
        session.commit()
    undo(engine, 2, "Li", idempotency_key="2")
    ask_second(engine, 2, "Li", idempotency_key="3")
    assert count_outcomes(engine, 1)[QuestionOutcome.CORRECTED] == 0
    assert count_outcomes(engine, 1)[QuestionOutcome.AWAITS_SECOND] == 1
    assert history(engine, 2)[0].revision_id == event.revision_id
