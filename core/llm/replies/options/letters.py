"""Read which options an answer means, in the many ways models write one."""

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence

_SAYS_ANSWER = re.compile(
    r"^(?:the )?(?:correct )?(?:answers?|options?|choices?)(?: is| are)?\s*:?\s*"
)
_SAYS_ANSWER_ZH = re.compile(r"^(?:正确)?(?:答案|选项|选)(?:是|为)?\s*:?\s*")
_LETTER = re.compile(r"^[(\[]?([a-z])[)\].:、,]*$")
_MARKER = re.compile(r"(?:^|(?<=[\s,;、/&]))(?:[(\[]([a-z])[)\]]|([a-z])\s*[.):、])\s*")
_ANOTHER = re.compile(r"\?|(?<![a-z])[b-h](?![a-z'’])")
"""Signs that the words after a letter are more than that option's text."""
_SEPARATORS = re.compile(r"\s*(?:[,;/&+、]|\band\b|和|与)\s*|\s+")
_JOINT = re.compile(r"(?:\s*[,;、/&和与]|\s+and|\s)\s*\Z")
_NOTHING = re.compile(
    r"-?|none(?: of (?:the above|these))?|nothing|n/a|na|null|nil|unknown|unclear|uncertain"
    r"|undetermined|unanswerable|no answer|i don't know|(?:not enough|insufficient) information"
    r"|not (?:sure|answerable|specified|stated|mentioned|given|provided)"
    r"|can(?:not|'t) (?:answer|tell|determine|be (?:answered|determined))"
    r"|无|没有|[无没]有?答案|不知道|未知|不明确?|不可回答"
    r"|(?:不能|无法)(?:回答|作答|确定|判断|得知)|不确定|(?:[文原]中?文?)?未提[及到]|信息不足|(?:以上)?都不是"
)
"""What models write for "no option", after `folded` and with underscores as spaces."""


class LetterTextMismatch(ValueError):
    """The letter of one option stands with the text of another: trusting either is a guess."""


def read_letters(value: object, choice: Mapping[str, str], *, multi: bool) -> tuple[str, ...]:
    """The letters of `choice` that `value` names, in the options' order, each once.

    Understood: "B", "(b)", "B. text", "a,c", ["A", "C"], "AC" (multi only), an option's own text.
    Nothing chosen ("unknown", "无法回答") gives (). Raises ValueError for anything that is not an
    option, and for a list that names options and none at once.
    """
    if value is None:
        return ()
    parts: Sequence[object] = value if isinstance(value, list | tuple) else [value]
    options = distinct_options(choice)
    chosen: set[str] = set()
    declined = ""
    for part in parts:
        if not isinstance(part, str):
            raise ValueError(f"{part!r} is not an option's letter")  # noqa: TRY004 - bad data
        letters = _letters_of(part, choice, options, multi=multi)
        chosen |= letters
        declined = declined or ("" if letters else part.strip())
    if chosen and declined:
        raise ValueError(f"{declined!r} stands beside an option")
    return tuple(letter for letter in choice if letter in chosen)


def distinct_options(choice: Mapping[str, str]) -> dict[str, str]:
    """`folded` text -> letter of every option whose text no other option has."""
    texts = {letter: folded(text) for letter, text in choice.items()}
    times = Counter(texts.values())
    return {text: letter for letter, text in texts.items() if times[text] == 1}


def _letters_of(
    part: str, choice: Mapping[str, str], options: Mapping[str, str], *, multi: bool
) -> set[str]:
    plain = folded(part)
    if plain in options and plain not in choice:
        return {options[plain]}
    if _NOTHING.fullmatch(plain.replace("_", " ")):
        return set()
    bare = _SAYS_ANSWER_ZH.sub("", _SAYS_ANSWER.sub("", plain))
    letters = [_LETTER.match(part_text) for part_text in _SEPARATORS.split(bare) if part_text]
    chosen = {letter[1] for letter in letters if letter}
    if not (letters and all(letters)):
        packed = multi and len(set(bare)) == len(bare) and set(bare) <= set(choice)
        chosen = set(bare) if packed else _with_texts(bare, choice, options)
    if not chosen or not chosen <= set(choice):
        raise ValueError(f"{part!r} is not one of the options {', '.join(choice)}")
    return chosen


def _with_texts(answer: str, choice: Mapping[str, str], options: Mapping[str, str]) -> set[str]:
    """The letters in "B. text", or in several of them.

    A single text may be worded freely, several must be their letters' own. Empty if a text
    contradicts its letter, since trusting either would be a guess.
    """
    if answer in options:
        return {options[answer]}
    markers = list(_MARKER.finditer(answer))
    if not markers or markers[0].start():
        return set()
    first = markers[0][1] or markers[0][2]
    if answer[markers[0].end() :] == folded(choice.get(first, "")):
        return {first}
    ends = [marker.start() for marker in markers[1:]] + [len(answer)]
    chosen = set()
    for marker, end in zip(markers, ends, strict=True):
        letter = marker[1] or marker[2]
        text = folded(_JOINT.sub("", answer[marker.end() : end]))
        is_own_text = text == folded(choice.get(letter, ""))
        if not is_own_text and _ANOTHER.search(text):
            return set()
        if not is_own_text and (len(markers) > 1 or text in options):
            return set()
        chosen.add(letter)
    return chosen


def folded(text: str) -> str:
    """The text in NFKC and without case, extra spaces, quotation marks and full stop: Ａ． is a."""
    plain = " ".join(unicodedata.normalize("NFKC", text).casefold().split())
    return plain.strip("\"'`“”‘’*").rstrip(".。 ") or plain
