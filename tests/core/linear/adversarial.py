"""Texts that make a quadratic reader slow: one unit over and over, with a beginning and an end, or
units of which no two are the same.
"""

from collections.abc import Callable
from itertools import count
from typing import NamedTuple


class Run(NamedTuple):
    """`unit` again and again between `begins` and `ends`."""

    unit: str
    begins: str = ""
    ends: str = ""

    def text(self, characters: int, salt: int = 0) -> str:
        """About so many characters; another `salt` gives another text, which no cache knows."""
        return self.begins + self.unit * (characters // len(self.unit) + salt % 7) + self.ends

    def __str__(self) -> str:
        return f"{self.begins!r} + {self.unit!r} * n + {self.ends!r}"


_SPACES = (" ", "\u3000", "\xa0", "\t", "\n", "\r\n", " \n", "\u3000\n", "\u2028", "\x0b", "\u200b")
_MARKS = tuple("\"'“”‘’「」『』()[]【】《》{}<>-—–.…。!?！？,，、:：;|/\\*_#~`=&@$%+^·°")
_LETTERS = ("a", "A", "我", "答", "か", "é", "e\u0301", "\u0301", "🇨", "👍", "1", "一", "０", "I")
_PIECES = (
    *("“”", "「」", "()", "[]", "[1]", "[1] ", "[ ", "( ", '"a', "'a ", " '", "“a", "”a", "—a"),
    *(
        "- ",
        "1,",
        "1.",
        "1 ",
        "1,000",
        "第1",
        "第一",
        "-1",
        "1-",
        "$1",
        "1°",
        "分之一",
        "点一",
        "一百",
    ),
    *("two ", ". ", "。\n", "! ", "?!", ".a", "a.", "Mr. ", "a ", "A ", "a-", "a'", "Aa", "Aa "),
    *("I.", "&#1", "<a", "<!--", "<think>", "</think>", "<answer>", "</", "<think", "//", "/*"),
    *("/* ", "\\n", "\\u", "# ", "#\t", "* ", "**", "- a\n", "a:", "{a:", '{"a":', '{"a":1}'),
    *("{}", "[[", "[{", '",', "a@", "://", "www.", "a.b", "http://a.b ", "答案", "选A"),
    *("the answer ", "answer is B. ", "A, ", "A and ", "option A\n", "not ", "no, ", "I cannot "),
    *(
        "无法",
        "不",
        "第一章\n",
        "Chapter 1\n",
        "王先生",
        "他说：“好。”",
        "公元",
        "He said. ",
        "他说。",
        "John ",
    ),
    *("in 1742 ", "洪武三年", "... ", "…… ", "a\n", "我\n", "a\n\n", "A. ", "ab cd ", '{},{"a":['),
    *('{"a":1,}', '}{"question":1},{x', '" ', "“ ”", "”'", "!”", "！…", "…!", '—"', "[1,"),
    *("[1][1] ", "1]", "<b>", "&#", "A项", "A B ", "A,\n", "is the correct answer ", "\n[1]"),
    *(
        "1742 ",
        "[1742]",
        "“a” ",
        "《a》",
        "ht（",
        "（http://a）",
        "元",
        "$1,",
        "a1",
        "Tom went ",
        "Mr",
    ),
    *(" .", " -", "\t#", ".\n", '\n"', "（"),
)
# What a run comes after and before decides whether a pattern begins with it, and fails behind it.
_ENDS = (("", ""), ("a", "a"), ("我", "x"))

WHITE = tuple(Run(unit, *ends) for unit in _SPACES for ends in _ENDS)
IN_A_FIELD = tuple(Run(unit, '{"a": "', '"}') for unit in (*_SPACES, "\u2003", "\x85"))
"""In the value of an object that may be closed in several ways."""
RUNS = (*WHITE, *(Run(unit) for unit in (*_MARKS, *_LETTERS, *_PIECES)), *IN_A_FIELD)
"""Of every kind: a reader may be quadratic in one alone."""


_ONSETS, _VOWELS = ("b", "d", "f", "g", "k", "l", "m", "n", "p", "r", "s", "t", "v", "z"), "aeiou"
_SYLLABLES = tuple(onset + vowel for onset in _ONSETS for vowel in _VOWELS)
_FIRST_HAN, _HAN, _MOST_HAN = 0x4E00, 2_903, 20_000
"""Chinese characters of which words are made, a prime number of them; and all there are."""


def _word(number: int) -> str:
    """A Latin word of three syllables, another for each number."""
    base = len(_SYLLABLES)
    number = (number * 7_919 + 104_729) % base**3
    return "".join(_SYLLABLES[number // base**at % base] for at in range(3))


def _name(number: int) -> str:
    return _word(number).capitalize()


def _han(number: int) -> str:
    """A Chinese word of two characters, another for each number."""
    one, other = divmod(number * 7_919 + 104_729, _HAN)
    return chr(_FIRST_HAN + one % _HAN) + chr(_FIRST_HAN + other)


def _row(number: int) -> str:
    """A row of a file of questions, whole or without the quotes of its answer."""
    answer = _han(number) if number % 2 else f'"{_han(number)}"'
    return f'{{"question": "{_word(number)}", "answer": {answer}}}'


class Distinct(NamedTuple):
    """Units of which no two are the same: what is counted, indexed or compared grows with them."""

    kind: str
    unit: Callable[[int], str]

    def text(self, characters: int, salt: int = 0) -> str:
        """At least so many characters; another `salt` gives another text, which no cache knows."""
        units, length = [], 0
        for number in count(salt * 31):
            if length >= characters:
                break
            units.append(self.unit(number))
            length += len(units[-1])
        return "".join(units)

    def __str__(self) -> str:
        return f"distinct {self.kind}"


DISTINCT = (
    Distinct("words", lambda n: f"{_word(n)} "),
    Distinct("names", lambda n: f"{_name(n)} "),
    Distinct("Chinese words", _han),
    Distinct("Chinese words that begin alike", lambda n: f"建{chr(_FIRST_HAN + n % _MOST_HAN)}，"),
    Distinct("Chinese words with commas", lambda n: f"{_han(n)}，"),
    Distinct("numbers with units", lambda n: f"{n + 1000} km, "),
    Distinct("Chinese numbers with units", lambda n: f"{n + 1000}元，"),
    Distinct("sentences", lambda n: f"{_name(n)} was built of {_word(n + 7)} in {n + 1000}. "),
    Distinct("Chinese sentences", lambda n: f"{_han(n)}在{n + 1000}年建了{_han(n + 7)}。"),
    Distinct("lines", lambda n: f"{_word(n)},{n}\n"),
    Distinct("quoted names", lambda n: f"“{_name(n)} {_name(n + 7)}” "),
    Distinct("Chinese quoted names", lambda n: f"《{_han(n)}》"),
    Distinct("fields", lambda n: f'"{_word(n)}": "{_han(n)}", '),
    Distinct("rows, half of them broken", lambda n: f"{_row(n)},\n"),
    Distinct("shares of names", lambda n: f"但是百分之{_name(n)}»元"),
)
"""As many words, numbers, sentences and names as fit in, in both languages."""

SPEAKERS = Distinct("Chinese speakers", lambda n: f"{'王李张刘陈杨黄赵周吴'[n % 10]}{_han(n)}道，")
