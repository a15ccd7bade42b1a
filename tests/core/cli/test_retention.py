"""`python -m core delete` and `retention`, as their operator types them."""

from pathlib import Path

import pytest

from core.cli.main import main
from core.services.library import list_sources, load_sample
from core.services.library.sources import add_source
from db.engine import make_engine
from tests.prepared_desk import prepared

NOVEL = b"The lamp stood by the door. Nobody lit it."


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    url = prepared(tmp_path / "desk.db")
    monkeypatch.setenv("DATABASE_URL", url)
    return add_source(make_engine(url), NOVEL, file_name="lamp.txt", max_bytes=1000).source_id


def _there(tmp_path: Path) -> int:
    return len(list_sources(make_engine(f"sqlite:///{tmp_path / 'desk.db'}")))


def test_delete_says_what_would_go_and_deletes_when_the_title_confirms_it(
    source: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["delete", "source", str(source)]) == 1
    said = capsys.readouterr()
    assert said.out.splitlines() == ["lamp", "        1  source_text"]
    assert 'Confirm with --yes "lamp".' in said.err
    assert main(["delete", "source", str(source), "--yes", "other"]) == 2
    assert _there(tmp_path) == 1
    assert main(["delete", "source", str(source), "--yes", "lamp"]) == 0
    assert "deleted: lamp" in capsys.readouterr().out
    assert _there(tmp_path) == 0
    assert main(["delete", "source", str(source)]) == 2


def test_a_sample_is_refused_before_anybody_is_asked_to_confirm(
    source: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    loaded = load_sample(make_engine(f"sqlite:///{tmp_path / 'desk.db'}"))
    assert main(["delete", "source", str(loaded.texts[0].source_id)]) == 2
    said = capsys.readouterr()
    assert (
        said.out,
        said.err.count("Samples come with the desk and are restored at every start"),
    ) == ("", 1)


def test_retention_counts_before_it_deletes(
    source: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["retention", "--older-than", "90d", "--dry-run"]) == 0
    assert "would be deleted, from before" in capsys.readouterr().out
    assert main(["retention", "--older-than", "90"]) == 0
    assert capsys.readouterr().out.count("        0  ") == 4


@pytest.mark.parametrize("days", ["0d", "-1", "soon", "90h"])
def test_an_age_that_is_none_is_wrong_use(days: str, source: int) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["retention", "--older-than", days])
    assert ended.value.code == 2
