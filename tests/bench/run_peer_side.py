"""The other framework's side of `runs`, run by the interpreter it is installed in: the same prompt
as the desk's, numbered, for as many samples, with its log on.
"""

import json
import os
import resource
import sys
import tempfile
import time
from importlib.metadata import version

from inspect_ai import Task  # type: ignore[import-not-found]
from inspect_ai import eval as run_eval
from inspect_ai.dataset import MemoryDataset, Sample  # type: ignore[import-not-found]
from inspect_ai.model import (  # type: ignore[import-not-found]
    ChatMessageSystem,
    ChatMessageUser,
)
from inspect_ai.scorer import includes  # type: ignore[import-not-found]
from inspect_ai.solver import generate  # type: ignore[import-not-found]


def main() -> None:
    url, samples, at_once = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    system, user = json.load(sys.stdin)
    os.environ.setdefault("OPENAI_API_KEY", "none")
    dataset = MemoryDataset(
        [
            Sample(
                input=[
                    ChatMessageSystem(content=system["content"]),
                    ChatMessageUser(content=f"{user['content']}\nlamp number {number}"),
                ],
                target=f"shelf {number}",
                id=number,
            )
            for number in range(samples)
        ]
    )
    task = Task(dataset=dataset, solver=generate(), scorer=includes())
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        (log,) = run_eval(
            task,
            model="openai/m",
            model_base_url=url,
            model_args={"responses_api": False},
            max_connections=at_once,
            max_samples=at_once,
            display="none",
            log_dir=folder,
        )
        took = time.perf_counter() - began
    right = log.results.scores[0].metrics["accuracy"].value if log.results else None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    said = {"version": version("inspect_ai"), "status": log.status, "right": right}
    print(json.dumps(said | {"took_s": took, "mb": peak}))


if __name__ == "__main__":
    main()
