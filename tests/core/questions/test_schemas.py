"""Files of public benchmarks are read as they are published; the rows here are invented."""

import io
import json
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from openpyxl import Workbook

from core.errors import InputError
from core.questions import (
    ColumnField,
    ColumnMapping,
    FileFormat,
    ReadQuestions,
    evidence_of,
    file_columns,
    read_questions,
)

STORY = "The ferryman charged four pence, and six after dark."
OPTIONS = ["four pence", "six pence", "nothing", "a shilling"]
ASKED = "What did the ferryman charge after dark?"

QUALITY = {
    "article_id": "31415",
    "set_unique_id": "31415_X",
    "title": "The ferry",
    "article": STORY,
    "questions": [
        {
            "question": ASKED,
            "question_unique_id": f"31415_X_{number}",
            "options": OPTIONS,
            "writer_label": 2,
            "gold_label": 2,
            "difficult": 0,
        }
        for number in (1, 2)
    ],
}
LONGBENCH_V2 = {
    "_id": "66f2",
    "domain": "Single-Document QA",
    "difficulty": "easy",
    "length": "short",
    "question": ASKED,
    **{f"choice_{letter}": text for letter, text in zip("ABCD", OPTIONS, strict=True)},
    "answer": "B",
    "context": STORY,
}
INFINITE_BENCH = {
    "id": 7,
    "context": STORY,
    "input": ASKED,
    "answer": ["six pence"],
    "options": OPTIONS,
}
C3 = [
    [
        ["摆渡收四文钱，", "天黑以后收六文。"],
        [
            {"question": "天黑以后收几文？", "choice": ["四文", "六文"], "answer": "六文"},
            {"question": "天黑以前收几文？", "choice": ["四文", "六文"], "answer": "四文"},
        ],
        "14-1",
    ]
]
RACE_LIKE = {"question": ASKED, "options": OPTIONS, "correct_answer": "B"}
ARC = {
    "id": "Mercury_1",
    "question": ASKED,
    "choices": {"text": OPTIONS, "label": ["A", "B", "C", "D"]},
    "answerKey": "B",
}
MMLU_CSV = f"{ASKED},{','.join(OPTIONS)},B\nWho rows?,Ann,Ben,Cas,Dan,A\n"


def jsonl(*rows: Any) -> bytes:
    return "\n".join(json.dumps(row, ensure_ascii=False) for row in rows).encode()


def workbook(*rows: tuple[object, ...], sheet: str = "Questions") -> bytes:
    book = Workbook()
    book.active.title = "Notes"
    book.active.append(["Only words here"])
    page = book.create_sheet(sheet)
    for row in rows:
        page.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def parquet(rows: list[dict[str, Any]]) -> bytes:
    out = io.BytesIO()
    pq.write_table(pa.Table.from_pylist(rows), out)
    return out.getvalue()


def answers(read: ReadQuestions) -> list[str]:
    return [row.question.choice[row.question.answer[0]] for row in read.questions]


@pytest.mark.parametrize(
    ("data", "name", "keys", "context"),
    [
        (jsonl(QUALITY), "quality.dev", ["31415_X_1", "31415_X_2"], STORY),
        (jsonl(QUALITY, QUALITY), "q.jsonl", ["31415_X_1", "31415_X_2"], STORY),
        (jsonl(LONGBENCH_V2), "longbench.jsonl", ["66f2"], STORY),
        (json.dumps([LONGBENCH_V2]).encode(), "data.json", ["66f2"], STORY),
        (jsonl(INFINITE_BENCH), "longbook_choice_eng.jsonl", ["7"], STORY),
        (jsonl(RACE_LIKE), "set.jsonl", None, None),
        (jsonl(ARC), "ARC.jsonl", ["Mercury_1"], None),
        (jsonl({**RACE_LIKE, "correct_answer": "six pence"}), "set.jsonl", None, None),
        (jsonl({**RACE_LIKE, "correct_answer": "(B) six pence"}), "set.jsonl", None, None),
        (MMLU_CSV.encode(), "ferry_test.csv", None, None),
        (
            parquet([{"question": ASKED, "choices": OPTIONS, "answer": 0}]),
            "mmlu.parquet",
            None,
            None,
        ),
    ],
)
def test_a_public_file_is_read_without_a_mapping(
    data: bytes, name: str, keys: list[str] | None, context: str | None
) -> None:
    read = read_questions(data, file_name=name)
    assert not read.refused
    expected = "four pence" if name == "mmlu.parquet" else "six pence"
    assert answers(read)[0] == expected
    assert read.questions[0].question.context == context
    if keys:
        assert [row.question.item_key for row in read.questions][: len(keys)] == keys


