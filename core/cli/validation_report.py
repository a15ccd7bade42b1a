"""What a finished validation leaves behind: results, summary, a line for the person, a code."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from core.cli.causes import causes_of, say_causes, say_refused
from core.cli.conclusion import conclude, conclusion_of
from core.cli.inputs import SHOWN_ISSUES
from core.cli.validation_job import ValidationJob
from core.errors import InputError
from core.llm import CallRange
from core.questions import jsonl_lines, write_atomically
from core.stats import Conclusion
from core.validation import Summary, ValidationResult, notices, summarise


def finish(job: ValidationJob, out: Path, summary_path: Path | None, expected: CallRange) -> int:
    """Writes both files whole or not at all; returns the exit code. Raises ResultsNotWritten."""
    journal = job.journal
    results = [journal.results[index] for index in sorted(journal.results)]
    summary = summarise(results, (skipped.reason.value for skipped in journal.skipped.values()))
    conclusion = _conclusion(job, summary)
    try:
        write_atomically(out, jsonl_lines(result.to_dict() for result in results))
        if summary_path:
            report = json.dumps(_report(job, summary, conclusion), ensure_ascii=False, indent=2)
            write_atomically(summary_path, f"{report}\n".encode())
    except InputError as error:
        raise journal.kept(error) from error
    journal.close(complete=summary.infrastructure_failures.total() == 0)
    code = conclude(conclusion)
    _say_why(job, summary, results)
    _say(job, summary)
    if expected.most:
        made = journal.spent.calls - job.made_before
        sys.stderr.write(f"calls made: {made:,} (estimated {expected})\n")
    return code


def _conclusion(job: ValidationJob, summary: Summary) -> Conclusion:
    not_judged = summary.infrastructure_failures.total() + summary.skipped.total()
    refused = len(job.read.refused)
    return conclusion_of(len(job.read.questions), not_judged, left_out=refused)


def _say_why(job: ValidationJob, summary: Summary, results: Sequence[ValidationResult]) -> None:
    """Why it is not simply done, in the sentences of a run's page, each with what to do."""
    rows, refused = len(job.read.questions), len(job.read.refused)
    say_causes({**causes_of(results), **summary.skipped}, rows)
    say_refused(refused, rows + refused)


def _report(job: ValidationJob, summary: Summary, conclusion: Conclusion) -> dict[str, Any]:
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
        "state": conclusion.state,
        **counts,
        "refused_rows": {"count": len(job.read.refused)},
        "usage": vars(job.journal.spent),
        "notices": [notice.value for notice in notices(job.outcomes)],
        "baseline": job.client.kind == "lexical",
        "settings": job.journal.settings,
    }


def _say(job: ValidationJob, summary: Summary) -> None:
    """The counts, then each reason with its number and, for what was not judged, one example."""
    rate = summary.pass_rate
    share = "none judged"
    if rate.value is not None and rate.interval is not None:
        low, high = rate.interval
        share = f"{rate.value:.1%} of {rate.n} judged (95% CI {low:.1%} to {high:.1%})"
    failures = summary.infrastructure_failures.total()
    sys.stderr.write(
        f"passed {summary.passed_count}, failed {summary.failed_count} of {summary.total_count} "
        f"({failures} of them infrastructure failures); pass rate {share}; "
        f"skipped {summary.skipped.total()}; refused rows {len(job.read.refused)}\n"
    )
    for reason, count in summary.failure_reasons.most_common():
        sys.stderr.write(f"  {reason}: {count}\n")
    failed = [result for result in job.journal.results.values() if result.infrastructure_failure]
    for kind, count in summary.infrastructure_failures.most_common():
        said = next(r.error for r in failed if r.infrastructure_failure == kind)
        sys.stderr.write(f"  {kind}: {count}, for instance: {said.worded() if said else ''}\n")
    for reason, count in summary.skipped.most_common():
        sys.stderr.write(f"  skipped, {reason}: {count}\n")
    for index, skipped in sorted(job.journal.skipped.items())[:SHOWN_ISSUES]:
        sys.stderr.write(f"    line {job.read.questions[index].line}: {skipped}\n")
    if (more := summary.skipped.total() - SHOWN_ISSUES) > 0:
        sys.stderr.write(f"    ... and {more} more\n")
    if failed:
        sys.stderr.write(f"ask the failed calls again with --resume (kept in {job.journal.path})\n")
