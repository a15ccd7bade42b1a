"""Test cases of a policy: what they expect, which facts they have, and why they fail."""

from typing import Any

import pytest
import yaml

from core.errors import InputError
from core.verification import (
    Code,
    Policy,
    PolicyCaseOutcome,
    expected_text,
    read_policy,
    read_policy_file,
    result_text,
    run_cases,
    shipped_policies,
    write_policy,
)
from tests.core.verification.desk import GOOD, V1, changed

GOOD_CASE = {"name": "plain", "text": GOOD, "channel": "PUSH", "locale": "zh-CN"}


def case(**fields: Any) -> dict[str, Any]:
    return GOOD_CASE | {"verdict": "ALLOW", "codes": []} | fields


def outcome(policy: Policy = V1, **fields: Any) -> PolicyCaseOutcome:
    (result,) = run_cases(changed(policy, cases=[case(**fields)]))
    return result


def reasons(result: PolicyCaseOutcome) -> list[str]:
    return [" ".join(each.translate() for each in reason) for reason in result.reasons()]


def test_a_case_passes_when_verdict_and_codes_are_as_expected() -> None:
    result = outcome()
    assert result.passed
    assert reasons(result) == []


def test_a_case_that_fails_says_what_was_expected_what_came_and_why() -> None:
    result = outcome(
        text="史上最低价，快来看看吧", verdict="REJECT", codes=["COMPLIANCE_URL_FORBIDDEN"]
    )
    assert not result.passed
    assert expected_text(result.case) == "REJECT [COMPLIANCE_URL_FORBIDDEN]"
    assert result_text(result) == "REVISE [COMPLIANCE_ABSOLUTE_WORDS]"
    assert reasons(result) == [
        "Compliance decided the verdict: its score is 0.4.",
        "Expected and not found: COMPLIANCE_URL_FORBIDDEN.",
        "Not expected: COMPLIANCE_ABSOLUTE_WORDS. “史上” is an absolute claim.",
    ]


def test_the_verdict_alone_may_be_expected() -> None:
    text = "史上最低价，快来看看吧"
    assert outcome(text=text, verdict="REVISE", codes=None).passed
    assert not outcome(text=text, verdict="REVISE", codes=[]).passed
    allowed = outcome(verdict="REVISE", codes=None)
    assert (result_text(allowed), reasons(allowed)) == (
        "ALLOW",
        ["Nothing found takes a score below its threshold."],
    )


def test_a_monitored_code_may_be_expected_and_is_else_no_failure() -> None:
    text = "索尼 相机 等你\u200b来看，快来看看吧"
    assert outcome(text=text).passed
    assert outcome(text=text, codes=["QUALITY_HIDDEN_CHARACTERS"]).passed


@pytest.mark.parametrize(
    ("facts", "codes", "verdict"),
    [
        ({}, ["FACT_ITEM_UNCHECKED"], "ALLOW"),
        ({"items": []}, ["FACT_ITEM_INVALID"], "REJECT"),
        ({"items": [{"id": "A1", "active": False}]}, ["FACT_ITEM_INVALID"], "REJECT"),
        ({"items": [{"id": "A1", "price": "9.90"}]}, [], "ALLOW"),
    ],
)
def test_items_are_looked_up_in_the_cases_own_catalogue(
    facts: dict[str, Any], codes: list[str], verdict: str
) -> None:
    """Without a file the claim is unchecked, not wrong."""
    claims = {"referenced_item_ids": ["A1"]}
    assert outcome(facts=facts, claims=claims, codes=codes, verdict=verdict).passed


@pytest.mark.parametrize(
    ("events", "codes"),
    [
        ([{"kind": "view", "days_ago": 7}], []),
        ([{"kind": "view", "days_ago": 7.1}], ["FACT_USER_EVENT_MISS"]),
        ([], ["FACT_USER_EVENT_MISS"]),
    ],
)
def test_events_happened_days_before_the_cases_time(
    events: list[dict[str, Any]], codes: list[str]
) -> None:
    result = outcome(
        facts={"events": events},
        claims={"referenced_events": ["recent_view"]},
        verdict="REVISE" if codes else "ALLOW",
        codes=codes,
    )
    assert result.passed, result_text(result)


