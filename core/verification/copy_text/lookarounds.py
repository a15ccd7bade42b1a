"""What a pattern looks for without what it looks around at, to see fast that it is nowhere.

RE2 searches a text for many alternatives at once, but has no lookarounds. Without them a pattern
still matches wherever it did, so a text in which RE2 finds nothing need not be searched by `re`.
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
"""Of the states of a search; where they do not suffice it is slower and finds the same."""


def may_match(pattern: str) -> "re2._Regexp":
    """Matches in any case somewhere in each text in which `pattern` does, but for the letter ı,
    which only `re` takes for an i.
    """
    options = re2.Options()
    options.case_sensitive = False
    options.log_errors = False
    options.max_mem = _MAX_BYTES
    return re2.compile(without_lookarounds(pattern), options)


def may_match_over_gaps(pattern: str) -> "re2._Regexp":
    """Matches somewhere in each text in which `pattern` does; gaps of at most so many characters
    may be of any length, for which RE2 needs few states where it would need thousands.
    """
    options = re2.Options()
    options.log_errors = False
    options.max_mem = _MAX_BYTES
    return re2.compile(_GAP.sub("*", without_lookarounds(pattern)), options)


@dataclass(frozen=True)
class ScreenedPattern:
    """A long pattern that RE2 screens for first; compiled at its first use, not at the start.

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
    r"""In RE2's syntax, with digits and white space of all scripts as `re` has them.

    Raises ValueError for \w and its like, of which RE2 knows those of ASCII alone.
    """
    kept: list[str] = []
    depth = 0  # of brackets within a lookaround
    for part in _PARTS.findall(pattern):
        if depth or part in _OPENINGS:
            depth += part.startswith("(") - (part == ")")
        elif part not in ("$", "^", r"\b"):
            kept.append(_in_any_script(part))
    return "".join(kept)


def _in_any_script(part: str) -> str:
    if re.search(r"\\[wWSDB]", part):
        raise ValueError(f"RE2 reads {part} otherwise")
    spaces = _SPACES if part.startswith("[") else f"[{_SPACES}]"
    return part.replace(r"\d", r"\p{Nd}").replace(r"\s", spaces)
