"""Messages on why a sentence is not supported by what it cites."""

from core.locale import N_

SUPPORT_SENTENCES = {
    "not_there": N_("It cites [{number}], which does not exist."),
    "cites_nothing": N_("It has no citation."),
    "quote_missing": N_("The quote is not in the evidence it cites."),
    "quote_changed": N_("The quote says {claimed}, the evidence says {source}."),
    "number_missing": N_("The number {number} is not in the evidence."),
    "name_missing": N_("{name} is not in {cited}."),
    "denied": N_("The sentence and the evidence contradict each other: one is negated."),
    "name_unheard": N_(
        "{name} appears neither in a cited passage nor earlier in the conversation."
    ),
    "number_unheard": N_(
        "{number} appears neither in a cited passage nor earlier in the conversation."
    ),
    "source_unheard": N_("It names a source ({source}) that no passage supports."),
    "past_unheard": N_("It tells of the past ({words}), and no passage or earlier turn has it."),
    "few_words": N_("The evidence contains {percent}% of its terms."),
}
NOT_THERE = SUPPORT_SENTENCES["not_there"]
CITES_NOTHING = SUPPORT_SENTENCES["cites_nothing"]
QUOTE_MISSING = SUPPORT_SENTENCES["quote_missing"]
QUOTE_CHANGED = SUPPORT_SENTENCES["quote_changed"]
NUMBER_MISSING = SUPPORT_SENTENCES["number_missing"]
NAME_MISSING = SUPPORT_SENTENCES["name_missing"]
NAME_UNHEARD = SUPPORT_SENTENCES["name_unheard"]
NUMBER_UNHEARD = SUPPORT_SENTENCES["number_unheard"]
SOURCE_UNHEARD = SUPPORT_SENTENCES["source_unheard"]
PAST_UNHEARD = SUPPORT_SENTENCES["past_unheard"]
DENIED = SUPPORT_SENTENCES["denied"]
FEW_WORDS = SUPPORT_SENTENCES["few_words"]
