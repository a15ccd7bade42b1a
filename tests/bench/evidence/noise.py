"""Quotes that say what their source says and were typed otherwise: nearly all must be accepted."""

import functools
import re
from collections.abc import Callable, Iterator, Sequence

import opencc

from tests.bench.evidence.cases import Case, Make, Maker, QuoteClass, Target

_HAN_MARKS, _MARKS = "，。；：！？、", ",;:.!?"
# Marks beside digits may be part of a number, two in a row an ellipsis.
_MARK = re.compile(rf"(?<![0-9.…。])(?:[{_HAN_MARKS}{_MARKS}—–]|(?<=\w)-(?=\w))(?![0-9.…。])")
_ANY_MARK = re.compile(r"(?<![0-9])[^\w\s$£€¥%‰+<>=|^](?![0-9])|_")
_APOSTROPHE = re.compile(r"(?<=[A-Za-z])[’'](?=[A-Za-z])")


def _same(change: Callable[[str, Maker], tuple[str, str]]) -> Make:
    """A class that rewrites whole passages; `change` gives the quote and its variant."""

    def make(maker: Maker) -> Iterator[Case | None]:
        while True:
            place = maker.passage()
            if place is None or not maker.stands_once(maker.text(place)):
                yield None
                continue
            passage = maker.text(place)
            quote, variant = change(passage, maker)
            yield Case(quote, place, variant) if quote != passage else None

    return make


def whitespace(passage: str, maker: Maker) -> tuple[str, str]:
    rng = maker.rng
    variant, marks = rng.choice(
        [
            ("spaces", ["  ", "   ", "\t"]),
            ("line breaks", ["\n", "\r\n", "\n\n", " \n"]),
            ("other spaces", ["\u00a0", "\u3000", "\u2009", "\u202f"]),
            ("invisible", ["\u200b", "\ufeff", "\u2060"]),
        ]
    )
    if variant == "invisible" or maker.book.language == "zh":
        # Not after a digit: 1 1 is not 11.
        pieces = [
            each + (rng.choice(marks) if rng.random() < 0.1 and not each.isdigit() else "")
            for each in passage
        ]
    else:
        pieces = [rng.choice(marks) if each.isspace() else each for each in passage]
    return "".join(pieces), variant


def punctuation_changed(passage: str, maker: Maker) -> tuple[str, str]:
    marks = _HAN_MARKS if maker.book.language == "zh" else _MARKS

    def other(match: re.Match[str]) -> str:
        if match.group() in "-—–":
            return maker.rng.choice(["-", "—", "–", " - ", "--"])
        return maker.rng.choice([mark for mark in marks if mark != match.group()])

    return _MARK.sub(other, passage), ""


def punctuation_dropped(passage: str, _maker: Maker) -> tuple[str, str]:
    joined = _APOSTROPHE.sub("", passage)
    return re.sub(r"(?<=\S) {2,}", " ", _ANY_MARK.sub(_gap, joined)).strip(), ""


def _gap(match: re.Match[str]) -> str:
    before, after = match.string[: match.start()][-1:], match.string[match.end() :][:1]
    return " " if before.isascii() and after.isascii() else ""


def width(passage: str, maker: Maker) -> tuple[str, str]:
    if maker.book.language == "zh" and maker.rng.random() < 0.5:
        return passage.translate(_half()), "half"
    wide = {code: code + 0xFEE0 for code in range(0x21, 0x7F)} | {0x20: 0x3000}
    return passage.translate(wide), "full"


@functools.cache
def _half() -> dict[int, str]:
    marks = dict(zip("，。；：！？、（）“”‘’　", ",.;:!?,()\"\"'' ", strict=True))
    letters = {chr(code + 0xFEE0): chr(code) for code in range(0x21, 0x7F)}
    return {ord(wide): half for wide, half in (letters | marks).items()}


_DOUBLE = ('""', "「」", "『』", "«»", "„“", "``", "＂＂", "〝〞")
_SINGLE = ("''", "‹›", "``", "´´", "＇＇", "′′")


def quote_marks(passage: str, maker: Maker) -> tuple[str, str]:
    double, single = maker.rng.choice(_DOUBLE), maker.rng.choice(_SINGLE)
    variant = double
    if _APOSTROPHE.search(passage):
        apostrophe = maker.rng.choice("'ʼ`´′＇")
        passage, variant = _APOSTROPHE.sub(apostrophe, passage), f"don{apostrophe}t"
    wrapped = passage if re.search("[“”]", passage) else f"“{passage}”"
    return wrapped.translate(str.maketrans("“”‘’", double + single)), variant


def case(passage: str, maker: Maker) -> tuple[str, str]:
    variant = maker.rng.choice(["upper", "lower", "title"])
    return {"upper": passage.upper(), "lower": passage.lower(), "title": passage.title()}[
        variant
    ], variant


def markdown(passage: str, maker: Maker) -> tuple[str, str]:
    variant = maker.rng.choice(["**", "*", "_", "> ", "- ", "`"])
    closing = "" if variant.endswith(" ") else variant
    return variant + passage + closing, variant


def other_script(passage: str, maker: Maker) -> tuple[str, str]:
    variant = maker.rng.choice(["s2t", "s2tw", "s2hk"])
    return str(_converter(variant).convert(passage)), variant


@functools.cache
def _converter(name: str) -> opencc.OpenCC:
    return opencc.OpenCC(name)


def _class(name: str, what: str, change: Make, *languages: str) -> QuoteClass:
    return QuoteClass(name, what, Target.NEARLY_ALL, change, frozenset(languages or ("en", "zh")))


CLASSES: Sequence[QuoteClass] = (
    _class(
        "white space",
        "more spaces, line breaks, other kinds of space, invisible characters",
        _same(whitespace),
    ),
    _class(
        "punctuation changed", "every mark is another mark of its kind", _same(punctuation_changed)
    ),
    _class("punctuation dropped", "every mark left out", _same(punctuation_dropped)),
    _class("width", "full-width or half-width forms", _same(width)),
    _class("quote marks", "other families, around the quote if not in it", _same(quote_marks)),
    _class("letter case", "all upper, all lower, title case", _same(case), "en"),
    _class("markdown", "bold, italic, code, list, block quote", _same(markdown)),
    _class(
        "other script",
        "OpenCC s2t, s2tw, s2hk, phrases included",
        _same(other_script),
        "zh",
    ),
)
