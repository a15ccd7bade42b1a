"""`python -m core COMMAND` as a script starts it: a process of its own, without our keys."""

import asyncio
import json
import os
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[3]
SAMPLE = ROOT / "core" / "services" / "library" / "sample"


async def start(
    command: str, folder: Path, *arguments: str | Path, **environ: str
) -> asyncio.subprocess.Process:
    """The command with its results in `folder`, `environ` the only connection it knows."""
    clean = {name: value for name, value in os.environ.items() if "OPENAI" not in name}
    return await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "core", command, "--quiet"),
        *("--out", folder / "results.jsonl", "--summary", folder / "summary.json"),
        *arguments,
        cwd=ROOT,
        env=clean | {"DESK_CONNECTIONS": os.devnull} | environ,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


def summary_in(folder: Path) -> dict[str, Any]:
    file = folder / "summary.json"
    found: dict[str, Any] = json.loads(file.read_text()) if file.exists() else {}
    return found
