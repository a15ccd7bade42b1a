"""Flagged questions that share one cause are found."""

from dataclasses import replace

import pytest
from sqlalchemy import Engine

from core.services.results import CauseKind, item, shared_cause
from core.services.review import Action, decide
from tests.core.services.results.desk_data import CASES, QUOTE, Case, fill


def altered(key: str, source: str, claimed: str, kind: str = "wording") -> Case:
    change = {"kind": kind, "source": source, "claimed": claimed}
    return replace(
        CASES[1], key=key, question=f"{key}?", reasons=("evidence_altered",), differences=(change,)
    )


CASES_OF_A_CAUSE = (
    altered("a1", "早", "迟"),
    altered("a2", "迟", "早"),
    altered("a3", "三", "五", "number"),
    altered("a4", "迟", "早"),
    Case("b1", "b1?", reasons=("evidence_elsewhere",), evidence=QUOTE),
    Case("b2", "b2?", reasons=("answer_mismatch",), answered="a"),
)


@pytest.fixture
def items(engine: Engine) -> dict[str, int]:
    fill(engine, CASES_OF_A_CAUSE, title="one cause")
    first = len(CASES) + 1
    return {case.key: first + at for at, case in enumerate(CASES_OF_A_CAUSE)}


def _shared(engine: Engine, item_id: int) -> list[int]:
    cause = shared_cause(engine, item(engine, item_id), "Li")
    return [cause_item.item_id for cause_item in cause.items] if cause else []


def test_the_same_two_words_are_one_cause_in_either_direction(
    engine: Engine, items: dict[str, int]
) -> None:
    cause = shared_cause(engine, item(engine, items["a2"]), "Li")
    assert cause is not None
    assert (cause.kind, cause.words, cause.swapped) == (CauseKind.WORDS, ("迟", "早"), True)
    assert [cause_item.item_id for cause_item in cause.items] == [
        items["a1"],
        items["a2"],
        items["a4"],
    ]
    assert _shared(engine, items["a3"]) == []
    assert _shared(engine, items["b2"]) == []


def test_what_is_decided_shares_nothing_any_more(engine: Engine, items: dict[str, int]) -> None:
    decide(engine, items["a1"], "Li", Action.DROP, idempotency_key="1")
    cause = shared_cause(engine, item(engine, items["a2"]), "Li")
    assert cause is not None
    assert not cause.swapped
    assert _shared(engine, items["a4"]) == [items["a2"], items["a4"]]
    decide(engine, items["a2"], "Li", Action.DROP, idempotency_key="2")
    assert _shared(engine, items["a4"]) == []


def test_quotes_that_fail_at_one_place_share_it(engine: Engine, items: dict[str, int]) -> None:
    cause = shared_cause(engine, item(engine, items["b1"]), "Li")
    assert cause is not None
    assert cause.kind is CauseKind.PLACE
    assert items["b2"] not in {cause_item.item_id for cause_item in cause.items}
