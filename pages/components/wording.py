"""What the desk calls things: reasons, outcomes, states. One name and one colour everywhere."""

from dataclasses import dataclass
from typing import Literal

from core.stats import DONE, DONE_WITH_PROBLEMS, FAILED, RUNNING, Conclusion
from pages.components.language import N_, _

Tone = Literal["red", "amber", "green", "quiet"]


@dataclass(frozen=True, slots=True)
class LabelledTerm:
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

REASONS: dict[str, LabelledTerm] = {
    "answer_mismatch": LabelledTerm(
        N_("Answers differ"),
        N_("Reading the text alone, the model chose another answer than the label."),
        "red",
    ),
    "evidence_empty": LabelledTerm(
        N_("No quote"), N_("The reply quotes nothing, so nothing supports its answer."), "amber"
    ),
    "evidence_not_found": LabelledTerm(
        N_("Quote not found"),
        N_("Nothing like the quote stands in the text that was given."),
        "amber",
    ),
    "evidence_altered": LabelledTerm(
        N_("Quote altered"),
        N_("A near copy stands in the text, but the quote changes what it says."),
        "amber",
    ),
    "evidence_misjoined": LabelledTerm(
        N_("Quote misjoined"),
        N_(
            "Parts of the quote stand in the text, but in another order, too far apart, or with a "
            "negation left out between them."
        ),
        "amber",
    ),
    "evidence_reworded": LabelledTerm(
        N_("Quote reworded"),
        N_("The nearest passage is alike, but not alike enough: a paraphrase, not a quote."),
        "amber",
    ),
    "evidence_elsewhere": LabelledTerm(
        N_("Quote from elsewhere"),
        N_("The quote stands in the book, but outside the passage the question is about."),
        "amber",
    ),
    "not_answerable": LabelledTerm(
        N_("Not answerable"), N_("The model says the text does not answer the question."), "red"
    ),
    "low_confidence": LabelledTerm(
        N_("Low confidence"), N_("The model is less sure of its answer than the run asks."), "amber"
    ),
    "timeout": LabelledTerm(N_("Timed out"), N_("The model did not answer in time.")),
    "rate_limit": LabelledTerm(N_("Rate limit"), N_("The endpoint refused more calls for now.")),
    "auth": LabelledTerm(N_("Key refused"), N_("The endpoint refused the key.")),
    "context_too_long": LabelledTerm(
        N_("Text too long"), N_("The passage does not fit into what the model can read at once.")
    ),
    "content_filter": LabelledTerm(
        N_("Content filter"), N_("The endpoint's filter withheld the reply.")
    ),
    "refusal": LabelledTerm(N_("Refused"), N_("The model declined to answer.")),
    "connection": LabelledTerm(N_("No connection"), N_("The endpoint could not be reached.")),
    "server_error": LabelledTerm(
        N_("Server error"), N_("The endpoint answered with an error of its own.")
    ),
    "bad_request": LabelledTerm(N_("Bad request"), N_("The endpoint did not accept the request.")),
    "empty_reply": LabelledTerm(N_("Empty reply"), N_("The model sent an empty reply.")),
    "truncated": LabelledTerm(N_("Reply cut off"), N_("The reply stopped before it was complete.")),
    "parse_failure": LabelledTerm(
        N_("Unreadable reply"), N_("The reply is not in the agreed form; it is kept as it came.")
    ),
    "placeholder": LabelledTerm(
        N_("Template copied"),
        N_("In place of a quote the reply hands back the example of its instructions."),
    ),
    "no_recorded_reply": LabelledTerm(
        N_("No recorded reply"), N_("The recording holds no reply for this question.")
    ),
    "crashed": LabelledTerm(
        N_("Crashed"), N_("Working on this question failed unexpectedly; the others went on.")
    ),
    "capped": LabelledTerm(
        N_("Stopped by the cap"),
        N_("The cap left no room for another try. Raise the cap and ask it again."),
    ),
    "no_position": LabelledTerm(
        N_("No position"), N_("The question does not say which part of the novel it is about.")
    ),
    "position_out_of_range": LabelledTerm(
        N_("Position beyond the end"), N_("The stated position lies beyond the end of the novel.")
    ),
    "position_invalid": LabelledTerm(
        N_("Position invalid"), N_("The stated position is no range of tokens, such as 400 to 350.")
    ),
    "no_text": LabelledTerm(
        N_("No text"), N_("There is neither a novel nor a context of its own.")
    ),
    "leaked": LabelledTerm(
        N_("Answered without evidence"),
        N_("In a depth test the model chose the right answer with the evidence left out."),
        "amber",
    ),
}

