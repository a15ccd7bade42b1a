"""The mapping of columns to fields: as recognised, remembered, or chosen by the reader."""

from collections.abc import Mapping

import streamlit as st
from streamlit.typing import UploadedFile

from core.questions import NO_MAPPING, ColumnField, ColumnMapping, FileColumns
from core.services.library import remembered_mapping
from pages.components.app_context import engine
from pages.components.html import caption, clip, verbatim
from pages.components.language import N_, _
from pages.components.page_state import (
    COLUMN,
    FIRST_OPTION_CHOSEN,
    REMEMBERS_COLUMNS,
    StateKey,
)

FIELDS: Mapping[ColumnField, str] = {
    ColumnField.QUESTION: N_("Question *"),
    ColumnField.OPTIONS: N_("Options *"),
    ColumnField.ANSWER: N_("Answer *"),
    ColumnField.EVIDENCE: N_("Evidence"),
    ColumnField.POSITION: N_("Position"),
    ColumnField.CONTEXT: N_("Context"),
    ColumnField.CHAPTER: N_("Chapter"),
    ColumnField.ID: N_("ID"),
}
SEVERAL = (ColumnField.OPTIONS, ColumnField.POSITION)
FIRST_OPTION: Mapping[int | None, str] = {
    None: N_("detect from file"),
    0: N_("from 0"),
    1: N_("from 1"),
}
SHOWN_CHARS = 60


def mapping_for(upload: UploadedFile, columns: FileColumns) -> ColumnMapping:
    """The mapping that the reader chose, else the team's for files with these columns; NO_MAPPING
    if it is what was recognised.
    """
    initial = _initial_mapping(columns)
    chosen: dict[ColumnField, tuple[str, ...]] = {}
    for field in FIELDS:
        names = _chosen(field, upload) if _key(field, upload).is_set else initial.get(field) or ()
        chosen[field] = tuple(name for name in names if name in columns.columns)
    first_option = FIRST_OPTION_CHOSEN.of(upload.file_id)
    first = first_option.get() if first_option.is_set else initial.first_option
    for field, names in initial.columns:
        chosen.setdefault(field, names)
    mapping = ColumnMapping.from_columns(chosen, first)
    return NO_MAPPING if mapping == columns.recognised else mapping


def draw_columns(upload: UploadedFile, columns: FileColumns) -> None:
    """Draw a line for each field: its column, and what that holds in the first row."""
    st.subheader(_("Columns"))
    initial = _initial_mapping(columns)
    remembered = initial != columns.recognised
    caption(
        _("mapped as last time by your team") if remembered else _("recognised; correct if needed"),
        _("* required"),
    )
    names = list(columns.columns)
    for field, label in FIELDS.items():
        preselected = [name for name in initial.get(field) or () if name in columns.columns]
        title_column, choice_column, sample_column = st.columns(
            [2, 5, 4], vertical_alignment="center"
        )
        with title_column:
            verbatim(_(label))
        with choice_column:
            value = _choose(field, _(label), names, preselected, _key(field, upload).name)
        with sample_column:
            caption(_sample(field, value, columns))
    used = {name for field in FIELDS for name in _chosen(field, upload)}
    if _may_be_numbers(_chosen(ColumnField.ANSWER, upload), columns):
        st.selectbox(
            _("Numeric answers count"),
            list(FIRST_OPTION),
            index=list(FIRST_OPTION).index(initial.first_option),
            format_func=lambda first: _(FIRST_OPTION[first]),
            key=FIRST_OPTION_CHOSEN.of(upload.file_id).name,
        )
    extra = [name for name in names if name not in used]
    if extra:
        caption(_("Kept as extra fields: {names}").format(names=_(", ").join(extra)))
    st.toggle(
        _("Remember these columns for the team"),
        value=True,
        key=REMEMBERS_COLUMNS.of(upload.file_id).name,
    )


def _choose(
    field: ColumnField, label: str, names: list[str], preselected: list[str], key: str
) -> list[str]:
    """Draw the choice of a field's columns; its hidden label serves screen readers."""
    if field in SEVERAL:
        return st.multiselect(
            label, names, preselected, key=key, placeholder=_("none"), label_visibility="collapsed"
        )
    options = [None, *names]
    name = st.selectbox(
        label,
        options,
        index=options.index(preselected[0]) if preselected else 0,
        format_func=lambda name: _("none") if name is None else name,
        key=key,
        label_visibility="collapsed",
    )
    return [name] if name else []


def remembers(upload: UploadedFile) -> bool:
    return REMEMBERS_COLUMNS.of(upload.file_id).get()


def _initial_mapping(columns: FileColumns) -> ColumnMapping:
    return remembered_mapping(engine(), columns.columns) or columns.recognised


def _key(field: ColumnField, upload: UploadedFile) -> StateKey[list[str] | str | None]:
    return COLUMN.of(field, upload.file_id)


def _chosen(field: ColumnField, upload: UploadedFile) -> list[str]:
    value = _key(field, upload).get()
    return list(value) if isinstance(value, list) else [value] if value else []


def _may_be_numbers(answer: list[str], columns: FileColumns) -> bool:
    """Whether the first answer begins with a digit, or there is none yet."""
    samples = [columns.columns[name].strip() for name in answer if name in columns.columns]
    return not samples or any(sample[:1].isdigit() for sample in samples)


def _sample(field: ColumnField, names: list[str], columns: FileColumns) -> str:
    if field is ColumnField.OPTIONS and len(names) > 1:
        return _("{n} columns, one per option").format(n=len(names))
    if field is ColumnField.POSITION and not names:
        return _("found by evidence")
    text = " ".join(columns.columns[name] for name in names)
    return clip(text, SHOWN_CHARS)
