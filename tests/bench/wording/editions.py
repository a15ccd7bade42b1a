"""What real editions hold besides their text: note marks, page numbers, running heads, glosses.

Each is put into a short book all over, in a series, and a clean quote is looked up in that; or the
quote holds one of them and is looked up in the clean book.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from core.text import Span
from tests.bench.evidence.books import Book
from tests.bench.evidence.cases import Case, Make, Maker, QuoteClass, Target
from tests.bench.wording.lists import in_script

_BETWEEN_NOTES, _BETWEEN_PAGES = 200, 900
_AFTER_WORD = re.compile(r"(?<=[a-z])(?=[ ,.;:?!])")
_AFTER_HAN = re.compile(
    "(?<=[\u4e00-\u9fff])(?=[，。；：！？、])|(?<=[，。；：！？])(?=[\u4e00-\u9fff“])"
)
_BETWEEN_WORDS = re.compile(r"(?<=[a-z,]) (?=[a-z])")
_BETWEEN_HAN = re.compile("(?<=[\u4e00-\u9fff，])(?=[\u4e00-\u9fff])")
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_HAN_DIGITS = str.maketrans("0123456789", "〇一二三四五六七八九")
_TITLE = {"en": "THE HOUSE BY THE ROAD", "zh": "路旁的老屋"}
Write = Callable[[int, str], str]
"""The mark of a number in a language."""


@dataclass(frozen=True)
class EditionCase(Case):
    """A quote looked up in `text`, which is not the book."""

    text: str = ""


def circled(number: int, _language: str) -> str:
    return chr(ord("①") + (number - 1) % 20)


def raised(number: int, _language: str) -> str:
    return str(number).translate(_RAISED)


def as_note(number: int, language: str) -> str:
    return f"（注{number}）" if language == "zh" else f"(note {number})"


def bracketed(number: int, language: str) -> str:
    return f"[注{number}]" if language == "zh" else f"[{number}]"


def han_bracketed(number: int, _language: str) -> str:
    return f"〔{str(number).translate(_HAN_DIGITS)}〕"


def form(written: str) -> Write:
    return lambda number, _language: written.replace("{}", str(number))


def page_line(number: int, _language: str) -> str:
    return f"\n\n{number}\n\n"


def running_head(number: int, language: str) -> str:
    title = _TITLE[language]
    return f"\n\n{number}   {title}\n\n" if number % 2 else f"\n\n{title}   {number}\n\n"


NOTES: dict[str, Write] = {
    "note ¹": raised,
    "note ①": circled,
    "note word12": form("{}"),
    "note 〔一〕": han_bracketed,
    "note （注1）, (note 1)": as_note,
    "note [注1], [1]": bracketed,
    "note <sup>3</sup>": form("<sup>{}</sup>"),
    "note [^3]": form("[^{}]"),
    "note (1)": form("({})"),
}
PAGES: dict[str, Write] = {
    "page number in a line": page_line,
    "page [Pg 45]": form(" [Pg {}] "),
    "page {45}": form("{{}}"),
    "page p. 45 in a line": form("\n\np. {}\n\n"),
    "running head": running_head,
}


def in_the_book(write: Write, places: dict[str, re.Pattern[str]], apart: int) -> Make:
    """A clean passage, looked up in a short book that holds the marks in a series."""

    def make(maker: Maker) -> Iterator[Case | None]:
        book = maker.book.short()
        marks = _series(book, places[book.language], apart)
        edition = _printed(book, marks, write)
        short = Maker(book, maker.others, maker.rng)
        while marks:
            at = maker.rng.choice(marks)
            place = short.passage(Span(max(0, at - 1), at + 1))
            fits = place and place.start < at - 1 and at + 1 < place.end
            quote = short.text(place) if place else ""
            yield EditionCase(quote, place, text=edition) if fits else None

    return make


def in_the_quote(write: Write, places: dict[str, re.Pattern[str]]) -> Make:
    """A passage as the edition prints it, looked up in the clean book."""

    def make(maker: Maker) -> Iterator[Case | None]:
        while True:
            place = maker.passage()
            marked = with_mark(maker.text(place), write, places, maker) if place else ""
            yield Case(marked, place) if marked else None

    return make


def with_mark(passage: str, write: Write, places: dict[str, re.Pattern[str]], maker: Maker) -> str:
    """The passage with a mark of any number inside; empty where none fits."""
    language = maker.book.language
    able = [each.start() for each in places[language].finditer(passage)]
    able = [at for at in able if 2 < at < len(passage) - 2]
    if not able:
        return ""
    at = maker.rng.choice(able)
    return passage[:at] + write(maker.rng.randint(1, 60), language) + passage[at:]


def _series(book: Book, pattern: re.Pattern[str], apart: int) -> list[int]:
    """Places about so far apart from one another."""
    marks: list[int] = []
    for match in pattern.finditer(book.text):
        if match.start() - (marks[-1] if marks else 0) >= apart:
            marks.append(match.start())
    return marks


def _printed(book: Book, marks: Sequence[int], write: Write) -> str:
    pieces, before = [], 0
    for number, at in enumerate(marks, 1):
        pieces += [book.text[before:at], write(number, book.language)]
        before = at
    return "".join([*pieces, book.text[before:]])


def gloss(number: int, language: str) -> str:
    glosses = ("（即此处之主人）", "（即城中）", "（即旧时说法）", "（又名长春）")
    return glosses[number % len(glosses)]


def ruby(passage: str, maker: Maker) -> str:
    """A word or some characters as ruby, with or without brackets for other readers."""
    is_han = maker.book.language == "zh"
    sites = list(re.finditer("[\u4e00-\u9fff]{2}" if is_han else r"(?<= )[a-z]{4,}(?= )", passage))
    if not sites:
        return passage
    site = maker.rng.choice(sites)
    read = "zhù yīn" if is_han else "note"
    rt = maker.rng.choice([f"<rt>{read}</rt>", f"<rp>(</rp><rt>{read}</rt><rp>)</rp>"])
    return passage[: site.start()] + f"<ruby>{site.group()}{rt}</ruby>" + passage[site.end() :]


def ruby_in_the_book(maker: Maker) -> Iterator[Case | None]:
    return _whole(maker, lambda passage: (passage, ruby(passage, maker)))


def ruby_in_the_quote(maker: Maker) -> Iterator[Case | None]:
    return _whole(maker, lambda passage: (ruby(passage, maker), passage))


def _whole(maker: Maker, change: Callable[[str], tuple[str, str]]) -> Iterator[Case | None]:
    """What a quote and its passage in a short book are made; they differ."""
    book = maker.book.short()
    short = Maker(book, maker.others, maker.rng)
    while True:
        place = short.passage()
        quote, printed = change(short.text(place)) if place else ("", "")
        if place is None or quote == printed:
            yield None
            continue
        text = book.text[: place.start] + printed + book.text[place.end :]
        yield EditionCase(quote, place, text=text)


_DATED = {
    "en": (" It was in {} that this happened. ", " The year {} had come. "),
    "zh": ("那是{}年的事。", "时在{}年春天。"),
}
_SENTENCE = {"en": re.compile(r"(?<=[a-z]\.) (?=[A-Z])"), "zh": re.compile("(?<=。)(?=[^”\n])")}


def spaced_digits(maker: Maker) -> Iterator[Case | None]:
    """A book with a year in it, and a quote that spaces its digits."""
    book = maker.book.short()
    ends = [match.start() for match in _SENTENCE[book.language].finditer(book.text)]
    while ends:
        at, year = maker.rng.choice(ends), str(maker.rng.randint(1600, 1999))
        dated = in_script(maker.rng.choice(_DATED[book.language]), book).replace("{}", year)
        text = book.text[:at] + dated + book.text[at:]
        quote = text[max(0, at - maker.rng.randint(5, 150)) : at + len(dated)].strip()
        yield EditionCase(quote.replace(year, " ".join(year)), None, text=text)


NOTE_PLACES = {"en": _AFTER_WORD, "zh": _AFTER_HAN}
PAGE_PLACES = {"en": _BETWEEN_WORDS, "zh": _BETWEEN_HAN}
_HAN_ONLY = frozenset({"zh"})


def _classes() -> Iterator[QuoteClass]:
    either = frozenset({"en", "zh"})
    for marks, places, apart in (
        (NOTES, NOTE_PLACES, _BETWEEN_NOTES),
        (PAGES, PAGE_PLACES, _BETWEEN_PAGES),
    ):
        for name, write in marks.items():
            languages = _HAN_ONLY if "〔" in name else either
            for where, make in (
                ("book", in_the_book(write, places, apart)),
                ("quote", in_the_quote(write, places)),
            ):
                what = f"in the {where} alone"
                yield QuoteClass(f"{name}, {where}", what, Target.NEARLY_ALL, make, languages)


CLASSES: Sequence[QuoteClass] = (
    *_classes(),
    QuoteClass(
        "a gloss, book",
        "（即…） in the book alone",
        Target.NEARLY_ALL,
        in_the_book(gloss, PAGE_PLACES, _BETWEEN_NOTES),
        _HAN_ONLY,
    ),
    QuoteClass(
        "a gloss, quote",
        "（即…） in the quote alone",
        Target.NEARLY_ALL,
        in_the_quote(gloss, PAGE_PLACES),
        _HAN_ONLY,
    ),
    QuoteClass("ruby, book", "<ruby> in the book alone", Target.NEARLY_ALL, ruby_in_the_book),
    QuoteClass("ruby, quote", "<ruby> in the quote alone", Target.NEARLY_ALL, ruby_in_the_quote),
    QuoteClass("digits spaced", "1 8 9 4", Target.NEARLY_ALL, spaced_digits),
)
