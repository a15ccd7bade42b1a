"""A new check: upload files, preview them, then choose candidates and a policy."""

from pathlib import PurePath
from typing import Any
from uuid import uuid4
from zoneinfo import available_timezones

import streamlit as st
from streamlit.typing import UploadedFile

from core.errors import InputError
from core.services.access import Right
from core.services.verification import (
    UploadKind,
    add_upload,
    get_upload,
    list_policies,
    list_uploads,
    preview_upload,
    start_check,
)
from core.verification import UploadTable
from core.verification.files.upload_tables import NO_ZONE
from pages.components import address, identity
from pages.components.action import PressMessage, action, draw_outcome, guarded
from pages.components.app_context import configured_connections, engine, settings
from pages.components.html import caption, notice, table
from pages.components.language import N_, _, _n, translate
from pages.components.option_labels import distinct_labels
from pages.components.page_state import CHECK_START, COPY_TITLE, EVENTS_ZONE, NEW_CHECK
from pages.components.upload import (
    choose_encoding,
    choose_file,
    chosen_encoding,
    empty,
)
from pages.components.upload_questions import draw_issues
from pages.copy_check.pasted_text import PASTED, SOURCES
from pages.copy_check.single_check import chat_models, choose_model, choose_upload
from pages.copy_check.wording import translated_title

KINDS = {
    UploadKind.CANDIDATES: N_("Candidates"),
    UploadKind.CATALOGUE: N_("Catalogue"),
    UploadKind.EVENTS: N_("User events"),
    UploadKind.RECENT: N_("Recent copy"),
}
HINTS = {
    UploadKind.CANDIDATES: N_(
        "JSONL, JSON, CSV or XLSX: text, channel, locale; also id, claims, user_id, constraints, "
        "time_zone, at."
    ),
    UploadKind.CATALOGUE: N_(
        "JSONL, JSON, CSV or XLSX: id; also brand, active, purchasable, price, title."
    ),
    UploadKind.EVENTS: N_("JSONL, JSON, CSV or XLSX: user_id, kind, at; also item_id."),
    UploadKind.RECENT: N_("JSONL, JSON, CSV or XLSX: text of recently sent copy."),
}
MODELS = {
    "writer": N_("Rewriting model"),
    "reader": N_("Opinion model"),
    "embedder": N_("Meaning comparison"),
}
SHOWN_ROWS = 5
ZONES = ("Asia/Shanghai", "UTC", *sorted(available_timezones() - {"Asia/Shanghai", "UTC"}))
"""Time zones to choose from, the usual ones first."""


def draw_upload() -> None:
    """Draw the upload of a file of any kind; only the button stores it."""
    draw_outcome()
    kind = UploadKind(
        st.segmented_control(
            _("File type"),
            list(KINDS),
            format_func=lambda option: _(KINDS[option]),
            default=UploadKind.CANDIDATES,
            key="copy_kind",
            required=True,
        )
    )
    upload = choose_file(f"copy_{kind.value}", _(HINTS[kind]))
    if upload is None:
        return
    try:
        with st.spinner(_("Reading…")):
            table_read = preview_upload(
                kind,
                upload.getvalue(),
                file_name=upload.name,
                max_bytes=settings().max_upload_bytes,
                encoding=chosen_encoding(upload),
                zone=EVENTS_ZONE.of(upload.file_id).get(),
            )
    except InputError as error:
        choose_encoding(upload, "–")
        notice(translate(error))
        return
    if kind is UploadKind.EVENTS:
        _draw_zone(upload, table_read)
    _draw_preview(kind, table_read)
    title = COPY_TITLE.of(upload.file_id).name
    st.text_input(_("Title"), PurePath(upload.name).stem, key=title, max_chars=200)
    action(
        _n("Import {n} row", "Import {n} rows", len(table_read.rows)),
        _add,
        right=Right.RUN,
        key="copy_import",
        args=(kind, table_read, upload),
        disabled=not table_read.rows,
        type="primary",
    )


def _draw_zone(upload: UploadedFile, table_read: UploadTable[object]) -> None:
    """Draw the choice of a time zone for the file if its times have none."""
    zone_state = EVENTS_ZONE.of(upload.file_id)
    if any(issue.code == NO_ZONE for issue in table_read.refused) or zone_state.get():
        st.selectbox(
            _("Time zone of the file"),
            [None, *ZONES],
            format_func=lambda zone: zone or _("Choose one"),
            key=zone_state.name,
        )


