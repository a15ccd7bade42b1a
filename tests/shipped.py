"""Which files of the checkout go into the container image, and which of them the product opens."""

import fnmatch
import json
import os
import re
import subprocess
import sys
from functools import cache
from importlib.util import source_from_cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
SETTINGS = {"connections.toml", "prices.toml", ".streamlit/secrets.toml", "desk.env"}
"""Of whoever runs this checkout; no part of the product."""
_OPENING = """
import json, os, sys
opened = set()
def note(event, arguments):
    if event == "open" and isinstance(arguments[0], str):
        opened.add(os.path.abspath(arguments[0]))
sys.addaudithook(note)
import app
from core.llm import PromptTemplateManager
from core.locale import LANGUAGES, wording
for language in LANGUAGES:
    wording(language)
PromptTemplateManager()
print(json.dumps(sorted(opened)))
"""


@cache
def tree() -> frozenset[str]:
    """Every file of the product's folders, relative to the root."""
    files = (
        file.relative_to(ROOT).as_posix()
        for place in ("core", "db", "pages", ".streamlit", "docs", "tests")
        for file in (ROOT / place).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    )
    return frozenset({*files, *(file.name for file in ROOT.iterdir() if file.is_file())})


def image_files(dockerfile: str, dockerignore: str) -> frozenset[str]:
    """What the COPY lines take of the checkout, less what the ignore file keeps out."""
    ignored = [line for line in dockerignore.splitlines() if line and not line.startswith("#")]
    copied: set[str] = set()
    for line in re.findall(r"^COPY (.+)$", dockerfile, re.MULTILINE):
        *sources, target = line.split()
        for source in sources:
            assert target in {".", "./", source}, f"the image has {source} in another place"
            copied |= {file for file in tree() if file == source or file.startswith(f"{source}/")}
    return frozenset(file for file in copied if not any(_is_in(file, one) for one in ignored))


def _is_in(file: str, pattern: str) -> bool:
    """Whether a line of an ignore file names the file or a folder it is in."""
    parts = file.split("/")
    return any(
        len(pattern.split("/")) == n and fnmatch.fnmatchcase("/".join(parts[:n]), pattern)
        for n in range(1, len(parts) + 1)
    )


def opened_files(folder: Path) -> frozenset[str]:
    """What the checkout opens of itself to start with an empty database, relative to the root."""
    environ = {**os.environ, "DATABASE_URL": f"sqlite:///{folder}/desk.db"}
    ran = subprocess.run(
        [sys.executable, "-c", _OPENING],
        cwd=ROOT,
        env=environ,
        capture_output=True,
        text=True,
        check=True,
    )
    opened = (_source(Path(file)) for file in json.loads(ran.stdout.splitlines()[-1]))
    here = {file.relative_to(ROOT).as_posix() for file in opened if file.is_relative_to(ROOT)}
    return (here & tree()) - SETTINGS


def _source(file: Path) -> Path:
    """Of compiled code, which is opened in its place."""
    return Path(source_from_cache(str(file))) if file.suffix == ".pyc" else file
