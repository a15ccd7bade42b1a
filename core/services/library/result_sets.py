"""The questions that imported results are about: those of the library, or a set of their own."""

import hashlib
from collections.abc import Callable, Iterator, Sequence

from sqlmodel import Session

from core.questions import Question
from core.services.records import question_from_row
from db.queries import library as queries
from db.tables import QuestionRow, QuestionSet

Fits = Callable[[QuestionSet], bool]


def place_questions(
    session: Session, questions: Sequence[Question], *, file_name: str, fits: Fits
) -> tuple[int, list[int]]:
    """(id of a set, ids of its questions in the order of `questions`).

    The set is one that holds every question word for word, the newest that `fits` first; else one
    that is made for these questions, which the library does not list since it has no text to ask
    about.
    """
    found = list(_sets_with(session, questions))
    for question_set, ids in [one for one in found if fits(one[0])] or found:
        return question_set.id or 0, ids
    return _own_set(session, questions, file_name)


def _sets_with(
    session: Session, questions: Sequence[Question]
) -> Iterator[tuple[QuestionSet, list[int]]]:
    for set_id in queries.sets_asking(session, questions[0].question):
        ids: dict[str, dict[str, int]] = {}
        for row in queries.questions(session, set_id, None, None, 0):
            alike = ids.setdefault(question_from_row(row).content_key, {})
            alike[row.item_key] = row.id or 0
        if all(question.content_key in ids for question in questions):
            chosen = [_id_among(ids[question.content_key], question) for question in questions]
            if len(set(chosen)) == len(questions):
                yield session.get_one(QuestionSet, set_id), chosen


def _id_among(alike: dict[str, int], question: Question) -> int:
    """The question of the same name, where the set asks the same twice."""
    return alike.get(question.item_key) or next(iter(alike.values()))


def _own_set(
    session: Session, questions: Sequence[Question], file_name: str
) -> tuple[int, list[int]]:
    keys = _keys(questions)
    made = QuestionSet(
        title=file_name,
        file_name=file_name,
        format=queries.RESULTS,
        tokenizer="",
        content_hash=hashlib.sha256("\n".join(keys).encode()).hexdigest(),
        row_count=len(questions),
    )
    session.add(made)
    session.flush()
    rows = [
        QuestionRow(
            set_id=made.id or 0,
            line=line,
            item_key=key,
            question=question.question,
            question_type=question.question_type.value,
            choice=dict(question.choice),
            answer=list(question.answer),
            start_pos=question.position.start_pos if question.position else None,
            end_pos=question.position.end_pos if question.position else None,
        )
        for line, (key, question) in enumerate(zip(keys, questions, strict=True), start=1)
    ]
    session.add_all(rows)
    session.flush()
    return made.id or 0, [row.id or 0 for row in rows]


def _keys(questions: Sequence[Question]) -> list[str]:
    """The questions' own names; of two with one name the later goes by its content."""
    taken: dict[str, None] = {}
    for question in questions:
        key = question.item_key
        taken[f"{key} {question.content_key}" if key in taken else key] = None
    return list(taken)
