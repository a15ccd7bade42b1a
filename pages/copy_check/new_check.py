"""A new check: files in, what was read and refused, then which candidates under which policy."""

from pathlib import PurePath
from uuid import uuid4
from zoneinfo import available_timezones

import streamlit as st
from streamlit.typing import UploadedFile

from core.errors import DeskError, InputError
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
from pages.components.action import guarded_action
from pages.components.app_context import configured_connections, engine, settings
from pages.components.html import caption, notice, table
from pages.components.language import N_, _, _n, translate
from pages.components.option_labels import distinct_labels
from pages.components.rights import needs
from pages.components.upload import (
    choose_encoding,
    choose_file,
    chosen_encoding,
    empty,
    of_file,
    say,
)
from pages.components.upload import draw_said as draw_upload_said
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
        "JSONL or CSV: text, channel, locale; also id, claims, user_id, constraints, time_zone, at."
    ),
    UploadKind.CATALOGUE: N_("JSONL or CSV: id; also brand, active, purchasable, price, title."),
    UploadKind.EVENTS: N_("JSONL or CSV: user_id, kind, at; also item_id."),
    UploadKind.RECENT: N_("JSONL or CSV: text, of copy that was sent lately."),
}
MODELS = {
    "writer": N_("Writes copy anew"),
    "reader": N_("Says what it thinks of the copy"),
    "embedder": N_("Compares meanings"),
}
SHOWN_ROWS = 5
ZONES = ("Asia/Shanghai", "UTC", *sorted(available_timezones() - {"Asia/Shanghai", "UTC"}))
"""The usual ones first."""


def draw_upload() -> None:
    """One field for any of the kinds; nothing is stored until its button is pressed."""
    draw_upload_said()
    kind = UploadKind(
        st.segmented_control(
            _("What the file holds"),
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
                zone=st.session_state.get(of_file("zone", given)),
            )
    except InputError as error:
        choose_encoding(given, "–")
        notice(translate(error))
        return
    if kind is UploadKind.EVENTS:
        _draw_zone(given, read)
    _draw_preview(kind, read)
    title = of_file("copy_title", given)
    st.text_input(_("Title"), PurePath(given.name).stem, key=title, max_chars=200)
    st.button(
        _n("Import {n} row", "Import {n} rows", len(read.rows)),
        key="copy_import",
        type="primary",
        on_click=_add,
        args=(kind, read, given),
        **needs(Right.RUN, disabled=not read.rows),
    )


def _draw_zone(given: UploadedFile, read: UploadTable[object]) -> None:
    """Asked once for the whole file, where its times name no zone."""
    key = of_file("zone", given)
    if any(issue.code == NO_ZONE for issue in read.refused) or st.session_state.get(key):
        st.selectbox(
            _("Time zone of the file"),
            [None, *ZONES],
            format_func=lambda zone: zone or _("Choose one"),
            key=key,
        )


def _draw_preview(kind: UploadKind, read: UploadTable[object]) -> None:
    warnings = len(read.issues) - len(read.refused)
    notice(
        _("{read}, {refused} refused, {warnings}. Nothing is stored yet.").format(
            read=_n("{n} row read", "{n} rows read", len(read.rows)),
            refused=f"{len(read.refused):,}",
            warnings=_n("{n} warning", "{n} warnings", warnings),
        ),
        "amber" if read.refused else "green",
    )
    shown = [(str(row.line), _shown(row.value)) for row in read.rows[:SHOWN_ROWS]]
    table([_("Line"), _(KINDS[kind])], shown)
    draw_issues(_("Refused rows"), read.refused, "copy_refused")
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


@guarded_action
def _add(kind: UploadKind, read: UploadTable[object], given: UploadedFile) -> None:
    title = st.session_state[of_file("copy_title", given)]
    try:
        added = add_upload(
            engine(), kind, read, file_name=given.name, title=title, by=identity.reviewer() or ""
        )
    except InputError as error:
        say(translate(error), "red")
        return
    if added.already_there:
        say(_("This file is here already; nothing was added."), "amber")
    else:
        counted = _n("{n} row was imported.", "{n} rows were imported.", len(read.rows))
        say(_("{name}: {value}").format(name=title, value=counted), "green")
    empty(f"copy_{kind.value}")
    st.session_state[f"new_{kind.value}"] = added.upload_id
    if kind is UploadKind.CANDIDATES:
        _choose_sources()


def draw_new_check() -> None:
    """Which candidates, against what, under which policy."""
    stored = [
        each for each in list_uploads(engine(), UploadKind.CANDIDATES) if each.file_name != PASTED
    ]
    if not stored:
        caption(_("Upload a file of candidates first; then a check of them starts here."))
        return
    titles = {each.id: f"{titled(each.title)} ({each.row_count:,})" for each in stored}
    if st.session_state.get("new_candidates") not in titles:
        st.session_state["new_candidates"] = stored[0].id
        _choose_sources()
    versions = [each.version for each in list_policies(engine())]
    left, right = st.columns(2)
    with left:
        st.selectbox(
            _("Candidates"),
            list(titles),
            format_func=distinct_labels(list(titles), titles.__getitem__),
            key="new_candidates",
            on_change=_choose_sources,
        )
        # A value set in the session would not be known to a browser that is pressed at once.
        st.pills(_("Policy"), versions, default=versions[-1], key="new_policy", required=True)
        st.toggle(_("Suggest repairs"), value=True, key="new_repairs")
        _draw_models()
    with right:
        for kind, label in SOURCES.items():
            choose_upload(kind, _(label), f"new_{kind.value}")
    st.button(
        _("Start the check"), key="new_check", type="primary", on_click=_start, **needs(Right.RUN)
    )
    if refused := st.session_state.pop("new_refused", None):
        notice(refused)


@guarded_action
def _choose_sources() -> None:
    """The newest file of each kind that goes with the candidates: the sample's with the sample."""
    chosen = get_upload(engine(), st.session_state["new_candidates"])
    for kind in SOURCES:
        fitting = (one for one in list_uploads(engine(), kind) if one.is_sample == chosen.is_sample)
        newest = next(fitting, None)
        st.session_state[f"new_{kind.value}"] = newest.id if newest else 0


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
                format_func=lambda one: one or _("nobody"),
                key=f"new_{role}",
            )


@guarded_action
def _start() -> None:
    kept = st.session_state
    # A second click of the same press finds the same number here, and the same check.
    token = kept.setdefault("new_token", _token())
    try:
        check_id = start_check(
            engine(),
            candidates_id=kept["new_candidates"],
            policy_version=kept["new_policy"],
            repairs=kept["new_repairs"],
            by=identity.reviewer() or "",
            idempotency_key=token,
            writer=kept.get("new_writer") or None,
            reader=kept.get("new_reader") or None,
            embedder=kept.get("new_embedder") or None,
            catalogue_id=kept["new_catalogue"] or None,
            events_id=kept["new_events"] or None,
            recent_id=kept["new_recent"] or None,
        )
    except DeskError as error:
        kept["new_refused"] = translate(error)
        return
    kept["new_token"] = _token()
    address.put("check", check_id)


def _token() -> str:
    return f"new-check-{uuid4().hex}"
