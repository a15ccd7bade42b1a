"""Another policy over what was stored: who flips, and whether that is nearer to people."""

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
"""Of `against` in the address: the verdicts as they were said."""
"""The latest replay of this session, so that a click on a cell counts nothing anew."""


def draw_replay(policy: Policy, name: str, versions: Mapping[str, PublishedPolicy]) -> None:
    """Over one check or all, against the stored verdicts or those of another version."""
    found = audit_choices(engine())
    if not found.checks:
        notice(_("No stored results to replay. Run a check first."), "quiet")
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        over = address.choose(
            "selectbox",
            _("Scope"),
            "over",
            scopes(found),
            lambda one: scope_name(one, found),
            forgets=("flip",),
            width=320,
        )
        against = address.choose(
            "pills",
            _("Compare with"),
            "against",
            [STORED, *(each for each in versions if each != name)],
            lambda one: _("stored verdicts") if one == STORED else one,
            forgets=("flip",),
        )
    chosen = AuditFilter(
        check_id=None if over in (ALL, OWN) else int(over), sample=False if over == OWN else None
    )
    base = None if against == STORED else versions[against].policy
    mark = (policy.sha256, base.sha256 if base else "", over, count_audit(engine(), chosen))
    kept = REPLAY.get()
    if kept is None or kept[0] != mark:
        label = _n("Replay over {n} result", "Replay over {n} results", mark[3])
        if not st.button(label, key="replay_start", type="primary"):
            return
        REPLAY.set((mark, _made(policy, base, chosen)))
        st.rerun()
    _draw_flips(kept[1], name)
    _draw_people(kept[1], name)


def _made(policy: Policy, base: Policy | None, chosen: AuditFilter) -> StoredReplay:
    bar = st.progress(0.0, _("Replaying…"))

    def tell(done: int, total: int) -> None:
        if done % 200 == 0 or done == total:
            bar.progress(done / max(1, total), _("Replaying…"))

    if base is None:
        made = replay_stored(engine(), policy, chosen, on_progress=tell)
    else:
        made = compare_stored(engine(), base, policy, chosen, on_progress=tell)
    bar.empty()
    return made


def _draw_flips(made: StoredReplay, name: str) -> None:
    flips = made.flips
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
            len(made.not_replayed),
        )
        if made.not_replayed
        else None,
    )
    with st.container(key="accuracy_table"):
        widths = [4, 3, 3, 3]
        for place, said in zip(
            st.columns(widths),
            [
                _("{old} ↓ {new} →").format(old=", ".join(made.old_versions) or "–", new=name),
                *(verdict_name(verdict) for verdict in Verdict),
            ],
            strict=True,
        ):
            with place:
                caption(said)
        for old, counts in flips.rows():
            row = st.columns(widths, vertical_alignment="center")
            with row[0]:
                caption(verdict_name(old))
            for place, new, n in zip(row[1:], Verdict, counts, strict=True):
                with place:
                    _draw_cell(old, new, n, linked=(old, new) in flips.examples)
    _draw_examples(made)


def _draw_cell(old: Verdict, new: Verdict, n: int, *, linked: bool) -> None:
    if not linked:
        caption(f"{n:,}")
        return
    query = {**address.kept("version", "part", "draft", "over", "against")}
    link("copy_check", f"{n:,}", view="policies", **query, flip=f"{old.value}-{new.value}")


def _draw_examples(made: StoredReplay) -> None:
    """The candidates of the cell that was chosen."""
    cells = {f"{old.value}-{new.value}": (old, new) for old, new in made.flips.examples}
    if not st.query_params.get("flip"):
        return
    address.demand("flip", cells)
    old, new = cells[st.query_params["flip"]]
    ids = made.cases[old, new]
    caption(
        _("{old} became {new}").format(old=verdict_name(old), new=verdict_name(new)),
        _n("{n} result", "{n} results", len(ids)),
    )
    pages = -(-len(ids) // PAGE_SIZE)
    number = min(address.page_number(), pages)
    first = (number - 1) * PAGE_SIZE
    with st.container(gap="xsmall", key="found_list"):
        for line in audit_lines(engine(), ids[first : first + PAGE_SIZE]):
            text = " ".join(line.text.split())
            label = f"{candidate_name(line.candidate)} · {text[:80]}"
            link("copy_check", label, view="checks", check=line.check_id, item=line.id)
    draw_pages(number, pages)


def _draw_people(made: StoredReplay, name: str) -> None:
    people = made.people
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
    before = ", ".join(made.old_versions)
    for place, who, rate in ((left, before, people.old_agrees), (right, name, people.new_agrees)):
        with place:
            label = _("{policy} agrees with reviewers").format(policy=who)
            figure(label, percent(rate.value), interval(rate), muted=rate.muted)
    notice(_difference(people), "quiet")


def _difference(people: AgainstPeople) -> str:
    found = people.difference
    if found is None or found.muted:
        return _(
            "Not enough data: differences based on fewer than 25 reviewer verdicts are unreliable."
        )
    low, high = found.interval
    return _("Difference {share} points (95% CI {low} to {high}, n = {n}).").format(
        share=f"{found.difference * 100:+.1f}",
        low=f"{low * 100:+.1f}",
        high=f"{high * 100:+.1f}",
        n=f"{found.n:,}",
    )
