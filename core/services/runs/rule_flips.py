"""Count how many verdicts of a run another wording rule would change, without model calls."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import Engine
from sqlmodel import Session

from core.services.records import question_from_row
from core.services.runs.run_context import BookCache
from core.services.runs.run_spec import RunSpec, read_spec
from core.services.runs.stored_runs import get_run
from core.text import EvidenceMatcher, WordRule
from core.validation import Book, SkippedQuestion, context_for, locate_quote
from core.validation.reasons import OF_EVIDENCE
from db.queries import results as queries
from db.tables import QuestionRow, Validation


@dataclass(frozen=True, slots=True)
class RuleFlips:
    """Of `judged` questions: how many pass but no longer would, and how many newly would."""

    judged: int
    no_longer: int
    newly: int


def count_flips(engine: Engine, run_id: int, wording: WordRule) -> RuleFlips:
    """Search every quote of a validation run again under `wording`; about 5 ms each.

    Raises NotFoundError for an unknown run, TypeError for a depth test.
    """
    spec = read_spec(get_run(engine, run_id).spec)
    if not isinstance(spec, RunSpec):
        raise TypeError(f"run {run_id} is no validation")
    book = asyncio.run(BookCache(engine).of_set(spec.set_id, spec.tokenizer))
    verdicts = list(_verdicts(engine, run_id, spec, wording, book))
    return RuleFlips(
        judged=len(verdicts),
        no_longer=sum(was and not now for was, now in verdicts),
        newly=sum(now and not was for was, now in verdicts),
    )


def _verdicts(
    engine: Engine, run_id: int, spec: RunSpec, wording: WordRule, book: Book | None
) -> Iterator[tuple[bool, bool]]:
    """Yield (was valid, would be valid under `wording`) for each judged question."""
    matcher = EvidenceMatcher(spec.similarity_threshold, wording=wording)
    with Session(engine) as session:
        for item, question, verdict in queries.judged_rows(session, run_id):
            if item.outcome in ("passed", "failed"):
                yield verdict.is_valid, _valid(question, verdict, spec, matcher, book)


def _valid(
    row: QuestionRow,
    verdict: Validation,
    spec: RunSpec,
    matcher: EvidenceMatcher,
    book: Book | None,
) -> bool:
    """Whether a question would pass under the matcher's rule; other failure reasons stay."""
    if any(reason not in OF_EVIDENCE for reason in verdict.failure_reasons):
        return False
    question = question_from_row(row)
    try:
        context = context_for(question, book, spec.context_mode)
    except SkippedQuestion:
        return False
    evidence = verdict.evidence.strip()
    return bool(evidence) and locate_quote(matcher, evidence, question, context, book).found
