"""The first steps from a text to a cleaned set, ticked when done, shown until the first export."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape

import streamlit as st

from core.llm import CallRange
from core.services.access import Right
from core.services.library import SetSummary
from pages.components.html import caption, draw
from pages.components.language import _, _n
from pages.components.money import call_count_text
from pages.components.navigation import link, open_place
from pages.components.rights import needs
from pages.components.run_progress import is_under_way
from pages.components.wording import state_name
from pages.home.own_work import OwnWork


@dataclass(frozen=True)
class FirstStep:
    """A step. `button`: the label of the button that opens the page `place` with the parameters
    `query`, for those with the `right`; a done step links there too.
    """

    name: str
    detail: str
    is_done: bool
    button: str
    right: Right
    place: str
    query: dict[str, object] = field(default_factory=dict)


def draw_checklist(work: OwnWork, *, primary: bool = True) -> None:
    """Draw the steps; `primary`: the next one has the page's primary button."""
    steps = first_steps(work)
    n_done = sum(step.is_done for step in steps)
    with st.container(horizontal=True, horizontal_alignment="distribute", key="steps_head"):
        st.subheader(_("From text to cleaned set"), anchor=False)
        caption(_("{done} of {n} done").format(done=n_done, n=len(steps)))
    current = next((at for at, step in enumerate(steps) if not step.is_done), None)
    with st.container(border=True, gap=None, key="steps"):
        for at, step in enumerate(steps):
            _draw_step(step, at, is_open=at == current, primary=primary)
    caption(_("This list is hidden after the first export."))


def _draw_step(step: FirstStep, at: int, *, is_open: bool, primary: bool) -> None:
    css = "done" if step.is_done else "open" if is_open else "later"
    with st.container(
        horizontal=True,
        horizontal_alignment="distribute",
        vertical_alignment="center",
        key=f"step_{css}_{at}",
    ):
        mark = "✓" if step.is_done else str(at + 1)
        state = escape(_("done")) if step.is_done else ""
        state_html = f'<span class="desk-unseen">{state}</span>' if state else ""
        draw(
            f'<div class="desk-step {css}"><i aria-hidden="true">{mark}</i><div>'
            f"<b>{escape(step.name)}</b>{state_html}<small>{escape(step.detail)}</small></div></div>"
        )
        if step.is_done:
            link(step.place, _("Open"), **step.query)
        elif is_open and st.button(
            step.button,
            type="primary" if primary else "secondary",
            key="next_step",
            **needs(step.right),
        ):
            open_place(step.place, **step.query)


def first_steps(work: OwnWork) -> Sequence[FirstStep]:
    """The steps with what is there of each, and the button that does it."""
    source = work.sources[0] if work.sources else None
    question_set = work.sets[0] if work.sets else None
    run = work.finished[0] if work.finished else None
    cleaned = work.cleaned(run) if run else None
    n_left = cleaned.undecided + cleaned.disputed if cleaned else 0
    run_query: dict[str, object] = {"run": run.id} if run else {}
    return (
        FirstStep(
            _("Add a text"),
            f"{source.title} · {_characters(source.chars)}"
            if source
            else _("The novel that the questions are about."),
            source is not None or question_set is not None,
            _("Add a text"),
            Right.RUN,
            "library",
            {"source": source.id} if source else {},
        ),
        FirstStep(
            _("Add questions"),
            _set_detail(question_set)
            if question_set
            else _("A file of questions with options and labels."),
            question_set is not None,
            _("Add questions"),
            Right.RUN,
            "library",
            {"set": question_set.id} if question_set else {},
        ),
        FirstStep(
            _("Validate"),
            _validation_detail(work),
            run is not None,
            _("Validate now"),
            Right.RUN,
            "runs",
            run_query or ({"set": question_set.id} if question_set else {}),
        ),
        FirstStep(
            _("Review"),
            _n("{n} flagged question to review.", "{n} flagged questions to review.", n_left)
            if n_left
            else _("Decide on flagged questions."),
            run is not None and not n_left,
            _n("Review {n} flagged", "Review {n} flagged", n_left),
            Right.REVIEW,
            "review",
            run_query,
        ),
        FirstStep(
            _("Export"),
            _("The cleaned set: passed, accepted and edited questions."),
            work.is_exported,
            _("Export the cleaned set"),
            Right.EXPORT,
            "runs",
            run_query,
        ),
    )


def _validation_detail(work: OwnWork) -> str:
    if work.finished:
        return f"#{work.finished[0].id} {work.finished[0].title}"
    if work.runs:
        run = work.runs[0]
        state = state_name(work.states[run.id or 0])
        if is_under_way(run) or not work.states[run.id or 0].usable:
            return _("Run #{id}: {state}").format(id=run.id, state=state)
    explained = _("A model answers each question from the novel and quotes its evidence.")
    if not work.sets:
        return explained
    return f"{explained} {call_count_text(CallRange.for_items(work.sets[0].row_count))}."


def _characters(n: int) -> str:
    return _("{n} characters").format(n=f"{n:,}")


def _set_detail(question_set: SetSummary) -> str:
    count_text = _n("{n} question", "{n} questions", question_set.row_count)
    return f"{question_set.title} · {count_text}"
