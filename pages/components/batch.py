"""A run whose calls are made as a batch: files to submit, and results to read."""

import io
import os
import zipfile
from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st
from sqlalchemy import Engine

from core.llm import BatchIssue, Connection
from core.services.access import Right
from core.services.runs import BatchDesk, BatchRead, Run, batch_zip_files
from pages.components.action import PressOutcome, action, draw_outcome
from pages.components.app_context import engine, settings
from pages.components.downloads import draw_download
from pages.components.html import caption, notice
from pages.components.language import _, _n
from pages.components.page_state import BATCH_READ
from pages.components.upload import choose_file, empty
from pages.components.wording import Tone

UPLOAD_KEY = "batch_results"
_MOST_ISSUES = 10


def draw_batch_start(
    start: Callable[..., PressOutcome],
    args: Sequence[Any],
    connection: Connection,
    *,
    key: str,
    disabled: bool = False,
) -> None:
    """Draw the button that starts the run as a batch, if it calls a model."""
    if connection.kind == "openai":
        action(
            _("Start as a batch"),
            start,
            right=Right.RUN,
            key=key,
            args=args,
            as_drawn=True,
            disabled=disabled,
            help=_("The calls are written to files for the batch service, for half the price."),
        )


def draw_batch(run: Run) -> None:
    """Draw the files and the upload of a batch run; nothing for other runs."""
    if not run.spec.get("batch") or run.status == "cancelled":
        return
    run_id = run.id or 0
    with st.expander(_("Batch"), expanded=run.status == "paused"):
        caption(
            _(
                "Hand the files in at the batch service of the endpoint, for half the price. Then "
                "read its output file, and its error file where there is one, and resume the run."
            )
        )
        draw_download(
            _("Batch files (ZIP)"),
            lambda database: _zipped(database, run_id),
            f"batch-run-{run_id}.zip",
            "application/zip",
            key=f"batch_files_{run_id}",
        )
        upload = choose_file(UPLOAD_KEY, _("Results of the batch (JSONL)"))
        if upload is not None:
            action(
                _("Read the results"),
                _read,
                right=Right.RUN,
                key=f"batch_results_{run_id}",
                args=(run_id, upload.getvalue(), upload.name),
                type="primary",
            )
        draw_outcome()
        _draw_read(run_id)


def _zipped(database: Engine, run_id: int) -> bytes:
    buffer = io.BytesIO()
    desk = BatchDesk(database, settings(), os.environ)
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in batch_zip_files(desk, run_id).items():
            archive.writestr(name, content)
    return buffer.getvalue()


def _read(run_id: int, data: bytes, file_name: str) -> None:
    desk = BatchDesk(engine(), settings(), os.environ)
    BATCH_READ.of(run_id).set(desk.read(run_id, data, file_name))
    empty(UPLOAD_KEY)


def _draw_read(run_id: int) -> None:
    batch_read = BATCH_READ.of(run_id).get()
    if not isinstance(batch_read, BatchRead):
        return
    tone: Tone = "amber" if batch_read.missing or batch_read.issues else "green"
    notice(
        _n("{n} reply was read.", "{n} replies were read.", batch_read.replies)
        + " "
        + _n("{n} call has none yet.", "{n} calls have none yet.", batch_read.missing),
        tone,
    )
    caption(*_issue_lines(batch_read.issues))


def _issue_lines(issues: Sequence[BatchIssue]) -> list[str]:
    template = _("{file}, line {line}: {issue}")
    lines = [
        template.format(file=issue.file, line=issue.line, issue=issue.translate(_))
        for issue in issues[:_MOST_ISSUES]
    ]
    omitted = len(issues) - len(lines)
    return [*lines, *([_("and {n} more").format(n=omitted)] if omitted else [])]