OUTCOMES: dict[str, LabelledTerm] = {
    "passed": LabelledTerm(N_("Passed"), N_("Every check of the validation held."), "green"),
    "failed": LabelledTerm(N_("Flagged"), N_("At least one check did not hold."), "red"),
    "infrastructure": LabelledTerm(
        N_("Not judged"), N_("The call failed, which says nothing about the question.")
    ),
    "skipped": LabelledTerm(N_("Skipped"), N_("The question was never asked.")),
}

ACTIONS: dict[str, LabelledTerm] = {
    "keep": LabelledTerm(N_("Accept"), N_("The question is good as it is.")),
    "fix": LabelledTerm(N_("Edit"), N_("The question needs an edit.")),
    "drop": LabelledTerm(N_("Reject"), N_("The question is to be left out.")),
    "skip": LabelledTerm(N_("Skip"), N_("It is left to others.")),
    "second": LabelledTerm(
        N_("Request second review"), N_("Somebody else is asked, and is not shown your decision.")
    ),
    "assign": LabelledTerm(
        N_("Assigned"), N_("It is given to one reviewer, or to everybody again.")
    ),
    "undo": LabelledTerm(N_("Undo"), N_("The decision before was taken back.")),
    "answer": LabelledTerm(
        N_("Blind answer"), N_("An answer given before label and model were shown.")
    ),
}
"""Acts of review. None has a colour: a decision is neither good nor bad."""

DONE_ACTS: dict[str, str] = {
    "keep": N_("Accepted"),
    "fix": N_("Edited"),
    "drop": N_("Rejected"),
    "skip": N_("Skipped"),
    "second": N_("Second review requested"),
}
"""The same acts once they are stored."""

REVIEW_REASONS: dict[str, LabelledTerm] = {
    "wrong_label": LabelledTerm(
        N_("Label wrong"), N_("The text supports another option than the labelled one.")
    ),
    "several_answers": LabelledTerm(
        N_("Several correct"), N_("The text supports more options than the label names.")
    ),
    "not_in_text": LabelledTerm(
        N_("Not in text"), N_("The text does not say what is asked, however far one reads.")
    ),
    "ambiguous": LabelledTerm(
        N_("Ambiguous"), N_("Two careful readers could understand it differently.")
    ),
    "wrong_evidence": LabelledTerm(
        N_("Quote wrong"), N_("The quote is altered, from another place, or proves something else.")
    ),
    "no_text_needed": LabelledTerm(
        N_("No text needed"), N_("It can be answered without having read the novel.")
    ),
    "options_overlap": LabelledTerm(
        N_("Options overlap"), N_("Two options say the same, or one contains another.")
    ),
    "off_topic": LabelledTerm(
        N_("Off topic"), N_("It is not about the story, or not worth asking.")
    ),
    "other": LabelledTerm(N_("Other"), N_("Something else: say it in the note.")),
}
"""Why a reviewer decided so, by `core.services.review.ReviewReason`; keys 1-9 in this order."""

