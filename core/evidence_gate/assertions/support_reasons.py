"""Why a sentence is not borne out by what it cites."""

from core.locale import N_

SUPPORT_SENTENCES = {
    "not_there": N_("It cites [{number}], which is not there."),
    "cites_nothing": N_("It cites nothing."),
    "quote_missing": N_("The quote is not in the evidence it cites."),
    "quote_changed": N_("The quote says {claimed} where the evidence says {source}."),
    "number_missing": N_("The number {number} is not in the evidence."),
    "name_missing": N_("{name} does not stand in {cited}."),
    "denied": N_("Either the sentence or the evidence denies what the other says."),
    "name_unheard": N_("{name} stands neither in a passage nor in what was said."),
    "number_unheard": N_("{number} stands neither in a passage nor in what was said."),
    "source_unheard": N_("It names a source ({source}), and no passage bears it out."),
    "past_unheard": N_("It tells of the past ({words}), and no passage or earlier turn has it."),
    "few_words": N_("The evidence holds {percent}% of its terms."),
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
