"""Output files, printed counts and exit code of a finished validation."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from core.cli.clients import print_calls_made
from core.cli.ending import conclude, conclusion_of
from core.cli.language import _, translate
from core.cli.problems import causes_of, print_causes, print_first, print_refused
from core.cli.validation_job import ValidationJob
from core.errors import InputError
from core.llm import CallRange
from core.questions import jsonl_lines, write_atomically
from core.stats import Conclusion, Rate
from core.validation import Summary, ValidationResult, notices, summarise


def finish(job: ValidationJob, out: Path, summary_path: Path | None, expected: CallRange) -> int:
    """Write each file atomically, print the report, and return the exit code.

    Raises ResultsNotWritten.
    """
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
    _print_causes(job, summary, results)
    _print_counts(job, summary)
    if expected.most:
        print_calls_made(journal.spent.calls - job.made_before, expected)
    return code


def _conclusion(job: ValidationJob, summary: Summary) -> Conclusion:
    not_judged = summary.infrastructure_failures.total() + summary.skipped.total()
    refused = len(job.read.refused)
    return conclusion_of(len(job.read.questions), not_judged, left_out=refused)


def _print_causes(
    job: ValidationJob, summary: Summary, results: Sequence[ValidationResult]
) -> None:
    """Print each cause of problems, worded as on a run's page, with its remedy."""
    rows, refused = len(job.read.questions), len(job.read.refused)
    print_causes({**causes_of(results), **summary.skipped}, rows)
    print_refused(refused, rows + refused)


def _report(job: ValidationJob, summary: Summary, conclusion: Conclusion) -> dict[str, Any]:
    """Content of the summary file, described by docs/schemas/validation_summary.schema.json."""
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


def _print_counts(job: ValidationJob, summary: Summary) -> None:
    """Print totals, then the count of each reason, with an example for system errors."""
    line = _(
        "passed {passed}, failed {failed} of {total} ({failures} of them infrastructure failures); "
        "pass rate {rate}; skipped {skipped}; refused rows {refused}"
    ).format(
        passed=summary.passed_count,
        failed=summary.failed_count,
        total=summary.total_count,
        failures=summary.infrastructure_failures.total(),
        rate=_rate_text(summary.pass_rate),
        skipped=summary.skipped.total(),
        refused=len(job.read.refused),
    )
    sys.stderr.write(f"{line}\n")
    for reason, count in summary.failure_reasons.most_common():
        sys.stderr.write(f"  {reason}: {count}\n")
    failed = [result for result in job.journal.results.values() if result.infrastructure_failure]
    for kind, count in summary.infrastructure_failures.most_common():
        error = next(result.error for result in failed if result.infrastructure_failure == kind)
        line = _("{reason}: {n}, for instance: {example}").format(
            reason=kind, n=count, example=translate(error) if error else ""
        )
        sys.stderr.write(f"  {line}\n")
    _print_skipped(job, summary)
    if failed:
        line = _("ask the failed calls again with --resume (kept in {file})")
        sys.stderr.write(line.format(file=job.journal.path) + "\n")


def _rate_text(rate: Rate) -> str:
    if rate.value is None or rate.interval is None:
        return _("none judged")
    low, high = rate.interval
    return _("{rate} of {n} judged (95% CI {low} to {high})").format(
        rate=f"{rate.value:.1%}", n=rate.n, low=f"{low:.1%}", high=f"{high:.1%}"
    )


def _print_skipped(job: ValidationJob, summary: Summary) -> None:
    for reason, count in summary.skipped.most_common():
        line = _("skipped, {reason}: {n}").format(reason=reason, n=count)
        sys.stderr.write(f"  {line}\n")
    rows = job.read.questions
    places = (
        (_("line {line}").format(line=rows[index].line), skipped)
        for index, skipped in sorted(job.journal.skipped.items())
    )
    print_first((f"{place}: {translate(skipped)}" for place, skipped in places), indent="    ")
