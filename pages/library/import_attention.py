"""Rows of a file that need attention: refused ones, each with its correction, and duplicates."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

import streamlit as st
from streamlit.typing import UploadedFile

from core.questions import (
    ColumnMapping,
    ReadQuestions,
    RowIssue,
    RowRefused,
    leave_out,
    mend_rows,
    parse_question,
    refused_fields,
)
from pages.components.action import action
from pages.components.html import caption, notice, verbatim
from pages.components.language import _, _n, translate
from pages.components.page_state import CORRECTED_ROWS, ROW_FAULT, ROW_FIELD
from pages.components.upload import of_file
from pages.components.upload_questions import draw_issues

DUPLICATE = "duplicate"
SHOWN_LINES = 8
SHOWN_RAW = 1_000
MOST_CORRECTED = 10
"""Rows with one kind of fault that are offered at once; the next follow when these are used."""
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def draw_attention(
    upload: UploadedFile, read: ReadQuestions, columns: Sequence[str], mapping: ColumnMapping
) -> ReadQuestions:
    """Draw what needs attention; return the rows to import, corrected, and without duplicates
    unless both are to be kept.
    """
    read = mend_rows(read, CORRECTED_ROWS.of(upload.file_id).get())
    repeats = tuple(issue for issue in read.warnings if issue.code == DUPLICATE)
    refused: dict[str, list[RowIssue]] = defaultdict(list)
    for issue in read.refused:
        refused[issue.code].append(issue)
    waiting = len(read.refused) + len(repeats)
    if waiting:
        st.subheader(_n("{n} row needs attention", "{n} rows need attention", waiting))
    keeps_both = False
    if repeats:
        _draw_group(len(repeats), _n("Duplicate", "Duplicates", len(repeats)), repeats)
        keeps_both = st.toggle(_("Keep both"), key=of_file("keep_both", upload))
    for code, issues in refused.items():
        _draw_group(len(issues), _sentence(issues), tuple(issues))
        rows = [issue for issue in issues if issue.line is not None][:MOST_CORRECTED]
        if rows:
            _draw_correction(upload, code, rows, columns, mapping)
    if read.issues:
        with st.expander(_("All rejected rows and warnings")):
            draw_issues(_("Rejected rows"), read.refused, "refused_preview")
            draw_issues(_("Warnings"), read.warnings, "warnings_preview")
    if keeps_both:
        return read
    return leave_out(read, {issue.line for issue in repeats if issue.line}, DUPLICATE)


def _sentence(issues: Sequence[RowIssue]) -> str:
    """The message of all issues, or that of the first one if they differ."""
    first = issues[0].translate(_)
    if all(issue.translate(_) == first for issue in issues):
        return first
    return _("Row {line}: {sentence}").format(line=issues[0].line, sentence=first)


def _draw_group(count: int, sentence: str, issues: tuple[RowIssue, ...]) -> None:
    lines = _(", ").join(str(issue.line or "–") for issue in issues[:SHOWN_LINES])
    more = "…" if len(issues) > SHOWN_LINES else ""
    notice(sentence, "amber", title=str(count))
    rows = (
        _("Row {line}").format(line=lines)
        if count == 1
        else _("Rows {lines}").format(lines=lines + more)
    )
    caption(rows, _("left out"))


def _draw_correction(
    upload: UploadedFile,
    code: str,
    issues: Sequence[RowIssue],
    columns: Sequence[str],
    mapping: ColumnMapping,
) -> None:
    """Draw all rows with one kind of fault: each verbatim, and fields that replace it."""
    lines = [issue.line for issue in issues if issue.line is not None]
    label = (
        _("Edit row {line}").format(line=lines[0])
        if len(lines) == 1
        else _n("Correct {n} row", "Correct {n} rows", len(lines))
    )
    key = of_file(f"mend_{code}", upload)
    fields = {
        line: refused_fields(issue.raw or "", columns, mapping)
        for line, issue in zip(lines, issues, strict=True)
    }
    with st.popover(label, key=f"{key}_popover", width="content"):
        for issue in issues:
            if issue.line is not None:
                _draw_fields(upload, issue, fields[issue.line])
        use = _n("Use this row", "Use these rows", len(lines))
        action(
            use, _correct_rows, right=None, key=f"{key}_use", args=(upload, fields), type="primary"
        )


def _draw_fields(upload: UploadedFile, issue: RowIssue, fields: dict[str, Any]) -> None:
    choice, answer = fields.get("choice"), fields.get("answer", "")
    options = choice.values() if isinstance(choice, dict) else choice
    lines = "\n".join(map(str, options)) if isinstance(options, Iterable) else ""
    letters = _(", ").join(map(str, answer)) if isinstance(answer, list) else str(answer or "")
    row = (issue.line, upload.file_id)
    caption(_("Row {line}").format(line=issue.line), issue.translate(_))
    verbatim((issue.raw or "")[:SHOWN_RAW], "desk-passage")
    question = str(fields.get("question") or "")
    st.text_area(_("Question"), question, key=ROW_FIELD.of(*row, "question").name)
    st.text_area(_("Options, one per line"), lines, key=ROW_FIELD.of(*row, "options").name)
    st.text_input(_("Answer (letters)"), letters, key=ROW_FIELD.of(*row, "answer").name)
    if fault := ROW_FAULT.of(*row).get():
        notice(fault)


def _correct_rows(upload: UploadedFile, rows: dict[int, dict[str, Any]]) -> None:
    """Keep every corrected row that can be read now; the others show why not."""
    stored = CORRECTED_ROWS.of(upload.file_id)
    corrected = dict(stored.get())
    for line, original in rows.items():
        row = (line, upload.file_id)
        lines = ROW_FIELD.of(*row, "options").get().splitlines()
        fields: dict[str, Any] = {
            **original,
            "question": ROW_FIELD.of(*row, "question").get(),
            "choice": dict(zip(LETTERS, filter(str.strip, lines), strict=False)),
            "answer": ROW_FIELD.of(*row, "answer").get(),
        }
        try:
            parse_question(fields)
        except RowRefused as refused:
            ROW_FAULT.of(*row).set(translate(refused))
        else:
            corrected[line] = fields
    stored.set(corrected)
