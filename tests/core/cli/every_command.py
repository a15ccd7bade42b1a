"""Runs every command, its streams in a state: `python -m ... STATE FOLDER`.

STATE is `whole`, or a stream and what is wrong with it: `stdout-closed`, `stderr-full`. FOLDER gets
what the commands write, and `ended.json`: of each its exit code and whether it printed anything.
"""

import json
import os
import sys
from pathlib import Path

from core.cli.main import main
from core.text import load_tokenizer
from tests.core.cli.commands import SAMPLE

_STREAMS = {"stdout": 1, "stderr": 2}
COPY = (
    '{"id": "good", "text": "秋季大促今天开始，快来看看吧", "channel": "PUSH", "locale": "zh-CN"}\n'
)


def commands(folder: Path) -> dict[str, list[str]]:
    """Each command that ends by itself, in an order in which each finds what it needs."""
    novel, questions = SAMPLE / "en_story.md", folder / "questions.jsonl"
    text, copy = folder / "lamp.txt", folder / "copy.jsonl"
    asked = [f"--novel={novel}", f"--questions={questions}"]
    trials = [*asked, "--context-lengths=2k", "--padding-size=50"]
    lines = {
        "validate": [*asked, f"--out={folder}/validated.jsonl"],
        "test": [*trials, f"--out={folder}/tested.jsonl"],
        "heatmap": [f"{folder}/tested.jsonl", f"--out={folder}/heatmap.html"],
        "verify": [f"--candidates={copy}", f"--out={folder}/verified.jsonl"],
        "policy lint": ["v1.0.0"],
        "policy test": [f"{folder}/mine.yaml"],
        "policy show": ["v1.0.0"],
        "policy diff": ["v1.0.0", "v1.1.0"],
        "policy replay": ["v1.1.0", f"{folder}/verified.jsonl", f"--out={folder}/replayed.jsonl"],
        "policy publish": [f"{folder}/mine.yaml"],
        "ask": ["Who lit the lamp?", f"--document={text}"],
        "token create": ["ci"],
        "token list": [],
        "token revoke": ["1"],
        "users list": [],
        "users set-role": ["1", "viewer"],
        "health": [],
        "retention": ["--older-than=90d"],
        "delete": ["source", "1"],
        "backup": [f"{folder}/desk.backup"],
        "move": [f"--to=sqlite:///{folder}/moved.db"],
        "restore": [f"{folder}/desk.backup", "--replace"],
    }
    return {name: [*name.split(), *arguments] for name, arguments in lines.items()}


def _spoil(state: str) -> None:
    name, _, fault = state.partition("-")
    number = _STREAMS[name]
    if fault == "closed":
        os.close(number)
        setattr(sys, name, None)  # as Python begins with it
        setattr(sys, f"__{name}__", None)
    else:
        full = os.open("/dev/full", os.O_WRONLY)
        os.dup2(full, number)
        os.close(full)


def _run(state: str, folder: Path) -> None:
    load_tokenizer("cl100k_base")
    if state != "whole":
        _spoil(state)
    ended = {}
    for name, command in commands(folder).items():
        before = os.fstat(1).st_size if state == "whole" else 0
        code = main(command)
        ended[name] = (code, state == "whole" and os.fstat(1).st_size > before)
    (folder / "ended.json").write_text(json.dumps(ended))


if __name__ == "__main__":
    _run(sys.argv[1], Path(sys.argv[2]))
