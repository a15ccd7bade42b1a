"""Where a quote and the source part, in pieces a reader can compare."""

import re
from dataclasses import dataclass
from difflib import SequenceMatcher

_HAN = "\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_PIECES = re.compile(rf"[{_HAN}]|[^\W{_HAN}]+|\s+|.", re.DOTALL)
"""A Chinese character, a word or number, a run of space, or one mark: what may change at once."""
_WORDS = re.compile(r"\w")


@dataclass(frozen=True, slots=True)
class Part:
    """The same place in the quote and in the source."""

    quote: str
    source: str

    @property
    def altered(self) -> bool:
        """Whether words or figures differ; marks and spaces alone change nothing."""
        return _WORDS.findall(self.quote) != _WORDS.findall(self.source)


def compare(quote: str, source: str) -> list[Part]:
    """Both texts cut into parts; joined, the parts give back each text unchanged."""
    left, right = _PIECES.findall(quote), _PIECES.findall(source)
    steps = SequenceMatcher(None, left, right, autojunk=False).get_opcodes()
    return [Part("".join(left[a:b]), "".join(right[c:d])) for _tag, a, b, c, d in steps]
