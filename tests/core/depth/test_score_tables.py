"""Score tables of other needle tests, read like our own results."""

from pathlib import Path

import pytest

from core.depth import ResultEntry, calculate_depth_bins, grid_of, read_results
from core.errors import InputError


def entries_of(folder: Path, text: str) -> list[ResultEntry]:
    file = folder / "scores.csv"
    file.write_text(text, encoding="utf-8")
    return list(read_results(file).entries)


def test_a_table_with_percentages_and_scores_out_of_ten_is_read(tmp_path: Path) -> None:
    entries = entries_of(
        tmp_path,
        "model,context_length,depth_percent,score,version\n"
        "m,1000,0.0,10,1\nm,1000,0.9,7,1\nm,1000,98.4,1,1\nm,2000,50,10,1\n",
    )
    assert grid_of(entries) == ([1000, 2000], ["0%", "50%", "100%"])
    cells = {
        (cell.context_length, cell.depth_bin): (cell.correct, cell.n)
        for cell in calculate_depth_bins(entries, [1000, 2000])
        if cell.n
    }
    assert cells == {(1000, "0%"): (1, 2), (1000, "100%"): (0, 1), (2000, "50%"): (1, 1)}
    assert [entry.score for entry in entries] == [1.0, 0.7, 0.1, 1.0]
    assert {entry.model for entry in entries} == {"m"}


def test_many_lengths_are_rounded_to_a_few(tmp_path: Path) -> None:
    lines = [f"{1000 + 37 * n},{n / 100},{n % 2}" for n in range(100)]
    entries = entries_of(tmp_path, "\n".join(["length_in_tokens,depth_ratio,score", *lines]))
    assert grid_of(entries)[0] == [1000, 2000, 4000]
    assert [entry.actual_context_tokens for entry in entries[:2]] == [1000, 1037]
    assert sum(cell.n for cell in calculate_depth_bins(entries, [1000, 2000, 4000])) == 100


def test_depths_over_one_are_percentages_whatever_their_name(tmp_path: Path) -> None:
    entries = entries_of(tmp_path, "length,depth,score\n8000,0,100\n8000,75,40\n")
    assert [(entry.depth, entry.score) for entry in entries] == [(0.0, 1.0), (0.75, 0.4)]


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("model,score\nm,1\n", 1, "no column context_length"),
        ("context_length,score\n8000,1\n", 1, "no column depth"),
        ("context_length,depth,score\n8000,0.5,1\n8000,half,1\n", 3, "'half' is not a number"),
        ("context_length,depth,score\n8000,0.5,\n", 2, "'' is not a number"),
        ("context_length,depth,score\n8000,0.5\n", 2, "None is not a number"),
        ("context_length,depth,score\n1e300,0.5,1\n", 2, "'1e300' is not a valid length"),
        (
            "context_length,depth,score\n2000.5,0.5,1\n",
            2,
            "Use a whole number of tokens, such as 32000",
        ),
        ("context_length,depth,score\n0,0.5,1\n", 2, "'0' is not a valid length"),
        ("context_length,depth,score\nnan,0.5,1\n", 2, "'nan' is not a number"),
        ("context_length,depth,score\n8000,inf,1\n", 2, "'inf' is not a number"),
        ("context_length,depth_percent,score\n8,150,1\n", 2, "'150' is not a valid depth"),
        ("context_length,depth,score\n", None, "no results"),
    ],
)
def test_invalid_tables_are_refused_by_line(
    tmp_path: Path, text: str, line: int | None, said: str
) -> None:
    with pytest.raises(InputError, match=said) as raised:
        entries_of(tmp_path, text)
    assert raised.value.line == line


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_any_line_ending_is_accepted(tmp_path: Path, end: str) -> None:
    lines = ("context_length,depth_percent,score", "1000,0,10", "1000,50,7")
    assert len(entries_of(tmp_path, end.join(lines))) == 2