def test_a_case_has_a_time_of_its_own_and_else_always_the_same() -> None:
    claims = {"holidays": ["双十一"]}
    late = outcome(claims=claims, codes=["FACT_HOLIDAY_INVALID"])
    assert late.passed, result_text(late)
    assert outcome(claims=claims, at="2025-11-11T12:00:00+08:00").passed


def test_recent_copy_and_constraints_are_the_cases_own() -> None:
    assert outcome(facts={"recent": [GOOD]}, codes=["QUALITY_NEAR_COPY"], verdict="ALLOW").passed
    assert outcome(
        text="只要 $99，快来看看吧，今天开始",
        constraints={"no_price": True},
        codes=["COMPLIANCE_PRICE_FORBIDDEN"],
    ).passed


def test_a_case_that_cannot_be_judged_fails_and_says_why() -> None:
    result = outcome(claims={"holidays": ["双十一"]}, time_zone="Mars/Olympus")
    assert not result.passed
    assert result_text(result) == "nothing"
    assert reasons(result) == ["Unknown time zone Mars/Olympus. Use a name such as Asia/Shanghai."]


def test_cases_change_what_a_policy_is_and_not_what_it_finds() -> None:
    tested = V1.model_copy(update={"cases": [case()]})
    assert tested.sha256 != V1.sha256
    assert tested.checks_sha256 == V1.checks_sha256


def test_cases_are_written_and_read_back_with_their_lines() -> None:
    tested = changed(V1, cases=[case(), case(name="other", facts={"items": []}, codes=None)])
    text = write_policy(tested)
    assert read_policy(text, file_name="p.yaml") == tested
    file = read_policy_file(text, file_name="p.yaml")
    _, second = run_cases(file.policy)
    assert text.splitlines()[file.line(second.path) - 1] == "- name: other"


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"at": "2025-11-11T12:00:00"}, "Add the time zone"),
        ({"at": "soon"}, "Use a time such as"),
        ({"at": "0001-01-01T00:00:00+08:00"}, "outside the years 1900–2199"),
        ({"verdict": "PASS"}, "Use one of 'ALLOW', 'REVISE' or 'REJECT'"),
        ({"codes": ["QUALITY_TOO_LOUD"]}, "Use one of"),
        ({"txt": "x"}, "Unknown field"),
    ],
)
def test_a_case_that_cannot_be_read_is_refused_with_its_line(
    fields: dict[str, Any], said: str
) -> None:
    policy = yaml.safe_load(write_policy(V1)) | {"cases": [case(**fields)]}
    text = yaml.safe_dump(policy, sort_keys=False, allow_unicode=True)
    with pytest.raises(InputError, match=said) as raised:
        read_policy(text, file_name="draft.yaml")
    assert raised.value.line is not None
    assert raised.value.line > text[: text.index("cases:")].count("\n")


def test_two_cases_of_one_name_are_refused() -> None:
    policy = yaml.safe_load(write_policy(V1)) | {"cases": [case(), case()]}
    with pytest.raises(InputError, match="Two cases are named plain"):
        read_policy(yaml.safe_dump(policy), file_name="draft.yaml")


def test_the_default_policys_cases_pass_and_raise_every_code_that_needs_no_model() -> None:
    policy = shipped_policies()["v1.2.0"]
    assert {o.case.name: result_text(o) for o in run_cases(policy) if not o.passed} == {}
    raised = {code for case in policy.cases for code in case.codes or ()}
    assert set(Code) - raised == {code for code in Code if code.value.startswith("MODEL_")}
    assert {case.locale[:2] for case in policy.cases} >= {"zh", "en"}


def test_a_case_may_name_the_items_that_its_events_are_about() -> None:
    claims = {"referenced_events": ["recent_view"], "referenced_item_ids": ["cam"]}
    viewed = {
        "text": "你上次浏览的相机现在有优惠，欢迎选购",
        "claims": claims | {"event_item_ids": ["cam"]},
        "facts": {"items": [{"id": "cam"}], "events": [{"kind": "view", "item_id": "shoe"}]},
        "codes": ["FACT_EVENT_OTHER_ITEM"],
        "verdict": "REVISE",
    }
    result = outcome(shipped_policies()["v1.2.0"], **viewed)
    assert reasons(result) == []
