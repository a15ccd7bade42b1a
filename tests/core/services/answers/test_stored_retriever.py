"""Retrieval over the library, on SQLite and PostgreSQL."""

import threading

import pytest
from sqlalchemy import Engine
from sqlmodel import Session

from core.questions import read_questions
from core.services.answers import index
from core.services.answers.index import ensure_indexed, index_source, remove_from_index
from core.services.answers.stored_retriever import StoredRetriever
from core.services.library import add_source, load_sample, sample_manifest
from core.services.library.sample_library import FOLDER
from core.text.retrieval.search_terms import index_terms
from db.engine import writing
from db.queries import passages as queries
from db.tables import SourceText
from tests.core.evidence_gate.evidence_texts import GENEALOGY, PARISH

LIMIT = 50_000_000


def _add(engine: Engine, text: str, title: str) -> int:
    return add_source(
        engine, text.encode(), file_name=f"{title}.txt", title=title, max_bytes=LIMIT
    ).source_id


@pytest.mark.parametrize(
    ("query", "title"),
    [
        ("严氏始祖是哪一年迁到严田的？", "严氏族谱"),
        ("嚴氏始祖從哪裏遷來？", "严氏族谱"),
        ("Who built the mill at Harrow Ford?", "Parish book"),
        ("ＭＩＬＬ　ｂｕｉｌｔ", "Parish book"),
    ],
)
def test_a_question_finds_its_passage_in_either_script_and_width(
    engine: Engine, query: str, title: str
) -> None:
    _add(engine, GENEALOGY, "严氏族谱")
    _add(engine, PARISH, "Parish book")
    first = StoredRetriever(engine).search(query)[0]
    assert first.passage.title == title
    assert 0 < first.coverage <= 1


def test_a_passage_is_exactly_what_stands_at_its_span(engine: Engine) -> None:
    text = "第一章\n\n" + GENEALOGY * 30 + "\r\n\r\n" + PARISH * 20
    source_id = _add(engine, text, "两种语言")
    with Session(engine) as session:
        stored = session.get_one(SourceText, source_id).text
    hits = StoredRetriever(engine).search("永济桥建于什么时候", k=50)
    assert hits
    for hit in hits:
        assert hit.passage.span.of(stored) == hit.passage.text


def test_single_characters_are_looked_for_where_pairs_find_too_little(engine: Engine) -> None:
    source_id = _add(engine, "阿黄被拱断了一条后腿，从此一瘸一拐。", "茶场旧事")
    _add(engine, PARISH, "Parish book")
    (hit,) = StoredRetriever(engine).search("黄的腿怎么瘸、怎么断的？")
    assert hit.passage.source_id == source_id
    assert 0 < hit.coverage <= 1
    assert StoredRetriever(engine).search("腿快不快？") == [], "one character stands in any text"
    long_query = "县城东边的断桥何时修好，谁捐了桌椅和腿脚架？"
    assert StoredRetriever(engine).search(long_query) == [], "of a long question two stand in any"
    assert StoredRetriever(engine).search("黄的腿怎么瘸", source_ids=[source_id + 1]) == []


def test_a_question_that_the_library_knows_nothing_of_finds_nothing(engine: Engine) -> None:
    _add(engine, PARISH, "Parish book")
    assert StoredRetriever(engine).search("量子纠缠是什么？") == []
    assert StoredRetriever(engine).search("？！") == []
    assert StoredRetriever(engine).search("什么时候？") == []


def test_only_the_sources_that_are_asked_for_are_searched(engine: Engine) -> None:
    first = _add(engine, GENEALOGY, "甲")
    second = _add(engine, GENEALOGY + "又及。", "乙")
    search = StoredRetriever(engine).search
    assert {hit.passage.source_id for hit in search("永济桥")} == {first, second}
    assert {hit.passage.source_id for hit in search("永济桥", source_ids=[second])} == {second}
    assert search("永济桥", source_ids=[]) == []


def test_a_term_the_library_does_not_hold_lowers_the_coverage(engine: Engine) -> None:
    _add(engine, GENEALOGY, "严氏族谱")
    search = StoredRetriever(engine).search
    assert search("永济桥")[0].coverage == 1.0
    assert search("永济桥的钟楼")[0].coverage < 0.8


def test_a_text_that_is_forgotten_is_found_no_more_and_indexed_again_when_asked(
    engine: Engine,
) -> None:
    source_id = _add(engine, GENEALOGY, "严氏族谱")
    _add(engine, PARISH, "Parish book")
    assert ensure_indexed(engine) == 2
    with writing(engine) as session:
        remove_from_index(session, source_id)
    with Session(engine) as session:
        assert queries.frequencies(session, ["永济"]) == {}
        assert queries.size(session).passages == 1
    assert index_source(engine, source_id)
    assert not index_source(engine, source_id)
    assert StoredRetriever(engine).search("永济桥")


def test_an_index_of_older_rules_is_made_anew_and_nothing_of_it_is_left(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    _add(engine, GENEALOGY, "严氏族谱")
    with monkeypatch.context() as older:
        older.setattr(index, "index_terms", lambda text: [f"{term}_" for term in index_terms(text)])
        older.setattr(index, "VERSION", index.VERSION - 1)
        assert ensure_indexed(engine) == 1
    assert ensure_indexed(engine) == 1
    assert ensure_indexed(engine) == 0
    with Session(engine) as session:
        assert queries.frequencies(session, ["永济", "永济_"]) == {"永济": 1}
        assert queries.size(session).passages == 1


def test_rare_characters_of_the_later_planes_are_found(engine: Engine) -> None:
    _add(engine, "村中有\U0002b8a1\U0002ce93桥一座。", "甲")
    _add(engine, "\U00030a01\U00030a02之墓。", "乙")
    assert StoredRetriever(engine).search("\U0002b8a1\U0002ce93")[0].passage.title == "甲"
    assert StoredRetriever(engine).search("\U00030a01\U00030a02")[0].passage.title == "乙"


def test_several_processes_index_a_text_once(engine: Engine) -> None:
    for at in range(6):
        _add(engine, f"{at} {GENEALOGY}", str(at))
    counted: list[int] = []
    workers = [
        threading.Thread(target=lambda: counted.append(ensure_indexed(engine))) for _ in range(4)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert sum(counted) == 6
    with Session(engine) as session:
        assert queries.frequencies(session, ["永济"]) == {"永济": 6}


def test_a_sample_question_finds_a_passage_with_its_right_answer(engine: Engine) -> None:
    """Recall at 5 on the sample texts, for questions whose answer occurs in the text."""
    loaded = load_sample(engine)
    question_count = found_count = 0
    for text, stored in zip(sample_manifest().texts, loaded.texts, strict=True):
        rows = read_questions((FOLDER / text.questions).read_bytes(), file_name=text.questions)
        with Session(engine) as session:
            source_text = session.get_one(SourceText, stored.source_id).text
        for question in (row.question for row in rows.questions):
            right = [question.choice[letter] for letter in question.answer]
            if not all(item in source_text for item in right):
                continue
            question_count += 1
            top = StoredRetriever(engine).search(question.question, k=5)
            texts = [
                item.passage.text for item in top if item.passage.source_id == stored.source_id
            ]
            found_count += any(item in passage for passage in texts for item in right)
    assert question_count >= 20
    assert found_count / question_count >= 0.8
