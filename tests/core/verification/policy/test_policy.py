"""Policies: the content of the built-in ones, how files are read, and what the hash covers."""

import json

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import InputError, NotFoundError
from core.verification import (
    Code,
    Mode,
    Policy,
    policy_of,
    read_policy,
    shipped_policies,
    write_policy,
)
from core.verification.policy_parts import CodeRule
from tests.core.verification.desk import V1, V1_1

LITERAL = {
    "FACT_USER_EVENT_MISS": 30,
    "FACT_ITEM_INVALID": 50,
    "FACT_BRAND_MISMATCH": 15,
    "FACT_HOLIDAY_INVALID": 20,
    "COMPLIANCE_ABSOLUTE_WORDS": 30,
    "COMPLIANCE_EXCESSIVE_PUNCTUATION": 10,
    "COMPLIANCE_PRICE_FORBIDDEN": 20,
    "QUALITY_LEN_OVER": 30,
    "QUALITY_LEN_TOO_SHORT": 20,
    "QUALITY_PUNCT_EXCESS": 15,
    "QUALITY_EMOJI_EXCESS": 10,
    "QUALITY_LANG_MISMATCH": 20,
    "QUALITY_LOW_READABILITY": 15,
}
"""Every penalty that source 001 names, in hundredths."""


@pytest.mark.parametrize(("code", "points"), LITERAL.items())
def test_v1_0_0_has_the_sources_penalties(code: str, points: int) -> None:
    rule = V1.rule(Code(code))
    assert (rule.points, rule.hard, rule.mode) == (points, False, Mode.ENFORCE)


@pytest.mark.parametrize("code", ["COMPLIANCE_URL_FORBIDDEN", "COMPLIANCE_FORBIDDEN_WORDS"])
def test_v1_0_0_has_the_sources_hard_violations(code: str) -> None:
    assert V1.rule(Code(code)).hard


def test_v1_0_0_has_the_sources_words_and_no_allowed_phrases() -> None:
    """Sections 2.2 and 2.3; reading 19."""
    assert V1.words.forbidden == ("垃圾", "假货", "欺诈", "骗人")
    assert V1.words.absolute == ("最好", "最低", "史上", "第一", "绝对", "完美", "极致")
    assert V1.words.allow == ()


def test_v1_0_0_has_the_sources_other_numbers() -> None:
    assert (V1.marks.exclamations, V1.marks.punctuation_percent, V1.marks.emoji) == (2, 20, 3)
    assert (V1.holidays.before, V1.holidays.after) == (3, 1)
    assert {rule.days for rule in V1.events.values()} == {7}
    assert set(V1.quality.model_dump().values()) == {25}
    assert V1.readability.low_below == 50


def test_v1_1_0_has_what_the_readings_improve() -> None:
    assert V1_1.rule(Code.FACT_BRAND_MISMATCH).at_most == 79
    assert "第一时间" in V1_1.words.allow
    assert {"www", "bare"} <= set(V1_1.urls.forms)
    assert "索尼" in V1_1.brands["Sony"]
    assert V1_1.check_undeclared
    assert {rule.days for rule in V1_1.events.values()} == {7, 14, 30}


def test_policies_are_listed_by_version_and_an_unknown_one_says_which_there_are() -> None:
    assert list(shipped_policies()) == ["v1.0.0", "v1.1.0", "v1.2.0"]
    with pytest.raises(
        NotFoundError, match=r"Policy v0\.9\.0 does not exist.*v1\.0\.0, v1\.1\.0, v1\.2\.0"
    ):
        policy_of("v0.9.0")


@pytest.mark.parametrize("policy", [V1, V1_1], ids=["v1.0.0", "v1.1.0"])
def test_a_policy_that_was_written_is_read_as_the_same(policy: Policy) -> None:
    again = read_policy(write_policy(policy), file_name="again.yaml")
    assert again == policy
    assert again.sha256 == policy.sha256


def test_an_empty_list_is_written_where_it_says_something() -> None:
    rules = {"brand_rules": {"rules": {"Sony": []}}, "brands": {"Sony": []}, "locales": []}
    odd = V1.model_copy(update=rules)
    text = write_policy(odd)
    assert read_policy(text, file_name="again.yaml") == odd
    assert "time_zones: {}" not in text


@settings(max_examples=12)
@given(
    flow=st.sampled_from([True, False, None]),
    indent=st.integers(2, 8),
    sort=st.booleans(),
)
def test_the_hash_does_not_depend_on_how_the_file_is_laid_out(
    flow: bool | None, indent: int, sort: bool
) -> None:
    fields = V1_1.model_dump(mode="json", exclude_none=True)
    plain = yaml.safe_dump(
        fields,
        default_flow_style=flow,
        indent=indent,
        sort_keys=sort,
        allow_unicode=sort,
    )
    again = read_policy(f"# a comment\n{plain}\n", file_name="p.yaml")
    assert again.sha256 == V1_1.sha256


def test_json_is_yaml_too() -> None:
    text = json.dumps(V1.model_dump(mode="json"), indent=1)
    assert read_policy(text, file_name="p.json").sha256 == V1.sha256


def test_a_published_policy_never_changes() -> None:
    """Stored verifications refer to these hashes; a change needs a new version."""
    assert {version: policy.sha256[:16] for version, policy in shipped_policies().items()} == {
        "v1.0.0": "c0f690855c94d435",
        "v1.1.0": "bc6e6363d30fa503",
        "v1.2.0": "0d08ad5eef99377d",
    }


def test_a_default_may_be_written_out_or_not() -> None:
    short = edited("max_length: 200\n    urls: allowed", "max_length: 200")
    assert read_policy(short, file_name="p.yaml").sha256 == V1.sha256


