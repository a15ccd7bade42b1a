"""One raw row -> one Question, or the reason why not (source 000, "验证请求格式")."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from string import ascii_lowercase
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from core.questions.issues import RowIssue, RowRefused, warning
from core.questions.question import Position, Question, QuestionType
from core.questions.storable import refuse_unstorable

RESULT_FIELD = "validation"
"""What the desk itself adds to a row; left out when its output is imported again."""

MAX_POSITION = 2**31 - 1
"""The widest token number every supported database can hold."""

_BETWEEN_LETTERS = re.compile(r"[\s,，、;；|]+")


class _RawPosition(BaseModel):
    model_config = ConfigDict(strict=True, extra="allow")

    start_pos: int | None = None
    end_pos: int | None = None


class _RawRow(BaseModel):
    """The outside shape of a row; what it means is decided below."""

    model_config = ConfigDict(strict=True, extra="allow")

    question: str
    question_type: str | None = None
    choice: dict[str, str] | list[str]
    answer: str | list[str]
    position: _RawPosition | None = None
    context: str | None = None


@dataclass(frozen=True, slots=True)
class ParsedRow:
    """`warnings` do not know their line yet; `had_result` tells that `validation` was left out."""

    question: Question
    warnings: tuple[RowIssue, ...]
    had_result: bool


def parse_question(fields: Mapping[str, Any]) -> Question:
    """A question given as source 000's dictionary; raises InputError with the first fault."""
    return parse_row(fields).question


def parse_row(fields: Mapping[str, Any]) -> ParsedRow:
    """Raises RowRefused with the first fault; texts are kept verbatim, outer spaces included."""
    row = _shape(fields)
    if not row.question.strip():
        raise RowRefused(
            "The question is empty. Write the question text.", code="empty_text", field="question"
        )
    choice = _choice(row.choice)
    answer = _answer(row.answer, choice)
    question_type, warnings = _question_type(row.question_type, answer)
    position, about_position = _position(row.position)
    extra = dict(row.model_extra or {})
    had_result = extra.pop(RESULT_FIELD, None) is not None
    question = Question(
        question=row.question,
        question_type=question_type,
        choice=choice,
        answer=answer,
        position=position,
        context=row.context if row.context and row.context.strip() else None,
        extra=extra,
    )
    return ParsedRow(question, (*warnings, *about_position, *_identical(choice)), had_result)


def _shape(fields: Mapping[str, Any]) -> _RawRow:
    refuse_unstorable(fields)
    try:
        return _RawRow.model_validate(fields)
    except ValidationError as error:
        fault = error.errors(include_url=False, include_context=False, include_input=False)[0]
    name = str(fault["loc"][0])
    if fault["type"] == "missing" or (name in fields and fields[name] is None):
        raise RowRefused(
            "The field {name} is missing. Every row needs question, choice and answer.",
            code="missing_field",
            field=name,
            name=name,
        )
    match name:
        case "choice":
            raise RowRefused(
                "The options cannot be read. Write them as an object from letter to text, such "
                'as {"a": "Yes", "b": "No"}, or as a list of texts.',
                code="wrong_type",
                field=name,
            )
        case "answer":
            raise RowRefused(
                "The answer cannot be read. Write the letters of the right options as text, "
                'such as "a", or as a list, such as ["a", "c"].',
                code="wrong_type",
                field=name,
            )
        case "position":
            raise RowRefused(
                "The position cannot be read. Write start_pos and end_pos as whole numbers of "
                "tokens, or null for both.",
                code="wrong_type",
                field=name,
            )
    raise RowRefused(
        "The field {name} must be text. Put its value in quotes.",
        code="wrong_type",
        field=name,
        name=name,
    )


