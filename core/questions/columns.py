"""Map the columns of a file to the fields of a question."""

import json
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal

from core.errors import InputError


class ColumnField(StrEnum):
    """What a column can be read as; every other column is kept as an extra field."""

    QUESTION = "question"
    OPTIONS = "options"
    ANSWER = "answer"
    EVIDENCE = "evidence"
    POSITION = "position"
    CONTEXT = "context"
    CHAPTER = "chapter"
    ID = "id"
    TYPE = "question_type"


REQUIRED = (ColumnField.QUESTION, ColumnField.OPTIONS, ColumnField.ANSWER)
STANDARD = frozenset({"question", "choice", "answer"})
"""A row with these fields is read as it is, without recognising other names."""

FirstOption = Literal[0, 1]

_NAMES: Mapping[ColumnField, tuple[str, ...]] = {
    ColumnField.QUESTION: (
        *("question", "question_text", "questiontext", "query", "stem", "input", "prompt", "q"),
        *("问题", "题目", "题干"),
    ),
    ColumnField.OPTIONS: ("choice", "choices", "options", "option", "candidates", "选项"),
    ColumnField.ANSWER: (
        *("answer", "correct_answer", "correctanswer", "correct", "gold_label", "gold_answer"),
        *("gold", "answer_key", "answerkey", "answer_index", "answer_idx", "correct_option"),
        *("correct_choice", "correct_index", "correct_idx", "label", "target"),
        *("答案", "正确答案", "标准答案", "正确选项"),
    ),
    ColumnField.EVIDENCE: (
        *("evidence", "golden_evidence", "gold_evidence", "evidence_text", "evidence_quote"),
        *("supporting_evidence", "supporting_text", "support", "quote", "rationale_text"),
        *("证据", "依据", "原文", "原文依据"),
    ),
    ColumnField.POSITION: ("position",),
    ColumnField.CONTEXT: ("context", "article", "passage", "story", "文章", "材料"),
    ColumnField.CHAPTER: ("chapter", "chap", "chapter_no", "章节", "章", "回", "章回"),
    ColumnField.ID: ("id", "_id", "question_id", "question_unique_id", "qid", "编号", "题号"),
    ColumnField.TYPE: ("question_type",),
}
_HINTS: Mapping[ColumnField, tuple[str, ...]] = {
    ColumnField.QUESTION: ("question", "题目", "问题", "题干"),
    ColumnField.ANSWER: ("answer", "答案"),
    ColumnField.EVIDENCE: ("evidence", "证据", "原文"),
}
"""Words by which the only column of a field is recognised if no column has a known name."""
_NOT_THE_TEXT = re.compile(
    r"(?:^|_)(?:id|no|nr|number|type|kind|pos|position|start|end|page|chapter|explanation|score)s?(?:_|$)"
    r"|编号|序号|题号|类型|位置|页|章|解析|说明"
)
"""Words of columns that name a field without holding it: "question type"."""
_COUNTED_FROM_ONE = frozenset({"gold_label"})
"""Columns whose published files count the options from 1 (QuALITY)."""

_OPTION = re.compile(r"(?:(?:choice|option|opt|answer|选项)[ _-]?)?([a-z])")
_NUMBERED_OPTION = re.compile(r"(?:choice|option|opt|选项)[ _-]?(\d{1,2}|[一二三四五六七八九])")
_NUMERALS = str.maketrans("一二三四五六七八九", "123456789")
_SPAN = ("start_pos", "end_pos")


@dataclass(frozen=True, slots=True)
class ColumnMapping:
    """Columns by field. A field with no columns is not in the file; a field that is left out is
    recognised by the names of the columns.

    Several OPTIONS columns are one option each, two POSITION columns the first and last token.
    `first_option` is the number of the first option; None to infer it from the file.
    """

    columns: tuple[tuple[ColumnField, tuple[str, ...]], ...] = ()
    first_option: FirstOption | None = None

    @classmethod
    def from_columns(
        cls,
        columns: Mapping[ColumnField, Sequence[str]],
        first_option: FirstOption | None = None,
    ) -> "ColumnMapping":
        ordered = tuple((field, tuple(columns[field])) for field in ColumnField if field in columns)
        return cls(ordered, first_option)

    @classmethod
    def from_arguments(cls, arguments: Iterable[str]) -> "ColumnMapping":
        """Parse `question=Frage`, `options=A,B,C`, `first_option=0`. Raises InputError."""
        columns: dict[ColumnField, tuple[str, ...]] = {}
        first: FirstOption | None = None
        for argument in arguments:
            name, equals, value = argument.partition("=")
            if name == "first_option" and value in ("0", "1"):
                first = 0 if value == "0" else 1
            elif equals and name in set(ColumnField):
                several = name in (ColumnField.OPTIONS, ColumnField.POSITION)
                parts = value.split(",") if several else [value]
                columns[ColumnField(name)] = tuple(part for part in parts if part.strip())
            else:
                raise InputError(
                    "Cannot read the mapping {argument}. Write FIELD=COLUMN with one of the "
                    "fields {fields}, such as question=Frage.",
                    argument=argument,
                    fields=", ".join((*ColumnField, "first_option")),
                )
        return cls.from_columns(columns, first)

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> "ColumnMapping":
        columns = {
            ColumnField(field): tuple(map(str, names)) for field, names in stored["columns"].items()
        }
        first = stored.get("first_option")
        return cls.from_columns(columns, first if first in (0, 1) else None)

    def to_dict(self) -> dict[str, Any]:
        columns = {field.value: list(names) for field, names in self.columns}
        return {"columns": columns, "first_option": self.first_option}

    def to_json(self) -> str:
        """Return JSON, the same text for equal mappings."""
        return json.dumps(self.to_dict(), ensure_ascii=False, sort_keys=True)

    def get(self, field: ColumnField) -> tuple[str, ...] | None:
        """Return the columns of a field; None if the mapping leaves it open."""
        return dict(self.columns).get(field)

    def names(self) -> frozenset[str]:
        return frozenset(name for _, names in self.columns for name in names)

    def require_columns(self, present: Iterable[str], file_name: str) -> None:
        """Raise InputError for a column that the file does not have."""
        available = list(dict.fromkeys(present))
        for name in sorted(self.names() - set(available)):
            raise InputError(
                "Unknown column {name}. The columns are: {columns}.",
                file=file_name,
                name=name,
                columns=", ".join(available),
            )


