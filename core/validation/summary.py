"""Counts of a batch that add up (source 000, property 6; readings 45, 46)."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from core.stats import Rate
from core.validation.result import ValidationResult


@dataclass(frozen=True)
class Summary:
    """passed + failed = total; infrastructure failures are among the failed and counted apart.

    `skipped` questions were never asked and are not in the total. `pass_rate` is over the questions
    that were judged, so infrastructure failures cannot lower it.
    """

    passed_count: int
    failed_count: int
    skipped: Counter[str]
    infrastructure_failures: Counter[str]
    failure_reasons: Counter[str]

    @property
    def total_count(self) -> int:
        return self.passed_count + self.failed_count

    @property
    def pass_rate(self) -> Rate:
        return Rate(self.passed_count, self.total_count - self.infrastructure_failures.total())

    def to_dict(self) -> dict[str, Any]:
        rate = self.pass_rate
        low, high = rate.interval or (None, None)
        errors = self.infrastructure_failures.total()
        return {
            "total_count": self.total_count,
            "passed_count": self.passed_count,
            "failed_count": self.failed_count,
            "skipped": {"count": self.skipped.total(), "by_reason": dict(self.skipped)},
            "infrastructure_failures": {
                "count": errors,
                "share": errors / self.total_count if self.total_count else None,
                "by_kind": dict(self.infrastructure_failures),
            },
            "failure_reasons": dict(self.failure_reasons),
            "pass_rate": {"value": rate.value, "n": rate.n, "low": low, "high": high},
        }


def summarise(results: Iterable[ValidationResult], skipped: Iterable[str] = ()) -> Summary:
    """Count the results and the reasons of the skipped questions."""
    passed = failed = 0
    infrastructure: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    for result in results:
        if result.is_valid:
            passed += 1
            continue
        failed += 1
        if kind := result.infrastructure_failure:
            infrastructure[kind] += 1
        else:
            reasons.update(result.failure_reasons)
    return Summary(passed, failed, Counter(skipped), infrastructure, reasons)
