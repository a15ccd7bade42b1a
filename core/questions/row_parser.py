"""Parse one raw row into a Question, or say why not (source 000, "验证请求格式")."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from core.questions.columns import FirstOption
from core.questions.issues import RowIssue, RowRefused, row_warning
from core.questions.options import OptionValue, identical_options, read_answer, read_choice
from core.questions.positions import RawPosition, read_position
from core.questions.question import Question, QuestionType
from core.questions.sanitizing import refuse_unstorable

RESULT_FIELD = "validation"
"""A field that exports add to a row; it is left out when they are imported again."""

_NO_CONTEXT = (
    row_warning(
        "The context is empty, so the novel is used instead. Write a text or remove the field.",
        code="empty_context",
        field="context",
    ),
)


class _RawRow(BaseModel):
    """The types of a row's fields; their values are checked below."""

    model_config = ConfigDict(strict=True, extra="allow")

    question: str
    question_type: str | None = None
    choice: dict[str, OptionValue] | list[OptionValue]
    answer: OptionValue | list[OptionValue]
    position: RawPosition | None = None
    context: str | None = None


@dataclass(frozen=True, slots=True)
class ParsedRow:
    """A parsed row. `warnings` have no line yet; `had_result`: `validation` was left out."""

    question: Question
    warnings: tuple[RowIssue, ...]
    had_result: bool


def parse_question(fields: Mapping[str, Any]) -> Question:
    """Parse source 000's dictionary. Raises InputError with the first fault."""
    return parse_row(fields).question


def parse_row(
    fields: Mapping[str, Any], *, first_option: FirstOption | None = None, derives_type: bool = True
) -> ParsedRow:
    """Parse one row. Raises RowRefused with the first fault.

    Texts are kept verbatim, outer spaces included. `first_option`: the number of the first option,
    None if numbers are not to be interpreted. `derives_type`: whether to warn of a type that had to
    be derived.
    """
    row = _shape(fields)
    if not row.question.strip():
        raise RowRefused(
            "The question is empty. Write the question text.", code="empty_text", field="question"
        )
    choice = read_choice(row.choice)
    answer = read_answer(row.answer, choice, first_option)
    question_type, warnings = _question_type(row.question_type, answer)
    warnings = warnings if derives_type else ()
    position, about_position = read_position(row.position)
    extra = dict(row.model_extra or {})
    had_result = extra.pop(RESULT_FIELD, None) is not None
    empty_context = row.context is not None and not row.context.strip()
    question = Question(
        question=row.question,
        question_type=question_type,
        choice=choice,
        answer=answer,
        position=position,
        context=None if empty_context else row.context,
        extra=extra,
    )
    warnings = (*warnings, *about_position, *identical_options(choice))
    return ParsedRow(question, (*warnings, *_NO_CONTEXT) if empty_context else warnings, had_result)


def _shape(fields: Mapping[str, Any]) -> _RawRow:
    """Check the types of a row's fields. Raises RowRefused with the first fault."""
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
                "Cannot read the answer. Write the letters of the correct options as text, such "
                'as "a", or as a list, such as ["a", "c"].',
                code="wrong_type",
                field=name,
            )
        case "position":
            raise RowRefused(
                "Cannot read the position. Write start_pos and end_pos as whole numbers of "
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


def _question_type(
    raw_type: str | None, answer: tuple[str, ...]
) -> tuple[QuestionType, tuple[RowIssue, ...]]:
    name = (raw_type or "").strip()
    if not name:
        derived = QuestionType.SINGLE_CHOICE if len(answer) == 1 else QuestionType.MULTI_CHOICE
        note = row_warning(
            "The question type is missing; {type} was inferred from the number of answers.",
            code="type_derived",
            field="question_type",
            type=derived.value,
        )
        return derived, (note,)
    if name not in set(QuestionType):
        raise RowRefused(
            "Unknown question type {type}. Use single_choice or multi_choice.",
            code="unknown_type",
            field="question_type",
            type=name,
        )
    if name == QuestionType.SINGLE_CHOICE and len(answer) != 1:
        raise RowRefused(
            "A single_choice question has {count} answers. Keep one, or use multi_choice.",
            code="answer_count",
            field="answer",
            count=len(answer),
        )
    return QuestionType(name), ()
