"""Which options a reply chooses: the one reader of validations and depth tests.

Nothing is guessed. A reply that names no option for sure, leaves open which, takes its answer back,
or whose letter and text disagree, is an UnclearAnswer, never a choice.
"""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress

from core.llm.json_objects import ends_in_object, json_objects
from core.llm.options.abstentions import abstains
from core.llm.options.claims import option_claims
from core.llm.options.contradictions import contradicts
from core.llm.options.fields import MISSING, UnclearAnswer, answer_field, unwrapped
from core.llm.options.letters import read_letters
from core.llm.options.marks import OptionClaim, option_marks
from core.llm.options.numbers import with_letters
from core.llm.options.sentences import only_letters, weighed_options
from core.llm.options.standing import stands
from core.llm.options.texts import named_options
from core.llm.options.verdicts import without_reasons
from core.llm.reply_markup import plain_reply

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
"""Where a reply begins with it, its letters are keys or values of something else."""
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
"""Takes back what was answered before it."""
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
"""After the last answer it leaves none."""


def read_options(
    text: str, raw: str, choice: Mapping[str, str], *, multi: bool, unfinished: bool = False
) -> tuple[str, ...] | None:
    """The letters that a reply chooses, in the options' order; () where it says that it chooses
    nothing, None where it names no option. `text` is the reply without its reasoning.

    Raises UnclearAnswer and other ValueErrors. An `unfinished` reply is read only where what was
    finished is the answer itself: an object or a tag that is closed, and nothing begun behind it.
    """
    if unfinished and not (_CLOSED.search(text[-100:]) or ends_in_object(text)):
        return None
    value = answer_field(text, raw, choice)
    if value is not MISSING:
        letters = read_option_value(value, choice, multi=multi)
        if any(contradicts(found, letters, choice) for found in json_objects(raw)):
            raise UnclearAnswer(value)
        return letters
    if tags := [tag[2].strip() for tag in _TAG.finditer(text)]:
        return _of_tags(tags, choice, multi=multi)
    return _of_prose(text, choice, multi=multi)


def read_option_value(value: object, choice: Mapping[str, str], *, multi: bool) -> tuple[str, ...]:
    """What an answer's field or tag says; words that choose nothing and none that do are (). Raises
    UnclearAnswer, also for several options of a single choice.
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
    """What all tags that name an option, or none, agree on."""
    said = set()
    for tag in tags:
        if any(map(str.isalnum, tag)):
            with suppress(ValueError):
                said.add(read_option_value(tag, choice, multi=multi))
    if len(said) != 1:
        raise UnclearAnswer(tags)
    return said.pop()


def _of_prose(text: str, choice: Mapping[str, str], *, multi: bool) -> tuple[str, ...] | None:
    plain = plain_reply(text)
    if _JSON.match(plain) or not any(map(str.isalnum, plain)):
        return None
    if len(whole := named_options(plain.removeprefix("是"), choice)) == 1 or (whole and multi):
        return tuple(letter for letter in choice if letter in whole)
    plain = without_reasons(with_letters(plain, choice))
    if multi and len(listed := _of_letters(plain, choice, multi=multi) or ()) > 1:
        return listed
    found = option_claims(plain, choice, multi=multi)
    marks = option_marks(plain, choice, multi=multi)
    if not found:
        letters = _of_letters(plain, choice, multi=multi)
        if letters is not None:
            return letters
        only = only_letters(plain, marks, choice, multi=multi)
        if only is None:
            if weighed := weighed_options(plain, marks, choice):
                raise UnclearAnswer(sorted(weighed))
            return None
        found = (only,)
    said = {claim.letters for claim in found}
    last = found[-1]
    # A conclusion settles what was weighed before, but not what the reply had answered at once.
    settled = last.concludes and not found[0].opens
    if len(said) > 1 and not (settled or _corrected(plain, found)):
        raise UnclearAnswer(sorted(map(sorted, said)))
    if (
        last.either
        or (not multi and len(last.letters) > 1)
        or _TAKES_BACK.search(plain, last.at + 1)
        or not stands(plain, last, marks, choice)
    ):
        raise UnclearAnswer(sorted(last.letters))
    return tuple(letter for letter in choice if letter in last.letters)


def _corrected(plain: str, found: Sequence[OptionClaim]) -> bool:
    """Whether the last claim takes back the last that differs from it."""
    last = found[-1]
    other = [claim for claim in found if claim.letters != last.letters][-1]
    return _CORRECTS.search(plain, other.at, last.at) is not None


def _of_letters(plain: str, choice: Mapping[str, str], *, multi: bool) -> tuple[str, ...] | None:
    """A reply of nothing but letters, options or "none"."""
    try:
        letters = read_letters(plain, choice, multi=multi)
    except ValueError:
        return None
    if not multi and len(letters) > 1:
        raise UnclearAnswer(letters)
    return letters
