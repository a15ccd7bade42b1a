"""Export a cleaned question set, its left-out questions and its changes as files.

All files of an export are built from one `Snapshot`, so that they never disagree.
"""

import io
import json
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from enum import StrEnum
from typing import Any, Literal

from sqlalchemy import Engine

from core.questions import FieldChange, Question, jsonl_lines, write_questions
from core.services.access import Right, demand
from core.services.results.audit_log import act_lines
from core.services.results.final_status import (
    CurrentDecision,
    QuestionOutcome,
    QuestionStatus,
    ReviewerOpinion,
    Snapshot,
    ValidationSource,
)
from core.services.results.snapshots import take_snapshot
from core.settings import DESK_VERSION
from core.text import WordRule

REVIEW_FIELD = "desk_review"
"""The field with the review record in each row of a cleaned set. A record from an earlier export is
kept inside it as `earlier`.
"""


class CleanedScope(StrEnum):
    """Which questions a cleaned set holds, by final status."""

    KEPT = "kept"
    KEPT_AND_CORRECTED = "kept_and_corrected"

    @property
    def statuses(self) -> tuple[QuestionOutcome, ...]:
        return (
            (QuestionOutcome.KEPT,)
            if self is CleanedScope.KEPT
            else (QuestionOutcome.KEPT, QuestionOutcome.CORRECTED)
        )


def cleaned_set(
    engine: Engine, run_id: int, scope: CleanedScope = CleanedScope.KEPT_AND_CORRECTED
) -> list[Question]:
    """Return the questions that remain after a run and its review, corrected and in file order,
    without REVIEW_FIELD. Raises what `take_snapshot` raises.
    """
    rows = take_snapshot(engine, run_id).rows
    return [row.question for row in rows if row.status in scope.statuses]


def questions_file(
    snapshot: Snapshot, scope: CleanedScope, file_format: Literal["jsonl", "csv"]
) -> bytes:
    """Write the set in source 000's input format, each row with its review record (REVIEW_FIELD).

    The desk can import the file again. In CSV the decision is one column per field
    (`desk_review.by`, ...), and cells that a spreadsheet would execute are guarded (see
    `write_questions`).
    """
    rows = [row for row in snapshot.rows if row.status in scope.statuses]
    questions = [_exported_question(snapshot, row, flat=file_format == "csv") for row in rows]
    return write_questions(questions, file_format)


def _exported_question(snapshot: Snapshot, row: QuestionStatus, *, flat: bool) -> Question:
    record = review_record(snapshot, row)
    extra, earlier = _split_extra(row.question.extra)
    if earlier is not None:
        record["earlier"] = earlier
    if flat:
        extra |= {f"{REVIEW_FIELD}.{name}": value for name, value in record.items()}
    else:
        extra[REVIEW_FIELD] = record
    return replace(row.question, extra=extra)


def _split_extra(extra: Mapping[str, Any]) -> tuple[dict[str, Any], Any]:
    """Return a row's own extra fields, and the review record that an earlier export added."""
    own_fields = {name: value for name, value in extra.items() if not name.startswith(REVIEW_FIELD)}
    added = {name: value for name, value in extra.items() if name not in own_fields}
    return own_fields, added.get(REVIEW_FIELD, added or None)


def review_record(snapshot: Snapshot, row: QuestionStatus) -> dict[str, Any]:
    """Return a question's final status and its origin, as docs/schemas/desk_review.schema.json."""
    decision, revalidation = row.decision, row.revalidation
    source = snapshot.source_of(row)
    return {
        "run": source.id if source else snapshot.run_id,
        **asked_with(snapshot, source),
        "counts": snapshot.rule.value,
        "item": row.original.item_key,
        "line": row.line,
        "fate": row.status.value,
        "validation": row.outcome or None,
        "failure_reasons": list(row.failure_reasons),
        "decision": decision.action if decision else None,
        "by": decision.reviewer if decision else None,
        "at": _timestamp(decision.at) if decision else None,
        "final": decision is not None and decision.cause is not None,
        "reasons": list(decision.reasons) if decision else [],
        "comment": decision.comment if decision else "",
        "opinions": [_opinion(opinion) for opinion in row.opinions],
        "changed": [change.field for change in row.changes],
        "evidence": row.evidence.to_dict() if row.evidence else None,
        "revalidation": revalidation.outcome if revalidation else None,
        "revalidation_reasons": list(revalidation.reasons) if revalidation else [],
    }


