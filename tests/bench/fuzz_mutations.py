"""What fuzzed quotes and texts are made of: characters, numbers, prose, and ways to damage it."""

import random
import re
import unicodedata
from collections.abc import Callable
from functools import cache
from pathlib import Path

import opencc

from tests.core.text.samples import AWKWARD, EN, ZH

Rng = random.Random
SAMPLE = Path(__file__).parents[2] / "core" / "services" / "library" / "sample"

# Blocks with something to fold, join, hide, mirror or misread; surrogates and noncharacters too.
BLOCKS = [
    range(int(first, 16), int(last, 16) + 1)
    for first, last in re.findall(
        "([0-9a-f]+)-([0-9a-f]+)",
        "0-7f 80-ff 100-24f 2b0-36f 370-52f 590-6ff 900-97f e00-e7f f00-fff 1100-11ff 1780-17ff "
        "1e00-1fff 2000-206f 2070-20cf 20d0-20ff 2100-218f 2200-22ff 2460-24ff 2500-25ff "
        "2700-27bf 2e80-2fdf 3000-303f 3040-30ff 3100-318f 31f0-33ff 3400-34ff 4e00-9fff "
        "a960-a97f ac00-d7ff d800-dfff e000-e0ff f900-faff fb00-fb4f fb50-fdff fe00-fe4f "
        "fe50-feff ff00-ffef fff0-ffff 11080-110cf 1b000-1b16f 1d400-1d7ff 1f000-1faff "
        "1fffe-1ffff 20000-200ff 2f800-2fa1f e0000-e01ef 10fff0-10ffff",
    )
]
SEPARATORS = [
    chr(code)
    for code in range(0x3001)  # U+3000 is the last
    if chr(code).isspace() or unicodedata.category(chr(code)) in {"Zs", "Zl", "Zp"}
]
INVISIBLE = [
    chr(code)
    for code in range(0x20000)
    if unicodedata.category(chr(code)) in {"Cf", "Cc"} and not chr(code).isspace()
]
ELLIPSES = re.findall(
    "[^|]+",
    "…|……|...|....|⋯|。。。|．．．| . . . |[...]|[…]|(…)|（略）|【省略】|[snip]|(omitted)|-|——",
)
NEGATORS = re.findall(
    "[^|]+", "not |never |no |don't |cannot |hardly |un|in|dis|不|没|没有|未|非|别|莫|无|不是不"
)
NAMES = re.findall(r"\w+", "Holmes Watson Ines Pettifer Meg Jo 林先生 沈伯年 邬大川 阿禾 宝玉 黛玉")
CURRENCIES = "$€£¥₩￥"
SIGNS = "-−–+±－﹣"
CHINESE_NUMERALS = "〇零一二两三四五六七八九十百千万亿半廿卅壹贰拾萬億"
NUMBER_WORDS = re.findall(
    r"\S+",
    "zero one two three seven eleven thirteen nineteen twenty forty ninety-nine hundred thousand "
    "million billion trillion dozen score half quarter",
)
MARKS = "“”‘’\"'「」『』《》()（）[]【】{}<>*_~`#|\\/.,;:!?。，、；：！？—–-·•†%&@^+=\n\t　 "


@cache
def stories() -> tuple[str, ...]:
    read = ((SAMPLE / f"{language}_story.md").read_text("utf-8") for language in ("en", "zh"))
    return (*read, EN, ZH)


@cache
def traditional() -> dict[int, str]:
    """Character by character: a whole text may hold half a surrogate, which OpenCC refuses."""
    converter = opencc.OpenCC("s2t")
    return {code: converter.convert(chr(code)) for code in range(0x4E00, 0xA000)}


def passage(rng: Rng, length: int) -> str:
    """Real-looking prose in English or Chinese, about `length` characters."""
    story = rng.choice(stories())
    while len(story) < length:
        cut = rng.randrange(len(story))
        story += story[cut:] + story[:cut]
    start = rng.randrange(len(story) - length + 1)
    return story[start : start + length]


def size(rng: Rng, most: int) -> int:
    """1 to `most`, small ones as likely as large ones."""
    return int(most ** rng.random())


def part(rng: Rng, text: str, most: int = 300) -> str:
    start = rng.randrange(max(1, len(text)))
    return text[start : start + rng.randint(1, most)]


def units(text: str) -> list[str]:
    """Words of a text with spaces, else its characters."""
    words = text.split(" ")
    return words if len(words) > len(text) // 20 else list(text)


def joined(parts: list[str]) -> str:
    return ("" if max(map(len, parts), default=0) < 2 else " ").join(parts)


