"""Numbers that look like the mark of a note or a page and are not: to lose one is to alter."""

import re
from collections.abc import Iterator, Sequence

from tests.bench.evidence.books import Book
from tests.bench.evidence.cases import Case, Maker, QuoteClass, Target
from tests.bench.wording.editions import EditionCase
from tests.bench.wording.lists import in_script

ENGLISH = (
    "They counted 10⟨¹²⟩ grains in the heap",
    "The area was 40 m⟨²⟩ by the plan",
    "He worked out x⟨³⟩ on the slate",
    "She was given vitamin B⟨12⟩ for a month",
    "The road is marked A⟨4⟩ on the map",
    "The agent H⟨3⟩ came back at noon",
    "As rule ⟨(1)⟩ of the club demands",
    "Under section 4⟨(2)⟩ of the act he was free",
    "Of all the clauses ⟨(3)⟩ is the hardest",
    "It was printed in 1742 ⟨[1743]⟩ at Leipzig",
    "The reply is set out in article ⟨[7]⟩ of the treaty",
    "The key opens room ⟨12⟩ of the inn",
    "Turn to page ⟨45⟩ of the ledger",
    "He lived at number ⟨9⟩ beside the well",
    "The witness pointed to line ⟨{45}⟩ of the roll",
    "Read psalm ⟨23⟩ aloud to them",
    "The set a⟨[3]⟩ holds the last value",
    "The isotope C⟨14⟩ was found there",
    "The formula of the acid is H⟨2⟩SO4 as before",
    "Candidate ⟨(4)⟩ won the vote by far",
    "The ship carried ⟨30⟩ men and a boy",
    "He wrote 2⟨⁸⟩ on the wall and left",
    "Chapter ⟨3⟩ was torn out of the book",
    "See p. ⟨88⟩ of the old catalogue",
    "The choir sang hymn ⟨①⟩ and went home",
)
CHINESE = (
    "那堆沙共有10⟨¹²⟩粒之多",
    "这屋子有40平方米即40m⟨²⟩大小",
    "他在石板上算出了x⟨³⟩的值",
    "大夫给他吃维生素B⟨12⟩一个月",
    "地图上标着A⟨4⟩这条路",
    "照规则⟨（1）⟩他不得入内",
    "依第四条⟨（2）⟩款他可以走",
    "各条之中⟨（3）⟩最难做到",
    "书印于1742⟨[1743]⟩年的城中",
    "条约第⟨[7]⟩条写得明白",
    "钥匙开的是⟨12⟩号房间",
    "请翻到账本第⟨45⟩页再看",
    "他住在井边⟨9⟩号院子里",
    "证人指着名册第⟨{45}⟩行",
    "数组a⟨[3]⟩里存着末一个值",
    "那里找到了同位素C⟨14⟩一小块",
    "候选人⟨（4）⟩得票最多",
    "船上载着⟨30⟩人往南去了",
    "他在墙上写下2⟨⁸⟩便走了",
    "书中第⟨3⟩章被人撕去了",
    "众人唱了赞歌⟨①⟩方才回家",
    "他住进⟨①⟩号楼的上房",
    "选项⟨②⟩才是对的",
    "甲组⟨〔二〕⟩号座位空着",
    "方程式⟨(5)⟩没有解",
)
SENTENCES = {"en": ENGLISH, "zh": CHINESE}
_TRAP = re.compile("⟨(.+?)⟩")
_DIGITS = ("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹", "①②③④⑤⑥⑦⑧⑨", "〇一二三四五六七八九")
_ENDS = {"en": re.compile(r"(?<=[a-z]\.) (?=[A-Z])"), "zh": re.compile("(?<=。)(?=[^”\n])")}


def traps(maker: Maker) -> Iterator[Case | None]:
    """A sentence with such a number, put into a short book; the quote drops or changes it."""
    book = maker.book.short()
    ends = [match.start() for match in _ENDS[book.language].finditer(book.text)]
    while ends:
        sentence = in_script(maker.rng.choice(SENTENCES[book.language]), book)
        yield _trapped(book, maker.rng.choice(ends), sentence, maker)


def _trapped(book: Book, at: int, sentence: str, maker: Maker) -> Case | None:
    trap = _TRAP.search(sentence)
    if trap is None:
        return None
    number, dropped = trap.group(1), maker.rng.random() < 0.5
    other = "" if dropped else _another(number, maker)
    end, space = ("。", "") if book.language == "zh" else (".", " ")
    said = f"{space}{_TRAP.sub(number, sentence)}{end}"
    false = f"{space}{_TRAP.sub(other, sentence)}{end}".replace("  ", " ")
    text = book.text[:at] + said + book.text[at:]
    before = book.text[max(0, at - maker.rng.randint(0, 120)) : at]
    before = before[before.find(" ") + 1 :] if space else before
    kind = "dropped" if dropped else "changed"
    return EditionCase((before + false).strip(), None, f"{number} {kind}", len(before), text=text)


def _another(number: str, maker: Maker) -> str:
    """The number with its last digit another one, not 0."""
    for digits in _DIGITS:
        for at in reversed(range(len(number))):
            if number[at] in digits:
                other = maker.rng.choice([d for d in digits[1:] if d != number[at]])
                return number[:at] + other + number[at + 1 :]
    raise ValueError(f"no digit in {number}")


CLASSES: Sequence[QuoteClass] = (
    QuoteClass(
        "numbers that are no marks",
        "10¹², B12, rule (1), 1742 [1743], room 12: the number dropped or another",
        Target.NONE,
        traps,
    ),
)
