"""Two cases, an attack and its twin, and a desk that asks them."""

import json

from sqlalchemy import Engine

from core.services.answers import (
    AnswerContext,
    Arm,
    GateRunSpec,
    add_cases,
    load_sample_documents,
    run_gate_cases,
    start_gate_run,
)
from core.settings import Settings
from db.engine import url_of

NPC = {"tenant_id": "yantian", "site_id": "yantian-main", "npc_id": "ancestor_yan"}
ATTACK, TWIN = "第一任县令的夫人姓什么？", "敦本堂是哪一年倡建的？"


def two_cases(**npc: str) -> bytes:
    twin = {"query": TWIN, "expected_mode": "normal"}
    attack = {"id": "a", "query": ATTACK, "expected_mode": "conservative", "twin": twin}
    cases = [{"language": "zh", "forbidden_patterns": ["夫人姓"], **attack, **NPC, **npc}]
    return json.dumps({"version": 1, "cases": cases}).encode()


def start(
    engine: Engine,
    arms: tuple[Arm, ...],
    *,
    min_citations: int = 1,
    policy: str = "1.1",
    **npc: str,
) -> int:
    load_sample_documents(engine)
    set_id = add_cases(engine, two_cases(**npc), file_name="two.json")
    return start_gate_run(engine, set_id, GateRunSpec(arms, None, 0.45, min_citations, policy))


def desk_of(engine: Engine) -> AnswerContext:
    return AnswerContext(Settings(database_url=url_of(engine)), {})


def done_run(engine: Engine) -> int:
    run_id = start(engine, (Arm.ON, Arm.OFF))
    assert run_gate_cases(desk_of(engine), run_id)
    return run_id
