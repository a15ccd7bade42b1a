"""A file of questions, read once for all redraws between its upload and its import."""

import json
from dataclasses import dataclass

import streamlit as st

from core.errors import InputError
from core.questions import ColumnMapping, FileColumns, ReadQuestions, check_questions
from core.services.library import get_source, read_columns, read_upload
from core.text import load_tokenizer
from core.validation import Book, FoundPosition, find_positions
from pages.components.app_context import engine, settings
from pages.components.language import translate
from pages.components.upload_questions import count_tokens


@dataclass(frozen=True, slots=True)
class ImportFile:
    """A file and how it is read; `mapping` as JSON."""

    data: bytes
    name: str
    encoding: str | None
    sheet: str | None
    mapping: str


@st.cache_resource(max_entries=4, show_spinner=False)
def columns_of(data: bytes, file_name: str, encoding: str | None, sheet: str | None) -> FileColumns:
    return read_columns(
        data,
        file_name=file_name,
        max_bytes=settings().max_upload_bytes,
        encoding=encoding,
        sheet=sheet,
    )


def try_reading(file: ImportFile) -> tuple[ReadQuestions | None, str]:
    """What was read, or None and the sentence why nothing was, so that columns can be mapped."""
    try:
        return _read(file.data, file.name, file.encoding, file.sheet, file.mapping), ""
    except InputError as error:
        return None, translate(error)


def checked(file: ImportFile, source_id: int | None, tokenizer: str) -> ReadQuestions:
    """What was read, with the issues of checks over the whole set; 50,000 rows take seconds."""
    n_tokens = count_tokens(source_id, tokenizer) if source_id else None
    return _checked(file.data, file.name, file.encoding, file.sheet, file.mapping, n_tokens)


@st.cache_resource(max_entries=4, show_spinner=False)
def _read(
    data: bytes, name: str, encoding: str | None, sheet: str | None, mapping: str
) -> ReadQuestions:
    return read_upload(
        data,
        file_name=name,
        max_bytes=settings().max_upload_bytes,
        encoding=encoding,
        sheet=sheet,
        mapping=ColumnMapping.from_dict(json.loads(mapping)),
    )


@st.cache_resource(max_entries=4, show_spinner=False)
def _checked(
    data: bytes,
    name: str,
    encoding: str | None,
    sheet: str | None,
    mapping: str,
    n_tokens: int | None,
) -> ReadQuestions:
    read = _read(data, name, encoding, sheet, mapping)
    return read.with_issues(check_questions(read.questions, n_tokens=n_tokens))


@st.cache_resource(max_entries=2, show_spinner=False)
def _book(source_id: int, tokenizer: str) -> Book:
    return Book.from_text(get_source(engine(), source_id).text, load_tokenizer(tokenizer))


@st.cache_resource(max_entries=8, show_spinner=False)
def positions_of(
    source_id: int, tokenizer: str, evidence: tuple[str | None, ...]
) -> list[FoundPosition]:
    return find_positions(evidence, _book(source_id, tokenizer))
