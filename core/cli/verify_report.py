"""What a `verify` command counts, and how it says so."""

import json
import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from core.cli.verify_job import VerifyJob
from core.questions import write_atomically
from core.stats import Conclusion, Rate
from core.verification import Diversity, Verdict


@dataclass
class VerifyCounts:
    """Counts over rows of the output. `rescued` of `repaired`: candidates that were not allowed and
    had a repair that made a text; how many are allowed with it.
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

    def say_why(self, refused: int) -> None:
        """Why it is not simply done, and what to do."""
        if self.failed:
            was = "was" if self.failed == 1 else "were"
            of = self.judged + self.failed
            sys.stderr.write(
                f"{self.failed:,} of {of:,} candidates {was} not checked, for instance "
                f"{self.failure} Mend that and start again.\n"
            )
        if refused:
            was = "row was" if refused == 1 else "rows were"
            sys.stderr.write(
                f"{refused:,} {was} rejected. Correct them (--refused FILE keeps them with their "
                "reasons) and start again.\n"
            )

    def say(self, refused: int) -> None:
        shares = "; ".join(f"{each.value} {_said(self.rate(each))}" for each in Verdict)
        sys.stderr.write(
            f"judged {self.judged}: {shares}; not checked {self.failed}; refused rows {refused}\n"
        )
        if self.masked:
            sys.stderr.write(
                f"  {self.masked} were only to be revised, though facts or quality alone would "
                "have rejected them\n"
            )
        for code, count in self.codes.most_common():
            sys.stderr.write(f"  {code}: {count}\n")
        if self.repaired:
            rate = Rate(self.rescued, self.repaired)
            sys.stderr.write(f"repaired and then allowed {_said(rate)}\n")


def say_diversity(found: Diversity) -> None:
    if found.value is not None:
        sys.stderr.write(
            f"diversity {found.value:.2f} of the first {found.n}; nearly like one before: "
            f"{found.near_copies}\n"
        )


def _said(rate: Rate) -> str:
    if rate.value is None or rate.interval is None:
        return "0 of 0"
    low, high = rate.interval
    return f"{rate.hits} of {rate.n} ({rate.value:.1%}, 95 % interval {low:.1%} to {high:.1%})"


def write_summary(path: Path, job: VerifyJob, tally: VerifyCounts, conclusion: Conclusion) -> None:
    """docs/schemas/copy_summary.schema.json describes it."""
    report = {
        "state": conclusion.state,
        "policy": {"version": job.policy.version, "sha256": job.policy.sha256},
        "catalogSnapshot": job.source.snapshot,
        "now": job.now.isoformat(),
        "candidates": len(job.candidates),
        "judged": tally.judged,
        "verdicts": {each.value: _told(tally.rate(each)) for each in Verdict},
        "masked_rejects": tally.masked,
        "not_checked": tally.failed,
        "refused_rows": job.refused,
        "codes": dict(tally.codes.most_common()),
        "repaired_and_then_allowed": _told(Rate(tally.rescued, tally.repaired)),
        "diversity": asdict(job.diversity),
    }
    write_atomically(path, f"{json.dumps(report, ensure_ascii=False, indent=2)}\n".encode())


def _told(rate: Rate) -> dict[str, Any]:
    low, high = rate.interval or (None, None)
    return {"count": rate.hits, "n": rate.n, "value": rate.value, "low": low, "high": high}
