"""Importing questions: the file, its columns, what they yield, and one bar that stores it."""

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
from pages.library.import_reading import ImportFile, checked, columns_of, refuse_reading

WHAT = "questions"
_BINARY = ("xlsx", "parquet")


@dataclass(frozen=True, slots=True)
class _Target:
    """Where the questions go."""

    source_id: int | None
    tokenizer: str
    title: str


def draw_question_upload() -> None:
    """The field for a file; once it has one, the page is the import."""
    choose_file(WHAT, _("Questions (JSONL, JSON, CSV, TSV, XLSX, Parquet)"))


def is_importing() -> bool:
    return current_file(WHAT) is not None


def open_imported() -> None:
    """Go to the run form of the set that was just imported to be validated."""
    if set_id := IMPORTED_SET.take():
        open_place("runs", set=set_id)


def draw_import() -> None:
    """The whole page, from a file that was chosen to the bar that imports it."""
    link("library", _("Library"))
    st.title(_("Import questions"))
    caption(_("1 File · 2 Columns and check · 3 Validate"))
    draw_outcome(of_any=True)
    with st.expander(_("File")):
        given = choose_file(WHAT, _("Questions (JSONL, JSON, CSV, TSV, XLSX, Parquet)"))
    if given is None:
        _draw_back()
        return
    try:
        _draw_file(given)
    except InputError as error:
        choose_encoding(given, "–")
        notice(translate(error))
        _draw_back()


def _draw_file(given: UploadedFile) -> None:
    bar = st.container(border=True)
    data, encoding = given.getvalue(), chosen_encoding(given)
    sheet = SHEET.of(given.file_id).get()
    with st.spinner(_("Reading…")):
        columns = columns_of(data, given.name, encoding, sheet)
    mapping = mapping_for(given, columns)
    file = ImportFile(data, given.name, encoding, sheet, mapping.to_json())
    with bar:
        target = _draw_target(given, columns, file)
    left, right = st.columns(2, gap="large")
    with left:
        draw_columns(given, columns)
    with st.spinner(_("Reading…")):
        read, fault = refuse_reading(file)
    if read is None:
        with right:
            notice(fault)
        _draw_bar(given, None, target, columns, mapping)
        return
    with left:
        read = checked(file, target.source_id, target.tokenizer)
        read = draw_attention(given, read, list(columns.columns), mapping)
    with right:
        questions = st.container()
        found = draw_positions(given, read, target.source_id, target.tokenizer)
    with questions:
        draw_first_rows(given, read, found)
    _draw_bar(given, chosen_positions(given, read, found), target, columns, mapping)


def _draw_target(given: UploadedFile, columns: FileColumns, file: ImportFile) -> _Target:
    verbatim(given.name, "desk-verbatim desk-question")
    sources = {one.id: labelled_title(one) for one in own_first(list_sources(engine()))}
    with_context, _fault = refuse_reading(file)
    homeless = (
        with_context is None
        or not with_context.questions
        or any(row.question.context is None for row in with_context.questions)
    )
    with st.container(horizontal=True):
        if len(columns.sheets) > 1 and columns.sheet:
            st.selectbox(
                _("Sheet"),
                columns.sheets,
                index=columns.sheets.index(columns.sheet),
                key=SHEET.of(given.file_id).name,
            )
        source_id = st.selectbox(
            _("Novel"),
            [*sources, None],
            index=0 if homeless else len(sources),
            format_func=lambda id_: (
                f"#{id_} {sources[id_]}" if id_ else _("none: each row has its own context")
            ),
            key=of_file("questions_source", given),
        )
        tokenizer = st.selectbox(
            _("Tokeniser for positions"),
            AVAILABLE_TOKENIZERS,
            index=AVAILABLE_TOKENIZERS.index(settings().tokenizer),
            key="questions_tokenizer",
        )
        title = st.text_input(
            _("Title"),
            PurePath(given.name).stem,
            key=of_file("questions_title", given),
            max_chars=200,
        )
        if columns.format not in _BINARY:
            choose_encoding(given, columns.encoding)
    return _Target(source_id, tokenizer, title)


def _draw_bar(
    given: UploadedFile,
    read: ReadQuestions | None,
    target: _Target,
    columns: FileColumns,
    mapping: ColumnMapping,
) -> None:
    """What will be stored, and the presses that store it."""
    asked = len(read.questions) if read else 0
    total = asked + len(read.refused) if read else 0
    homeless = (
        sum(row.question.context is None for row in read.questions)
        if read and target.source_id is None
        else 0
    )
    with st.bottom, st.container(horizontal=True, vertical_alignment="center"):
        if homeless:
            said = _n(
                "{n} row has no context of its own. Choose its novel, or give every row a context.",
                "{n} rows have no context of their own. Choose their novel, or give every row a "
                "context.",
                homeless,
            )
        else:
            said = _("{n} of {total} rows will be imported. Nothing is stored yet.").format(
                n=f"{asked:,}", total=f"{total:,}"
            )
            if asked < total:
                said = _n(
                    "{asked} of {total} rows will be imported, {n} needs attention. Nothing is "
                    "stored yet.",
                    "{asked} of {total} rows will be imported, {n} need attention. Nothing is "
                    "stored yet.",
                    total - asked,
                    asked=f"{asked:,}",
                    total=f"{total:,}",
                )
        notice(said, "amber" if homeless or not asked else "quiet")
        _draw_back()
        disabled = not asked or homeless > 0
        arguments = (given, read, target, columns, mapping)
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
    action(_("Back"), empty, right=None, key="import_back", args=(WHAT,))


def _add(
    given: UploadedFile,
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
        file_name=given.name,
    )
    if mapping != NO_MAPPING and remembers(given):
        remember_mapping(engine(), columns.columns, mapping)
    if validate:
        IMPORTED_SET.set(added.set_id)
    empty(WHAT)
    if added.already_there:
        return PressMessage(
            _("These questions are already in the library; nothing was added."), "amber"
        )
    counted = _n("{n} question imported.", "{n} questions imported.", len(read.questions))
    return PressMessage(_("{name}: {value}").format(name=target.title, value=counted))
