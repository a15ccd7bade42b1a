"""What a finished validation leaves behind: results, summary, a line for the person, a code."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from core.cli.validation_job import Job
from core.questions import jsonl_lines, write_atomically
from core.validation import Summary, ValidationResult, notices, summarise

DONE, INCOMPLETE = 0, 1


def finish(job: Job, out: Path, summary_path: Path | None) -> int:
    """Writes both files whole or not at all; returns the exit code."""
    journal = job.journal
    results = [journal.results[index] for index in sorted(journal.results)]
    summary = summarise(results, (skipped.reason.value for skipped in journal.skipped.values()))
    write_atomically(out, jsonl_lines(result.to_dict() for result in results))
    if summary_path:
        report = json.dumps(_report(job, summary, results), ensure_ascii=False, indent=2)
        write_atomically(summary_path, f"{report}\n".encode())
    failures = summary.infrastructure_failures.total()
    refused = len(job.read.refused)
    journal.close(complete=failures == 0)
    _say(summary, refused, journal.path if failures else None)
    return INCOMPLETE if failures or summary.skipped or refused else DONE


def _report(job: Job, summary: Summary, results: Sequence[ValidationResult]) -> dict[str, Any]:
    """The summary file; docs/schemas/validation_summary.schema.json describes it."""
    counts = summary.to_dict()
    rows = job.read.questions
    counts["skipped"]["items"] = [
        {
            "line": rows[index].line,
            "item": rows[index].question.item_key,
            "reason": skipped.reason.value,
            "message": str(skipped),
        }
        for index, skipped in sorted(job.journal.skipped.items())
    ]
    return {
        **counts,
        "refused_rows": {"count": len(job.read.refused)},
        "usage": {
            "prompt_tokens": sum(result.provenance.prompt_tokens for result in results),
            "completion_tokens": sum(result.provenance.completion_tokens for result in results),
            "calls": sum(result.provenance.attempts for result in results),
        },
        "notices": [notice.value for notice in notices(job.outcomes)],
        "baseline": job.client.kind == "lexical",
        "settings": job.journal.settings,
    }


def _say(summary: Summary, refused: int, part: Path | None) -> None:
    rate = summary.pass_rate
    share = ""
    if rate.value is not None and rate.interval is not None:
        low, high = rate.interval
        share = f" ({rate.value:.1%}, 95 % interval {low:.1%} to {high:.1%})"
    sys.stderr.write(
        f"passed {rate.hits} of {rate.n} judged{share}; failed {rate.n - rate.hits}; "
        f"infrastructure failures {summary.infrastructure_failures.total()}; "
        f"skipped {summary.skipped.total()}; refused rows {refused}\n"
    )
    for reason, count in summary.failure_reasons.most_common():
        sys.stderr.write(f"  {reason}: {count}\n")
    if part:
        sys.stderr.write(f"ask the failed calls again with --resume (kept in {part})\n")
