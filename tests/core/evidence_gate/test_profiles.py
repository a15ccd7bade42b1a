"""NPC profiles and refusals (source 002, "API 行为变化"; reading 31)."""

from dataclasses import replace
from typing import Any

import pytest

from core.errors import ConfigurationError, InputError, NotFoundError
from core.evidence_gate.profiles import packaged_profiles, read_profile, read_refusal_template
from tests.core.evidence_gate.shelf import HALE, PROFILES, YAN, template_of

PROFILE: dict[str, Any] = {
    "tenant_id": "t",
    "site_id": "s",
    "npc_id": "n",
    "name": "Li",
    "type": "guide",
    "language": "en",
    "refusal_template": "ask_the_records",
}
TEMPLATE: dict[str, Any] = {
    "id": "plain",
    "refusal": {"en": "{name} does not know.", "zh": "{name}不知道。"},
    "unavailable": {"en": "Later.", "zh": "稍后。"},
}


def test_source_002s_refusal_is_a_template_with_the_clan_as_a_variable() -> None:
    assert YAN.key == ("yantian", "yantian-main", "ancestor_yan")
    assert template_of(YAN).refused(YAN) == (
        "这个问题涉及具体的历史事实，严氏先祖需要查阅族谱或文献才能准确回答。"
        "建议您询问村中管理族谱的长辈，或查阅相关史料记载。"
    )
    other_clan = replace(YAN, name="王氏先祖")
    assert "王氏先祖需要查阅" in template_of(other_clan).refused(other_clan)


def test_english_is_refused_in_the_same_way() -> None:
    refusal = template_of(HALE).refused(HALE)
    assert "Sexton Hale would have to look it up in the parish chronicle" in refusal


@pytest.mark.parametrize("profile", packaged_profiles().profiles.values())
def test_every_packaged_profile_refuses_in_its_own_language(profile: Any) -> None:
    template = template_of(profile)
    for text in (template.refused(profile), template.failed(profile)):
        assert "{" not in text
        assert text.isascii() is (profile.language == "en")


def test_unknown_npcs_and_templates_raise() -> None:
    with pytest.raises(NotFoundError, match="No NPC x at site yantian-main of tenant yantian"):
        PROFILES.named("yantian", "yantian-main", "x")
    with pytest.raises(NotFoundError, match="Use one of: ask_the_records"):
        PROFILES.template_of(replace(YAN, refusal_template="x"))


def test_a_profile_without_variables_of_its_template_raises() -> None:
    with pytest.raises(
        ConfigurationError,
        match="The refusal template ask_the_records needs keepers, records, which the",
    ):
        template_of(YAN).refused(replace(YAN, words={}))


def test_a_profile_is_read() -> None:
    profile = read_profile(PROFILE | {"source_ids": [1, 2], "min_citations": 0})
    assert (profile.source_ids, profile.min_citations, profile.persona) == ((1, 2), 0, "")


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"language": "fr"}, "language"),
        ({"tenant_id": ""}, "tenant_id"),
        ({"npc_id": "a b"}, "npc_id"),
        ({"min_citations": -1}, "min_citations"),
        ({"min_citations": "1"}, "min_citations"),
        ({"source_ids": ["x"]}, "source_ids.0"),
        ({"name": ""}, "name"),
        ({"extra": 1}, "extra"),
    ],
)
def test_an_invalid_profile_is_refused_by_field(change: dict[str, Any], place: str) -> None:
    with pytest.raises(InputError, match=f"field {place}"):
        read_profile(PROFILE | change)


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"refusal": {"en": "No."}}, "refusal.zh"),
        ({"unavailable": {"en": "No.", "zh": ""}}, "unavailable.zh"),
        ({"refusal": {"en": "{", "zh": "不"}}, "refusal"),
        ({"refusal": {"en": "{0}", "zh": "不"}}, "refusal"),
        ({"refusal": {"en": "{name.__class__}", "zh": "不"}}, "refusal"),
        ({"refusal": {"en": "{name!r}", "zh": "不"}}, "refusal"),
        ({"refusal": {"en": "{name:>9999999}", "zh": "不"}}, "refusal"),
    ],
)
def test_an_invalid_template_is_refused_by_field(change: dict[str, Any], place: str) -> None:
    with pytest.raises(InputError, match=f"field {place}"):
        read_refusal_template(TEMPLATE | change)


def test_a_template_knows_its_parameters() -> None:
    assert read_refusal_template(TEMPLATE).parameters == {"name"}
