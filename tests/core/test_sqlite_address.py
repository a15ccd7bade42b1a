"""Every way to write the address of one SQLite file leads to that file."""

from pathlib import Path

import pytest

from core.cli.main import main
from core.errors import ConfigurationError
from core.llm.limits.file_limits import FileLimitStore
from core.llm.limits.limit_stores import store_of
from core.sqlite_address import plain_address, sqlite_file
from db.engine import make_engine


@pytest.mark.parametrize(
    ("address", "file"),
    [
        ("sqlite:////data/desk.db", "/data/desk.db"),
        ("sqlite:///data/desk.db?timeout=3", "data/desk.db"),
        ("sqlite:////data/a%20b.db", "/data/a b.db"),
        ("sqlite:///file:/data/desk.db?uri=true", "/data/desk.db"),
        ("sqlite:///file:data/desk.db?uri=1&mode=rwc&cache=private", "data/desk.db"),
        ("sqlite:///file:///data/desk.db?mode=rw&uri=yes&timeout=3", "/data/desk.db"),
        ("sqlite:///file://localhost/data/desk.db?uri=on", "/data/desk.db"),
        ("sqlite:///file:/data/a%2520b%253F.db?uri=true", "/data/a b?.db"),
        ("sqlite:///file:/data/desk.db%23part?uri=true", "/data/desk.db"),
        ("sqlite:////data/desk.db?uri=true", "/data/desk.db"),
        ("sqlite:///file:/data/desk.db", "file:/data/desk.db"),
        ("sqlite:///file::memory:?uri=true", ":memory:"),
        ("sqlite://", ""),
    ],
)
def test_the_file_of_an_address_is_the_one_that_is_opened(address: str, file: str) -> None:
    assert sqlite_file(address) == file
    assert sqlite_file(plain_address(address)) == file
    assert "uri=" not in plain_address(address)


def test_engine_and_limits_use_the_file_of_a_uri(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "a b%.db"
    quoted_twice = str(file).replace("%", "%25").replace(" ", "%20").replace("%", "%25")
    address = f"sqlite:///file:{quoted_twice}?uri=true"
    engine = make_engine(address)
    with engine.connect():
        assert engine.url.database == str(file)
    engine.dispose()
    limits = store_of(address)
    assert isinstance(limits, FileLimitStore)
    limits.slots("model")
    assert file.stat().st_mode & 0o777 == 0o600
    assert all(path.name.startswith(file.name) for path in tmp_path.iterdir())
    assert len(list(tmp_path.glob("a b%.db.places-*"))) == 1


def test_addresses_of_other_databases_stay_as_they_are() -> None:
    assert plain_address("postgresql://h/d?uri=true") == "postgresql://h/d?uri=true"


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ("mode=ro", "mode=ro"),
        ("mode=memory&cache=shared", "mode=memory, cache=shared"),
        ("immutable=1", "immutable=1"),
        ("nolock=1&vfs=unix-none", "nolock=1, vfs=unix-none"),
    ],
)
@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_options_that_cannot_be_honoured_are_refused_by_name(
    options: str,
    named: str,
    language: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///file:desk.db?{options}&uri=true")
    assert main(["--language", language, "backup", "copy.db"]) == 2
    assert capsys.readouterr().err == {
        "en": f"error: The database address has options that are not supported ({named}). Use "
        "sqlite:///FILE.\n",
        "zh_CN": f"错误: 数据库地址中有不支持的选项（{named}）。请使用 sqlite:///FILE。\n",
    }.get(language)
    assert not list(tmp_path.iterdir())


def test_a_file_of_another_host_is_refused() -> None:
    with pytest.raises(ConfigurationError, match=r"host far\.example"):
        plain_address("sqlite:///file://far.example/desk.db?uri=true")
