"""Positions are proposed by evidence or quote, and stored only when somebody confirms them."""

import json

import pytest
from sqlalchemy import Engine
from sqlmodel import Session

from core.errors import InputError
from core.questions import ColumnMapping
from core.services.library import (
    PositionOrigin,
    add_question_set,
    add_source,
    confirm_positions,
    preview_questions,
    propose_positions,
    remember_mapping,
    remembered_mapping,
    set_placement,
    set_questions,
)
from core.text import load_tokenizer
from core.validation import Certainty
from db.tables import Run, RunItem, Validation

EVIDENCE = "The ferryman charged four pence, and six pence after dark."
BOOK = "Rain fell on the ford. " * 200 + EVIDENCE + " Nobody crossed that night." * 100
ROWS = [
    {"evidence": EVIDENCE},
    {"golden_evidence": [EVIDENCE.replace("dark", "dusk")]},
    {"support": "Nothing of this is written anywhere in the book at all."},
    {},
]


def _set(engine: Engine) -> int:
    source = add_source(engine, BOOK.encode(), file_name="f.txt", max_bytes=10**6).source_id
    sound = {"choice": ["four", "six"], "answer": "b"}
    rows = [{"question": f"How much, {n}?", **sound, **row} for n, row in enumerate(ROWS)]
    read = preview_questions(json.dumps(rows).encode(), file_name="s.json", max_bytes=10**6)
    added = add_question_set(
        engine, read, source_id=source, title="s", tokenizer="cl100k_base", file_name="s.json"
    )
    return added.set_id


def test_positions_are_found_by_evidence_and_written_only_when_confirmed(engine: Engine) -> None:
    set_id = _set(engine)
    keys = [row.item_key for row in set_questions(engine, set_id)]
    proposals = propose_positions(engine, set_id)
    assert [proposal.found.certainty for proposal in proposals] == [
        Certainty.EXACT,
        Certainty.CLOSE,
        Certainty.NOT_FOUND,
        Certainty.NOT_FOUND,
    ]
    assert set_placement(engine, set_id).positioned == 0
    exact = proposals[0]
    assert exact.found.position is not None
    tokens = load_tokenizer("cl100k_base").encode(BOOK)
    passage = load_tokenizer("cl100k_base").decode(
        tokens[exact.found.position.start_pos : exact.found.position.end_pos]
    )
    assert EVIDENCE in passage
    assert 900 < len(passage) < 1100
    confirmed = {exact.question_id: exact.found.position}
    assert confirm_positions(engine, set_id, confirmed) == 1
    assert confirm_positions(engine, set_id, confirmed) == 0, "it has one by now"
    stored = set_questions(engine, set_id)
    assert stored[0].question.position == exact.found.position
    assert [row.item_key for row in stored] == keys


def _validated(engine: Engine, set_id: int, question_id: int, *, is_valid: bool) -> None:
    """A finished run in which a model quoted the evidence."""
    with Session(engine) as session:
        run = Run(title="r", set_id=set_id, spec={}, spec_hash="", status="done")
        session.add(run)
        session.flush()
        item = RunItem(run_id=run.id or 0, question_id=question_id, item_key="k", outcome="passed")
        session.add(item)
        session.flush()
        start = BOOK.index(EVIDENCE)
        session.add(
            Validation(
                item_id=item.id or 0,
                run_id=run.id or 0,
                question_id=question_id,
                is_valid=is_valid,
                model_answer=["b"],
                answer_matches=True,
                evidence=EVIDENCE,
                evidence_found=True,
                evidence_similarity=1.0,
                evidence_verdict="exact",
                is_answerable=True,
                confidence="high",
                failure_reasons=[],
                span_start=start,
                span_end=start + len(EVIDENCE),
            )
        )
        session.commit()


@pytest.mark.parametrize("is_valid", [True, False])
def test_the_quote_of_a_question_that_passed_proposes_a_position(
    engine: Engine, is_valid: bool
) -> None:
    set_id = _set(engine)
    last = set_questions(engine, set_id)[-1]
    _validated(engine, set_id, last.id, is_valid=is_valid)
    proposal = propose_positions(engine, set_id)[-1]
    expected = PositionOrigin.QUOTE if is_valid else PositionOrigin.NOTHING
    assert proposal.origin is expected
    assert (proposal.found.position is not None) is is_valid


def test_no_position_is_stored_while_a_run_asks_about_them(engine: Engine) -> None:
    set_id = _set(engine)
    with Session(engine) as session:
        session.add(Run(title="r", set_id=set_id, spec={}, spec_hash="", status="running"))
        session.commit()
    with pytest.raises(InputError, match="A run of this set is in progress"):
        confirm_positions(engine, set_id, {})


def test_a_mapping_is_remembered_by_the_set_of_columns(engine: Engine) -> None:
    first = ColumnMapping.from_arguments(["question=Frage", "first_option=1"])
    remember_mapping(engine, ["Frage", "A"], first)
    assert remembered_mapping(engine, ["A", "Frage"]) == first
    second = ColumnMapping.from_arguments(["question=A"])
    remember_mapping(engine, ["A", "Frage"], second)
    assert remembered_mapping(engine, ["Frage", "A"]) == second
    assert remembered_mapping(engine, ["Frage"]) is None