def test_c3_is_read_with_its_passage_and_a_name_for_each_question() -> None:
    read = read_questions(json.dumps(C3, ensure_ascii=False).encode(), file_name="c3.json")
    assert answers(read) == ["六文", "四文"]
    assert [row.question.item_key for row in read.questions] == ["14-1-1", "14-1-2"]
    assert [row.line for row in read.questions] == [1, 2]
    assert {row.question.context for row in read.questions} == {"摆渡收四文钱，\n天黑以后收六文。"}


HEADER = ("ID", "Question", "opt_a", "opt_b", "opt_c", "opt_d", "correct_answer", "support")
ROW = ("sk-1", ASKED, *OPTIONS, "B", "six after dark")


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (workbook(HEADER, ROW), "set.xlsx"),
        (parquet([dict(zip(HEADER, ROW, strict=True))]), "set.parquet"),
        ("\n".join("\t".join(row) for row in (HEADER, ROW)).encode(), "set.tsv"),
        ("\n".join(";".join(row) for row in (HEADER, ROW)).encode(), "set.csv"),
        (jsonl(dict(zip(HEADER, ROW, strict=True))), "set.jsonl"),
    ],
)
def test_the_same_columns_are_recognised_in_every_format(data: bytes, name: str) -> None:
    read = read_questions(data, file_name=name)
    assert not read.refused
    (row,) = read.questions
    assert answers(read) == ["six pence"]
    assert row.question.item_key == "sk-1"
    assert evidence_of(row.question.extra) == "six after dark"
    assert row.question.extra["support"] == "six after dark", "kept under its own name"
    columns = file_columns(data, file_name=name)
    assert list(columns.columns) == list(HEADER)
    assert columns.columns["opt_b"] == "six pence"
    assert columns.recognised.get(ColumnField.ANSWER) == ("correct_answer",)


def test_a_mapping_names_columns_that_nothing_recognises() -> None:
    german = ("Frage", "eins", "zwei", "Loesung", "Beleg")
    data = workbook(german, (ASKED, "four pence", "six pence", 2, "six after dark"))
    mapping = ColumnMapping.from_arguments(
        ["question=Frage", "options=eins,zwei", "answer=Loesung", "evidence=Beleg"]
    )
    with pytest.raises(InputError, match="No column is named question"):
        read_questions(data, file_name="set.xlsx", sheet="Questions")
    read = read_questions(data, file_name="set.xlsx", mapping=mapping)
    assert answers(read) == ["six pence"], "2 of 2 options can only count from 1"
    assert read.questions[0].question.extra == {"evidence": "six after dark"}
    assert [issue.code for issue in read.warnings] == ["answers_counted"]
    assert ColumnMapping.from_dict(json.loads(mapping.to_json())) == mapping
    with pytest.raises(InputError, match=r"Unknown column Antwort.*Frage, eins"):
        wrong = ColumnMapping.from_arguments(["question=Frage", "answer=Antwort"])
        read_questions(data, file_name="set.xlsx", mapping=wrong, sheet="Questions")


