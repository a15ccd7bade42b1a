"""Replays of stored verifications under another policy."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.verification import (
    Code,
    Policy,
    Verdict,
    Verification,
    compare,
    policy_of,
    replay,
    verify,
)
from core.verification.files.sample_pack import NOW, load_sample
from core.verification.replay import flip_matrix, rescore, verify_stored
from tests.core.verification.desk import GOOD, V1, V1_1, changed, verified, with_rule

SAMPLE = load_sample()


def stored(policy: Policy) -> dict[str, Verification]:
    return {
        each.id: verify(each, policy, SAMPLE.source, now=NOW, recent=SAMPLE.recent)
        for each in SAMPLE.candidates
    }


OLD = stored(V1)


def test_the_same_policy_flips_nothing() -> None:
    result = replay(V1, OLD)
    assert (result.flips.n, result.flips.flipped, result.not_replayed) == (len(OLD), 0, ())
    assert result.results == OLD


def test_a_replay_says_what_the_policy_says_of_the_candidates_themselves() -> None:
    """No look-up is needed: text, facts and the nearest copy were stored."""
    result = replay(V1_1, OLD)
    fresh = stored(V1_1)
    assert {name: each.verdict for name, each in result.results.items()} == {
        name: fresh[name].verdict for name in result.results
    }
    assert {name: each.codes for name, each in result.results.items()} == {
        name: fresh[name].codes for name in result.results
    }
    assert result.old_versions == ("v1.0.0",)
    assert result.new_version == "v1.1.0"


def test_what_ended_at_a_hard_violation_cannot_go_on_and_is_named() -> None:
    """The bin was rejected by v1.0.0 before any fact was looked up; v1.1.0 would look."""
    result = replay(V1_1, OLD)
    assert result.not_replayed == ("bin",)
    assert result.flips.n == len(OLD) - 1
    assert "bin" not in result.results


def test_the_flip_matrix_counts_old_and_new_verdicts_and_lists_who_flipped() -> None:
    flips = replay(V1_1, OLD).flips
    assert sum(sum(row) for _, row in flips.rows()) == flips.n
    assert [old for old, _ in flips.rows()] == list(Verdict)
    allowed_now = flips.examples[Verdict.REVISE, Verdict.ALLOW]
    assert list(allowed_now) == ["at-once", "bought-20-days-ago"]
    assert flips.counts[Verdict.REVISE, Verdict.ALLOW] == 2
    assert flips.stricter == flips.flipped - 2


def test_verdicts_are_held_against_peoples() -> None:
    people = {"wrong-brand": Verdict.REVISE, "at-once": Verdict.ALLOW, "short": Verdict.REVISE}
    comparison = replay(V1_1, OLD, people=people | {"nobody": Verdict.ALLOW}).people
    assert comparison
    assert (comparison.old_agrees.hits, comparison.old_agrees.n) == (0, 3)
    assert (comparison.new_agrees.hits, comparison.new_agrees.n) == (2, 3)
    assert comparison.difference
    assert comparison.difference.difference == pytest.approx(2 / 3)
    assert comparison.new.counts[Verdict.REVISE, Verdict.ALLOW] == 1


def test_where_people_decided_on_nothing_there_is_no_comparison() -> None:
    assert replay(V1_1, OLD, people={"nobody": Verdict.ALLOW}).people is None


def test_two_versions_are_compared_on_the_same_candidates() -> None:
    assert compare(V1, V1_1, OLD) == replay(V1_1, OLD).flips


def test_names_that_only_one_side_has_are_in_no_cell() -> None:
    assert flip_matrix({"a": Verdict.ALLOW, "b": Verdict.ALLOW}, {"a": Verdict.REJECT}).n == 1


CHECKED = [code for code in Code if not code.is_opinion]
WEIGHTS = st.builds(
    lambda points, cap, at_most, mode: {
        "points": points,
        "cap": cap,
        "at_most": at_most,
        "mode": mode,
        "count": "each",
    },
    st.integers(0, 100),
    st.none() | st.integers(0, 100),
    st.none() | st.integers(0, 100),
    st.sampled_from(["enforce", "monitor"]),
)


@settings(max_examples=60)
@given(st.sampled_from(list(OLD)), st.sampled_from(CHECKED), WEIGHTS)
def test_weighing_stored_findings_is_the_same_as_finding_them_again(
    name: str, code: Code, rule: dict[str, object]
) -> None:
    policy = with_rule(V1, code, **rule)
    candidate = OLD[name].candidate
    fresh = verify(candidate, policy, SAMPLE.source, now=NOW, recent=SAMPLE.recent)
    verification = verify_stored(OLD[name], policy)
    assert verification is None or verification == fresh
    if OLD[name].facts is not None:
        assert verification == fresh


def test_a_code_that_becomes_hard_ends_a_stored_verification_too() -> None:
    policy = with_rule(V1, Code.COMPLIANCE_ABSOLUTE_WORDS, hard=True)
    verification = verify_stored(verified("史上好价，快来看看吧"), policy)
    assert verification
    assert verification.verdict == "REJECT"
    assert verification.facts is None


def test_a_hard_code_that_becomes_soft_cannot_be_weighed_without_the_facts() -> None:
    policy = with_rule(V1, Code.COMPLIANCE_FORBIDDEN_WORDS, points=10)
    assert verify_stored(OLD["forbidden"], policy) is None
    assert verify_stored(OLD["scenario-3"], policy) is not None


def test_rescoring_stamps_the_policy_and_its_severities() -> None:
    policy = with_rule(V1, Code.QUALITY_LEN_TOO_SHORT, points=20, mode="monitor")
    verification = rescore(verified("好价上线"), policy)
    assert verification.policy_version == "v9.0.0"
    assert verification.policy_sha256 == policy.sha256
    assert [f.severity for f in verification.findings] == ["info"]


def test_other_thresholds_alone_are_replayed_by_weighing() -> None:
    strict = {"reject_below": 60, "revise_below": 95}
    policy = changed(
        V1, thresholds=V1.thresholds.model_dump() | {"fact": strict, "quality": strict}
    )
    assert policy.checks_sha256 == V1.checks_sha256
    assert replay(policy, {"a": verified(GOOD), "b": verified("好价上线")}).flips.counts == {
        (Verdict.ALLOW, Verdict.ALLOW): 2
    }
    assert policy_of("v1.0.0") == V1
