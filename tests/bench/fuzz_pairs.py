"""Random and adversarial (quote, text) pairs, each made from a seed alone."""

import re
import unicodedata
from collections.abc import Callable
from typing import NamedTuple

from core.text.language.contractions import CONTRACTIONS
from core.text.language.numerals import CHINESE_NUMERALS, ENGLISH_NUMERALS
from tests.bench.fuzz_mutations import (
    BLOCKS,
    ELLIPSES,
    INVISIBLE,
    MARKS,
    NAMES,
    NEGATORS,
    SEPARATORS,
    Rng,
    inserted,
    joined,
    mutated,
    number,
    part,
    passage,
    retyped,
    size,
    sown,
    stories,
    units,
)
from tests.core.text.samples import AWKWARD

NUMBER_SIGNS = f"{CHINESE_NUMERALS}公西元零分点"


class Pair(NamedTuple):
    """`least` is a similarity some part of the text has by construction, where that is known."""

    quote: str
    text: str
    least: float | None = None


GENERATORS: dict[str, tuple[float, Callable[[Rng], Pair]]] = {}
"""By name: how often each is drawn, and what makes a pair."""


def kind(share: float) -> Callable[[Callable[[Rng], Pair]], Callable[[Rng], Pair]]:
    def registered(make: Callable[[Rng], Pair]) -> Callable[[Rng], Pair]:
        GENERATORS[make.__name__] = (share, make)
        return make

    return registered


def drawn_pair(seed: int, number: int) -> tuple[str, Pair]:
    """The name of its generator and pair `number` of a run; the same on every machine."""
    rng = Rng(f"{seed}:{number}")
    names, shares = zip(*((name, share) for name, (share, _) in GENERATORS.items()), strict=True)
    (name,) = rng.choices(names, shares)
    return name, GENERATORS[name][1](rng)


def swapped(rng: Rng, pair: Pair) -> Pair:
    return Pair(pair.text, pair.quote) if rng.random() < 0.1 else pair


def counted_otherwise(text: str) -> bool:
    """Whether a text may hold a number, which is one letter, or a "don't", which is "do not".

    Also where it is cut: 公元 of 公元一三六八.
    """
    signs = any(c in NUMBER_SIGNS or unicodedata.numeric(c, None) is not None for c in text)
    words = re.findall("[a-z]+", re.sub("['’]", "", text.lower()))
    return signs or not (ENGLISH_NUMERALS | CONTRACTIONS.keys()).isdisjoint(words)


@kind(12)
def unicode_of_many_blocks(rng: Rng) -> Pair:
    blocks = rng.sample(BLOCKS, rng.randint(1, 6))
    text = "".join(chr(rng.choice(rng.choice(blocks))) for _ in range(size(rng, 400)))
    quote = part(rng, text, 60)
    if rng.random() < 0.5:
        quote = "".join(chr(rng.choice(rng.choice(blocks))) for _ in range(size(rng, 60)))
    return swapped(rng, Pair(mutated(rng, quote, 1), text))


@kind(10)
def awkward_characters(rng: Rng) -> Pair:
    text = "".join(rng.choices(AWKWARD, k=size(rng, 300)))
    book = inserted(rng, passage(rng, size(rng, 200)), text)
    return swapped(rng, Pair(mutated(rng, part(rng, book, 80), 2), book))


@kind(10)
def few_letters(rng: Rng) -> Pair:
    letters = rng.choice(re.findall("[^|]+", "ab|ab |a b c|不有|不a1 |1.,|一二十万|-1 |…a|'a"))
    text = "".join(rng.choices(letters, k=size(rng, 400)))
    quote = "".join(rng.choices(letters, k=size(rng, 60)))
    return Pair(rng.choice([quote, mutated(rng, part(rng, text, 60), 2)]), text)


@kind(6)
def nearly_nothing(rng: Rng) -> Pair:
    little = "\x00\ud800\udfff\u0301\u200d…a不5" + MARKS
    quote, text = ("".join(rng.choices(little, k=rng.randrange(4))) for _ in range(2))
    return Pair(quote, text)


