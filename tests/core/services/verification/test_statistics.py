"""The numbers of section 9.4, each with its n; the same candidate twice makes nothing surer."""

import pytest
from sqlalchemy import Engine, update

from core.errors import NotFoundError
from core.services.verification import (
    BINS,
    AuditFilter,
    CheckModels,
    CopyGroup,
    CopyGrouping,
    RepairAction,
    ScoreDistribution,
    check_diversity,
    code_counts,
    copy_statistics,
    decide_repair,
    record_verdict,
    run_check,
    score_distributions,
)
from core.stats import Rate
from core.verification import Code, Dimension, Verdict
from core.verification.scores import WHOLE
from db.tables import CopyResult
from tests.core.services.verification.desk import ROWS, checked, line, lines, row, started

pytestmark = pytest.mark.long_on_postgres


def test_shares_are_of_what_was_judged(engine: Engine) -> None:
    checked(engine)
    (found,) = copy_statistics(engine, AuditFilter())
    assert (found.group.policy, found.group.day) == (None, None)
    assert (found.rejected.hits, found.rejected.n) == (1, 5)
    assert found.verdicts[Verdict.ALLOW].hits == 3
    assert (found.rescued.hits, found.rescued.n) == (1, 1)
    assert found.rejected.interval == pytest.approx(Rate(1, 5).interval)
    assert found.taken == {}
    assert found.agreed.value is None


def test_what_the_machinery_failed_is_in_no_verdict(engine: Engine) -> None:
    class Broken:
        def rewrite(self, request: object) -> str:
            raise RuntimeError

    run_check(engine, started(engine), models=CheckModels(rewriter=Broken()))
    (found,) = copy_statistics(engine, AuditFilter())
    assert (found.failed.hits, found.failed.n) == (1, 5)
    assert (found.rejected.hits, found.rejected.n) == (1, 4)


def test_the_same_candidates_checked_twice_are_no_surer(engine: Engine) -> None:
    checked(engine)
    (once,) = copy_statistics(engine, AuditFilter())
    checked(engine, title="again")
    (twice,) = copy_statistics(engine, AuditFilter())
    assert (twice.rejected.hits, twice.rejected.n, twice.rejected.clusters) == (2, 10, 5)
    (low, high), (least, most) = once.rejected.interval, twice.rejected.interval  # type: ignore[misc]
    assert least <= low < high <= most


def test_figures_are_told_apart_by_policy_and_day(engine: Engine) -> None:
    checked(engine)
    checked(engine, version="v1.1.0")
    by_policy = copy_statistics(engine, AuditFilter(), CopyGrouping.POLICY)
    assert [each.group.policy for each in by_policy] == ["v1.0.0", "v1.1.0"]
    assert all(each.rejected.n == 5 for each in by_policy)
    (by_day,) = copy_statistics(engine, AuditFilter(), CopyGrouping.DAY)
    assert by_day.group.day == f"{lines(engine)[0].checked_at:%Y-%m-%d}"
    both = copy_statistics(engine, AuditFilter(), CopyGrouping.POLICY_AND_DAY)
    assert [(each.group.policy, each.group.day) for each in both] == [
        ("v1.0.0", by_day.group.day),
        ("v1.1.0", by_day.group.day),
    ]


def test_what_people_did_is_counted_of_what_they_decided(engine: Engine) -> None:
    checked(engine)
    link, good, quiet = (line(engine, name).id for name in ("link", "good", "quiet"))
    decide_repair(engine, link, "Li", RepairAction.ACCEPT, step=0, idempotency_key="1")
    decide_repair(engine, quiet, "Li", RepairAction.REJECT, step=0, idempotency_key="2")
    record_verdict(engine, good, "Li", Verdict.ALLOW, idempotency_key="3")
    record_verdict(engine, quiet, "Li", Verdict.ALLOW, idempotency_key="4")
    (found,) = copy_statistics(engine, AuditFilter())
    assert {action: (rate.hits, rate.n) for action, rate in found.taken.items()} == {
        RepairAction.ACCEPT: (1, 2),
        RepairAction.EDIT: (0, 2),
        RepairAction.REJECT: (1, 2),
    }
    assert (found.agreed.hits, found.agreed.n) == (1, 2)


def test_scores_fall_into_bins_and_what_has_none_is_told(engine: Engine) -> None:
    checked(engine)
    found = {each.dimension: each for each in score_distributions(engine, AuditFilter())}
    fact = found[Dimension.FACT]
    assert (fact.group.policy, fact.n, fact.unscored) == ("v1.0.0", 4, 1)
    assert fact.mean == pytest.approx((1 + 1 + 1 + 0.7) / 4)
    assert (len(fact.counts), fact.counts[BINS - 1], fact.counts[14]) == (BINS, 3, 1)
    compliance = found[Dimension.COMPLIANCE]
    assert (compliance.n, compliance.counts[0], compliance.unscored) == (5, 1, 0)


@pytest.mark.parametrize("units", [0, 1, 499, 500, 750, 9_499, 9_750, 9_999, 10_000])
def test_a_score_is_in_the_bin_that_it_has_reached(engine: Engine, units: int) -> None:
    checked(engine)
    with engine.begin() as connection:
        connection.execute(update(CopyResult).values(fact=units))
    (fact,) = (
        each
        for each in score_distributions(engine, AuditFilter())
        if each.dimension is Dimension.FACT
    )
    assert fact.counts[min(units * BINS // WHOLE, BINS - 1)] == fact.n == 5


@pytest.mark.parametrize(
    ("counts", "half"),
    [
        ({19: 40}, (0.95, 1.0)),
        ({0: 10, 10: 20, 19: 10}, (0.5, 0.55)),
        ({0: 11, 10: 18, 19: 11}, (0.0, 1.0)),
        ({}, None),
    ],
)
def test_the_middle_half_of_scores_is_told_by_its_bins(
    counts: dict[int, int], half: tuple[float, float] | None
) -> None:
    heaped = tuple(counts.get(part, 0) for part in range(BINS))
    found = ScoreDistribution(CopyGroup(), Dimension.FACT, sum(heaped), None, heaped, 0)
    assert found.middle_half == (half and pytest.approx(half))


def test_nothing_checked_has_no_figures(engine: Engine) -> None:
    assert copy_statistics(engine, AuditFilter()) == []
    assert score_distributions(engine, AuditFilter()) == []
    assert code_counts(engine, AuditFilter()) == {}


def test_codes_are_counted_by_candidate(engine: Engine) -> None:
    checked(engine, [*ROWS, row("买 http://a.cn/1 和 http://a.cn/2 看看", id="two links")])
    found = code_counts(engine, AuditFilter())
    assert found[Code.COMPLIANCE_URL_FORBIDDEN] == 2
    assert next(iter(found)) is Code.COMPLIANCE_URL_FORBIDDEN
    assert code_counts(engine, AuditFilter(verdicts=(Verdict.ALLOW,))) == {}


def test_a_check_says_how_much_its_candidates_differ(engine: Engine) -> None:
    """Section 9.2: 多样性评分, and 重复内容 within one batch."""
    check_id = checked(engine, [row(id="a"), row(id="b"), row("别处的话一句也不像它", id="c")])
    found = check_diversity(engine, check_id)
    assert (found.value, found.n, found.near_copies) == (0.5, 3, 1)
    with pytest.raises(NotFoundError, match="Check 99 does not exist"):
        check_diversity(engine, 99)
