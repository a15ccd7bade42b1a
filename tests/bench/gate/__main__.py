"""`python -m tests.bench.gate`: docs/measurements/gate.md; `--record` writes `before.json`."""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from core.stats.rates import Rate
from tests.bench.gate.measure import LANGUAGES, Figure, figures

HERE = Path(__file__).parent
BEFORE = HERE / "before.json"
PAGE = HERE.parents[2] / "docs" / "measurements" / "gate.md"
HEAD = """# The evidence gate, measured

Written by `python -m tests.bench.gate`. The questions and the answers of its writers are in
tests/bench/gate, on the sample documents of the desk; each answer goes over HTTP through the model
writer and every check. Figures are counts with n and the Wilson interval at 95 %; nothing is
random. Retrieval is by words.

- **Leaks**: a writer that invents (84 answers: free inventions, and true sentences with another
  name, number, cause, event, denial or an added tail) marks the passage most like its words. A leak
  is an answer that tells what was made up. Each is asked plainly and behind a greeting.
- **Refused**: an honest writer answers in its own words, or in the passage's (twins), and abstains
  where the evidence did not reach it. Counted is any question that ends without an answer.
- **Beside the point**: questions that no document answers, to the baseline without a model, which
  quotes. Counted is any answer.
"""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.gate", description=__doc__)
    parser.add_argument("--record", action="store_true", help="write before.json and nothing else")
    parser.add_argument("--show", action="store_true", help="print each fault, write nothing")
    arguments = parser.parse_args()
    found = figures()
    if arguments.record:
        BEFORE.write_text(json.dumps(_stored(found), indent=1, ensure_ascii=False) + "\n")
        return
    table = page_of(found)
    print(table)
    if arguments.show:
        for figure in found:
            print(figure.name, figure.language, *figure.faults, sep="\n  - ")
        return
    PAGE.write_text(table, encoding="utf-8")


def _stored(found: Sequence[Figure]) -> dict[str, list[int]]:
    return {f"{one.name}/{one.language}": [one.rate.hits, one.rate.n] for one in found}


def page_of(found: Sequence[Figure]) -> str:
    before = {name: Rate(*counts) for name, counts in json.loads(BEFORE.read_text()).items()}
    after = {f"{one.name}/{one.language}": one.rate for one in found}
    names = list(dict.fromkeys(one.name for one in found))
    lines = ["| | language | before | after |", "| --- | --- | --- | --- |"]
    for name in names:
        of = [f"{name}/{language}" for language in LANGUAGES]
        rows = [(key[-2:], before.get(key), after[key]) for key in of]
        rows.append(
            ("both", _sum([before.get(key) for key in of]), _sum([after[key] for key in of]))
        )
        lines += [f"| {name} | {lang} | {_shown(old)} | {_shown(new)} |" for lang, old, new in rows]
    return f"{HEAD}\n" + "\n".join(lines) + "\n"


def _sum(rates: Sequence[Rate | None]) -> Rate | None:
    known = [one for one in rates if one is not None]
    return Rate(sum(one.hits for one in known), sum(one.n for one in known)) if known else None


def _shown(rate: Rate | None) -> str:
    if rate is None or rate.interval is None:
        return "–"
    low, high = (f"{100 * bound:.1f}" for bound in rate.interval)
    return f"{rate.hits} of {rate.n} ({low}–{high} %)"


if __name__ == "__main__":
    main()
