"""What the linter says about a policy."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.verification import (
    Code,
    Dimension,
    Level,
    Lint,
    Policy,
    lint,
    never_decides,
    read_policy,
    write_policy,
)
from core.verification.reachable_scores import reachable
from core.verification.scores import score
from tests.core.verification.desk import V1, V1_1, changed, with_rule
from tests.core.verification.test_scores import finding


def said(policy: Policy) -> dict[Lint, list[str]]:
    found: dict[Lint, list[str]] = {}
    for remark in lint(policy):
        found.setdefault(remark.lint, []).append(remark.said.worded())
    return found


@pytest.mark.parametrize("policy", [V1, V1_1], ids=["v1.0.0", "v1.1.0"])
def test_the_shipped_policies_have_no_errors(policy: Policy) -> None:
    assert [r for r in lint(policy) if r.level is Level.ERROR] == []


def test_v1_0_0_has_codes_that_never_decide_alone() -> None:
    """Reading 7: a wrong brand .85, a holiday or a price .80 still pass."""
    assert {
        Code.FACT_BRAND_MISMATCH,
        Code.FACT_HOLIDAY_INVALID,
        Code.COMPLIANCE_PRICE_FORBIDDEN,
        Code.COMPLIANCE_EXCESSIVE_PUNCTUATION,
        Code.QUALITY_LEN_OVER,
    } <= set(never_decides(V1))
    assert Code.FACT_USER_EVENT_MISS not in never_decides(V1)
    assert Code.COMPLIANCE_ABSOLUTE_WORDS not in never_decides(V1)


def test_the_lowest_score_that_a_code_leaves_is_told_exactly() -> None:
    assert any("at 0.9625 or" in each for each in said(V1)[Lint.CODE_NEVER_DECIDES])


def test_v1_1_0_lets_a_wrong_brand_a_holiday_and_a_price_decide() -> None:
    assert set(never_decides(V1_1)).isdisjoint(
        {
            Code.FACT_BRAND_MISMATCH,
            Code.FACT_HOLIDAY_INVALID,
            Code.COMPLIANCE_PRICE_FORBIDDEN,
            Code.QUALITY_LEN_OVER,
        }
    )


def test_the_values_of_section_4s_table_cannot_be_reached() -> None:
    """Reading 6: 0.9 and 0.75 are made by no facts, 0.95 by no compliance."""
    assert reachable(Dimension.FACT, V1).isdisjoint({90, 75})
    assert 95 not in reachable(Dimension.COMPLIANCE, V1)
    assert {0, 10, 40, 100} <= reachable(Dimension.COMPLIANCE, V1)


FACTS = [code for code in Code if code.dimension is Dimension.FACT]
COMPLIANCE = [code for code in Code if code.dimension is Dimension.COMPLIANCE]


@settings(deadline=None)
@given(
    st.sampled_from([V1, V1_1]),
    st.lists(st.sampled_from(FACTS)),
    st.lists(st.sampled_from(COMPLIANCE)),
)
def test_every_score_that_findings_make_is_reachable(
    policy: Policy, facts: list[Code], compliance: list[Code]
) -> None:
    for dimension, codes in ((Dimension.FACT, facts), (Dimension.COMPLIANCE, compliance)):
        found = [finding(code, str(at), policy) for at, code in enumerate(codes)]
        assert score(dimension, found, policy).units // 100 in reachable(dimension, policy)


def words(**lists: list[str]) -> dict[str, Any]:
    return {"words": {"forbidden": ["垃圾"], "absolute": ["第一"], "allow": []} | lists}


@pytest.mark.parametrize(
    ("fields", "expected", "text"),
    [
        (words(allow=["垃圾"]), Lint.WORD_NEVER_FOUND, "垃圾"),
        (words(absolute=["垃圾"]), Lint.WORD_IN_TWO_LISTS, "垃圾"),
        (words(absolute=["第一", "第一"]), Lint.WORD_TWICE, "2 times"),
        (words(absolute=["最", "最好"]), Lint.WORD_WITHIN_WORD, "最好"),
        (words(allow=["好天气"]), Lint.ALLOWS_NOTHING, "好天气"),
        ({"time_zone": "Mars/X"}, Lint.ZONE_UNKNOWN, "Mars/X"),
    ],
)
def test_what_is_odd_is_said(fields: dict[str, Any], expected: Lint, text: str) -> None:
    assert any(text in each for each in said(changed(V1, **fields))[expected])
    assert expected not in said(V1)


def test_thresholds_out_of_order_are_an_error() -> None:
    limits = V1.thresholds.model_dump() | {"fact": {"reject_below": 90, "revise_below": 80}}
    found = lint(changed(V1, thresholds=limits))
    assert found[0].lint is Lint.THRESHOLDS_OUT_OF_ORDER
    assert (found[0].level, found[0].where) == (Level.ERROR, "thresholds.fact")


def test_thresholds_that_are_equal_are_in_order() -> None:
    limits = V1.thresholds.model_dump() | {"fact": {"reject_below": 80, "revise_below": 80}}
    assert Lint.THRESHOLDS_OUT_OF_ORDER not in said(changed(V1, thresholds=limits))


@pytest.mark.parametrize(
    ("code", "rule", "expected"),
    [
        (Code.QUALITY_LEN_OVER, {}, Lint.CODE_WITHOUT_EFFECT),
        (Code.FACT_BRAND_MISMATCH, {"points": 15, "at_most": 80}, Lint.CEILING_WITHOUT_EFFECT),
        (Code.FACT_BRAND_MISMATCH, {"points": 15, "cap": 20}, Lint.CAP_WITHOUT_EFFECT),
        (
            Code.COMPLIANCE_ABSOLUTE_WORDS,
            {"points": 30, "count": "each"},
            Lint.SOFT_REACHES_ZERO,
        ),
    ],
)
def test_a_rule_that_does_not_do_what_it_seems_to_is_said(
    code: Code, rule: dict[str, Any], expected: Lint
) -> None:
    assert expected in said(with_rule(V1, code, **rule))
    assert expected not in said(V1)


def test_a_verdict_that_no_combination_reaches_is_said() -> None:
    rules = {code.value: {"mode": "monitor"} for code in Code if code.dimension is Dimension.FACT}
    silent = changed(V1, codes=V1.model_dump(mode="json")["codes"] | rules)
    assert said(silent)[Lint.BAND_UNREACHABLE] == [
        "No combination of findings makes fact alone result in REVISE.",
        "No combination of findings makes fact alone result in REJECT.",
    ]


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ([{"names": ["x"], "lunar": "01-30"}], Lint.HOLIDAY_WITHOUT_DATE),
        ([{"names": ["x"], "public": {"country": "CN", "name": "Y"}}], Lint.HOLIDAY_WITHOUT_DATE),
        ([{"names": ["x"], "public": {"country": "ZZ", "name": "Y"}}], Lint.HOLIDAY_WITHOUT_DATE),
        ([{"names": ["x"], "fixed": "01-01"}, {"names": ["X"], "fixed": "01-02"}], Lint.NAME_TWICE),
    ],
)
def test_a_holiday_that_is_not_in_every_year_is_an_error(
    table: list[dict[str, Any]], expected: Lint
) -> None:
    draft = changed(V1, holidays={"table": table})
    assert expected in said(draft)
    assert next(r for r in lint(draft) if r.lint is expected).level is Level.ERROR


def test_a_table_that_ends_before_it_begins_is_an_error() -> None:
    draft = changed(V1, holidays={"first_year": 2030, "last_year": 2020})
    assert Lint.YEARS_OUT_OF_ORDER in said(draft)


def test_a_policy_equal_to_one_that_was_read_before_is_linted_alike() -> None:
    again = read_policy(write_policy(V1_1), file_name="again.yaml")
    assert again == V1_1
    assert again is not V1_1
    assert lint(again) == lint(V1_1)
