"""Another policy over stored results, against what people said; and A against B."""

from sqlalchemy import Engine

from core.services.verification import (
    AuditFilter,
    audit_lines,
    compare_stored,
    load_sample_pack,
    record_verdict,
    replay_stored,
)
from core.verification import Verdict, policy_of
from core.verification.policy_parts import Threshold
from tests.core.services.verification.desk import checked, line, lines, viewed

ALLOW, REVISE, REJECT = Verdict
V1, V1_1 = policy_of("v1.0.0"), policy_of("v1.1.0")


def _stricter() -> object:
    fact = Threshold(reject_below=80, revise_below=90)
    return V1.model_copy(
        update={
            "version": "v1.0.1",
            "thresholds": V1.thresholds.model_copy(update={"fact": fact}).model_dump(),
        }
    )


def test_a_draft_flips_what_it_judges_otherwise(engine: Engine) -> None:
    checked(engine)
    found = replay_stored(engine, _stricter(), AuditFilter())  # type: ignore[arg-type]
    assert (found.old_versions, found.new_version) == (("v1.0.0",), "v1.0.1")
    assert (found.n, found.judged, found.flips.flipped, found.flips.stricter) == (5, 5, 1, 1)
    assert found.flips.counts[REVISE, REJECT] == 1
    assert found.flips.examples[REVISE, REJECT] == [str(line(engine, "quiet").id)]
    assert found.people is None


def test_every_result_of_a_cell_is_within_reach(engine: Engine) -> None:
    checked(engine, [viewed(f"c{at}", "u2") for at in range(45)])
    found = replay_stored(engine, _stricter(), AuditFilter())  # type: ignore[arg-type]
    assert {cell: len(ids) for cell, ids in found.cases.items()} == found.flips.counts
    cell = found.cases[REVISE, REJECT]
    assert len(found.flips.examples[REVISE, REJECT]) < len(cell)
    shown = audit_lines(engine, cell[20:40])
    assert [each.candidate for each in shown] == [f"c{at}" for at in range(20, 40)]
    assert audit_lines(engine, [shown[0].id, 10**9]) == [shown[0]]


def test_a_replay_changes_nothing_that_is_stored(engine: Engine) -> None:
    checked(engine)
    before = lines(engine)
    replay_stored(engine, V1_1, AuditFilter())
    assert lines(engine) == before


def test_replaying_a_policy_over_its_own_results_flips_nothing(engine: Engine) -> None:
    pack = load_sample_pack(engine)
    for version, check_id in pack.check_ids.items():
        found = replay_stored(engine, policy_of(version), AuditFilter(check_id=check_id))
        assert (found.flips.flipped, found.not_replayed) == (0, ())


def test_a_replay_agrees_with_checking_anew(engine: Engine) -> None:
    pack = load_sample_pack(engine)
    found = replay_stored(engine, V1_1, AuditFilter(check_id=pack.check_ids["v1.0.0"]))
    old = {each.candidate: each for each in lines(engine, check_id=pack.check_ids["v1.0.0"])}
    new = {each.candidate: each for each in lines(engine, check_id=pack.check_ids["v1.1.0"])}
    missing = {each.candidate for each in old.values() if each.id in found.not_replayed}
    compared = [name for name in old if name not in missing]
    assert found.judged == len(compared) == found.n - len(missing)
    counted: dict[tuple[Verdict, Verdict], int] = {}
    for name in compared:
        cell = (old[name].verdict, new[name].verdict)
        counted[cell] = counted.get(cell, 0) + 1  # type: ignore[index, arg-type]
    assert found.flips.counts == counted


def test_the_verdicts_of_people_say_which_policy_is_nearer(engine: Engine) -> None:
    checked(engine)
    said = {"quiet": REJECT, "good": ALLOW, "mail": REVISE}
    for at, (name, verdict) in enumerate(said.items()):
        record_verdict(engine, line(engine, name).id, "Li", verdict, idempotency_key=str(at))
    found = replay_stored(engine, _stricter(), AuditFilter())  # type: ignore[arg-type]
    assert found.people is not None
    assert (found.people.old_agrees.hits, found.people.old_agrees.n) == (1, 3)
    assert (found.people.new_agrees.hits, found.people.new_agrees.n) == (2, 3)
    assert found.people.difference is not None
    assert found.people.difference.n == 3
    assert found.people.new.counts[REJECT, REJECT] == 1


def test_two_versions_are_compared_on_what_both_can_judge(engine: Engine) -> None:
    check_id = checked(engine)
    told: list[tuple[int, int]] = []
    found = compare_stored(
        engine,
        V1,
        V1_1,
        AuditFilter(check_id=check_id),
        on_progress=lambda done, of: told.append((done, of)),
    )
    assert (found.old_versions, found.new_version) == (("v1.0.0",), "v1.1.0")
    assert found.judged + len(found.not_replayed) == 5
    assert told[-1] == (5, 5)


def test_only_what_was_chosen_is_replayed(engine: Engine) -> None:
    checked(engine)
    found = replay_stored(engine, V1_1, AuditFilter(verdicts=(REVISE,)))
    assert found.n == 1
