"""Find the answer in a reply in JSON, in the many shapes that models give it."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence

from core.llm.replies.json_objects import fields_named, json_objects
from core.llm.replies.options.letters import folded
from core.llm.replies.options.verdicts import verdict_of
from core.llm.replies.reply_fields import ALIASES

_LETTER_FIELDS = (
    *("letter", "option", "answer", "choice", "key", "label", "id", "value"),
    *("字母", "选项", "答案", "选择"),
)
_VERDICT_FIELDS = (
    *("correct", "is_correct", "selected", "chosen", "verdict", "judgment", "judgement", "status"),
    *("判断", "是否正确", "正确", "结论"),
)
_QUOTED_LIST = re.compile(r"\[\s*'[^'\"]*'(?:\s*,\s*'[^'\"]*')*\s*\]")
_KEY = re.compile(r"(?:option|choice|answer|选项)?[\s_(]*([a-z])[).]?(?:选?项)?")
_DEEPEST = 3
MISSING = object()


class UnclearAnswer(ValueError):
    """The reply gives an answer, but which option it means is not certain."""


def answer_field(text: str, raw: str, choice: Mapping[str, str]) -> object:
    """The answer of a reply in JSON: an object's field, a bare list, or an object that gives each
    option a verdict; MISSING where there is none. `text` is the reply without its reasoning.
    """
    if text.startswith("["):
        try:
            is_quoted_list = _QUOTED_LIST.fullmatch(text.strip())
            value = json.loads(text.replace("'", '"') if is_quoted_list else text)
        except (ValueError, RecursionError):
            value = None
        if isinstance(value, list):
            return value
    if "{" not in text:
        return MISSING
    objects = json_objects(raw)
    if several := _numbered_answers(objects):
        return several
    if named := list(fields_named(objects, ALIASES["answer"]).values()):
        # A number may be an option's position or an id: anything else takes precedence.
        return next((value for value in named if not isinstance(value, int | float)), named[0])
    for item in reversed(objects):
        lists = (inner for inner in item.values() if isinstance(inner, list) and len(inner) > 1)
        for value in (item, *lists):
            if _gives_verdicts(value, choice):
                return value
    return MISSING


def _numbered_answers(objects: Sequence[Mapping[str, object]]) -> list[object]:
    """Both answers of `{"answer": "B", "answer_2": "C"}`; empty without numbered fields."""
    for item in reversed(objects):
        for stem in ("answer", "choice", "option", "答案"):
            names = [key for key in item if re.fullmatch(rf"{stem}[\s_]*\d*", str(key).casefold())]
            if len(names) > 1 and any(str(name)[-1:].isdigit() for name in names):
                return [item[name] for name in names]
    return []


def unwrapped(value: object, choice: Mapping[str, str], *, multi: bool, depth: int = 0) -> object:
    """Reduce an answer in an object or in objects to a text, a list of texts, or None.

    Raises UnclearAnswer.
    """
    if depth > _DEEPEST:
        raise UnclearAnswer("nested too deep")
    if isinstance(value, dict):
        return _of_object(value, choice, multi=multi, depth=depth)
    if isinstance(value, list | tuple) and any(isinstance(part, dict) for part in value):
        return _of_objects(value, choice, multi=multi, depth=depth)
    return value


def _of_object(
    value: Mapping[str, object], choice: Mapping[str, str], *, multi: bool, depth: int
) -> object:
    if verdicts := _by_letter(value, choice):
        return _chosen(verdicts, choice, multi=multi)
    named = _first(value, _LETTER_FIELDS)
    if named is None and len(value) == 1:
        (named,) = value.values()
    if named is None:
        raise UnclearAnswer(value)
    return unwrapped(named, choice, multi=multi, depth=depth + 1)


def _of_objects(
    values: Sequence[object], choice: Mapping[str, str], *, multi: bool, depth: int
) -> object:
    """Read `[{"option": "A", "correct": false}, ...]`, or a list of one object per answer."""
    verdicts: dict[str, object] = {}
    answers: list[object] = []
    for item in values:
        if not isinstance(item, dict):
            raise UnclearAnswer(values)
        verdict, letter = _first(item, _VERDICT_FIELDS), _key(_first(item, _LETTER_FIELDS), choice)
        if letter and verdict is not None:
            verdicts[letter] = verdict
        else:
            answer = unwrapped(item, choice, multi=multi, depth=depth + 1)
            answers += answer if isinstance(answer, list) else [answer]
    if verdicts and answers:
        raise UnclearAnswer(values)
    return _chosen(verdicts, choice, multi=multi) if verdicts else answers


def _by_letter(value: Mapping[str, object], choice: Mapping[str, str]) -> dict[str, object]:
    """Letter -> value of an object whose keys are all letters of options; else empty."""
    letters = {_key(key, choice): inner for key, inner in value.items()}
    return {} if None in letters or len(letters) < len(value) else letters  # type: ignore[return-value]


def _gives_verdicts(value: object, choice: Mapping[str, str]) -> bool:
    if isinstance(value, dict):
        return bool(_by_letter(value, choice))
    return isinstance(value, list) and all(
        isinstance(item, dict)
        and _key(_first(item, _LETTER_FIELDS), choice)
        and _first(item, _VERDICT_FIELDS) is not None
        for item in value
    )


def _chosen(
    verdicts: Mapping[str, object], choice: Mapping[str, str], *, multi: bool
) -> list[str] | str:
    """The letters that the verdicts call right. Raises UnclearAnswer unless that is certain."""
    if shares := _shares(verdicts.values()):
        if multi or max(shares) <= sum(shares) / 2:
            raise UnclearAnswer(verdicts)
        return next(letter for letter, share in verdicts.items() if share == max(shares))
    if len(verdicts) == 1:
        ((letter, value),) = verdicts.items()
        if isinstance(value, str) and folded(value) == folded(choice[letter]):
            return letter
    plain = {letter: _plain_verdict(value) for letter, value in verdicts.items()}
    judged = {
        letter: value if isinstance(value, bool) else verdict_of(value)
        for letter, value in plain.items()
        if isinstance(value, bool | str)
    }
    right = [letter for letter, verdict in judged.items() if verdict]
    if len(judged) < len(verdicts) or None in judged.values() or not right:
        raise UnclearAnswer(verdicts)
    return right


def _plain_verdict(value: object) -> object:
    return _first(value, _VERDICT_FIELDS) if isinstance(value, dict) else value


def _shares(values: Iterable[object]) -> list[float]:
    """The options' likelihoods; empty unless each option has one."""
    shares = [
        float(value)
        for value in values
        if isinstance(value, int | float) and not isinstance(value, bool)
    ]
    complete = len(shares) == sum(1 for _ in values) > 1
    return shares if complete and min(shares) >= 0 and max(shares) > 0 else []


def _key(key: object, choice: Mapping[str, str]) -> str | None:
    match = _KEY.fullmatch(folded(key)) if isinstance(key, str) else None
    return match[1] if match and match[1] in choice else None


def _first(value: Mapping[str, object], names: Sequence[str]) -> object:
    lowered = {str(key).casefold().replace(" ", "_"): inner for key, inner in value.items()}
    return next((lowered[name] for name in names if lowered.get(name) is not None), None)
