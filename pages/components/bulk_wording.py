"""The wording of bulk actions: what they will do, what they did, and what they left out."""

from collections import Counter
from collections.abc import Mapping
from html import escape

from core.services.review import (
    Action,
    Batch,
    BulkAction,
    BulkPreview,
    Ineligibility,
    QueueLine,
    read_questions_found,
)
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


def bulk_button_label(doing: BulkAction, n: int) -> str:
    """The label of the button that applies the action."""
    match doing:
        case BulkAction.KEEP:
            return _n("Accept {n} question", "Accept {n} questions", n)
        case BulkAction.DROP:
            return _n("Reject {n} question", "Reject {n} questions", n)
        case BulkAction.SECOND:
            return _n("Request {n} second review", "Request {n} second reviews", n)
        case _:
            return _n("Assign {n} question", "Assign {n} questions", n)


def bulk_result_sentence(batch: Batch) -> str:
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
            question_count = _n("{n} question", "{n} questions", batch.n)
            return _("{questions} assigned to {name}.").format(
                questions=question_count, name=batch.assignee
            )
        case _:
            return _n("{n} question unassigned.", "{n} questions unassigned.", batch.n)


def unchanged_sentence(left_out: Counter[Ineligibility]) -> str:
    """One sentence about the questions that an action left unchanged, empty if there are none."""
    if not left_out.total():
        return ""
    reasons = _("; ").join(_reason_count(why, n) for why, n in left_out.most_common())
    return _("{n} unchanged ({reasons}).").format(n=f"{left_out.total():,}", reasons=reasons)


def _reason_count(why: Ineligibility, n: int) -> str:
    return _("{reason}: {value}").format(reason=_(WHY[why]), value=f"{n:,}")


def plan_html(preview: BulkPreview) -> str:
    """HTML: what the action would do and leave out, with examples of each reason."""
    lines_by_id = _example_lines(preview.examples)
    left_out = "".join(
        f"<li>{escape(_reason_count(why, n))} "
        f"{_examples_html(preview.examples.get(why, ()), lines_by_id)}</li>"
        for why, n in preview.left_out.most_common()
    )
    head = escape(_("Left out:")) if left_out else ""
    changes = " ".join(_change_sentences(preview))
    return f'<div class="desk-plan">{changes} {head}<ul>{left_out}</ul></div>'


def _change_sentences(preview: BulkPreview) -> list[str]:
    """HTML sentences: how many questions change, and which decisions are replaced or opposed."""
    selected = _("{n} of {asked} selected questions will change.").format(
        n=f"{preview.n:,}", asked=f"{preview.asked:,}"
    )
    sentences = [f"<b>{escape(selected)}</b>"]
    if preview.over.total():
        replaced = _("Replaces your earlier decisions: {decisions}.")
        sentences.append(escape(replaced.format(decisions=_decision_counts(preview.over))))
    if preview.conflicts.total():
        differs = _("Differs from other reviewers and goes to Adjudicate: {decisions}.")
        sentences.append(escape(differs.format(decisions=_decision_counts(preview.conflicts))))
    if preview.seconds:
        seconds = _n("{n} is a second review.", "{n} are second reviews.", preview.seconds)
        sentences.append(escape(seconds))
    return sentences


def _decision_counts(counts: Mapping[Action, int]) -> str:
    return _(", ").join(f"{term_name(ACTIONS, decision)} {n:,}" for decision, n in counts.items())


def _example_lines(examples: Mapping[Ineligibility, tuple[int, ...]]) -> dict[int, QueueLine]:
    ids = [item_id for item_ids in examples.values() for item_id in item_ids]
    return {
        question.line.item_id: question.line
        for question in read_questions_found(engine(), ids, None)
    }


def _examples_html(ids: tuple[int, ...], lines_by_id: dict[int, QueueLine]) -> str:
    lines = [lines_by_id[item_id] for item_id in ids if item_id in lines_by_id]
    if not lines:
        return ""
    texts = [f"#{line.run_id} · {line.line} {clip(line.question, SHOWN_CHARS)}" for line in lines]
    examples = _("such as {examples}").format(examples=_("; ").join(texts))
    return f"<small>{escape(examples)}</small>"
