"""Every function that people or programs can call demands a right before it writes."""

import ast

import pytest

from tests.core.services.access.walking import Place, forgets, handed_out, taken_by, writes_unasked

PACKAGES = (
    "library",
    "review",
    "verification",
    "answers",
    "runs",
    "results",
    "reports",
    "access",
)

SELF_MADE: set[Place] = {
    # Stores the policies shipped with the desk, once.
    ("core.services.verification.policies", "ensure_shipped"),
    # Identifies the user, before a right can be demanded of them.
    ("core.services.access.users", "sign_in"),
    ("core.services.access.tokens", "principal_with"),
    # Writes refusals and sign-outs to the audit log.
    ("core.services.access.principal", "demand"),
    ("core.services.access.audit", "record_refused"),
    ("core.services.access.audit", "record_sign_out"),
}

OPERATORS: set[Place] = {
    ("core.services.answers.gate_executor", "run_gate_cases"),
    ("core.services.answers.gate_executor", "work_on_gate_runs"),
    ("core.services.answers.index", "clear_outdated"),
    ("core.services.answers.index", "ensure_indexed"),
    ("core.services.answers.index", "index_source"),
    ("core.services.answers.index", "keep_indexed"),
    ("core.services.answers.loop_executor", "run_loop"),
    ("core.services.answers.loop_executor", "work_on_loops"),
    ("core.services.answers.meaning", "keep_embedded"),
    ("core.services.answers.sample_documents", "load_sample_documents"),
    ("core.services.runs.notices", "add_notices"),
    ("core.services.runs.shards", "plan_missing"),
    ("core.services.verification.sample_pack", "load_sample_pack"),
    ("core.services.library.sample_library", "load_sample"),
}
"""What a worker and the start of the app do, with the operator's engine."""


def forgetful(places: set[Place]) -> set[Place]:
    return {
        place for place in places if forgets(place, frozenset(SELF_MADE)) and place not in SELF_MADE
    }


def test_pages_and_routes_can_write_nothing_without_a_right() -> None:
    assert forgetful(taken_by("pages", "core/api")) == set()


def test_what_packages_hand_out_demands_a_right_or_is_the_operators() -> None:
    handed = handed_out(*(f"core.services.{package}" for package in PACKAGES))
    assert forgetful(handed) == OPERATORS


def test_no_page_and_no_route_takes_what_is_the_operators() -> None:
    assert taken_by("pages", "core/api") & OPERATORS == set()


def test_the_walk_finds_what_writes_and_what_asks() -> None:
    """The analysis itself works: it reads the code well enough to find a missing demand."""
    assert forgets(("core.queue.leases", "start_once"))
    assert forgets(("core.services.answers.loops", "store_loop"))
    assert not forgets(("core.services.answers.loops", "start_loop"))
    assert not forgets(("core.services.results.items", "item"))


ASKED = "demand(engine, Right.RUN)"
WRITTEN = "with writing(engine) as session: session.add(row)"


@pytest.mark.parametrize(
    ("done", "is_unasked"),
    [
        ([ASKED, WRITTEN], False),
        (["clean = name.strip()", ASKED, WRITTEN], False),
        ([WRITTEN, ASKED], True),
        ([f"if name: {ASKED}", WRITTEN], True),
        (["store_loop(engine)", ASKED], True),
    ],
)
def test_a_right_that_is_demanded_after_the_write_or_only_sometimes_is_none(
    done: list[str], is_unasked: bool
) -> None:
    unasked_writes = writes_unasked(
        "core.services.answers.loops", ast.parse("\n".join(done)).body, frozenset()
    )
    assert unasked_writes is is_unasked
