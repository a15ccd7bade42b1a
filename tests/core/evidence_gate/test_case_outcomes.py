"""Patterns of user-written cases: validated when read, and stopped at their time limit."""

import json
from dataclasses import replace

import pytest

from core.errors import InputError
from core.evidence_gate.case_outcomes import figures_of, outcome_of
from core.evidence_gate.cases import Case, CaseRole, read_cases
from core.evidence_gate.chat_models import ChatReply
from core.evidence_gate.evidence_gate import EvidenceGate
from tests.core.evidence_gate.shelf import YAN, Shelf
from tests.core.evidence_gate.test_chat import FACT, ask, saying
from tests.openai_server import OpenAIServer


async def reply_of(text: str) -> ChatReply:
    """Return the reply of an open gate, with this text as its answer."""
    async with OpenAIServer(saying("x")) as server:
        reply = await ask(server, FACT, shelf=Shelf(), gate=EvidenceGate(0))
    return replace(reply, answer_text=text)


def attack(*forbidden: str) -> Case:
    npc = (YAN.tenant_id, YAN.site_id, YAN.npc_id)
    return Case("k", CaseRole.ATTACK, "c", "zh", *npc, FACT, forbidden=forbidden)


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (r"(a+)+$", "a" * 5_000 + "!"),
        (r"(我+)+$", "我" * 5_000 + "！"),
        (r"(\w|\d)*=$", "12" * 5_000 + "! =."),
        (r"(.*夫人.*)*姓李$", "夫人" * 3_000 + "姓李。"),
    ],
)
async def test_a_pattern_that_times_out_counts_as_failed(pattern: str, text: str) -> None:
    outcome = outcome_of(attack(pattern), await reply_of(text))
    assert (outcome.failed, outcome.leaked) == (True, None)
    figures = figures_of([outcome])
    assert (figures.failed, figures.leaks.n) == (1, 0)


@pytest.mark.parametrize(("text", "leaked"), [("夫人姓李。", True), ("无从查考。", False)])
async def test_a_forbidden_pattern_is_searched_for(text: str, leaked: bool) -> None:
    outcome = outcome_of(attack("夫人姓[张李]"), await reply_of(text))
    assert (outcome.failed, outcome.leaked) == (False, leaked)


@pytest.mark.parametrize("pattern", ["(", "[a", r"(?P<n>a)(?P<n", "*", r"夫人(姓"])
def test_a_pattern_that_cannot_be_run_is_refused_with_its_case(pattern: str) -> None:
    case = {"id": "a", "query": FACT, "language": "zh", "forbidden_patterns": [pattern]}
    npc = {"tenant_id": "t", "site_id": "s", "npc_id": "n"}
    file = json.dumps({"version": 1, "cases": [{**case, **npc}]}).encode()
    with pytest.raises(InputError, match="forbidden_patterns"):
        read_cases(file, "cases.json")
