"""Source 002, "核心逻辑", "配置说明", "Trace 中的证据闸门记录"; readings 28, 31 and 32."""

import inspect
from dataclasses import replace

import pytest

from core.errors import ConfigurationError
from core.evidence_gate.evidence_gate import EvidenceGate, GateStatus, PolicyMode
from core.evidence_gate.intent import Intent, IntentResult, QueryIntentClassifier
from core.settings import Settings
from tests.core.evidence_gate.shelf import evidence

FACT = "严氏始祖是哪一年迁到严田的？"
PREFERENCE = "你觉得严氏家训对现代人有什么启发？"


def test_the_gate_has_source_002s_signature() -> None:
    parameters = list(inspect.signature(EvidenceGate).parameters.values())
    assert [(parameter.name, parameter.default) for parameter in parameters[:2]] == [
        ("min_citations_for_fact", 1),
        ("classifier", None),
    ]
    assert all(parameter.kind is inspect.Parameter.KEYWORD_ONLY for parameter in parameters[2:])


def test_a_fact_without_evidence_is_blocked_with_source_002s_trace() -> None:
    decision = EvidenceGate().check(FACT, ())
    assert decision.policy_mode is PolicyMode.CONSERVATIVE
    assert decision.to_trace("zh") == {
        "name": "evidence_gate",
        "status": "blocked",
        "intent": "fact_seeking",
        "citations_count": 0,
        "reason": "事实性问题，证据不足（需要 1，实际 0）",
    }
    assert decision.reason_text("en") == (
        "Factual question without enough evidence (required 1, found 0)"
    )


@pytest.mark.parametrize(
    ("needed", "given", "status"),
    [(1, 1, "passed"), (1, 3, "passed"), (2, 1, "blocked"), (2, 2, "passed"), (0, 0, "passed")],
)
def test_a_fact_passes_with_as_many_citations_as_it_needs(
    needed: int, given: int, status: str
) -> None:
    """Reading 32: with 0 the gate is always open."""
    decision = EvidenceGate(needed).check(FACT, evidence(*["严氏"] * given))
    assert (decision.status, decision.citations_count) == (status, given)
    assert decision.may_answer is (status == "passed")
    assert (decision.reason is None) is (status == "passed")


def test_a_preference_needs_no_evidence() -> None:
    decision = EvidenceGate().check(PREFERENCE, ())
    assert (decision.status, decision.required) == (GateStatus.PASSED, 0)
    assert decision.policy_mode is PolicyMode.NORMAL
    assert decision.to_trace("zh") == {
        "name": "evidence_gate",
        "status": "passed",
        "intent": "context_preference",
        "citations_count": 0,
    }


@pytest.mark.parametrize(
    ("coverage", "status"), [(0.0, "blocked"), (0.49, "blocked"), (0.5, "passed"), (1.0, "passed")]
)
def test_a_passage_is_evidence_from_the_threshold_upwards(coverage: float, status: str) -> None:
    """Reading 28: a retrieved passage is not yet evidence."""
    gate = EvidenceGate(threshold=0.5)
    decision = gate.check(FACT, evidence("严氏", "祠堂", coverage=coverage))
    assert decision.status == status
    assert decision.citations_count == (2 if status == "passed" else 0)


@pytest.mark.parametrize(
    ("text", "likeness", "coverage", "is_relevant"),
    [
        ("剧团下乡演出。", 0.84, 0.3, False),
        ("剧团下乡演出。", 0.85, 0.0, True),
        ("The bridge was built.", 0.78, 0.3, False),
        ("The bridge was built.", 0.80, 0.0, True),
        ("The bridge was built.", 0.70, 0.6, True),
    ],
)
def test_with_similarity_a_few_shared_words_are_no_evidence(
    text: str, likeness: float, coverage: float, is_relevant: bool
) -> None:
    passage = replace(evidence(text)[0], likeness=likeness, coverage=coverage)
    assert bool(EvidenceGate().relevant([passage])) is is_relevant


def test_a_disabled_gate_records_skipped() -> None:
    """Reading 32."""
    decision = EvidenceGate(enabled=False).check(FACT, ())
    assert (decision.status, decision.policy_mode) == (GateStatus.SKIPPED, PolicyMode.NORMAL)
    assert decision.intent
    assert decision.intent.intent is Intent.FACT_SEEKING
    assert EvidenceGate(enabled=False).check_answer(decision, 0) is decision


