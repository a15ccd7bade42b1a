"""What a reply to a depth test answers; stored replies are read again without calls.

Nothing is guessed: a reply that names no option, names two in turn, or whose letter and text
disagree, is a parse_failure, never a wrong answer.
"""

import json
import re
import unicodedata
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from core.depth.option_claims import OptionClaim, option_claims
from core.depth.outcomes import Outcome
from core.depth.results import SUCCESS
from core.llm import UnreadableReply
from core.llm.json_objects import read_json_field
from core.llm.option_letters import distinct_options, folded, read_letters
from core.llm.reasoning import visible_reply, without_reasoning
from core.llm.reply_length import require_readable_length
from core.llm.reply_parsing import is_refusal
from core.questions import Question, QuestionType
from core.validation import answers_match

ANSWER_FIELDS = (
    "answer",
    "final_answer",
    "answers",
    "choice",
    "option",
    "selected",
    "答案",
    "选项",
)
_TAG = re.compile(r"<(answer|final_answer|答案)>(.*?)(?:</\1>|</?\1|\Z)", re.I | re.DOTALL)
_BRACKETS = str.maketrans("【】", "[]")
_JSON = re.compile(r"\{|\[\s*[\"'{]|\(\s*[\"']")
"""Where a reply begins with it, its letters are keys or values of something else."""
_QUOTED_LIST = re.compile(r"\[\s*'[^'\"]*'(?:\s*,\s*'[^'\"]*')*\s*\]")
_CORRECTS = re.compile(
    r"(?:[.,;!?。…]\s*|[-–—]\s+|(?<!\s)[^\S\n]*\n\s*)(?:(?:oh|but|hmm|no)[,\s]+){0,5}"
    r"(?:(?:wait|actually)\b|no\s*,|(?:等等,?)?(?:不对|更正))",
    re.IGNORECASE,
)
"""Takes back what was answered before it."""
_SENTENCE_END = re.compile(r"[^\s:][^\S\n]*\n|\w\s*[.!?。!?]\s")
"""The first that is found is also the first to end."""
_EMPHASIS = re.compile(r"\*\*|__+|``?|(?m:^[^\S\n]*#++\s+)|\*(?=\S)|(?<=\S)\*")
_SAYS_TOO_LITTLE = re.compile(
    r"\b(?:not (?:have |provided? |contain |given )?(?:enough|sufficient)|insufficient|lacks?"
    r"|no (?:relevant |further )?)\s+(?:\w+\s+){0,2}(?:information|context|details?|evidence)\b"
    r"|\b(?:text|passage|excerpt|story|context|novel|document)\b[^.\n]{0,40}?\b(?:does|do|did)"
    r"(?: not|n['’]t) (?:\w+ )?(?:mention|say|state|contain|provide|include|specify|tell|answer"
    r"|indicate|reveal)"
    r"|\bis not (?:mentioned|stated|specified|given|provided) in the (?:text|passage|excerpt|story)"
    r"|信息不足|(?:文中|原文|文章|文本|上文|段落|故事)(?:[里中]?)(?:并?未|没有?|没)(?:有|曾)?(?:明确)?"
    r"(?:提[到及供]|说|写|给出|交代|说明|包含|涉及)|没有(?:足够|相关)的?(?:信息|内容)"
)
_CANNOT_TELL = re.compile(
    r"\b(?:can(?:not|['’]t| not)|unable to|impossible to|not possible to|could(?: not|n['’]t))\s+"
    r"(?:\w+\s+){0,2}(?:determine|determined|tell|say|state|conclude|answer|answered|choose|select"
    r"|identify|know|known|be sure)\b"
    r"|\b(?:none of the|no) (?:\w+ )?(?:options?|choices?|answers?)\b[^.\n]{0,30}\b"
    r"(?:correct|confirmed|supported|mentioned|right|applicable)"
    r"|\bI (?:do not|don['’]t) know\b|\bunanswerable\b|\bnot answerable\b"
    r"|(?:无法|不能|难以)(?:从?[^,。]{0,12})?(?:确定|判断|回答|得知|选择|推断|作答)|不确定|不知道|不可回答",
    re.IGNORECASE,
)


class ReadAnswer(NamedTuple):
    """`letters` of the question's options in their order; `parsing_status` is "success" where an
    answer, or that there is none, was read, else the outcome's name.
    """

    outcome: Outcome
    letters: tuple[str, ...]
    parsing_status: str


class _Unclear(ValueError):
    """There are words, but which option they mean is not certain."""


def read_answer(raw_reply: str, question: Question, finish_reason: str = "stop") -> ReadAnswer:
    """The outcome of a reply, compared with the question's label (exact set, reading 56). One that
    is longer than core.llm.reply_length allows is not read.
    """
    if finish_reason == "content_filter":
        return _unread(Outcome.CONTENT_FILTER)
    cut_off = finish_reason == "length"
    try:
        require_readable_length(raw_reply)
        text = without_reasoning(visible_reply(raw_reply))
        letters = _letters(text, raw_reply, question, cut_off=cut_off)
    except (UnreadableReply, ValueError):
        return _unread(Outcome.TRUNCATED if cut_off else Outcome.PARSE_FAILURE)
    if letters is None:
        if cut_off:
            return _unread(Outcome.TRUNCATED)
        return _without_letters(_plain(text), question)
    if not letters:
        return ReadAnswer(Outcome.ABSTAINED, (), SUCCESS)
    right = answers_match(question.question_type, question.answer, letters)
    return ReadAnswer(Outcome.CORRECT if right else Outcome.WRONG, letters, SUCCESS)


