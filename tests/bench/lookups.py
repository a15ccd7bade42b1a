"""How fast quotes are found in a novel, beside rapidfuzz over the whole text and difflib."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from statistics import geometric_mean, median

from rapidfuzz.fuzz import partial_ratio_alignment

from core.text import EvidenceMatch, EvidenceMatcher, PreparedText
from core.text.matching.prepared_texts import REMEMBERED
from tests.bench.index_cost import index, index_memory, index_time
from tests.bench.novels import Library
from tests.bench.pairs import duration, table, timed, times
from tests.bench.quotes import KINDS, LONGEST, SHORTEST, Quote, quotes

THRESHOLD = 0.8
ROUNDS, PER_ROUND = 5, 20
CONTEXT, DIFFLIB_QUOTES = 30_000, 4
RAW = 1_000

ABOUT = f"""Each quote is looked up once and never again, {PER_ROUND} new ones in each of
{ROUNDS} rounds, the same for both sides, the text indexed before. Times are processor time: the
median over the rounds of the mean of a quote. Quotes have {SHORTEST} to {LONGEST} characters,
evenly spread on a log scale.

"noise" changes case, punctuation, quote marks, width and white space; "edits" replace, add or leave
out that share of the characters; "absent" are passages of another novel in the same language.

`match` is the public `EvidenceMatcher({THRESHOLD}).match(quote, prepared)`. An answer is right when
it names the place the quote came from, or no place for a quote that has none. The other side is
`rapidfuzz.fuzz.partial_ratio_alignment(quote, text)`, and the same with
`score_cutoff={THRESHOLD * 100:.0f}`, which lets it give up early.
"""


@dataclass(frozen=True)
class Timing:
    """Seconds per quote of one kind."""

    kind: str
    asked: int
    right: int
    ours_s: float
    slowest_s: float
    peer_s: float
    cut_off_s: float


def report(libraries: Sequence[Library]) -> str:
    """The tables in markdown."""
    measured = [(library, list(_timings(library))) for library in libraries]
    head = ("text", "quotes", "n", "right", "match", "slowest", "partial_ratio_alignment")
    ratios = table(
        (*head, "ratio", "with score_cutoff", "ratio"),
        (row for library, timings in measured for row in _rows(library, timings)),
    )
    costs = [_costs(*each) for each in measured]
    names = [f"{library.name}, {len(library.text):,} characters" for library in libraries]
    rows = ((what, *(cost[what] for cost in costs)) for what in costs[0])
    return f"{ratios}\n{table(('', *names), rows)}"


def _timings(library: Library) -> Iterator[Timing]:
    matcher, text = EvidenceMatcher(THRESHOLD), library.text
    prepared, seen = index(text, library.other[:200]), set[str]()
    for kind in KINDS:
        rounds = []
        for number in range(ROUNDS):
            sought = _quotes(library, kind, number)
            assert seen.isdisjoint(quote.words for quote in sought)
            seen.update(quote.words for quote in sought)
            rounds.append(_round(matcher, prepared, sought))
        ours, peer, cut_off = zip(*(each.seconds for each in rounds), strict=True)
        yield Timing(
            kind,
            asked=ROUNDS * PER_ROUND,
            right=sum(each.right for each in rounds),
            ours_s=median(ours),
            slowest_s=max(each.slowest_s for each in rounds),
            peer_s=median(peer),
            cut_off_s=median(cut_off),
        )


def _quotes(library: Library, kind: str, number: int) -> list[Quote]:
    rng = random.Random(f"{library.language} {kind} {number}")
    return quotes(kind, library.text, library.other, PER_ROUND, rng)


@dataclass(frozen=True)
class _Round:
    seconds: tuple[float, float, float]
    slowest_s: float
    right: int


def _round(matcher: EvidenceMatcher, prepared: PreparedText, sought: Sequence[Quote]) -> _Round:
    text, matches = prepared.text, list[EvidenceMatch]()
    words = [quote.words for quote in sought]
    each = [timed(lambda q=q: matches.append(matcher.match(q, prepared))) for q in words]
    peer = timed(lambda: [partial_ratio_alignment(q, text) for q in words])
    cut_off = timed(
        lambda: [partial_ratio_alignment(q, text, score_cutoff=THRESHOLD * 100) for q in words]
    )
    return _Round(
        seconds=(sum(each) / len(each), peer / len(each), cut_off / len(each)),
        slowest_s=max(each),
        right=sum(q.is_placed_by(m) for q, m in zip(sought, matches, strict=True)),
    )


def _rows(library: Library, timings: Sequence[Timing]) -> Iterator[tuple[str, ...]]:
    for timing in timings:
        yield (
            library.name,
            timing.kind,
            str(timing.asked),
            str(timing.right),
            duration(timing.ours_s),
            duration(timing.slowest_s),
            duration(timing.peer_s),
            times(timing.peer_s / timing.ours_s),
            duration(timing.cut_off_s),
            times(timing.cut_off_s / timing.ours_s),
        )
    whole = geometric_mean([timing.peer_s / timing.ours_s for timing in timings])
    cut_off = geometric_mean([timing.cut_off_s / timing.ours_s for timing in timings])
    empty = ("", "", "", "", "")
    name = f"**{library.name}**"
    yield name, "**geometric mean**", *empty, f"**{times(whole)}**", "", f"**{times(cut_off)}**"


def _costs(library: Library, timings: Sequence[Timing]) -> dict[str, str]:
    """What else a look-up costs, each under what it is."""
    text, sought = library.text, library.other[:200]
    per_million = len(text) / 1e6
    ours = 1 / _mean(timings, lambda timing: timing.ours_s)
    peer = 1 / _mean(timings, lambda timing: timing.peer_s)
    seconds = median(index_time(text, sought) for _ in range(3))
    memory = index_memory(text, sought)
    kept, peak = (memory.kept, memory.peak) if memory else (None, None)
    context_s, difflib_s = _difflib(library)
    raw_s, prepared_s = _raw_strings(library)
    return {
        "quotes per second in one process, all classes alike": f"{ours:,.0f}",
        "the same, partial_ratio_alignment": f"{peer:,.0f}",
        f"find_evidence(quote, text) on the raw string, {RAW} quotes in a row": duration(raw_s),
        "the same with match and a text prepared before": duration(prepared_s),
        "index, with all that the first look-ups build": duration(seconds),
        "memory the index keeps, per 1M characters": _megabytes(kept, per_million),
        "memory while it is built, at most, per 1M characters": _megabytes(peak, per_million),
        f"match in {CONTEXT:,} characters ({DIFFLIB_QUOTES} quotes, 10 % edits)": duration(
            context_s
        ),
        "the same, difflib.SequenceMatcher(autojunk=False).get_matching_blocks()": (
            f"{duration(difflib_s)} ({times(difflib_s / context_s)})"
        ),
    }


def _mean(timings: Sequence[Timing], seconds: Callable[[Timing], float]) -> float:
    return sum(map(seconds, timings)) / len(timings)


def _megabytes(size: int | None, per_million: float) -> str:
    return "not told by this system" if size is None else f"{size / per_million / 1e6:.0f} MB"


def _raw_strings(library: Library) -> tuple[float, float]:
    """Seconds a quote, the first one's preparing included; and without."""
    matcher, text = EvidenceMatcher(THRESHOLD), library.text
    rng = random.Random(library.language)
    words = [quote.words for quote in quotes("exact", text, library.other, RAW, rng)]
    REMEMBERED.forget()
    raw = timed(lambda: [matcher.find_evidence(quote, text) for quote in words])
    REMEMBERED.forget()
    prepared = index(text, library.other[:200])
    ready = timed(lambda: [matcher.match(quote, prepared) for quote in words])
    return raw / RAW, ready / RAW


def _difflib(library: Library) -> tuple[float, float]:
    """Seconds per quote of both; difflib is too slow for a whole novel, or for more quotes."""
    context = library.text[:CONTEXT]
    prepared = index(context, library.other[:200])
    rng, matcher = random.Random("difflib"), EvidenceMatcher(THRESHOLD)
    sought = quotes("10 % edits", context, library.other, DIFFLIB_QUOTES, rng)
    ours = timed(lambda: [matcher.match(quote.words, prepared) for quote in sought])
    plain = timed(
        lambda: [
            SequenceMatcher(None, quote.words, context, autojunk=False).get_matching_blocks()
            for quote in sought
        ]
    )
    return ours / len(sought), plain / len(sought)
