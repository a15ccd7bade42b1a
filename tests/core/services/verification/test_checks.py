"""A check of candidates: what it stores, and that nothing of it is lost or done twice."""

import threading
from datetime import datetime, timedelta

import pytest
from sqlalchemy import Engine
from sqlmodel import Session, col, select

from core.errors import InputError, NotFoundError
from core.services.verification import (
    CheckModels,
    UploadKind,
    audit_row,
    cancel_check,
    check_executor,
    count_checks,
    get_check,
    list_checks,
    load_sample_pack,
    resume_check,
    retry_failures,
    run_check,
    start_check,
    work_on_checks,
)
from core.settings import Settings
from core.verification import (
    ModelSource,
    RepairKind,
    RewriteRequest,
    Rewriting,
    UploadedFacts,
    Verdict,
    policy_of,
    read_candidates,
    read_catalogue,
    read_user_events,
    repair,
    verify,
)
from core.verification.files.sample_pack import load_sample
from core.worker.worker import run_worker
from db.engine import url_of
from db.tables import CopyCheck, CopyResult, now
from tests.core.services.verification.desk import (
    CATALOGUE,
    EVENTS,
    NOW,
    ROWS,
    checked,
    jsonl,
    line,
    lines,
    names,
    row,
    started,
    upload,
)

pytestmark = pytest.mark.long_on_postgres


def test_a_check_counts_its_verdicts(engine: Engine) -> None:
    check = get_check(engine, checked(engine))
    assert check.status == "done"
    assert check.counts.verdicts == {Verdict.ALLOW: 3, Verdict.REVISE: 1, Verdict.REJECT: 1}
    assert (check.counts.total, check.counts.done, check.counts.failed) == (5, 5, 0)
    assert (check.counts.repaired, check.counts.rescued) == (1, 1)
    assert (check.moment, check.policy_version, check.created_by) == (NOW, "v1.0.0", "Li")
    assert check.finished_at is not None


def test_what_is_allowed_anyhow_is_no_repair_that_succeeded(engine: Engine) -> None:
    """Section 9.4 and reading 9: over-length alone is allowed at .925, and still cut."""
    check_id = checked(engine, [row("好" * 91, id="long")])
    assert line(engine, "long", check_id=check_id).repairs == (RepairKind.TRUNCATE,)
    counts = get_check(engine, check_id).counts
    assert (counts.verdicts, counts.repaired) == ({Verdict.ALLOW: 1}, 0)


@pytest.mark.parametrize("year", [1, 9999])
def test_a_moment_that_calendars_cannot_count_from_is_refused(engine: Engine, year: int) -> None:
    with pytest.raises(InputError, match="Use a time from the year 1900 to 2199"):
        started(engine, moment=NOW.replace(year=year))


def test_a_stored_record_is_the_verification_itself(engine: Engine) -> None:
    check_id = checked(engine)
    policy = policy_of("v1.0.0")
    source = UploadedFacts(
        read_catalogue(jsonl(CATALOGUE), file_name="c").values,
        read_user_events(jsonl(EVENTS), file_name="e").values,
        snapshot=audit_row(engine, 1).verification.catalog_snapshot,  # type: ignore[union-attr]
    )
    for candidate in read_candidates(jsonl(ROWS), file_name="c").values:
        made = verify(candidate, policy, source, now=NOW)
        stored = audit_row(engine, line(engine, candidate.id, check_id=check_id).id)
        assert stored.verification == made
        assert stored.fix == repair(made, policy, source)


def test_the_sample_pack_gets_the_verdicts_that_were_expected_of_it(engine: Engine) -> None:
    expected = load_sample().expected
    pack = load_sample_pack(engine)
    assert set(pack.check_ids) == {"v1.0.0", "v1.1.0", "v1.2.0"}
    for version, check_id in pack.check_ids.items():
        found = lines(engine, check_id=check_id)
        assert len(found) == len(load_sample().candidates)
        for each in found:
            wanted = expected[each.candidate, version]
            assert (each.verdict, set(each.codes)) == (wanted.verdict, set(wanted.codes))


def test_the_sample_pack_is_loaded_once(engine: Engine) -> None:
    assert load_sample_pack(engine) == load_sample_pack(engine)
    assert count_checks(engine) == 3