def asked_with(snapshot: Snapshot, source: ValidationSource | None) -> dict[str, Any]:
    """Return the run's model, prompt and thresholds, so that a row can be understood without the
    run; null where the run has none.
    """
    spec = source.spec if source else snapshot.spec
    template = (spec.get("template_id"), spec.get("template_version"))
    return {
        "run_title": source.title if source else snapshot.run_title,
        "model": spec.get("model") or spec.get("connection"),
        "prompt": " ".join(filter(None, (*map(_text, template), _text(spec.get("template_hash"))))),
        "similarity_threshold": spec.get("similarity_threshold"),
        "confidence_threshold": spec.get("confidence_threshold"),
        "wording": spec.get("wording", WordRule.TOLERATE.value),
    }


def _text(value: object) -> str:
    return "" if value is None else str(value)


def _opinion(opinion: ReviewerOpinion) -> dict[str, Any]:
    return {
        "decision": opinion.action,
        "by": opinion.reviewer,
        "at": _timestamp(opinion.at),
        "reasons": list(opinion.reasons),
        "comment": opinion.comment,
        "blind": opinion.blind,
        "changes": [change.to_dict() for change in opinion.changes],
    }


def left_out_lines(snapshot: Snapshot, scope: CleanedScope) -> Iterator[bytes]:
    """Yield JSONL of each question that the set leaves out, as imported, with its review record."""
    for row in snapshot.rows:
        if row.status not in scope.statuses:
            yield from jsonl_lines(
                [{**row.original.to_dict(), REVIEW_FIELD: review_record(snapshot, row)}]
            )


def change_lines(snapshot: Snapshot, scope: CleanedScope) -> Iterator[bytes]:
    """Yield the diff of the set against the imported file as JSONL: a line for each question that
    is left out or changed (docs/schemas/change.schema.json).
    """
    yield from jsonl_lines(_change_record(row) for row in snapshot.rows if _differs(row, scope))


def _change_record(row: QuestionStatus) -> dict[str, Any]:
    decision = row.decision
    return {
        "item": row.original.item_key,
        "line": row.line,
        "fate": row.status.value,
        "by": decision.reviewer if decision else None,
        "at": _timestamp(decision.at) if decision else None,
        "comment": decision.comment if decision else "",
        "opinions": [_opinion(opinion) for opinion in row.opinions],
        "changes": [change.to_dict() for change in row.changes],
    }


def _differs(row: QuestionStatus, scope: CleanedScope) -> bool:
    return row.status not in scope.statuses or bool(row.changes)


def changes_text(snapshot: Snapshot, scope: CleanedScope) -> str:
    """Return the diff as plain English text. Values are quoted as JSON, so that no question can be
    mistaken for text of the diff itself.
    """
    return "\n".join(_readable(snapshot, scope))


def _readable(snapshot: Snapshot, scope: CleanedScope) -> Iterator[str]:
    runs = ", ".join(f"run {run.id}" for run in snapshot.runs)
    yield f"{snapshot.set_title} ({snapshot.file_name}), {runs}: {scope.value}"
    yield f"at {_timestamp(snapshot.taken_at)}"
    yield ", ".join(
        f"{status.value} {snapshot.status_counts[status]}" for status in QuestionOutcome
    )
    for row in snapshot.rows:
        if not _differs(row, scope):
            continue
        yield ""
        status = f"{row.status.value}{_signature(row.decision)}"
        yield f"line {row.line}, item {_json(row.original.item_key)}: {status}"
        yield from _change_text(row.changes)
        for opinion in row.opinions:
            yield f"  opinion: {opinion.action}{_signature(opinion)}"
            yield from _change_text(opinion.changes, "  ")
        if row.status not in scope.statuses:
            yield f"  left out: {_json(row.original.question)}"
    yield ""


