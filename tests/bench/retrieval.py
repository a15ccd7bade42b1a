"""Whether a question's evidence is found among the first five passages, and how fast.

`python -m tests.bench --retrieval FILE`: a JSON Lines file of question, evidence (one text or a
list), context and source. Beside bm25s, in an interpreter of its own that RETRIEVAL_PEER_PYTHON
names: with its own way to cut words, and with the desk's terms.
"""

import json
import os
import random
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles
from typing import Any

from sqlalchemy import Engine
from sqlmodel import Session, col, select

from core.services.answers.index import ensure_indexed
from core.services.answers.stored_retriever import StoredRetriever
from core.services.library import add_source
from core.text.language.scripts import guess_language
from core.text.language.sentences import sentence_spans
from core.text.retrieval.search_terms import index_terms, query_terms
from db.engine import make_engine, migrate
from db.tables import PassageRow
from tests.bench.pairs import duration, table
from tests.postgres import new_database, server

PYTHON = "RETRIEVAL_PEER_PYTHON"
PRODUCT = "bm25s"
FIRST = 5
SIZES_MB = (3, 30)
ASKED = 200
THRESHOLDS = (0.3, 0.4, 0.45, 0.5, 0.6)
SEED = 20261122

LIMIT = 100 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Asked:
    """`article` is what contexts of one text share, the context itself where nothing says so."""

    question: str
    evidence: str
    context: str
    article: str


def report(file: Path) -> str:
    """Tables in markdown."""
    groups = _groups(file)
    with tempfile.TemporaryDirectory() as folder:
        found = [_recall(name, rows, Path(folder)) for name, rows in groups.items()]
        speed = list(_speed([row for rows in groups.values() for row in rows], Path(folder)))
    head = ("questions", "n", "passages", "the desk", f"{PRODUCT}, its own words", "with our terms")
    parts = [
        "### Recall of the evidence among the first five passages\n",
        table(head, [one.cells for one in found]),
        "\n### Coverage of the question by its best passage (reading 28)\n",
        "On topic: the library holds the article. Off topic: it holds the other articles only.\n",
        table(
            ("questions", "AUC", *(f"on / off topic at {at}" for at in THRESHOLDS)),
            [one.coverage for one in found],
        ),
        "\n### How long a question takes\n",
        table(("database", "text", "passages", "indexed in", "median", "95 %"), speed),
    ]
    return "\n".join(parts)


def _groups(file: Path) -> dict[str, list[Asked]]:
    """By language, and each only once by its question and context."""
    groups: dict[str, dict[tuple[str, str], Asked]] = {}
    with file.open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            evidence = row["evidence"]
            said = evidence if isinstance(evidence, str) else evidence[0]
            if said not in row["context"]:
                continue
            language = guess_language(row["question"])
            if language == "en" and not str(row["source"]).startswith("OneStopQA-Adv"):
                continue
            name = "Chinese spans" if language == "zh" else "OneStopQA (English)"
            article = str((row.get("meta") or {}).get("title") or row["context"])
            asked = Asked(row["question"], said, row["context"], article)
            groups.setdefault(name, {})[asked.question, asked.context] = asked
    return {name: list(rows.values()) for name, rows in groups.items()}


@dataclass(frozen=True, slots=True)
class _Recall:
    cells: tuple[str, ...]
    coverage: tuple[str, ...]


def _recall(name: str, rows: Sequence[Asked], folder: Path) -> _Recall:
    engine = _library(f"sqlite:///{folder / (name.replace(' ', '_') + '.db')}", rows)
    with Session(engine) as session:
        passages = session.exec(select(PassageRow).order_by(col(PassageRow.id))).all()
    gold = [_gold(row, passages) for row in rows]
    search = StoredRetriever(engine).search
    ours = [[one.passage.id for one in search(row.question, k=FIRST)] for row in rows]
    on = [_best(search(row.question, k=FIRST)) for row in rows]
    articles: dict[str, list[str]] = {}
    for row in rows:
        articles.setdefault(row.article, []).append(row.context)
    off = [_best(_elsewhere(search(row.question, k=50), articles[row.article])) for row in rows]
    peer = _peer(passages, rows)
    shares = [_share(ours, gold), *(_share(found, gold) for found in peer)]
    missing = ["not measured"] * (3 - len(shares))
    recall = [f"{100 * share:.1f} %" for share in shares]
    return _Recall(
        (name, f"{len(rows):,}", f"{len(passages):,}", *recall, *missing),
        (
            name,
            f"{_auc(on, off):.3f}",
            *(f"{100 * _above(on, at):.1f} / {100 * _above(off, at):.1f} %" for at in THRESHOLDS),
        ),
    )


