"""What the desk calls things: reasons, outcomes, states. One name and one colour everywhere."""

from dataclasses import dataclass
from typing import Literal

from pages.components.language import N_, _

Tone = Literal["red", "amber", "green", "quiet"]


@dataclass(frozen=True, slots=True)
class Word:
    """A short name, the sentence that explains it, and its colour."""

    name: str
    meaning: str
    tone: Tone = "quiet"


FAULTS: dict[str, str] = {
    "wrong_label": N_("Planted: wrong label"),
    "no_evidence": N_("Planted: no evidence in the passage"),
    "unanswerable": N_("Planted: unanswerable"),
    "altered_number": N_("Planted: number altered"),
    "negation_flipped": N_("Planted: negation flipped"),
    "ambiguous": N_("Planted: ambiguous"),
    "duplicate": N_("Planted: duplicate"),
}
"""What was planted in the sample library."""

REASONS: dict[str, Word] = {
    "answer_mismatch": Word(
        N_("Answers differ"),
        N_("Reading the text alone, the model chose another answer than the label."),
        "red",
    ),
    "evidence_empty": Word(
        N_("No quote"), N_("The reply quotes nothing, so nothing supports its answer."), "amber"
    ),
    "evidence_not_found": Word(
        N_("Quote not found"),
        N_("Nothing like the quote stands in the text that was given."),
        "amber",
    ),
    "evidence_altered": Word(
        N_("Quote altered"),
        N_("A near copy stands in the text, but the quote changes what it says."),
        "amber",
    ),
    "evidence_misjoined": Word(
        N_("Quote misjoined"),
        N_(
            "Parts of the quote stand in the text, but in another order, too far apart, or with a "
            "negation left out between them."
        ),
        "amber",
    ),
    "evidence_reworded": Word(
        N_("Quote reworded"),
        N_("The nearest passage is alike, but not alike enough: a paraphrase, not a quote."),
        "amber",
    ),
    "evidence_elsewhere": Word(
        N_("Quote from elsewhere"),
        N_("The quote stands in the book, but outside the passage the question is about."),
        "amber",
    ),
    "not_answerable": Word(
        N_("Not answerable"), N_("The model says the text does not answer the question."), "red"
    ),
    "low_confidence": Word(
        N_("Low confidence"), N_("The model is less sure of its answer than the run asks."), "amber"
    ),
    "timeout": Word(N_("Timed out"), N_("The model did not answer in time.")),
    "rate_limit": Word(N_("Rate limit"), N_("The endpoint refused more calls for now.")),
    "auth": Word(N_("Key refused"), N_("The endpoint refused the key.")),
    "context_too_long": Word(
        N_("Text too long"), N_("The passage does not fit into what the model can read at once.")
    ),
    "content_filter": Word(N_("Content filter"), N_("The endpoint's filter withheld the reply.")),
    "refusal": Word(N_("Refused"), N_("The model declined to answer.")),
    "connection": Word(N_("No connection"), N_("The endpoint could not be reached.")),
    "server_error": Word(N_("Server error"), N_("The endpoint answered with an error of its own.")),
    "bad_request": Word(N_("Bad request"), N_("The endpoint did not accept the request.")),
    "empty_reply": Word(N_("Empty reply"), N_("The model sent an empty reply.")),
    "truncated": Word(N_("Reply cut off"), N_("The reply stopped before it was complete.")),
    "parse_failure": Word(
        N_("Unreadable reply"), N_("The reply is not in the agreed form; it is kept as it came.")
    ),
    "no_recorded_reply": Word(
        N_("No recorded reply"), N_("The recording holds no reply for this question.")
    ),
    "crashed": Word(
        N_("Crashed"), N_("Working on this question failed unexpectedly; the others went on.")
    ),
    "capped": Word(
        N_("Stopped by the cap"),
        N_("The cap left no room for another try. Raise the cap and ask it again."),
    ),
    "no_position": Word(
        N_("No position"), N_("The question does not say which part of the novel it is about.")
    ),
    "position_out_of_range": Word(
        N_("Position beyond the end"), N_("The stated position lies beyond the end of the novel.")
    ),
    "no_text": Word(N_("No text"), N_("There is neither a novel nor a context of its own.")),
    "leaked": Word(
        N_("Answered without evidence"),
        N_("In a depth test the model chose the right answer with the evidence left out."),
        "amber",
    ),
}

OUTCOMES: dict[str, Word] = {
    "passed": Word(N_("Passed"), N_("Every check of the validation held."), "green"),
    "failed": Word(N_("Flagged"), N_("At least one check did not hold."), "red"),
    "infrastructure": Word(
        N_("Not judged"), N_("The call failed, which says nothing about the question.")
    ),
    "skipped": Word(N_("Skipped"), N_("The question was never asked.")),
}

