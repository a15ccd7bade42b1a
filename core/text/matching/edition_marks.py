"""Find what an edition prints beside its text: notes, pages, running heads, tags, readings.

A bare number is a mark only on evidence: it is raised, or one of a series that counts up through
the text (reading 63).
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence, Set
from itertools import pairwise

import numpy as np

from core.text.language.numerals import DIGITS, numeral_value
from core.text.language.pinyin import is_pinyin
from core.text.language.scripts import HAN
from core.text.language.words import ENGLISH_PARTICLES, NUMBERED

_MARK, _SPACE = "*", " "
"""Replacements of each character of a mark: one that normalising deletes, and a space."""

EditionMark = tuple[int, int, str]
"""Where a mark begins and ends, and what replaces each of its characters."""

_BLOCKS = "p|br|hr|div|li|ul|ol|h[1-6]|blockquote|tr|td|table|section|pre"
_INLINE = (
    "i|em|b|strong|u|s|span|a|font|small|big|q|cite|tt|code|mark|center|sub|sup|ruby|rb|rt|rp|ins|"
    "abbr|kbd|dfn|var"
)
_HAN_NUMBER = "[一二三四五六七八九十百〇零两]{1,5}"
_LONE_MARKS: Sequence[tuple[str, re.Pattern[str], str]] = tuple(
    (opening, re.compile(pattern, re.IGNORECASE), instead)
    for opening, pattern, instead in (
        ("<", r"<sup>[*†‡a-z]{1,4}</sup>|<(rt|rp)>[^<>]{0,40}</\1>", _MARK),
        ("<", rf"</?(?:{_BLOCKS})(?: [^<>]{{0,300}})?\s?/?>", _SPACE),
        ("<", rf"</?(?:{_INLINE})(?: [^<>]{{0,300}})?\s?/?>", _MARK),
        (
            "[(（",
            r"[\[(（](?:(?<=\[)(?:\^\w{1,8}|sic[.!]?)\]|(?<=\()sic[.!]?\)|(?<!\()原文如此[\]）])",
            _MARK,
        ),
        ("[", r"\[(?:citation needed|note \d{1,3})\]", _MARK),
        ("[", r"\[(?<=[a-z’'.,;:!?”]\[)\d{1,3}(?:[,–-] ?\d{1,3}){1,5}\]", _MARK),
        ("{", r"\{\{(?:note|ref)\|\d{1,3}\}\}", _MARK),
        ("(（", r"\((?:p\. ?|pp\. ?|pg\. ?)\d{1,4}\)|（第\d{1,4}[页頁]）", _MARK),
        ("⁽", r"⁽[⁰¹²³⁴-⁹]{1,3}⁾", _MARK),
        ("[{", r"\[(?:pg?\.?|page|第) ?\d{1,4} ?页?\]|\{(?:pg?\.?|page) ?\d{1,4}\}", _MARK),
        (
            "[（(〔【",
            rf"[\[（(〔【](?:注|註|note ?)(?:\d{{1,3}}|{_HAN_NUMBER})[\]）)〕】]",
            _MARK,
        ),
        ("pP第", r"(?m:^[ \t]*(?:p\.|page|第)[ ]?\d{1,4}[ ]?页?[ \t]*$)", _SPACE),
        ("-–—", r"(?m:^[ \t]*[-–—][ ]?\d{1,4}[ ]?[-–—][ \t]*$)", _SPACE),
    )
)
"""The characters of which one begins a mark, its pattern, and its replacement.

