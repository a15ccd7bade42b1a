"""Policies: published versions in words, as YAML and compared; drafts; replays."""

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
"""Notes of the built-in versions; the notes of others are shown as written."""
PARTS = {
    "words": N_("Description"),
    "yaml": N_("As YAML"),
    "changes": N_("Differences"),
    "replay": N_("Replay"),
    "drafts": N_("Drafts"),
}


def draw_policies() -> None:
    """Draw one published version, or one draft."""
    if draft_id := address.number("draft"):
        draw_draft(draft_id)
        return
    policies = {policy.version: policy for policy in list_policies(engine())}
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
            _part_label,
            forgets=("flip",),
            label_visibility="collapsed",
        )
    policy = policies[version]
    if part == "drafts":
        draw_drafts(policy)
        return
    _draw_head(policy)
    if part == "yaml":
        _draw_yaml(policy)
    elif part == "changes":
        _draw_changes(policy, [name for name in policies if name != version])
    elif part == "replay":
        draw_replay(policy.policy, version, policies)
    else:
        remarks = lint(policy.policy, recent=latest_copy(engine()))
        draw_remarks(remarks, policy.file, folded=True)
        if policy.policy.cases:
            draw_cases(policy.file)
        draw_policy(policy.policy)


def _part_label(part: str) -> str:
    n = len(list_drafts(engine())) if part == "drafts" else 0
    return f"{_(PARTS[part])} · {n}" if n else _(PARTS[part])


def _draw_head(policy: PublishedPolicy) -> None:
    caption(
        policy.version,
        _("built in")
        if policy.built_in
        else _("published by {name} at {time}").format(
            name=policy.published_by, time=f"{policy.published_at:%Y-%m-%d %H:%M} UTC"
        ),
        f"sha256 {policy.sha256[:12]}",
        _(policy.note) if policy.note in NOTES else policy.note,
    )


def _draw_yaml(policy: PublishedPolicy) -> None:
    draw_download(
        _("Policy (YAML)"),
        policy.text.encode(),
        f"{policy.version}.yaml",
        "application/yaml",
        key="get_policy",
    )
    st.code(policy.text, language="yaml", height=560)


def _draw_changes(policy: PublishedPolicy, other_versions: list[str]) -> None:
    if not other_versions:
        notice(_("There is only one version. Publish a draft to compare."), "quiet")
        return
    base_version = address.choose("pills", _("Compared with"), "than", other_versions, str)
    draw_policy_changes(
        compare_policies(engine(), base_version, policy.version), base_version, policy.version
    )
