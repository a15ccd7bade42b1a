"""Rows of a file that need somebody: refused ones, each with a way to mend it, and duplicates."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

import streamlit as st
from streamlit.typing import UploadedFile

from core.questions import (
    ColumnMapping,
    ReadQuestions,
    RowIssue,
    leave_out,
    mend_rows,
    parse_question,
    refused_fields,
)
from pages.components.action import action, draw_outcome
from pages.components.html import caption, notice, verbatim
from pages.components.language import _, _n
from pages.components.page_state import CORRECTED_ROWS, ROW_FIELD
from pages.components.upload import of_file
from pages.components.upload_questions import draw_issues

DUPLICATE = "duplicate"
SHOWN_LINES = 8
SHOWN_RAW = 1_000
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def draw_attention(
    given: UploadedFile, read: ReadQuestions, columns: Sequence[str], mapping: ColumnMapping
) -> ReadQuestions:
    """The file as it is to be imported: mended, and without what repeats other rows."""
    read = mend_rows(read, CORRECTED_ROWS.of(given.file_id).get())
    repeats = tuple(issue for issue in read.warnings if issue.code == DUPLICATE)
    refused: dict[str, list[RowIssue]] = defaultdict(list)
    for issue in read.refused:
        refused[issue.code].append(issue)
    waiting = len(read.refused) + len(repeats)
    if waiting:
        st.subheader(_n("{n} row needs attention", "{n} rows need attention", waiting))
    keeps = False
    if repeats:
        _draw_group(len(repeats), _("Duplicates"), repeats)
        keeps = st.toggle(_("Keep both"), key=of_file("keep_both", given))
    for issues in refused.values():
        _draw_group(len(issues), issues[0].worded(_), tuple(issues))
        first = issues[0]
        _draw_mending(given, first, refused_fields(first.raw or "", columns, mapping))
    if read.issues:
        with st.expander(_("All refused rows and warnings")):
            draw_issues(_("Refused rows"), read.refused, "refused_preview")
            draw_issues(_("Warnings"), read.warnings, "warnings_preview")
    if keeps:
        return read
    return leave_out(read, {issue.line for issue in repeats if issue.line}, DUPLICATE)


def _draw_group(count: int, sentence: str, issues: tuple[RowIssue, ...]) -> None:
    lines = ", ".join(str(issue.line or "–") for issue in issues[:SHOWN_LINES])
    more = "…" if len(issues) > SHOWN_LINES else ""
    notice(sentence, "amber", title=str(count))
    caption(_("Rows {lines}").format(lines=lines + more), _("left out"))


def _draw_mending(given: UploadedFile, issue: RowIssue, fields: dict[str, Any]) -> None:
    """The row word for word, and fields that take its place; the others stay as they are."""
    if issue.line is None:
        return
    key = of_file(f"mend_{issue.line}", given)
    label = _("Correct row {line}").format(line=issue.line)
    choice, answer = fields.get("choice"), fields.get("answer", "")
    options = choice.values() if isinstance(choice, dict) else choice
    lines = "\n".join(map(str, options)) if isinstance(options, Iterable) else ""
    letters = ", ".join(map(str, answer)) if isinstance(answer, list) else str(answer or "")
    with st.popover(label, key=f"{key}_popover"):
        verbatim((issue.raw or "")[:SHOWN_RAW], "desk-passage")
        row = (issue.line, given.file_id)
        st.text_area(
            _("Question"),
            str(fields.get("question") or ""),
            key=ROW_FIELD.of(*row, "question").name,
        )
        st.text_area(_("Options, one on each line"), lines, key=ROW_FIELD.of(*row, "options").name)
        st.text_input(_("Answer (letters)"), letters, key=ROW_FIELD.of(*row, "answer").name)
        action(
            _("Use this row"),
            _correct_row,
            right=None,
            key=f"{key}_use",
            args=(given, issue.line, fields),
        )
        draw_outcome()


def _correct_row(given: UploadedFile, line: int, others: dict[str, Any]) -> None:
    row = (line, given.file_id)
    lines = ROW_FIELD.of(*row, "options").get().splitlines()
    fields: dict[str, Any] = {
        **others,
        "question": ROW_FIELD.of(*row, "question").get(),
        "choice": dict(zip(LETTERS, filter(str.strip, lines), strict=False)),
        "answer": ROW_FIELD.of(*row, "answer").get(),
    }
    parse_question(fields)
    rows = CORRECTED_ROWS.of(given.file_id)
    rows.set({**rows.get(), line: fields})
