"""Agreement of independent opinions, the cases it counts, and overrides by final decisions."""

from dataclasses import replace

import pytest
from sqlalchemy import Engine

from core.services.review import (
    Action,
    Cause,
    OpinionFilter,
    Queue,
    QueueView,
    State,
    adjudicated_items,
    agreed,
    ask_second,
    ask_seconds,
    count_causes,
    decide,
    history,
    page,
    settle,
    standing,
    take_back,
)
from tests.core.services.results.desk_data import CASES, fill

EVERY = Queue(shown=QueueView.ALL, states=tuple(State))
KEEP, FIX, DROP = Action


def opine(engine: Engine, item: int, **said: Action) -> None:
    """Store opinions one after the other, each blind to those before."""
    for at, (name, action) in enumerate(said.items()):
        if at:
            ask_second(engine, item, next(iter(said)), idempotency_key=f"ask {item} {name}")
        decide(engine, item, name, action, idempotency_key=f"{item} {name}")


def _final(engine: Engine, item: int, action: Action, cause: Cause = Cause.OTHER) -> None:
    settle(engine, item, "Lead", action, cause, idempotency_key=f"final {item}")


def _ids(engine: Engine, **chosen: object) -> list[int]:
    queue = Queue(shown=QueueView.ALL, states=tuple(State), **chosen)  # type: ignore[arg-type]
    return [line.item_id for line in page(engine, queue)]


def test_cohens_kappa_is_that_of_the_textbook(engine: Engine) -> None:
    # Cohen's own kind of table, in tenths: 4 keep/keep, 1 keep/drop, 2 drop/keep, 3 drop/drop.
    # Observed 0.7, by chance 0.5 * 0.6 + 0.5 * 0.4 = 0.5, so kappa 0.4.
    run = fill(engine, tuple(replace(CASES[1], key=f"k{at}") for at in range(10)), "ten")
    first = page(engine, Queue(run_id=run))[0].item_id
    table = [(KEEP, KEEP)] * 4 + [(KEEP, DROP)] + [(DROP, KEEP)] * 2 + [(DROP, DROP)] * 3
    for at, (li, wang) in enumerate(table):
        opine(engine, first + at, Li=li, Wang=wang)
    report = agreed(engine, Queue(run_id=run))
    (pair,) = report.pairs
    assert (pair.first, pair.second) == ("Li", "Wang")
    assert (pair.kappa.n, pair.kappa.value) == (10, pytest.approx(0.4))
    assert (pair.same.hits, pair.same.n) == (7, 10)
    assert report.same == pair.same
    # Krippendorff: 6 of 20 values are in pairs that differ; totals 11 keep, 9 drop.
    assert report.alpha.value == pytest.approx(1 - 19 * 6 / (2 * 11 * 9))
    assert (report.alpha.n, report.alpha.low_n) == (10, True)


def test_cases_behind_the_numbers_are_those_counted(engine: Engine) -> None:
    opine(engine, 2, Li=KEEP, Wang=DROP)
    opine(engine, 3, Li=KEEP, Zhao=KEEP)
    opine(engine, 4, Wang=DROP, Zhao=DROP)
    decide(engine, 5, "Li", KEEP, idempotency_key="alone")
    assert _ids(engine, said=OpinionFilter.TWO) == [2, 3, 4]
    assert _ids(engine, said=OpinionFilter.AGREE) == [3, 4]
    assert _ids(engine, said=OpinionFilter.DIFFER) == [2]
    assert _ids(engine, said=OpinionFilter.TWO, reviewer="Li", beside="Zhao") == [3]
    assert _ids(engine, said=OpinionFilter.TWO, reviewer="Zhao", beside="Li") == [3]
    assert _ids(engine, said=OpinionFilter.DIFFER, reviewer="Li", beside="Zhao") == []
    for pair in agreed(engine).pairs:
        both = _ids(engine, said=OpinionFilter.TWO, reviewer=pair.first, beside=pair.second)
        assert len(both) == pair.kappa.n


