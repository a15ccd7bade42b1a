"""README, CONTRIBUTING and docs/ lead to files, functions and commands that are there."""

import ast
import re
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from core.cli.main import main

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
HISTORY = ROOT / "CHANGELOG.md"
"""It names commands of its day."""
README = (ROOT / "README.md").read_text("utf-8")
ARCHITECTURE = (ROOT / "docs/architecture.md").read_text("utf-8")
HOP = re.compile(r"`([\w/]+\.py):([\w.]+)`")
FLOORS = (
    ("pages",),
    ("core/cli", "core/api", "core/worker"),
    ("core/ops",),
    ("core/services",),
    ("core/queue",),
    ("db",),
    ("core",),
)
"""From the top; the first that a file's path begins with is its floor."""


def named(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_link_leads_somewhere(page: Path) -> None:
    missing = [
        link
        for link in re.findall(r"\]\((?!https?:|mailto:)([^)\s]+)\)", without_code(page))
        if not is_there(page, link)
    ]
    assert missing == []


def without_code(page: Path) -> str:
    return re.sub(r"```.*?```|`[^`\n]*`", "", page.read_text("utf-8"), flags=re.DOTALL)


def is_there(page: Path, link: str) -> bool:
    path, _, anchor = link.partition("#")
    target = page.parent / path if path else page
    return target.exists() and (not anchor or anchor in anchors(target))


@cache
def anchors(page: Path) -> set[str]:
    """The names that headings of a page can be linked by, as GitHub makes them."""
    headings = re.findall(r"^#+ +(.+)$", without_code(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", one).strip().lower().replace(" ", "-") for one in headings}


def test_every_page_is_led_to() -> None:
    """A page that nothing links to is read by nobody."""
    linked = {
        (page.parent / link.partition("#")[0]).resolve()
        for page in PAGES
        for link in re.findall(r"\]\((?!https?:)([^)\s#]+)", page.read_text("utf-8"))
    }
    pages = [page for page in PAGES if page.parent == ROOT / "docs"]
    assert [named(page) for page in pages if page not in linked] == []


def test_the_readme_is_one_that_is_read() -> None:
    assert len(README.splitlines()) < 150
    assert README.count("![") == 1
    for command in ("make run", "make test"):
        assert command in README


@pytest.mark.parametrize("page", [one for one in PAGES if one != HISTORY], ids=named)
def test_every_command_is_there(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command in sorted(set(re.findall(r"python -m core ([a-z]+)", page.read_text("utf-8")))):
        with pytest.raises(SystemExit) as ended:
            main([command, "--help"])
        assert ended.value.code == 0, command
    capsys.readouterr()


def test_every_hop_of_the_architecture_is_there() -> None:
    hops = HOP.findall(ARCHITECTURE)
    assert len(hops) > 50
    missing = [f"{file}:{name}" for file, name in hops if name not in functions(ROOT / file)]
    assert missing == []


@cache
def functions(file: Path) -> set[str]:
    """Names of a file's functions, and Class.method of its classes; none where it is not there."""
    if not file.is_file():
        return set()
    found: set[str] = set()
    for node in ast.parse(file.read_bytes()).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.ClassDef):
            found |= {
                f"{node.name}.{one.name}"
                for one in node.body
                if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)
            }
    return found


def test_the_walk_from_upload_to_export_turns_back_twice_at_most() -> None:
    _, _, after = ARCHITECTURE.partition("### A question, from upload to export")
    walk, _, _ = after.partition("\n### ")
    files = [file for file, _name in HOP.findall(walk)]
    turns = [
        (before, after)
        for before, after in pairwise(files)
        if floor(after) < floor(before) and not after.startswith("pages/")  # a page: a press
    ]
    assert len(turns) <= 2, turns
    assert walk.count("↩") == len(turns)


def floor(file: str) -> int:
    return next(
        number
        for number, rooms in enumerate(FLOORS)
        if any(file.startswith(f"{room}/") for room in rooms)
    )


def test_the_rooms_of_the_architecture_are_the_folders_there_are() -> None:
    _, _, after = ARCHITECTURE.partition("## The rooms")
    table, _, _ = after.partition("\n## ")
    told = set(re.findall(r"^\| `(core/[\w/]+)` \|", table, re.MULTILINE))
    there = {
        str(folder.relative_to(ROOT))
        for parent in (ROOT / "core", ROOT / "core/services")
        for folder in parent.iterdir()
        if (folder / "__init__.py").is_file() and folder.name != "services"
    }
    assert told == there