def _choice(given: dict[str, str] | list[str]) -> dict[str, str]:
    if not 2 <= len(given) <= len(ascii_lowercase):
        raise RowRefused(
            "The question has {count} options. Give it 2 to 26.",
            code="option_count",
            field="choice",
            count=len(given),
        )
    pairs = given.items() if isinstance(given, dict) else zip(ascii_lowercase, given, strict=False)
    choice: dict[str, str] = {}
    for name, text in pairs:
        letter = name.strip().lower()
        if len(letter) != 1 or letter not in ascii_lowercase:
            raise RowRefused(
                "The option {name} is not named by a letter. Name the options a, b, c and so on.",
                code="option_letter",
                field="choice",
                name=name,
            )
        if letter in choice:
            raise RowRefused(
                "The option letter {letter} is used twice. Give every option its own letter.",
                code="option_letter",
                field="choice",
                letter=letter,
            )
        if not text.strip():
            raise RowRefused(
                "The option {letter} is empty. Write its text or remove it.",
                code="empty_text",
                field=f"choice.{letter}",
                letter=letter,
            )
        choice[letter] = text
    return choice


def _answer(given: str | list[str], choice: Mapping[str, str]) -> tuple[str, ...]:
    names = _BETWEEN_LETTERS.split(given.strip()) if isinstance(given, str) else given
    letters = tuple(letter for name in names if (letter := name.strip().lower()))
    if not letters:
        raise RowRefused(
            "The answer is empty. Write the letters of the right options.",
            code="empty_answer",
            field="answer",
        )
    unknown = [letter for letter in letters if letter not in choice]
    if unknown:
        raise RowRefused(
            "Answer {letters} is not among the options {options}. Use the letters of the options.",
            code="answer_not_an_option",
            field="answer",
            letters=", ".join(unknown),
            options=", ".join(choice),
        )
    if len(set(letters)) < len(letters):
        raise RowRefused(
            "The answer {letters} names an option twice. Name every right option once.",
            code="answer_twice",
            field="answer",
            letters=", ".join(letters),
        )
    return letters


def _question_type(
    given: str | None, answer: tuple[str, ...]
) -> tuple[QuestionType, tuple[RowIssue, ...]]:
    said = (given or "").strip()
    if not said:
        derived = QuestionType.SINGLE_CHOICE if len(answer) == 1 else QuestionType.MULTI_CHOICE
        note = warning(
            "The question type is missing and was read as {type} from the number of answers.",
            code="type_derived",
            field="question_type",
            type=derived.value,
        )
        return derived, (note,)
    if said not in set(QuestionType):
        raise RowRefused(
            "The question type {type} is unknown. Write single_choice or multi_choice.",
            code="unknown_type",
            field="question_type",
            type=said,
        )
    if said == QuestionType.SINGLE_CHOICE and len(answer) != 1:
        raise RowRefused(
            "A single_choice question has {count} answers. Keep one or write multi_choice.",
            code="answer_count",
            field="answer",
            count=len(answer),
        )
    return QuestionType(said), ()


def _position(given: _RawPosition | None) -> tuple[Position | None, tuple[RowIssue, ...]]:
    if given is None:
        return None, ()
    left_out = ", ".join(given.model_extra or {})
    notes = (
        (
            warning(
                "The position holds {names} beside start_pos and end_pos; this was left out.",
                code="position_left_out",
                field="position",
                names=left_out,
            ),
        )
        if left_out
        else ()
    )
    start, end = given.start_pos, given.end_pos
    if start is None and end is None:
        return None, notes
    if start is None or end is None:
        raise RowRefused(
            "The position has only one of start_pos and end_pos. Write both or neither.",
            code="position_half",
            field="position",
        )
    if not 0 <= start < end <= MAX_POSITION:
        raise RowRefused(
            "The position {start} to {end} is no range of tokens. start_pos must be 0 or more and "
            "smaller than end_pos.",
            code="position_range",
            field="position",
            # As text: a number this wide need not fit the database.
            start=str(start),
            end=str(end),
        )
    return Position(start, end), notes


def _identical(choice: Mapping[str, str]) -> Iterator[RowIssue]:
    counts = Counter(text.strip() for text in choice.values())
    for same, count in counts.items():
        if count > 1:
            letters = [letter for letter, text in choice.items() if text.strip() == same]
            yield warning(
                "The options {letters} have the same text. Change or remove one.",
                code="identical_options",
                field="choice",
                letters=", ".join(letters),
            )
