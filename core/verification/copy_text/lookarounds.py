"""Screen texts with RE2 for patterns that have lookarounds, to skip slow searches with `re`.

RE2 searches for many alternatives at once but has no lookarounds. A pattern without its lookarounds
still matches wherever it did before, so a text without an RE2 match need not be searched by `re`.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import re2  # type: ignore[import-untyped]

_PARTS = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\(\?<?[=!]|[()]|.", re.DOTALL)
_GAP = re.compile(r"(?<=[\])])\{\d+,\d+\}\??")
_OPENINGS = ("(?=", "(?!", "(?<=", "(?<!")
_SPACES = r"\s\p{Z}\x0b\x1c-\x1f\x{85}"
_MAX_BYTES = 1 << 25
"""Memory for the states of a search; with too little, it is slower but finds the same."""


def may_match(pattern: str) -> "re2._Regexp":
    """An RE2 pattern, ignoring case, that matches in every text in which `pattern` does.

    Exception: only `re` treats the letter ı as an i.
    """
    options = re2.Options()
    options.case_sensitive = False
    options.log_errors = False
    options.max_mem = _MAX_BYTES
    return re2.compile(without_lookarounds(pattern), options)


def may_match_over_gaps(pattern: str) -> "re2._Regexp":
    """An RE2 pattern that matches in every text in which `pattern` does.

    Gaps of limited length become unlimited, so that RE2 needs few states instead of thousands.
    """
    options = re2.Options()
    options.log_errors = False
    options.max_mem = _MAX_BYTES
    return re2.compile(_GAP.sub("*", without_lookarounds(pattern)), options)


@dataclass(frozen=True)
class ScreenedPattern:
    """A long pattern `exact` and its RE2 pre-check `screen`, both compiled at their first use.

    `make_screen`: `may_match` or `may_match_over_gaps`.
    """

    pattern: str
    make_screen: "Callable[[str], re2._Regexp]"
    flags: re.RegexFlag = re.NOFLAG

    @cached_property
    def screen(self) -> "re2._Regexp":
        return self.make_screen(self.pattern)

    @cached_property
    def exact(self) -> re.Pattern[str]:
        return re.compile(self.pattern, self.flags)


def without_lookarounds(pattern: str) -> str:
    r"""The pattern in RE2's syntax, where \d and \s match all scripts as they do in `re`.

    Raises ValueError for \w and the like, which in RE2 match ASCII only.
    """
    parts: list[str] = []
    depth = 0  # of parentheses within a lookaround
    for part in _PARTS.findall(pattern):
        if depth or part in _OPENINGS:
            depth += part.startswith("(") - (part == ")")
        elif part not in ("$", "^", r"\b"):
            parts.append(_in_any_script(part))
    return "".join(parts)


def _in_any_script(part: str) -> str:
    if re.search(r"\\[wWSDB]", part):
        raise ValueError(f"RE2 reads {part} otherwise")
    spaces = _SPACES if part.startswith("[") else f"[{_SPACES}]"
    return part.replace(r"\d", r"\p{Nd}").replace(r"\s", spaces)
