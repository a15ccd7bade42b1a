"""Export a run's results in the formats of source 000."""

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
    """Yield source 000's output format: one JSON object per asked question, in file order."""
    demand(engine, Right.EXPORT)
    with Session(engine) as session:
        for item, question, verdict in queries.judged_rows(session, run_id):
            row = validation_result(item, question, verdict).to_dict()
            yield json.dumps(row, ensure_ascii=False) + "\n"


def summary(engine: Engine, run_id: int) -> dict[str, Any]:
    """Return what `python -m core validate --summary` writes, for a run in the database.

    Its schema is docs/schemas/validation_summary.schema.json; `settings` is the run's spec. Raises
    NotFoundError.
    """
    demand(engine, Right.EXPORT)
    run, run_progress = get_run(engine, run_id), progress(engine, run_id)
    counts = counts_of(run_progress).summary.to_dict()
    with Session(engine) as session:
        counts["skipped"]["items"] = [
            {
                "line": question.line,
                "item": item.item_key,
                "reason": item.reason,
                "message": _skip_message(item),
            }
            for item, question in queries.skipped_rows(session, run_id)
        ]
        refused = queries.refused_rows(session, run.set_id)
    return {
        "state": run_progress.conclusion.state,
        **counts,
        "refused_rows": {"count": refused},
        "usage": {
            "prompt_tokens": run_progress.prompt_tokens,
            "completion_tokens": run_progress.completion_tokens,
            "calls": run_progress.calls,
        },
        "notices": [notice["code"] for notice in run_progress.notices],
        "baseline": run.spec.get("connection") == LEXICAL.name,
        "settings": dict(run.spec),
    }


def _skip_message(skipped: RunItem) -> str:
    """Return why an item was skipped: its error sentence in English, else the reason's code."""
    error = error_sentence(skipped)
    return error.translate() if error else str(skipped.reason)
