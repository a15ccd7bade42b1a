"""The words invented novels are made of, from the most to the least used.

The most used ones are those of the sample stories, so that function words come first. The others
are as many, as long and as much alike as the words of a real novel.
"""

import functools
import itertools
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.text.language.scripts import HAN
from core.text.vocabularies import ranks_of

_SAMPLE = Path(__file__).parents[2] / "core" / "services" / "library" / "sample"

_ENGLISH_WORDS, _UNCHANGED_WORDS = 24_000, 6_000
_ENDINGS = ("", "ing", "", "ly", "", "ed", "", "ness", "", "s", "", "er")

_CHINESE_WORDS, _CHINESE_CHARACTERS = 40_000, 5_200
# Every old novel has a few whose simplified form lies beyond U+FFFF: one makes a text twice as big.
_OUTLANDISH = "爇釿顗騠勣"
_SURNAMES = "赵钱孙李周吴郑王冯陈沈韩杨朱秦许何吕张孔曹严金魏陶姜谢邹窦章苏潘葛范彭鲁韦马方袁柳"


@dataclass(frozen=True)
class Vocabulary:
    """The word of rank r, counted from 0, is used in proportion to (r + flat) ** -steep."""

    words: Sequence[str]
    names: Sequence[str]
    flat: float
    steep: float

    def weight(self, rank: int) -> float:
        return float((rank + self.flat) ** -self.steep)


def drawn(items: Sequence[str], weights: Sequence[float], rng: random.Random) -> Iterator[str]:
    """Endlessly items of a share in proportion to their weights."""
    bounds = list(itertools.accumulate(weights))
    while True:
        yield from rng.choices(items, cum_weights=bounds, k=1000)


@functools.cache
def english() -> Vocabulary:
    """The rarer half is stems that a tokenizer knows, every other one with an ending."""
    story = (_SAMPLE / "en_story.md").read_text(encoding="utf-8")
    used = Counter(re.findall(r"\b[a-z]+\b", story)).most_common()
    tokens = [token.decode("utf-8", "ignore") for token in ranks_of("cl100k_base")]
    small = [token[1:] for token in tokens if re.fullmatch(" [a-z]{3,}", token)]
    capital = [token[1:] for token in tokens if re.fullmatch(" [A-Z][a-z]{2,}", token)]
    stems = zip(small[_UNCHANGED_WORDS:], itertools.cycle(_ENDINGS), strict=False)
    rarer = (stem + ending for stem, ending in stems)
    words = dict.fromkeys([*(w for w, _ in used), "I", *small[:_UNCHANGED_WORDS], *rarer])
    return Vocabulary(
        words=list(words)[:_ENGLISH_WORDS],
        names=[name for name in capital if name.lower() not in words][:1500],
        flat=4.5,
        steep=1.14,
    )


@functools.cache
def chinese() -> Vocabulary:
    """Words of one to three characters; the more a character is used, the more words hold it."""
    rng = random.Random(1)
    characters = _characters(rng)
    usual = drawn(characters, [(rank + 30) ** -1.3 for rank in range(len(characters))], rng)
    alone, words = iter(characters), []
    for rank in range(_CHINESE_WORDS):
        length = rng.choices((2, 3), (85, 15))[0]
        single = rng.random() < max(0.09, (rank / 30 + 1) ** -0.35)
        character = next(alone, None) if single else None
        words.append(character or "".join(itertools.islice(usual, length)))
    given = characters[200:1500]
    names = [
        rng.choice(_SURNAMES) + "".join(rng.choices(given, k=rng.choice((1, 1, 2))))
        for _ in range(600)
    ]
    return Vocabulary(list(dict.fromkeys(words)), list(dict.fromkeys(names)), flat=6.0, steep=1.05)


def _characters(rng: random.Random) -> list[str]:
    """Those of the sample story by their use, then the common, then the rarer ones (GB 2312)."""
    story = (_SAMPLE / "zh_story.md").read_text(encoding="utf-8")
    used = [character for character, _ in Counter(re.findall(f"[{HAN}]", story)).most_common()]
    common, rarer = _gb2312(0xB0, 0xD8), _gb2312(0xD8, 0xF8)
    rng.shuffle(common)
    rng.shuffle(rarer)
    return list(dict.fromkeys([*used, *common, *_OUTLANDISH, *rarer]))[:_CHINESE_CHARACTERS]


def _gb2312(first: int, end: int) -> list[str]:
    cells = [bytes((row, cell)) for row in range(first, end) for cell in range(0xA1, 0xFF)]
    return [character for cell in cells if (character := cell.decode("gb2312", "ignore"))]
