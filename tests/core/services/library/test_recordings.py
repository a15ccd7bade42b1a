"""Recorded replies are stored with the items they answer."""

import json

import pytest
from sqlalchemy import Engine

from core.errors import InputError, NotFoundError
from core.services.library import (
    RecordingAdded,
    add_question_set,
    add_recording,
    list_recordings,
    preview_questions,
    recorded_replies,
)
from tests.core.questions.samples import row
from tests.core.services.library.rows import rows


def add(engine: Engine, set_id: int, *lines: object) -> RecordingAdded:
    data = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    return add_recording(engine, set_id, data.encode(), file_name="r.jsonl", max_bytes=1000)


@pytest.fixture
def set_id(engine: Engine) -> int:
    questions = [row(id=name, context=f"Text {name}.") for name in ("q1", "q2", "q3")]
    read = preview_questions(json.dumps(questions).encode(), file_name="set.json", max_bytes=10**5)
    return add_question_set(
        engine, read, source_id=None, title=None, tokenizer="cl100k_base", file_name="set.json"
    ).set_id


ONE = {"item": "q1", "reply": "```json\n{'answer': ['a']}```"}
TWO = {"item": "q3", "reply": ""}
STRANGER = {"item": "x9", "reply": "?"}


def test_matched_replies_are_kept_word_for_word_and_the_others_named(
    engine: Engine, set_id: int
) -> None:
    added = add(engine, set_id, STRANGER, TWO, ONE)
    assert (added.matched, added.unmatched, added.missing) == (2, ("x9",), ("q2",))
    assert recorded_replies(engine, added.recording_id) == {"q1": ONE["reply"], "q3": ""}
    (listed,) = list_recordings(engine, set_id)
    assert (listed.title, listed.reply_count) == ("r", 2)


def test_the_same_replies_are_recognised_in_any_order(engine: Engine, set_id: int) -> None:
    first = add(engine, set_id, ONE, TWO)
    again = add(engine, set_id, TWO, ONE)
    assert (again.recording_id, again.already_there) == (first.recording_id, True)
    assert again.matched == 2
    assert not add(engine, set_id, ONE).already_there


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ((ONE, '{"item": "q2", "rep'), "line 2"),
        ((ONE, {"item": "q2"}), "line 2"),
        ((ONE, {**ONE, "reply": "other"}), "line 2"),
        ((STRANGER,), "The only reply does not belong"),
        (("",), r"r\.jsonl"),
        ((ONE | {"reply": "x" * 1000},), "DESK_MAX_UPLOAD_MB"),
    ],
)
def test_what_cannot_be_kept_names_the_place_and_leaves_the_library_as_it_was(
    engine: Engine, set_id: int, lines: tuple[object, ...], said: str
) -> None:
    before = rows(engine)
    with pytest.raises(InputError, match=said):
        add(engine, set_id, *lines)
    assert rows(engine) == before


def test_a_recording_needs_its_set(engine: Engine) -> None:
    with pytest.raises(NotFoundError):
        add(engine, 5, ONE)
