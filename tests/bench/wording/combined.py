"""A changed word together with what is tolerated: scanning errors, a label, the mark of a note."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import cycle

from tests.bench.evidence.cases import Case, Make, Maker, QuoteClass, Target
from tests.bench.wording.editions import NOTE_PLACES, NOTES, with_mark
from tests.bench.wording.labels import LABELS, labelled
from tests.bench.wording.ocr import noisy

_NOISE = 0.03
Add = Callable[[str, Maker], str]


def scanned(quote: str, maker: Maker) -> str:
    return noisy(quote, _NOISE, maker)


def with_label(quote: str, maker: Maker) -> str:
    return labelled(quote, maker.rng.choice(LABELS[maker.book.language]))


def with_note(quote: str, maker: Maker) -> str:
    write = maker.rng.choice(list(NOTES.values()))
    return with_mark(quote, write, NOTE_PLACES, maker)


def combined(kinds: Sequence[QuoteClass], add: Add) -> Make:
    """A case of each class in turn, with something tolerated added to it."""

    def make(maker: Maker) -> Iterator[Case | None]:
        language = maker.book.language
        drawn = [(kind, kind.make(maker)) for kind in kinds if language in kind.languages]
        for kind, cases in cycle(drawn):
            case = next(cases, None)
            quote = add(case.quote, maker) if case else ""
            added = case and quote and quote != case.quote
            variant = f"{kind.name}: {case.variant}" if case else ""
            yield replace(case, quote=quote, variant=variant) if case and added else None

    return make


def classes(kinds: Sequence[QuoteClass]) -> Sequence[QuoteClass]:
    """Three classes: all of `kinds`, each with another thing added."""
    return [
        QuoteClass(f"all of these, {what}", how, Target.NONE, combined(kinds, add))
        for what, how, add in (
            ("with scanning errors", "3 % of the letters, look-alikes in Chinese", scanned),
            ("with a label", "Evidence: ..., 原文：", with_label),
            ("with the mark of a note", "¹ ① word12 ...", with_note),
        )
    ]