def test_a_reviewer_who_decides_twice_on_an_item_counts_once(engine: Engine) -> None:
    decide(engine, 2, "Li", DROP, idempotency_key="1")
    decide(engine, 2, "Li", KEEP, idempotency_key="2")
    ask_second(engine, 2, "Li", idempotency_key="3")
    decide(engine, 2, "Wang", KEEP, idempotency_key="4")
    decide(engine, 2, "Li", DROP, idempotency_key="5")
    report = agreed(engine)
    assert report.opinions == {(("Li", "keep"), ("Wang", "keep")): 1}, "as Li said before they saw"
    assert [(row.reviewer, row.items) for row in report.reviewers] == [("Li", 1), ("Wang", 1)]


def test_whoever_a_final_decision_contradicts_is_overridden_until_it_is_undone(
    engine: Engine,
) -> None:
    opine(engine, 2, Li=KEEP, Wang=DROP)
    opine(engine, 3, Li=FIX, Wang=DROP)
    decide(engine, 4, "Li", KEEP, idempotency_key="alone")
    _final(engine, 2, KEEP)
    _final(engine, 3, KEEP)

    def rates() -> dict[str, tuple[int, int, int]]:
        return {
            row.reviewer: (row.items, row.rate.hits, row.rate.n) for row in agreed(engine).reviewers
        }

    assert rates() == {"Li": (3, 1, 2), "Wang": (2, 2, 2)}
    assert _ids(engine, said=OpinionFilter.OVERRIDDEN, reviewer="Li") == [3]
    assert _ids(engine, said=OpinionFilter.OVERRIDDEN, reviewer="Wang") == [2, 3]
    assert _ids(engine, said=OpinionFilter.OVERRIDDEN) == [2, 3]
    final = standing(history(engine, 2))
    assert final is not None
    take_back(engine, 2, "Lead", final.id, idempotency_key="back")
    assert rates() == {"Li": (3, 1, 1), "Wang": (2, 1, 1)}


def test_settled_items_are_listed_latest_first_with_their_causes(engine: Engine) -> None:
    for item in (2, 3, 4):
        opine(engine, item, Li=KEEP, Wang=DROP)
    _final(engine, 3, DROP, Cause.FIRST_SLIPPED)
    _final(engine, 2, KEEP, Cause.GUIDELINE_UNCLEAR)
    every = Queue(shown=QueueView.ALL, states=(State.SETTLED,))
    assert [row.item_id for row in adjudicated_items(engine, every)] == [2, 3]
    first = adjudicated_items(engine, every)[0]
    assert (first.action, first.cause, first.reviewer) == (KEEP, Cause.GUIDELINE_UNCLEAR, "Lead")
    assert count_causes(engine, every) == {Cause.GUIDELINE_UNCLEAR: 1, Cause.FIRST_SLIPPED: 1}
    only = Queue(shown=QueueView.ALL, states=(State.SETTLED,), cause=Cause.FIRST_SLIPPED)
    assert [row.item_id for row in adjudicated_items(engine, only)] == [3]
    assert [line.item_id for line in page(engine, only)] == [3]
    assert count_causes(engine, only).total() == 2, "each cause with its own number"


def test_without_second_opinions_nothing_is_claimed(engine: Engine) -> None:
    decide(engine, 2, "Li", KEEP, idempotency_key="1")
    report = agreed(engine)
    assert (report.alpha.n, report.alpha.value, report.same.value) == (0, None, None)
    assert report.pairs == []
    assert [(row.reviewer, row.rate.value) for row in report.reviewers] == [("Li", None)]


def test_a_sample_measures_agreement(engine: Engine) -> None:
    for item in (2, 3, 4):
        decide(engine, item, "Li", KEEP, idempotency_key=f"{item}")
    drawn = ask_seconds(engine, Queue(states=(State.DECIDED,)), "Lead", idempotency_key="all")
    for item in drawn:
        decide(engine, item, "Wang", DROP if item == 3 else KEEP, idempotency_key=f"w{item}")
    assert agreed(engine).same.value == pytest.approx(2 / 3)
