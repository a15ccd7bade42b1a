"""Imports and exports round-trip; a file imported several times at once is stored once."""

import json
from concurrent.futures import ThreadPoolExecutor

from sqlalchemy import Engine

from core.services.library import (
    add_question_set,
    add_source,
    list_sets,
    load_sample,
    preview_questions,
    recorded_replies,
    set_issues,
    set_questions,
)
from tests.core.questions.samples import row
from tests.core.services.library.rows import rows


def test_a_novel_that_arrives_several_times_at_once_is_kept_once(engine: Engine) -> None:
    data = b"The lamp went out. Nobody had touched it." * 2000
    with ThreadPoolExecutor(4) as pool:
        added = list(
            pool.map(
                lambda n: add_source(engine, data, file_name=f"{n}.txt", max_bytes=10**6), range(8)
            )
        )
    assert len({result.source_id for result in added}) == 1
    assert [result.already_there for result in added].count(False) == 1
    assert rows(engine)["source_text"] == 1


def test_what_came_in_is_found_again(engine: Engine) -> None:
    loaded = load_sample(engine)
    assert load_sample(engine).already_there
    assert recorded_replies(engine, loaded.texts[0].recording_id)
    files = [
        row(id="x" * 500, question="100% 谁？", deep={"n": [1, None]}, context="own"),
        row(answer="z", context="\u0001 own"),
    ]
    read = preview_questions(json.dumps(files).encode(), file_name="s.json", max_bytes=10**5)
    added = add_question_set(
        engine, read, source_id=None, title=None, tokenizer="cl100k_base", file_name="s.json"
    )
    (stored,) = set_questions(engine, added.set_id, search="0% 谁")
    assert stored.question == read.questions[0].question
    assert set_issues(engine, added.set_id) == read.issues
    assert list_sets(engine)[0].id == added.set_id
