"""Repairs in order: what each changed, cleared and newly raised."""

from html import escape

from core.verification import Fix, Repair, Verdict
from pages.components.html import draw, lang_of, notice
from pages.components.language import _
from pages.copy_check.wording import REPAIRS, code_list, verdict_badge


def draw_repairs(fix: Fix, *, decided_step: int | None = None) -> None:
    """Draw the repairs; `decided_step` is the one that reviewers decide on, marked as suggested."""
    if not fix.repairs:
        notice(_("No repair needed."), "quiet")
        return
    if fix.needs_person:
        notice(_("Needs a person: no repair makes this copy allowed."), "amber")
    steps = "".join(_step(n, step, n == decided_step) for n, step in enumerate(fix.repairs))
    draw(f'<div class="desk-repairs">{steps}</div>')


def step_of(fix: Fix) -> int | None:
    """The step that reviewers decide on: the last with a usable text, else the last, if any."""
    usable = [n for n, step in enumerate(fix.repairs) if step.after is not None and step.used]
    return usable[-1] if usable else len(fix.repairs) - 1 if fix.repairs else None


def _step(n: int, step: Repair, decided_step: bool) -> str:
    badge, mark = "", ""
    suggested, unused = escape(_("suggested")), escape(_("not suggested"))
    if step.verified is not None and (step.used or step.verified.verdict is not Verdict.ALLOW):
        badge = verdict_badge(step.verified.verdict, step.verified.codes)
    if not step.used:
        mark = f"<small>{unused}</small>"
    elif decided_step and step.is_allowed:
        mark = f"<small>{suggested}</small>"
    facts = [
        (_("cleared: {codes}"), step.cleared),
        (_("newly raised: {codes}"), step.raised),
        (_("now also checked and found: {codes}"), step.uncovered),
    ]
    items = "".join(
        f"<li>{escape(template.format(codes=code_list(codes)))}</li>"
        for template, codes in facts
        if codes
    )
    return (
        f"<section><h6>{n + 1} · {escape(_(REPAIRS[step.kind]))} {badge} {mark}</h6>"
        f"<p>{escape(step.translate(_))}</p>{_diff(step)}{f'<ul>{items}</ul>' if items else ''}"
        "</section>"
    )


def _diff(step: Repair) -> str:
    if step.after is None:
        return ""
    text = "".join(_piece(*change) for change in step.diff)
    css = "desk-diff allowed" if step.is_allowed else "desk-diff"
    return f'<div class="{css}" {lang_of(step.before.text)}>{text}</div>'


def _piece(kind: str, old_text: str, new_text: str) -> str:
    if kind == "equal":
        return escape(new_text)
    deleted = f"<del>{escape(old_text)}</del>" if old_text else ""
    inserted = f"<ins>{escape(new_text)}</ins>" if new_text else ""
    return deleted + inserted