ACTIONS: dict[str, Word] = {
    "keep": Word(N_("Keep"), N_("The question is good as it is."), "green"),
    "fix": Word(N_("Fix"), N_("The question is to be corrected."), "amber"),
    "drop": Word(N_("Drop"), N_("The question is to be left out."), "red"),
    "skip": Word(N_("Skip"), N_("It is left to others.")),
    "second": Word(N_("Second opinion"), N_("Somebody else is asked, and is not shown yours.")),
    "assign": Word(N_("Assigned"), N_("It is given to one reviewer, or to everybody again.")),
    "undo": Word(N_("Undo"), N_("The decision before was taken back.")),
}

REVIEW_REASONS: dict[str, Word] = {
    "wrong_label": Word(
        N_("Label wrong"), N_("The text supports another option than the labelled one.")
    ),
    "several_answers": Word(
        N_("Several right"), N_("The text supports more options than the label names.")
    ),
    "not_in_text": Word(
        N_("Not in text"), N_("The text does not say what is asked, however far one reads.")
    ),
    "ambiguous": Word(N_("Ambiguous"), N_("Two careful readers could understand it differently.")),
    "wrong_evidence": Word(
        N_("Quote wrong"), N_("The quote is altered, from another place, or proves something else.")
    ),
    "no_text_needed": Word(
        N_("No text needed"), N_("It can be answered without having read the novel.")
    ),
    "options_overlap": Word(
        N_("Options overlap"), N_("Two options say the same, or one contains another.")
    ),
    "off_topic": Word(N_("Off topic"), N_("It is not about the story, or not worth asking.")),
    "other": Word(N_("Other"), N_("Something else: say it in the note.")),
}
"""Why a reviewer decided so, by `core.services.review.ReviewReason`; keys 1-9 in this order."""

CAUSES: dict[str, Word] = {
    "guideline_unclear": Word(
        N_("Guideline unclear"), N_("The guidelines do not say what to do here, or not clearly.")
    ),
    "first_slipped": Word(
        N_("First slipped"), N_("The first opinion overlooked something, or was a wrong press.")
    ),
    "second_slipped": Word(
        N_("Second slipped"), N_("The second opinion overlooked something, or was a wrong press.")
    ),
    "truly_ambiguous": Word(
        N_("Truly ambiguous"), N_("The text bears both opinions; careful readers may differ.")
    ),
    "evidence_display": Word(
        N_("Evidence shown badly"),
        N_("The desk misled somebody: too little text, the wrong passage or a wrong mark."),
    ),
    "other": Word(N_("Other"), N_("Something else: say it in the note.")),
}
"""Why two opinions differed, by `core.services.review.Cause`; keys 1-6 in this order."""

STATUSES: dict[str, Word] = {
    "queued": Word(N_("Queued"), N_("Waits for a worker to begin.")),
    "running": Word(N_("Running"), N_("Questions are being asked."), "green"),
    "paused": Word(N_("Paused"), N_("Goes on where it stopped when resumed."), "amber"),
    "cancelled": Word(N_("Cancelled"), N_("What was finished is kept.")),
    "done": Word(N_("Done"), N_("Every question has an outcome."), "green"),
    "stopped": Word(N_("Stopped"), N_("An error stopped the run; the reason is shown."), "red"),
}

CONFIDENCE = {"high": N_("high"), "medium": N_("medium"), "low": N_("low")}

VERDICTS: dict[str, str] = {
    "exact": N_("word for word"),
    "normalised": N_("the same but for typing or small slips"),
    "elided": N_("in parts, with gaps"),
    "altered": N_("altered"),
    "absent": N_("not found"),
}

CHANGES: dict[str, str] = {
    "number": N_("number"),
    "negation": N_("negation"),
    "name": N_("name"),
    "rewritten": N_("rewritten"),
    "wording": N_("wording"),
    "spelling": N_("spelling"),
}
"""What a quote changed, by `core.text.DifferenceKind`."""

CONTEXTS = {
    "position": N_("The passage at the question's position"),
    "whole": N_("The whole novel"),
}


def named(words: dict[str, Word], key: str) -> str:
    """The short name in the reader's language; a key that is not known shows as it is."""
    word = words.get(key)
    return _(word.name) if word else key


def meaning(words: dict[str, Word], key: str) -> str:
    word = words.get(key)
    return _(word.meaning) if word else ""


def tone(words: dict[str, Word], key: str) -> Tone:
    word = words.get(key)
    return word.tone if word else "quiet"


def said(names: dict[str, str], key: str) -> str:
    return _(names[key]) if key in names else key
