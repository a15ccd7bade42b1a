"""Drafts of policies: edit as YAML, examine while typing, publish permanently."""

import streamlit as st

from core.errors import NotFoundError
from core.services.access import Right
from core.services.verification import (
    EditedPolicy,
    PolicyExamination,
    PublishedPolicy,
    discard_draft,
    examine,
    get_draft,
    latest_copy,
    list_drafts,
    list_policies,
    new_draft,
    publish,
    published_policy,
    save_draft,
)
from core.verification import policy_changes
from pages.components import address, identity
from pages.components.action import action, draw_outcome
from pages.components.app_context import engine
from pages.components.html import caption, notice
from pages.components.language import _, translate
from pages.components.navigation import link
from pages.components.page_state import DRAFT_TEXT
from pages.copy_check.cases import draw_cases
from pages.copy_check.changes import draw_policy_changes
from pages.copy_check.lint import draw_remarks
from pages.copy_check.replay import draw_replay


def draw_drafts(based_on: PublishedPolicy) -> None:
    """Draw the open drafts, and a button for a new one from the shown version."""
    name = identity.reviewer()
    if name is None:
        identity.ask("draft")
    else:
        action(
            _("New draft from {version}").format(version=based_on.version),
            _new,
            right=Right.PUBLISH,
            key="draft_new",
            args=(based_on.version, name),
        )
    drafts = list_drafts(engine())
    if not drafts:
        caption(_("No open draft. A draft is an editable copy of a version."))
    for draft in drafts:
        with st.container(horizontal=True, vertical_alignment="center"):
            link("copy_check", f"#{draft.id} {draft.title}", view="policies", draft=draft.id)
            caption(
                _("saved by {name} at {time}").format(
                    name=draft.saved_by, time=f"{draft.saved_at:%Y-%m-%d %H:%M} UTC"
                )
            )


def _new(based_on: str, name: str) -> None:
    draft = new_draft(engine(), by=name, based_on=based_on)
    address.put("draft", draft.id)


def draw_draft(draft_id: int) -> None:
    try:
        draft = get_draft(engine(), draft_id)
    except NotFoundError as error:
        raise address.UnknownChoiceError("draft") from error
    link("copy_check", _("All versions and drafts"), view="policies", part="drafts")
    if not draft.is_open:
        _draw_closed(draft)
        return
    name = identity.reviewer()
    if name is None:
        identity.ask("draft")
        return
    field = DRAFT_TEXT.of(draft.id, draft.revision)
    text = field.begin(draft.text)
    left, right = st.columns([11, 9], gap="large")
    with left:
        with st.container(key="editor"), st.container(key="draft_editor"):
            st.text_area(
                _("Draft {title}, based on {version}").format(
                    title=draft.title, version=draft.based_on or _("nothing")
                ),
                key=field.name,
                height=470,
            )
        examination = examine(text, recent=latest_copy(engine()))
        _draw_buttons(draft, text, name, examination)
    with right:
        _draw_examined(examination, draft)
    if examination.policy is not None:
        st.subheader(_("Replay this draft"))
        versions = {policy.version: policy for policy in list_policies(engine())}
        draw_replay(examination.policy, _("this draft"), versions)


def _draw_buttons(
    draft: EditedPolicy, text: str, name: str, examination: PolicyExamination
) -> None:
    is_changed = text != draft.text
    with st.container(horizontal=True, gap="small"):
        action(
            _("Save draft"),
            _save,
            right=Right.PUBLISH,
            key="draft_save",
            args=(draft, name),
            disabled=not is_changed,
        )
        action(
            _("Publish"),
            _publish,
            right=Right.PUBLISH,
            key="draft_publish",
            args=(draft, name),
            disabled=not examination.is_publishable or _is_version_published(examination),
            type="primary",
            help=_(
                "Creates a version that can no longer be changed. Unsaved input is saved first."
            ),
        )
        action(_("Discard"), _discard, right=Right.PUBLISH, key="draft_discard", args=(draft, name))
    if is_changed:
        caption(_("Not saved yet."))
    draw_outcome()


def _is_version_published(examination: PolicyExamination) -> bool:
    policy = examination.policy
    return policy is not None and any(
        published_policy.version == policy.version for published_policy in list_policies(engine())
    )


def _draw_examined(examination: PolicyExamination, draft: EditedPolicy) -> None:
    if examination.error is not None:
        notice(translate(examination.error), title=_("Not a valid policy yet:"))
        return
    assert examination.file is not None  # it is set whenever `error` is None
    policy = examination.file.policy
    notice(_("Valid policy {version}.").format(version=policy.version), "green")
    if _is_version_published(examination):
        notice(
            _("{version} is already published. Give the draft another version.").format(
                version=policy.version
            ),
            "amber",
        )
    draw_cases(examination.file)
    draw_remarks(examination.remarks, examination.file, folded=True)
    if draft.based_on:
        base = published_policy(engine(), draft.based_on).policy
        changes = policy_changes(base, policy)
        draw_policy_changes(changes, draft.based_on, _("this draft"))


def _draw_closed(draft: EditedPolicy) -> None:
    if draft.published_version:
        notice(
            _("This draft was published as {version}.").format(version=draft.published_version),
            "green",
        )
        version = draft.published_version
        link("copy_check", _("See that version"), view="policies", version=version)
    else:
        notice(_("This draft was discarded; it is kept in the records."), "quiet")
    st.code(draft.text, language="yaml", height=400)


def _save(draft: EditedPolicy, name: str) -> None:
    _saved_draft(draft, name)


def _saved_draft(draft: EditedPolicy, name: str) -> EditedPolicy:
    """Save the typed text; if that is refused, the text stays in its field."""
    text = DRAFT_TEXT.of(draft.id, draft.revision).get()
    if text == draft.text:
        return draft
    return save_draft(engine(), draft.id, text, by=name, seen=draft.revision)


def _publish(draft: EditedPolicy, name: str) -> None:
    saved = _saved_draft(draft, name)
    version = publish(engine(), saved.id, by=name, seen=saved.revision)
    address.put_all({"draft": None, "part": None, "version": version.version})


def _discard(draft: EditedPolicy, name: str) -> None:
    discard_draft(engine(), draft.id, by=name, seen=draft.revision)
    address.put_all({"draft": None, "part": "drafts"})