def number(rng: Rng) -> str:
    """A number in one of the many forms in which they are written."""
    digits = "".join(rng.choices("0123456789", k=size(rng, 40)))
    forms: list[Callable[[], str]] = [
        lambda: digits,
        lambda: f"{int(digits):,}",
        lambda: f"{int(digits):,}".replace(",", rng.choice(" .'，\u202f_")),
        lambda: rng.choice(SIGNS) * rng.choice([1, 1, 1, 2, 40]) + digits,
        lambda: rng.choice(CURRENCIES) + rng.choice(["", "-", "−"]) + digits,
        lambda: digits + rng.choice(["%", "％", "‰", " %", "万", "亿", "千", "th", "º", "½"]),
        lambda: ".".join(digits[at : at + 2] for at in range(0, len(digits), 2)),
        lambda: "".join(rng.choices(CHINESE_NUMERALS, k=size(rng, 60))),
        lambda: rng.choice([" ", "-", " and "]).join(rng.choices(NUMBER_WORDS, k=size(rng, 30))),
        lambda: digits.translate({48 + i: 0xFF10 + i for i in range(10)}),
        lambda: "".join(chr(0x2460 + int(c)) for c in digits),
        lambda: "".join(chr(0x660 + int(c)) for c in digits),
        lambda: "".join(chr(0x1D7CE + int(c)) for c in digits),
        lambda: "".join(rng.choices("ⅠⅤⅩ¼½¾⅓²³㉈㋿㏂", k=size(rng, 8))),
        lambda: f"[{digits[:3]}]",
        lambda: f"{digits[:2]}{rng.choice(':/-–~—.')}{digits[:2]}",
    ]
    return rng.choice(forms)()


def inserted(rng: Rng, text: str, what: str) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + what + text[at:]


def replaced(rng: Rng, text: str, what: str) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + what + text[at + rng.randint(0, max(1, len(what))) :]


def sown(rng: Rng, text: str, seeds: list[str] | str, share: float) -> str:
    """One of `seeds` after `share` of the characters."""
    return "".join(c + rng.choice(seeds) if rng.random() < share else c for c in text)


def spliced(rng: Rng, text: str) -> str:
    """Parts left out, reversed or in another order, with or without a mark."""
    cuts = sorted(rng.randrange(len(text) + 1) for _ in range(rng.randint(1, 6)))
    parts = [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    change = rng.randrange(4)
    if change == 0:
        parts.reverse()
    elif change == 1:
        rng.shuffle(parts)
    elif change == 2:
        parts = parts[::2]
    else:
        parts = [part[::-1] if rng.random() < 0.3 else part for part in parts]
    mark: str = rng.choice(["", " ", *ELLIPSES])
    return mark.join(parts)


def reordered(rng: Rng, text: str) -> str:
    words = units(text)
    if len(words) > 1:
        for _ in range(rng.randint(1, 4)):
            a, b = rng.randrange(len(words)), rng.randrange(len(words))
            words[a], words[b] = words[b], words[a]
    return joined(words)


def shortened(rng: Rng, text: str) -> str:
    """Runs of words left out silently."""
    words = units(text)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(words) + 1)
        del words[at : at + rng.randint(1, 8)]
    return joined(words)


def retyped(rng: Rng, text: str) -> str:
    wide = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}
    ways: list[Callable[[], str]] = [
        text.upper,
        text.swapcase,
        lambda: text.translate(wide),
        lambda: unicodedata.normalize(rng.choice(["NFD", "NFKD", "NFC"]), text),
        lambda: text.translate(traditional()),
        lambda: text.replace(" ", rng.choice(SEPARATORS)),
        lambda: text.replace(" ", ""),
        lambda: "".join(c for c in text if c.isalnum() or c == " "),
        lambda: sown(rng, text, SEPARATORS, 0.3),
        lambda: sown(rng, text, INVISIBLE, 0.3),
        lambda: sown(rng, text, MARKS, 0.1),
        lambda: sown(rng, text, [chr(c) for c in range(0x300, 0x370)], 0.3),
    ]
    return rng.choice(ways)()


MUTATIONS: list[Callable[[Rng, str], str]] = [
    lambda rng, text: replaced(rng, text, rng.choice(text or "x")),
    lambda rng, text: inserted(rng, text, rng.choice(AWKWARD)),
    lambda rng, text: replaced(rng, text, ""),
    lambda rng, text: text[rng.randrange(len(text) // 3 + 1) :],
    lambda rng, text: replaced(rng, text, passage(rng, size(rng, 80))),
    lambda rng, text: inserted(rng, text, rng.choice(ELLIPSES) * size(rng, 6)),
    lambda rng, text: replaced(rng, text, number(rng)),
    lambda rng, text: inserted(rng, text, number(rng)),
    lambda rng, text: replaced(rng, text, rng.choice(NAMES)),
    lambda rng, text: inserted(rng, text, rng.choice(NEGATORS)),
    lambda rng, text: rng.choice(MARKS) * size(rng, 5) + text + rng.choice(MARKS) * size(rng, 5),
    lambda rng, text: f"“{inserted(rng, text, '’” he said, “‘')}”",
    spliced,
    reordered,
    shortened,
    retyped,
]


def mutated(rng: Rng, text: str, most: int = 5) -> str:
    for _ in range(rng.randint(0, most)):
        text = rng.choice(MUTATIONS)(rng, text)
    return text
