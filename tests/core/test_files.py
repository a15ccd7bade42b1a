"""Lines that cost money find a place, whatever happens to their own."""

import errno
import os
import re
import shutil
import tempfile
from pathlib import Path

import pytest

from core.errors import Sentence
from core.files import PaidLines, ResultsNotWritten, system_reason
from core.locale import wording


class Log:
    """Lines in memory and in a file, as a command keeps them."""

    def __init__(self, file: Path) -> None:
        self.lines: list[str] = []
        file.touch()
        self.paid = PaidLines(file, lambda: "".join(self.lines), go_on=Sentence("again"))

    def add(self, line: str) -> None:
        self.lines.append(line)
        self.paid.add(line)

    def add_elsewhere(self, line: str) -> Path:
        """The file that the error names."""
        with pytest.raises(ResultsNotWritten) as raised:
            self.add(line)
        named = re.search(r"kept in (\S+)\. ", str(raised.value))
        assert named, raised.value
        return Path(named[1])


def test_lines_are_in_their_file_as_soon_as_they_are_added(tmp_path: Path) -> None:
    log = Log(tmp_path / "out")
    log.add("一\n")
    assert (tmp_path / "out").read_text("utf-8") == "一\n"
    log.paid.close()


def test_where_a_folder_was_renamed_all_lines_and_later_ones_go_next_to_it(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    log = Log(folder / "out")
    log.add("1\n")
    folder.rename(tmp_path / "other")
    kept = log.add_elsewhere("2\n")
    assert kept.parent == tmp_path
    assert log.add_elsewhere("3\n") == kept
    assert kept.read_text() == "1\n2\n3\n"
    log.paid.close()


def test_where_a_file_was_removed_they_go_beside_it(tmp_path: Path) -> None:
    log = Log(tmp_path / "out")
    (tmp_path / "out").unlink()
    assert log.add_elsewhere("1\n").parent == tmp_path
    log.paid.close()


def test_where_nothing_is_left_nearby_they_go_to_the_temporary_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    folder = tmp_path / "a" / "b"
    folder.mkdir(parents=True)
    log = Log(folder / "out")
    shutil.rmtree(tmp_path / "a")
    assert log.add_elsewhere("1\n").parent == tmp_path / "temporary"
    log.paid.close()


def test_where_there_is_no_place_at_all_they_are_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "none"))
    folder = tmp_path / "a" / "b"
    folder.mkdir(parents=True)
    log = Log(folder / "out")
    shutil.rmtree(tmp_path / "a")
    for line in ("1\n", "2\n"):
        with pytest.raises(ResultsNotWritten, match="printed on standard output"):
            log.add(line)
    assert capsys.readouterr().out == "1\n2\n", "at once: the process may end at any time"
    log.paid.close()
    log.paid.close()
    assert capsys.readouterr().out == ""


def test_an_output_that_cannot_be_written_leaves_the_lines_where_they_are(tmp_path: Path) -> None:
    log = Log(tmp_path / "out")
    log.add("1\n")
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    said = str(log.paid.kept(full))
    assert f"(No space left on device). What was paid for is kept in {tmp_path / 'out'}." in said
    log.paid.close()
    assert [file.name for file in tmp_path.iterdir()] == ["out"]


@pytest.mark.parametrize(
    "number",
    [
        *(errno.ENOENT, errno.EACCES, errno.EPERM, errno.ENOSPC, errno.EDQUOT, errno.EFBIG),
        *(errno.EISDIR, errno.ENOTDIR, errno.ENAMETOOLONG, errno.ELOOP, errno.EROFS, errno.EIO),
        *(errno.EMFILE, errno.ENFILE, errno.EBUSY, errno.ESTALE, errno.ENOTCONN, errno.ENODEV),
        *(errno.ENXIO, errno.ENOMEM, errno.EINVAL),
    ],
    ids=errno.errorcode.get,
)
def test_what_the_system_says_of_a_file_is_told_in_chinese(number: int) -> None:
    reason = system_reason(OSError(number, os.strerror(number)))
    assert reason.translate(wording("zh_CN")) != reason.translate(wording("en"))
