"""A login that nobody could use keeps the desk from starting, and says what it lacks."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.conftest import ROOT
from tests.ports import free_port

WHOLE = {
    "redirect_uri": "https://desk.example/oauth2callback",
    "cookie_secret": "s" * 32,
    "client_id": "desk",
    "client_secret": "not a secret here",
    "server_metadata_url": "https://provider.example/.well-known/openid-configuration",
}


@pytest.mark.parametrize(
    ("left_out", "emptied", "lacks"),
    [
        ("client_secret", "", "client_secret"),
        ("redirect_uri", "client_id", "redirect_uri, client_id"),
    ],
)
def test_a_start_with_half_a_login_names_the_file_and_what_it_lacks(
    tmp_path: Path, left_out: str, emptied: str, lacks: str
) -> None:
    secrets = tmp_path / "secrets.toml"
    said = {name: "" if name == emptied else value for name, value in WHOLE.items()}
    lines = [f'{name} = "{value}"' for name, value in said.items() if name != left_out]
    secrets.write_text("\n".join(["[auth]", *lines]), "utf-8")
    command = [
        sys.executable,
        "-m",
        "streamlit",
        "run",
        "app.py",
        "--server.port",
        str(free_port()),
    ]
    ended = subprocess.run(
        [*command, "--secrets.files", str(secrets)],
        cwd=ROOT,
        env=os.environ | {"DATABASE_URL": f"sqlite:///{tmp_path / 'desk.db'}"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ended.returncode == 1
    assert f"error: {secrets}: [auth] is missing {lacks}." in ended.stderr
    assert "Traceback" not in ended.stderr
