"""Replay stored results under another policy: changed verdicts, and agreement with reviewers."""

from collections.abc import Mapping

import streamlit as st

from core.services.verification import (
    AuditFilter,
    PublishedPolicy,
    StoredReplay,
    audit_choices,
    audit_lines,
    compare_stored,
    count_audit,
    replay_stored,
)
from core.verification import AgainstPeople, Policy, Verdict
from pages.components import address
from pages.components.app_context import engine
from pages.components.html import caption, notice
from pages.components.language import _, _n
from pages.components.navigation import link
from pages.components.page_state import REPLAY
from pages.components.paging import draw_pages
from pages.components.rates import figure, interval, percent
from pages.copy_check.filter_state import ALL, OWN, scope_name, scopes
from pages.copy_check.wording import candidate_name, verdict_name

PAGE_SIZE = 25
STORED = "stored"
"""`against` in the address: compare with the stored verdicts."""


def draw_replay(policy: Policy, name: str, versions: Mapping[str, PublishedPolicy]) -> None:
    """Draw the replay of one check or all, compared with stored verdicts or another version."""
    choices = audit_choices(engine())
    if not choices.checks:
        notice(_("No stored results to replay. Run a check first."), "quiet")
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        scope = address.choose(
            "selectbox",
            _("Scope"),
            "over",
            scopes(choices),
            lambda option: scope_name(option, choices),
            forgets=("flip",),
            width=320,
        )
        against = address.choose(
            "pills",
            _("Compare with"),
            "against",
            [STORED, *(version for version in versions if version != name)],
            lambda option: _("stored verdicts") if option == STORED else option,
            forgets=("flip",),
        )
    audit_filter = AuditFilter(
        check_id=None if scope in (ALL, OWN) else int(scope), sample=False if scope == OWN else None
    )
    base = None if against == STORED else versions[against].policy
    cache_key = (
        policy.sha256,
        base.sha256 if base else "",
        scope,
        count_audit(engine(), audit_filter),
    )
    cached = REPLAY.get()
    if cached is None or cached[0] != cache_key:
        label = _n("Replay over {n} result", "Replay over {n} results", cache_key[3])
        if not st.button(label, key="replay_start", type="primary"):
            return
        REPLAY.set((cache_key, _replay(policy, base, audit_filter)))
        st.rerun()
    _draw_flips(cached[1], name)
    _draw_people(cached[1], name)


def _replay(policy: Policy, base: Policy | None, audit_filter: AuditFilter) -> StoredReplay:
    bar = st.progress(0.0, _("Replaying…"))

    def show_progress(done: int, total: int) -> None:
        if done % 200 == 0 or done == total:
            bar.progress(done / max(1, total), _("Replaying…"))

    if base is None:
        replay = replay_stored(engine(), policy, audit_filter, on_progress=show_progress)
    else:
        replay = compare_stored(engine(), base, policy, audit_filter, on_progress=show_progress)
    bar.empty()
    return replay


def _draw_flips(replay: StoredReplay, name: str) -> None:
    flips = replay.flips
    caption(
        _n(
            "{n} of {total} verdicts changes, {stricter} of them to a stricter one.",
            "{n} of {total} verdicts change, {stricter} of them to stricter ones.",
            flips.flipped,
            total=f"{flips.n:,}",
            stricter=f"{flips.stricter:,}",
        ),
        _n(
            "{n} cannot be replayed because a hard violation ended its record early.",
            "{n} cannot be replayed because a hard violation ended their records early.",
            len(replay.not_replayed),
        )
        if replay.not_replayed
        else None,
    )
    with st.container(key="accuracy_table"):
        widths = [4, 3, 3, 3]
        for column, label in zip(
            st.columns(widths),
            [
                _("{old} ↓ {new} →").format(old=", ".join(replay.old_versions) or "–", new=name),
                *(verdict_name(verdict) for verdict in Verdict),
            ],
            strict=True,
        ):
            with column:
                caption(label)
        for stored_verdict, counts in flips.rows():
            row = st.columns(widths, vertical_alignment="center")
            with row[0]:
                caption(verdict_name(stored_verdict))
            for column, new_verdict, n in zip(row[1:], Verdict, counts, strict=True):
                with column:
                    is_linked = (stored_verdict, new_verdict) in flips.examples
                    _draw_cell(stored_verdict, new_verdict, n, linked=is_linked)
    _draw_examples(replay)


def _draw_cell(stored_verdict: Verdict, new_verdict: Verdict, n: int, *, linked: bool) -> None:
    if not linked:
        caption(f"{n:,}")
        return
    query = {**address.current("version", "part", "draft", "over", "against")}
    flip = f"{stored_verdict.value}-{new_verdict.value}"
    link("copy_check", f"{n:,}", view="policies", **query, flip=flip)


def _draw_examples(replay: StoredReplay) -> None:
    """Draw the candidates of the chosen cell."""
    cells = {f"{old.value}-{new.value}": (old, new) for old, new in replay.flips.examples}
    if not st.query_params.get("flip"):
        return
    address.demand("flip", cells)
    stored_verdict, new_verdict = cells[st.query_params["flip"]]
    ids = replay.cases[stored_verdict, new_verdict]
    caption(
        _("{old} became {new}").format(
            old=verdict_name(stored_verdict), new=verdict_name(new_verdict)
        ),
        _n("{n} result", "{n} results", len(ids)),
    )
    pages = -(-len(ids) // PAGE_SIZE)
    number = min(address.page_number(), pages)
    offset = (number - 1) * PAGE_SIZE
    with st.container(gap="xsmall", key="found_list"):
        for line in audit_lines(engine(), ids[offset : offset + PAGE_SIZE]):
            text = " ".join(line.text.split())
            label = f"{candidate_name(line.candidate)} · {text[:80]}"
            link("copy_check", label, view="checks", check=line.check_id, item=line.id)
    draw_pages(number, pages)


def _draw_people(replay: StoredReplay, name: str) -> None:
    people = replay.people
    if people is None:
        notice(
            _(
                "No reviewer verdicts on these candidates yet, so the policies cannot be "
                "compared with people. Add some under Checks with keys 1 to 3."
            ),
            "quiet",
        )
        return
    left, right = st.columns(2)
    old_versions = ", ".join(replay.old_versions)
    for column, policy_name, rate in (
        (left, old_versions, people.old_agrees),
        (right, name, people.new_agrees),
    ):
        with column:
            label = _("{policy} agrees with reviewers").format(policy=policy_name)
            figure(label, percent(rate.value), interval(rate), low_n=rate.low_n)
    notice(_difference_text(people), "quiet")


def _difference_text(people: AgainstPeople) -> str:
    difference = people.difference
    if difference is None or difference.low_n:
        return _(
            "Not enough data: differences based on fewer than 25 reviewer verdicts are unreliable."
        )
    low, high = difference.interval
    return _("Difference {share} points (95% CI {low} to {high}, n = {n}).").format(
        share=f"{difference.difference * 100:+.1f}",
        low=f"{low * 100:+.1f}",
        high=f"{high * 100:+.1f}",
        n=f"{difference.n:,}",
    )
