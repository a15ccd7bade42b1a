"""What the desk calls the things of a depth test."""

from core.depth import Control, DepthMode, Outcome
from core.services.runs import Run
from pages.components.language import N_
from pages.components.wording import REASONS, LabelledTerm

MODES: dict[str, LabelledTerm] = {
    DepthMode.CROSSED: LabelledTerm(
        N_("Crossed"),
        N_("Every question at every depth and length: depth is not mixed with difficulty."),
    ),
    DepthMode.UNIFORM: LabelledTerm(
        N_("Uniform"), N_("Every question once at each length, the five depths in turn.")
    ),
    DepthMode.FIXED: LabelledTerm(
        N_("Fixed depth"), N_("Every question at one depth, at each length.")
    ),
    DepthMode.LEGACY: LabelledTerm(
        N_("Beginning of the novel"),
        N_("The first tokens of the novel, wherever the evidence stands; no depth is claimed."),
    ),
}

CONTROLS: dict[str, LabelledTerm] = {
    Control.ORACLE: LabelledTerm(
        N_("Oracle"), N_("The evidence with its padding and nothing else: the best case.")
    ),
    Control.CLOSED_BOOK: LabelledTerm(
        N_("Closed-book"), N_("The question alone: who answers it knew or guessed it.")
    ),
    Control.FILLER_ONLY: LabelledTerm(
        N_("Evidence removed"),
        N_("A context without the evidence: what leaks or is guessed."),
    ),
}

FILLERS: dict[str, LabelledTerm] = {
    "random": LabelledTerm(
        N_("Drawn for each question"), N_("Other passages of the novel, drawn by the seed.")
    ),
    "shared": LabelledTerm(
        N_("One for all questions"),
        N_("The same text for all, so that providers can serve it from their prompt cache."),
    ),
}

OUTCOMES: dict[str, LabelledTerm] = {
    Outcome.CORRECT: LabelledTerm(N_("Right"), N_("The model chose what the label says."), "green"),
    Outcome.WRONG: LabelledTerm(
        N_("Wrong"), N_("The model chose another answer than the label."), "red"
    ),
    Outcome.ABSTAINED: LabelledTerm(
        N_("Abstained"), N_("The model says that the text does not tell."), "amber"
    ),
    Outcome.REFUSAL: REASONS["refusal"],
    Outcome.CONTENT_FILTER: REASONS["content_filter"],
    Outcome.TRUNCATED: REASONS["truncated"],
    Outcome.PARSE_FAILURE: REASONS["parse_failure"],
    Outcome.API_ERROR: LabelledTerm(
        N_("Call failed"), N_("There is no reply; it can be asked again.")
    ),
    Outcome.DID_NOT_FIT: LabelledTerm(
        N_("Did not fit"), N_("Nothing was asked: the context cannot be built or is too long.")
    ),
}


def mode_of(run: Run) -> str:
    """As the run's own settings, or the file it was imported from, name it."""
    imported = run.spec.get("imported")
    said = imported["metadata"].get("depth_mode") if imported else run.spec.get("depth_mode")
    return str(said or "")


NOT_ASKED: dict[str, LabelledTerm] = {
    **REASONS,
    "novel_too_short": LabelledTerm(
        N_("Novel too short"), N_("The novel has fewer tokens than the context is to have.")
    ),
    "evidence_too_long": LabelledTerm(
        N_("Evidence too long"), N_("The evidence leaves no room for other text at this length.")
    ),
    "did_not_fit": OUTCOMES[Outcome.DID_NOT_FIT],
    "context_too_long": LabelledTerm(
        N_("Longer than the model's context window"),
        N_("The context does not fit into what the model can read at once."),
    ),
}
"""Why an item of a depth test was not asked, or got no reply."""
