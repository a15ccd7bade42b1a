"""Why a run came to little or nothing, in the reader's language."""

from core.locale import wording
from core.services.runs import Diagnosis
from core.validation import cause_sentence
from pages.components.language import language
from pages.components.wording import REASONS, term_name


def cause_of_run(diagnosis: Diagnosis) -> str:
    """How many items gave no usable result, and why."""
    name = term_name(REASONS, diagnosis.reason)
    return cause_sentence(
        diagnosis.reason, diagnosis.items, diagnosis.unusable, name, wording(language())
    )
