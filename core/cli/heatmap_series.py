"""Data of `heatmap`: a series of cells for each model of each file."""

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
from core.cli.language import _, _n
from core.depth import (
    DatasetMetadata,
    DepthBinStats,
    EffectiveLength,
    ModelComparison,
    ResultEntry,
    calculate_depth_bins,
    compare_models,
    control_rates,
    depth_bin_of,
    effective_length,
    grid_of,
    incomplete_lengths,
    planned_grid,
    rates_by_length,
    read_results,
)
from core.errors import InputError
from core.locale import wording


@dataclass(frozen=True)
class Series:
    """One model's results in one file; `name` is unique among the series drawn."""

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
    """A series for each chosen model of each file, in order. Raises InputError without any."""
    series = [item for file in files for item in _read(file)]
    names = list(dict.fromkeys(item.metadata.model_name for item in series))
    for model in models or ():
        if model not in names:
            raise InputError(
                "There are no results of the model {model}. Choose one of: {known}.",
                field="--model",
                model=model,
                known=", ".join(names),
            )
    chosen = [item for item in series if not models or item.metadata.model_name in models]
    return [replace(item, name=_name(item, chosen)) for item in chosen]


def _read(file: Path) -> Iterator[Series]:
    metadata, entries, unscored = read_results(file)
    metadata = metadata or DatasetMetadata()
    for model, n in unscored.items():
        sentence = _n(
            "{file}: {n} result of {model} has no score and is not drawn",
            "{file}: {n} results of {model} have no score and are not drawn",
            n,
            file=file,
            model=model or _("an unnamed model"),
        )
        sys.stderr.write(f"{sentence}\n")
    by_model: dict[str, list[ResultEntry]] = {}
    for entry in entries:
        by_model.setdefault(entry.model or metadata.model_name, []).append(entry)
    drawn = 0
    for model, results in by_model.items():
        series = Series(model, file, replace(metadata, model_name=model), results)
        if grid_of(results)[1]:
            drawn += 1
            yield series
        _print_left_out(series)
    if not drawn:
        raise InputError(
            "No result has a depth, so there is nothing to chart. Choose results of "
            "the modes uniform, fixed or crossed.",
            file=str(file),
            field="depth_bin",
        )


def _print_left_out(series: Series) -> None:
    """Print how many results have no depth and so are not drawn; controls are not among them."""
    left_out = sum(not entry.control and depth_bin_of(entry) is None for entry in series.entries)
    if left_out:
        sentence = _n(
            "{file}: {n} result of {model} claims no depth and is not drawn",
            "{file}: {n} results of {model} claim no depth and are not drawn",
            left_out,
            file=series.file,
            model=series.name or _("an unnamed model"),
        )
        sys.stderr.write(f"{sentence}\n")


def _name(series: Series, among: Sequence[Series]) -> str:
    """The model, followed by the file name or path if several series share the model."""
    model = series.metadata.model_name or series.file.stem
    alike = [item for item in among if (item.metadata.model_name or item.file.stem) == model]
    if len(alike) == 1:
        return model
    if len({item.file.name for item in alike}) == len(alike):
        return f"{model} ({series.file.name})"
    return f"{model} ({series.file})"


def document(
    series: Sequence[Series],
    comparisons: Sequence[tuple[ModelComparison, Series]],
    *,
    language: str,
    scale: str,
) -> str:
    """The HTML page: differences of the first series from the others, then each one's charts."""
    figures = [
        _difference(comparison, series[0], second, language) for comparison, second in comparisons
    ]
    for item in series:
        figures += _figures(item, language, scale)
    title = f"{wording(language)(HEATMAP_TITLE)}: {', '.join(item.name for item in series)}"
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
    """Whether both name their questions, so that they can be paired; prints the reason if not."""
    nameless = [
        item for item in (first, second) if not all(entry.question for entry in item.entries)
    ]
    if nameless:
        sentence = _(
            "{first} and {second} are not compared: {file} is a table of scores that does not say "
            "which question was asked. Compare results that hold their questions."
        ).format(first=first.name, second=second.name, file=nameless[0].file)
        sys.stderr.write(f"{sentence}\n")
    return not nameless


def compare(first: Series, second: Series) -> ModelComparison:
    """Compare two series at their common lengths and depths. Raises InputError without any."""
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