def _unread(outcome: Outcome) -> ReadAnswer:
    return ReadAnswer(outcome, (), outcome.value)


def _letters(text: str, raw: str, question: Question, *, cut_off: bool) -> tuple[str, ...] | None:
    """() where the reply chooses nothing, None where it names no option. Raises ValueError."""
    value = _field(text, raw)
    if value is not _MISSING:
        return _of_value(value, question)
    if tags := [tag[2].strip() for tag in _TAG.finditer(text)]:
        return _of_tags(tags, question)
    return _of_prose(text, question, cut_off=cut_off)


_MISSING = object()


def _field(text: str, raw: str) -> object:
    """The answer of a reply in JSON: an object's field, or a bare list."""
    if text.startswith("["):
        try:
            quoted = _QUOTED_LIST.fullmatch(text.strip())
            value = json.loads(text.replace("'", '"') if quoted else text)
        except (ValueError, RecursionError):
            value = None
        if isinstance(value, list):
            return value
    if "{" not in text:
        return _MISSING
    found = read_json_field(raw, ANSWER_FIELDS)
    return _MISSING if found is None else found[1]


def _of_tags(tags: Sequence[str], question: Question) -> tuple[str, ...]:
    """What all tags that name an option, or none, agree on."""
    said = set()
    for tag in tags:
        if any(map(str.isalnum, tag)):
            with suppress(ValueError):
                said.add(_of_value(tag, question))
    if len(said) != 1:
        raise _Unclear(tags)
    return said.pop()


def _of_value(value: object, question: Question) -> tuple[str, ...]:
    """What an answer's field or tag says; words that choose nothing and none that do are ()."""
    if not isinstance(value, str):
        multi = question.question_type is QuestionType.MULTI_CHOICE
        return read_letters(value, question.choice, multi=multi)
    letters = _of_prose(value, question, cut_off=False)
    if letters is None and value.strip() and not _abstains(_plain(value)):
        raise _Unclear(value)
    return letters or ()


def _of_prose(text: str, question: Question, *, cut_off: bool) -> tuple[str, ...] | None:
    plain = _plain(text)
    if _JSON.match(plain) or not any(map(str.isalnum, plain)):
        return None
    choice, multi = question.choice, question.question_type is QuestionType.MULTI_CHOICE
    options = distinct_options(choice)
    if letter := options.get(folded(plain)) or options.get(folded(plain.removeprefix("是"))):
        return (letter,)
    found = option_claims(plain, choice, multi=multi)
    if cut_off:
        # A choice made on the way may have been taken back after the cut.
        ended = _SENTENCE_END.search(plain)
        found = tuple(claim for claim in found if not ended or claim.at < ended.end())
    if not found:
        return None if cut_off else _of_letters(plain, question)
    said = {claim.letters for claim in found}
    # A conclusion settles what was weighed before, but not what the reply had answered at once.
    settled = found[-1].concludes and not found[0].opens
    if len(said) > 1 and not (settled or _corrected(plain, found)):
        raise _Unclear(sorted(map(sorted, said)))
    return tuple(letter for letter in choice if letter in found[-1].letters)


def _corrected(plain: str, found: Sequence[OptionClaim]) -> bool:
    """Whether the last claim takes back the last that differs from it."""
    last = found[-1]
    other = [claim for claim in found if claim.letters != last.letters][-1]
    return _CORRECTS.search(plain, other.at, last.at) is not None


def _of_letters(plain: str, question: Question) -> tuple[str, ...] | None:
    """A reply of nothing but letters, options or "none"."""
    multi = question.question_type is QuestionType.MULTI_CHOICE
    try:
        letters = read_letters(plain, question.choice, multi=multi)
    except ValueError:
        return None
    if len(letters) == len(question.choice) and not multi:
        raise _Unclear("the options are only said again")
    return letters


def _without_letters(plain: str, question: Question) -> ReadAnswer:
    says_too_little = _SAYS_TOO_LITTLE.search(plain) is not None
    if not says_too_little and is_refusal(plain):
        return _unread(Outcome.REFUSAL)
    if _abstains(plain) and not any(map(_abstains, question.choice.values())):
        return ReadAnswer(Outcome.ABSTAINED, (), SUCCESS)
    return _unread(Outcome.PARSE_FAILURE)


def _abstains(plain: str) -> bool:
    return bool(_SAYS_TOO_LITTLE.search(plain) or _CANNOT_TELL.search(plain))


def _plain(text: str) -> str:
    """Compatibility forms, without markdown's emphasis and headings."""
    return _EMPHASIS.sub("", unicodedata.normalize("NFKC", text).translate(_BRACKETS)).strip()
