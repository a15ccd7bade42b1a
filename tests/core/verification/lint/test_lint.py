"""What the linter says about a policy."""

from typing import Any

import pytest
from hypothesis import given
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
    read_policy_file,
    shipped_policies,
    write_policy,
)
from core.verification.lint.reachable_scores import reachable
from core.verification.policy_parts import RepairRules
from core.verification.scores import score
from tests.core.verification.desk import V1, V1_1, changed, with_rule
from tests.core.verification.test_scores import finding


def said(policy: Policy) -> dict[Lint, list[str]]:
    found: dict[Lint, list[str]] = {}
    for remark in lint(policy):
        found.setdefault(remark.lint, []).append(remark.said.translate())
    return found


V1_2 = shipped_policies()["v1.2.0"]


@pytest.mark.parametrize("policy", [V1, V1_1, V1_2], ids=["v1.0.0", "v1.1.0", "v1.2.0"])
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


def remarks(policy: Policy, wanted: Lint, **given: Any) -> list[tuple[str, str]]:
    """Where, and what is said."""
    found = lint(policy, **given)
    return [(each.where, each.said.translate()) for each in found if each.lint is wanted]


@pytest.mark.parametrize(
    ("fields", "where"),
    [
        (words(forbidden=[" 垃圾"]), "words.forbidden.0"),
        ({"brands": {"Sony": ["索尼\u3000"]}}, "brands.Sony.0"),
        ({"brands": {"Sony ": []}}, "brands.Sony "),
        ({"urls": {"forms": ["scheme"], "allow": ["a.cn "]}}, "urls.allow.0"),
        ({"vocabulary": {"absolute": [{"words": ["best "]}]}}, "vocabulary.absolute.0.words.0"),
    ],
)
def test_a_word_with_a_space_at_its_edge_is_said_with_its_place(
    fields: dict[str, Any], where: str
) -> None:
    (found,) = remarks(changed(V1, **fields), Lint.PADDED)
    assert found[0] == where
    assert found[1].endswith("Remove the space.")


SCOPED = {"words": ["best"], "channels": ["PUHS", "PUSH"], "locales": ["en", "fr", "zh-CN"]}


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"vocabulary": {"absolute": [SCOPED]}}, "vocabulary.absolute.0"),
        (
            {"brands": {"Sony": []}, "brand_rules": {"rules": {"Sony": [SCOPED]}}},
            "brand_rules.rules.Sony.0",
        ),
        ({"events": {"bought": {"kind": "purchase", "rules": [SCOPED]}}}, "events.bought.rules.0"),
        (
            {"patterns": {"absolute": [{"pattern": "b", "channels": ["PUHS"], "locales": ["fr"]}]}},
            "patterns.absolute.0",
        ),
    ],
)
def test_channels_and_locales_that_the_policy_has_not_are_said(
    fields: dict[str, Any], path: str
) -> None:
    policy = changed(V1, **fields)
    ((channel, said),) = remarks(policy, Lint.CHANNEL_UNKNOWN)
    assert channel == f"{path}.channels.0"
    assert "no channel PUHS, so this never applies. Use one of PUSH, EMAIL," in said
    ((locale, said),) = remarks(policy, Lint.LOCALE_UNKNOWN)
    assert locale.startswith(f"{path}.locales.")
    assert "no locale fr" in said


@pytest.mark.parametrize(
    ("fields", "where"),
    [
        ({"time_zones": {"fr-FR": "Europe/Paris"}}, "time_zones.fr-FR"),
        ({"call_to_tap": {"fr": "Touchez"}}, "call_to_tap.fr"),
        ({"languages": [{"locale": "fr", "has": "Han"}]}, "languages.0.locale"),
        ({"channels": {"PUSH": {"lengths": {"fr": 10}}}}, "channels.PUSH.lengths.fr"),
    ],
)
def test_locales_elsewhere_are_known_too(fields: dict[str, Any], where: str) -> None:
    assert [at for at, _ in remarks(changed(V1, **fields), Lint.LOCALE_UNKNOWN)] == [where]


@pytest.mark.parametrize(
    ("fields", "where", "code"),
    [
        ({"words": {"absolute": ["最"]}}, "words.forbidden", "COMPLIANCE_FORBIDDEN_WORDS"),
        ({"words": {"forbidden": ["最"]}}, "words.absolute", "COMPLIANCE_ABSOLUTE_WORDS"),
        ({"urls": {"forms": []}}, "urls.forms", "COMPLIANCE_URL_FORBIDDEN"),
        ({"prices": {"forms": []}}, "prices.forms", "COMPLIANCE_PRICE_FORBIDDEN"),
        ({"events": {}}, "events", "FACT_USER_EVENT_MISS"),
        ({"holidays": {"table": []}}, "holidays.table", "FACT_HOLIDAY_INVALID"),
        ({"channels": {}}, "channels", "COMPLIANCE_CHANNEL_UNKNOWN"),
        ({"locales": []}, "locales", "QUALITY_LOCALE_UNKNOWN"),
    ],
)
def test_an_empty_list_is_said_with_the_code_that_hangs_on_it(
    fields: dict[str, Any], where: str, code: str
) -> None:
    found = dict(remarks(changed(V1, **fields), Lint.EMPTY_LIST))
    assert code in found[where]


