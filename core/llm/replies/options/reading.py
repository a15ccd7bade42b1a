"""Read which options a reply chooses, for validations and depth tests alike.

Nothing is guessed. A reply that is not certain about its options, takes its answer back, or whose
letter and text disagree, raises UnclearAnswer.
"""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress

from core.llm.replies.json_objects import ends_in_object, json_objects
from core.llm.replies.options.abstentions import abstains
from core.llm.replies.options.claims import option_claims
from core.llm.replies.options.contradictions import contradicts
from core.llm.replies.options.fields import MISSING, UnclearAnswer, answer_field, unwrapped
from core.llm.replies.options.letters import read_letters
from core.llm.replies.options.marks import OptionClaim, option_marks
from core.llm.replies.options.numbers import with_letters
from core.llm.replies.options.sentences import only_letters, weighed_options
from core.llm.replies.options.standing import is_upheld
from core.llm.replies.options.texts import named_options
from core.llm.replies.options.verdicts import without_reasons
from core.llm.replies.reply_markup import plain_reply

_TAG_NAMES = (
    "answer|final_answer|finalanswer|final-answer|correct_answer|ans|choice|option|selected|letter"
    "|答案|选项"
)
_TAG = re.compile(
    rf"[<\[]({_TAG_NAMES})(?:\s[^<>\[\]]{{0,60}})?[>\]](.*?)(?:[<\[]/\1[>\]]|[<\[]/?\1|\Z)",
    re.I | re.DOTALL,
)
_CLOSED = re.compile(rf"[<\[]/(?:{_TAG_NAMES})[>\]]\W*\Z", re.IGNORECASE)
_LETTERS_ALONE = re.compile(
    r"[(\[]?[A-Za-z](?:[)\]]?\s?(?:[,;、/&+]|and\b|[和与])?\s?[(\[]?[A-Za-z]\b)+[)\].]*"
)
_LONGEST_LIST = 60
_JSON = re.compile(r"\{|\[\s*[\"'{]|\(\s*[\"']")
"""The beginning of JSON: letters in it are its keys or values, not a choice in prose."""
_STARTS = (
    r"(?:[.,;!?。…]\s*|[-–—]\s+|(?<!\s)[^\S\n]*\n\s*|\A)"
    r"(?:(?:oh|but|hmm|no|so|well|sorry)[,\s]+){0,5}"
)
_CORRECTS = re.compile(
    _STARTS
    + r"(?:(?:wait|actually|correction|scratch that|my mistake|I (?:mean|meant|was wrong|misread"
    r"|made a)"
    r"|on second thought|let me (?:correct|reconsider|re-?check|rethink)|revised|corrected"
    r"|amended|updated?|edit"
    r"|hold on"
    r"|looking (?:again|closer)|on reflection|I take that back|I apologi[sz]e)\b"
    r"|no\s*,|(?:等等,?)?(?:不对|更正|纠正|修正|慢着|等一下|我错了|说错|抱歉|应改|改为|重新|再看|仔细看))",
    re.IGNORECASE,
)
"""Words that correct an earlier answer."""
_TAKES_BACK = re.compile(
    _STARTS
    + r"(?:wait\b(?!ing)|hold on\b|scratch that|on second thought|actually,? (?:no|that|it|this"
    r"|i)\b"
    r"|that(?:['’]s| is| was) (?:also |again )?(?:wrong|incorrect|not (?:right|correct|it))"
    r"|wrong again\b|strike that\b|(?:that|it) (?:isn['’]t|is not|wasn['’]t) (?:right|correct|it)\b"
    r"|correction\b|I (?:was wrong"
    r"|take that back)"
    r"|let me (?:reconsider|re-?check|rethink|re-?read)|(?:hmm|no)\b[,.…]|等等|等一下|慢着"
    r"|(?:这|那)?(?:也|又|还是|同样|仍然?)?(?:不对|不行|错了|错(?=[,。!])|收回)|我错了|说错|更正"
    r"|再想想|重新考虑)",
    re.IGNORECASE,
)
"""Words that take an answer back; after the last answer they leave none."""


def read_options(
    text: str, raw: str, choice: Mapping[str, str], *, multi: bool, unfinished: bool = False
) -> tuple[str, ...] | None:
    """The letters that a reply chooses, in the options' order; () if it says that it chooses
    nothing, None if it names no option. `text` is the reply without its reasoning.

    Raises UnclearAnswer and other ValueErrors. An `unfinished` reply is read only if it ends in the
    answer itself, a closed object or tag; else the result is None.
    """
    if unfinished and not (_CLOSED.search(text[-100:]) or ends_in_object(text)):
        return None
    value = answer_field(text, raw, choice)
    if value is not MISSING:
        letters = read_option_value(value, choice, multi=multi)
        if any(contradicts(item, letters, choice) for item in json_objects(raw)):
            raise UnclearAnswer(value)
        return letters
    if tags := [tag[2].strip() for tag in _TAG.finditer(text)]:
        return _of_tags(tags, choice, multi=multi)
    return _of_prose(text, choice, multi=multi)


