"""`python -m tests.bench.evidence DATA_FOLDER`: can quotes be trusted? Written to docs/evidence.md.

DATA_FOLDER holds novels/LANGUAGE_title.txt (en, zh), from which quotes are made, and sets/*.jsonl,
quotes that models and people wrote. The same seed gives the same page.
"""

import argparse
import time
from pathlib import Path

from core.text import EvidenceMatcher
from tests.bench.evidence.books import read_books
from tests.bench.evidence.page import page, run_novels
from tests.bench.evidence.records import judge, report
from tests.bench.evidence.tables import results

FUZZING = """## Fuzzing

Random and adversarial quotes and texts, 100,000 pairs: [fuzzing.md](fuzzing.md).
"""
PAGE = Path(__file__).parents[3] / "docs" / "evidence.md"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, metavar="DATA_FOLDER")
    parser.add_argument("--quotes", type=int, default=200, help="per class and novel")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--page", type=Path, default=PAGE)
    arguments = parser.parse_args()
    started = time.perf_counter()
    novels = arguments.data / "novels"
    if not any(novels.glob("*_*.txt")):
        parser.error(f"no novels/LANGUAGE_title.txt in {arguments.data}")
    found = results(run_novels(novels, arguments.quotes, arguments.seed))
    judged = judge(arguments.data, EvidenceMatcher().match)
    sections = [
        page(found, list(read_books(novels)), arguments.quotes, arguments.seed),
        report(judged),
        FUZZING,
    ]
    arguments.page.write_text("\n".join(sections), encoding="utf-8")
    for result in found:
        if not result.meets_target:
            print(f"misses its target: {result.kind.name} ({result.language})")
    print(f"disagreements with the sets: {sum(not each.agrees for each in judged)}")
    print(f"{arguments.page} in {time.perf_counter() - started:.0f} s")


if __name__ == "__main__":
    main()
