"""What is written around a quote: labels, numbers of a list, quote marks, the place cited."""

from collections.abc import Iterator, Mapping, Sequence

from core.text import Span
from tests.bench.evidence.cases import Case, Maker, QuoteClass, Target
from tests.bench.evidence.joins import pieces

LABELS = {
    "en": (
        "Evidence: {}",
        "Evidence: “{}”",
        "Quote: {}",
        'Quote: "{}"',
        "The text says: {}",
        'The text says: "{}"',
        'The passage states, "{}"',
        "Supporting quote: {}",
        "**Evidence:** {}",
        "Evidence 1: {}",
    ),
    "zh": (
        "原文：{}",
        "原文：“{}”",
        "证据：{}",
        "证据：“{}”",
        "原文写道：“{}”",
        "文中提到：{}",
        "引文：{}",
        "**原文**：{}",
        "依据：「{}」",
        "Evidence: {}",
    ),
}
PLACES = {
    "en": (
        '"{}" (Chapter 12)',
        "“{}” (Ch. 3)",
        '"{}" (p. 45)',
        '"{}" - Chapter 7',
        '"{}" [Chapter XII]',
        "{} (Chapter 4, paragraph 2)",
        'In Chapter 5: "{}"',
    ),
    "zh": (
        "“{}”（第十二回）",
        "“{}”（第3章）",
        "{}（第四十五回）",
        "「{}」——第七回",
        "第五回：“{}”",
        "“{}”（见第六章第二段）",
    ),
}
_LISTS = {
    "en": ("1. {}\n2. {}", "1) {}\n2) {}", "- {}\n- {}", "(1) {}\n(2) {}"),
    "zh": ("1. {}\n2. {}", "1、{}\n2、{}", "（1）{}\n（2）{}", "一、{}\n二、{}"),
}
_BOTH = {
    "en": ('"{}" and "{}"', "“{}” and “{}”", '"{}"; "{}"', '"{}", "{}"'),
    "zh": ("“{}”和“{}”", "“{}”，“{}”", "“{}”；“{}”", "「{}」及「{}」"),
}
SIDE_BY_SIDE = {"en": ('"{}" "{}"', "“{}” “{}”"), "zh": ("“{}”“{}”", "「{}」「{}」")}
"""Nothing between them says that words are left out."""
Forms = Mapping[str, Sequence[str]]


def labelled(passage: str, form: str) -> str:
    return form.replace("{}", passage, 1)


def around(forms: Forms, maker: Maker) -> Iterator[Case | None]:
    while True:
        place, form = maker.passage(), maker.rng.choice(forms[maker.book.language])
        quote = labelled(maker.text(place), form) if place else ""
        yield Case(quote, place, form.replace("\n", "⏎")) if place else None


def several(forms: Forms, maker: Maker) -> Iterator[Case | None]:
    """Two passages in order, at most 400 characters between them."""
    while True:
        places = pieces(maker, 2, 5, 400)
        if places is None:
            yield None
            continue
        form = maker.rng.choice(forms[maker.book.language])
        quote = form
        for place in places:
            quote = labelled(maker.text(place), quote)
        whole = Span(places[0].start, places[1].end)
        yield Case(quote, whole, form.replace("\n", "⏎"))


def labels(maker: Maker) -> Iterator[Case | None]:
    return around(LABELS, maker)


def cited(maker: Maker) -> Iterator[Case | None]:
    return around(PLACES, maker)


def listed(maker: Maker) -> Iterator[Case | None]:
    return several(_LISTS, maker)


def side_by_side(maker: Maker) -> Iterator[Case | None]:
    return several(SIDE_BY_SIDE, maker)


def both(maker: Maker) -> Iterator[Case | None]:
    return several(_BOTH, maker)


CHANGED: Sequence[QuoteClass] = (
    QuoteClass(
        "speeches side by side",
        'two passages as "..." "...", as if the one followed the other',
        Target.NONE,
        side_by_side,
    ),
)
CLASSES: Sequence[QuoteClass] = (
    QuoteClass("a label", 'Evidence: ..., The text says: "...", 原文：', Target.NEARLY_ALL, labels),
    QuoteClass("the place cited", '"..." (Chapter 12), （第十二回）', Target.NEARLY_ALL, cited),
    QuoteClass(
        "a list of two", "1. ... 2. ..., near one another in order", Target.NEARLY_ALL, listed
    ),
    QuoteClass("two in quote marks", '"..." and "...", the same', Target.NEARLY_ALL, both),
)
