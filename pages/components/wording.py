"""Names, explanations and colours of reasons, outcomes and states, the same on every page."""

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
"""Faults planted in the sample library."""

REASONS: dict[str, LabelledTerm] = {
    "answer_mismatch": LabelledTerm(
        N_("Answers differ"),
        N_("Reading the text alone, the model chose a different answer than the label."),
        "red",
    ),
    "evidence_empty": LabelledTerm(
        N_("No quote"), N_("The reply quotes nothing, so its answer has no support."), "amber"
    ),
    "evidence_not_found": LabelledTerm(
        N_("Quote not found"),
        N_("No similar text in what the model was given."),
        "amber",
    ),
    "evidence_altered": LabelledTerm(
        N_("Quote altered"),
        N_("The text has a near match, but the quote changes its meaning."),
        "amber",
    ),
    "evidence_misjoined": LabelledTerm(
        N_("Quote misjoined"),
        N_(
            "All parts of the quote are in the text, but in another order, too far apart, or "
            "with a negation left out between them."
        ),
        "amber",
    ),
    "evidence_reworded": LabelledTerm(
        N_("Quote reworded"),
        N_("The closest passage is similar, but not enough: a paraphrase, not a quote."),
        "amber",
    ),
    "evidence_elsewhere": LabelledTerm(
        N_("Quote from elsewhere"),
        N_("The quote is in the book, but outside the question's passage."),
        "amber",
    ),
    "not_answerable": LabelledTerm(
        N_("Not answerable"), N_("The model says the text does not answer the question."), "red"
    ),
    "low_confidence": LabelledTerm(
        N_("Low confidence"), N_("The model is less confident than this run requires."), "amber"
    ),
    "timeout": LabelledTerm(N_("Timed out"), N_("The model did not answer in time.")),
    "rate_limit": LabelledTerm(N_("Rate limit"), N_("The endpoint's rate limit was reached.")),
    "auth": LabelledTerm(N_("Key rejected"), N_("The endpoint rejected the API key.")),
    "context_too_long": LabelledTerm(
        N_("Text too long"), N_("The passage exceeds the model's context length.")
    ),
    "content_filter": LabelledTerm(
        N_("Content filter"), N_("The endpoint's content filter blocked the reply.")
    ),
    "refusal": LabelledTerm(N_("Refused"), N_("The model declined to answer.")),
    "connection": LabelledTerm(N_("No connection"), N_("The endpoint could not be reached.")),
    "server_error": LabelledTerm(N_("Server error"), N_("The endpoint returned an error.")),
    "bad_request": LabelledTerm(N_("Bad request"), N_("The endpoint rejected the request.")),
    "empty_reply": LabelledTerm(N_("Empty reply"), N_("The model sent an empty reply.")),
    "truncated": LabelledTerm(N_("Reply cut off"), N_("The reply is incomplete.")),
    "parse_failure": LabelledTerm(
        N_("Unreadable reply"),
        N_("The reply does not follow the required format; it is stored unchanged."),
    ),
    "placeholder": LabelledTerm(
        N_("Template copied"),
        N_("The reply repeats the example from the prompt instead of a quote."),
    ),
    "no_recorded_reply": LabelledTerm(
        N_("No recorded reply"), N_("The recording has no reply for this question.")
    ),
    "crashed": LabelledTerm(
        N_("Crashed"), N_("An unexpected error occurred on this question; the others continued.")
    ),
    "capped": LabelledTerm(
        N_("Stopped by cap"),
        N_("The remaining budget does not cover another attempt. Raise the cap and retry."),
    ),
    "no_position": LabelledTerm(
        N_("No position"), N_("The question has no position in the novel.")
    ),
    "position_out_of_range": LabelledTerm(
        N_("Position beyond end"), N_("The position is beyond the end of the novel.")
    ),
    "position_invalid": LabelledTerm(
        N_("Invalid position"),
        N_("The position is not a valid token range (for example, 400 to 350)."),
    ),
    "no_text": LabelledTerm(
        N_("No text"), N_("The question has neither a novel nor its own context.")
    ),
    "leaked": LabelledTerm(
        N_("Answered without evidence"),
        N_("In a depth test, the model answered correctly with the evidence removed."),
        "amber",
    ),
}

OUTCOMES: dict[str, LabelledTerm] = {
    "passed": LabelledTerm(N_("Passed"), N_("All validation checks passed."), "green"),
    "failed": LabelledTerm(N_("Flagged"), N_("At least one validation check failed."), "red"),
    "infrastructure": LabelledTerm(
        N_("Failed to evaluate"), N_("The call failed. This says nothing about the question.")
    ),
    "skipped": LabelledTerm(N_("Skipped"), N_("The question was not asked.")),
}