def _change_text(changes: Iterable[FieldChange], indented: str = "") -> Iterator[str]:
    for change in changes:
        yield f"{indented}  {change.field}"
        yield f"{indented}    - {_json(change.before)}"
        yield f"{indented}    + {_json(change.after)}"


def _signature(act: CurrentDecision | ReviewerOpinion | None) -> str:
    if act is None:
        return ""
    signature = f", {act.reviewer}, {_timestamp(act.at)}"
    return f"{signature}, {_json(act.comment)}" if act.comment else signature


def export_metadata(snapshot: Snapshot, scope: CleanedScope) -> dict[str, Any]:
    """Return the export's header, as docs/schemas/export_about.schema.json.

    `runs`: the runs whose validations count, newest first. `counts`: the rule for that, run (one
    chosen run) or newest (for each question the newest run that judged it). `decisions`: those in
    force. `revalidated`: corrected questions by outcome of their revalidation, or not_asked.
    """
    moments = [decision.at for decision in snapshot.decisions]
    counts = snapshot.status_counts
    corrected = [row for row in snapshot.rows if row.status is QuestionOutcome.CORRECTED]
    revalidated = Counter(
        row.revalidation.outcome if row.revalidation else "not_asked" for row in corrected
    )
    return {
        "run": {
            "id": snapshot.run_id,
            "title": snapshot.run_title,
            "settings": dict(snapshot.spec),
        },
        "runs": [
            {"id": run.id, "title": run.title, "questions": run.questions} for run in snapshot.runs
        ],
        "counts": snapshot.rule.value,
        "question_set": snapshot.set_title,
        "file": snapshot.file_name,
        "novel": snapshot.source_title,
        "exported_at": _timestamp(snapshot.taken_at),
        "desk_version": DESK_VERSION,
        "scope": scope.value,
        "in_the_set": sum(counts[status] for status in scope.statuses),
        "of": len(snapshot.rows),
        "refused_at_import": snapshot.refused_at_import,
        "fates": {status.value: counts[status] for status in QuestionOutcome},
        "revalidated": dict(revalidated),
        "decisions": {
            "count": len(moments),
            "first": _timestamp(min(moments)) if moments else None,
            "last": _timestamp(max(moments)) if moments else None,
            "reviewers": dict(Counter(decision.reviewer for decision in snapshot.decisions)),
        },
    }


def archive(engine: Engine, snapshot: Snapshot, scope: CleanedScope) -> bytes:
    """Pack all files of an export into a ZIP, with the header about.json. Requires Right.EXPORT."""
    demand(engine, Right.EXPORT)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as files:
        for name, content in _files(engine, snapshot, scope):
            dated = zipfile.ZipInfo(name, snapshot.taken_at.timetuple()[:6])
            dated.compress_type = zipfile.ZIP_DEFLATED
            files.writestr(dated, content)
    return buffer.getvalue()


def _files(engine: Engine, snapshot: Snapshot, scope: CleanedScope) -> Iterator[tuple[str, bytes]]:
    yield "about.json", _pretty_json(export_metadata(snapshot, scope))
    yield "questions.jsonl", questions_file(snapshot, scope, "jsonl")
    yield "questions.csv", questions_file(snapshot, scope, "csv")
    yield "changes.jsonl", b"".join(change_lines(snapshot, scope))
    yield "changes.txt", changes_text(snapshot, scope).encode()
    yield "left_out.jsonl", b"".join(left_out_lines(snapshot, scope))
    yield "acts.jsonl", b"".join(act_lines(engine, snapshot))


def _pretty_json(value: Mapping[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=2).encode()


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _timestamp(moment: datetime) -> str:
    return moment.isoformat(timespec="seconds")
