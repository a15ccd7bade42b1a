"""Texts that make a quadratic reader slow: one unit over and over, with a beginning and an end."""

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
RUNS = (*WHITE, *(Run(unit) for unit in (*_MARKS, *_LETTERS, *_PIECES)))
"""Of every kind: a reader may be quadratic in one alone."""
