"""A run's results and its cleaned question set, as files people take away."""

import json
from collections import Counter
from collections.abc import Iterator
from enum import StrEnum
from typing import Any

from sqlalchemy import Engine
from sqlmodel import Session

from core.library import question_from_row
from core.llm import LEXICAL
from core.questions import Question
from core.results.counts import counts_of
from core.results.records import error_of, to_result
from core.review import Action, current_decisions, disputed_items
from core.runs import get_run, progress
from db.queries import results as queries
from db.tables import RunItem


def result_lines(engine: Engine, run_id: int) -> Iterator[str]:
    """Source 000's output format, one JSON object per asked question, in the set's order."""
    with Session(engine) as session:
        for item, question, verdict in queries.judged_rows(session, run_id):
            row = to_result(item, question, verdict).to_dict()
            yield json.dumps(row, ensure_ascii=False) + "\n"


def summary(engine: Engine, run_id: int) -> dict[str, Any]:
    """What `python -m core validate --summary` writes, of a run in the database.

    docs/schemas/validation_summary.schema.json describes it; `settings` is the run's spec. Raises
    NotFoundError.
    """
    run, so_far = get_run(engine, run_id), progress(engine, run_id)
    said = counts_of(so_far).summary.to_dict()
    with Session(engine) as session:
        said["skipped"]["items"] = [
            {
                "line": question.line,
                "item": item.item_key,
                "reason": item.reason,
                "message": said_of(item),
            }
            for item, question in queries.skipped_rows(session, run_id)
        ]
        refused = queries.refused_rows(session, run.set_id)
    return {
        **said,
        "refused_rows": {"count": refused},
        "usage": {
            "prompt_tokens": so_far.prompt_tokens,
            "completion_tokens": so_far.completion_tokens,
            "calls": so_far.calls,
        },
        "notices": [notice["code"] for notice in so_far.notices],
        "baseline": run.spec.get("connection") == LEXICAL.name,
        "settings": dict(run.spec),
    }


def said_of(skipped: RunItem) -> str:
    error = error_of(skipped)
    return error.worded() if error else str(skipped.reason)


class Fate(StrEnum):
    """What becomes of a question in the cleaned set. Only the kept ones are in it."""

    KEPT = "kept"
    """Passed, or flagged and kept by a reviewer."""
    DROPPED = "dropped"
    TO_FIX = "to_fix"
    UNDECIDED = "undecided"
    """Flagged, and nobody has decided yet, or two reviewers differ."""
    NOT_JUDGED = "not_judged"


def fate(outcome: str, decision: Action | None, *, disputed: bool = False) -> Fate:
    """A reviewer's decision counts more than the validation, whatever it said; where two of them
    are in dispute nothing is decided.
    """
    if disputed:
        return Fate.UNDECIDED
    match decision:
        case Action.KEEP:
            return Fate.KEPT
        case Action.DROP:
            return Fate.DROPPED
        case Action.FIX:
            return Fate.TO_FIX
    return {"passed": Fate.KEPT, "failed": Fate.UNDECIDED}.get(outcome, Fate.NOT_JUDGED)


def count_fates(engine: Engine, run_id: int) -> Counter[Fate]:
    """How many questions the cleaned set holds and leaves out, without reading one of them."""
    decisions, disputed = current_decisions(engine, run_id), disputed_items(engine, run_id)
    with Session(engine) as session:
        outcomes = queries.outcomes_by_id(session, run_id)
    return Counter(
        fate(outcome, decisions.get(item_id), disputed=item_id in disputed)
        for item_id, outcome in outcomes
    )


def cleaned_set(engine: Engine, run_id: int) -> list[Question]:
    """The questions that are left after a run and its review, in the file's order."""
    decisions, disputed = current_decisions(engine, run_id), disputed_items(engine, run_id)
    with Session(engine) as session:
        return [
            question_from_row(question)
            for item, question in queries.ledger_rows(session, run_id)
            if fate(item.outcome, decisions.get(item.id or 0), disputed=item.id in disputed)
            is Fate.KEPT
        ]