def test_what_is_done_of_a_check_is_not_done_again(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check_executor, "BATCH_SIZE", 2)
    check_id, stop = started(engine), threading.Event()
    assert not run_check(engine, check_id, stop=stop, on_progress=lambda *_: stop.set())
    first = get_check(engine, check_id)
    assert (first.status, first.counts.done) == ("running", 2)
    told: list[tuple[int, int]] = []
    assert run_check(engine, check_id, on_progress=lambda done, of: told.append((done, of)))
    assert told == [(4, 5), (5, 5)]
    assert get_check(engine, check_id).status == "done"
    assert names(engine) == ["good", "link", "viewed", "quiet", "mail"]


def test_a_check_in_other_hands_is_left_alone_until_their_lease_ends(engine: Engine) -> None:
    check_id = started(engine)
    _hand_over(engine, check_id, "worker-9", now() + timedelta(minutes=1))
    assert not run_check(engine, check_id)
    assert lines(engine) == []
    _hand_over(engine, check_id, "worker-9", now() - timedelta(seconds=1))
    assert run_check(engine, check_id)


def test_a_worker_that_was_started_again_goes_on_at_once(engine: Engine) -> None:
    check_id = started(engine)
    _hand_over(engine, check_id, "worker-1", now() + timedelta(minutes=5))
    assert run_check(engine, check_id, worker="worker-1")


def test_a_lot_of_somebody_who_lost_the_check_is_not_stored(engine: Engine) -> None:
    check_id = started(engine)

    class Slow:
        def rewrite(self, request: RewriteRequest) -> Rewriting:
            _hand_over(engine, check_id, "worker-9", now() + timedelta(minutes=1))
            return Rewriting(request.text, ModelSource("slow", "slow"))

    assert not run_check(engine, check_id, models=CheckModels(rewriter=Slow()))
    assert lines(engine) == []


def _hand_over(engine: Engine, check_id: int, worker: str, until: datetime) -> None:
    with Session(engine) as session:
        check = session.get_one(CopyCheck, check_id)
        check.status, check.worker, check.lease_until = "running", worker, until
        session.commit()


def test_a_candidate_that_cannot_be_checked_fails_alone_and_is_no_verdict(
    engine: Engine,
) -> None:
    class Broken:
        def rewrite(self, request: RewriteRequest) -> str:
            raise RuntimeError("out of paper\0")

    check_id = started(engine)
    assert run_check(engine, check_id, models=CheckModels(rewriter=Broken()))
    check = get_check(engine, check_id)
    assert (check.status, check.counts.failed, check.counts.judged) == ("done", 1, 4)
    failed = line(engine, "quiet", verdicts=(None,))
    assert failed.verdict is None
    assert failed.error is not None
    assert failed.error.translate() == "RuntimeError: out of paper\\x00"
    assert audit_row(engine, failed.id).verification is None


def test_copies_of_a_lot_are_rewritten_side_by_side(engine: Engine) -> None:
    """A writer takes seconds; one that waits for another copy's prompt would wait for ever."""
    both = threading.Barrier(2)

    class Waits:
        def rewrite(self, request: RewriteRequest) -> Rewriting:
            both.wait(timeout=60)
            return Rewriting(f"好货上新，{request.item}号欢迎选购", ModelSource("pen", "m"))

    rows = [row(f"史上最好的货，{n}号欢迎选购", id=str(n)) for n in range(4)]
    check_id = started(engine, rows)
    assert run_check(engine, check_id, models=CheckModels(rewriter=Waits()))
    fixes = [audit_row(engine, each.id).fix for each in lines(engine, check_id=check_id)]
    assert [fix and fix.suggested_text for fix in fixes] == [
        f"好货上新，{n}号欢迎选购" for n in range(4)
    ]


def test_failures_are_checked_again_and_nothing_else(engine: Engine) -> None:
    class Broken:
        def rewrite(self, request: RewriteRequest) -> str:
            raise RuntimeError

    check_id = started(engine)
    run_check(engine, check_id, models=CheckModels(rewriter=Broken()))
    before = {each.candidate: each.checked_at for each in lines(engine)}
    assert retry_failures(engine, check_id) == 1
    assert get_check(engine, check_id).counts.done == 4
    assert run_check(engine, check_id)
    after = {each.candidate: each.checked_at for each in lines(engine)}
    assert {name for name in after if after[name] != before[name]} == {"quiet"}
    assert line(engine, "quiet").verdict is Verdict.REVISE
    assert get_check(engine, check_id).counts.failed == 0
    assert retry_failures(engine, check_id) == 0
    with Session(engine) as session:
        results = session.exec(select(CopyResult.id).where(col(CopyResult.check_id) == check_id))
        assert len(results.all()) == 5


