"""Match imported results to questions of the library, or store those in a set of their own."""

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
    """Return (id of a set, ids of its questions in the order of `questions`).

    The set is an existing one that holds every question word for word: the newest that `fits`,
    else the newest. Without any, a new set is made of these questions; the library does not list
    it, since it has no text to ask about.
    """
    matches = list(_sets_with(session, questions))
    for question_set, ids in [match for match in matches if fits(match[0])] or matches:
        return question_set.id or 0, ids
    return _own_set(session, questions, file_name)


def _sets_with(
    session: Session, questions: Sequence[Question]
) -> Iterator[tuple[QuestionSet, list[int]]]:
    """Yield the sets that hold every question word for word, each with the ids of the questions."""
    for set_id in queries.sets_asking(session, questions[0].question):
        ids: dict[str, dict[str, int]] = {}
        for row in queries.questions(session, set_id, None, None, 0):
            id_by_item = ids.setdefault(question_from_row(row).content_key, {})
            id_by_item[row.item_key] = row.id or 0
        if all(question.content_key in ids for question in questions):
            chosen = [_id_among(ids[question.content_key], question) for question in questions]
            if len(set(chosen)) == len(questions):
                yield session.get_one(QuestionSet, set_id), chosen


def _id_among(id_by_item: dict[str, int], question: Question) -> int:
    """Of equal questions in a set, return the id of the one with this item key, else the first."""
    return id_by_item.get(question.item_key) or next(iter(id_by_item.values()))


def _own_set(
    session: Session, questions: Sequence[Question], file_name: str
) -> tuple[int, list[int]]:
    """Store the questions as a new set; return its id and theirs."""
    keys = _keys(questions)
    new_set = QuestionSet(
        title=file_name,
        file_name=file_name,
        format=queries.RESULTS,
        tokenizer="",
        content_hash=hashlib.sha256("\n".join(keys).encode()).hexdigest(),
        row_count=len(questions),
    )
    session.add(new_set)
    session.flush()
    rows = [
        QuestionRow(
            set_id=new_set.id or 0,
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
    return new_set.id or 0, [row.id or 0 for row in rows]


def _keys(questions: Sequence[Question]) -> list[str]:
    """Return unique item keys: of two questions with the same key, the later one gets its content
    key appended.
    """
    keys: dict[str, None] = {}
    for question in questions:
        key = question.item_key
        keys[f"{key} {question.content_key}" if key in keys else key] = None
    return list(keys)