@pytest.mark.parametrize(
    ("labels", "first", "expected"),
    [
        ([0, 1], None, ["four pence", "six pence"]),
        ([1, 4], None, ["four pence", "a shilling"]),
        ([1, 2], None, None),
        ([0, 4], None, None),
        ([1, 2], 1, ["four pence", "six pence"]),
        (["1", "B"], None, None),
    ],
)
def test_numbers_are_read_only_where_the_file_tells_what_they_count_from(
    labels: list[object], first: Any, expected: list[str] | None
) -> None:
    rows = [{"question": f"{ASKED} {n}", "options": OPTIONS, "label": n} for n in labels]
    read = read_questions(
        jsonl(*rows), file_name="set.jsonl", mapping=ColumnMapping(first_option=first)
    )
    if expected is None:
        assert {issue.code for issue in read.refused} == {"answer_number"}
    else:
        assert answers(read) == expected


def test_a_number_that_is_one_options_text_and_anothers_place_is_refused() -> None:
    rows = [
        {"question": "How many?", "options": ["3", "1", "0", "2"], "label": label}
        for label in (1, "5")
    ]
    read = read_questions(
        jsonl(*rows), file_name="set.jsonl", mapping=ColumnMapping(first_option=0)
    )
    assert [issue.code for issue in read.refused] == ["answer_not_an_option"]
    assert answers(read) == ["1"], "the text and the place agree"
    clash = {"question": "How many?", "options": ["3", "1", "0", "2"], "label": 0}
    read = read_questions(
        jsonl(clash), file_name="set.jsonl", mapping=ColumnMapping(first_option=0)
    )
    assert [issue.code for issue in read.refused] == ["answer_number"]


def test_a_mapping_names_fields_of_json_rows() -> None:
    row = {"Frage": ASKED, "A": "four pence", "B": "six pence", "Antwort": "B"}
    mapping = ColumnMapping.from_arguments(["question=Frage", "answer=Antwort"])
    read = read_questions(jsonl(row), file_name="set.jsonl", mapping=mapping)
    assert answers(read) == ["six pence"]
    with pytest.raises(InputError, match=r"Unknown column Nichts.*A, Antwort, B, Frage"):
        read_questions(
            jsonl(row),
            file_name="set.jsonl",
            mapping=ColumnMapping.from_arguments(["question=Nichts"]),
        )


def test_a_sheet_is_chosen_and_a_faulty_row_names_its_row() -> None:
    data = workbook(HEADER, ROW, (), ("sk-2", None, *OPTIONS, "E", None), (*ROW, "beyond"))
    columns = file_columns(data, file_name="set.xlsx")
    assert (columns.sheets, columns.sheet) == (("Notes", "Questions"), "Questions")
    read = read_questions(data, file_name="set.xlsx")
    assert (read.format, [row.line for row in read.questions]) == (FileFormat.XLSX, [2])
    assert [(issue.line, issue.code) for issue in read.refused] == [
        (4, "missing_field"),
        (5, "cell_count"),
    ]
    assert json.loads(read.refused[0].raw or "")["opt_a"] == "four pence"
    with pytest.raises(InputError, match=r"Unknown sheet Other.*Notes, Questions"):
        read_questions(data, file_name="set.xlsx", sheet="Other")


@pytest.mark.parametrize("name", ["set.xlsx", "set.parquet"])
@pytest.mark.parametrize("spoil", [lambda data: data[: len(data) // 2], lambda data: data[:12]])
def test_a_damaged_file_is_one_sentence(name: str, spoil: Any) -> None:
    data = workbook(HEADER, ROW) if name == "set.xlsx" else parquet([{"question": "q"}])
    with pytest.raises(InputError, match=f"{name} is damaged"):
        read_questions(spoil(data), file_name=name)


def test_what_can_be_read_today_keeps_its_names() -> None:
    """`_id` and `evidence` of a row that needs no mapping are extra fields, as they were."""
    row = {
        "_id": "x",
        "question": ASKED,
        "choice": OPTIONS,
        "answer": "b",
        "evidence": "six after dark",
    }
    (read,) = read_questions(jsonl(row), file_name="set.jsonl").questions
    assert read.question.item_key == read.question.content_key
    assert set(read.question.extra) == {"_id", "evidence"}
