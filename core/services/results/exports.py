"""A run's results as files people take away."""

import json
from collections.abc import Iterator
from typing import Any

from sqlalchemy import Engine
from sqlmodel import Session

from core.llm import LEXICAL
from core.services.access import Right, demand
from core.services.records import error_sentence, validation_result
from core.services.results.counts import counts_of
from core.services.runs import get_run, progress
from db.queries import results as queries
from db.tables import RunItem


def result_lines(engine: Engine, run_id: int) -> Iterator[str]:
    """Source 000's output format, one JSON object per asked question, in the set's order."""
    demand(engine, Right.EXPORT)
    with Session(engine) as session:
        for item, question, verdict in queries.judged_rows(session, run_id):
            row = validation_result(item, question, verdict).to_dict()
            yield json.dumps(row, ensure_ascii=False) + "\n"


def summary(engine: Engine, run_id: int) -> dict[str, Any]:
    """What `python -m core validate --summary` writes, of a run in the database.

    docs/schemas/validation_summary.schema.json describes it; `settings` is the run's spec. Raises
    NotFoundError.
    """
    demand(engine, Right.EXPORT)
    run, so_far = get_run(engine, run_id), progress(engine, run_id)
    counts = counts_of(so_far).summary.to_dict()
    with Session(engine) as session:
        counts["skipped"]["items"] = [
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
        "state": so_far.conclusion.state,
        **counts,
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
    error = error_sentence(skipped)
    return error.worded() if error else str(skipped.reason)
