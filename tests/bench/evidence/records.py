"""Quotes that models and people wrote, held against the match kind that their sets record."""

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.stats.rates import Rate
from core.text import EvidenceMatch, PreparedText
from tests.bench.evidence.tables import shown, table
from tests.bench.evidence.trial import Matcher, reason, snippet

_READINGS = Path(__file__).with_name("readings.json")
FUZZY = "fuzzy"
HOW_READ = """\
The sets record how each quote was found in its text when they were made. *exact*,
*quotes_space_only*, *whitespace*, *punct_case_only* and *punct_case* mean that the words are those
of the text: such a quote must be found. *fuzzy* with a ratio says only how alike the best place is,
which is no ground truth: every such quote was read against its text by hand, and must be found if
it says what the text says but for note marks, list numbers and letters lost on the way, and must
not be if anything was put in, made up, or joined from far apart. None is recorded as not in its
text at all.
"""


@dataclass(frozen=True)
class Record:
    """One quote of a set; `recorded` is the match kind there, `ratio` its likeness."""

    set: str
    source: str
    quote: str
    recorded: str
    ratio: float
    text: PreparedText

    @property
    def key(self) -> str:
        return hashlib.sha256(self.quote.encode()).hexdigest()[:10]


@dataclass(frozen=True)
class Reading:
    """What a person made of a quote: whether it says the `same` as its text, and why."""

    same: bool
    reading: str


@dataclass(frozen=True)
class Judged:
    record: Record
    match: EvidenceMatch
    reading: Reading | None

    @property
    def expected(self) -> bool | None:
        """Whether it must be found; None for a fuzzy record that nobody has read."""
        if self.record.recorded != FUZZY:
            return True
        return self.reading.same if self.reading else None

    @property
    def agrees(self) -> bool:
        return self.match.found == self.expected


def read_readings() -> dict[str, Reading]:
    rows = json.loads(_READINGS.read_text(encoding="utf-8"))
    return {key: Reading(**row) for key, row in rows.items()}


def judge(data: Path, matcher: Matcher) -> list[Judged]:
    """Every quote of the three sets that are there."""
    readings = read_readings()
    return [
        Judged(record, matcher(record.quote, record.text), readings.get(record.key))
        for records in (_of_models, _of_people, _of_annotators)
        for record in records(data)
    ]


def _rows(data: Path, name: str) -> Iterator[dict[str, Any]]:
    path = data / "sets" / f"{name}.jsonl"
    if path.exists():
        yield from map(json.loads, path.read_text(encoding="utf-8").splitlines())


def _of_models(data: Path) -> Iterator[Record]:
    name = "llm_quotes_nocha"
    novels = {
        path.stem.partition("_")[2].removeprefix("nocha_"): PreparedText.from_text(
            path.read_text(encoding="utf-8")
        )
        for path in sorted((data / "novels").glob("en_*.txt"))
    }
    for row in _rows(data, name):
        title = next(title for title in novels if title in row["book"])
        yield Record(name, title, row["quote"], row["match"], row["ratio"], novels[title])


def _of_people(data: Path) -> Iterator[Record]:
    name = "human_quotes_debate"
    articles: dict[str, PreparedText] = {}
    for row in _rows(data, name):
        file = row["article_file"]
        if file not in articles:
            text = (data / "sets" / file).read_text(encoding="utf-8")
            articles[file] = PreparedText.from_text(text)
        yield Record(name, "", row["quote"], row["match"], row["ratio"], articles[file])


def _of_annotators(data: Path) -> Iterator[Record]:
    name = "evidence_spans"
    for row in _rows(data, name):
        text = PreparedText.from_text(row["context"])
        for quote, match in zip(row["evidence"], row["match"], strict=True):
            yield Record(name, row["source"], quote, match["level"], match["ratio"], text)


def report(judged: Sequence[Judged]) -> str:
    """The section of the page."""
    disagreeing = [each for each in judged if not each.agrees]
    fuzzy = [each for each in judged if each.record.recorded == FUZZY and each.agrees]
    return "\n".join(
        [
            "## Quotes that models and people wrote\n",
            HOW_READ,
            _agreement(judged, lambda each: (each.record.set, each.record.recorded)),
            "Set by set:\n",
            _agreement(judged, lambda each: (each.record.set, each.record.source or "all")),
            f"### Every disagreement ({_times(disagreeing)})\n",
            _listed(disagreeing),
            f"### Fuzzy records agreed on ({_times(fuzzy)})\n",
            _listed(fuzzy),
        ]
    )


def _agreement(judged: Sequence[Judged], key: Callable[[Judged], tuple[str, str]]) -> str:
    groups: dict[tuple[str, str], list[Judged]] = {}
    for each in judged:
        groups.setdefault(key(each), []).append(each)
    rows = []
    for names, group in groups.items():
        verdicts = Counter(each.match.verdict.value for each in group)
        agreed = Rate(sum(each.agrees for each in group), len(group))
        told = ", ".join(f"{verdict} {count}" for verdict, count in verdicts.most_common())
        rows.append([*names, shown(agreed), told])
    return table(["set", "of", "agrees", "verdicts"], rows)


def _times(judged: Sequence[Judged]) -> str:
    different = len({(each.record.key, reason(each.match)) for each in judged})
    return f"{len(judged)}, {different} different" if different < len(judged) else f"{len(judged)}"


def _listed(judged: Sequence[Judged]) -> str:
    unlike = {(each.record.key, reason(each.match)): each for each in judged}
    rows = [
        [
            each.record.source or each.record.set,
            f"`{snippet(each.record.quote)}`",
            f"{each.record.recorded} {each.record.ratio}",
            f"{'found' if each.match.found else 'not found'}: {explained(each.match)}",
            each.reading.reading if each.reading else "-",
        ]
        for each in unlike.values()
    ]
    if not rows:
        return "None.\n"
    return table(["text", "quote", "recorded", "the desk", "read by hand"], rows)


def explained(match: EvidenceMatch) -> str:
    """Verdict, similarity and the first differences, in one line."""
    told = f"{reason(match)}, similarity {match.similarity:.2f}"
    changes = [
        f"`{snippet(difference.claimed)}` for `{snippet(difference.source)}`"
        if difference.claimed and difference.source
        else f"`{snippet(difference.claimed)}` added"
        if difference.claimed
        else f"`{snippet(difference.source)}` left out"
        for difference in match.differences[:2]
    ]
    return "; ".join([told, *changes])
