"""A new check: files in, what was read and refused, then which candidates under which policy."""

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
from core.verification.upload_tables import NO_ZONE
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
from pages.copy_check.single_check import choose_upload
from pages.copy_check.wording import titled

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
"""The usual ones first."""


def draw_upload() -> None:
    """One field for any of the kinds; nothing is stored until its button is pressed."""
    draw_outcome()
    kind = UploadKind(
        st.segmented_control(
            _("File type"),
            list(KINDS),
            format_func=lambda one: _(KINDS[one]),
            default=UploadKind.CANDIDATES,
            key="copy_kind",
            required=True,
        )
    )
    given = choose_file(f"copy_{kind.value}", _(HINTS[kind]))
    if given is None:
        return
    try:
        with st.spinner(_("Reading…")):
            read = preview_upload(
                kind,
                given.getvalue(),
                file_name=given.name,
                max_bytes=settings().max_upload_bytes,
                encoding=chosen_encoding(given),
                zone=EVENTS_ZONE.of(given.file_id).get(),
            )
    except InputError as error:
        choose_encoding(given, "–")
        notice(translate(error))
        return
    if kind is UploadKind.EVENTS:
        _draw_zone(given, read)
    _draw_preview(kind, read)
    title = COPY_TITLE.of(given.file_id).name
    st.text_input(_("Title"), PurePath(given.name).stem, key=title, max_chars=200)
    action(
        _n("Import {n} row", "Import {n} rows", len(read.rows)),
        _add,
        right=Right.RUN,
        key="copy_import",
        args=(kind, read, given),
        disabled=not read.rows,
        type="primary",
    )


def _draw_zone(given: UploadedFile, read: UploadTable[object]) -> None:
    """Asked once for the whole file, where its times name no zone."""
    chosen = EVENTS_ZONE.of(given.file_id)
    if any(issue.code == NO_ZONE for issue in read.refused) or chosen.get():
        st.selectbox(
            _("Time zone of the file"),
            [None, *ZONES],
            format_func=lambda zone: zone or _("Choose one"),
            key=chosen.name,
        )


def _draw_preview(kind: UploadKind, read: UploadTable[object]) -> None:
    warnings = len(read.issues) - len(read.refused)
    notice(
        _("{read}, {refused} rejected, {warnings}. Nothing is stored yet.").format(
            read=_n("{n} row read", "{n} rows read", len(read.rows)),
            refused=f"{len(read.refused):,}",
            warnings=_n("{n} warning", "{n} warnings", warnings),
        ),
        "amber" if read.refused else "green",
    )
    shown = [(str(row.line), _shown(row.value)) for row in read.rows[:SHOWN_ROWS]]
    if shown:
        table([_("Line"), _(KINDS[kind])], shown)
    draw_issues(_("Rejected rows"), read.refused, "copy_refused")
    rest = tuple(issue for issue in read.issues if issue not in read.refused)
    draw_issues(_("Warnings"), rest, "copy_warnings")


def _shown(value: object) -> str:
    """The first words of a row, whatever it holds."""
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
    found = (getattr(value, name, None) for name in names)
    return " · ".join(str(each)[:120] for each in found if each)


def _add(kind: UploadKind, read: UploadTable[object], given: UploadedFile) -> PressMessage:
    title = COPY_TITLE.of(given.file_id).get()
    added = add_upload(
        engine(), kind, read, file_name=given.name, title=title, by=identity.reviewer() or ""
    )
    empty(f"copy_{kind.value}")
    NEW_CHECK.of(kind.value).set(added.upload_id)
    if kind is UploadKind.CANDIDATES:
        _choose_sources()
    if added.already_there:
        return PressMessage(_("This file is already here; nothing was added."), "amber")
    counted = _n("{n} row imported.", "{n} rows imported.", len(read.rows))
    return PressMessage(_("{name}: {value}").format(name=title, value=counted))


def draw_new_check() -> None:
    """Which candidates, against what, under which policy."""
    stored = [
        each for each in list_uploads(engine(), UploadKind.CANDIDATES) if each.file_name != PASTED
    ]
    if not stored:
        caption(_("Upload a file of candidates first, then start a check here."))
        return
    titles = {each.id: f"{titled(each.title)} ({each.row_count:,})" for each in stored}
    candidates = NEW_CHECK.of("candidates")
    if candidates.get() not in titles:
        candidates.set(stored[0].id)
        _choose_sources()
    versions = [each.version for each in list_policies(engine())]
    left, right = st.columns(2)
    with left:
        st.selectbox(
            _("Candidates"),
            list(titles),
            format_func=distinct_labels(list(titles), titles.__getitem__),
            key=candidates.name,
            on_change=guarded(_choose_sources),
        )
        # A value set in the session would not be known to a browser that is pressed at once.
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
    """The newest file of each kind that goes with the candidates: the sample's with the sample."""
    chosen = get_upload(engine(), NEW_CHECK.of("candidates").get())
    for kind in SOURCES:
        fitting = (one for one in list_uploads(engine(), kind) if one.is_sample == chosen.is_sample)
        newest = next(fitting, None)
        NEW_CHECK.of(kind.value).set(newest.id if newest else 0)


def _draw_models() -> None:
    """Connections that may be asked; nothing to choose where none is configured."""
    known = configured_connections()
    chat = [each.name for each in known if each.kind == "openai"]
    offered = {"writer": chat, "reader": chat, "embedder": [one.name for one in known.embeddings]}
    for role, names in offered.items():
        if names:
            st.selectbox(
                _(MODELS[role]),
                ["", *names],
                format_func=lambda one: one or _("none"),
                key=NEW_CHECK.of(role).name,
            )


def _start() -> None:
    def given(name: str) -> Any:
        return NEW_CHECK.of(name).get() or None

    check_id = start_check(
        engine(),
        candidates_id=given("candidates"),
        policy_version=given("policy"),
        repairs=bool(given("repairs")),
        by=identity.reviewer() or "",
        # A second click of the same press finds the same number here, and the same check.
        idempotency_key=CHECK_START.begin(f"new-check-{uuid4().hex}"),
        writer=given("writer"),
        reader=given("reader"),
        embedder=given("embedder"),
        catalogue_id=given("catalogue"),
        events_id=given("events"),
        recent_id=given("recent"),
    )
    CHECK_START.clear()
    address.put("check", check_id)
