"""Suggested fixes of flagged questions: an answer loop proposes an edit, a reviewer decides.

Nothing here changes a question: a person has to open the edit and store it.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from pydantic import ValidationError
from sqlalchemy import Engine

from core.answer_loop import (
    Attempt,
    Config,
    FixKind,
    FlaggedQuestion,
    SuggestedFix,
    apply_fix,
    read_fix,
)
from core.answer_loop.config import MOST_EPOCHS
from core.answer_loop.fix_generators import LEXICAL
from core.errors import InputError, Sentence
from core.questions import FieldChange, field_changes
from core.services.access import Right, demand
from core.services.answers.loops import (
    LONGEST_QUERY,
    RULES,
    Loop,
    LoopSpec,
    latest_loop_of,
    store_loop,
)
from core.services.results import item
from core.services.review import Edit, EvidenceSource, RevisionEvidence, evidence_source
from core.text import Span, guess_language

SUGGEST_FIX = "suggest_fix"


class SuggestionStatus(StrEnum):
    """State of a suggestion. NOTHING: the text supports no better question. STOPPED: its loop
    failed, was cancelled, or gave a reply that cannot be read.
    """

    RUNNING = "running"
    READY = "ready"
    NOTHING = "nothing"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Suggestion:
    """The fix that a loop suggests for an item.

    Once READY: `edit` fills the editor, `changes` are its differences from the imported row,
    `evidence` is the place of its quote (None if the text lacks it). `open_points`: the
    evaluator's remaining suggestions. `outcome`: a `core.answer_loop.loop_result.LoopOutcome`.
    `is_left`: the reviewer dismissed it (`core.services.answers.loops.leave_loop`).
    """

    loop_id: int
    progress: SuggestionStatus
    generator: str
    evaluator: str
    outcome: str | None = None
    kind: FixKind | None = None
    why: str = ""
    edit: Edit | None = None
    changes: tuple[FieldChange, ...] = ()
    evidence: Span | None = None
    quote: str = ""
    open_points: tuple[str, ...] = ()
    error: Sentence | None = None
    is_left: bool = False


def suggest_fix(
    engine: Engine,
    item_id: int,
    *,
    generator: str = LEXICAL,
    evaluator: str = RULES,
    by: str = "",
    config: Config | None = None,
    idempotency_key: str | None = None,
) -> int:
    """Start a loop that suggests a fix of the item and return its id; a worker executes it. A
    second call with the same key returns the first loop's id.

    `generator` and `evaluator` name connections, as in `LoopSpec`; `config` limits the attempts
    and the passages. Raises NotFoundError for an unknown item, InputError for one that is not
    flagged.
    """
    demand(engine, Right.REVIEW)
    flagged = item(engine, item_id)
    if flagged.outcome != "failed":
        raise InputError("Fixes can only be suggested for flagged questions. Choose one on Review.")
    has_own_text = flagged.own_context is not None or flagged.source_id is None
    query = flaw_of(engine, item_id)[0].query[:LONGEST_QUERY]
    config = config or Config()
    spec = LoopSpec(
        generator=generator,
        evaluator=evaluator,
        gener_epoch=min(config.GENER_EPOCH, MOST_EPOCHS),
        top_k=config.TOP_K,
        source_ids=None if has_own_text else (flagged.source_id or 0,),
    )
    return store_loop(
        engine,
        query,
        spec,
        kind=SUGGEST_FIX,
        language=guess_language(flagged.question),
        item_id=item_id,
        by=by,
        idempotency_key=idempotency_key,
    )


def flaw_of(engine: Engine, item_id: int) -> tuple[FlaggedQuestion, EvidenceSource]:
    """The question as imported with the reasons it is flagged for, and the text it is about."""
    flagged_item, ground = item(engine, item_id), evidence_source(engine, item_id)
    model_answer = tuple(flagged_item.result.model_answer) if flagged_item.result else ()
    return FlaggedQuestion(ground.question, model_answer, flagged_item.reasons), ground


def suggestion_of(engine: Engine, item_id: int, reviewer: str) -> Suggestion | None:
    """The reviewer's own latest suggestion; others' are hidden, as their opinions are."""
    loop = latest_loop_of(engine, item_id, reviewer)
    if loop is None:
        return None
    return replace(_suggestion(engine, item_id, loop), is_left=loop.left_at is not None)


def _suggestion(engine: Engine, item_id: int, loop: Loop) -> Suggestion:
    if not loop.is_over:
        return _suggestion_with_status(loop, SuggestionStatus.RUNNING)
    if loop.status != "done" or not loop.attempts:
        return _suggestion_with_status(loop, SuggestionStatus.STOPPED, error=loop.error)
    attempt = _final_attempt(loop)
    try:
        fix = read_fix(attempt.answer)
    except ValidationError:
        reason = Sentence("The suggestion cannot be read. Request another one.", {})
        return _suggestion_with_status(loop, SuggestionStatus.STOPPED, error=reason)
    if fix.kind is FixKind.NO_FIX:
        return _suggestion_with_status(loop, SuggestionStatus.NOTHING, kind=fix.kind, why=fix.why)
    return _ready(loop, attempt, fix, evidence_source(engine, item_id))


def _suggestion_with_status(loop: Loop, progress: SuggestionStatus, **fields: Any) -> Suggestion:
    spec = loop.spec
    return Suggestion(loop.id, progress, spec.generator, spec.evaluator, loop.outcome, **fields)


def _final_attempt(loop: Loop) -> Attempt:
    """The best attempt if none passed, else the last one."""
    if loop.outcome == "capped" and loop.best_epoch is not None:
        return loop.attempts[loop.best_epoch - 1]
    return loop.attempts[-1]


def _ready(loop: Loop, attempt: Attempt, fix: SuggestedFix, ground: EvidenceSource) -> Suggestion:
    question = apply_fix(ground.question, fix)
    place = next(iter(ground.places(fix.evidence)), None)
    evidence = RevisionEvidence(place.start, place.end, place.of(ground.text)) if place else None
    judged = attempt.judged
    return _suggestion_with_status(
        loop,
        SuggestionStatus.READY,
        kind=fix.kind,
        why=fix.why,
        edit=Edit.from_question(question, evidence),
        changes=field_changes(ground.question, question),
        evidence=place,
        quote=evidence.text if evidence else fix.evidence,
        open_points=judged.evaluation.suggestions if judged else (),
    )
