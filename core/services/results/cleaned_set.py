"""A cleaned question set, what it leaves out and what it changes, as files.

Everything here is made of one `Snapshot`, so that the files of one export never disagree.
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
"""The field the desk adds to each row of a cleaned set; of an earlier export it keeps `earlier`."""


class CleanedScope(StrEnum):
    """Which questions a cleaned set holds."""

    KEPT = "kept"
    KEPT_AND_CORRECTED = "kept_and_corrected"

    @property
    def fates(self) -> tuple[QuestionOutcome, ...]:
        return (
            (QuestionOutcome.KEPT,)
            if self is CleanedScope.KEPT
            else (QuestionOutcome.KEPT, QuestionOutcome.CORRECTED)
        )


def cleaned_set(
    engine: Engine, run_id: int, scope: CleanedScope = CleanedScope.KEPT_AND_CORRECTED
) -> list[Question]:
    """The questions that are left after a run and its review, in the file's order, as they are to
    be asked; without the desk's own field. Raises as `rulings`.
    """
    return [row.question for row in take_snapshot(engine, run_id).rows if row.fate in scope.fates]


def questions_file(
    ruled: Snapshot, scope: CleanedScope, file_format: Literal["jsonl", "csv"]
) -> bytes:
    """The set in source 000's input format, each row with what was decided on it (REVIEW_FIELD).

    The desk imports it again. In CSV the decision is one column per field (`desk_review.by`, ...),
    and cells that a spreadsheet would execute are guarded (see `write_questions`).
    """
    rows = [row for row in ruled.rows if row.fate in scope.fates]
    told = [_told(ruled, row, flat=file_format == "csv") for row in rows]
    return write_questions(told, file_format)


def _told(ruled: Snapshot, row: QuestionStatus, *, flat: bool) -> Question:
    said = review_record(ruled, row)
    extra, earlier = _apart(row.question.extra)
    if earlier is not None:
        said["earlier"] = earlier
    if flat:
        extra |= {f"{REVIEW_FIELD}.{name}": value for name, value in said.items()}
    else:
        extra[REVIEW_FIELD] = said
    return replace(row.question, extra=extra)


def _apart(extra: Mapping[str, Any]) -> tuple[dict[str, Any], Any]:
    """A row's own fields, and what an earlier export of the desk added to them."""
    own = {name: value for name, value in extra.items() if not name.startswith(REVIEW_FIELD)}
    added = {name: value for name, value in extra.items() if name not in own}
    return own, added.get(REVIEW_FIELD, added or None)


def review_record(ruled: Snapshot, row: QuestionStatus) -> dict[str, Any]:
    """What stands of a question and by what: docs/schemas/desk_review.schema.json."""
    decision, again = row.decision, row.revalidation
    source = ruled.source_of(row)
    return {
        "run": source.id if source else ruled.run_id,
        **asked_with(ruled, source),
        "counts": ruled.rule.value,
        "item": row.original.item_key,
        "line": row.line,
        "fate": row.fate.value,
        "validation": row.outcome or None,
        "failure_reasons": list(row.failure_reasons),
        "decision": decision.action if decision else None,
        "by": decision.reviewer if decision else None,
        "at": _moment(decision.at) if decision else None,
        "final": decision is not None and decision.cause is not None,
        "reasons": list(decision.reasons) if decision else [],
        "comment": decision.comment if decision else "",
        "opinions": [_opinion(one) for one in row.opinions],
        "changed": [change.field for change in row.changes],
        "evidence": row.evidence.to_dict() if row.evidence else None,
        "revalidation": again.outcome if again else None,
        "revalidation_reasons": list(again.reasons) if again else [],
    }


def asked_with(ruled: Snapshot, source: ValidationSource | None) -> dict[str, Any]:
    """Which run it was, for a row that is read alone; null where the run does not say."""
    said = source.spec if source else ruled.spec
    named = (said.get("template_id"), said.get("template_version"))
    return {
        "run_title": source.title if source else ruled.run_title,
        "model": said.get("model") or said.get("connection"),
        "prompt": " ".join(filter(None, (*map(_text, named), _text(said.get("template_hash"))))),
        "similarity_threshold": said.get("similarity_threshold"),
        "confidence_threshold": said.get("confidence_threshold"),
        "wording": said.get("wording", WordRule.TOLERATE.value),
    }


def _text(value: object) -> str:
    return "" if value is None else str(value)


def _opinion(one: ReviewerOpinion) -> dict[str, Any]:
    return {
        "decision": one.action,
        "by": one.reviewer,
        "at": _moment(one.at),
        "reasons": list(one.reasons),
        "comment": one.comment,
        "blind": one.blind,
        "changes": [change.to_dict() for change in one.changes],
    }


def left_out_lines(ruled: Snapshot, scope: CleanedScope) -> Iterator[bytes]:
    """Every question of the file that the set leaves out, as it was imported, and why: JSONL."""
    for row in ruled.rows:
        if row.fate not in scope.fates:
            yield from jsonl_lines(
                [{**row.original.to_dict(), REVIEW_FIELD: review_record(ruled, row)}]
            )


def change_lines(ruled: Snapshot, scope: CleanedScope) -> Iterator[bytes]:
    """The diff of the set against the file it came from, JSONL: a line for each question that is
    not in it as it was (docs/schemas/change.schema.json).
    """
    yield from jsonl_lines(_changed(row) for row in ruled.rows if _differs(row, scope))


