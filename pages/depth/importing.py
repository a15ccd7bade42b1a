"""Import of depth test results: a preview of the file, then storing it."""

from collections.abc import Mapping

import streamlit as st

from core.charts import format_tokens
from core.depth import ModelResults, ResultsRead, preview_results
from core.depth.model_results import NO_DEPTH, NO_SCORE, REPEATED
from core.errors import InputError
from core.services.access import Right
from core.services.runs import ImportedSpec, Run, delete_import, import_results
from pages.components import address, identity
from pages.components.action import PressMessage, action
from pages.components.app_context import engine, settings
from pages.components.html import badges, caption, notice, table
from pages.components.language import _, _n, translate
from pages.components.upload import choose_file, empty
from pages.components.wording import term_name
from pages.depth.wording import MODES

UPLOAD_KEY = "depth_results"


def draw_depth_import() -> None:
    with st.expander(_("Import results")):
        caption(
            _(
                "Files from “python -m core test”, exports of this page, or files of other tools "
                "in the same format. They are charted like a test run here; no model is called."
            )
        )
        upload = choose_file(UPLOAD_KEY, _("Depth test results (JSON, JSONL)"))
        if upload is None:
            return
        try:
            with st.spinner(_("Reading…")):
                results = _preview(upload.getvalue(), upload.name)
        except InputError as error:
            notice(translate(error))
            return
        _draw_preview(results)
        action(
            _("Import results"),
            _add,
            right=Right.RUN,
            key="add_results",
            args=(results,),
            type="primary",
        )


@st.cache_resource(max_entries=4, show_spinner=False)
def _preview(data: bytes, file_name: str) -> ResultsRead:
    return preview_results(data, file_name=file_name, max_bytes=settings().max_upload_bytes)


def _draw_preview(preview: ResultsRead) -> None:
    result_count = sum(len(model.entries) for model in preview.models)
    notice(
        _n(
            "{n} result can be charted. Nothing is stored yet.",
            "{n} results can be charted. Nothing is stored yet.",
            result_count,
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
        [_row(model) for model in preview.models],
        figures=(1, 2),
    )
    for model in preview.models:
        draw_left_out(model.left_out, model.model if len(preview.models) > 1 else "")


def _row(model: ModelResults) -> list[str]:
    return [
        model.model or "–",
        f"{len(model.entries):,}",
        f"{model.questions:,}",
        ", ".join(map(format_tokens, model.lengths)),
        ", ".join(filter(None, model.labels)) or "–",
        model.metadata.tokenizer or "–",
        model.metadata.tested_at.replace("T", " ")[:16] or "–",
    ]


def draw_left_out(counts: Mapping[str, int], model: str = "") -> None:
    """Draw which rows of a file are not in the figures, and why."""
    sentences = []
    if n := counts.get(NO_SCORE):
        sentences.append(
            _n(
                "{n} row has neither a score nor an answer and is not counted.",
                "{n} rows have neither a score nor an answer and are not counted.",
                n,
            )
        )
    if n := counts.get(NO_DEPTH):
        sentences.append(
            _n(
                "{n} row has no depth and is not counted.",
                "{n} rows have no depth and are not counted.",
                n,
            )
        )
    if n := counts.get(REPEATED):
        sentences.append(
            _n(
                "{n} duplicate row is not counted.",
                "{n} duplicate rows are not counted.",
                n,
            )
        )
    for sentence in sentences:
        notice(sentence, "amber", title=model)


def _add(results: ResultsRead) -> PressMessage:
    imported = import_results(engine(), results, created_by=identity.reviewer() or "")
    empty(UPLOAD_KEY)
    if len(imported.run_ids) == 1:
        address.put("run", imported.run_ids[0])
    if imported.already_there:
        return PressMessage(_("These results were already imported; nothing was added."), "amber")
    return PressMessage(_("Results imported."))


def draw_deletion(run: Run) -> None:
    """Draw the deletion of an import, with a confirmation; tests run here have none."""
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
    """Draw the origin of an imported run, as far as its file states it."""
    metadata = imported.metadata
    badges([(_("Imported"), "quiet")])
    caption(
        str(metadata.get("model_name") or "") or _("model not named"),
        term_name(MODES, str(metadata.get("depth_mode") or "")),
        str(metadata.get("tokenizer") or "") or _("tokeniser not named"),
        _("tested {at}").format(at=str(metadata["tested_at"]).replace("T", " ")[:16])
        if metadata.get("tested_at")
        else _("date of the test not named"),
        _("original run: {run}").format(run=metadata["run"]) if metadata.get("run") else None,
    )
    caption(
        _("from {file}").format(file=imported.file_name),
        _("imported {at}").format(at=at),
        run_by,
    )
    draw_left_out(imported.left_out)
