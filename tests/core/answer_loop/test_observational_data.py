"""observational_data.json is only appended to."""

import json
from pathlib import Path

import pytest

from core.answer_loop.observational_data import append_observation
from core.errors import InputError


def test_appending_rewrites_no_earlier_entry(tmp_path: Path) -> None:
    file = tmp_path / "observed.json"
    entries = [{"id": f"loop-{n}", "query": "何时？"} for n in range(3)]
    assert [append_observation(file, entry) for entry in entries] == [True] * 3
    inode, before = file.stat().st_ino, file.read_bytes()
    assert append_observation(file, {"id": "loop-3"})
    assert not append_observation(file, entries[1])
    assert file.stat().st_ino == inode
    assert file.read_bytes().startswith(before.removesuffix(b"\n]"))
    assert json.loads(file.read_bytes()) == [*entries, {"id": "loop-3"}]


def test_a_list_of_an_earlier_release_is_continued(tmp_path: Path) -> None:
    file = tmp_path / "observed.json"
    for old in ("[]", json.dumps([{"id": "a"}], indent=1), '[{"id": "a"}]\n'):
        file.write_text(old)
        assert append_observation(file, {"id": "b"})
        assert json.loads(file.read_bytes())[-1] == {"id": "b"}


@pytest.mark.parametrize("content", ['{"a": 1}', "[1, 2]", '[{"id": "a"}', "no JSON"])
def test_a_file_that_is_no_list_of_objects_is_left_unchanged(tmp_path: Path, content: str) -> None:
    file = tmp_path / "observed.json"
    file.write_text(content)
    with pytest.raises(InputError):
        append_observation(file, {"id": "b"})
    assert file.read_text() == content
