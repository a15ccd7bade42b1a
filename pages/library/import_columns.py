"""Which column is which: as it was recognised, and as the reader says."""

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


def mapping_for(given: UploadedFile, columns: FileColumns) -> ColumnMapping:
    """What the reader chose, else what the team chose for files with these columns; NO_MAPPING
    where that is what the file says by itself.
    """
    begin = _begin(columns)
    chosen: dict[ColumnField, tuple[str, ...]] = {}
    for field in FIELDS:
        names = _chosen(field, given) if _key(field, given).is_set else begin.get(field) or ()
        chosen[field] = tuple(name for name in names if name in columns.columns)
    counted = FIRST_OPTION_CHOSEN.of(given.file_id)
    first = counted.get() if counted.is_set else begin.first_option
    for field, names in begin.columns:
        chosen.setdefault(field, names)
    mapping = ColumnMapping.from_columns(chosen, first)
    return NO_MAPPING if mapping == columns.recognised else mapping


def draw_columns(given: UploadedFile, columns: FileColumns) -> None:
    """One line for each field: its column, and what that holds in the first row."""
    st.subheader(_("Columns"))
    begin = _begin(columns)
    remembered = begin != columns.recognised
    caption(
        _("mapped as last time by your team") if remembered else _("recognised; correct if needed"),
        _("* required"),
    )
    names = list(columns.columns)
    for field, label in FIELDS.items():
        start = [name for name in begin.get(field) or () if name in columns.columns]
        title, choice, sample = st.columns([2, 5, 4], vertical_alignment="center")
        with title:
            verbatim(_(label))
        with choice:
            value = _choose(field, _(label), names, start, _key(field, given).name)
        with sample:
            caption(_sample(field, value, columns))
    used = {name for field in FIELDS for name in _chosen(field, given)}
    if _may_be_numbers(_chosen(ColumnField.ANSWER, given), columns):
        st.selectbox(
            _("Numeric answers count"),
            list(FIRST_OPTION),
            index=list(FIRST_OPTION).index(begin.first_option),
            format_func=lambda first: _(FIRST_OPTION[first]),
            key=FIRST_OPTION_CHOSEN.of(given.file_id).name,
        )
    extra = [name for name in names if name not in used]
    if extra:
        caption(_("Kept as extra fields: {names}").format(names=", ".join(extra)))
    st.toggle(
        _("Remember these columns for the team"),
        value=True,
        key=REMEMBERS_COLUMNS.of(given.file_id).name,
    )


def _choose(
    field: ColumnField, label: str, names: list[str], start: list[str], key: str
) -> list[str]:
    """The columns of one field; the label stands beside the choice, and is read out with it."""
    if field in SEVERAL:
        return st.multiselect(
            label, names, start, key=key, placeholder=_("none"), label_visibility="collapsed"
        )
    options = [None, *names]
    name = st.selectbox(
        label,
        options,
        index=options.index(start[0]) if start else 0,
        format_func=lambda name: _("none") if name is None else name,
        key=key,
        label_visibility="collapsed",
    )
    return [name] if name else []


def remembers(given: UploadedFile) -> bool:
    return REMEMBERS_COLUMNS.of(given.file_id).get()


def _begin(columns: FileColumns) -> ColumnMapping:
    return remembered_mapping(engine(), columns.columns) or columns.recognised


def _key(field: ColumnField, given: UploadedFile) -> StateKey[list[str] | str | None]:
    return COLUMN.of(field, given.file_id)


def _chosen(field: ColumnField, given: UploadedFile) -> list[str]:
    value = _key(field, given).get()
    return list(value) if isinstance(value, list) else [value] if value else []


def _may_be_numbers(answer: list[str], columns: FileColumns) -> bool:
    """Whether the first answer is a number, or there is none yet to tell."""
    samples = [columns.columns[name].strip() for name in answer if name in columns.columns]
    return not samples or any(sample[:1].isdigit() for sample in samples)


def _sample(field: ColumnField, names: list[str], columns: FileColumns) -> str:
    if field is ColumnField.OPTIONS and len(names) > 1:
        return _("{n} columns, one per option").format(n=len(names))
    if field is ColumnField.POSITION and not names:
        return _("found by evidence")
    text = " ".join(columns.columns[name] for name in names)
    return clip(text, SHOWN_CHARS)
