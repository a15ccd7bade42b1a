"""The words, numbers and negations of a normalised text (`core.text.normalise`).

Word by word in Latin letters, character by character in Chinese, every number whole.
"""

import re
from collections.abc import Iterator, Sequence

from core.text.numerals import CHINESE_NUMERALS
from core.text.scripts import UNSPACED

MINUS = "\u2212"
"""The sign of a number in normalised text."""
NUMBER = re.compile(
    rf"{MINUS}?(?:[0-9.{CHINESE_NUMERALS}]*[0-9{CHINESE_NUMERALS}][%‰]?)|{MINUS}(?=[$€£¥₩])"
)
TOKEN = re.compile(rf"{NUMBER.pattern}|[^\W\d_{UNSPACED}]+|\S")
UNSPACED_CHARACTER = re.compile(f"[{UNSPACED}]")

_CHINESE_NEGATORS = frozenset("不没未无非别勿莫毋否甭休弗")
# Words in which such a character denies nothing.
_NOT_DENYING = re.compile(
    "不过|不但|不仅|不管|不论|不断|不久|不禁|不妨|不然|无论|无非|无不|非常|别人|别的|别处|特别|分别|区别|"
    "告别|离别|送别|个别|级别|性别|未来|差不多|对不起|了不起|莫非|除非|是非|休息|休养|只不过|要不是"
)
_ENGLISH_NEGATORS = frozenset(
    re.findall(
        r"\w+",
        "not no never none nor neither nobody nothing nowhere without cannot hardly scarcely "
        "barely unless except lest cant wont dont doesnt didnt isnt arent wasnt werent hasnt "
        "havent hadnt wouldnt couldnt shouldnt mustnt neednt shant aint mightnt oughtnt darent "
        "maynt durstnt dursnt usednt "
        "unable refuse refused refuses deny denied denies fail failed fails lack lacked lacks",
    )
)
NEGATING_PREFIXES = ("un", "in", "im", "ir", "il", "dis", "non", "mis")


def weight(normalised: str) -> int:
    """Length in letters; a Chinese character carries as much as two."""
    return len(normalised.replace(" ", "")) + len(UNSPACED_CHARACTER.findall(normalised))


def negators(text: str) -> list[str]:
    """The negations of a normalised text, sorted; "don't" and "do not" give the same."""
    return negators_among(TOKEN.findall(text))


def negators_among(tokens: Sequence[str]) -> list[str]:
    return sorted(_negators(tokens))


def _negators(tokens: Sequence[str]) -> Iterator[str]:
    for token in tokens:
        if token in _ENGLISH_NEGATORS:
            yield "not" if token.endswith(("nt", "cannot")) else token
    yield from (c for c in _NOT_DENYING.sub("", joined(tokens)) if c in _CHINESE_NEGATORS)


def joined(tokens: Sequence[str]) -> str:
    """The tokens as one normalised text."""
    text = " ".join(tokens)
    return re.sub(rf"(?<=[{UNSPACED}]) | (?=[{UNSPACED}])", "", text)