def read_option_value(value: object, choice: Mapping[str, str], *, multi: bool) -> tuple[str, ...]:
    """The letters in an answer's field or tag; () if it is empty or says that it chooses nothing.

    Raises UnclearAnswer, also for several options of a single choice.
    """
    letters = _of_value(unwrapped(value, choice, multi=multi), choice, multi=multi)
    if not multi and len(letters) > 1:
        raise UnclearAnswer(letters)
    return letters


def _of_value(value: object, choice: Mapping[str, str], *, multi: bool) -> tuple[str, ...]:
    if isinstance(value, list | tuple):
        marked = [plain_reply(part) if isinstance(part, str) else part for part in value]
        return read_letters(marked, choice, multi=multi)
    if not isinstance(value, str):
        return read_letters(value, choice, multi=multi)
    plain = plain_reply(value)
    if len(plain) <= _LONGEST_LIST and _LETTERS_ALONE.fullmatch(plain):
        with suppress(ValueError):
            return read_letters(plain, choice, multi=multi)
    letters = _of_prose(value, choice, multi=multi)
    if letters is None and value.strip() and not abstains(plain_reply(value)):
        raise UnclearAnswer(value)
    return letters or ()


def _of_tags(tags: Sequence[str], choice: Mapping[str, str], *, multi: bool) -> tuple[str, ...]:
    """The letters on which all readable tags agree. Raises UnclearAnswer if they do not."""
    answers = set()
    for tag in tags:
        if any(map(str.isalnum, tag)):
            with suppress(ValueError):
                answers.add(read_option_value(tag, choice, multi=multi))
    if len(answers) != 1:
        raise UnclearAnswer(tags)
    return answers.pop()


def _of_prose(text: str, choice: Mapping[str, str], *, multi: bool) -> tuple[str, ...] | None:
    plain = plain_reply(text)
    if _JSON.match(plain) or not any(map(str.isalnum, plain)):
        return None
    if len(named := named_options(plain.removeprefix("是"), choice)) == 1 or (named and multi):
        return tuple(letter for letter in choice if letter in named)
    plain = without_reasons(with_letters(plain, choice))
    if multi and len(only_list := _of_letters(plain, choice, multi=multi) or ()) > 1:
        return only_list
    claims = option_claims(plain, choice, multi=multi)
    marks = option_marks(plain, choice, multi=multi)
    if not claims:
        letters = _of_letters(plain, choice, multi=multi)
        if letters is not None:
            return letters
        only = only_letters(plain, marks, choice, multi=multi)
        if only is None:
            if weighed := weighed_options(plain, marks, choice):
                raise UnclearAnswer(sorted(weighed))
            return None
        claims = (only,)
    letter_sets = {claim.letters for claim in claims}
    last = claims[-1]
    # A conclusion settles what was weighed before, but not what the reply had answered at once.
    settled = last.concludes and not claims[0].opens
    if len(letter_sets) > 1 and not (settled or _is_corrected(plain, claims)):
        raise UnclearAnswer(sorted(map(sorted, letter_sets)))
    if (
        last.either
        or (not multi and len(last.letters) > 1)
        or _TAKES_BACK.search(plain, last.at + 1)
        or not is_upheld(plain, last, marks, choice)
    ):
        raise UnclearAnswer(sorted(last.letters))
    return tuple(letter for letter in choice if letter in last.letters)


def _is_corrected(plain: str, claims: Sequence[OptionClaim]) -> bool:
    """Whether the last claim takes back the last that differs from it."""
    last = claims[-1]
    earlier = [claim for claim in claims if claim.letters != last.letters][-1]
    return _CORRECTS.search(plain, earlier.at, last.at) is not None


def _of_letters(plain: str, choice: Mapping[str, str], *, multi: bool) -> tuple[str, ...] | None:
    """The letters of a reply that is only letters, options' texts or "none"; else None.

    Raises UnclearAnswer for several options of a single choice.
    """
    try:
        letters = read_letters(plain, choice, multi=multi)
    except ValueError:
        return None
    if not multi and len(letters) > 1:
        raise UnclearAnswer(letters)
    return letters