def _changed(row: QuestionStatus) -> dict[str, Any]:
    decision = row.decision
    return {
        "item": row.original.item_key,
        "line": row.line,
        "fate": row.fate.value,
        "by": decision.reviewer if decision else None,
        "at": _moment(decision.at) if decision else None,
        "comment": decision.comment if decision else "",
        "opinions": [_opinion(one) for one in row.opinions],
        "changes": [change.to_dict() for change in row.changes],
    }


def _differs(row: QuestionStatus, scope: CleanedScope) -> bool:
    return row.fate not in scope.fates or bool(row.changes)


def changes_text(ruled: Snapshot, scope: CleanedScope) -> str:
    """The same diff for people, plain text in English; values as JSON, so that nothing in a
    question can be taken for the diff's own words.
    """
    return "\n".join(_readable(ruled, scope))


def _readable(ruled: Snapshot, scope: CleanedScope) -> Iterator[str]:
    runs = ", ".join(f"run {run.id}" for run in ruled.runs)
    yield f"{ruled.set_title} ({ruled.file_name}), {runs}: {scope.value}"
    yield f"at {_moment(ruled.taken_at)}"
    yield ", ".join(f"{fate.value} {ruled.fates[fate]}" for fate in QuestionOutcome)
    for row in ruled.rows:
        if not _differs(row, scope):
            continue
        yield ""
        fate = f"{row.fate.value}{_signed(row.decision)}"
        yield f"line {row.line}, item {_json(row.original.item_key)}: {fate}"
        yield from _said_of(row.changes)
        for one in row.opinions:
            yield f"  opinion: {one.action}{_signed(one)}"
            yield from _said_of(one.changes, "  ")
        if row.fate not in scope.fates:
            yield f"  left out: {_json(row.original.question)}"
    yield ""


def _said_of(changes: Iterable[FieldChange], indented: str = "") -> Iterator[str]:
    for change in changes:
        yield f"{indented}  {change.field}"
        yield f"{indented}    - {_json(change.before)}"
        yield f"{indented}    + {_json(change.after)}"


def _signed(one: CurrentDecision | ReviewerOpinion | None) -> str:
    if one is None:
        return ""
    said = f", {one.reviewer}, {_moment(one.at)}"
    return f"{said}, {_json(one.comment)}" if one.comment else said


def export_metadata(ruled: Snapshot, scope: CleanedScope) -> dict[str, Any]:
    """The export's header: docs/schemas/export_about.schema.json.

    `runs` are those whose validations it rests on, newest first, by the rule `counts`: run (one run
    was chosen) or newest (of each question the newest run that judged it). `decisions` are those
    that stand; `revalidated` counts the corrected questions by how they were
    judged when they were asked again, apart from those never asked.
    """
    moments = [decision.at for decision in ruled.decisions]
    fates = ruled.fates
    corrected = [row for row in ruled.rows if row.fate is QuestionOutcome.CORRECTED]
    again = Counter(
        row.revalidation.outcome if row.revalidation else "not_asked" for row in corrected
    )
    return {
        "run": {"id": ruled.run_id, "title": ruled.run_title, "settings": dict(ruled.spec)},
        "runs": [
            {"id": run.id, "title": run.title, "questions": run.questions} for run in ruled.runs
        ],
        "counts": ruled.rule.value,
        "question_set": ruled.set_title,
        "file": ruled.file_name,
        "novel": ruled.source_title,
        "exported_at": _moment(ruled.taken_at),
        "desk_version": DESK_VERSION,
        "scope": scope.value,
        "in_the_set": sum(fates[fate] for fate in scope.fates),
        "of": len(ruled.rows),
        "refused_at_import": ruled.refused_at_import,
        "fates": {fate.value: fates[fate] for fate in QuestionOutcome},
        "revalidated": dict(again),
        "decisions": {
            "count": len(moments),
            "first": _moment(min(moments)) if moments else None,
            "last": _moment(max(moments)) if moments else None,
            "reviewers": dict(Counter(one.reviewer for one in ruled.decisions)),
        },
    }


def archive(engine: Engine, ruled: Snapshot, scope: CleanedScope) -> bytes:
    """All files of one export, of one moment: a ZIP with the header about.json."""
    demand(engine, Right.EXPORT)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as files:
        for name, content in _files(engine, ruled, scope):
            dated = zipfile.ZipInfo(name, ruled.taken_at.timetuple()[:6])
            dated.compress_type = zipfile.ZIP_DEFLATED
            files.writestr(dated, content)
    return out.getvalue()


def _files(engine: Engine, ruled: Snapshot, scope: CleanedScope) -> Iterator[tuple[str, bytes]]:
    yield "about.json", _pretty(export_metadata(ruled, scope))
    yield "questions.jsonl", questions_file(ruled, scope, "jsonl")
    yield "questions.csv", questions_file(ruled, scope, "csv")
    yield "changes.jsonl", b"".join(change_lines(ruled, scope))
    yield "changes.txt", changes_text(ruled, scope).encode()
    yield "left_out.jsonl", b"".join(left_out_lines(ruled, scope))
    yield "acts.jsonl", b"".join(act_lines(engine, ruled))


def _pretty(said: Mapping[str, Any]) -> bytes:
    return json.dumps(said, ensure_ascii=False, indent=2).encode()


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _moment(at: datetime) -> str:
    return at.isoformat(timespec="seconds")
