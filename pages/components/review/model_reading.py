"""Where a question comes from, and what the model made of it."""

from core.services.results import ItemDetail
from core.validation import ValidationResult, shown_similarity
from pages.components.html import badges, caption, verbatim
from pages.components.language import _
from pages.components.rates import percent
from pages.components.wording import CONFIDENCE, OUTCOMES, REASONS, term_label, term_name, term_tone


def draw_heading(shown: ItemDetail) -> None:
    depth = shown.depth
    caption(
        shown.source_title or _("own context"),
        _("line {line}").format(line=shown.line),
        _("depth {depth}").format(depth=percent(depth)) if depth is not None else None,
        _("run {run}").format(run=f"#{shown.run_id}"),
    )


def draw_reading(shown: ItemDetail) -> None:
    """What the model made of the question."""
    words = [(_named(shown, reason), term_tone(REASONS, reason)) for reason in shown.reasons]
    if shown.outcome != "failed":
        words.insert(0, (term_name(OUTCOMES, shown.outcome), term_tone(OUTCOMES, shown.outcome)))
    if shown.judged and shown.result:
        if shown.result.is_answerable:
            words.append((_("Answerable"), "green"))
        if "low_confidence" not in shown.reasons:
            sure = term_label(CONFIDENCE, shown.result.confidence)
            words.append((_("Confidence: {level}").format(level=sure), "quiet"))
        if shown.result.evidence.strip():
            words.append((_similarity(shown, shown.result), "quiet"))
    badges(words)
    if shown.result and shown.result.reasoning:
        caption(_("The model's reasoning"))
        verbatim(shown.result.reasoning)


def _named(shown: ItemDetail, reason: str) -> str:
    """The reason; a confidence that is too low also says how low."""
    name = term_name(REASONS, reason)
    if reason != "low_confidence" or shown.result is None:
        return name
    level = term_label(CONFIDENCE, shown.result.confidence)
    return _("{reason}: {value}").format(reason=name, value=level)


def _similarity(shown: ItemDetail, result: ValidationResult) -> str:
    """How alike the quote is; of a misjoined one, how alike its parts are."""
    misjoined = "evidence_misjoined" in shown.reasons
    said = _("similarity of its parts {value}") if misjoined else _("similarity {value}")
    return said.format(value=shown_similarity(result.evidence_similarity))
