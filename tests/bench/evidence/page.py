"""docs/evidence.md: what was measured, with n, and what went wrong."""

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from core.text import EvidenceMatcher
from tests.bench.evidence.books import Book, read_books
from tests.bench.evidence.changes import DIGIT
from tests.bench.evidence.tables import (
    ClassResult,
    by_variant,
    class_tables,
    per_novel,
    table,
    wrong_by_cause,
    wrong_examples,
)
from tests.bench.evidence.trial import CLASSES, Outcome, try_book

_WORKERS = 2
HEAD = """# Can quotes be trusted?

Written by `python -m tests.bench.evidence DATA_FOLDER` (threshold 0.8, seed {seed}); the texts are
public novels and data sets that the repository does not hold. A rate reads: hits of n, per cent,
Wilson 95 % interval.
"""
HOW_MADE = """\
Quotes of 20 to 400 characters (half of them shorter than {median}), drawn all over each novel and
changed by regular expressions and lists of the benchmark's own, which share nothing with the code
that is measured; at most {count} a class and novel. Changed quotes that stand in the book word for
word are left out; so are quotes to be accepted whose passage stands there twice. Each quote is
looked up in three texts: the whole *novel*; a *context* of about 30,000 characters around it, cut
out of the prepared novel as a run does; and, made anew, in 30,000 characters of the novel that are
a *short book* of their own, so that names and the words of a book are known from those alone.
The last column is what a fuzzy ratio accepts: `rapidfuzz.fuzz.partial_ratio` of at least 80 after
`rapidfuzz.utils.default_process`, on the same quotes (in whole novels on the first 40 a class).
A place is the right one if it overlaps the quote's source by at least 0.9 (intersection over
union, from the first letter to the last). Arabic digits are rare in novels: {digits}.
"""


def run_novels(folder: Path, count: int, seed: int) -> list[Outcome]:
    """Every class on every novel and on a short book cut from it; two processes."""
    names = [book.name for book in read_books(folder)]
    tasks = [(folder, name, count, seed, short) for name in names for short in (False, True)]
    with ProcessPoolExecutor(_WORKERS) as pool:
        return [outcome for outcomes in pool.map(_run, tasks) for outcome in outcomes]


def _run(task: tuple[Path, str, int, int, bool]) -> list[Outcome]:
    folder, name, count, seed, short = task
    books = list(read_books(folder))
    book = next(each for each in books if each.name == name)
    others = [each for each in books if each.language == book.language and each is not book]
    return try_book(
        book.short() if short else book,
        others,
        EvidenceMatcher().match,
        count=count,
        seed=seed,
        short=short,
    )


def page(found: Sequence[ClassResult], books: Sequence[Book], count: int, seed: int) -> str:
    """The page as Markdown, as far as it is about quotes made from novels."""
    sections = [
        HEAD.format(seed=seed),
        summary(found),
        "## Quotes made from novels\n",
        _how_made(found, books, count),
        _glossary(),
        *class_tables(found),
        "### Novel by novel: accepted, the three texts together\n",
        per_novel(found),
        "### Way by way\n",
        by_variant(found),
        "### What the wrong ones were taken for\n",
        wrong_by_cause(found),
        "### Some of the wrong ones, of classes that miss their target\n",
        wrong_examples(found, lambda result: not result.meets_target),
        "### Some of the wrong ones, of the other classes\n",
        wrong_examples(found, lambda result: result.meets_target),
    ]
    return "\n".join(sections)


def summary(found: Sequence[ClassResult]) -> str:
    aimed = [result for result in found if not result.kind.measured]
    missed = [result for result in aimed if not result.meets_target]
    lines = [f"{len(aimed) - len(missed)} of {len(aimed)} targets are met in every text.\n"]
    lines += [
        f"- missed: {result.kind.name} ({result.language}) in {', '.join(result.missed)}\n"
        for result in missed
    ]
    return "".join(lines)


def _how_made(found: Sequence[ClassResult], books: Sequence[Book], count: int) -> str:
    lengths = sorted(each.length for result in found for each in result.outcomes)
    digits = ", ".join(f"{book.name} has {len(DIGIT.findall(book.text))}" for book in books)
    return HOW_MADE.format(median=lengths[len(lengths) // 2], count=count, digits=digits)


def _glossary() -> str:
    return table(["class", "what"], [[kind.name, kind.what] for kind in CLASSES])
