"""Rules that are regular expressions: where they apply, what they find, and that none is slow."""

from typing import Any

import pytest

from core.errors import InputError
from core.verification import Policy, check_compliance, policy_of, read_policy, write_policy
from core.verification.copy_text.pattern_rules import MOST_MATCHES
from core.verification.lint.patterns import lint_patterns
from tests.core.verification.desk import V1, candidate, changed, codes, verified

V1_2 = policy_of("v1.2.0")


def with_pattern(pattern: str, policy: Policy = V1, **scope: Any) -> Policy:
    return changed(policy, patterns={"forbidden": [{"pattern": pattern, **scope}]})


def test_a_pattern_finds_what_no_list_can_say_and_shows_the_words_found() -> None:
    policy = with_pattern(r"保证.{0,10}(?:赚|盈利)")
    verification = verified("保证三个月盈利，快来看看吧", policy)
    assert codes(verification) == {"COMPLIANCE_FORBIDDEN_WORDS"}
    (finding,) = verification.findings
    assert (finding.translate(), finding.span) == ("“保证三个月盈利” is forbidden.", (0, 7))
    assert not verified("保证发货，快来看看吧，今天开始", policy).findings


def test_an_absolute_pattern_weighs_as_an_absolute_word_does() -> None:
    policy = changed(V1, patterns={"absolute": [{"pattern": r"全网最(?:低|好|强)"}]})
    verification = verified("全网最强的一次活动，快来看看吧", policy)
    assert codes(verification) == {"COMPLIANCE_ABSOLUTE_WORDS"}


def test_case_does_not_matter_and_folded_widths_do_not_where_a_policy_folds() -> None:
    assert verified("BEST PRICE for you today", with_pattern("best price"), locale="en-US").findings
    wide = "ＢＥＳＴ　ＰＲＩＣＥ，快来看看吧"
    folding = verified(wide, with_pattern(r"best\s?price", V1_2))
    assert "COMPLIANCE_FORBIDDEN_WORDS" in codes(folding)
    (finding,) = (f for f in folding.findings if f.measure.get("word") == "ＢＥＳＴ　ＰＲＩＣＥ")
    assert finding.span == (0, 10)


@pytest.mark.parametrize(
    ("scope", "where", "holds"),
    [
        ({"locales": ["zh"]}, {"locale": "zh-CN"}, True),
        ({"locales": ["zh"]}, {"locale": "en-US"}, False),
        ({"channels": ["EMAIL"]}, {"channel": "EMAIL"}, True),
        ({"channels": ["EMAIL"]}, {"channel": "PUSH"}, False),
    ],
)
def test_a_pattern_holds_for_its_locales_and_channels(
    scope: dict[str, Any], where: dict[str, str], holds: bool
) -> None:
    findings = check_compliance(candidate("大促 ABC 开始", **where), with_pattern("ABC", **scope))
    assert bool(findings) is holds


@pytest.mark.parametrize(
    ("pattern", "said"),
    [
        ("(最", "cannot be read: missing"),
        ("(?<=最)低", "no look-around"),
        (r"(最)\1", "no back references"),
        ("最?", "matches an empty text"),
        ("x" * 501, "too long"),
    ],
)
def test_a_pattern_that_cannot_be_used_is_refused_with_line_and_reason(
    pattern: str, said: str
) -> None:
    text = write_policy(V1) + f"\npatterns:\n  forbidden:\n    - pattern: '{pattern}'\n"
    text = text.replace("patterns: {}\n", "")
    with pytest.raises(InputError, match=said) as raised:
        read_policy(text, file_name="draft.yaml")
    assert raised.value.field == "patterns.forbidden.0.pattern"
    assert text.splitlines()[(raised.value.line or 0) - 1].startswith("    - pattern")


def test_matches_of_one_pattern_are_bounded() -> None:
    """Each match may need a search through the remaining text: without a limit, quadratic time."""
    findings = check_compliance(candidate("x" * 10_000), with_pattern("x[^y]*y|x"))
    assert {finding.measure["times"] for finding in findings} == {MOST_MATCHES}


def test_a_slow_pattern_is_an_error_and_its_bound_is_of_the_processors_time() -> None:
    """No pattern takes less than nothing, and none so long as a day."""
    policy = with_pattern("全网最低")
    (remark,) = lint_patterns(policy, most_ms=0)
    assert (remark.level, remark.where) == ("error", "patterns.forbidden.0.pattern")
    assert "ms for 10000 characters" in remark.said.translate()
    assert not list(lint_patterns(policy, most_ms=86_400_000))
