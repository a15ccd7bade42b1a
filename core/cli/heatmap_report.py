"""What `heatmap` draws: one series of cells a model and file."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from core.charts import (
    ComparedModels,
    Figure,
    accuracy_over_depth,
    accuracy_over_length,
    depth_heatmap,
    depth_scatter,
    difference_heatmap,
    page,
)
from core.charts.depth import HEATMAP_TITLE
from core.depth.cells import (
    DepthBinStats,
    bin_of,
    calculate_depth_bins,
    control_rates,
    grid_of,
    planned_grid,
    rates_by_length,
)
from core.depth.comparison import ModelComparison, compare_models
from core.depth.effective_length import EffectiveLength, effective_length, incomplete_lengths
from core.depth.result_files import read_results
from core.depth.results import DatasetMetadata, ResultEntry
from core.errors import InputError
from core.locale import wording


@dataclass(frozen=True)
class Series:
    """One model's results in one file. `name` is unlike those of the other series."""

    name: str
    file: Path
    metadata: DatasetMetadata
    entries: list[ResultEntry]

    @cached_property
    def grid(self) -> tuple[list[int], list[str]]:
        return planned_grid(self.entries, self.metadata)

    @cached_property
    def cells(self) -> list[DepthBinStats]:
        return calculate_depth_bins(self.entries, *self.grid)

    @cached_property
    def effective(self) -> EffectiveLength:
        return effective_length(
            rates_by_length(self.entries),
            control_rates(self.entries).get("oracle"),
            incomplete=incomplete_lengths(self.cells),
        )


def series_of(files: Sequence[Path], models: Sequence[str] | None) -> list[Series]:
    """Every model of every file, in their order. Raises InputError when nothing can be drawn."""
    found = [one for file in files for one in _read(file)]
    known = list(dict.fromkeys(one.metadata.model_name for one in found))
    for model in models or ():
        if model not in known:
            raise InputError(
                "There are no results of the model {model}. Choose one of: {known}.",
                field="--model",
                model=model,
                known=", ".join(known),
            )
    chosen = [one for one in found if not models or one.metadata.model_name in models]
    return [replace(one, name=_name(one, chosen)) for one in chosen]


def _read(file: Path) -> Iterator[Series]:
    metadata, entries, unscored = read_results(file)
    metadata = metadata or DatasetMetadata()
    for model, n in unscored.items():
        _say(file, f"{n} results of {model or 'an unnamed model'} have no score")
    by_model: dict[str, list[ResultEntry]] = {}
    for entry in entries:
        by_model.setdefault(entry.model or metadata.model_name, []).append(entry)
    drawn = 0
    for model, results in by_model.items():
        series = Series(model, file, replace(metadata, model_name=model), results)
        if grid_of(results)[1]:
            drawn += 1
            yield series
        _say_left_out(series)
    if not drawn:
        raise InputError(
            "No result has a depth, so there is nothing to chart. Choose results of "
            "the modes uniform, fixed or crossed.",
            file=str(file),
            field="depth_bin",
        )


def _say_left_out(series: Series) -> None:
    """Controls are reported elsewhere; a result without a depth is nowhere in the picture."""
    left = sum(not entry.control and bin_of(entry) is None for entry in series.entries)
    if left:
        _say(series.file, f"{left} results of {series.name or 'an unnamed model'} claim no depth")


def _say(file: Path, left_out: str) -> None:
    sys.stderr.write(f"{file}: {left_out} and are not drawn\n")


def _name(series: Series, among: Sequence[Series]) -> str:
    """The model; with the file, and with a number, where these do not tell two series apart."""
    model = series.metadata.model_name or series.file.stem
    alike = [one for one in among if (one.metadata.model_name or one.file.stem) == model]
    if len(alike) == 1:
        return model
    if len({one.file.name for one in alike}) == len(alike):
        return f"{model} ({series.file.name})"
    return f"{model} ({series.file})"


def document(
    series: Sequence[Series],
    comparisons: Sequence[tuple[ModelComparison, Series]],
    *,
    language: str,
    scale: str,
) -> str:
    """The page: how the first differs from each other one, then each as heatmap, lines, scatter."""
    figures = [
        _difference(comparison, series[0], other, language) for comparison, other in comparisons
    ]
    for one in series:
        figures += _figures(one, language, scale)
    title = f"{wording(language)(HEATMAP_TITLE)}: {', '.join(one.name for one in series)}"
    return page(figures, title, language=language, name="depth-heatmap")


def _figures(series: Series, language: str, scale: str) -> list[Figure]:
    cells, metadata = series.cells, series.metadata
    over_length = accuracy_over_length(
        cells,
        metadata,
        by_length=rates_by_length(series.entries),
        effective=series.effective,
        language=language,
    )
    return [
        depth_heatmap(cells, metadata, language=language, scale=scale),
        accuracy_over_depth(cells, metadata, language=language),
        over_length,
        depth_scatter(series.entries, metadata, language=language),
    ]


def _difference(
    comparison: ModelComparison, first: Series, second: Series, language: str
) -> Figure:
    compared = ComparedModels(first.name, second.name, (first.metadata, second.metadata))
    return difference_heatmap(comparison, compared, language=language)


def comparable(first: Series, second: Series) -> bool:
    """Says on stderr where it is not: a table of scores has no questions to pair."""
    nameless = [one for one in (first, second) if not all(e.question for e in one.entries)]
    if nameless:
        sys.stderr.write(
            f"{first.name} and {second.name} are not compared: {nameless[0].file} is a table of "
            "scores that does not say which question was asked. Compare results that hold their "
            "questions.\n"
        )
    return not nameless


def compare(first: Series, second: Series) -> ModelComparison:
    """At the lengths and depths that both were tested at; raises InputError when there are none."""
    lengths = sorted({*first.grid[0]} & {*second.grid[0]})
    labels = [label for label in first.grid[1] if label in second.grid[1]]
    if not lengths or not labels:
        raise InputError(
            "{first} and {second} have no length and depth in common. Compare results of the same "
            "lengths and depths.",
            file=str(second.file),
            first=first.name,
            second=second.name,
        )
    return compare_models(first.entries, second.entries, lengths, labels)
