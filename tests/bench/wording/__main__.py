"""`python -m tests.bench.wording DATA_FOLDER`: does a quote that is found say what its text says?

Written to docs/measurements/evidence.md. DATA_FOLDER holds novels/LANGUAGE_title.txt (en, zh) and
sets/*.jsonl, as for `tests.bench.evidence`. The same seed gives the same page.
"""

import argparse
import sys
import time
from pathlib import Path

from core.text import EvidenceMatcher
from tests.bench.evidence.books import read_books
from tests.bench.evidence.records import judge
from tests.bench.wording.page import page, tables
from tests.bench.wording.trial import GROUPS, try_novels

PAGE = Path(__file__).parents[3] / "docs" / "measurements" / "evidence.md"
_REAL = "real"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, metavar="DATA_FOLDER")
    parser.add_argument("--quotes", type=int, default=450, help="per class and language")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--page", type=Path, default=PAGE)
    parser.add_argument(
        "--group",
        action="append",
        choices=[*GROUPS, _REAL],
        help="only these, in the terminal; may be repeated",
    )
    parser.add_argument("--print", action="store_true", help="in the terminal, no page")
    arguments = parser.parse_args()
    started = time.perf_counter()
    novels = arguments.data / "novels"
    if not any(novels.glob("*_*.txt")):
        parser.error(f"no novels/LANGUAGE_title.txt in {arguments.data}")
    groups, matcher = arguments.group or [*GROUPS, _REAL], EvidenceMatcher().match
    outcomes = try_novels(
        list(read_books(novels)),
        matcher,
        quotes=arguments.quotes,
        seed=arguments.seed,
        groups=[group for group in GROUPS if group in groups],
        told=lambda line: print(f"{time.perf_counter() - started:5.0f} s  {line}", file=sys.stderr),
    )
    judged = judge(arguments.data, matcher) if _REAL in groups else []
    if arguments.print or arguments.group:
        print(tables(outcomes, judged))
        return
    arguments.page.parent.mkdir(parents=True, exist_ok=True)
    text = page(outcomes, judged, quotes=arguments.quotes, seed=arguments.seed)
    arguments.page.write_text(text, encoding="utf-8")
    print(f"{arguments.page} in {time.perf_counter() - started:.0f} s")


if __name__ == "__main__":
    main()