def _library(url: str, rows: Sequence[Asked]) -> Engine:
    migrate(url)
    engine = make_engine(url)
    for at, context in enumerate(dict.fromkeys(row.context for row in rows)):
        name = f"text {at}"
        add_source(engine, context.encode(), file_name=f"{name}.txt", title=name, max_bytes=LIMIT)
    ensure_indexed(engine)
    return engine


def _gold(row: Asked, passages: Sequence[PassageRow]) -> set[int]:
    """Passages that hold the evidence or the most of it."""
    at = row.context.find(row.evidence)
    found = set()
    for one in passages:
        inside = one.text.strip() and one.text in row.context
        if inside and row.context[one.start : one.end] == one.text:
            shared = min(one.end, at + len(row.evidence)) - max(one.start, at)
            if shared > len(row.evidence) / 2:
                found.add(one.id or 0)
    return found


def _share(found: Sequence[Sequence[int]], gold: Sequence[set[int]]) -> float:
    hits = [not wanted.isdisjoint(one) for one, wanted in zip(found, gold, strict=True) if wanted]
    return sum(hits) / len(hits)


def _elsewhere(found: Sequence[Any], contexts: Sequence[str]) -> list[Any]:
    """Without any context of the question's own article."""
    return [one for one in found if not any(one.passage.text in each for each in contexts)][:FIRST]


def _best(found: Sequence[Any]) -> float:
    return max((one.coverage for one in found), default=0.0)


def _above(found: Sequence[float], at: float) -> float:
    return sum(one >= at for one in found) / len(found)


def _auc(on: Sequence[float], off: Sequence[float]) -> float:
    """How often a question on topic is covered better than one off topic."""
    wins = sum((one > other) + (one == other) / 2 for one in on for other in off)
    return wins / (len(on) * len(off))


def _peer(passages: Sequence[PassageRow], rows: Sequence[Asked]) -> list[list[list[int]]]:
    """Its first five by its own words, and by our terms; nothing where it is not there."""
    python = os.environ.get(PYTHON)
    if not python:
        return []
    asked = {
        "texts": [one.text for one in passages],
        "terms": [index_terms(one.text) for one in passages],
        "queries": [row.question for row in rows],
        "query_terms": [query_terms(row.question) for row in rows],
        "k": FIRST,
    }
    side = Path(__file__).with_name("retrieval_peer_side.py")
    done = subprocess.run(
        [python, str(side)], input=json.dumps(asked), capture_output=True, text=True, check=True
    )
    ids = [one.id or 0 for one in passages]
    return [[[ids[at] for at in found] for found in way] for way in json.loads(done.stdout)]


def _speed(rows: Sequence[Asked], folder: Path) -> Iterator[tuple[str, ...]]:
    """Texts of shuffled sentences of all contexts, in both languages, in books of half a MB."""
    for size in SIZES_MB:
        with _databases(folder, size) as urls:
            for kind, url in urls:
                migrate(url)
                engine = make_engine(url)
                for at, book in enumerate(_books(rows, size)):
                    name = f"{size} MB, {at}"
                    add_source(
                        *(engine, book.encode()),
                        file_name=f"{name}.txt",
                        title=name,
                        max_bytes=LIMIT,
                    )
                started = time.perf_counter()
                ensure_indexed(engine)
                built = time.perf_counter() - started
                yield (kind, f"{size} MB", *_asked_of(engine, rows, built))
                engine.dispose()


def _asked_of(engine: Engine, rows: Sequence[Asked], built: float) -> tuple[str, ...]:
    search = StoredRetriever(engine).search
    some = random.Random(SEED).sample(list(rows), ASKED)
    took = []
    for row in some:
        started = time.perf_counter()
        search(row.question, k=FIRST)
        took.append(time.perf_counter() - started)
    cuts = quantiles(took, n=20)
    with Session(engine) as session:
        n = len(session.exec(select(PassageRow.id)).all())
    return f"{n:,}", duration(built), duration(cuts[9]), duration(cuts[18])


def _books(rows: Sequence[Asked], size_mb: int) -> Iterator[str]:
    sentences = [
        context[start:end]
        for context in dict.fromkeys(row.context for row in rows)
        for start, end in sentence_spans(context)
    ]
    rng, left = random.Random(SEED), size_mb * 1024 * 1024
    while left > 0:
        rng.shuffle(sentences)
        book, taken = [], 0
        for sentence in sentences:
            book.append(sentence)
            taken += len(sentence.encode()) + 1
            if taken > min(left, 512 * 1024):
                break
        left -= taken
        yield "\n".join(book)


@contextmanager
def _databases(folder: Path, size: int) -> Iterator[list[tuple[str, str]]]:
    with server(is_durable=True) as url:
        yield [
            ("SQLite", f"sqlite:///{folder / f'speed_{size}.db'}"),
            ("PostgreSQL", new_database(url)),
        ]
