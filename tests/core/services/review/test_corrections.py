"""A corrected question is checked as in an import, and is in force while its fix is."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import Engine
from sqlmodel import Session, func, select

from core.errors import InputError, NotFoundError
from core.questions import Position
from core.services.review import (
    Action,
    AlreadyDecidedError,
    Cause,
    Correction,
    State,
    ask_second,
    checked,
    correct,
    current_decision,
    decide,
    evidence_source,
    history,
    revision,
    revisions,
    settle,
    undo,
)
from db.queries.projection import rebuild
from db.tables import QuestionRevision, QuestionRow, ReviewState
from tests.core.services.results.desk_data import NOVEL, OPTIONS

HEARD = "等船的人先听见了橹声"
ASKED = "老周到渡口时是早是迟？"
ROPES = Correction(ASKED, "single_choice", OPTIONS, ["c"])


def _stored(engine: Engine) -> int:
    with Session(engine) as session:
        return session.exec(select(func.count()).select_from(QuestionRevision)).one()


def test_a_fix_carries_the_corrected_question_and_the_original_stays(engine: Engine) -> None:
    event = correct(engine, 2, "Li", ROPES, "the label is wrong", idempotency_key="1")
    assert (event.action, event.comment) == ("fix", "the label is wrong")
    assert event.revision_id is not None
    result = revision(engine, event.revision_id)
    assert (result.question.answer, result.original.answer) == (("c",), ("b",))
    assert [change.to_dict() for change in result.changes] == [
        {"field": "answer", "before": ["b"], "after": ["c"]}
    ]
    assert (result.reviewer, result.revalidations) == ("Li", ())
    assert current_decision(engine, 2) == event
    assert history(engine, 2) == [event]
    with Session(engine) as session:
        assert session.get_one(QuestionRow, result.item_id).answer == ["b"]


def test_what_the_editor_does_not_touch_stays_the_originals(engine: Engine) -> None:
    event = correct(engine, 2, "Li", ROPES, idempotency_key="1")
    question = revision(engine, event.revision_id or 0).question
    assert question.extra == {"id": "q2", "source": "hand-made"}
    assert question.item_key == "q2"
    assert question.position == Position(0, 900)


def test_the_same_key_corrects_once_even_from_many_threads(engine: Engine) -> None:
    def press(_: int) -> int:
        return correct(engine, 2, "Li", ROPES, idempotency_key="one press").id

    with ThreadPoolExecutor(8) as pool:
        ids = set(pool.map(press, range(16)))
    assert len(ids) == 1
    assert (len(history(engine, 2)), _stored(engine)) == (1, 1)


def test_an_undone_correction_is_on_record_and_stands_no_more(engine: Engine) -> None:
    correct(engine, 2, "Li", ROPES, idempotency_key="1")
    undo(engine, 2, "Li", idempotency_key="2")
    assert current_decision(engine, 2) is None
    assert [stored.question.answer for stored in revisions(engine, 2)] == [("c",)]
    with pytest.raises(InputError, match="Your decision was undone meanwhile"):
        correct(engine, 2, "Li", ROPES, idempotency_key="1", seen_event_id=0)


def test_the_latest_of_two_corrections_stands_and_undo_brings_back_the_first(
    engine: Engine,
) -> None:
    first = correct(engine, 2, "Li", ROPES, idempotency_key="1")
    again = Correction("几根？", "single_choice", OPTIONS, ["b"])
    correct(engine, 2, "Li", again, idempotency_key="2")
    assert [stored.question.question for stored in revisions(engine, 2)] == [ASKED, "几根？"]
    undo(engine, 2, "Li", idempotency_key="3")
    decision = current_decision(engine, 2)
    assert decision is not None
    assert decision.revision_id == first.revision_id


@pytest.mark.parametrize(
    ("correction", "field", "said"),
    [
        (Correction(" ", "single_choice", OPTIONS, ["b"]), "question", "The question is empty"),
        (Correction("Q", "single_choice", OPTIONS, ["e"]), "answer", "not among the options"),
        (Correction("Q", "single_choice", OPTIONS, []), "answer", "The answer is empty"),
        (Correction("Q", "single_choice", OPTIONS, ["a", "b"]), "answer", "has 2 answers"),
        (Correction("Q", "essay", OPTIONS, ["a"]), "question_type", "Unknown question type essay"),
        (Correction("Q", "single_choice", {"a": "x"}, ["a"]), "choice", "has 1 option\\."),
        (Correction("Q", "single_choice", {"a": "", "b": "y"}, ["b"]), "choice.a", "A is empty"),
        (Correction("Q\0", "single_choice", OPTIONS, ["b"]), None, "cannot be stored"),
        (
            Correction("Q", "single_choice", OPTIONS, ["b"], evidence=(5, 99_999)),
            "evidence",
            "lies outside the text of",
        ),
        (
            Correction("Q", "single_choice", OPTIONS, ["b"], evidence=(7, 7)),
            "evidence",
            "lies outside",
        ),
        (
            Correction(ASKED, "single_choice", OPTIONS, ["b"]),
            None,
            "Nothing has changed",
        ),
    ],
)
def test_a_correction_is_refused_by_the_rules_of_the_import_and_nothing_is_stored(
    engine: Engine, correction: Correction, field: str | None, said: str
) -> None:
    with pytest.raises(InputError, match=said) as refused:
        correct(engine, 2, "Li", correction, idempotency_key="1")
    assert refused.value.field == field
    assert (history(engine, 2), _stored(engine)) == ([], 0)


def test_what_may_not_be_decided_leaves_no_correction_behind(engine: Engine) -> None:
    decide(engine, 2, "Wang", Action.KEEP, idempotency_key="1")
    with pytest.raises(AlreadyDecidedError):
        correct(engine, 2, "Li", ROPES, idempotency_key="2", seen_event_id=0)
    with pytest.raises(NotFoundError):
        correct(engine, 99, "Li", ROPES, idempotency_key="3")
    assert _stored(engine) == 0


def test_evidence_inside_the_passage_leaves_the_position(engine: Engine) -> None:
    start = NOVEL.index(HEARD)
    result = checked(
        evidence_source(engine, 2),
        Correction(ASKED, "single_choice", OPTIONS, ["b"], (start, start + len(HEARD))),
    )
    assert result.evidence is not None
    assert (result.evidence.start, result.evidence.text) == (start, HEARD)
    assert (result.changes, result.question.position) == ((), Position(0, 900))


def test_evidence_outside_the_passage_moves_the_position_around_it(engine: Engine) -> None:
    ground = evidence_source(engine, 2)
    passage = ground.passage
    assert passage is not None
    start = NOVEL.index("账簿上写着")
    assert start >= passage.end, "the case needs evidence outside"
    result = checked(
        ground, Correction(ASKED, "single_choice", OPTIONS, ["b"], (start, start + 10))
    )
    assert ground.book is not None
    assert result.question.position is not None
    position = result.question.position
    moved = ground.book.tokens.span(position.start_pos, position.end_pos)
    assert moved.start < start
    assert start + 10 <= moved.end
    assert [change.field for change in result.changes] == ["position"]


def test_warnings_are_the_imports(engine: Engine) -> None:
    same = {"a": "三根", "b": "三根"}
    result = checked(evidence_source(engine, 2), Correction("Q", "single_choice", same, ["b"]))
    assert [warning.code for warning in result.warnings] == ["identical_options"]


def test_a_quote_is_looked_up_as_a_models_is(engine: Engine) -> None:
    ground = evidence_source(engine, 2)
    result = ground.look_up("我来迟了,不曾带够绳子,只有三根")
    assert result.found
    assert result.matched_text == "我来迟了，不曾带够绳子，只有三根"
    altered = ground.look_up("我来迟了，不曾带够绳子，只有五根")
    assert not altered.found
    assert altered.matched_text == "我来迟了，不曾带够绳子，只有三根"


def test_a_final_decision_may_correct(engine: Engine) -> None:
    decide(engine, 2, "Li", Action.KEEP, idempotency_key="1")
    ask_second(engine, 2, "Li", idempotency_key="2")
    decide(engine, 2, "Wang", Action.DROP, idempotency_key="3")
    with pytest.raises(InputError, match="The two reviews of this question differ"):
        correct(engine, 2, "Zhao", ROPES, idempotency_key="4")
    correct(engine, 2, "Zhao", ROPES, cause=Cause.TRULY_AMBIGUOUS, idempotency_key="5")
    decision = current_decision(engine, 2)
    assert decision is not None
    assert (decision.action, decision.is_final) == ("fix", True)
    settle(engine, 2, "Zhao", Action.DROP, Cause.OTHER, idempotency_key="6")
    assert len(revisions(engine, 2)) == 1


def test_a_rebuilt_projection_is_the_same(engine: Engine) -> None:
    correct(engine, 2, "Li", ROPES, idempotency_key="1")
    with Session(engine) as session:
        before = session.get_one(ReviewState, 2).model_dump()
        rebuild(session)
        session.commit()
        session.expire_all()
        assert session.get_one(ReviewState, 2).model_dump() == before
    assert before["state"] == State.DECIDED


def test_evidence_in_a_rows_own_context_is_counted_in_it(engine: Engine) -> None:
    with Session(engine) as session:
        session.get_one(QuestionRow, 2).context = "夜里下了雪。门前没有脚印。"
        session.commit()
    ground = evidence_source(engine, 2)
    assert (ground.book, ground.passage) == (None, None)
    (place,) = ground.places("门前没有脚印")
    correction = Correction(ASKED, "single_choice", OPTIONS, ["b"], (place.start, place.end))
    result = checked(ground, correction)
    assert result.evidence is not None
    assert (result.evidence.start, result.evidence.text) == (6, "门前没有脚印")
    assert result.question.position == Position(0, 900)
    assert ground.places("老周把灯举高") == ()
