"""Check one: a copy that is pasted, with what it claims, under a policy. It is stored as any other,
so that its verdict is on record and can be sent as a link.
"""

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
from pages.components.app_context import engine
from pages.components.language import _
from pages.components.navigation import link
from pages.components.option_labels import distinct_labels
from pages.components.page_state import PASTED_FIELD, PASTED_RESULT, StateKey
from pages.copy_check.pasted_text import LISTS, SOURCES, check_pasted, chosen_pill
from pages.copy_check.result import draw_result
from pages.copy_check.wording import titled


def draw_one() -> None:
    """The form, and below it what came of it."""
    policies = list_policies(engine())
    row = _shown()
    _begin(row, policies)
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
            _pills(_("Policy"), "policy", [each.version for each in policies])
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


def _shown() -> AuditRow | None:
    item = address.number("item")
    try:
        return audit_row(engine(), item) if item else None
    except NotFoundError as error:
        raise address.UnknownChoiceError("item") from error


def _begin(row: AuditRow | None, policies: Sequence[PublishedPolicy]) -> None:
    """The fields hold what is shown below them, whenever another result comes."""
    came = row.line.id if row else 0
    fresh = not PASTED_FIELD.of("text").is_set
    if not fresh and PASTED_RESULT.get() == came:
        return
    if row is None and not fresh:
        PASTED_RESULT.set(came)
        return
    PASTED_RESULT.set(came)
    candidate = row.verification.candidate if row and row.verification else None
    check = get_check(engine(), row.line.check_id) if row else None
    version = row.line.policy_version if row else policies[-1].version
    fields: dict[str, Any] = _fields(candidate) | {"policy": version}
    for kind in SOURCES:
        chosen = getattr(check, kind.value) if check else _newest(kind)
        fields[f"{kind.value}_file"] = chosen.id if chosen else 0
    for name, value in fields.items():
        PASTED_FIELD.of(name).set(value)


def _newest(kind: UploadKind) -> Upload | None:
    """Of one's own: the sample's is chosen by hand, lest copy be held against invented items."""
    return next((one for one in list_uploads(engine(), kind) if not one.is_sample), None)


def _fields(candidate: Candidate | None) -> dict[str, Any]:
    if candidate is None:
        chosen = {"text": "", "channel": "PUSH", "locale": "zh-CN"}
        empty = dict.fromkeys(("user", "at", *(f"{name}" for name in LISTS)), "")
        return {**chosen, **empty, "no_price": False, "max_length": None}
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
    kept = chosen_pill(name)
    if kept not in options:  # of a file, which may name any
        options = [*options, kept]
    PASTED_FIELD.of(name).set(kept)
    PASTED_FIELD.of(name, "drawn").set(kept)
    st.pills(label, options, key=PASTED_FIELD.of(name).name, required=True, width="content")


def _channels(policies: Sequence[PublishedPolicy]) -> list[str]:
    return list(dict.fromkeys(name for each in policies for name in each.policy.channels))


def _locales(policies: Sequence[PublishedPolicy]) -> list[str]:
    return list(dict.fromkeys(name for each in policies for name in each.policy.locales))


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


def choose_upload(kind: UploadKind, label: str, chosen: StateKey[Any]) -> None:
    """A stored file of this kind or none."""
    titles = {0: _("none")}
    titles |= {each.id: titled(each.title) for each in list_uploads(engine(), kind)}
    if chosen.get() not in titles:
        chosen.set(0)
    named = distinct_labels(list(titles), titles.__getitem__)
    st.selectbox(label, list(titles), format_func=named, key=chosen.name)
