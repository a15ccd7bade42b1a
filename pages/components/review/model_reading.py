"""The origin of a question, and the model's reading of it."""

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


def draw_heading(item: ItemDetail) -> None:
    """Draw the line of the file, the type, the run and its model."""
    provenance = item.result.provenance if item.result else None
    run = _("run {run}").format(run=f"#{item.run_id}")
    caption(
        _("Line {line}").format(line=item.line),
        term_label(TYPES, item.question_type),
        run,
        provenance.model if provenance else None,
    )


def draw_reading(item: ItemDetail, earlier: EarlierDecision | None = None) -> None:
    """Draw, without colours, the file's evidence, the model's reading, and a decision made in
    another run or version (`earlier`); below them the model's reasoning.
    """
    facts = _also_flagged(item)
    if item.file_evidence:
        facts.append((_("Evidence in the file"), _first_words(item.file_evidence)))
    if item.judged and item.result:
        facts += _judged(item, item.result)
    if earlier is not None:
        facts.append((_("Earlier"), _earlier(earlier)))
    rows = "".join(
        f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in facts if value
    )
    if rows:
        draw(f'<dl class="desk-facts">{rows}</dl>')
    if item.result and item.result.reasoning:
        caption(_("Model's reasoning"))
        text = item.result.reasoning
        draw(f'<blockquote class="desk-reasoning" {lang_of(text)}>{escape(text)}</blockquote>')


def _first_words(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= MOST_EVIDENCE else f"{text[:MOST_EVIDENCE]}…"


def _also_flagged(item: ItemDetail) -> list[tuple[str, str]]:
    """The reasons but the first, which stands above the passage, with this item's own figures."""
    rows = list[tuple[str, str]]()
    for reason in reasons_by_weight(item.reasons)[1:]:
        name, why = term_name(REASONS, reason), failure_explanation(item, reason, ())
        text = _("{name}: {value}").format(name=name, value=why) if why else name
        rows.append(("" if rows else _("Also flagged"), text))
    return rows


def _judged(item: ItemDetail, result: ValidationResult) -> list[tuple[str, str]]:
    answerable = _("Answerable") if result.is_answerable else _("Not answerable")
    level = term_label(CONFIDENCE, result.confidence)
    reading = [answerable, _("confidence {level}").format(level=level)]
    facts = [(_("Model"), " · ".join(reading))]
    if result.evidence.strip():
        facts.append((_("Quote match"), _match(item, result)))
    return facts


def _earlier(earlier: EarlierDecision) -> str:
    template = (
        _("{done} by {reviewer}, {when}, in run #{run}, before the question changed")
        if earlier.before_edit
        else _("{done} by {reviewer}, {when}, in run #{run}")
    )
    event = earlier.event
    return template.format(
        done=term_label(DONE_ACTS, event.action),
        reviewer=event.reviewer,
        when=moment(event.at),
        run=event.run_id,
    )


def _match(item: ItemDetail, result: ValidationResult) -> str:
    """The similarity of the quote, or of a misjoined quote's parts, with the run's threshold."""
    misjoined = "evidence_misjoined" in item.reasons
    template = (
        _("{value} of its parts (threshold {least})")
        if misjoined
        else _("{value} (threshold {least})")
    )
    threshold = float(item.spec.get("similarity_threshold", 1.0))
    return template.format(
        value=shown_similarity(result.evidence_similarity), least=f"{threshold:.2f}"
    )
