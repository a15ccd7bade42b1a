"""Where a question comes from, and what the model made of it."""

from html import escape

from core.services.results import ItemDetail
from core.services.review import EarlierDecision
from core.validation import ValidationResult, shown_similarity
from pages.components.html import caption, draw, lang_of
from pages.components.language import _
from pages.components.review.changes import TYPES
from pages.components.review.failure_explanation import failure_explanation, reasons_by_weight
from pages.components.review.history import moment
from pages.components.wording import CONFIDENCE, DONE_ACTS, REASONS, term_label, term_name

MOST_EVIDENCE = 400
"""Characters shown of an evidence text."""


def draw_heading(shown: ItemDetail) -> None:
    """The line of the file, the type, the run and its model."""
    made = shown.result.provenance if shown.result else None
    run = _("run {run}").format(run=f"#{shown.run_id}")
    caption(
        _("Line {line}").format(line=shown.line),
        term_label(TYPES, shown.question_type),
        f"{run}, {made.model}" if made and made.model else run,
    )


def draw_reading(shown: ItemDetail, earlier: EarlierDecision | None = None) -> None:
    """What came with the question, what the model made of it and what was decided on it elsewhere,
    without a colour, and the model's reasoning.
    """
    facts = _also_flagged(shown)
    if shown.file_evidence:
        facts.append((_("Evidence in the file"), _first_words(shown.file_evidence)))
    if shown.judged and shown.result:
        facts += _judged(shown, shown.result)
    if earlier is not None:
        facts.append((_("Earlier"), _earlier(earlier)))
    rows = "".join(
        f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in facts if value
    )
    if rows:
        draw(f'<dl class="desk-facts">{rows}</dl>')
    if shown.result and shown.result.reasoning:
        caption(_("Model's reasoning"))
        words = shown.result.reasoning
        draw(f'<blockquote class="desk-reasoning" {lang_of(words)}>{escape(words)}</blockquote>')


def _first_words(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= MOST_EVIDENCE else f"{text[:MOST_EVIDENCE]}…"


def _also_flagged(shown: ItemDetail) -> list[tuple[str, str]]:
    """The reasons that do not stand above the passage, with this item's own figures."""
    rows = list[tuple[str, str]]()
    for reason in reasons_by_weight(shown.reasons)[1:]:
        name, why = term_name(REASONS, reason), failure_explanation(shown, reason, ())
        said = _("{name}: {value}").format(name=name, value=why) if why else name
        rows.append(("" if rows else _("Also flagged"), said))
    return rows


def _judged(shown: ItemDetail, result: ValidationResult) -> list[tuple[str, str]]:
    answerable = _("Answerable") if result.is_answerable else _("Not answerable")
    level = term_label(CONFIDENCE, result.confidence)
    reading = [answerable, _("confidence {level}").format(level=level)]
    facts = [(_("Model"), " · ".join(reading))]
    if result.evidence.strip():
        facts.append((_("Quote match"), _match(shown, result)))
    return facts


def _earlier(earlier: EarlierDecision) -> str:
    said = (
        _("{done} by {reviewer}, {when}, in run #{run}, before the question changed")
        if earlier.before_edit
        else _("{done} by {reviewer}, {when}, in run #{run}")
    )
    event = earlier.event
    return said.format(
        done=term_label(DONE_ACTS, event.action),
        reviewer=event.reviewer,
        when=moment(event.at),
        run=event.run_id,
    )


def _match(shown: ItemDetail, result: ValidationResult) -> str:
    """How alike the quote is; of a misjoined one, how alike its parts are."""
    misjoined = "evidence_misjoined" in shown.reasons
    said = (
        _("{value} of its parts (threshold {least})")
        if misjoined
        else _("{value} (threshold {least})")
    )
    least = float(shown.spec.get("similarity_threshold", 1.0))
    return said.format(value=shown_similarity(result.evidence_similarity), least=f"{least:.2f}")
