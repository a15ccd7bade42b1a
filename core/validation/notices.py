"""Signs, early in a run, that the questions belong to another novel or tokeniser (reading 51)."""

from dataclasses import dataclass
from enum import StrEnum

from core.locale import N_
from core.validation.reasons import FailureReason, SkipReason
from core.validation.result import ValidationResult

LOOK_AFTER = 20


class RunNotice(StrEnum):
    """What a person should check before the run goes on."""

    OTHER_NOVEL = "other_novel"
    OTHER_TOKENIZER = "other_tokenizer"
    POSITIONS_OUT_OF_RANGE = "positions_out_of_range"


NOTICE_TEXT = {
    RunNotice.OTHER_NOVEL: N_(
        "None of the first quotes was found in the text. The questions may belong to another "
        "novel. Check before continuing."
    ),
    RunNotice.OTHER_TOKENIZER: N_(
        "Most quotes are in the novel but outside the stated positions. The positions may have "
        "been counted with another tokeniser. Choose the one they were made with."
    ),
    RunNotice.POSITIONS_OUT_OF_RANGE: N_(
        "Most positions are beyond the end of the novel. The questions may belong to another "
        "novel or tokeniser. Check both."
    ),
}


@dataclass(slots=True)
class Outcomes:
    """Counts of a run so far. `quoted` counts judged items whose reply quoted something."""

    quoted: int = 0
    found: int = 0
    elsewhere: int = 0
    out_of_range: int = 0
    seen: int = 0
    """Items judged or skipped; those with an infrastructure failure are not counted."""

    def add(self, result: ValidationResult) -> None:
        if result.infrastructure_failure is not None:
            return
        self.seen += 1
        self.quoted += bool(result.evidence.strip())
        self.found += result.evidence_found
        self.elsewhere += FailureReason.EVIDENCE_ELSEWHERE in result.failure_reasons

    def skip(self, reason: str) -> None:
        self.seen += 1
        self.out_of_range += reason == SkipReason.POSITION_OUT_OF_RANGE


def notices(outcomes: Outcomes) -> tuple[RunNotice, ...]:
    """The notices that at least half of the items point at; none before `LOOK_AFTER` items."""
    due = []
    if outcomes.seen >= LOOK_AFTER and outcomes.out_of_range * 2 >= outcomes.seen:
        due.append(RunNotice.POSITIONS_OUT_OF_RANGE)
    if outcomes.quoted >= LOOK_AFTER:
        if outcomes.found == 0 and outcomes.elsewhere == 0:
            due.append(RunNotice.OTHER_NOVEL)
        elif outcomes.elsewhere * 2 >= outcomes.quoted:
            due.append(RunNotice.OTHER_TOKENIZER)
    return tuple(due)
