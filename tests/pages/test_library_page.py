"""Uploads are read, shown and corrected first, and stored only by their button."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook
from sqlalchemy import Engine
from streamlit.testing.v1 import AppTest

from core.questions import ReadQuestions, read_questions
from core.services.answers.index import ensure_indexed
from core.services.answers.meaning import open_meaning
from core.services.answers.sample_documents import load_sample_documents
from core.services.library import (
    get_source,
    library_counts,
    list_recordings,
    list_sets,
    list_sources,
    set_placement,
    set_questions,
    sets,
)
from core.services.library.sample_library import load_sample
from core.services.runs import list_runs
from core.settings import Settings
from db.engine import writing
from db.queries import passage_vectors
from tests.core.services.results.desk_data import fill
from tests.core.text.test_novels import epub
from tests.pages.conftest import Open, keyed, links, texts

NOVEL = "第一回\n\n船到渡口，老周把灯举高，说：“我来迟了。”\n" * 20
ROW = {"question": "谁举灯？", "choice": {"a": "老周", "b": "阿桂"}, "answer": ["a"]}
NOVELS, QUESTIONS = 0, 1


def _novel(app: AppTest, data: bytes, name: str = "渡口.txt") -> AppTest:
    app.file_uploader[NOVELS].upload(name, data)
    return app.run()


def _questions(app: AppTest, *rows: object, name: str = "q.jsonl") -> AppTest:
    lines = (row if isinstance(row, str) else json.dumps(row) for row in rows)
    app.file_uploader[QUESTIONS].upload(name, "\n".join(lines).encode())
    return app.run()


def test_a_novel_is_shown_before_and_stored_only_after_the_button(
    engine: Engine, open_page: Open
) -> None:
    app = _novel(open_page("library", lang="en"), NOVEL.encode("gb18030"))
    assert "Read as gb18030" in texts(app)
    assert "老周把灯举高" in texts(app)
    assert library_counts(engine).sources == 0
    app.button(key="add_novel").click().run()
    (stored,) = list_sources(engine)
    assert (stored.title, stored.encoding, stored.language) == ("渡口", "gb18030", "zh")
    assert "渡口 added to the library." in texts(app)


def test_a_wrong_encoding_is_corrected_by_choosing_another(engine: Engine, open_page: Open) -> None:
    app = _novel(open_page("library", lang="en"), "Un café, déjà vu. ".encode("latin-1") * 20)
    keyed(app.selectbox, "encoding_").set_value("latin-1").run()
    assert "Read as latin-1" in texts(app)
    app.button(key="add_novel").click().run()
    assert list_sources(engine)[0].encoding == "latin-1"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "is empty"),
        (b"\x89PNG\r\n\x1a\n\0\0", "is a PNG image, not a text file"),
        (b"PK\x03\x04" + bytes(100), "Save it again without a password and use that"),
    ],
)
def test_a_file_that_is_no_text_is_one_sentence_and_nothing_is_stored(
    engine: Engine, open_page: Open, data: bytes, said: str
) -> None:
    app = _novel(open_page("library", lang="en"), data)
    assert not app.exception
    assert said in texts(app)
    assert library_counts(engine).sources == 0


def test_a_file_over_the_limit_is_refused_in_the_readers_language(
    engine: Engine, open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DESK_MAX_UPLOAD_MB", "1")
    app = _novel(open_page("library", lang="zh_CN"), b"a b c\n" * 200_000)
    assert "超过上限 1 MB" in texts(app)
    assert "add_novel" not in [button.key for button in app.button]
    assert library_counts(engine).sources == 0


def test_another_file_brings_its_own_title_and_language(engine: Engine, open_page: Open) -> None:
    app = _novel(open_page("library", lang="en"), NOVEL.encode())
    english = b"The ferry crossed the river at noon. " * 20
    app = _novel(app, english, "ferry.txt")
    assert keyed(app.text_input, "novel_title").value == "ferry"
    app.button(key="add_novel").click().run()
    (stored,) = list_sources(engine)
    assert (stored.title, stored.language) == ("ferry", "en")


def test_rows_with_their_own_contexts_are_not_given_a_novel(
    engine: Engine, open_page: Open
) -> None:
    fill(engine)
    app = _questions(open_page("library", lang="en"), {**ROW, "context": "老周把灯举高。"})
    assert keyed(app.selectbox, "questions_source").value is None
    app.button(key="add_questions").click().run()
    added = list_sets(engine)[0]
    assert added.source_id is None
    app = open_page("runs", lang="en", set=added.id)
    app.button(key="run_start").click().run()
    assert list_runs(engine)[0].spec["language"] == "zh"


def test_a_file_of_questions_is_parsed_once(
    engine: Engine, open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(engine)
    parsed: list[str] = []

    def counted(data: bytes, *, file_name: str, **how: Any) -> ReadQuestions:
        parsed.append(file_name)
        return read_questions(data, file_name=file_name, **how)

    monkeypatch.setattr(sets, "read_questions", counted)
    app = _questions(open_page("library", lang="en"), ROW, {**ROW, "question": "谁来迟了？"})
    keyed(app.selectbox, "questions_source").select_index(0).run()
    app.selectbox(key="questions_tokenizer").set_value("o200k_base").run()
    app.button(key="add_questions").click().run()
    assert "2 questions imported." in texts(app)
    assert parsed == ["q.jsonl"]


def test_without_a_novel_rows_that_lack_a_context_are_refused_before_the_import(
    engine: Engine, open_page: Open
) -> None:
    fill(engine)
    app = _questions(open_page("library", lang="en"), ROW)
    assert not app.button(key="add_questions").disabled
    choices = keyed(app.selectbox, "questions_source")
    choices.select(choices.options[-1]).run()
    assert app.button(key="add_questions").disabled


def test_the_same_novel_again_is_recognised(engine: Engine, open_page: Open) -> None:
    for expected in (
        "added to the library",
        "already in the library; nothing was added.",
    ):
        app = _novel(open_page("library", lang="en"), NOVEL.encode())
        app.button(key="add_novel").click().run()
        assert expected in texts(app)
    assert library_counts(engine).sources == 1


def test_questions_show_what_was_refused_and_why_before_the_import(
    engine: Engine, open_page: Open
) -> None:
    fill(engine)
    app = _questions(open_page("library", lang="en"), ROW, {**ROW, "answer": ["z"]}, "{broken")
    assert "1 of 3 rows will be imported, 2 need attention. Nothing is stored yet." in texts(app)
    assert "2 rows need attention" in texts(app)
    assert "Answer Z is not among the options" in texts(app)
    assert library_counts(engine).sets == 1
    app.button(key="add_questions").click().run()
    added = list_sets(engine)[0]
    assert (added.title, added.row_count, added.refused_count) == ("q", 1, 2)


def test_questions_without_a_novel_and_without_context_are_refused(
    engine: Engine, open_page: Open
) -> None:
    app = _questions(open_page("library", lang="en"), ROW)
    assert "1 row has no context of its own" in texts(app)
    assert app.button(key="add_questions").disabled
    assert library_counts(engine).sets == 0


def test_replies_obtained_elsewhere_are_kept_with_their_set(
    engine: Engine, open_page: Open
) -> None:
    fill(engine)
    app = open_page("library", lang="en", set=1)
    lines = [json.dumps({"item": item, "reply": "{}"}) for item in ("q1", "q2", "stranger")]
    app.file_uploader[0].upload("replies.jsonl", "\n".join(lines).encode())
    app.run()
    app.button(key="add_recording").click().run()
    assert list_recordings(engine, 1)[0].reply_count == 2
    assert "2 replies stored; 1 matches no question; 6 questions have none." in texts(app)
    app.file_uploader[0].upload("replies.jsonl", "\n".join(lines).encode())
    app.run()
    app.button(key="add_recording").click().run()
    assert "already in the library; nothing was added." in texts(app)
    assert len(list_recordings(engine, 1)) == 1


def test_a_novels_title_can_be_corrected(engine: Engine, open_page: Open) -> None:
    fill(engine)
    app = open_page("library", lang="en", source=1)
    app.text_input[0].set_value("渡口 *修订*")
    next(button for button in app.button if button.label == "Save").click().run()
    assert get_source(engine, 1).title == "渡口 *修订*"
    assert "渡口 *修订*" in texts(app)


def test_duplicates_are_left_out_unless_both_are_kept(engine: Engine, open_page: Open) -> None:
    fill(engine)
    app = _questions(open_page("library", lang="en"), {**ROW, "id": 1}, {**ROW, "id": 2})
    assert "1 of 2 rows will be imported, 1 needs attention." in texts(app)
    keyed(app.toggle, "keep_both").set_value(True).run()
    assert "2 of 2 rows will be imported" in texts(app)


GERMAN = ("Frage", "eins", "zwei", "Loesung", "Beleg", "Thema")


def _workbook(*rows: tuple[object, ...]) -> bytes:
    book, out = Workbook(), io.BytesIO()
    for row in rows:
        book.active.append(row)
    book.save(out)
    return out.getvalue()


def _german(app: AppTest, *rows: tuple[object, ...]) -> AppTest:
    app.file_uploader[QUESTIONS].upload("fragen.xlsx", _workbook(GERMAN, *rows))
    return app.run()


FIRST = ("Wer hebt die Lampe?", "老周", "阿桂", "A", "老周把灯举高，说：“我来迟了。”", "licht")


def _mending(widgets: Any, name: str) -> Any:
    """A field of the form that mends a row."""
    return next(one for one in widgets if one.key.startswith("mend_") and one.key.endswith(name))


def test_columns_are_mapped_once_for_the_team_and_the_set_is_validated_at_once(
    engine: Engine, open_page: Open
) -> None:
    """From an unknown workbook to the run form; a mended row and a found position go along."""
    story = "第一回\n\n" + "船到渡口，天色已晚。\n" * 60 + "老周把灯举高，说：“我来迟了。”\n" * 1
    app = _novel(open_page("library", lang="en"), story.encode())
    app.button(key="add_novel").click().run()
    app = _german(app, FIRST, ("Wann?", "früh", "spät", "E", "nirgends steht das so", ""))
    assert not app.exception
    assert "No column is named question" in texts(app)
    assert app.button(key="add_questions").disabled
    for field, column in (("question", "Frage"), ("answer", "Loesung"), ("evidence", "Beleg")):
        keyed(app.selectbox, f"column_{field}").set_value(column)
    keyed(app.multiselect, "column_options").set_value(["eins", "zwei"])
    app.run()
    assert not app.exception
    assert "1 of 2 rows will be imported" in texts(app)
    assert "Answer E is not among the options A, B" in texts(app)
    assert "Kept as extra fields: Thema" in texts(app)
    assert "1 exact match" in texts(app)
    assert _mending(app.text_area, "question").value == "Wann?"
    assert _mending(app.text_area, "options").value == "früh\nspät"
    _mending(app.text_input, "answer").set_value("c").run()
    _mending(app.button, "use").click().run()
    assert "Answer C is not among the options" in texts(app)
    _mending(app.text_input, "answer").set_value("b").run()
    _mending(app.button, "use").click().run()
    assert "2 of 2 rows will be imported" in texts(app)
    assert library_counts(engine).sets == 0, "nothing is stored before the press"
    app.button(key="add_and_validate").click().run()
    assert not app.exception
    (added,) = list_sets(engine)
    stored = set_questions(engine, added.id)
    assert [row.line for row in stored] == [2, 3]
    position = stored[0].question.position
    assert position is not None
    assert stored[0].question.extra == {"evidence": FIRST[4], "Thema": "licht"}
    assert stored[1].question.position is None
    assert stored[1].question.extra == {"evidence": "nirgends steht das so"}, "kept when mended"
    again = _german(open_page("library", lang="zh_CN"), ("Wo?", "hier", "dort", "B", "", ""))
    assert keyed(again.selectbox, "column_question").value == "Frage"
    assert not again.button(key="add_questions").disabled


def test_all_rows_of_one_fault_are_mended_at_once(engine: Engine, open_page: Open) -> None:
    """Also: own column names are recognised, and the chapter is shown and kept."""
    header = ("Question text", "Option 1", "Option 2", "Correct", "Chapter")
    fill(engine)
    rows = (("Who?", "Ann", "Bob", "A", "1"), ("When?", "Now", "Then", "E", "2"))
    app = open_page("library", lang="en")
    app.file_uploader[QUESTIONS].upload(
        "own.xlsx", _workbook(header, *rows, ("Where?", "Here", "There", "F", "2"))
    )
    app.run()
    assert keyed(app.selectbox, "column_question").value == "Question text"
    assert keyed(app.selectbox, "column_chapter").value == "Chapter"
    assert "chapter 1" in texts(app)
    assert not any("first_option" in (box.key or "") for box in app.selectbox)
    assert "1 of 3 rows will be imported, 2 need attention." in texts(app)
    answers = [field for field in app.text_input if field.key.endswith("_answer")]
    assert len(answers) == 2
    for field, letter in zip(answers, ("b", "x"), strict=True):
        field.set_value(letter)
    _mending(app.button, "use").click().run()
    assert "2 of 3 rows will be imported" in texts(app), "one of them was mended"
    assert "Answer X is not among the options" in texts(app)
    _mending(app.text_input, "answer").set_value("a").run()
    _mending(app.button, "use").click().run()
    assert "3 of 3 rows will be imported. Nothing" in texts(app)
    app.button(key="add_questions").click().run()
    added = max(one.id for one in list_sets(engine))
    form = open_page("runs", lang="en", set=added)
    assert "left out of" not in texts(form)


def test_the_form_of_a_run_says_what_its_file_left_out(engine: Engine, open_page: Open) -> None:
    fill(engine)
    app = _questions(open_page("library", lang="en"), ROW, {**ROW, "question": ""})
    app.button(key="add_questions").click().run()
    added = max(one.id for one in list_sets(engine))
    shown = links(open_page("runs", lang="en", set=added))
    assert "1 row of its file was left out" in list(shown)


def test_an_epub_is_titled_as_it_says_itself_and_asks_for_no_encoding(
    engine: Engine, open_page: Open
) -> None:
    app = open_page("library", lang="en")
    app.file_uploader[NOVELS].upload("ferry-final2.epub", epub())
    app.run()
    assert keyed(app.text_input, "novel_title").value == "The Ferry"
    assert not any("encoding" in (box.key or "") for box in app.selectbox)


def test_samples_leave_the_forms_for_an_own_text_and_set_open(
    engine: Engine, open_page: Open
) -> None:
    load_sample(engine)
    app = open_page("library", lang="en")
    assert [box.label for box in app.expander if box.proto.expanded] == [
        "Add novel",
        "Add questions",
    ]


def test_positions_of_a_stored_set_are_proposed_and_stored_once_confirmed(
    engine: Engine, open_page: Open
) -> None:
    app = _novel(open_page("library", lang="en"), ("船到渡口。\n" * 99 + FIRST[4]).encode())
    app.button(key="add_novel").click().run()
    app = _questions(
        open_page("library", lang="en"),
        {**ROW, "evidence": FIRST[4]},
        {**ROW, "question": "谁来迟了？", "evidence": "书里没有这样的一句话，哪里也没有"},
        *({**ROW, "question": f"第 {n} 夜谁来迟了？"} for n in range(20)),
    )
    keyed(app.segmented_control, "positions_").set_value("none").run()
    app.button(key="add_questions").click().run()
    (added,) = list_sets(engine)
    app = open_page("library", lang="en", set=added.id)
    assert "Find positions: 22 questions have none" in [one.label for one in app.expander]
    app.session_state[f"positions_{added.id}"] = True
    app.run()
    # What names no evidence was not looked up, so it is not said to be missing.
    assert "1 exact match · 1 evidence not found · 20 nothing to look up" in texts(app)
    assert "Showing the first 20 of 22." in texts(app)
    assert set_placement(engine, added.id).positioned == 0
    keyed(app.button, "confirm_exact").click().run()
    assert "1 position stored." in texts(app)
    assert set_placement(engine, added.id).positioned == 1


def test_a_novel_is_deleted_once_its_title_confirms_it(engine: Engine, open_page: Open) -> None:
    fill(engine)
    (novel,) = list_sources(engine)
    app = open_page("library", lang="en", source=novel.id)
    assert "This will also be deleted permanently:" not in texts(app)
    key = f"delete_source_{novel.id}"
    app.session_state[key] = True
    app.run()
    said = texts(app)
    assert "This will also be deleted permanently:" in said
    assert "Review actions" not in said, "nobody has decided anything"
    keyed(app.text_input, "delete_title").set_value("another").run()
    keyed(app.button, "delete_now").click().run()
    assert "Enter the title" in texts(app)
    assert len(list_sources(engine)) == 1
    keyed(app.text_input, "delete_title").set_value("渡口").run()
    keyed(app.button, "delete_now").click().run()
    assert list_sources(engine) == ()
    assert list_sets(engine) == ()


def test_documents_of_npcs_are_not_among_the_novels(engine: Engine, open_page: Open) -> None:
    documents = load_sample_documents(engine)
    fill(engine)
    app = open_page("library", lang="en")
    title = get_source(engine, next(iter(documents.values()))).title
    novel = next(source.title for source in list_sources(engine) if source.sets)
    shown = list(links(app))
    assert shown.index(novel) < shown.index(title)
    assert "NPC documents" in texts(app)


def test_the_library_says_how_far_the_vectors_are(
    engine: Engine, open_page: Open, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    connections = tmp_path / "vectors.toml"
    connections.write_text(
        '[vectors]\nkind = "embeddings"\nmodel = "v"\nbase_url = "http://x/v1"\n'
    )
    monkeypatch.setenv("DESK_CONNECTIONS", str(connections))
    assert "Search by meaning" not in texts(open_page("library", lang="en"))
    load_sample_documents(engine)
    ensure_indexed(engine)
    monkeypatch.setenv("DESK_RETRIEVAL_EMBEDDER", "vectors")
    (progress,) = open_page("library", lang="en").get("progress")
    assert progress.proto.text.startswith("Search by meaning is being prepared: 0 of")
    model = open_meaning(Settings.from_environment())
    assert model
    with writing(engine) as session:
        waiting = passage_vectors.missing(session, model.key, 1000)
        passage_vectors.add(session, model.key, {id_: (1, bytes(4)) for id_, _text in waiting})
    shown = texts(open_page("library", lang="en"))
    assert f"Search by meaning is ready: {len(waiting)} passages." in shown
    monkeypatch.setenv("DESK_RETRIEVAL_EMBEDDER", "nobody")
    assert "DESK_RETRIEVAL_EMBEDDER is" in texts(open_page("library", lang="en"))
