"""`python -m tests.bench`: what is fast, as ratios to the plain way, put in docs/benchmarks.md.

Both sides of a pair run in turn on the same inputs, so that a slow or busy machine slows both.
Figures are medians; no test asserts them.
"""

import argparse
import asyncio
from pathlib import Path

from tests.bench import (
    accuracy,
    calls,
    contexts,
    copy_checks,
    depth_rows,
    imports,
    lookups,
    retrieval,
    review,
    review_keys,
    runs,
    texts,
    verification,
)
from tests.bench.novels import Library, invented, libraries
from tests.bench.page import renewed
from tests.bench.pairs import Row, table

KEYS = 600
"""Decisions in a row."""
PAGE = Path(__file__).parents[2] / "docs" / "benchmarks.md"
HEAD = """# Benchmarks

Written by `make bench`, where a section names no other command. Each row pairs the desk's way with
a plain one on the same inputs, in turn; figures are medians and the ratio is theirs. Absolute times
depend on the machine, ratios hardly.
"""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--quotes", action="store_true", help="print the rows of quotes only")
    parser.add_argument("--depth", action="store_true", help="print the rows of depth tests only")
    parser.add_argument("--accuracy", action="store_true", help="print those of the page Accuracy")
    parser.add_argument("--review", action="store_true", help="print those of the review desk only")
    parser.add_argument("--copy", action="store_true", help="print those of copy verification only")
    parser.add_argument("--keys", action="store_true", help="decide by keys in Chromium only")
    parser.add_argument("--runs", action="store_true", help="print those of validations only")
    parser.add_argument("--retrieval", type=Path, metavar="FILE", help="print those of retrieval")
    parser.add_argument(
        "--novels",
        type=Path,
        metavar="FOLDER",
        help="look quotes up in the .txt files there too, two or more novels a language",
    )
    arguments = parser.parse_args()
    given = list(libraries(arguments.novels)) if arguments.novels else []
    if arguments.quotes:
        print(lookups.report(given or list(invented())))
        return
    if arguments.accuracy:
        print(accuracy.report())
        return
    if arguments.depth:
        print("\n".join(_depth_sections(given or list(invented()))))
        return
    if arguments.review:
        print(_review_section())
        return
    if arguments.copy:
        print(_copy_section())
        return
    if arguments.runs:
        print(_runs_section())
        return
    if arguments.retrieval:
        print(retrieval.report(arguments.retrieval))
        return
    if arguments.keys:
        print(review_keys.report(KEYS))
        return
    measured = "\n".join(_sections(list(invented()), given))
    print(measured)
    PAGE.write_text(renewed(PAGE.read_text("utf-8"), measured), encoding="utf-8")


def _sections(made: list[Library], given: list[Library]) -> list[str]:
    rows: list[Row] = [*texts.rows(made), *imports.rows(), *asyncio.run(calls.rows())]
    sections = [
        HEAD,
        table(("what", "the desk", "the plain way", "ratio"), (row.cells for row in rows)),
        f"## Quotes in a text of a million characters\n\n{lookups.ABOUT}",
        "### Invented novels\n\nThey repeat themselves the way real ones do "
        f"(`tests/bench/invented.py`).\n\n{lookups.report(made)}",
    ]
    if given:
        sections.append(
            "### Real novels\n\nThose of a folder (`make bench NOVELS=FOLDER`).\n\n"
            f"{lookups.report(given)}"
        )
    return [*sections, *_depth_sections(made), *_desk_sections()]


def _desk_sections() -> list[str]:
    return [
        _runs_section(),
        _review_section(),
        f"## {KEYS} decisions by keyboard\n\n{review_keys.report(KEYS)}",
        f"## The page Accuracy\n\n{accuracy.report()}",
        _copy_section(),
    ]


def _runs_section() -> str:
    return f"## Validations beside another framework\n\n{runs.report()}"


def _copy_section() -> str:
    checks = f"### In the database\n\n{copy_checks.report()}"
    return f"## Copy verification\n\n{verification.report()}\n{checks}"


def _review_section() -> str:
    return f"## The review desk\n\n{review.report()}"


def _depth_sections(libraries: list[Library]) -> list[str]:
    return [
        f"## Contexts of depth tests\n\n{contexts.report(libraries)}",
        f"## A million results of depth tests\n\n{depth_rows.report()}",
    ]


if __name__ == "__main__":
    main()