A pattern that begins with one of a few characters is found ten times as fast as one that does not.
"""
_GLOSS = re.compile(
    r"（(?:即(?![将使日刻便可])|又名(?!落)|亦名|又作|亦作|一作|也作|同(?=[“‘])|通(?=[“‘])|音(?=[“‘a-zāáǎà])|读作|讀作)"
    r"[^（），。；！？、\n]{1,16}）|（(?:编者)?[注註按][：:][^（）\n]{1,120}）"
)
_LATIN_AFTER_HAN = re.compile(
    rf"[（(\[](?:(?<=[{HAN}].)|(?<=[{HAN}] .))([A-Za-z\u00c0-\u024f ’']{{1,60}})[)）\]]"
)
MAY_HOLD_MARKS = re.compile(r"[<\[\{(（〔【〖［⁽⁰¹²³⁴-⁹①-⑳⑴-⒇❶-❿]|\d")
_RAISED = re.compile(
    r"[⁰¹²³⁴-⁹<\[](?:(?<=[⁰¹²³⁴-⁹])(?<!\d.)(?<!\d\..)[⁰¹²³⁴-⁹]{0,2}|(?<=<)sup>\d{1,3}</sup>|(?<=\[)\d{1,3}\])",
    re.IGNORECASE,
)
_BEFORE_RAISED = re.compile(
    rf"(?:[A-Za-zÀ-ÿ]{{2}}|['’][a-z]|[{HAN}]|[.,;:!?，。；：！？、”’\"'」』）)])$"
)
_AFTER_PARTICLE = re.compile(
    rf"\b(?:{'|'.join(ENGLISH_PARTICLES - {'of'})})\s(?:[aA]|I)$|(?:^|[.!?,;][”\"]?\s)I$",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"(?:^|[\s“\"'‘(—])(?:[aA]|I|O)$")
_NEXT_WORD = re.compile(r"[ \n]([A-Za-z]{2,})")
_UNITS = re.compile(
    r"\b(?:cm|km|mm|dm|ft|yd|mi)$|\d ?(?:in|feet|foot|inch(?:es)?|yards?|miles?|met(?:re|er)s?|米)$"
    r"|[\d+*/=].{0,6}\)$"
)
_PAGE_LINE = re.compile(r"(?m)^[ \t]*(\d{1,4})[ \t]*$")
_TITLE = r"(\S[^\n\d]{1,60}?)"
_HEAD = re.compile(
    rf"(?m)^[ \t]*(?:\d{{1,4}}[ \t]{{2,40}}{_TITLE}|{_TITLE}[ \t]{{2,40}}\d{{1,4}})[ \t]*$"
)
_WIDE_SPACE = re.compile(r"\d(?:[ \t]{2}|(?<=[ \t]{2}\d))")
_LEAST_HEADS = 3
_RAISED_DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


def _range(first: str, last: str) -> str:
    return "".join(map(chr, range(ord(first), ord(last) + 1)))


def _circled(written: str) -> int:
    return ord(written) - ord("①") + 1


def _han_number(written: str) -> int:
    """Read a Chinese number, in a mark: 二十一 and 二一 are 21; elsewhere 六七 is six or seven."""
    if set(written) <= set(DIGITS):
        return int("".join(numeral_value(digit) for digit in written))
    value = numeral_value(written)
    return int(value) if value.isdecimal() else 0


_COUNTED = "年月日分秒个人名岁次回章节卷页号元两斤里尺丈寸天匹头条张件座枝颗粒万千百亿"
_STOPS = "，。；：！？、"
_NAMED = re.compile(
    rf"(?:\b(?:{'|'.join(NUMBERED)})s?\.?\s?[(（\[]?|[第图表式例题条款项组号共有约])$",
    re.IGNORECASE,
)


def is_named(text: str, at: int) -> bool:
    """Whether a number at `at` is the name of the thing before it: room 12, 第3."""
    return _NAMED.search(text, max(0, at - 16), at) is not None


_DIGIT = "0"
"""Stands for every digit among the characters of a text."""

# Marks that count only in a series: characters of which each mark has one, its pattern, and how its
# number is read.
_SERIES: Sequence[tuple[str, re.Pattern[str], Callable[[str], int]]] = (
    # Each begins with the mark itself, which is quick to find; then it looks at what comes before.
    (
        _DIGIT,
        re.compile(r"\d(?:(?<=[a-z]\d)|(?<=[a-z][,.;:!?”]\d))\d{0,2}(?![\w%])"),
        int,
    ),
    (
        "⁰¹²³⁴⁵⁶⁷⁸⁹",
        re.compile(r"[⁰¹²³⁴-⁹]{1,3}"),
        lambda written: int(written.translate(_RAISED_DIGITS)),
    ),
    (
        _DIGIT,
        re.compile(
            rf"\d(?:(?<=[{HAN}]\d)\d{{0,2}}(?=[{_STOPS}”」\n])|(?<=[{_STOPS}”」]\d)\d{{0,2}}(?=[“「{HAN}]))"
        ),
        int,
    ),
    ("(（", re.compile(r"[(（](?<=[^\s\d(].)(\d{1,3})[)）]"), int),
    ("<", re.compile(r"<sup>(\d{1,3})</sup>", re.IGNORECASE), int),
    (_range("①", "⑳"), re.compile(r"[①-⑳]"), _circled),
    (_range("⑴", "⒇"), re.compile(r"[⑴-⒇]"), lambda written: ord(written) - ord("⑴") + 1),
    (_range("❶", "❿"), re.compile(r"[❶-❿]"), lambda written: ord(written) - ord("❶") + 1),
    ("【〖［", re.compile(r"[【〖［](\d{1,3})[】〗］]"), int),
    ("（［【", re.compile(rf"[（［【]({_HAN_NUMBER})[）］】]"), _han_number),
    ("[", re.compile(r"\[(\d{1,3})\]"), int),
    ("〔", re.compile(rf"〔({_HAN_NUMBER})〕"), _han_number),
    ("{", re.compile(r"\{(\d{1,4})\}"), int),
    (_DIGIT, _PAGE_LINE, int),
)
_LEAST_SERIES, _LEAST_STEPS = 4, 3


def without_marks(text: str) -> str | None:
    """Replace the marks of a text, so that its length stays the same; None if it has none."""
    present = _characters(text)
    if not MAY_HOLD_MARKS.search("".join(present)):
        return None
    marks = [*_lone_marks(text, present), *_raised(text), *_heads(text)]
    marks += _in_series(text, present)
    marks += [(gloss.start(), gloss.end(), _MARK) for gloss in _GLOSS.finditer(text)]
    return _replaced(text, marks) if marks else None


def without_lone_marks(quote: str) -> str:
    """Replace the marks of a quote that need no series."""
    marks = [*_lone_marks(quote, set(quote)), *_raised(quote)]
    return _replaced(quote, marks) if marks else quote


def _characters(text: str) -> set[str]:
    """Return the characters of a text, "0" for any digit, to skip patterns that cannot match."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    present = set(map(chr, np.flatnonzero(np.bincount(codes)).tolist()))
    return present | {_DIGIT} if any(map(str.isdecimal, present)) else present


