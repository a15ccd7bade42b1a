"""Counts, printed report and summary file of `verify`."""

import json
import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from core.cli.language import _, _n
from core.cli.verify_job import VerifyJob
from core.questions import write_atomically
from core.stats import Conclusion, Rate
from core.verification import Diversity, Verdict


@dataclass
class VerifyCounts:
    """Counts over output rows.

    `repaired` candidates were not allowed and got a repaired text; `rescued` of them are allowed
    with it.
    """

    verdicts: Counter[Verdict] = field(default_factory=Counter)
    codes: Counter[str] = field(default_factory=Counter)
    masked: int = 0
    failed: int = 0
    repaired: int = 0
    rescued: int = 0
    failure: str = ""

    def add(self, row: Mapping[str, Any]) -> None:
        if row["verdict"] is None:
            self.failed += 1
            self.failure = self.failure or f"{row['id']}: {row['error']}"
            return
        verdict = Verdict(row["verdict"])
        self.verdicts[verdict] += 1
        self.codes.update(row["codes"])
        self.masked += bool(row["decision"]["masked_reject"])
        if verdict is not Verdict.ALLOW and row["suggested_verdict"] is not None:
            self.repaired += 1
            self.rescued += row["suggested_verdict"] == Verdict.ALLOW

    @property
    def judged(self) -> int:
        return self.verdicts.total()

    def rate(self, verdict: Verdict) -> Rate:
        return Rate(self.verdicts[verdict], self.judged)

    def print_causes(self, refused: int) -> None:
        """Print each cause of problems with its remedy."""
        if self.failed:
            sentence = _n(
                "{n} of {total} candidates was not checked. Mend the cause and start again: "
                "{example}",
                "{n} of {total} candidates were not checked. Mend the cause and start again, for "
                "instance: {example}",
                self.failed,
                total=f"{self.judged + self.failed:,}",
                example=self.failure,
            )
            sys.stderr.write(f"{sentence}\n")
        if refused:
            sentence = _n(
                "{n} row was rejected. Correct it (--refused FILE keeps it with its reason) and "
                "start again.",
                "{n} rows were rejected. Correct them (--refused FILE keeps them with their "
                "reasons) and start again.",
                refused,
            )
            sys.stderr.write(f"{sentence}\n")

    def print(self, refused: int) -> None:
        shares = "; ".join(f"{verdict.value} {_share(self.rate(verdict))}" for verdict in Verdict)
        line = _("judged {n}: {shares}; not checked {failed}; refused rows {refused}").format(
            n=self.judged, shares=shares, failed=self.failed, refused=refused
        )
        sys.stderr.write(f"{line}\n")
        if self.masked:
            line = _n(
                "{n} was only to be revised, though facts or quality alone would have rejected it",
                "{n} were only to be revised, though facts or quality alone would have rejected "
                "them",
                self.masked,
            )
            sys.stderr.write(f"  {line}\n")
        for code, count in self.codes.most_common():
            sys.stderr.write(f"  {code}: {count}\n")
        if self.repaired:
            share = _share(Rate(self.rescued, self.repaired))
            sys.stderr.write(_("repaired and then allowed {share}").format(share=share) + "\n")


def print_diversity(diversity: Diversity) -> None:
    if diversity.value is not None:
        line = _("diversity {value} of the first {n}; nearly like one before: {copies}").format(
            value=f"{diversity.value:.2f}", n=diversity.n, copies=diversity.near_copies
        )
        sys.stderr.write(f"{line}\n")


def _share(rate: Rate) -> str:
    if rate.value is None or rate.interval is None:
        return _("none")
    low, high = (f"{bound:.1%}" for bound in rate.interval)
    return _("{hits} of {total} ({rate}, 95% interval {low} to {high})").format(
        hits=rate.hits, total=rate.n, rate=f"{rate.value:.1%}", low=low, high=high
    )


def write_summary(path: Path, job: VerifyJob, counts: VerifyCounts, conclusion: Conclusion) -> None:
    """Write the summary, described by docs/schemas/copy_summary.schema.json."""
    report = {
        "state": conclusion.state,
        "policy": {"version": job.policy.version, "sha256": job.policy.sha256},
        "catalogSnapshot": job.source.snapshot,
        "now": job.now.isoformat(),
        "candidates": len(job.candidates),
        "judged": counts.judged,
        "verdicts": {verdict.value: _rate_record(counts.rate(verdict)) for verdict in Verdict},
        "masked_rejects": counts.masked,
        "not_checked": counts.failed,
        "refused_rows": job.refused,
        "codes": dict(counts.codes.most_common()),
        "repaired_and_then_allowed": _rate_record(Rate(counts.rescued, counts.repaired)),
        "diversity": asdict(job.diversity),
    }
    write_atomically(path, f"{json.dumps(report, ensure_ascii=False, indent=2)}\n".encode())


def _rate_record(rate: Rate) -> dict[str, Any]:
    low, high = rate.interval or (None, None)
    return {"count": rate.hits, "n": rate.n, "value": rate.value, "low": low, "high": high}
