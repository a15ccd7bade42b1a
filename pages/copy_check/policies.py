"""Policies: the published versions in words, as YAML and against each other; drafts; replays."""

import streamlit as st

from core.services.verification import (
    PublishedPolicy,
    compare_policies,
    latest_copy,
    list_drafts,
    list_policies,
)
from core.verification import lint
from pages.components import address
from pages.components.app_context import engine
from pages.components.downloads import draw_download
from pages.components.html import caption, notice
from pages.components.language import N_, _
from pages.copy_check.cases import draw_cases
from pages.copy_check.changes import draw_policy_changes
from pages.copy_check.draft import draw_draft, draw_drafts
from pages.copy_check.lint import draw_remarks
from pages.copy_check.policy_words import draw_policy
from pages.copy_check.replay import draw_replay

NOTES = (
    N_("Source 001, verbatim."),
    N_("Floors, aliases, allow-phrases, other spellings, English word lists, undeclared claims."),
)
"""Of the versions that come with the desk; others as people wrote them."""
PARTS = {
    "words": N_("Description"),
    "yaml": N_("As YAML"),
    "changes": N_("Differences"),
    "replay": N_("Replay"),
    "drafts": N_("Drafts"),
}


def draw_policies() -> None:
    """One version at a time, or one draft."""
    if draft_id := address.number("draft"):
        draw_draft(draft_id)
        return
    policies = {each.version: each for each in list_policies(engine())}
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        version = address.choose(
            "pills",
            _("Version"),
            "version",
            [*reversed(policies)],
            str,
            forgets=("flip", "than", "against"),
            label_visibility="collapsed",
        )
        part = address.choose(
            "segmented_control",
            _("Shown"),
            "part",
            list(PARTS),
            _named,
            forgets=("flip",),
            label_visibility="collapsed",
        )
    chosen = policies[version]
    if part == "drafts":
        draw_drafts(chosen)
        return
    _draw_head(chosen)
    if part == "yaml":
        _draw_yaml(chosen)
    elif part == "changes":
        _draw_changes(chosen, [each for each in policies if each != version])
    elif part == "replay":
        draw_replay(chosen.policy, version, policies)
    else:
        remarks = lint(chosen.policy, recent=latest_copy(engine()))
        draw_remarks(remarks, chosen.file, folded=True)
        if chosen.policy.cases:
            draw_cases(chosen.file)
        draw_policy(chosen.policy)


def _named(part: str) -> str:
    n = len(list_drafts(engine())) if part == "drafts" else 0
    return f"{_(PARTS[part])} · {n}" if n else _(PARTS[part])


def _draw_head(chosen: PublishedPolicy) -> None:
    caption(
        chosen.version,
        _("built in")
        if chosen.built_in
        else _("published by {name} at {time}").format(
            name=chosen.published_by, time=f"{chosen.published_at:%Y-%m-%d %H:%M} UTC"
        ),
        f"sha256 {chosen.sha256[:12]}",
        _(chosen.note) if chosen.note in NOTES else chosen.note,
    )


def _draw_yaml(chosen: PublishedPolicy) -> None:
    draw_download(
        _("Policy (YAML)"),
        chosen.text.encode(),
        f"{chosen.version}.yaml",
        "application/yaml",
        key="get_policy",
    )
    st.code(chosen.text, language="yaml", height=560)


def _draw_changes(chosen: PublishedPolicy, others: list[str]) -> None:
    if not others:
        notice(_("There is only one version. Publish a draft to compare."), "quiet")
        return
    before = address.choose("pills", _("Compared with"), "than", others, str)
    draw_policy_changes(compare_policies(engine(), before, chosen.version), before, chosen.version)
