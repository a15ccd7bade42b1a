"""What today's code shows of a desk: the numbers that release/numbers.json has of the release."""

from typing import Any

from sqlalchemy import Engine
from sqlmodel import Session, select

from core.evidence_gate.case_outcomes import figures_of
from core.services.access import count_audit_events, list_tokens, list_users
from core.services.answers import (
    Arm,
    answers_of,
    get_gate_run,
    list_feedback,
    list_gate_runs,
    list_loops,
    list_traces,
)
from core.services.answers.profiles import answerers
from core.services.library import (
    count_issues,
    list_sets,
    list_sources,
)
from core.services.reports import (
    ReportScope,
    ResultGrouping,
    compare_runs,
    overall,
    reviewed_results,
    slices,
    validations,
)
from core.services.results import (
    count_outcomes,
    count_revalidated,
    depth_cells,
    depth_figures,
    run_counts,
)
from core.services.review import (
    DecisionFilter,
    Queue,
    QueueView,
    agreed,
    count,
    count_causes,
    count_states,
    history,
)
from core.services.runs import list_runs
from core.services.verification import (
    AuditFilter,
    code_counts,
    copy_statistics,
    list_checks,
    list_policies,
)
from core.services.verification import CopyGrouping as CopyBy
from db.tables import Run, RunItem


def numbers(engine: Engine) -> dict[str, Any]:
    return {
        "library": library(engine),
        "runs": [run_numbers(engine, run) for run in all_runs(engine)],
        "review": review_numbers(engine),
        "accuracy": accuracy(engine),
        "copy": copy_numbers(engine),
        "answers": answer_numbers(engine),
        "people": {
            "users": [[user.name, user.role] for user in list_users(engine)],
            "tokens": [[token.name, token.role] for token in list_tokens(engine)],
            "audited": count_audit_events(engine),
        },
    }


def all_runs(engine: Engine) -> list[Run]:
    return [*list_runs(engine), *list_runs(engine, "depth")]


def library(engine: Engine) -> dict[str, Any]:
    return {
        "texts": [[one.title, one.language, one.chars, one.sets] for one in list_sources(engine)],
        "sets": [
            [
                one.title,
                one.row_count,
                one.refused_count,
                one.warning_count,
                one.recordings,
                count_issues(engine, one.id),
            ]
            for one in list_sets(engine)
        ],
    }


def run_numbers(engine: Engine, run: Run) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "title": run.title,
        "kind": run.kind,
        "status": run.status,
        "total": run.total,
        "calls": run.calls,
        "tokens": run.tokens,
    }
    if run.kind == "depth":
        drawn = depth_figures(engine, run)
        return shown | {
            "overall": rate(drawn.overall),
            "by_length": {str(length): rate(one) for length, one in drawn.by_length.items()},
            "controls": {name: rate(one.rate) for name, one in drawn.controls.items()},
            "leaked": drawn.leaked,
            "cells": [
                [one.context_length, one.depth_bin, one.question_count, rate(one.rate)]
                for one in depth_cells(engine, run)
            ],
        }
    counts = run_counts(engine, run.id or 0)
    return shown | {
        "passed": counts.passed,
        "failed": counts.failed,
        "infrastructure": dict(counts.infrastructure),
        "skipped": dict(counts.skipped),
        "reasons": dict(counts.reasons),
        "pass_rate": rate(counts.pass_rate),
        "set": dict(count_outcomes(engine, run.id)),
        "revalidated": count_revalidated(engine, run.id),
        "waiting": count(engine, Queue(run_id=run.id)),
        "states": dict(count_states(engine, everywhere(run.id))),
    }


def everywhere(run_id: int | None = None) -> Queue:
    return Queue(run_id=run_id, shown=QueueView.ALL, decided=DecisionFilter.EITHER, samples=True)


