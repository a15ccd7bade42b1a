"""Check one pasted copy with its claims under a policy; it is stored, so that it has a link."""

from collections.abc import Sequence
from typing import Any

import streamlit as st

from core.errors import NotFoundError
from core.services.verification import (
    AuditRow,
    PublishedPolicy,
    Upload,
    UploadKind,
    audit_row,
    get_check,
    list_policies,
    list_uploads,
)
from core.verification import Candidate
from pages.components import address
from pages.components.action import action, draw_outcome
from pages.components.app_context import configured_connections, engine
from pages.components.language import _
from pages.components.navigation import link
from pages.components.option_labels import distinct_labels
from pages.components.page_state import PASTED_FIELD, PASTED_RESULT, StateKey
from pages.copy_check.pasted_text import LISTS, SOURCES, check_pasted, pill_value
from pages.copy_check.result import draw_result
from pages.copy_check.wording import translated_title


def draw_one() -> None:
    """Draw the form, and its result below."""
    policies = list_policies(engine())
    row = _result_from_address()
    _fill_fields(row, policies)
    with st.form("copy_one", border=False):
        st.text_area(
            _("Copy to check"),
            key=PASTED_FIELD.of("text").name,
            height=96,
            placeholder=_("Paste copy here, such as a push message."),
        )
        with st.container(horizontal=True, gap="medium"):
            _pills(_("Channel"), "channel", _channels(policies))
            _pills(_("Locale"), "locale", _locales(policies))
            _pills(_("Policy"), "policy", [policy.version for policy in policies])
            choose_model(_("Rewriting model"), chat_models(), PASTED_FIELD.of("writer"))
        with st.expander(_("Claims, audience and sources")):
            _draw_claims()
        action(_("Check"), check_pasted, right=None, key="one_check", in_form=True, type="primary")
    draw_outcome()
    if row is None:
        return
    link(
        "copy_check",
        _("Decide on it under Checks"),
        view="checks",
        check=row.line.check_id,
        item=row.line.id,
    )
    draw_result(row)


def _result_from_address() -> AuditRow | None:
    item = address.number("item")
    try:
        return audit_row(engine(), item) if item else None
    except NotFoundError as error:
        raise address.UnknownChoiceError("item") from error


def _fill_fields(row: AuditRow | None, policies: Sequence[PublishedPolicy]) -> None:
    """Fill the fields with the shown result whenever it changes."""
    result_id = row.line.id if row else 0
    is_new = not PASTED_FIELD.of("text").is_set
    if not is_new and PASTED_RESULT.get() == result_id:
        return
    if row is None and not is_new:
        PASTED_RESULT.set(result_id)
        return
    PASTED_RESULT.set(result_id)
    candidate = row.verification.candidate if row and row.verification else None
    check = get_check(engine(), row.line.check_id) if row else None
    version = row.line.policy_version if row else policies[-1].version
    writer = check.options.get("writer") if check else None
    fields: dict[str, Any] = _fields(candidate) | {"policy": version, "writer": writer or ""}
    for kind in SOURCES:
        source = getattr(check, kind.value) if check else _newest(kind)
        fields[f"{kind.value}_file"] = source.id if source else 0
    for name, value in fields.items():
        PASTED_FIELD.of(name).set(value)


def _newest(kind: UploadKind) -> Upload | None:
    """The newest upload that is no sample: invented items should not be used by default."""
    return next((upload for upload in list_uploads(engine(), kind) if not upload.is_sample), None)


def _fields(candidate: Candidate | None) -> dict[str, Any]:
    if candidate is None:
        defaults = {"text": "", "channel": "PUSH", "locale": "zh-CN"}
        empty = dict.fromkeys(("user", "at", *(f"{name}" for name in LISTS)), "")
        return {**defaults, **empty, "no_price": False, "max_length": None}
    claims = candidate.claims
    return {
        "text": candidate.text,
        "channel": candidate.channel,
        "locale": candidate.locale,
        "items": ", ".join(claims.referenced_item_ids),
        "brands": ", ".join(claims.brands),
        "events": ", ".join(claims.referenced_events),
        "holidays": ", ".join(claims.holidays),
        "user": candidate.user_id or "",
        "at": candidate.at.isoformat() if candidate.at else "",
        "no_price": candidate.constraints.no_price,
        "max_length": candidate.constraints.max_length,
    }


def _pills(label: str, name: str, options: list[str]) -> None:
    selected = pill_value(name)
    if selected not in options:  # a file may name any value
        options = [*options, selected]
    PASTED_FIELD.of(name).set(selected)
    PASTED_FIELD.of(name, "drawn").set(selected)
    st.pills(label, options, key=PASTED_FIELD.of(name).name, required=True, width="content")


def _channels(policies: Sequence[PublishedPolicy]) -> list[str]:
    return list(dict.fromkeys(name for policy in policies for name in policy.policy.channels))


def _locales(policies: Sequence[PublishedPolicy]) -> list[str]:
    return list(dict.fromkeys(name for policy in policies for name in policy.policy.locales))


def _draw_claims() -> None:
    def field(name: str) -> str:
        return PASTED_FIELD.of(name).name

    left, right = st.columns(2)
    with left:
        for name, label in LISTS.items():
            st.text_input(_(label), key=field(name), max_chars=2000)
        st.text_input(_("User ID"), key=field("user"), max_chars=200)
    with right:
        st.text_input(
            _("Send time, such as 2025-11-14T20:30:00+08:00"),
            key=field("at"),
            max_chars=60,
        )
        st.number_input(
            _("Maximum length in length units"),
            key=field("max_length"),
            min_value=1,
            step=1,
        )
        st.checkbox(_("No prices allowed"), key=field("no_price"))
        for kind, label in SOURCES.items():
            choose_upload(kind, _(label), PASTED_FIELD.of(kind.value, "file"))


def chat_models() -> list[str]:
    """Names of the connections to chat models."""
    return [each.name for each in configured_connections() if each.kind == "openai"]


def choose_model(label: str, names: Sequence[str], state: StateKey[Any]) -> None:
    """Draw the choice of a connection, or none; nothing where none is configured."""
    if not names:
        return
    if state.get() not in names:
        state.set("")
    st.selectbox(
        label, ["", *names], format_func=lambda name: name or _("none"), key=state.name, width=220
    )


def choose_upload(kind: UploadKind, label: str, state: StateKey[Any]) -> None:
    """Draw the choice of a stored file of this kind, or none."""
    titles = {0: _("none")}
    titles |= {upload.id: translated_title(upload.title) for upload in list_uploads(engine(), kind)}
    if state.get() not in titles:
        state.set(0)
    format_title = distinct_labels(list(titles), titles.__getitem__)
    st.selectbox(label, list(titles), format_func=format_title, key=state.name)