def test_a_code_that_came_after_a_policy_is_monitored_by_it() -> None:
    fields = yaml.safe_load(TEXT)
    del fields["codes"]["STYLE_SPACING"]
    older = read_policy(yaml.safe_dump(fields), file_name="older.yaml")
    assert older.rule(Code.STYLE_SPACING) == CodeRule(mode=Mode.MONITOR)


def test_another_number_is_another_hash_and_weights_are_apart_from_checks() -> None:
    heavier = V1.model_copy(update={"quality": V1_1.quality, "note": "other"})
    assert heavier.sha256 != V1.sha256
    assert heavier.checks_sha256 == V1.checks_sha256
    longer = V1.model_copy(update={"words": V1_1.words})
    assert longer.checks_sha256 != V1.checks_sha256


TEXT = write_policy(V1)


def edited(old: str, new: str) -> str:
    assert TEXT.count(old) >= 1
    return TEXT.replace(old, new, 1)


def line_of(text: str, part: str) -> int:
    return next(at for at, line in enumerate(text.split("\n"), 1) if part in line)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("reject_below: 60", "reject_below: 0.6", "whole number"),
        ("reject_below: 60", "reject_below: 160", "at most 100"),
        ("reject_below: 60", "reject_bellow: 60", "no such field|missing"),
        ("hard: false", "hard: maybe", "true or false"),
        ("count: once", "count: twice", "one of 'once' or 'each'"),
        ("mode: enforce", "mode: warn", "one of 'enforce' or 'monitor'"),
        ("fixed: 02-14", "fixed: 02-30", "This date does not exist in every year"),
        ("fixed: 02-14", "fixed: 14 Feb", "Invalid format for this field"),
        ("days: 7\n    phrases", "days: 8\n    phrases", "one of 7, 14 or 30"),
        ("sentence_weight: 40", "sentence_weight: 41", "add up to 100"),
        ("- 垃圾", "- 5", "quotation marks"),
        ("- scheme", "- gopher", "one of"),
        ("version: v1.0.0", "version: one", "Invalid format for this field"),
    ],
)
def test_a_fault_is_named_with_its_line_and_what_to_write(old: str, new: str, said: str) -> None:
    text = edited(old, new)
    with pytest.raises(InputError, match=said) as raised:
        read_policy(text, file_name="draft.yaml")
    assert raised.value.file == "draft.yaml"
    assert raised.value.line is not None
    assert raised.value.field


def test_the_line_is_that_of_the_fault() -> None:
    text = edited("reject_below: 60", "reject_below: sixty")
    with pytest.raises(InputError) as raised:
        read_policy(text, file_name="draft.yaml")
    assert raised.value.line == line_of(text, "sixty")
    assert raised.value.field == "thresholds.fact.reject_below"


def test_a_missing_code_is_named() -> None:
    fields = yaml.safe_load(TEXT)
    del fields["codes"]["QUALITY_LEN_OVER"]
    del fields["codes"]["STYLE_SPACING"]
    with pytest.raises(InputError, match=r"missing: QUALITY_LEN_OVER\."):
        read_policy(yaml.safe_dump(fields), file_name="draft.yaml")


@pytest.mark.parametrize("rule", [{"points": 10}, {"hard": True}, {}, {"at_most": 50}])
def test_what_a_model_says_is_never_enforced(rule: dict[str, object]) -> None:
    fields = yaml.safe_load(TEXT)
    fields["codes"]["MODEL_TOXICITY"] = rule
    with pytest.raises(InputError, match=r"never decide a verdict.*MODEL_TOXICITY") as raised:
        read_policy(yaml.safe_dump(fields), file_name="draft.yaml")
    assert raised.value.line
    fields["codes"]["MODEL_TOXICITY"] = rule | {"mode": "monitor"}
    assert read_policy(yaml.safe_dump(fields), file_name="draft.yaml")


def test_a_flagged_category_is_a_category() -> None:
    fields = yaml.safe_load(TEXT)
    fields["opinions"] = {"categories": ["toys"], "flagged": ["toys", "pets"]}
    with pytest.raises(InputError, match="Unknown categories: pets") as raised:
        read_policy(yaml.safe_dump(fields), file_name="draft.yaml")
    assert raised.value.field == "opinions"


def test_an_unknown_code_is_refused() -> None:
    fields = yaml.safe_load(TEXT)
    fields["codes"]["QUALITY_LEN_OVVER"] = {"points": 10}
    with pytest.raises(InputError, match="one of"):
        read_policy(yaml.safe_dump(fields), file_name="draft.yaml")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a: [", "Not valid YAML"),
        ("- a\n- b", "not a policy"),
        ("", "not a policy"),
        ("version: v1.0.0\nversion: v1.0.1", "appears twice"),
        ("a: &x [1]\nb: *x", "not allowed"),
        ("a: " + "[" * 100 + "]" * 100, "too deep"),
        ("a: 2025-13-40", "quotation marks|missing"),
        ("x" * 1_000_001, "longer than"),
    ],
)
def test_a_file_that_is_no_policy_is_refused_with_the_reason(text: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        read_policy(text, file_name="draft.yaml")


def test_bytes_that_are_no_utf_8_are_refused() -> None:
    with pytest.raises(InputError, match="UTF-8"):
        read_policy("名".encode("gb18030"), file_name="draft.yaml")


def test_a_policy_that_is_read_twice_is_the_same_and_one_that_differs_is_not() -> None:
    first, again = policy_of("v1.0.0"), policy_of("v1.0.0").model_copy()
    assert again is not first
    assert again == first
    assert hash(again) == hash(first)
    assert again.model_copy(update={"note": "another"}) != first
    assert first != policy_of("v1.1.0")
    assert first != first.sha256