NO_MAPPING = ColumnMapping()


def folded(name: str) -> str:
    """Fold a column's name for comparison: width, letter case and outer spaces do not count."""
    return unicodedata.normalize("NFKC", name).strip().casefold()


def _spelled(name: str) -> str:
    """Spell a name as in `_NAMES`: "Correct Answer" is correct_answer."""
    return re.sub(r"[\s-]+", "_", folded(name))


def recognise(names: Sequence[str]) -> ColumnMapping:
    """Recognise what columns hold by their names alone; the result has every field."""
    by_name = {_spelled(name): name for name in reversed(names)}
    by_field: dict[ColumnField, tuple[str, ...]] = {}
    for field, known_names in _NAMES.items():
        match = next((by_name[name] for name in known_names if name in by_name), None)
        by_field[field] = () if match is None else (match,)
    used = {name for columns in by_field.values() for name in columns}
    for field in _HINTS:
        if not by_field[field]:
            by_field[field] = _hinted(field, [name for name in names if name not in used])
    if not by_field[ColumnField.OPTIONS]:
        by_field[ColumnField.OPTIONS] = option_columns(names)
    if not by_field[ColumnField.POSITION] and set(_SPAN) <= by_name.keys():
        by_field[ColumnField.POSITION] = tuple(by_name[name] for name in _SPAN)
    answer = by_field[ColumnField.ANSWER]
    from_one = bool(answer) and folded(answer[0]) in _COUNTED_FROM_ONE
    return ColumnMapping.from_columns(by_field, 1 if from_one else None)


def _hinted(field: ColumnField, names: Sequence[str]) -> tuple[str, ...]:
    """Return the only column whose name hints at the field, if any ("Evidence sentence")."""
    options = option_columns(names)
    matches = [
        name
        for name in names
        if name not in options
        and any(hint in _spelled(name) for hint in _HINTS[field])
        and not _NOT_THE_TEXT.search(_spelled(name))
    ]
    return tuple(matches) if len(matches) == 1 else ()


def option_columns(names: Sequence[str]) -> tuple[str, ...]:
    """Return columns of one option each, ordered by letter or number; none if fewer than two."""
    for pattern in (_OPTION, _NUMBERED_OPTION):
        matches = [
            (match[1].translate(_NUMERALS), name)
            for name in names
            if (match := pattern.fullmatch(folded(name))) and not is_named_field(name, names)
        ]
        if len({key for key, _ in matches}) == len(matches) >= 2:
            by_key = sorted(matches, key=lambda pair: (len(pair[0]), pair[0]))
            return tuple(name for _, name in by_key)
    return ()


def is_named_field(name: str, names: Iterable[str]) -> bool:
    """Whether a column that could be one option is a field by its whole name: `choices` and
    `options` are not option s, and `q` is the question if `names` has no p.
    """
    plain = folded(name)
    if plain == "q":
        return "p" not in {folded(column) for column in names}
    return len(plain) > 1 and _spelled(name) in _NAMES[ColumnField.OPTIONS]


def option_letter(name: str) -> str | None:
    """Return the letter in the name of a column of one option: `opt_b` is b."""
    match = _OPTION.fullmatch(folded(name))
    return match[1] if match and _spelled(name) not in _NAMES[ColumnField.OPTIONS] else None


def complete(mapping: ColumnMapping, names: Sequence[str]) -> ColumnMapping:
    """Complete a mapping: recognise what it leaves open by the names of the other columns."""
    used = mapping.names()
    recognised = recognise([name for name in names if name not in used])
    columns = dict(recognised.columns) | dict(mapping.columns)
    own_answer = mapping.get(ColumnField.ANSWER)
    first = mapping.first_option
    if first is None:
        first = recognise(own_answer).first_option if own_answer else recognised.first_option
    return ColumnMapping.from_columns(columns, first)


def looks_like_questions(names: Sequence[str]) -> bool:
    """Whether a header names a question and its options or answer."""
    mapping = recognise(names)
    return bool(mapping.get(ColumnField.QUESTION)) and bool(
        mapping.get(ColumnField.OPTIONS) or mapping.get(ColumnField.ANSWER)
    )


def evidence_of(fields: Mapping[str, Any]) -> str | None:
    """Return the evidence among a row's extra fields as text; a list is joined by " … "."""
    named = [name for name in fields if _spelled(name) in _NAMES[ColumnField.EVIDENCE]]
    for name in named or _hinted(ColumnField.EVIDENCE, list(fields)):
        value = fields[name]
        parts = value if isinstance(value, list) else [value]
        text = " … ".join(part.strip() for part in parts if isinstance(part, str))
        if text.strip():
            return text
    return None


def chapter_of(fields: Mapping[str, Any]) -> str | None:
    """Return the chapter that a row's extra fields name, as text."""
    for name, value in fields.items():
        if _spelled(name) in _NAMES[ColumnField.CHAPTER] and str(value or "").strip():
            return str(value).strip()
    return None
