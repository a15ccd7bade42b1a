"""The answer of a reply in JSON, in the many shapes that models give it."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence

from core.llm.json_objects import fields_named, json_objects
from core.llm.options.letters import folded
from core.llm.options.verdicts import verdict_of
from core.llm.reply_fields import ALIASES

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
    """There are words, but which option they mean is not certain."""


def answer_field(text: str, raw: str, choice: Mapping[str, str]) -> object:
    """The answer of a reply in JSON: an object's field, a bare list, or an object that gives each
    option a verdict; MISSING where there is none. `text` is the reply without its reasoning.
    """
    if text.startswith("["):
        try:
            quoted = _QUOTED_LIST.fullmatch(text.strip())
            value = json.loads(text.replace("'", '"') if quoted else text)
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
        # A number may be an option's place or an id: anything else comes before it.
        return next((value for value in named if not isinstance(value, int | float)), named[0])
    for each in reversed(objects):
        lists = (inner for inner in each.values() if isinstance(inner, list) and len(inner) > 1)
        for value in (each, *lists):
            if _gives_verdicts(value, choice):
                return value
    return MISSING


def _numbered_answers(objects: Sequence[Mapping[str, object]]) -> list[object]:
    """`{"answer": "B", "answer_2": "C"}`, both of them."""
    for each in reversed(objects):
        for stem in ("answer", "choice", "option", "答案"):
            names = [key for key in each if re.fullmatch(rf"{stem}[\s_]*\d*", str(key).casefold())]
            if len(names) > 1 and any(str(name)[-1:].isdigit() for name in names):
                return [each[name] for name in names]
    return []


def unwrapped(value: object, choice: Mapping[str, str], *, multi: bool, deep: int = 0) -> object:
    """A text, a list of texts, or None: what an answer in an object or in objects comes down to.
    Raises UnclearAnswer.
    """
    if deep > _DEEPEST:
        raise UnclearAnswer("nested too deep")
    if isinstance(value, dict):
        return _of_object(value, choice, multi=multi, deep=deep)
    if isinstance(value, list | tuple) and any(isinstance(part, dict) for part in value):
        return _of_objects(value, choice, multi=multi, deep=deep)
    return value


def _of_object(
    value: Mapping[str, object], choice: Mapping[str, str], *, multi: bool, deep: int
) -> object:
    if verdicts := _by_letter(value, choice):
        return _chosen(verdicts, choice, multi=multi)
    named = _first(value, _LETTER_FIELDS)
    if named is None and len(value) == 1:
        (named,) = value.values()
    if named is None:
        raise UnclearAnswer(value)
    return unwrapped(named, choice, multi=multi, deep=deep + 1)


def _of_objects(
    values: Sequence[object], choice: Mapping[str, str], *, multi: bool, deep: int
) -> object:
    """`[{"option": "A", "correct": false}, ...]`, or one object for each answer."""
    verdicts: dict[str, object] = {}
    answers: list[object] = []
    for each in values:
        if not isinstance(each, dict):
            raise UnclearAnswer(values)
        verdict, letter = _first(each, _VERDICT_FIELDS), _key(_first(each, _LETTER_FIELDS), choice)
        if letter and verdict is not None:
            verdicts[letter] = verdict
        else:
            answer = unwrapped(each, choice, multi=multi, deep=deep + 1)
            answers += answer if isinstance(answer, list) else [answer]
    if verdicts and answers:
        raise UnclearAnswer(values)
    return _chosen(verdicts, choice, multi=multi) if verdicts else answers


def _by_letter(value: Mapping[str, object], choice: Mapping[str, str]) -> dict[str, object]:
    """What an object with nothing but letters for its keys says of each."""
    letters = {_key(key, choice): inner for key, inner in value.items()}
    return {} if None in letters or len(letters) < len(value) else letters  # type: ignore[return-value]


def _gives_verdicts(value: object, choice: Mapping[str, str]) -> bool:
    if isinstance(value, dict):
        return bool(_by_letter(value, choice))
    return isinstance(value, list) and all(
        isinstance(each, dict)
        and _key(_first(each, _LETTER_FIELDS), choice)
        and _first(each, _VERDICT_FIELDS) is not None
        for each in value
    )


def _chosen(
    verdicts: Mapping[str, object], choice: Mapping[str, str], *, multi: bool
) -> list[str] | str:
    if shares := _shares(verdicts.values()):
        if multi or max(shares) <= sum(shares) / 2:
            raise UnclearAnswer(verdicts)
        return next(letter for letter, share in verdicts.items() if share == max(shares))
    if len(verdicts) == 1:
        ((letter, said),) = verdicts.items()
        if isinstance(said, str) and folded(said) == folded(choice[letter]):
            return letter
    plain = {letter: _plain_verdict(said) for letter, said in verdicts.items()}
    told = {
        letter: said if isinstance(said, bool) else verdict_of(said)
        for letter, said in plain.items()
        if isinstance(said, bool | str)
    }
    right = [letter for letter, verdict in told.items() if verdict]
    if len(told) < len(verdicts) or None in told.values() or not right:
        raise UnclearAnswer(verdicts)
    return right


def _plain_verdict(said: object) -> object:
    return _first(said, _VERDICT_FIELDS) if isinstance(said, dict) else said


def _shares(values: Iterable[object]) -> list[float]:
    """Likelihoods, where every option has one."""
    shares = [
        float(value)
        for value in values
        if isinstance(value, int | float) and not isinstance(value, bool)
    ]
    whole = len(shares) == sum(1 for _ in values) > 1
    return shares if whole and min(shares) >= 0 and max(shares) > 0 else []


def _key(key: object, choice: Mapping[str, str]) -> str | None:
    match = _KEY.fullmatch(folded(key)) if isinstance(key, str) else None
    return match[1] if match and match[1] in choice else None


def _first(value: Mapping[str, object], names: Sequence[str]) -> object:
    lowered = {str(key).casefold().replace(" ", "_"): inner for key, inner in value.items()}
    return next((lowered[name] for name in names if lowered.get(name) is not None), None)
