"""Files in every format and in every state of repair."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.errors import InputError
from core.questions import (
    FileFormat,
    Question,
    ReadQuestions,
    file_columns,
    read_questions,
    write_questions,
)
from core.questions.json_rows import json_records
from tests.core.questions.samples import questions, read_rows, row

JSON_VALUES = st.none() | st.integers() | st.booleans() | st.lists(st.text("ab\n\u2028"))


def read(text: str, name: str = "set.json") -> ReadQuestions:
    return read_questions(text.encode(), file_name=name)


def as_jsonl(rows: list[dict[str, Any]]) -> str:
    return "\n".join(map(json.dumps, rows))


def as_csv(rows: list[dict[str, Any]]) -> str:
    cells = ("{question},a1,b1,{answer}".format(**given) for given in rows)
    return "\n".join(["question,a,b,answer", *cells])


@pytest.mark.parametrize("name", ["set.jsonl", "set.json", "set.csv", "set.txt", "set"])
@pytest.mark.parametrize(
    ("write", "expected"),
    [
        (as_jsonl, FileFormat.JSONL),
        (json.dumps, FileFormat.JSON),
        (lambda rows: json.dumps(rows, indent=2), FileFormat.JSON),
        (lambda rows: json.dumps({"metadata": {"n": 2}, "results": rows}), FileFormat.JSON),
        (lambda rows: json.dumps({"questions": rows}, indent=1), FileFormat.JSON),
        (as_csv, FileFormat.CSV),
    ],
)
def test_the_format_is_told_by_content_whatever_the_name(
    write: Callable[[list[dict[str, Any]]], str], expected: FileFormat, name: str
) -> None:
    rows = [{"question": f"q{n}", "choice": ["a1", "b1"], "answer": "a"} for n in range(2)]
    found = read(write(rows), name)
    assert found.format is expected
    assert [one.question.question for one in found.questions] == ["q0", "q1"]
    assert not found.refused


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
def test_chinese_is_read_in_its_usual_encodings(encoding: str) -> None:
    asked = row(
        question="在德思礼一家连夜出逃的过程中，他们在哪里过了一夜？这个问题写得很长很清楚。"
    )
    text = json.dumps([asked, asked], ensure_ascii=False)
    found = read_questions(text.encode(encoding), file_name="set.json")
    assert found.questions[1].question.question == asked["question"]


def test_the_hash_tells_what_was_read_not_how_it_was_stored() -> None:
    text = json.dumps(row(question="Où est-il né, et quand était la fête ?"), ensure_ascii=False)
    plain = read_questions(text.encode(), file_name="x.jsonl")
    wide = read_questions(text.encode("utf-16"), file_name="y.jsonl")
    narrow = read_questions(text.encode("cp1252"), file_name="x.jsonl", encoding="cp1252")
    misread = read_questions(text.encode("cp1252"), file_name="x.jsonl", encoding="iso8859-2")
    assert (wide.encoding, wide.content_hash) == ("utf-16-le", plain.content_hash)
    assert narrow.content_hash == plain.content_hash != misread.content_hash


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"", "set.jsonl"),
        (b" \n\n", "set.jsonl"),
        (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "set.json"),
        (b"Once upon a time there was a letter.", "novel.txt"),
        (b"Once upon a time", "set.csv"),
        (b"<html><body>502</body></html>", "set.json"),
        (b'[{"question": "cut o', "set.json"),
        (b'{"questions": [{"question": "cut o', "set.json"),
        (b'{"question": "cut o', "set.jsonl"),
        (b"question,question,answer\nq,q,a", "set.csv"),
        (b"[]", "set.json"),
        (b'{"questions": []}', "set.json"),
        (b"question,a,b,answer\n", "set.csv"),
    ],
)
def test_a_file_that_cannot_be_read_at_all_says_so_in_one_sentence_naming_it(
    data: bytes, name: str
) -> None:
    with pytest.raises(InputError) as error:
        read_questions(data, file_name=name)
    assert name in str(error.value)
    assert str(error.value).endswith(".")


def test_each_bad_line_of_jsonl_is_refused_alone_and_kept_word_for_word() -> None:
    found = read_rows(row(), "{'question': 'q'}", "", "[1]", row(), '{"question": "cut')
    assert [one.line for one in found.questions] == [1, 5]
    assert [(issue.line, issue.code, issue.raw) for issue in found.refused] == [
        (2, "not_json", "{'question': 'q'}"),
        (4, "not_an_object", "[1]"),
        (6, "cut_off", '{"question": "cut'),
    ]


def test_line_separators_of_unicode_do_not_part_rows() -> None:
    found = read_rows(row(question="one\u2028two\u0085three"), row())
    assert found.questions[0].question.question == "one\u2028two\u0085three"
    assert found.questions[1].line == 2


@pytest.mark.parametrize(
    ("broken", "code"),
    [
        ('{"question": "a "quoted" word", "choice": {}}', "not_json"),
        ('{"question": "q", "question": "r"}', "name_twice"),
        ('{"question": "q", "choice": {"a": "x", "a": "y"}}', "name_twice"),
        ('{"question": "q", "score": NaN}', "not_a_number"),
        ('{"question": "q", "score": 1e999}', "not_a_number"),
        (f'{{"question": "q", "n": {"9" * 5000}}}', "not_json"),
        (f'{{"question": "q", "n": {"[" * 100_000}}}', "not_json"),
        ('"only text"', "not_an_object"),
    ],
)
def test_one_broken_row_of_a_list_does_not_take_the_others_with_it(broken: str, code: str) -> None:
    sound = json.dumps(row())
    found = read(f"[\n{sound},\n{broken},\n{sound},\n{sound}\n]")
    assert [one.line for one in found.questions] == [2, 4, 5]
    (issue,) = found.refused
    assert (issue.code, issue.line) == (code, 3)
    assert issue.raw is not None
    assert broken in issue.raw


SOUND = json.dumps(row())
PRETTY = json.dumps(row(), indent=2)
SPAN = PRETTY.count("\n") + 1


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("\n".join([PRETTY] * 3), [1, 1 + SPAN, 1 + 2 * SPAN]),
        (SOUND + SOUND, [1, 2]),
        (f"[{SOUND}][{SOUND}]", [1, 2]),
        (f"[{SOUND}]\n[{SOUND},\n{SOUND}]", [1, 2, 3]),
        (f"{SOUND},\n{SOUND},\n", [1, 2]),
        (f'{{"questions": [{SOUND}]}} {{"data": [{SOUND}]}}', [1, 2]),
    ],
)
@pytest.mark.parametrize("name", ["set.json", "set.jsonl"])
def test_values_written_one_after_the_other_are_all_read(
    text: str, lines: list[int], name: str
) -> None:
    found = read(text, name)
    assert [one.line for one in found.questions] == lines
    assert not found.refused


@pytest.mark.parametrize(
    ("text", "raw"),
    [
        (f"[{SOUND}] rubbish {SOUND}", "rubbish"),
        (f"{PRETTY}\nsome words\n{PRETTY}", "some words"),
        (f"[{SOUND},\n{SOUND}];", ";"),
        (f"{PRETTY}\n{{'a': 1}}\n{PRETTY}", "{'a': 1}"),
    ],
)
def test_what_stands_between_rows_is_refused_word_for_word(text: str, raw: str) -> None:
    found = read(text)
    assert len(found.questions) == 2
    assert [issue.raw for issue in found.refused] == [raw]


@given(st.lists(st.sampled_from([SOUND, PRETTY, f"[{SOUND}]"]), min_size=1, max_size=5), st.data())
def test_no_row_is_lost_however_rows_are_put_together(rows: list[str], data: st.DataObject) -> None:
    between = st.sampled_from(["", " ", "\n", ",\n"])
    text = "".join(one + data.draw(between) for one in rows)
    found = read(text)
    raws = "".join(issue.raw or "" for issue in found.refused)
    assert len(found.questions) + raws.count('"question_type"') == len(rows)


@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize("within", [None, "questions"])
def test_a_row_under_its_id_has_that_id(indent: int | None, within: str | None) -> None:
    """Also in one line, and where the object of rows is inside another; the others stay whole."""
    bare = {name: value for name, value in row(question="What?").items() if name != "id"}
    rows = {"q1": row(question="Who?"), "q7": bare, "own": bare | {"id": "mine"}}
    rows["bad"] = bare | {"answer": "z"}
    whole = {within: rows, "version": 2} if within else rows
    found = read(json.dumps(whole, indent=indent))
    assert [one.question.item_key for one in found.questions] == ["q1", "q7", "mine"]
    assert [one.question.question for one in found.questions] == ["Who?", "What?", "What?"]
    (refused,) = found.refused
    assert json.loads(refused.raw or "")["id"] == "bad", "so that it keeps its id when it is mended"
    assert [issue.params for issue in found.warnings] == ([{"names": "version"}] if within else [])


def test_rows_by_id_may_have_columns_of_their_own_names() -> None:
    text = json.dumps(
        {"k1": {"Frage": "Wer?", "x": "A", "y": "B", "Lösung": "a"}}
        | {"k2": {"Frage": "Was?", "x": "A", "y": "B", "Lösung": "b"}}
    )
    assert set(file_columns(text.encode(), file_name="set.json").columns) == {
        "id",
        "Frage",
        "x",
        "y",
        "Lösung",
    }


def test_a_broken_row_under_its_id_does_not_take_the_others_with_it() -> None:
    sound = json.dumps(row())
    broken = '{"question": "a "quoted" word", "choice": {}}'
    found = read(f'{{"q1": {sound},\n"q2": {broken},\n"q3": {sound}\n}}')
    assert [one.question.item_key for one in found.questions] == ["q1", "q3"]
    assert [issue.code for issue in found.refused] == ["not_json"]
    first = read(f'{{"q1": {broken},\n"q2": {sound}}}')
    assert [one.question.item_key for one in first.questions] == ["q2"]
    cut = read(f'{{"q1": {sound},\n"q2": {sound[:-9]}')
    assert [one.question.item_key for one in cut.questions] == ["q1"]
    assert [issue.code for issue in cut.refused] == ["cut_off"]


def test_texts_with_their_questions_may_stand_by_name() -> None:
    rows = {name: {"context": name, "questions": [row(), row()]} for name in ("ch1", "ch2")}
    found = read(json.dumps(rows))
    assert [one.question.item_key for one in found.questions] == [
        "ch1-1",
        "ch1-2",
        "ch2-1",
        "ch2-2",
    ]


def test_an_object_of_something_else_is_no_set_of_questions() -> None:
    found = read(json.dumps({"choice": {"a": "x"}, "position": {"start_pos": 1}}))
    assert (len(found.questions), len(found.refused)) == (0, 1)


def test_a_file_whose_rows_are_all_refused_is_read() -> None:
    found = read_rows(row(answer="z"), row(answer="y"))
    assert (found.questions, len(found.refused)) == ((), 2)


def test_the_rows_of_a_list_on_one_line_are_counted() -> None:
    found = read(json.dumps([row(), row(answer="z"), row()]))
    assert [one.line for one in found.questions] == [1, 3]
    assert [issue.line for issue in found.refused] == [2]


def test_a_single_question_is_a_set_of_one() -> None:
    assert len(read(json.dumps(row(), indent=2)).questions) == 1
    assert len(read(json.dumps(row())).questions) == 1


@pytest.mark.parametrize("indent", [None, 1])
def test_a_list_may_be_called_rows_but_a_question_may_have_rows_of_its_own(
    indent: int | None,
) -> None:
    wrapped = read(json.dumps({"rows": [row(), row()]}, indent=indent))
    assert len(wrapped.questions) == 2
    own = read(json.dumps(row(rows=[{"question": "?"}]), indent=indent))
    assert len(own.questions) == 1


def test_what_stands_beside_the_list_is_named() -> None:
    found = read(json.dumps({"version": 2, "data": [row()], "notes": []}))
    assert [issue.params for issue in found.warnings] == [{"names": "version, notes"}]


def test_a_list_that_was_cut_off_behind_a_bracket_in_a_string_was_cut_off() -> None:
    whole = json.dumps([row(note="a}]")])
    for end in ("a}", "a}]"):
        cut = whole[: whole.index(end) + len(end)]
        assert [issue.code for issue in json_records(cut)] == ["cut_off"]
        keyed = '{"q1": ' + cut[1:]
        assert [issue.code for issue in json_records(keyed)] == ["cut_off"]


@given(asked=st.lists(questions(), min_size=1, max_size=4), share=st.floats(0, 1), wrap=...)
def test_a_list_that_was_cut_off_yields_its_complete_rows_and_says_that_it_was_cut(
    asked: list[Question], share: float, wrap: bool
) -> None:
    rows = [question.to_dict() for question in asked]
    whole = json.dumps({"data": rows} if wrap else rows)
    cut = whole[: int(share * (len(whole) - 1))]
    try:
        found = read(cut)
    except InputError:
        return
    read_back = [one.question for one in found.questions]
    assert read_back == asked[: len(read_back)]
    ended = wrap and cut.endswith("]")
    assert ended or found.refused[-1].code == "cut_off"
    assert ended or len(read_back) >= cut.count('"question_type":') - 1


@given(st.lists(questions(extras=JSON_VALUES), min_size=1, max_size=5))
def test_what_is_written_as_jsonl_is_read_back(asked: list[Question]) -> None:
    found = read_questions(write_questions(asked, "jsonl"), file_name="set.jsonl")
    assert [one.question for one in found.questions] == asked
    assert not found.refused


@given(st.lists(questions(), min_size=1, max_size=5))
def test_what_is_written_as_csv_is_read_back(asked: list[Question]) -> None:
    found = read_questions(write_questions(asked, "csv"), file_name="set.csv")
    assert [one.question for one in found.questions] == asked
    assert not found.refused


def test_the_desks_own_results_can_be_imported_again() -> None:
    result = row(id="q1", validation={"is_valid": True, "model_answer": ["b"]})
    found = read_rows(result, result)
    assert [one.question.to_dict() for one in found.questions] == [row(id="q1")] * 2
    (said,) = found.warnings
    assert (said.code, said.params["count"]) == ("result_left_out", 2)


@given(st.lists(st.sampled_from([row(), row(answer="q"), "{", "", "null"]), min_size=1))
def test_every_line_with_something_on_it_is_a_question_or_a_refused_row(lines: list[Any]) -> None:
    try:
        found = read_rows(*lines)
    except InputError:
        return
    filled = [line for line in lines if line != ""]
    assert len(found.questions) + len(found.refused) == len(filled)


PIECES = [
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "\n",
    '"question"',
    '"choice"',
    '"a"',
    "'",
    '"\\ud800"',
    "1",
]
PIECES += ["question,a,b,answer", '"', json.dumps(row()), '"questions":', " ", "NaN", '"\\ud800"']


@example(b"[[NaN", "x.jsonl")
@given(
    st.binary(max_size=60) | st.lists(st.sampled_from(PIECES)).map(lambda p: "".join(p).encode()),
    st.sampled_from(["x.jsonl", "x.json", "x.csv", "x"]),
)
def test_whatever_a_file_holds_it_is_read_or_refused_with_a_sentence(
    data: bytes, name: str
) -> None:
    try:
        found = read_questions(data, file_name=name)
    except InputError as error:
        assert str(error)
        return
    for issue in found.issues:
        assert issue.translate()
        json.dumps(dict(issue.params), ensure_ascii=False).encode()
