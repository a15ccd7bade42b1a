"""Why a question failed, in one sentence with this item's own figures."""

from collections.abc import Callable, Sequence

from core.services.results import ComparisonRow, ItemDetail, QuotePart
from core.text import EvidenceWarning
from core.validation import ValidationResult, shown_similarity
from pages.components.language import _
from pages.components.rates import percent
from pages.components.review.quote_diff import is_one_word
from pages.components.wording import CHANGES, REASONS, term_label, term_meaning

LAST_REASON = "low_confidence"


def failure_explanation(item: ItemDetail, reason: str, rows: Sequence[ComparisonRow]) -> str:
    """What the reason means for this item; `rows` as `side_by_side` returns them."""
    explain = _EXPLANATIONS.get(reason)
    explanation = explain(item, item.result, rows) if explain and item.result else ""
    return explanation or term_meaning(REASONS, reason)


def reasons_by_weight(reasons: Sequence[str]) -> list[str]:
    """The reasons about the quote first, then those about the answer, low confidence last."""
    return sorted(
        reasons, key=lambda reason: (not reason.startswith("evidence_"), reason == LAST_REASON)
    )


def word_pair(rows: Sequence[ComparisonRow]) -> tuple[QuotePart, int] | None:
    """The first replaced words, of the changes of content if there are any, and how many more
    changes there are; None if no words were replaced.
    """
    changed = [part for row in rows for part in row.parts if part.altered]
    main_changes = [part for part in changed if part.changes_content] or changed
    pairs = [part for part in main_changes if part.source.strip() and part.quote.strip()]
    return (pairs[0], len(main_changes) - 1) if pairs else None


def _mismatch(item: ItemDetail, result: ValidationResult, _rows: Sequence[ComparisonRow]) -> str:
    if not result.model_answer:
        return _("The model chose no option.")
    label, answer = (_(", ").join(side).upper() for side in (item.labelled, result.model_answer))
    return _("The label is {label}; the model answered {answer}.").format(
        label=label, answer=answer
    )


def _not_found(_item: ItemDetail, result: ValidationResult, _rows: Sequence[ComparisonRow]) -> str:
    if result.fragments:
        return _("Only part of the quote was found in the text given to the model.")
    return _("Quote not found in the text given to the model: best similarity {value}.").format(
        value=shown_similarity(result.evidence_similarity)
    )


def _altered(_item: ItemDetail, result: ValidationResult, rows: Sequence[ComparisonRow]) -> str:
    changed = [part for row in rows for part in row.parts if part.altered]
    main_changes = [part for part in changed if part.changes_content] or changed
    if not main_changes:
        return ""
    sentence = _change_sentence(main_changes, shown_similarity(result.evidence_similarity))
    if all(part.likely_misread for part in main_changes):
        sentence = _("{said} Likely a scanning error.").format(said=sentence)
    return sentence


def _change_sentence(main_changes: Sequence[QuotePart], similarity: str) -> str:
    """A sentence on a single change of words, or on several changes by their kinds."""
    if is_one_word(main_changes):
        return _("The quote changes what the novel says, so it does not count as found.")
    kinds = dict.fromkeys(term_label(CHANGES, str(part.kind)) for part in main_changes)
    return _(
        "The text has a near match (similarity {value}), but the quote changes its meaning "
        "({kinds})."
    ).format(value=similarity, kinds=_(", ").join(kinds))


def _misjoined(_item: ItemDetail, result: ValidationResult, rows: Sequence[ComparisonRow]) -> str:
    apart = [row.distance for row in rows if row.distance is not None]
    if not apart:
        return ""
    if min(apart) < 0:
        return _("All parts are in the text, but in a different order.")
    if EvidenceWarning.NEGATION_LEFT_OUT in result.warnings:
        return _("All parts are in the text, but a negation between them was left out.")
    return _("All parts are in the text, but too far apart to form one quote.")


def _reworded(item: ItemDetail, result: ValidationResult, _rows: Sequence[ComparisonRow]) -> str:
    least = float(item.spec.get("similarity_threshold", 1.0))
    return _(
        "The closest passage has a similarity of {value}, below this run's threshold of {least}: "
        "a paraphrase, not a quote."
    ).format(value=shown_similarity(result.evidence_similarity), least=f"{least:.2f}")


def _elsewhere(item: ItemDetail, _result: ValidationResult, _rows: Sequence[ComparisonRow]) -> str:
    return _("The quote is in the book at depth {depth}, outside the question's passage.").format(
        depth=percent(item.depth)
    )


_EXPLANATIONS: dict[str, Callable[[ItemDetail, ValidationResult, Sequence[ComparisonRow]], str]] = {
    "answer_mismatch": _mismatch,
    "evidence_not_found": _not_found,
    "evidence_altered": _altered,
    "evidence_misjoined": _misjoined,
    "evidence_reworded": _reworded,
    "evidence_elsewhere": _elsewhere,
}