def marked_numbers(marked: str, clean: str) -> list[str]:
    """Return the numbers that a text has lost with its marks, however they are written."""
    lost = Counter(_numbers(marked))
    lost.subtract(_numbers(clean))
    return sorted((+lost).elements())


def _numbers(text: str) -> list[str]:
    return re.findall(r"\d+", unicodedata.normalize("NFKC", text))


def without_glosses(quote: str) -> str:
    return _GLOSS.sub("", quote)


def _replaced(text: str, marks: Sequence[EditionMark]) -> str:
    pieces, before = [], 0
    for start, end, instead in sorted(marks, key=lambda mark: (mark[0], -mark[1])):
        if start >= before:
            pieces += [text[before:start], instead * (end - start)]
            before = end
    return "".join([*pieces, text[before:]])


def _lone_marks(text: str, present: Set[str]) -> Iterator[EditionMark]:
    for gloss in _LATIN_AFTER_HAN.finditer(text):
        if is_pinyin(gloss[1].strip()):
            yield gloss.start(), gloss.end(), _MARK
    for opening, pattern, instead in _LONE_MARKS:
        if not present.isdisjoint(opening):
            yield from ((match.start(), match.end(), instead) for match in pattern.finditer(text))


def _raised(text: str) -> Iterator[EditionMark]:
    """Yield raised numbers that are marks.

    ¹² after a word or a mark, or between an article and a word; not x³, 10¹² or 40 m². Also [12]
    after "with a" or "was a"; elsewhere the normaliser removes it.
    """
    for match in _RAISED.finditer(text):
        before = text[max(0, match.start() - 16) : match.start()]
        is_raised = not match[0].startswith("[")
        article = _ARTICLE if is_raised else _AFTER_PARTICLE
        ends_a_word = is_raised and _BEFORE_RAISED.search(before) and not _UNITS.search(before)
        if ends_a_word or (article.search(before) and _precedes_word(text, match.end())):
            yield match.start(), match.end(), _MARK


def _precedes_word(text: str, at: int) -> bool:
    """Whether a word follows that may come after an article or pronoun: a¹ man, not a² of them."""
    following = _NEXT_WORD.match(text, at)
    return following is not None and following[1] not in ENGLISH_PARTICLES


def _heads(text: str) -> Iterator[EditionMark]:
    """Yield the lines of a title and a page number whose title comes again and again."""
    if not _WIDE_SPACE.search(text):
        return
    lines = list(_HEAD.finditer(text))
    titles = Counter((line[1] or line[2]).strip() for line in lines)
    for line in lines:
        if titles[(line[1] or line[2]).strip()] >= _LEAST_HEADS:
            yield line.start(), line.end(), _SPACE


def _in_series(text: str, present: Set[str]) -> Iterator[EditionMark]:
    """Yield the marks whose numbers count up through the text."""
    for opening, pattern, read in _SERIES:
        if present.isdisjoint(opening):
            continue
        marks = [mark for mark in pattern.finditer(text) if not is_named(text, mark.start())]
        instead = _SPACE if pattern is _PAGE_LINE else _MARK
        numbers = [read(next(filter(None, mark.groups()), mark[0])) for mark in marks]
        if any(_may_count(text, mark) for mark in marks):
            indices = list(_without_counts(text, marks, numbers))
            marks, numbers = [marks[at] for at in indices], [numbers[at] for at in indices]
        for first, last in _series(numbers):
            yield from ((mark.start(), mark.end(), instead) for mark in marks[first:last])


def _may_count(text: str, mark: re.Match[str]) -> bool:
    """Whether the number may count what follows it: ，30人."""
    return mark.end() < len(text) and text[mark.end()] in _COUNTED and text[mark.start()].isdigit()


def _without_counts(
    text: str, marks: Sequence[re.Match[str]], numbers: Sequence[int]
) -> Iterator[int]:
    """Yield the indices of marks, without numbers that may count unless the series lacks them."""
    sure = [at for at, mark in enumerate(marks) if not _may_count(text, mark)]
    around = dict(pairwise(sure))
    before = -1
    for at, number in enumerate(numbers):
        if at in around or at in sure[-1:]:
            before = at
            yield at
        elif before in around and numbers[before] + 1 == number == numbers[around[before]] - 1:
            yield at


def _series(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield runs [first, last) that count up by one, and may begin again at 1 with each page."""
    first = steps = 0
    for at, (number, following) in enumerate(pairwise([*numbers, -1]), start=1):
        steps += following == number + 1
        if following not in (number + 1, 1):
            if at - first >= _LEAST_SERIES and steps >= _LEAST_STEPS:
                yield first, at
            first, steps = at, 0
