"""Labels of answers, gates and loops."""

from core.evidence_gate import CaseRole
from core.evidence_gate.extractive import EXTRACTIVE
from core.llm import is_refusal
from pages.components.app_context import configured_connections
from pages.components.language import N_, _
from pages.components.wording import LabelledTerm, Tone, term_name, term_tone

MODES = {
    "normal": LabelledTerm(N_("Answered"), N_("An answer was given."), "green"),
    "conservative": LabelledTerm(
        N_("Not answered"), N_("The NPC's preset text was given."), "amber"
    ),
}
REFUSED = LabelledTerm(N_("Model refused"), N_("The model declined to answer."), "amber")


def mode_badge(mode: str, answer: str = "") -> tuple[str, Tone]:
    """The badge of an answer; a text that declines counts as a refusal, not as an answer."""
    if mode == "normal" and is_refusal(answer):
        return _(REFUSED.name), REFUSED.tone
    return term_name(MODES, mode), term_tone(MODES, mode)


GATE_STATUSES = {
    "passed": LabelledTerm(N_("Gate passed"), N_("An answer may be written."), "green"),
    "blocked": LabelledTerm(N_("Gate blocked"), N_("Evidence is missing."), "amber"),
    "skipped": LabelledTerm(N_("Gate off"), N_("The gate was not used."), "quiet"),
    "error": LabelledTerm(N_("System error"), N_("This says nothing about the question."), "red"),
}


def gate_badge(status: str, mode: str) -> tuple[str, Tone]:
    """The badge of the gate, green only if an answer was given."""
    declined = status == "passed" and mode != "normal"
    return term_name(GATE_STATUSES, status), "quiet" if declined else term_tone(
        GATE_STATUSES, status
    )


INTENTS = {
    "fact_seeking": N_("asks for a fact"),
    "context_preference": N_("asks for an opinion or a chat"),
}
SUPPORT = {
    "supported": LabelledTerm(N_("Supported"), N_("The cited evidence supports it."), "green"),
    "partly": LabelledTerm(N_("Partly"), N_("The evidence supports only part of it."), "amber"),
    "unsupported": LabelledTerm(N_("Unsupported"), N_("No cited evidence supports it."), "red"),
    "no_claim": LabelledTerm(
        N_("No claim"), N_("It makes no claim that evidence could support."), "quiet"
    ),
}
OUTCOMES = {
    "passed": LabelledTerm(N_("Passed"), N_("The last attempt passed."), "green"),
    "capped": LabelledTerm(N_("Not passed"), N_("No attempt passed; please check."), "amber"),
    "unevaluated": LabelledTerm(
        N_("Failed to evaluate"), N_("The evaluator gave no usable verdict."), "red"
    ),
}
ROLES = {
    CaseRole.ATTACK: N_("Attacks"),
    CaseRole.TWIN: N_("Benign twins"),
    CaseRole.ATTACK_PARAPHRASE: N_("Attacks, paraphrased"),
    CaseRole.TWIN_PARAPHRASE: N_("Benign twins, paraphrased"),
    CaseRole.QUESTION: N_("Questions"),
}
JUDGED = {
    "wrongly_refused": N_("Wrongly refused"),
    "wrongly_answered": N_("Wrongly answered"),
    "right": N_("Correct"),
}


def writer_name(connection: str) -> str:
    """The connection's name; the baseline is labelled as one."""
    if connection == EXTRACTIVE:
        return _("extractive (baseline, no model)")
    return connection


def judges_itself(generator: str, evaluator: str) -> bool:
    """Whether one model both generates and evaluates; two connections to the same model count as
    one (reading 44).
    """
    models = {connection.name: connection.model for connection in configured_connections()}
    return bool(evaluator) and models.get(generator, generator) == models.get(evaluator, evaluator)


def evaluator_name(connection: str) -> str:
    return connection or _("rules (no model)")
