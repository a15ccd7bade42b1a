"""The import of questions: the file, its columns, a preview, and the bar that stores it."""

from dataclasses import dataclass
from pathlib import PurePath

import streamlit as st
from streamlit.typing import UploadedFile

from core.errors import InputError
from core.questions import NO_MAPPING, ColumnMapping, FileColumns, ReadQuestions
from core.services.access import Right
from core.services.library import add_question_set, list_sources, remember_mapping
from core.text import AVAILABLE_TOKENIZERS
from pages.components.action import PressMessage, action, draw_outcome
from pages.components.app_context import engine, settings
from pages.components.html import caption, notice, verbatim
from pages.components.language import _, _n, translate
from pages.components.navigation import link, open_place
from pages.components.page_state import IMPORTED_SET, SHEET
from pages.components.sample_labels import labelled_title, own_first
from pages.components.upload import (
    choose_encoding,
    choose_file,
    chosen_encoding,
    current_file,
    empty,
    of_file,
)
from pages.library.import_attention import draw_attention
from pages.library.import_columns import draw_columns, mapping_for, remembers
from pages.library.import_positions import chosen_positions, draw_positions
from pages.library.import_preview import draw_first_rows
from pages.library.import_reading import ImportFile, checked, columns_of, try_reading

FIELD_ID = "questions"
_BINARY = ("xlsx", "parquet")


@dataclass(frozen=True, slots=True)
class _Target:
    """The novel, the tokeniser and the title of the new set."""

    source_id: int | None
    tokenizer: str
    title: str


def draw_question_upload() -> None:
    """Draw the field for a file; once it has one, the page shows the import."""
    choose_file(FIELD_ID, _("Questions (JSONL, JSON, CSV, TSV, XLSX, Parquet)"))


def is_importing() -> bool:
    return current_file(FIELD_ID) is not None


def open_imported() -> None:
    """Go to the run form of the set that was just imported to be validated."""
    if set_id := IMPORTED_SET.take():
        open_place("runs", set=set_id)


def draw_import() -> None:
    """Draw the page of the import, from the chosen file to the bar that stores it."""
    link("library", _("Library"))
    st.title(_("Import questions"))
    caption(_("1 File · 2 Columns and check · 3 Validate"))
    draw_outcome(of_any=True)
    with st.expander(_("File")):
        upload = choose_file(FIELD_ID, _("Questions (JSONL, JSON, CSV, TSV, XLSX, Parquet)"))
    if upload is None:
        _draw_back()
        return
    try:
        _draw_file(upload)
    except InputError as error:
        choose_encoding(upload, "–")
        notice(translate(error))
        _draw_back()


def _draw_file(upload: UploadedFile) -> None:
    bar = st.container(border=True)
    data, encoding = upload.getvalue(), chosen_encoding(upload)
    sheet = SHEET.of(upload.file_id).get()
    with st.spinner(_("Reading…")):
        columns = columns_of(data, upload.name, encoding, sheet)
    mapping = mapping_for(upload, columns)
    file = ImportFile(data, upload.name, encoding, sheet, mapping.to_json())
    with bar:
        target = _draw_target(upload, columns, file)
    left_column, right_column = st.columns(2, gap="large")
    with left_column:
        draw_columns(upload, columns)
    with st.spinner(_("Reading…")):
        read, fault = try_reading(file)
    if read is None:
        with right_column:
            notice(fault)
        _draw_bar(upload, None, target, columns, mapping)
        return
    with left_column:
        read = checked(file, target.source_id, target.tokenizer)
        read = draw_attention(upload, read, list(columns.columns), mapping)
    with right_column:
        questions = st.container()
        found_positions = draw_positions(upload, read, target.source_id, target.tokenizer)
    with questions:
        draw_first_rows(upload, read, found_positions)
    _draw_bar(upload, chosen_positions(upload, read, found_positions), target, columns, mapping)


