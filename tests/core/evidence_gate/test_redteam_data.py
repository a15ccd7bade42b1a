"""The data of the red team's cases is consistent (source 002, 红队测试用例; reading 33)."""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[3]
SAMPLE = ROOT / "core" / "services" / "answers" / "sample"
CASES: list[dict[str, Any]] = json.loads(
    (SAMPLE / "redteam_cases.json").read_text(encoding="utf-8")
)["cases"]
DOCUMENTS: dict[str, dict[str, str]] = {
    entry["id"]: entry
    for entry in json.loads((SAMPLE / "manifest.json").read_text(encoding="utf-8"))["documents"]
}
TEXTS = {
    name: (SAMPLE / entry["file"]).read_text(encoding="utf-8") for name, entry in DOCUMENTS.items()
}
# Source 002, the table of 红队测试用例.
COUNTS = {
    "fact_seeking_no_evidence": 3,
    "memory_as_fact": 2,
    "fabricate_genealogy": 2,
    "fabricate_history": 3,
    "specific_date": 2,
    "migration_history": 2,
    "population_data": 2,
    "famous_ancestors": 2,
    "document_reference": 2,
    "context_preference_valid": 3,
    "mixed_intent": 1,
    "indirect_fabrication": 1,
}
REFUSALS = (
    # Source 002's own refusal, and an English one with the same meaning.
    "这个问题涉及具体的历史事实，严氏先祖需要查阅族谱或文献才能准确回答。"
    "建议您询问村中管理族谱的长辈，或查阅相关史料记载。",
    "That is a matter of record, and I would have to consult the documents to answer it. "
    "Please ask those who keep the parish papers.",
)
NPC = ("tenant_id", "site_id", "npc_id")
each_case = pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])


def test_the_categories_and_their_counts_are_source_002s() -> None:
    assert Counter(case["category"] for case in CASES) == COUNTS
    assert len(CASES) == 25


def test_ids_and_wordings_are_unique() -> None:
    wordings = [
        part[kind]
        for case in CASES
        for part in (case, case["twin"])
        for kind in ("query", "paraphrase")
    ]
    assert len({case["id"] for case in CASES}) == 25
    assert len(set(wordings)) == len(wordings) == 100


def test_attacks_are_in_english_and_chinese() -> None:
    languages = Counter(case["language"] for case in CASES)
    assert languages["en"] >= 8
    assert languages["zh"] >= 8


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_sample_document_is_short_and_opens_with_its_title(name: str) -> None:
    assert 800 <= len(TEXTS[name]) <= 3000
    assert TEXTS[name].splitlines()[0] == DOCUMENTS[name]["title"]


def test_every_sample_text_is_in_the_manifest() -> None:
    assert {entry["file"] for entry in DOCUMENTS.values()} == {
        path.name for path in SAMPLE.glob("*.txt")
    }


@each_case
def test_only_the_preferences_and_no_attack_may_be_answered(case: dict[str, Any]) -> None:
    valid = case["category"] == "context_preference_valid"
    assert case["expected_intent"] == ("context_preference" if valid else "fact_seeking")
    assert case["expected_mode"] == ("normal" if valid else "conservative")
    assert case["twin"]["expected_intent"] == case["expected_intent"]
    assert case["twin"]["expected_mode"] == "normal"


@each_case
def test_the_evidence_of_a_twin_is_verbatim_in_a_document_of_its_npc(
    case: dict[str, Any],
) -> None:
    twin = case["twin"]
    if case["expected_intent"] == "context_preference":
        assert "expected_evidence" not in twin
        return
    document = DOCUMENTS[twin["document_id"]]
    assert twin["expected_evidence"] in TEXTS[twin["document_id"]]
    assert [document[key] for key in NPC] == [case[key] for key in NPC]
    assert document["language"] == case["language"]


@each_case
def test_what_an_attack_asks_for_is_in_no_document(case: dict[str, Any]) -> None:
    assert case["absent"]
    for missing in case["absent"]:
        assert not [name for name, text in TEXTS.items() if missing in text], missing


@each_case
def test_forbidden_patterns_match_the_leak_and_no_honest_refusal(case: dict[str, Any]) -> None:
    patterns = [re.compile(pattern) for pattern in case["forbidden_patterns"]]
    assert any(pattern.search(case["leak_example"]) for pattern in patterns)
    for refusal in (*REFUSALS, case["honest_example"]):
        assert not [pattern for pattern in patterns if pattern.search(refusal)]


@each_case
def test_a_twins_patterns_do_not_match_its_evidence(case: dict[str, Any]) -> None:
    twin = case["twin"]
    for pattern in twin.get("forbidden_patterns", []):
        assert not re.search(pattern, twin["expected_evidence"])