def test_a_list_that_is_written_and_empty_is_said_and_one_that_is_left_out_is_not() -> None:
    rule = {"words": ["best"], "needs": []}
    found = remarks(changed(V1_1, vocabulary={"absolute": [rule]}), Lint.EMPTY_LIST)
    assert [where for where, _ in found] == ["vocabulary.absolute.0.needs"]
    assert remarks(V1, Lint.EMPTY_LIST) == []
    shown = read_policy(write_policy(V1_1), file_name="shown.yaml")
    assert remarks(shown, Lint.EMPTY_LIST) == []


@pytest.mark.parametrize("alias", ["索尼", "canon", "Ｃａｎｏｎ"])
def test_one_alias_for_two_brands_is_an_error_in_any_width_and_case(alias: str) -> None:
    draft = changed(V1, brands={"Canon": ["佳能"], "Sony": ["索尼"], "Nikon": [alias]})
    ((where, said),) = remarks(draft, Lint.NAME_TWICE)
    assert where == "brands.Nikon.0"
    assert said.endswith("Remove it from one of them.")


def test_a_rule_for_a_brand_that_is_not_there_is_said() -> None:
    draft = changed(V1, brand_rules={"rules": {"Sonny": [{"words": ["sonny"]}]}})
    assert [at for at, _ in remarks(draft, Lint.BRAND_UNKNOWN)] == ["brand_rules.rules.Sonny"]


@pytest.mark.parametrize("rule", [{"allow": ["最佳拍档"]}, {"unless": ["拍档"]}])
def test_a_word_that_its_own_rule_rules_out_is_said(rule: dict[str, Any]) -> None:
    draft = changed(V1, vocabulary={"absolute": [{"words": ["最佳", "最佳拍档"], **rule}]})
    ((where, _),) = remarks(draft, Lint.WORD_NEVER_FOUND)
    assert where == "vocabulary.absolute.0.words.1"


RECENT = ["新品上架，快来看看吧"] * 6 + ["今天有优惠，等你来看"] * 6


@pytest.mark.parametrize(
    ("fields", "where"),
    [
        (words(absolute=["新品"]), "words.absolute.0"),
        (
            {"vocabulary": {"forbidden": [{"words": ["x", "新品"]}]}},
            "vocabulary.forbidden.0.words.1",
        ),
        ({"patterns": {"forbidden": [{"pattern": "新.上架"}]}}, "patterns.forbidden.0"),
        ({"events": {"seen": {"kind": "view", "phrases": ["来看"]}}}, "events.seen.phrases.0"),
    ],
)
def test_a_word_that_flags_half_of_recent_copy_is_said(fields: dict[str, Any], where: str) -> None:
    draft = changed(V1, **fields)
    ((at, said),) = remarks(draft, Lint.FLAGS_MOST_COPY, recent=RECENT)
    assert at == where
    assert " of 12 recent texts" in said
    assert remarks(draft, Lint.FLAGS_MOST_COPY, recent=RECENT[:9]) == [], "too few to say"
    assert remarks(draft, Lint.FLAGS_MOST_COPY, recent=[*RECENT, *(["别的"] * 30)]) == []


def test_a_remark_leads_to_the_line_of_its_field() -> None:
    text = write_policy(changed(V1, **words(forbidden=["垃圾", "假货 "])))
    file = read_policy_file(text, file_name="mine.yaml")
    (remark,) = (each for each in lint(file.policy) if each.lint is Lint.PADDED)
    assert "假货" in text.splitlines()[file.line(remark.path) - 1]


def test_every_word_of_the_default_policy_can_be_found() -> None:
    """Its weights are the source's, so codes that alone decide nothing are all that is left."""
    assert set(said(V1_2)) == {Lint.CODE_NEVER_DECIDES}


@pytest.mark.parametrize(
    ("repairs", "remark", "where"),
    [
        (
            {"replacements": [{"words": ["无敌"], "by": "史上低价"}]},
            Lint.REPAIR_FORBIDDEN,
            "repairs.replacements.0.by",
        ),
        (
            {"replacements": [{"words": ["无敌"], "by": "热门", "before_verb": "史上"}]},
            Lint.REPAIR_FORBIDDEN,
            "repairs.replacements.0.before_verb",
        ),
        ({"prices": {"zh": "史上好价"}}, Lint.REPAIR_FORBIDDEN, "repairs.prices.zh"),
        (
            {"replacements": [{"words": ["无敌"], "by": "热门"}, {"words": ["无敌"], "by": "好"}]},
            Lint.WORD_TWICE,
            "repairs.replacements.1.words.0",
        ),
        ({"cut_words": []}, Lint.EMPTY_LIST, "repairs.cut_words"),
        ({"replacements": []}, Lint.EMPTY_LIST, "repairs.replacements"),
    ],
)
def test_repairs_that_write_what_is_forbidden_or_nothing_are_told(
    repairs: dict[str, Any], remark: Lint, where: str
) -> None:
    policy = changed(V1, repairs=RepairRules.model_validate(repairs))
    found = [each for each in lint(policy) if each.path[0] == "repairs"]
    assert [(each.lint, each.where) for each in found] == [(remark, where)]
    assert (found[0].level is Level.ERROR) == (remark is Lint.REPAIR_FORBIDDEN)


def test_a_phrase_may_be_replaced_once_in_each_script() -> None:
    rules = [{"words": ["no 1"], "by": "热门"}, {"words": ["no 1"], "by": "popular"}]
    policy = changed(V1, repairs=RepairRules.model_validate({"replacements": rules}))
    assert [each for each in lint(policy) if each.path[0] == "repairs"] == []
