"""Compare two models on the same questions, cell by cell."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

from core.depth.cells import depth_bin_of
from core.depth.depth_scheduler import DEPTH_LABELS
from core.depth.outcomes import Outcome
from core.depth.results import DatasetMetadata, ResultEntry
from core.errors import InputError
from core.stats import PairedDifference, holm, paired_difference

_QuestionContent = tuple[str, tuple[tuple[str, str], ...], tuple[str, ...]]
"""The content of a question: its text, options and correct answers."""
_Question = tuple[_QuestionContent, str]
"""The content, with the item key where the same content has several keys."""
_Answers = dict[_Question, list[bool]]
_Cell = tuple[int, str]

_FIELDS = ("tokenizer", "prompt_hash", "filler", "padding_size", "seed")
_SETTINGS_FIELDS = ("novel", "language", "rotate_options")
"""Fields of a test's metadata, and of its `settings`, that influence a reply."""


@dataclass(frozen=True, slots=True)
class DifferenceCell:
    """The difference of two models in one cell. `paired` is None where no question was answered by
    both. `unpaired` counts questions that only one model answered; they are in neither score.

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
class ModelComparison:
    """All cells, and `overall`, where each question counts once, by its mean over the cells in
    which both models answered it.
    """

    cells: list[DifferenceCell]
    overall: PairedDifference | None


def compare_models(
    first: Iterable[ResultEntry],
    second: Iterable[ResultEntry],
    context_lengths: Sequence[int],
    depth_labels: Sequence[str] = DEPTH_LABELS,
    *,
    seed: int = 0,
) -> ModelComparison:
    """Return the difference first - second. Questions are matched within a cell by their content,
    and also by their keys where either side has the same content under several keys. Repeats are
    averaged first, so that n counts questions. Controls do not count. Raises InputError for rows
    without a question.
    """
    cells_in_order = [(length, label) for length in context_lengths for label in depth_labels]
    ours, theirs = _answers_by_cell(first, cells_in_order), _answers_by_cell(second, cells_in_order)
    ambiguous = _contents_with_several_keys(ours) | _contents_with_several_keys(theirs)
    ours, theirs = _without_unique_keys(ours, ambiguous), _without_unique_keys(theirs, ambiguous)
    pairs = {cell: _pairs(ours[cell], theirs[cell]) for cell in cells_in_order}
    differences = [paired_difference(pairs[cell].values(), seed=seed) for cell in cells_in_order]
    tested = [index for index, difference in enumerate(differences) if difference is not None]
    adjusted = holm([difference.p_value for difference in differences if difference is not None])
    p_values = dict(zip(tested, adjusted, strict=True))
    cells = [
        DifferenceCell(
            *cell,
            paired=differences[index],
            unpaired=len(ours[cell].keys() ^ theirs[cell].keys()),
            adjusted_p=p_values.get(index),
        )
        for index, cell in enumerate(cells_in_order)
    ]
    return ModelComparison(cells, paired_difference(_by_question(pairs.values()), seed=seed))


def other_settings(first: DatasetMetadata, second: DatasetMetadata) -> list[str]:
    """Return the settings that both tests record and that differ, out of tokenizer, prompt_hash,
    filler, padding_size, seed, novel, language, rotate_options.
    """
    ours, theirs = _settings(first), _settings(second)
    return [name for name in ours if name in theirs and ours[name] != theirs[name]]


def _settings(metadata: DatasetMetadata) -> dict[str, object]:
    values = {name: getattr(metadata, name) for name in _FIELDS}
    settings = {name: value for name, value in values.items() if value is not None}
    stored = metadata.settings
    return settings | {name: stored[name] for name in _SETTINGS_FIELDS if name in stored}


def _answers_by_cell(
    results: Iterable[ResultEntry], cells: Sequence[_Cell]
) -> dict[_Cell, _Answers]:
    """Return, by cell and question, whether each answered attempt was correct."""
    answers: dict[_Cell, _Answers] = {cell: {} for cell in cells}
    for entry in results:
        cell = answers.get((entry.context_length, depth_bin_of(entry) or ""))
        if cell is not None and entry.outcome.answered and not entry.control:
            question = (_question_key(entry), entry.item_key)
            cell.setdefault(question, []).append(entry.outcome is Outcome.CORRECT)
    return answers


def _question_key(entry: ResultEntry) -> _QuestionContent:
    if not entry.question:
        raise InputError(
            "A score table does not identify its questions, so it cannot be compared question by "
            "question. Compare results that include their questions.",
            field="question",
        )
    options = tuple(sorted(entry.choice.items()))
    return (entry.question, options, tuple(sorted(entry.correct_answer)))


def _contents_with_several_keys(answers: Mapping[_Cell, _Answers]) -> set[_QuestionContent]:
    keys: dict[_QuestionContent, str] = {}
    ambiguous = set()
    for cell in answers.values():
        for content, key in cell:
            if keys.setdefault(content, key) != key:
                ambiguous.add(content)
    return ambiguous


def _without_unique_keys(
    answers: Mapping[_Cell, _Answers], ambiguous: Set[_QuestionContent]
) -> dict[_Cell, _Answers]:
    """Drop the keys of questions with one key in each test, as two files may use different keys."""
    return {
        cell: {
            (content, key if content in ambiguous else ""): outcomes
            for (content, key), outcomes in cell_answers.items()
        }
        for cell, cell_answers in answers.items()
    }


def _pairs(ours: _Answers, theirs: _Answers) -> dict[_Question, tuple[float, float]]:
    return {key: (_mean(ours[key]), _mean(theirs[key])) for key in ours if key in theirs}


def _by_question(
    cells: Iterable[Mapping[_Question, tuple[float, float]]],
) -> list[tuple[float, float]]:
    gathered: dict[_Question, list[tuple[float, float]]] = {}
    for pairs in cells:
        for key, pair in pairs.items():
            gathered.setdefault(key, []).append(pair)
    return [
        (_mean([first for first, _ in pairs]), _mean([second for _, second in pairs]))
        for pairs in gathered.values()
    ]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
