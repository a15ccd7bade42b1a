"""Labels of the modes, controls, fillers and outcomes of a depth test."""

from core.depth import Control, DepthMode, Outcome
from core.services.runs import Run
from pages.components.language import N_
from pages.components.wording import REASONS, LabelledTerm

MODES: dict[str, LabelledTerm] = {
    DepthMode.CROSSED: LabelledTerm(
        N_("Crossed"),
        N_("Every question at every depth and length, so depth is not confounded with difficulty."),
    ),
    DepthMode.UNIFORM: LabelledTerm(
        N_("Uniform"), N_("Each question once per length, rotating through five depths.")
    ),
    DepthMode.FIXED: LabelledTerm(
        N_("Fixed depth"), N_("Every question at a single depth for each length.")
    ),
    DepthMode.LEGACY: LabelledTerm(
        N_("Beginning of the novel"),
        N_("The first tokens of the novel, wherever the evidence is; results have no depth."),
    ),
}

CONTROLS: dict[str, LabelledTerm] = {
    Control.ORACLE: LabelledTerm(
        N_("Oracle"), N_("Only the evidence and its padding: the best case.")
    ),
    Control.CLOSED_BOOK: LabelledTerm(
        N_("Closed-book"), N_("Only the question: a correct answer was known or guessed.")
    ),
    Control.FILLER_ONLY: LabelledTerm(
        N_("Evidence removed"),
        N_("A context without the evidence: shows leaks and guesses."),
    ),
}

FILLERS: dict[str, LabelledTerm] = {
    "random": LabelledTerm(
        N_("Random for each question"), N_("Other passages of the novel, chosen by the seed.")
    ),
    "shared": LabelledTerm(
        N_("Shared by all questions"),
        N_("The same text for all questions, so that providers can use their prompt cache."),
    ),
}

OUTCOMES: dict[str, LabelledTerm] = {
    Outcome.CORRECT: LabelledTerm(
        N_("Correct"), N_("The model's choice matches the label."), "green"
    ),
    Outcome.WRONG: LabelledTerm(
        N_("Wrong"), N_("The model's choice differs from the label."), "red"
    ),
    Outcome.ABSTAINED: LabelledTerm(
        N_("Abstained"), N_("The model says the text does not contain the answer."), "amber"
    ),
    Outcome.REFUSAL: REASONS["refusal"],
    Outcome.CONTENT_FILTER: REASONS["content_filter"],
    Outcome.TRUNCATED: REASONS["truncated"],
    Outcome.PARSE_FAILURE: REASONS["parse_failure"],
    Outcome.API_ERROR: LabelledTerm(N_("Call failed"), N_("No reply; it can be retried.")),
    Outcome.DID_NOT_FIT: LabelledTerm(
        N_("Did not fit"), N_("Not asked: the context cannot be built or is too long.")
    ),
}


def mode_of(run: Run) -> str:
    """The depth mode in the run's settings, or in the metadata of its import."""
    imported = run.spec.get("imported")
    mode = imported["metadata"].get("depth_mode") if imported else run.spec.get("depth_mode")
    return str(mode or "")


NOT_ASKED: dict[str, LabelledTerm] = {
    **REASONS,
    "novel_too_short": LabelledTerm(
        N_("Novel too short"), N_("The novel has fewer tokens than the context needs.")
    ),
    "evidence_too_long": LabelledTerm(
        N_("Evidence too long"), N_("The evidence leaves no room for other text at this length.")
    ),
    "did_not_fit": OUTCOMES[Outcome.DID_NOT_FIT],
    "context_too_long": LabelledTerm(
        N_("Exceeds the model's context window"),
        N_("The context exceeds the model's context window."),
    ),
}
"""Why an item of a depth test was not asked, or got no reply."""
