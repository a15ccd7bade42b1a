"""Workbooks and Parquet files that claim or hold more than anybody reads."""

import io
import re
import zipfile
from collections.abc import Callable

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from core.errors import InputError
from core.questions import read_questions
from core.text import archives
from tests.core.questions.test_schemas import HEADER, ROW, workbook


def _edited(part: str, edit: Callable[[str], str]) -> bytes:
    """A workbook with one part changed."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(workbook(HEADER, ROW))) as old,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for name in old.namelist():
            content = old.read(name).decode()
            new.writestr(name, edit(content) if name == part else content)
    return out.getvalue()


SHEET = "xl/worksheets/sheet2.xml"


@pytest.mark.parametrize(
    "claims",
    [
        lambda xml: re.sub(r'<row r="2"', '<row r="99999999999"', xml),
        lambda xml: xml.replace('r="H2"', 'r="XFD2"'),
    ],
)
def test_a_sheet_wider_or_longer_than_a_workbook_is_refused(claims: Callable[[str], str]) -> None:
    with pytest.raises(InputError, match=r"set\.xlsx.*The sheet Questions has more than"):
        read_questions(_edited(SHEET, claims), file_name="set.xlsx", sheet="Questions")


def test_rows_beyond_what_a_sheet_says_of_itself_are_read() -> None:
    data = _edited(SHEET, lambda xml: re.sub(r'<dimension ref="[^"]*"', '<dimension ref="A1"', xml))
    assert len(read_questions(data, file_name="set.xlsx").questions) == 1


def test_entities_in_a_sheet_are_refused() -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>'
    data = _edited(SHEET, lambda xml: bomb + xml.replace("<sheetData>", "<sheetData>&b;"))
    with pytest.raises(InputError, match="is damaged"):
        read_questions(data, file_name="set.xlsx", sheet="Questions")


def test_a_parquet_file_is_unpacked_no_further_than_the_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One long text in every row takes hardly any room in the file."""
    monkeypatch.setattr("core.questions.parquet_rows.MOST_UNPACKED", 20_000_000)
    table = pa.table({"question": ["x" * 100_000] * 1_000})
    out = io.BytesIO()
    pq.write_table(table, out, compression="zstd")
    assert len(out.getvalue()) < 100_000
    with pytest.raises(InputError, match="unpacks to more than"):
        read_questions(out.getvalue(), file_name="set.parquet")


def test_an_archive_of_too_many_parts_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "MOST_MEMBERS", 5)
    with pytest.raises(InputError, match="or 5 parts"):
        read_questions(workbook(HEADER, ROW), file_name="set.xlsx")