def review_numbers(engine: Engine) -> dict[str, Any]:
    opinions = agreed(engine, everywhere())
    with Session(engine) as session:
        ids = [item_id or 0 for item_id in session.exec(select(RunItem.id).order_by(RunItem.id))]
    acts = {
        str(item_id): [one for one in history(engine, item_id) if one.item_id == item_id]
        for item_id in ids
    }
    return {
        "acts": {
            item_id: [
                " ".join(
                    [
                        *(one.action, "by", one.reviewer, *one.reasons),
                        *(["undone"] if one.undone else []),
                        *(["blind"] if one.blind else []),
                        *([one.comment] if one.comment else []),
                    ]
                )
                for one in events
            ]
            for item_id, events in acts.items()
            if events
        },
        "alpha": [opinions.alpha.n, rounded(opinions.alpha.value)],
        "pairs": [
            [one.first, one.second, rounded(one.kappa.value), rate(one.same)]
            for one in opinions.pairs
        ],
        "overridden": [[one.reviewer, one.items, rate(one.rate)] for one in opinions.reviewers],
        "causes": dict(count_causes(engine, everywhere())),
    }


def accuracy(engine: Engine) -> dict[str, Any]:
    every, scope = validations(engine), ReportScope()
    decided = reviewed_results(engine, every, scope)
    base, *others = [run for run in every if run.set_title == "The ferry"]
    return {
        "overall": rate(overall(engine, every, scope).rate),
        "slices": {
            by.value: [
                [one.group, one.name, rate(one.rate), one.infrastructure]
                for one in slices(engine, every, scope, by)
            ]
            for by in ResultGrouping
        },
        "overridden": rate(decided.overridden),
        "precision": rate(decided.precision),
        "by_reason": [
            [one.reason, one.flagged, rate(one.precision)] for one in decided.by_reason()
        ],
        "compared": [
            [one.other.title, one.both, one.only_base, one.only_other, one.neither]
            for one in compare_runs(engine, base, others)
        ],
    }


def copy_numbers(engine: Engine) -> dict[str, Any]:
    return {
        "policies": [[one.version, one.sha256] for one in list_policies(engine)],
        "checks": [
            [
                one.title,
                one.status,
                one.counts.total,
                dict(one.counts.verdicts),
                one.counts.repaired,
                one.counts.rescued,
            ]
            for one in list_checks(engine)
        ],
        "figures": [
            [
                one.group.policy,
                {name: rate(share) for name, share in one.verdicts.items()},
                {name: rate(share) for name, share in one.taken.items()},
                rate(one.rescued),
                rate(one.agreed),
            ]
            for one in copy_statistics(engine, AuditFilter(), CopyBy.POLICY)
        ],
        "codes": dict(sorted(code_counts(engine, AuditFilter()).items())),
    }


def answer_numbers(engine: Engine) -> dict[str, Any]:
    return {
        "npcs": [[one.profile.name, one.version] for one in answerers(engine)],
        "traces": [[one.query, one.policy_mode, one.gate_status] for one in list_traces(engine)],
        "feedback": [[one.query, one.judged, one.note] for one in list_feedback(engine)],
        "loops": [[one.query, one.status, one.outcome] for one in list_loops(engine)],
        "gate_runs": [gate_numbers(engine, one.id) for one in list_gate_runs(engine)],
    }


def gate_numbers(engine: Engine, run_id: int) -> dict[str, Any]:
    run, answers = get_gate_run(engine, run_id), answers_of(engine, run_id)
    shown: dict[str, Any] = {"title": run.cases.title, "status": run.status, "done": run.done}
    for arm in Arm:
        drawn = figures_of(one.outcome for one in answers if one.arm is arm)
        shown[arm.value] = {
            "leaks": rate(drawn.leaks),
            "over_refusals": rate(drawn.over_refusals),
            "unanswered": rate(drawn.unanswered),
            "evidence_cited": rate(drawn.evidence_cited),
            "failed": drawn.failed,
        }
    return shown


def rate(one: Any) -> str:
    """Hits, n and the interval, as in `4 of 6 (0.299993 to 0.903229)`."""
    share = f"{one.hits} of {one.n}"
    return f"{share} ({one.interval[0]:.6f} to {one.interval[1]:.6f})" if one.interval else share


def rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 6)
