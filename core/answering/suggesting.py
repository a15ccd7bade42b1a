"""Suggesting a fix of a flagged question: the answer loop proposes, a reviewer decides.

Nothing here changes a question: what is suggested is an edit to be opened and stored by a person.
"""

from dataclasses import dataclass
from enum import StrEnum

from pydantic import ValidationError
from sqlalchemy import Engine

from core.answering.loops import (
    LONGEST_QUERY,
    RULES,
    Loop,
    LoopSpec,
    get_loop,
    list_loops,
    start_loop,
)
from core.answers.fix_generators import LEXICAL
from core.answers.fixes import FixKind, Flawed, SuggestedFix, mended, read_fix
from core.answers.journal import Attempt
from core.errors import InputError, Sentence
from core.questions import Change, changes
from core.results import item
from core.review import Edit, Ground, ground_of
from core.review.revisions import Evidence
from core.text.scripts import guess_language
from core.text.span import Span

SUGGEST_FIX = "suggest_fix"


class Progress(StrEnum):
    """nothing: the text supports no better question; stopped: it cannot go on, or was cancelled."""

    RUNNING = "running"
    READY = "ready"
    NOTHING = "nothing"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What a loop made for an item. `edit` is what an editor would begin with, `changes` what it
    changes of the row as imported, `evidence` where its quote stands in the text (None where it
    stands nowhere); all three only where it is ready. `open_points` are what an evaluator still
    has against it, `outcome` as in `core.answers.loop_result.Outcome`.
    """

    loop_id: int
    progress: Progress
    generator: str
    outcome: str | None = None
    kind: FixKind | None = None
    why: str = ""
    edit: Edit | None = None
    changes: tuple[Change, ...] = ()
    evidence: Span | None = None
    quote: str = ""
    open_points: tuple[str, ...] = ()
    error: Sentence | None = None

    @property
    def is_baseline(self) -> bool:
        return self.generator == LEXICAL


def suggest_fix(
    engine: Engine,
    item_id: int,
    *,
    generator: str = LEXICAL,
    evaluator: str = RULES,
    by: str = "",
    idempotency_key: str | None = None,
) -> int:
    """The new loop's id; a worker takes it up. A second call with the same key gives the first's.

    `generator` and `evaluator` name connections, as in `LoopSpec`. Raises NotFoundError for an
    unknown item, InputError for one that is not flagged.
    """
    flagged = item(engine, item_id)
    if flagged.outcome != "failed":
        raise InputError("Only a flagged question can be given a fix. Choose one from the review.")
    own = flagged.own_context is not None or flagged.source_id is None
    query = flaw_of(engine, item_id)[0].query[:LONGEST_QUERY]
    spec = LoopSpec(
        generator=generator,
        evaluator=evaluator,
        source_ids=None if own else (flagged.source_id or 0,),
    )
    return start_loop(
        engine,
        query,
        spec,
        kind=SUGGEST_FIX,
        language=guess_language(flagged.question),
        item_id=item_id,
        by=by,
        idempotency_key=idempotency_key,
    )


def flaw_of(engine: Engine, item_id: int) -> tuple[Flawed, Ground]:
    """The question as it was imported, why it is flagged, and the text it is asked about."""
    found, ground = item(engine, item_id), ground_of(engine, item_id)
    answered = tuple(found.result.model_answer) if found.result else ()
    return Flawed(ground.question, answered, found.reasons), ground


def suggestion_of(engine: Engine, item_id: int, reviewer: str) -> Suggestion | None:
    """What the reviewer asked for last; others' suggestions stay theirs, as opinions do."""
    loops = list_loops(engine, kind=SUGGEST_FIX, item_id=item_id)
    mine = next((one for one in loops if one.created_by == reviewer), None)
    return _suggestion(engine, item_id, get_loop(engine, mine.id)) if mine else None


def _suggestion(engine: Engine, item_id: int, loop: Loop) -> Suggestion:
    generator = loop.spec.generator
    if not loop.is_over:
        return Suggestion(loop.id, Progress.RUNNING, generator)
    if loop.status != "done" or not loop.attempts:
        return Suggestion(loop.id, Progress.STOPPED, generator, error=loop.error)
    attempt = _chosen(loop)
    try:
        fix = read_fix(attempt.answer)
    except ValidationError:
        why = Sentence("The suggestion cannot be read. Ask for another one.", {})
        return Suggestion(loop.id, Progress.STOPPED, generator, error=why)
    if fix.kind is FixKind.NO_FIX:
        return Suggestion(loop.id, Progress.NOTHING, generator, loop.outcome, fix.kind, why=fix.why)
    return _ready(loop, attempt, fix, ground_of(engine, item_id))


def _chosen(loop: Loop) -> Attempt:
    """The last where it passed or nobody judged it, else the best of those that did not pass."""
    if loop.outcome == "capped" and loop.best_epoch is not None:
        return loop.attempts[loop.best_epoch - 1]
    return loop.attempts[-1]


def _ready(loop: Loop, attempt: Attempt, fix: SuggestedFix, ground: Ground) -> Suggestion:
    question = mended(ground.question, fix)
    place = next(iter(ground.places(fix.evidence)), None)
    evidence = Evidence(place.start, place.end, place.of(ground.text)) if place else None
    judged = attempt.judged
    return Suggestion(
        loop_id=loop.id,
        progress=Progress.READY,
        generator=loop.spec.generator,
        outcome=loop.outcome,
        kind=fix.kind,
        why=fix.why,
        edit=Edit.of(question, evidence),
        changes=changes(ground.question, question),
        evidence=place,
        quote=evidence.text if evidence else fix.evidence,
        open_points=judged.evaluation.suggestions if judged else (),
    )