CAUSES: dict[str, LabelledTerm] = {
    "guideline_unclear": LabelledTerm(
        N_("Guideline unclear"), N_("The guidelines do not say what to do here, or not clearly.")
    ),
    "first_slipped": LabelledTerm(
        N_("First slipped"), N_("The first opinion overlooked something, or was a wrong press.")
    ),
    "second_slipped": LabelledTerm(
        N_("Second slipped"), N_("The second opinion overlooked something, or was a wrong press.")
    ),
    "truly_ambiguous": LabelledTerm(
        N_("Truly ambiguous"), N_("The text bears both opinions; careful readers may differ.")
    ),
    "evidence_display": LabelledTerm(
        N_("Evidence shown badly"),
        N_("The desk misled somebody: too little text, the wrong passage or a wrong mark."),
    ),
    "other": LabelledTerm(N_("Other"), N_("Something else: say it in the note.")),
}
"""Why two opinions differed, by `core.services.review.Cause`; keys 1-6 in this order."""

STATUSES: dict[str, LabelledTerm] = {
    "queued": LabelledTerm(N_("Queued"), N_("Waits for a worker to begin.")),
    "running": LabelledTerm(N_("Running"), N_("A worker has it in hand.")),
    "paused": LabelledTerm(N_("Paused"), N_("Goes on where it stopped when resumed."), "amber"),
    "cancelled": LabelledTerm(N_("Cancelled"), N_("What was finished is kept.")),
    "stopped": LabelledTerm(
        N_("Stopped"), N_("An error stopped the run; the reason is shown."), "red"
    ),
    DONE: LabelledTerm(N_("Done"), N_("Every item has a usable outcome.")),
    DONE_WITH_PROBLEMS: LabelledTerm(
        N_("Done with problems"), N_("Some items could not be judged."), "amber"
    ),
    FAILED: LabelledTerm(
        N_("Failed: {usable} of {total} usable"), N_("Nothing could be judged."), "red"
    ),
}
"""The states of runs, checks and runs of cases (`core.stats.Conclusion`)."""

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
    "misread": N_("typing or scanning error"),
    "article": N_("article"),
    "mark": N_("mark"),
}
"""What a quote changed, by `core.text.DifferenceKind`."""

WORDINGS: dict[str, LabelledTerm] = {
    "strict": LabelledTerm(
        N_("Words must be the same"),
        N_(
            "A quote is found if it differs from the text in how its words are written at most: "
            "typing and scanning errors, spelling, articles, marks of the edition. Another word, "
            "one more or one less is a change."
        ),
    ),
    "tolerate": LabelledTerm(
        N_("A few other words are tolerated"),
        N_(
            "A quote is found if it is near enough and changes no number, negation or name. "
            "Releases before this one judged so: before for after is found."
        ),
    ),
}
"""Whether another word keeps a quote from being found, by `core.text.Wording`."""

CONTEXTS = {
    "position": N_("The passage at the question's position"),
    "whole": N_("The whole novel"),
}


def term_name(words: dict[str, LabelledTerm], key: str) -> str:
    """The short name in the reader's language; a key that is not known shows as it is."""
    word = words.get(key)
    return _(word.name) if word else key


def term_meaning(words: dict[str, LabelledTerm], key: str) -> str:
    word = words.get(key)
    return _(word.meaning) if word else ""


def term_tone(words: dict[str, LabelledTerm], key: str) -> Tone:
    word = words.get(key)
    return word.tone if word else "quiet"


def state_name(run: Conclusion) -> str:
    """The state of a run, a check or a run of cases."""
    if run.state == RUNNING and run.share is not None:
        return _("Running {percent}%").format(percent=int(run.share * 100))
    return term_name(STATUSES, run.state).format(usable=f"{run.usable:,}", total=f"{run.total:,}")


def state_badge(run: Conclusion) -> tuple[str, Tone]:
    return state_name(run), term_tone(STATUSES, run.state)


def run_label(run_id: int, title: str, run: Conclusion) -> str:
    """A run to choose from a list, with its state unless it is simply done. The state comes before
    the title, which a narrow list cuts off.
    """
    return f"#{run_id} {title}" if run.state == DONE else f"#{run_id} {state_name(run)} · {title}"


def term_label(names: dict[str, str], key: str) -> str:
    return _(names[key]) if key in names else key
