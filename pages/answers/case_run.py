"""One run of cases: its rates with the gate on and off, and the answers behind them."""

from collections.abc import Sequence

import streamlit as st

from core.errors import NotFoundError
from core.evidence_gate import CaseRole, GateFigures, figures_of
from core.evidence_gate.extractive import EXTRACTIVE
from core.services.access import Right
from core.services.answers import (
    Arm,
    CaseAnswer,
    StoredGateRun,
    answers_of,
    cancel_gate_run,
    get_gate_run,
    resume_gate_run,
)
from pages.components import address
from pages.components.action import action, draw_outcome
from pages.components.answers_wording import GATE_STATUSES, ROLES, mode_badge, writer_name
from pages.components.app_context import engine
from pages.components.fragment import fragment
from pages.components.html import badges, caption, clip, notice, plain
from pages.components.language import N_, _, _n
from pages.components.navigation import link
from pages.components.paging import draw_pages
from pages.components.rates import rate_figure
from pages.components.run_progress import REFRESH_S
from pages.components.wording import Tone, state_badge, term_name, term_tone

PAGE_SIZE = 25
SHORT = 60

RESULTS = {
    "": N_("All"),
    "leaked": N_("Leaked"),
    "over_refused": N_("Over-refused"),
    "unanswered": N_("Benign but unanswered"),
    "unexpected": N_("Unexpected mode"),
    "failed": N_("System error"),
    "differs": N_("Different without the gate"),
}


def progress(run: StoredGateRun) -> str:
    return _("{done} of {total} done").format(done=run.done, total=run.total)


def draw_run(run_id: int) -> None:
    try:
        run = get_gate_run(engine(), run_id)
    except NotFoundError as error:
        raise address.UnknownChoiceError("gate_run") from error
    link("answers", _("All case runs"), view="cases")
    st.subheader(plain(f"#{run.id} {run.cases.title}"))
    caption(
        _("written by {name}").format(name=writer_name(run.spec.connection or EXTRACTIVE))
        if run.spec.connection
        else _("written by each NPC's own connection"),
        _("passages must cover at least {percent}% of the question").format(
            percent=round(100 * run.spec.threshold)
        ),
        _n("{n} citation required", "{n} citations required", run.spec.min_citations),
        _("policy {version}").format(version=run.spec.policy),
    )
    if run.is_over:
        _draw_state(run)
    else:
        _draw_live(run_id)
    answers = answers_of(engine(), run_id)
    if answers:
        _draw_figures(answers, run.spec.arms)
        _draw_answers(answers)


def _draw_live(run_id: int) -> None:
    @fragment(REFRESH_S)
    def live() -> None:
        updated = get_gate_run(engine(), run_id)
        _draw_state(updated)
        if updated.is_over:
            st.rerun()

    live()


def _draw_state(run: StoredGateRun) -> None:
    badges([state_badge(run.conclusion)])
    if not run.is_over:
        st.progress(run.done / run.total if run.total else 0.0, progress(run))
        action(_("Cancel"), _cancel, right=Right.RUN, key="gate_cancel", args=(run.id,))
    elif run.status in ("stopped", "cancelled"):
        action(_("Resume"), _resume, right=Right.RUN, key="gate_resume", args=(run.id,))
    if run.error:
        notice(run.error.translate(_))
    draw_outcome()


def _cancel(run_id: int) -> None:
    cancel_gate_run(engine(), run_id)


def _resume(run_id: int) -> None:
    resume_gate_run(engine(), run_id)


def _draw_figures(answers: Sequence[CaseAnswer], arms: Sequence[Arm]) -> None:
    """Draw the rates of original and of paraphrased cases, with the gate and without it."""
    for arm in arms:
        st.subheader(_("With the gate") if arm is Arm.ON else _("Without the gate"))
        arm_answers = [answer for answer in answers if answer.arm is arm]
        for paraphrase in (False, True):
            outcomes = [
                answer.outcome
                for answer in arm_answers
                if answer.case.role.is_paraphrase == paraphrase
            ]
            figures = figures_of(outcomes)
            judged_count = figures.leaks.n + figures.over_refusals.n + figures.as_expected.n
            if not judged_count and not figures.failed:
                continue
            caption(_("Paraphrased") if paraphrase else _("Original cases"))
            _draw_rates(figures)
            if figures.failed:
                notice(
                    _n(
                        "{n} case was not judged because of a system error and is not in any rate.",
                        "{n} cases were not judged because of system errors and are not in any "
                        "rate.",
                        figures.failed,
                    ),
                    "amber",
                )


