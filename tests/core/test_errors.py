"""Errors name their place and can be worded in the reader's language."""

from pathlib import Path

from core.errors import DeskError, InputError, Sentence


def test_an_input_error_names_file_line_and_field() -> None:
    error = InputError(
        "Answer {letter} is not an option.", file="q.jsonl", line=3, field="answer", letter="e"
    )
    assert str(error) == "q.jsonl, line 3, field answer: Answer e is not an option."


def test_an_error_is_worded_in_another_language_with_its_values() -> None:
    chinese = {
        "Answer {letter} is not an option.": "答案 {letter} 不在选项中。",
        "line {line}": "第 {line} 行",
        "field {field}": "字段 {field}",
        "{where}, {place}": "{where}，{place}",
        "{name}: {value}": "{name}：{value}",
    }
    error = InputError("Answer {letter} is not an option.", line=3, field="answer", letter="e")
    worded = error.translate(lambda text: chinese.get(text, text))
    assert worded == "第 3 行，字段 answer：答案 e 不在选项中。"


def test_each_of_several_sentences_in_an_error_is_worded_in_the_other_language() -> None:
    chinese = {
        "In use by {users}.": "{users}在使用。",
        "the app": "应用",
        "a worker": "进程",
        ", ": "、",
    }
    error = DeskError("In use by {users}.", users=(Sentence("the app"), Sentence("a worker")))
    assert str(error) == str(Sentence.from_error(error)) == "In use by the app, a worker."
    assert error.translate(lambda text: chinese.get(text, text)) == "应用、进程在使用。"


def test_braces_in_a_message_without_values_are_kept() -> None:
    assert str(DeskError('send {"answer": []}')) == 'send {"answer": []}'


def test_a_stored_sentence_keeps_the_numbers_its_template_formats() -> None:
    error = DeskError("{name} gave no answer within {seconds:g} s.", name="x", seconds=0.5)
    assert Sentence.from_error(error).translate() == "x gave no answer within 0.5 s."


def test_a_stored_sentence_keeps_other_values_as_text() -> None:
    sentence = Sentence.from_error(DeskError("{path} is missing.", path=Path("a/b")))
    assert sentence.params == {"path": "a/b"}