def test_a_cancelled_check_keeps_its_results_and_can_go_on(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check_executor, "BATCH_SIZE", 2)
    check_id = started(engine)
    assert not run_check(
        engine,
        check_id,
        on_progress=lambda done, _: cancel_check(engine, check_id) if done == 2 else None,
    )
    assert get_check(engine, check_id).status == "cancelled"
    assert len(lines(engine)) == 2
    assert not run_check(engine, check_id)
    resume_check(engine, check_id)
    assert run_check(engine, check_id)
    assert len(lines(engine)) == 5
    with pytest.raises(InputError, match="has ended and cannot be cancelled"):
        cancel_check(engine, check_id)


def test_two_clicks_start_one_check(engine: Engine) -> None:
    assert started(engine, idempotency_key="k") == started(engine, idempotency_key="k")
    assert count_checks(engine) == 1


def test_candidates_that_refer_to_items_need_a_catalogue(engine: Engine) -> None:
    candidates = upload(engine, UploadKind.CANDIDATES, ROWS)
    with pytest.raises(
        InputError,
        match="The candidate viewed refers to items",
    ):
        start_check(engine, candidates_id=candidates, policy_version="v1.0.0")
    catalogue = upload(engine, UploadKind.CATALOGUE, CATALOGUE)
    with pytest.raises(InputError, match="The candidate viewed names a user"):
        start_check(
            engine, candidates_id=candidates, catalogue_id=catalogue, policy_version="v1.0.0"
        )
    assert count_checks(engine) == 0
    plain = upload(engine, UploadKind.CANDIDATES, [row()])
    assert run_check(engine, start_check(engine, candidates_id=plain, policy_version="v1.0.0"))


def test_an_upload_of_another_kind_is_refused(engine: Engine) -> None:
    catalogue = upload(engine, UploadKind.CATALOGUE, CATALOGUE)
    with pytest.raises(InputError, match="field candidates: The upload f has the wrong type"):
        start_check(engine, candidates_id=catalogue, policy_version="v1.0.0")


def test_an_unknown_version_is_refused_with_the_known_ones(engine: Engine) -> None:
    with pytest.raises(NotFoundError, match=r"Policy v9\.9\.9 does not exist.*v1\.0\.0, v1\.1\.0"):
        started(engine, version="v9.9.9")


def test_a_moment_without_its_zone_is_refused(engine: Engine) -> None:
    with pytest.raises(InputError, match="zone"):
        started(engine, moment=NOW.replace(tzinfo=None))


def test_a_check_without_repairs_tries_none(engine: Engine) -> None:
    found = line(engine, "link", check_id=checked(engine, repairs=False))
    assert (found.repairs, found.repaired_verdict) == ((), None)
    assert audit_row(engine, found.id).fix.repairs == ()


def test_recent_copy_makes_the_same_text_less_new(engine: Engine) -> None:
    recent = upload(engine, UploadKind.RECENT, [{"text": row()["text"], "sent": "yesterday"}])
    found = audit_row(engine, line(engine, "good", check_id=checked(engine, recent_id=recent)).id)
    assert found.verification is not None
    assert found.verification.quality is not None
    assert found.verification.quality.novelty == 0


def test_checks_are_listed_newest_first(engine: Engine) -> None:
    first, second = checked(engine), started(engine, title=" Second ")
    assert [check.id for check in list_checks(engine)] == [second, first]
    assert [check.title for check in list_checks(engine, limit=1)] == ["Second"]
    assert list_checks(engine, offset=1)[0].counts.done == 5
    with pytest.raises(NotFoundError, match="Check 99 does not exist"):
        get_check(engine, 99)


def test_whoever_looks_for_work_finds_it(engine: Engine) -> None:
    check_id, stop = started(engine), threading.Event()
    worker = threading.Thread(target=work_on_checks, args=(engine, "worker-1", stop))
    worker.start()
    _wait(engine, check_id)
    stop.set()
    worker.join(10)
    assert not worker.is_alive()


def test_the_desks_worker_takes_checks_up(engine: Engine) -> None:
    check_id, stop = started(engine), threading.Event()
    worker = threading.Thread(
        target=run_worker,
        args=(Settings(database_url=url_of(engine)),),
        kwargs={"stop_event": stop},
    )
    worker.start()
    _wait(engine, check_id)
    stop.set()
    worker.join(20)
    assert not worker.is_alive()


def _wait(engine: Engine, check_id: int) -> None:
    done = threading.Event()
    for _ in range(200):
        if get_check(engine, check_id).is_over:
            break
        done.wait(0.1)
    assert get_check(engine, check_id).status == "done"
