"""Count results into the cells of a heatmap (source 003, "热力图扩展")."""

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
    """One cell of a heatmap. The first four fields are source 003's and enough to draw it.

    `accuracy`: the share of correct answers among the answered attempts, in [0, 1], None if there
    are none; system failures are never wrong answers. `question_count`: the questions with a
    result here, answered or not. `outcomes` counts attempts. `rate`: the accuracy with its
    interval, clustered by question where questions were asked several times, and by passage or
    chapter where it is known which questions share one.
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
        """Create a cell from counted attempts; by default each is taken for a separate question."""
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
        """The questions behind the accuracy: those answered at least once."""
        return self._rate.items

    @property
    def answered(self) -> int:
        """Answered attempts: more than n where questions were asked several times."""
        return self._rate.n

    @property
    def correct(self) -> int:
        return self._rate.hits

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95% interval of the accuracy: Wilson's, at the effective sample size for clusters."""
        return self._rate.interval

    @property
    def attempts(self) -> int:
        return sum(self.outcomes.values()) or self.answered

    @property
    def repeats(self) -> int:
        """The mean number of attempts per question, rounded up."""
        return -(-self.attempts // self.question_count) if self.question_count else 0

    @property
    def errors(self) -> dict[Outcome, int]:
        """Attempts without an answer, by outcome."""
        return {outcome: n for outcome, n in self.outcomes.items() if outcome not in ANSWERED}

    @property
    def error_share(self) -> float | None:
        return sum(self.errors.values()) / self.attempts if self.attempts else None

    @property
    def accuracy_over_all(self) -> float | None:
        """The share of correct answers among all attempts: a lower bound of the accuracy."""
        return self.correct / self.attempts if self.attempts else None

    @property
    def low_n(self) -> bool:
        """Whether fewer than 25 questions were answered, too few to rank by."""
        return self._rate.low_n


class _Tally:
    """Attempts by outcome; by question (correct, answered) and the cluster of its evidence."""

    __slots__ = ("clusters", "outcomes", "questions")

    def __init__(self) -> None:
        self.outcomes: Counter[Outcome] = Counter()
        self.questions: dict[str, tuple[int, int]] = {}
        self.clusters: dict[str, EvidenceCluster] = {}

    def add(self, entry: ResultEntry) -> None:
        outcome, key = entry.outcome, question_key(entry)
        self.outcomes[outcome] += 1
        correct, answered = self.questions.get(key, (0, 0))
        self.questions[key] = (
            correct + (outcome is Outcome.CORRECT),
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
    """Return one cell for every length and label, length by length, empty ones included.

    `results` may also be rows as `run_depth_aware_tests` returns them. Intervals are clustered by
    the chapter or passage that results carry, else by question. Controls, results without a
    depth, and results at other lengths or labels do not count.
    """
    tallies = {(length, label): _Tally() for length in context_lengths for label in depth_labels}
    for result in results:
        entry = result if isinstance(result, ResultEntry) else ResultEntry.from_dict(result)
        tally = tallies.get((entry.context_length, depth_bin_of(entry) or ""))
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
    """Return the accuracy at each length over all depths, clustered like cells; no controls."""
    tallies: dict[int, _Tally] = {}
    for entry in results:
        if not entry.control:
            tallies.setdefault(entry.context_length, _Tally()).add(entry)
    return {length: tallies[length].rate for length in sorted(tallies)}


def control_rates(results: Iterable[ResultEntry]) -> dict[str, ClusteredRate]:
    """Return the accuracy of each control in the results: closed_book, oracle, filler_only."""
    tallies: dict[str, _Tally] = {}
    for entry in results:
        if entry.control:
            tallies.setdefault(entry.control, _Tally()).add(entry)
    return {control: tally.rate for control, tally in tallies.items()}


def grid_of(results: Iterable[ResultEntry]) -> tuple[list[int], list[str]]:
    """Return the lengths and depth labels of the results, each in ascending order: the axes for
    results of unknown origin. Both are empty where no result has a depth.
    """
    cells = {
        (entry.context_length, label)
        for entry in results
        if not entry.control and (label := depth_bin_of(entry))
    }
    lengths = {length for length, _ in cells}
    return sorted(lengths), sorted({label for _, label in cells}, key=_label_order)


def planned_grid(
    results: Iterable[ResultEntry], metadata: DatasetMetadata
) -> tuple[list[int], list[str]]:
    """Return the lengths and labels that the metadata plans, and those of the results."""
    lengths, labels = grid_of(results)
    if metadata.depth_bins and set(labels) <= set(metadata.depth_bins):
        labels = list(metadata.depth_bins)
    return sorted({*lengths, *metadata.context_lengths}), labels


def depth_bin_of(entry: ResultEntry) -> str | None:
    """Return the entry's own label, else that of the bin nearest to its depth."""
    if entry.depth_bin or entry.depth is None:
        return entry.depth_bin
    return depth_label(entry.depth)


def percent_of(label: str) -> float | None:
    """Return the number in a depth label: 25.0 for "25%", None if it is no percentage."""
    try:
        return float(label.strip().removesuffix("%"))
    except ValueError:
        return None


def cluster_unit_of(cells: Iterable[DepthBinStats]) -> ClusterUnit | None:
    """Return the unit that intervals are clustered by; None where all results are independent."""
    rates = [cell.rate for cell in cells if cell.rate]
    return next((rate.unit for rate in rates if not rate.is_independent), None)


def question_key(entry: ResultEntry) -> str:
    """Return the identity of a question: its key, or its text in rows of other tools."""
    return entry.item_key or entry.question


def _label_order(label: str) -> tuple[float, str]:
    percent = percent_of(label)
    return (float("inf") if percent is None else percent, label)
