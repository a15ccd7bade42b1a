"""Files that go out of the desk."""

import csv
import io
import json
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.errors import InputError
from core.questions import (
    parse_question,
    read_questions,
    unique_item_keys,
    write_atomically,
    write_issues,
    write_questions,
    write_refused,
)
from tests.core.questions.samples import read_rows, row

HALF_BAD = [row(), row(answer="=cmd()"), row(question_type=...)]


def test_refused_rows_are_written_with_their_reason_and_raw_text_and_can_be_read_again() -> None:
    refused = write_refused(read_rows(*HALF_BAD).issues, "jsonl")
    (line,) = map(json.loads, refused.splitlines())
    assert (line["line"], line["field"], line["code"]) == (2, "answer", "answer_not_an_option")
    assert line["reason"].startswith("Answer =cmd() is not among the options")
    assert json.loads(line["raw"]) == HALF_BAD[1]


def test_issues_as_csv_hold_warnings_too_and_nothing_to_execute() -> None:
    written = write_issues(read_rows("=1+1", *HALF_BAD).issues, "csv").decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(written, newline="")))
    assert [one["severity"] for one in rows] == ["refused", "refused", "warning"]
    assert rows[0]["raw"] == "'=1+1"


def test_extra_fields_named_like_columns_keep_a_name_of_their_own_in_csv() -> None:
    question = parse_question(row(a="kept", start_pos=4, meta={"n": 1}))
    found = read_questions(write_questions([question], "csv"), file_name="x.csv")
    extra = found.questions[0].question.extra
    assert extra == {"extra.a": "kept", "extra.start_pos": "4", "meta": '{"n": 1}'}


def test_keys_are_unique_and_a_rows_own_key_stays_its_own() -> None:
    ids = ["q", "q", "q#2", "q", "", "r"]
    keys = unique_item_keys(parse_question(row(id=name)) for name in ids)
    content_key = parse_question(row()).content_key
    assert keys == ["q", "q#3", "q#2", "q#4", content_key, "r"]


def test_a_file_is_replaced_only_when_the_new_one_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    write_atomically(path, b"old")

    def failing() -> Iterator[bytes]:
        yield b"new"
        raise RuntimeError

    with pytest.raises(RuntimeError):
        write_atomically(path, failing())
    assert path.read_bytes() == b"old"
    write_atomically(path, iter([b"new", b"er"]))
    assert path.read_bytes() == b"newer"
    assert list(tmp_path.iterdir()) == [path]


def test_a_place_that_cannot_be_written_to_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"Cannot write .*out"):
        write_atomically(tmp_path / "nowhere" / "out.jsonl", b"x")


def test_a_pipe_is_refused_and_stays_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    link = tmp_path / "link"
    link.symlink_to(pipe)
    for path in (pipe, link):
        with pytest.raises(
            InputError, match="This is not a regular file, so it cannot be written"
        ) as refused:
            write_atomically(path, b"x")
        assert refused.value.file == str(path)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert sorted(tmp_path.iterdir()) == [link, pipe]


def test_a_link_stays_a_link_and_its_target_is_replaced(tmp_path: Path) -> None:
    target, link = tmp_path / "kept" / "out.jsonl", tmp_path / "link"
    target.parent.mkdir()
    link.symlink_to(Path("kept") / "out.jsonl")
    for content in (b"old", b"new"):  # the target need not be there
        write_atomically(link, content)
        assert (link.is_symlink(), target.read_bytes()) == (True, content)
    assert list(target.parent.iterdir()) == [target]


def test_links_that_lead_in_a_circle_cannot_be_written_to(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(link)
    with pytest.raises(InputError, match="This is not a regular file, so it cannot be written"):
        write_atomically(link, b"x")
    assert link.is_symlink()
