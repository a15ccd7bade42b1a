"""Results counted into the cells of a heatmap (source 003, "热力图扩展")."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Any

from core.depth.depth_scheduler import DEPTH_LABELS, depth_label
from core.depth.evidence_clusters import EvidenceCluster, clustered_rate
from core.depth.outcomes import ANSWERED, Outcome
from core.depth.results import DatasetMetadata, ResultEntry
from core.stats import ClusteredRate, ClusterUnit


@dataclass(frozen=True)
class DepthBinStats:
    """One cell. The first four fields are the source's; they are enough to draw it.

    `accuracy` is the share of right answers among the attempts that were answered, in [0, 1], None
    where there are none: failures of the machinery are never wrong answers. `question_count` counts
    the questions with a result here, answered or not. `outcomes` counts attempts. `rate` is the
    accuracy with its interval, clustered by question where questions were asked several times, and
    by passage or chapter where it is known which questions share one.
    """

    context_length: int
    depth_bin: str
    accuracy: float | None
    question_count: int
    _: KW_ONLY
    outcomes: Mapping[Outcome, int] = field(default_factory=dict, hash=False)
    rate: ClusteredRate | None = None

    def __post_init__(self) -> None:
        if self.rate is None:
            n = 0 if self.accuracy is None else self.question_count
            hits = round((self.accuracy or 0.0) * n)
            object.__setattr__(self, "rate", ClusteredRate.independent(hits, n))

    @classmethod
    def from_counts(
        cls,
        context_length: int,
        depth_bin: str,
        outcomes: Mapping[Outcome, int],
        *,
        question_count: int | None = None,
        rate: ClusteredRate | None = None,
    ) -> "DepthBinStats":
        """From counted attempts; without the two keywords each is at a question of its own."""
        counted = {outcome: outcomes[outcome] for outcome in Outcome if outcomes.get(outcome)}
        answered = sum(n for outcome, n in counted.items() if outcome.answered)
        rate = rate or ClusteredRate.independent(counted.get(Outcome.CORRECT, 0), answered)
        questions = sum(counted.values()) if question_count is None else question_count
        return cls(context_length, depth_bin, rate.value, questions, outcomes=counted, rate=rate)

    @property
    def _rate(self) -> ClusteredRate:
        assert self.rate is not None
        return self.rate

    @property
    def n(self) -> int:
        """The questions the accuracy rests on: those answered at least once."""
        return self._rate.items

    @property
    def answered(self) -> int:
        """Attempts; more than n where questions were asked several times."""
        return self._rate.n

    @property
    def correct(self) -> int:
        return self._rate.hits

    @property
    def interval(self) -> tuple[float, float] | None:
        """Of the accuracy, at 95%: Wilson's, at the effective sample size for clusters."""
        return self._rate.interval

    @property
    def attempts(self) -> int:
        return sum(self.outcomes.values()) or self.answered

    @property
    def repeats(self) -> int:
        """How often a question was asked, rounded up."""
        return -(-self.attempts // self.question_count) if self.question_count else 0

    @property
    def errors(self) -> dict[Outcome, int]:
        """Attempts that say nothing about the questions, by outcome."""
        return {outcome: n for outcome, n in self.outcomes.items() if outcome not in ANSWERED}

    @property
    def error_share(self) -> float | None:
        return sum(self.errors.values()) / self.attempts if self.attempts else None

    @property
    def accuracy_over_all(self) -> float | None:
        """The share of right answers among all attempts: the least the accuracy can be."""
        return self.correct / self.attempts if self.attempts else None

    @property
    def muted(self) -> bool:
        """Fewer than 25 questions were answered: too few to rank by."""
        return self._rate.muted


class _Tally:
    """Attempts by outcome, (right, answered) of every question, and where its evidence is."""

    __slots__ = ("clusters", "outcomes", "questions")

    def __init__(self) -> None:
        self.outcomes: Counter[Outcome] = Counter()
        self.questions: dict[str, tuple[int, int]] = {}
        self.clusters: dict[str, EvidenceCluster] = {}

    def add(self, entry: ResultEntry) -> None:
        outcome, key = entry.outcome, question_key(entry)
        self.outcomes[outcome] += 1
        right, answered = self.questions.get(key, (0, 0))
        self.questions[key] = (
            right + (outcome is Outcome.CORRECT),
            answered + (outcome in ANSWERED),
        )
        if cluster := EvidenceCluster.from_entry(entry):
            self.clusters[key] = cluster

    @property
    def rate(self) -> ClusteredRate:
        return clustered_rate(self.questions, self.clusters)


def calculate_depth_bins(
    results: Iterable[ResultEntry | Mapping[str, Any]],
    context_lengths: Sequence[int],
    depth_labels: Sequence[str] = DEPTH_LABELS,
) -> list[DepthBinStats]:
    """One cell for every length and label, length by length; empty ones too. `results` may also be
    rows as `run_depth_aware_tests` returns them. Intervals are clustered by the chapter or passage
    that results carry, else by question.

    Controls, results without a depth, and lengths and labels that are not asked for do not count.
    """
    tallies = {(length, label): _Tally() for length in context_lengths for label in depth_labels}
    for result in results:
        entry = result if isinstance(result, ResultEntry) else ResultEntry.from_dict(result)
        tally = tallies.get((entry.context_length, bin_of(entry) or ""))
        if tally is not None and not entry.control:
            tally.add(entry)
    return [
        DepthBinStats.from_counts(
            length,
            label,
            tally.outcomes,
            question_count=len(tally.questions),
            rate=tally.rate,
        )
        for (length, label), tally in tallies.items()
    ]


def rates_by_length(results: Iterable[ResultEntry]) -> dict[int, ClusteredRate]:
    """The accuracy at each length over all depths, clustered as cells are; controls left out."""
    tallies: dict[int, _Tally] = {}
    for entry in results:
        if not entry.control:
            tallies.setdefault(entry.context_length, _Tally()).add(entry)
    return {length: tallies[length].rate for length in sorted(tallies)}


def control_rates(results: Iterable[ResultEntry]) -> dict[str, ClusteredRate]:
    """The accuracy of each control there is: closed_book, oracle, filler_only."""
    tallies: dict[str, _Tally] = {}
    for entry in results:
        if entry.control:
            tallies.setdefault(entry.control, _Tally()).add(entry)
    return {control: tally.rate for control, tally in tallies.items()}


def grid_of(results: Iterable[ResultEntry]) -> tuple[list[int], list[str]]:
    """The lengths and depth labels that results have, each in rising order: the axes to draw
    results of unknown origin on. Empty where no result claims a depth.
    """
    cells = {
        (entry.context_length, label)
        for entry in results
        if not entry.control and (label := bin_of(entry))
    }
    lengths = {length for length, _ in cells}
    return sorted(lengths), sorted({label for _, label in cells}, key=_rank)


def planned_grid(
    results: Iterable[ResultEntry], metadata: DatasetMetadata
) -> tuple[list[int], list[str]]:
    """What was planned, where the file says so, with whatever the results have beside."""
    lengths, labels = grid_of(results)
    if metadata.depth_bins and set(labels) <= set(metadata.depth_bins):
        labels = list(metadata.depth_bins)
    return sorted({*lengths, *metadata.context_lengths}), labels


def bin_of(entry: ResultEntry) -> str | None:
    """The entry's own label, else that of the bin its depth is nearest to."""
    if entry.depth_bin or entry.depth is None:
        return entry.depth_bin
    return depth_label(entry.depth)


def percent_of(label: str) -> float | None:
    """A depth label's number: 25.0 of "25%"; None for labels that are no percentages."""
    try:
        return float(label.strip().removesuffix("%"))
    except ValueError:
        return None


def clustered_by(cells: Iterable[DepthBinStats]) -> ClusterUnit | None:
    """What the intervals are clustered by; None where all results are independent."""
    rates = [cell.rate for cell in cells if cell.rate]
    return next((rate.unit for rate in rates if not rate.is_independent), None)


def question_key(entry: ResultEntry) -> str:
    """What tells questions apart; rows of other tools have no key but their text."""
    return entry.item_key or entry.question


def _rank(label: str) -> tuple[float, str]:
    percent = percent_of(label)
    return (float("inf") if percent is None else percent, label)
