"""Why a run came to little or nothing, in the reader's language."""

from core.locale import wording
from core.services.runs import Diagnosis
from core.validation import cause_sentence
from pages.components.language import language
from pages.components.wording import REASONS, term_name


def cause_of_run(found: Diagnosis) -> str:
    """How many items ended so, and why."""
    name = term_name(REASONS, found.reason)
    return cause_sentence(found.reason, found.items, found.unusable, name, wording(language()))
