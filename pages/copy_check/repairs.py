"""Repairs in their order: what each changed, what that cleared, and what it raised."""

from html import escape

from core.verification import Fix, Repair
from pages.components.html import draw, lang_of, notice
from pages.components.language import _
from pages.copy_check.wording import REPAIRS, codes_said, verdict_badge


def draw_repairs(fix: Fix, *, taken: int | None = None) -> None:
    """`taken`: the step that a key takes, whose number is marked."""
    if not fix.repairs:
        notice(_("No repair needed."), "quiet")
        return
    if fix.needs_person:
        notice(_("Needs a person: no repair makes this copy allowed."), "amber")
    steps = "".join(_step(n, step, n == taken) for n, step in enumerate(fix.repairs))
    draw(f'<div class="desk-repairs">{steps}</div>')


def step_of(fix: Fix) -> int | None:
    """The step that people decide on: the last with a usable text, else the last; None for none."""
    made = [n for n, step in enumerate(fix.repairs) if step.after is not None and step.used]
    return made[-1] if made else len(fix.repairs) - 1 if fix.repairs else None


def _step(n: int, step: Repair, taken: bool) -> str:
    badge = ""
    if step.verified is not None:
        badge = verdict_badge(step.verified.verdict, step.verified.codes)
    suggested = escape(_("suggested"))
    mark = f"<small>{suggested}</small>" if taken and step.is_allowed else ""
    facts = [
        (_("cleared: {codes}"), step.cleared),
        (_("newly raised: {codes}"), step.raised),
        (_("now also checked and found: {codes}"), step.uncovered),
    ]
    said = "".join(
        f"<li>{escape(template.format(codes=codes_said(codes)))}</li>"
        for template, codes in facts
        if codes
    )
    return (
        f"<section><h6>{n + 1} · {escape(_(REPAIRS[step.kind]))} {badge} {mark}</h6>"
        f"<p>{escape(step.said.worded(_))}</p>{_diff(step)}{f'<ul>{said}</ul>' if said else ''}"
        "</section>"
    )


def _diff(step: Repair) -> str:
    if step.after is None:
        return ""
    text = "".join(_piece(*change) for change in step.diff)
    css = "desk-diff allowed" if step.is_allowed else "desk-diff"
    return f'<div class="{css}" {lang_of(step.before.text)}>{text}</div>'


def _piece(kind: str, before: str, after: str) -> str:
    if kind == "equal":
        return escape(after)
    old = f"<del>{escape(before)}</del>" if before else ""
    new = f"<ins>{escape(after)}</ins>" if after else ""
    return old + new
