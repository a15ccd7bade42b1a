"""Two models on the same questions, cell by cell."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from core.depth.cells import bin_of, question_key
from core.depth.depth_scheduler import DEPTH_LABELS
from core.depth.outcomes import Outcome
from core.depth.results import ResultEntry
from core.stats import PairedDifference, holm, paired_difference

_Answers = dict[str, list[bool]]
_Cell = tuple[int, str]


@dataclass(frozen=True, slots=True)
class DifferenceCell:
    """`paired` is None where no question was answered by both. `unpaired` counts the questions
    that only one of them answered; they are in neither score.

    `adjusted_p` is Holm's over all cells of the comparison.
    """

    context_length: int
    depth_bin: str
    paired: PairedDifference | None
    unpaired: int
    adjusted_p: float | None

    @property
    def significant(self) -> bool:
        return self.adjusted_p is not None and self.adjusted_p < 0.05


@dataclass(frozen=True, slots=True)
class Comparison:
    """`overall` takes each question once: its mean over the cells where both answered it."""

    cells: list[DifferenceCell]
    overall: PairedDifference | None


def compare_models(
    first: Iterable[ResultEntry],
    second: Iterable[ResultEntry],
    context_lengths: Sequence[int],
    depth_labels: Sequence[str] = DEPTH_LABELS,
    *,
    seed: int = 0,
) -> Comparison:
    """The difference first - second. Questions are matched by their key within a cell; repeats
    are averaged before, so that n counts questions. Controls do not count.
    """
    wanted = [(length, label) for length in context_lengths for label in depth_labels]
    ours, theirs = _answered(first, wanted), _answered(second, wanted)
    pairs = {cell: _pairs(ours[cell], theirs[cell]) for cell in wanted}
    found = [paired_difference(pairs[cell].values(), seed=seed) for cell in wanted]
    tested = [at for at, one in enumerate(found) if one is not None]
    adjusted = holm([one.p_value for one in found if one is not None])
    p_values = dict(zip(tested, adjusted, strict=True))
    cells = [
        DifferenceCell(
            *cell,
            paired=found[at],
            unpaired=len(ours[cell].keys() ^ theirs[cell].keys()),
            adjusted_p=p_values.get(at),
        )
        for at, cell in enumerate(wanted)
    ]
    return Comparison(cells, paired_difference(_by_question(pairs.values()), seed=seed))


def _answered(results: Iterable[ResultEntry], wanted: Sequence[_Cell]) -> dict[_Cell, _Answers]:
    """Per cell and question, whether each answered attempt was right."""
    answers: dict[_Cell, _Answers] = {cell: {} for cell in wanted}
    for entry in results:
        cell = answers.get((entry.context_length, bin_of(entry) or ""))
        if cell is not None and entry.outcome.answered and not entry.control:
            cell.setdefault(question_key(entry), []).append(entry.outcome is Outcome.CORRECT)
    return answers


def _pairs(ours: _Answers, theirs: _Answers) -> dict[str, tuple[float, float]]:
    return {key: (_mean(ours[key]), _mean(theirs[key])) for key in ours if key in theirs}


def _by_question(
    cells: Iterable[Mapping[str, tuple[float, float]]],
) -> list[tuple[float, float]]:
    gathered: dict[str, list[tuple[float, float]]] = {}
    for pairs in cells:
        for key, pair in pairs.items():
            gathered.setdefault(key, []).append(pair)
    return [
        (_mean([one for one, _ in pairs]), _mean([other for _, other in pairs]))
        for pairs in gathered.values()
    ]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