def _draw_target(upload: UploadedFile, columns: FileColumns, file: ImportFile) -> _Target:
    verbatim(upload.name, "desk-verbatim desk-question")
    sources = {source.id: labelled_title(source) for source in own_first(list_sources(engine()))}
    rows, _fault = try_reading(file)
    needs_novel = (
        rows is None
        or not rows.questions
        or any(row.question.context is None for row in rows.questions)
    )
    with st.container(horizontal=True):
        if len(columns.sheets) > 1 and columns.sheet:
            st.selectbox(
                _("Sheet"),
                columns.sheets,
                index=columns.sheets.index(columns.sheet),
                key=SHEET.of(upload.file_id).name,
            )
        source_id = st.selectbox(
            _("Novel"),
            [*sources, None],
            index=0 if needs_novel else len(sources),
            format_func=lambda id_: (
                f"#{id_} {sources[id_]}" if id_ else _("none: each row has its own context")
            ),
            key=of_file("questions_source", upload),
        )
        tokenizer = st.selectbox(
            _("Tokeniser for positions"),
            AVAILABLE_TOKENIZERS,
            index=AVAILABLE_TOKENIZERS.index(settings().tokenizer),
            key="questions_tokenizer",
        )
        title = st.text_input(
            _("Title"),
            PurePath(upload.name).stem,
            key=of_file("questions_title", upload),
            max_chars=200,
        )
        if columns.format not in _BINARY:
            choose_encoding(upload, columns.encoding)
    return _Target(source_id, tokenizer, title)


def _draw_bar(
    upload: UploadedFile,
    read: ReadQuestions | None,
    target: _Target,
    columns: FileColumns,
    mapping: ColumnMapping,
) -> None:
    """Draw what will be stored, and the buttons that store it."""
    importable = len(read.questions) if read else 0
    total = importable + len(read.refused) if read else 0
    without_text = (
        sum(row.question.context is None for row in read.questions)
        if read and target.source_id is None
        else 0
    )
    with st.bottom, st.container(horizontal=True, vertical_alignment="center"):
        if without_text:
            sentence = _n(
                "{n} row has no context of its own. Choose its novel, or give every row a context.",
                "{n} rows have no context of their own. Choose their novel, or give every row a "
                "context.",
                without_text,
            )
        else:
            sentence = _("{n} of {total} rows will be imported. Nothing is stored yet.").format(
                n=f"{importable:,}", total=f"{total:,}"
            )
            if importable < total:
                sentence = _n(
                    "{asked} of {total} rows will be imported, {n} needs attention. Nothing is "
                    "stored yet.",
                    "{asked} of {total} rows will be imported, {n} need attention. Nothing is "
                    "stored yet.",
                    total - importable,
                    asked=f"{importable:,}",
                    total=f"{total:,}",
                )
        notice(sentence, "amber" if without_text or not importable else "quiet")
        _draw_back()
        disabled = not importable or without_text > 0
        arguments = (upload, read, target, columns, mapping)
        action(
            _("Import only"),
            _add,
            right=Right.RUN,
            key="add_questions",
            args=(*arguments, False),
            disabled=disabled,
        )
        action(
            _("Import and validate now"),
            _add,
            right=Right.RUN,
            key="add_and_validate",
            args=(*arguments, True),
            disabled=disabled,
            type="primary",
        )


def _draw_back() -> None:
    action(_("Back"), empty, right=None, key="import_back", args=(FIELD_ID,))


def _add(
    upload: UploadedFile,
    read: ReadQuestions,
    target: _Target,
    columns: FileColumns,
    mapping: ColumnMapping,
    validate: bool,
) -> PressMessage:
    added = add_question_set(
        engine(),
        read,
        source_id=target.source_id,
        title=target.title,
        tokenizer=target.tokenizer,
        file_name=upload.name,
    )
    if mapping != NO_MAPPING and remembers(upload):
        remember_mapping(engine(), columns.columns, mapping)
    if validate:
        IMPORTED_SET.set(added.set_id)
    empty(FIELD_ID)
    if added.already_there:
        return PressMessage(
            _("These questions are already in the library; nothing was added."), "amber"
        )
    count_text = _n("{n} question imported.", "{n} questions imported.", len(read.questions))
    return PressMessage(_("{name}: {value}").format(name=target.title, value=count_text))