ACTIONS: dict[str, LabelledTerm] = {
    "keep": LabelledTerm(N_("Accept"), N_("The question is good as it is.")),
    "fix": LabelledTerm(N_("Edit"), N_("The question needs an edit.")),
    "drop": LabelledTerm(N_("Reject"), N_("The question is left out.")),
    "skip": LabelledTerm(N_("Skip"), N_("Left to others.")),
    "second": LabelledTerm(
        N_("Request second review"), N_("Somebody else decides without seeing your decision.")
    ),
    "assign": LabelledTerm(N_("Assigned"), N_("Assigned to one reviewer, or to everybody again.")),
    "undo": LabelledTerm(N_("Undo"), N_("The previous decision was undone.")),
    "answer": LabelledTerm(
        N_("Blind answer"), N_("Answer given before the label and model answer were shown.")
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
"""The acts of review once they are stored."""

REVIEW_REASONS: dict[str, LabelledTerm] = {
    "wrong_label": LabelledTerm(
        N_("Wrong label"), N_("The text supports another option than the label.")
    ),
    "several_answers": LabelledTerm(
        N_("Several correct"), N_("The text supports more options than the label.")
    ),
    "not_in_text": LabelledTerm(
        N_("Not in text"), N_("The text never answers the question, however far one reads.")
    ),
    "ambiguous": LabelledTerm(
        N_("Ambiguous"), N_("Two careful readers could understand it differently.")
    ),
    "wrong_evidence": LabelledTerm(
        N_("Wrong quote"), N_("The quote is altered, from elsewhere, or proves something else.")
    ),
    "no_text_needed": LabelledTerm(
        N_("No text needed"), N_("It can be answered without reading the novel.")
    ),
    "options_overlap": LabelledTerm(
        N_("Options overlap"), N_("Two options mean the same, or one includes another.")
    ),
    "off_topic": LabelledTerm(
        N_("Off topic"), N_("It is not about the story, or not worth asking.")
    ),
    "other": LabelledTerm(N_("Other"), N_("Something else: explain in the note.")),
}
"""Why a reviewer decided so, by `core.services.review.ReviewReason`; keys 1-9 in this order."""

CAUSES: dict[str, LabelledTerm] = {
    "guideline_unclear": LabelledTerm(
        N_("Guideline unclear"), N_("The guidelines do not cover this case clearly.")
    ),
    "first_slipped": LabelledTerm(
        N_("Reviewer 1 error"), N_("Reviewer 1 overlooked something or pressed the wrong key.")
    ),
    "second_slipped": LabelledTerm(
        N_("Reviewer 2 error"), N_("Reviewer 2 overlooked something or pressed the wrong key.")
    ),
    "truly_ambiguous": LabelledTerm(
        N_("Truly ambiguous"), N_("The text supports both reviews; careful readers may differ.")
    ),
    "evidence_display": LabelledTerm(
        N_("Evidence unclear"),
        N_("The page was misleading: too little text, the wrong passage or a wrong mark."),
    ),
    "other": LabelledTerm(N_("Other"), N_("Something else: explain in the note.")),
}
"""Why two opinions differed, by `core.services.review.Cause`; keys 1-6 in this order."""

STATUSES: dict[str, LabelledTerm] = {
    "queued": LabelledTerm(N_("Queued"), N_("Waiting for a worker.")),
    "running": LabelledTerm(N_("Running"), N_("A worker is processing it.")),
    "paused": LabelledTerm(N_("Paused"), N_("Resumes where it stopped."), "amber"),
    "cancelled": LabelledTerm(N_("Cancelled"), N_("Finished results are kept.")),
    "stopped": LabelledTerm(N_("Stopped"), N_("Stopped by an error; see the reason."), "red"),
    DONE: LabelledTerm(N_("Done"), N_("Every item has a usable result.")),
    DONE_WITH_PROBLEMS: LabelledTerm(
        N_("Done with problems"), N_("Some items could not be evaluated."), "amber"
    ),
    FAILED: LabelledTerm(
        N_("Failed: {usable} of {total} results usable"), N_("Nothing could be evaluated."), "red"
    ),
}
"""The states of runs, checks and runs of cases (`core.stats.Conclusion`)."""

CONFIDENCE = {"high": N_("high"), "medium": N_("medium"), "low": N_("low")}

VERDICTS: dict[str, str] = {
    "exact": N_("exact"),
    "normalised": N_("same except for typing or minor slips"),
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
        N_("Exact wording"),
        N_(
            "A quote is found only if it differs from the text in how words are written: typing "
            "and scanning errors, spelling, articles, edition marks. A word changed, added or "
            "left out counts as altered."
        ),
    ),
    "tolerate": LabelledTerm(
        N_("Allow minor wording differences"),
        N_(
            "A quote is found if it is close enough and changes no number, negation or name. "
            'Earlier releases used this rule: they would accept "before" for "after".'
        ),
    ),
}
"""The rules on whether a quote with another word counts as found, by `core.text.WordRule`."""

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