@kind(3)
def longer_than_the_text(rng: Rng) -> Pair:
    text = passage(rng, size(rng, 200))
    return Pair(passage(rng, size(rng, 300)) + mutated(rng, text) + passage(rng, 300), text)


@kind(2)
def one_character_again_and_again(rng: Rng) -> Pair:
    one = rng.choice("a1 .,-…不三\u0301\u200d\x00\ud800\u1100\u3099\U0001f469½′*[“\n")
    text, quote = (
        one * rng.choice([100, 1_000, 10_000, 100_000]),
        one * rng.choice([1, 30, 500, 10_000]),
    )
    other = rng.choice(["", "a", "不", "1", " ", "…"])
    return Pair(mutated(rng, inserted(rng, quote, other), 1), inserted(rng, text, other))


@kind(4)
def one_unit_again_and_again(rng: Rng) -> Pair:
    unit = rng.choice([part(rng, passage(rng, 200), 80), number(rng), rng.choice(NEGATORS), "the "])
    text = unit * (size(rng, 20_000) // len(unit) + 1)
    quote = mutated(rng, text[: size(rng, 800)], 3)
    return Pair(quote, mutated(rng, text, 1))


@kind(4)
def words_one_letter_apart(rng: Rng) -> Pair:
    letters, length = rng.choice(["ab", "abc", "aéå"]), rng.randint(2, 12)
    words = ["".join(rng.choices(letters, k=length)) for _ in range(size(rng, 10_000))]
    quote = ["".join(rng.choices(letters, k=length)) for _ in range(size(rng, 300))]
    at = rng.randrange(len(words))
    return Pair(" ".join(rng.choice([quote, words[at : at + 20]])), " ".join(words))


@kind(1)
def endless_words(rng: Rng) -> Pair:
    story = "".join(c for c in rng.choice(stories()[::2]) if c.isalpha())
    text = (story * (100_000 // len(story) + 1))[: rng.choice([3_000, 100_000])]
    text = rng.choice([text, "a" * len(text), "".join(rng.choices("ab", k=len(text)))])
    return Pair(mutated(rng, part(rng, text, rng.choice([60, 60, 5_000])), 3), text)


@kind(0.5)
def long_quotes(rng: Rng) -> Pair:
    text, long = (passage(rng, rng.choice([100, 4_900, 20_000, 100_000])) for _ in range(2))
    return rng.choice(
        [
            Pair(long, text),
            Pair(inserted(rng, long, text), text),
            Pair(mutated(rng, text), text),
            Pair(mutated(rng, part(rng, text, 6_000), 40), text),
        ]
    )


@kind(2)
def long_texts(rng: Rng) -> Pair:
    text = passage(rng, size(rng, 100_000))
    return Pair(mutated(rng, part(rng, text, 400)), text)


@kind(30)
def edited_passages(rng: Rng) -> Pair:
    text = passage(rng, size(rng, 6_000))
    return swapped(rng, Pair(mutated(rng, part(rng, text)), mutated(rng, text, 1)))


@kind(10)
def planted_copies(rng: Rng) -> Pair:
    """One letter of a long word replaced, or one Chinese character: `least` is known."""
    text = passage(rng, 400 + size(rng, 5_000))
    words = units(part(rng, text, rng.choice([40, 100, 300])))[1:-1]
    plain, letters, edits = not counted_otherwise(joined(words)), 0, 0
    for at, word in enumerate(words):
        letters += sum(map(str.isalpha, word))
        middle = len(word) // 2
        if rng.random() < 0.2 and word.isascii() and word.isalpha() and len(word) >= 6:
            words[at] = word[:middle] + ("q" if word[middle] != "q" else "z") + word[middle + 1 :]
            edits += 1
        elif len(word) == 1 and "\u4e00" <= word <= "\u9fff" and rng.random() < 0.1:
            words[at], edits = "鑫", edits + 1
    return Pair(joined(words), text, 1 - edits / letters if letters and plain else None)


@kind(6)
def passages_put_together(rng: Rng) -> Pair:
    """Parts of one text in any order, with or without marks between them."""
    text = passage(rng, 500 + size(rng, 12_000))
    reach = rng.choice([len(text), 600])
    starts = [rng.randrange(reach) % len(text) for _ in range(rng.randint(2, 6))]
    if rng.random() < 0.7:
        starts.sort()
    parts = [text[start : start + rng.randint(6, 60)] for start in starts]
    return Pair(rng.choice([*ELLIPSES, "", " ", "，"]).join(parts), mutated(rng, text, 1))


@kind(4)
def numbers_cut_at_a_join(rng: Rng) -> Pair:
    """Words are left out from the middle of a number or of a word on."""
    parts = [passage(rng, rng.randint(20, 80)) for _ in range(2)]
    cut, gap = rng.choice([number(rng), "significant"]), passage(rng, size(rng, 300))
    mark = rng.choice([rng.choice(ELLIPSES), "", " ", " "])
    quote = parts[0] + cut[: rng.randint(0, len(cut))] + mark + parts[1]
    return Pair(quote, f"{parts[0]}{cut} {gap} {parts[1]}")


@kind(3)
def ellipses_without_end(rng: Rng) -> Pair:
    text = passage(rng, size(rng, 3_000))
    count, mark = size(rng, 4_000), rng.choice(ELLIPSES)
    quote = mark.join(part(rng, text, 12) for _ in range(count))
    return swapped(rng, Pair(rng.choice([quote, mark * count + quote[:99]]), text))


@kind(6)
def numbers_in_every_form(rng: Rng) -> Pair:
    some = [number(rng) for _ in range(rng.randint(1, 12))]
    text = rng.choice(["", " ", "，", passage(rng, 20)]).join(some)
    quote = rng.choice([part(rng, text, 60), number(rng), text, mutated(rng, text, 2)])
    return Pair(quote, inserted(rng, passage(rng, size(rng, 400)), text))


@kind(0.5)
def numbers_without_end(rng: Rng) -> Pair:
    units = (
        "9|1,000|,000|9.|0.1|-|−5|$|[1]|½|%|1 |hundred |twenty-|million |"
        "一万|万|亿|十|〇|半|三分之|第一"
    )
    unit = rng.choice(re.findall("[^|]+", units))
    long = unit * rng.choice([100, 2_000, 10_000])
    text = inserted(rng, passage(rng, 200), long)
    return Pair(mutated(rng, rng.choice([long, part(rng, text, 5_000), "9" * 40]), 2), text)


@kind(2)
def marks_on_letters(rng: Rng) -> Pair:
    marks = "\u3099\u309a\uff9e\u0f71\u0f80\u20dd" + "".join(map(chr, range(0x300, 0x370)))
    letter = rng.choice("eoAカｶハ여가\u1100\u0f40a")
    stack = letter + "".join(rng.choices(marks, k=rng.choice([1, 5, 30, 3_000])))
    many = rng.choice([1, 40 if len(stack) < 99 else 2])
    text = inserted(rng, passage(rng, 120), stack * many)
    return Pair(mutated(rng, rng.choice([part(rng, text, 200), stack, letter]), 1), text)


@kind(4)
def joined_and_turned_scripts(rng: Rng) -> Pair:
    pieces = re.findall(
        r"\S+",
        "👩\u200d👩 👨🏽\u200d🚀 🏳️\u200d🌈 \u202eabc\u202c \u2067x\u2069 \u0661\u0662\u0663 \ufdfa "
        "\u05e9\u05b8\u05c1\u05dc\u05d5\u05b9\u05dd \u0645\u0631\u062d\u0628\u0627 "
        "각 가\u11a8 \u1100\u1161\u11a8 ﾡ￦ がぎ ｶﾞｷﾞ か\u3099 ﾊﾟ 〱〻々〆 ㌢ ㈱ ﬁﬂﬃ ﬆ ŉ ǅ "
        "İı ſßẞ ΣςΐΰᾳΩ Å Å A\u030a ﹏︽ Ｆｕｌｌ ｗｉｄｔｈ",
    )
    text = "".join(rng.choice([*pieces, " ", "a", "不"]) for _ in range(size(rng, 300)))
    return swapped(rng, Pair(mutated(rng, part(rng, text, 60), 2), text))


@kind(2)
def every_separator(rng: Rng) -> Pair:
    text = passage(rng, size(rng, 600))
    quote = part(rng, text, 120)
    seeds = rng.choice([SEPARATORS, INVISIBLE, list(MARKS)])
    return Pair(sown(rng, quote, seeds, rng.random()), sown(rng, text, seeds, rng.random()))


@kind(4)
def half_words(rng: Rng) -> Pair:
    """Quotes that begin and end anywhere among words which read otherwise when they are cut."""
    words = re.findall(
        r"\S+",
        "scant cant cants cannot wont wonts dont didnts havent can not and hand sandy someone one "
        "two hundred twenty-five twenty-first often ten eight height weight fortunate forty's "
        "5 -5 1.5 50% $5 B-52 Mr. o'clock unhappy 一 三十 半 两人 不 没有 来了 men the a",
    )
    text = rng.choice([" ", " ", "", ", "]).join(rng.choices(words, k=size(rng, 60)))
    quote = part(rng, text, 60)
    return Pair(rng.choice([quote, quote.replace(" ", ", "), retyped(rng, quote)]), text)


@kind(2)
def denials_and_names(rng: Rng) -> Pair:
    words = [*NEGATORS, *(f" {name} " for name in NAMES), "宝玉道：“", ", ", "said ", "来了", "。"]
    text = "".join(rng.choices(words, k=size(rng, 1_500)))
    return Pair(mutated(rng, part(rng, text, 200), 2), text)


@kind(1)
def many_names(rng: Rng) -> Pair:
    """As many names as sentences: English ones in capitals, Chinese ones who speak."""
    letters = "".join(rng.choices("赵钱孙李周吴郑王冯陈", k=40))
    chinese = rng.random() < 0.5
    names = [part(rng, letters, 3) or "李四" for _ in range(size(rng, 3_000))]
    if not chinese:
        names = [f"N{ord(name[0]):x}{ord(name[-1]):x}".lower().capitalize() for name in names]
    text = (
        ("。{}道：“来了。" if chinese else ", {} came. ")
        .join(["", ""])
        .join([name.join(("。", "道：“来了。") if chinese else (", ", " came.")) for name in names])
    )
    return Pair(mutated(rng, part(rng, text, 200)), text)


@kind(0.5)
def many_near_copies(rng: Rng) -> Pair:
    """The text is hundreds of copies of the quote, each as near as the last."""
    quote = passage(rng, 20 + size(rng, 5_000))
    share = rng.choice([0.02, 0.15, 0.2, 0.3, 0.45])
    count = 1 + size(rng, 80_000) // len(quote)
    return Pair(quote, "。 ".join(sown(rng, quote, "qz鑫1", share) for _ in range(count)))


@kind(0.5)
def shuffled_words(rng: Rng) -> Pair:
    """Every word of the quote is in the text, everywhere but together."""
    words = units(passage(rng, rng.randint(40, 3_000)))
    text: list[str] = []
    while len(text) < 4_000:
        text += rng.sample(words, len(words))
    return Pair(joined(words), joined(text))


@kind(1)
def common_words(rng: Rng) -> Pair:
    words = re.findall(
        r"\S+", rng.choice(["the of and a to in he was", "的 了 一 是 不 在 他 有", "a b"])
    )
    text = rng.choices(words, k=size(rng, 20_000))
    quote = rng.choices(words, k=size(rng, 1_000))
    return Pair(joined(quote), joined(text))