def _draw_preview(kind: UploadKind, table_read: UploadTable[object]) -> None:
    warnings = len(table_read.issues) - len(table_read.refused)
    notice(
        _("{read}, {refused} rejected, {warnings}. Nothing is stored yet.").format(
            read=_n("{n} row read", "{n} rows read", len(table_read.rows)),
            refused=f"{len(table_read.refused):,}",
            warnings=_n("{n} warning", "{n} warnings", warnings),
        ),
        "amber" if table_read.refused else "green",
    )
    examples = [(str(row.line), _row_text(row.value)) for row in table_read.rows[:SHOWN_ROWS]]
    if examples:
        table([_("Line"), _(KINDS[kind])], examples)
    draw_issues(_("Rejected rows"), table_read.refused, "copy_refused")
    warning_issues = tuple(issue for issue in table_read.issues if issue not in table_read.refused)
    draw_issues(_("Warnings"), warning_issues, "copy_warnings")


def _row_text(value: object) -> str:
    """The beginning of a row's fields as one text."""
    if isinstance(value, str):
        return value[:160]
    names = (
        "id",
        "text",
        "brand",
        "title",
        "user_id",
        "kind",
        "item_id",
        "at",
        "channel",
        "locale",
    )
    values = (getattr(value, name, None) for name in names)
    return " · ".join(str(value)[:120] for value in values if value)


def _add(kind: UploadKind, table_read: UploadTable[object], upload: UploadedFile) -> PressMessage:
    title = COPY_TITLE.of(upload.file_id).get()
    added = add_upload(
        engine(), kind, table_read, file_name=upload.name, title=title, by=identity.reviewer() or ""
    )
    empty(f"copy_{kind.value}")
    NEW_CHECK.of(kind.value).set(added.upload_id)
    if kind is UploadKind.CANDIDATES:
        _choose_sources()
    if added.already_there:
        return PressMessage(_("This file is already here; nothing was added."), "amber")
    rows_imported = _n("{n} row imported.", "{n} rows imported.", len(table_read.rows))
    return PressMessage(_("{name}: {value}").format(name=title, value=rows_imported))


def draw_new_check() -> None:
    """Draw the choices of a new check: candidates, sources, policy and models."""
    uploads = [
        upload
        for upload in list_uploads(engine(), UploadKind.CANDIDATES)
        if upload.file_name != PASTED
    ]
    if not uploads:
        caption(_("Upload a file of candidates first, then start a check here."))
        return
    titles = {
        upload.id: f"{translated_title(upload.title)} ({upload.row_count:,})" for upload in uploads
    }
    candidates = NEW_CHECK.of("candidates")
    if candidates.get() not in titles:
        candidates.set(uploads[0].id)
        _choose_sources()
    versions = [policy.version for policy in list_policies(engine())]
    left, right = st.columns(2)
    with left:
        st.selectbox(
            _("Candidates"),
            list(titles),
            format_func=distinct_labels(list(titles), titles.__getitem__),
            key=candidates.name,
            on_change=guarded(_choose_sources),
        )
        # Defaults are given to the widgets: a quick press would miss a value set in the session.
        policy, repairs = NEW_CHECK.of("policy").name, NEW_CHECK.of("repairs").name
        st.pills(_("Policy"), versions, default=versions[-1], key=policy, required=True)
        st.toggle(_("Suggest repairs"), value=True, key=repairs)
        _draw_models()
    with right:
        for kind, label in SOURCES.items():
            choose_upload(kind, _(label), NEW_CHECK.of(kind.value))
    action(_("Start check"), _start, right=Right.RUN, key="new_check", type="primary")
    draw_outcome()


def _choose_sources() -> None:
    """Choose the newest file of each kind; sample files only for sample candidates."""
    candidates_upload = get_upload(engine(), NEW_CHECK.of("candidates").get())
    for kind in SOURCES:
        fitting = (
            upload
            for upload in list_uploads(engine(), kind)
            if upload.is_sample == candidates_upload.is_sample
        )
        newest = next(fitting, None)
        NEW_CHECK.of(kind.value).set(newest.id if newest else 0)


def _draw_models() -> None:
    """Draw the choice of a connection for each role, if any is configured."""
    embedders = [connection.name for connection in configured_connections().embeddings]
    names_by_role = {"writer": chat_models(), "reader": chat_models(), "embedder": embedders}
    for role, names in names_by_role.items():
        choose_model(_(MODELS[role]), names, NEW_CHECK.of(role))


def _start() -> None:
    def field_value(name: str) -> Any:
        return NEW_CHECK.of(name).get() or None

    check_id = start_check(
        engine(),
        candidates_id=field_value("candidates"),
        policy_version=field_value("policy"),
        repairs=bool(field_value("repairs")),
        by=identity.reviewer() or "",
        # A double click sends the same key, and so starts one check.
        idempotency_key=CHECK_START.begin(f"new-check-{uuid4().hex}"),
        writer=field_value("writer"),
        reader=field_value("reader"),
        embedder=field_value("embedder"),
        catalogue_id=field_value("catalogue"),
        events_id=field_value("events"),
        recent_id=field_value("recent"),
    )
    CHECK_START.clear()
    address.put("check", check_id)