def test_npc_types_and_npcs_may_need_other_numbers() -> None:
    """002, P2: 根据 NPC 类型调整证据要求."""
    gate = EvidenceGate(1, required_by_type={"scholar": 3})
    passages = evidence("严氏", "祠堂")
    assert gate.check(FACT, passages, npc_type="ancestor").required == 1
    assert gate.check(FACT, passages, npc_type="scholar").status is GateStatus.BLOCKED
    overridden = gate.check(FACT, passages, npc_type="scholar", min_citations=2)
    assert (overridden.required, overridden.status) == (2, GateStatus.PASSED)
    assert gate.check(FACT, (), npc_type="scholar", min_citations=0).may_answer


def test_a_failing_classifier_is_an_error_and_conservative() -> None:
    class Broken(QueryIntentClassifier):
        def classify(self, query: str) -> IntentResult:
            raise RuntimeError("no table")

    decision = EvidenceGate(classifier=Broken()).check(FACT, evidence("严氏"))
    assert (decision.status, decision.policy_mode) == (GateStatus.ERROR, PolicyMode.CONSERVATIVE)
    assert decision.intent is None
    assert decision.reason_text("zh") == "证据闸门无法判断：no table"


def test_an_answer_must_use_the_evidence() -> None:
    """Reading 28: the citations used are checked after generation."""
    gate = EvidenceGate()
    passed = gate.check(FACT, evidence("严氏"))
    assert gate.check_answer(passed, 1) is passed
    refused = gate.check_answer(passed, 0)
    assert (refused.status, refused.citations_count) == (GateStatus.PASSED, 1)
    assert (refused.refuses, refused.may_answer) == (True, False)
    assert refused.reason_text("zh") == "事实性问题，回答所依据的证据不足（需要 1，实际 0）"


def test_a_preference_needs_no_citation_but_an_answer() -> None:
    gate = EvidenceGate()
    passed = gate.check(PREFERENCE, ())
    assert gate.check_answer(passed, 0) is passed
    assert gate.check_answer(passed, 0, empty=True).refuses


def test_a_disabled_gate_refuses_nothing_even_with_an_empty_answer() -> None:
    """Reading 32: an answer with nothing left is not shown, and is no refusal of the gate."""
    gate = EvidenceGate(enabled=False)
    for query in (FACT, PREFERENCE):
        after = gate.check_answer(gate.check(query, ()), 0, empty=True)
        assert (after.status, after.refuses) == (GateStatus.SKIPPED, False)
        assert not after.may_answer
        assert after.reason_text("zh") == "回答的内容没有任何证据支持"
    assert EvidenceGate().check(FACT, ()).refuses


@pytest.mark.parametrize(
    "given",
    [
        {"min_citations_for_fact": -1},
        {"required_by_type": {"scholar": -1}},
        {"threshold": 1.1},
        {"threshold": float("nan")},
    ],
)
def test_invalid_gate_settings_are_refused(given: dict[str, object]) -> None:
    with pytest.raises(ConfigurationError):
        EvidenceGate(**given)  # type: ignore[arg-type]


def test_source_002s_settings_are_read_from_the_environment() -> None:
    """002, "配置说明"."""
    defaults = Settings.from_environment({})
    assert (defaults.gate_enabled, defaults.gate_min_citations) == (True, 1)
    environment = {
        "EVIDENCE_GATE_MIN_CITATIONS": "0",
        "EVIDENCE_GATE_ENABLED": "false",
        "EVIDENCE_GATE_THRESHOLD": "0.7",
        "EVIDENCE_GATE_POLICY": "1.0",
    }
    settings = Settings.from_environment(environment)
    assert (settings.gate_enabled, settings.gate_min_citations) == (False, 0)
    assert (settings.gate_threshold, settings.gate_policy) == (0.7, "1.0")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("EVIDENCE_GATE_MIN_CITATIONS", "-1"),
        ("EVIDENCE_GATE_MIN_CITATIONS", "many"),
        ("EVIDENCE_GATE_ENABLED", "perhaps"),
        ("EVIDENCE_GATE_THRESHOLD", "1.5"),
        ("EVIDENCE_GATE_THRESHOLD", "nan"),
        ("EVIDENCE_GATE_THRESHOLD", "high"),
        ("EVIDENCE_GATE_POLICY", "2.0"),
    ],
)
def test_an_invalid_setting_is_named(name: str, value: str) -> None:
    with pytest.raises(ConfigurationError, match=f"{name} is '{value}'"):
        Settings.from_environment({name: value})