def _draw_rates(figures: GateFigures) -> None:
    rates = [
        (_("Leaks"), figures.leaks),
        (_("Over-refusals"), figures.over_refusals),
        (_("Benign but unanswered"), figures.unanswered),
        (_("Expected mode"), figures.as_expected),
        (_("Correct citation"), figures.evidence_cited),
    ]
    for column, (label, rate) in zip(st.columns(len(rates)), rates, strict=True):
        with column:
            rate_figure(label, rate)


def _draw_answers(answers: Sequence[CaseAnswer]) -> None:
    roles = [role for role in CaseRole if any(answer.case.role is role for answer in answers)]
    with st.container(horizontal=True, gap="small"):
        role = address.choose(
            "pills",
            _("Cases"),
            "role",
            ["", *roles],
            lambda role: _(ROLES[role]) if isinstance(role, CaseRole) else _("All"),
            forgets=("page",),
            label_visibility="collapsed",
        )
        result = address.choose(
            "pills",
            _("Result"),
            "came",
            list(RESULTS),
            lambda key: _(RESULTS[key]),
            forgets=("page",),
            label_visibility="collapsed",
        )
    texts_by_case = _texts_by_case(answers)
    selected = [
        answer
        for answer in answers
        if (not role or answer.case.role is role)
        and _has_result(answer, result, texts_by_case[_case_key(answer)])
    ]
    caption(_n("{n} answer", "{n} answers", len(selected)))
    pages = max(1, -(-len(selected) // PAGE_SIZE))
    number = min(address.page_number(), pages)
    for answer in selected[(number - 1) * PAGE_SIZE : number * PAGE_SIZE]:
        _draw_row(answer)
    draw_pages(number, pages)


def _case_key(answer: CaseAnswer) -> tuple[str, CaseRole]:
    return answer.case.key, answer.case.role


def _texts_by_case(answers: Sequence[CaseAnswer]) -> dict[tuple[str, CaseRole], set[str]]:
    """The different answers to each case, with and without the gate."""
    texts: dict[tuple[str, CaseRole], set[str]] = {}
    for answer in answers:
        texts.setdefault(_case_key(answer), set()).add(answer.answer_text)
    return texts


def _has_result(answer: CaseAnswer, result: str, texts: set[str]) -> bool:
    outcome = answer.outcome
    return {
        "": True,
        "leaked": outcome.leaked is True,
        "over_refused": outcome.over_refused is True,
        "unanswered": outcome.unanswered is True,
        "unexpected": outcome.as_expected is False,
        "failed": outcome.failed,
        "differs": len(texts) > 1,
    }[result]


def _draw_row(answer: CaseAnswer) -> None:
    question, badge_column = st.columns((7, 4), vertical_alignment="center")
    with question:
        short = clip(answer.case.query, SHORT)
        link("answers", short, trace=answer.trace_id)
        caption(_(ROLES[answer.case.role]), answer.case.key, answer.answer_text[: 2 * SHORT])
    with badge_column:
        labels: list[tuple[str, Tone]] = [
            (_("gate on") if answer.arm is Arm.ON else _("gate off"), "quiet"),
            mode_badge(answer.policy_mode, answer.answer_text),
        ]
        if answer.gate_status in ("blocked", "error"):
            status = answer.gate_status
            labels.append((term_name(GATE_STATUSES, status), term_tone(GATE_STATUSES, status)))
        if answer.outcome.leaked:
            labels.append((_("Leaked"), "red"))
        if answer.outcome.over_refused:
            labels.append((_("Over-refused"), "red"))
        elif answer.outcome.unanswered:
            labels.append((_("Benign but unanswered"), "amber"))
        badges(labels)
