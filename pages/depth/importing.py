"""Results of a depth test on their way in: what a file holds, before anything is stored."""

from collections.abc import Mapping

import streamlit as st

from core.charts.style import tokens
from core.depth.model_results import (
    NO_DEPTH,
    NO_SCORE,
    REPEATED,
    ModelResults,
    ResultsRead,
    preview_results,
)
from core.errors import InputError
from core.services.access import Right
from core.services.runs import (
    ImportedSpec,
    Run,
    delete_import,
    import_results,
)
from pages.components import address, identity
from pages.components.action import PressMessage, action
from pages.components.app_context import engine, settings
from pages.components.html import badges, caption, notice, table
from pages.components.language import _, _n, translate
from pages.components.upload import choose_file, empty
from pages.components.wording import term_name
from pages.depth.wording import MODES

WHAT = "depth_results"


def draw_depth_import() -> None:
    with st.expander(_("Import results")):
        caption(
            _(
                "Files from “python -m core test”, exports of this page, or files of other tools "
                "in the same format. They are charted like a test run here; no model is called."
            )
        )
        given = choose_file(WHAT, _("Depth test results (JSON, JSONL)"))
        if given is None:
            return
        try:
            with st.spinner(_("Reading…")):
                read = _preview(given.getvalue(), given.name)
        except InputError as error:
            notice(translate(error))
            return
        _draw_preview(read)
        action(
            _("Import results"),
            _add,
            right=Right.RUN,
            key="add_results",
            args=(read,),
            type="primary",
        )


@st.cache_resource(max_entries=4, show_spinner=False)
def _preview(data: bytes, file_name: str) -> ResultsRead:
    return preview_results(data, file_name=file_name, max_bytes=settings().max_upload_bytes)


def _draw_preview(read: ResultsRead) -> None:
    results = sum(len(one.entries) for one in read.models)
    notice(
        _n(
            "{n} result can be charted. Nothing is stored yet.",
            "{n} results can be charted. Nothing is stored yet.",
            results,
        ),
        "green",
    )
    table(
        [
            _("Model"),
            _("Results"),
            _("Questions"),
            _("Context lengths in tokens"),
            _("Depths"),
            _("Tokeniser"),
            _("Tested"),
        ],
        [_row(one) for one in read.models],
        figures=(1, 2),
    )
    for one in read.models:
        draw_left_out(one.left_out, one.model if len(read.models) > 1 else "")


def _row(one: ModelResults) -> list[str]:
    return [
        one.model or "–",
        f"{len(one.entries):,}",
        f"{one.questions:,}",
        ", ".join(map(tokens, one.lengths)),
        ", ".join(filter(None, one.labels)) or "–",
        one.metadata.tokenizer or "–",
        one.metadata.tested_at.replace("T", " ")[:16] or "–",
    ]


def draw_left_out(counts: Mapping[str, int], model: str = "") -> None:
    """What of a file is not in the figures, and why."""
    said = []
    if n := counts.get(NO_SCORE):
        said.append(
            _n(
                "{n} row has neither a score nor an answer and is not counted.",
                "{n} rows have neither a score nor an answer and are not counted.",
                n,
            )
        )
    if n := counts.get(NO_DEPTH):
        said.append(
            _n(
                "{n} row has no depth and is not counted.",
                "{n} rows have no depth and are not counted.",
                n,
            )
        )
    if n := counts.get(REPEATED):
        said.append(
            _n(
                "{n} duplicate row is not counted.",
                "{n} duplicate rows are not counted.",
                n,
            )
        )
    for sentence in said:
        notice(sentence, "amber", title=model)


def _add(read: ResultsRead) -> PressMessage:
    done = import_results(engine(), read, created_by=identity.reviewer() or "")
    empty(WHAT)
    if len(done.run_ids) == 1:
        address.put("run", done.run_ids[0])
    if done.already_there:
        return PressMessage(_("These results were already imported; nothing was added."), "amber")
    return PressMessage(_("Results imported."))


def draw_deletion(run: Run) -> None:
    """An import is taken back in two presses; a test that was run here never is."""
    with st.popover(_("Delete this import")):
        caption(
            _n(
                "{n} result is deleted permanently. The source file can be imported again.",
                "{n} results are deleted permanently. The source file can be imported again.",
                run.total,
            )
        )
        action(
            _("Delete permanently"),
            _delete,
            right=Right.RUN,
            key="delete_import",
            args=(run,),
            type="primary",
        )


def _delete(run: Run) -> str:
    delete_import(engine(), run.id or 0)
    address.put_all(dict.fromkeys(st.query_params.to_dict().keys() - {"lang"}))
    return _("Import deleted.")


def draw_origin(imported: ImportedSpec, run_by: str, at: str) -> None:
    """Where an imported run came from, as far as its file says."""
    said = imported.metadata
    badges([(_("Imported"), "quiet")])
    caption(
        str(said.get("model_name") or "") or _("model not named"),
        term_name(MODES, str(said.get("depth_mode") or "")),
        str(said.get("tokenizer") or "") or _("tokeniser not named"),
        _("tested {at}").format(at=str(said["tested_at"]).replace("T", " ")[:16])
        if said.get("tested_at")
        else _("date of the test not named"),
        _("original run: {run}").format(run=said["run"]) if said.get("run") else None,
    )
    caption(
        _("from {file}").format(file=imported.file_name),
        _("imported {at}").format(at=at),
        run_by,
    )
    draw_left_out(imported.left_out)
