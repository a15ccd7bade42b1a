"""A model of known accuracy, asked over HTTP: the depth test must recover its accuracy."""

import json
from collections import Counter
from pathlib import Path

import pytest

from core.depth import DepthBinStats, ResultEntry, TestingTool, calculate_depth_bins, control_rates
from core.depth.cells import percent_of
from core.depth.result_entries import LEAKED
from core.depth.result_files import read_results
from core.text import TokenizedText, load_tokenizer
from tests.bench.invented import novel
from tests.core.depth.asked import client_of
from tests.openai_server import OpenAIServer
from tests.planted import CHANCE, PlantedModel, Truth, lost_in_the_middle, next_sentence_rows

LENGTHS = (2_000, 4_000, 8_000)
QUESTIONS = 80
PLANTED = {"next-7", "next-31", "next-64"}
TRUTH = lost_in_the_middle(LENGTHS[-1])


async def results_of(folder: Path, language: str, leaking: set[str]) -> list[ResultEntry]:
    """Ask every question at every depth and length and under every control."""
    text = novel(language, 150_000 if language == "en" else 40_000, 3)
    tokens = TokenizedText.from_text(text, load_tokenizer())
    rows = next_sentence_rows(tokens, QUESTIONS)
    (folder / "novel.txt").write_text(text, encoding="utf-8")
    lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    (folder / "questions.jsonl").write_text(lines, encoding="utf-8")
    out = folder / "results.jsonl"
    async with OpenAIServer(PlantedModel(rows, tokens, TRUTH, leaking=leaking)) as server:
        client = client_of(server)
        tool = TestingTool(
            client, controls=("closed_book", "oracle", "filler_only"), rotate_options=True
        )
        await tool.run_depth_aware_tests(
            str(folder / "novel.txt"),
            str(folder / "questions.jsonl"),
            "crossed",
            list(LENGTHS),
            padding_size=20,
            concurrency=8,
            output_path=str(out),
            skip_validation=True,
        )
        await client.aclose()
        assert set(server.outcomes) == {"ok"}
    return list(read_results(out).entries)


def covers(cell: DepthBinStats, truth: Truth) -> bool:
    """Whether the true accuracy lies in the interval of the cell."""
    depth = percent_of(cell.depth_bin)
    assert cell.interval is not None
    assert depth is not None
    low, high = cell.interval
    return low <= truth(cell.context_length, depth / 100) <= high


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "zh"])
async def test_heatmap_and_controls_recover_the_planted_accuracy(
    tmp_path: Path, language: str
) -> None:
    entries = await results_of(tmp_path, language, PLANTED)
    assert len(entries) == QUESTIONS * (5 * len(LENGTHS) + 2 + len(LENGTHS))
    plain = [entry for entry in entries if entry.item_key not in PLANTED]

    cells = calculate_depth_bins(plain, LENGTHS)
    assert [cell.n for cell in cells] == [QUESTIONS - len(PLANTED)] * 15
    # One in twenty of the intervals may miss.
    assert sum(covers(cell, TRUTH) for cell in cells) >= 14
    # A wrong accuracy is not covered.
    assert sum(covers(cell, lambda *_: 0.8) for cell in cells) <= 10

    controls = control_rates(plain)
    for name, planted in (("oracle", 0.95), ("closed_book", CHANCE), ("filler_only", CHANCE)):
        assert controls[name].interval is not None
        low, high = controls[name].interval
        assert low <= planted <= high, name

    flagged = Counter(entry.item_key for entry in entries if LEAKED in entry.warnings)
    # Closed-book once, and filler_only once per length.
    assert {key for key, times in flagged.items() if times == 1 + len(LENGTHS)} == PLANTED
