"""What is said of acts on many questions: what they do, did, and why not to each of them."""

from collections import Counter
from collections.abc import Mapping
from html import escape

from core.services.review import Batch, BulkAction, BulkPreview, Ineligibility, QueueLine, found
from pages.components.app_context import engine
from pages.components.html import clip
from pages.components.language import N_, _, _n
from pages.components.wording import ACTIONS, term_name

DO: dict[BulkAction, str] = {
    BulkAction.KEEP: N_("Accept"),
    BulkAction.DROP: N_("Reject"),
    BulkAction.SECOND: N_("Request second review"),
    BulkAction.ASSIGN: N_("Assign"),
}
WHY: dict[Ineligibility, str] = {
    Ineligibility.GONE: N_("no longer exists"),
    Ineligibility.DECIDED: N_("already decided"),
    Ineligibility.SAME: N_("no change needed"),
    Ineligibility.SINCE: N_("decided or changed by somebody else meanwhile"),
    Ineligibility.DISPUTED: N_("two reviews differ, awaiting final decision"),
    Ineligibility.SETTLED: N_("has a final decision"),
    Ineligibility.CLAIMED: N_("reserved by somebody else"),
    Ineligibility.BEGUN: N_("you are editing it"),
    Ineligibility.GIVEN: N_("awaiting second review by somebody else"),
    Ineligibility.UNDECIDED: N_("no decision yet"),
    Ineligibility.ASKED: N_("second review already requested"),
    Ineligibility.TWO: N_("already has two reviews"),
    Ineligibility.UNDONE: N_("already undone"),
}
SHOWN_CHARS = 40


def will_do(doing: BulkAction, n: int) -> str:
    """As the button says it."""
    match doing:
        case BulkAction.KEEP:
            return _n("Accept {n} question", "Accept {n} questions", n)
        case BulkAction.DROP:
            return _n("Reject {n} question", "Reject {n} questions", n)
        case BulkAction.SECOND:
            return _n("Request {n} second review", "Request {n} second reviews", n)
        case _:
            return _n("Assign {n} question", "Assign {n} questions", n)


def did(batch: Batch) -> str:
    match batch.action:
        case "keep":
            return _n("{n} question accepted.", "{n} questions accepted.", batch.n)
        case "drop":
            return _n("{n} question rejected.", "{n} questions rejected.", batch.n)
        case "second":
            return _n(
                "Second review of {n} question requested.",
                "Second review of {n} questions requested.",
                batch.n,
            )
        case "undo":
            return _n("Undone on {n} question.", "Undone on {n} questions.", batch.n)
        case _ if batch.assignee:
            counted = _n("{n} question", "{n} questions", batch.n)
            return _("{questions} assigned to {name}.").format(
                questions=counted, name=batch.assignee
            )
        case _:
            return _n("{n} question unassigned.", "{n} questions unassigned.", batch.n)


def left_out_said(left_out: Counter[Ineligibility]) -> str:
    """Those an act was meant for and not done to, in one sentence; nothing where there are none."""
    if not left_out.total():
        return ""
    reasons = _("; ").join(_counted(why, n) for why, n in left_out.most_common())
    return _("{n} unchanged ({reasons}).").format(n=f"{left_out.total():,}", reasons=reasons)


def _counted(why: Ineligibility, n: int) -> str:
    return _("{reason}: {value}").format(reason=_(WHY[why]), value=f"{n:,}")


def plan_html(counted: BulkPreview) -> str:
    """What the act would do and what it leaves out, with a few examples of each reason."""
    selected = _("{n} of {asked} selected questions will change.").format(
        n=f"{counted.n:,}", asked=f"{counted.asked:,}"
    )
    said = [f"<b>{escape(selected)}</b>"]
    if counted.over.total():
        decisions = _(", ").join(
            f"{term_name(ACTIONS, one)} {n:,}" for one, n in counted.over.items()
        )
        replaced = _("Replaces your earlier decisions: {decisions}.").format(decisions=decisions)
        said.append(escape(replaced))
    if counted.conflicts.total():
        decisions = _(", ").join(
            f"{term_name(ACTIONS, one)} {n:,}" for one, n in counted.conflicts.items()
        )
        differs = _("Differs from other reviewers and goes to Adjudicate: {decisions}.")
        said.append(escape(differs.format(decisions=decisions)))
    if counted.seconds:
        said.append(
            escape(_n("{n} is a second review.", "{n} are second reviews.", counted.seconds))
        )
    known = _examples(counted.examples)
    lines = [
        f"<li>{escape(_counted(why, n))} {_shown(counted.examples.get(why, ()), known)}</li>"
        for why, n in counted.left_out.most_common()
    ]
    head = escape(_("Left out:")) if lines else ""
    return f'<div class="desk-plan">{" ".join(said)} {head}<ul>{"".join(lines)}</ul></div>'


def _examples(examples: Mapping[Ineligibility, tuple[int, ...]]) -> dict[int, QueueLine]:
    ids = [item_id for some in examples.values() for item_id in some]
    return {one.line.item_id: one.line for one in found(engine(), ids, None)}


def _shown(ids: tuple[int, ...], known: dict[int, QueueLine]) -> str:
    lines = [known[item_id] for item_id in ids if item_id in known]
    if not lines:
        return ""
    said = [f"#{line.run_id} · {line.line} {clip(line.question, SHOWN_CHARS)}" for line in lines]
    examples = _("such as {examples}").format(examples=_("; ").join(said))
    return f"<small>{escape(examples)}</small>"
