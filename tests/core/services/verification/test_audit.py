"""What was checked is found by anything that matters, read whole, and taken away as files."""

import csv
import io
import json
from datetime import date, datetime
from pathlib import Path

import jsonschema
import pytest
from sqlalchemy import Engine, update
from sqlmodel import col

from core.errors import NotFoundError
from core.services.verification import (
    AuditFilter,
    CheckModels,
    CopyGrouping,
    HumanDecision,
    RepairAction,
    ScoreRange,
    audit_choices,
    audit_csv,
    audit_jsonl,
    audit_neighbours,
    audit_page,
    audit_row,
    copy_statistics,
    count_audit,
    decide_repair,
    load_sample_pack,
    record_verdict,
    run_check,
)
from core.verification import Code, Dimension, RepairKind, Verdict
from db.engine import writing
from db.tables import CopyResult
from tests.core.services.verification.desk import GOOD, checked, line, lines, names, row, started

SCHEMA = jsonschema.Draft202012Validator(
    json.loads(
        (Path(__file__).parents[4] / "docs" / "schemas" / "copy_result.schema.json").read_text()
    )
)


def test_a_line_says_what_a_list_shows(engine: Engine) -> None:
    check_id = checked(engine)
    found = line(engine, "quiet")
    assert (found.check_id, found.verdict, found.decided_by) == (
        check_id,
        Verdict.REVISE,
        Dimension.FACT,
    )
    assert found.scores == {Dimension.FACT: 0.7, Dimension.COMPLIANCE: 1.0, Dimension.QUALITY: 1.0}
    assert found.codes == (Code.FACT_USER_EVENT_MISS,)
    assert found.repairs == (RepairKind.REMOVE_CLAIMS, RepairKind.REGENERATE)
    assert (found.channel, found.locale, found.policy_version) == ("PUSH", "zh-CN", "v1.0.0")
    assert (found.human, found.decision, found.error) == (None, None, None)


def test_what_a_hard_violation_ended_has_no_other_scores(engine: Engine) -> None:
    checked(engine)
    assert line(engine, "link").scores == {Dimension.COMPLIANCE: 0.0}


def test_every_filter_finds_its_own(engine: Engine) -> None:
    first = checked(engine)
    second = checked(engine, [row("史上最低价！绝对不能错过！", id="absolute")], "v1.1.0")
    assert names(engine, check_id=first) == ["good", "link", "viewed", "quiet", "mail"]
    assert names(engine, verdicts=(Verdict.REJECT,), check_id=first) == ["link"]
    assert names(engine, verdicts=(Verdict.REJECT, Verdict.REVISE), check_id=first) == [
        "link",
        "quiet",
    ]
    assert names(engine, verdicts=(None,)) == []
    assert names(engine, code=Code.COMPLIANCE_URL_FORBIDDEN) == ["link"]
    assert names(engine, channel="EMAIL") == ["mail"]
    assert names(engine, locale="en-US") == ["mail"]
    assert names(engine, policy="v1.1.0") == ["absolute"]
    assert names(engine, repaired=True) == ["link"]
    assert "link" not in names(engine, repaired=False)
    assert names(engine, repair=RepairKind.REMOVE_URLS) == ["link"]
    assert names(engine, masked=True) == []
    assert names(engine, text="ＯＮＬＹ week") == ["mail"]
    assert names(engine, text="秋季 看看") == ["good"]
    assert names(engine, text="quiet") == ["quiet"], "ids are searched, too"
    assert names(engine, text="100%_") == []
    assert second != first


def test_a_code_is_not_found_within_another(engine: Engine) -> None:
    checked(engine, [row("好", id="short")])
    assert names(engine, code=Code.QUALITY_LEN_TOO_SHORT) == ["short"]
    assert names(engine, code=Code.QUALITY_LEN_OVER) == []


def test_days_are_whole_and_in_utc_as_those_of_the_charts(engine: Engine) -> None:
    checked(engine, [row(f"{GOOD}{at}", id=f"c{at}") for at in range(4)])
    times = ("14T23:59:59.999999", "15T00:00:00", "15T23:59:59.999999", "16T00:00:00")
    with writing(engine) as session:
        for at, when in enumerate(times):
            checked_at = datetime.fromisoformat(f"2025-11-{when}+00:00")
            found = line(engine, f"c{at}")
            session.execute(
                update(CopyResult)
                .where(col(CopyResult.id) == found.id)
                .values(checked_at=checked_at)
            )
    day = date(2025, 11, 15)
    assert names(engine, since=day) == ["c1", "c2", "c3"]
    assert names(engine, until=day) == ["c0", "c1", "c2"]
    assert names(engine, since=day, until=day) == ["c1", "c2"]
    assert names(engine, since=day, until=date(2025, 11, 14)) == []
    assert len(names(engine, since=date.min, until=date.max)) == 4
    only = copy_statistics(engine, AuditFilter(since=day, until=day), CopyGrouping.DAY)
    assert [each.group.day for each in only] == ["2025-11-15"]


def test_a_range_of_scores_has_its_low_end_and_not_its_high_one_but_for_the_whole(
    engine: Engine,
) -> None:
    checked(engine)

    def scored(low: float, high: float) -> list[str]:
        return names(engine, scored=ScoreRange(Dimension.FACT, low, high))

    assert scored(0.7, 0.75) == ["quiet"]
    assert scored(0.65, 0.7) == []
    assert scored(0.95, 1.0) == ["good", "viewed", "mail"], "link has no score there"


def test_what_a_repair_rescues_is_what_its_rate_counts(engine: Engine) -> None:
    load_sample_pack(engine)
    (whole,) = copy_statistics(engine, AuditFilter())
    rescued = count_audit(engine, AuditFilter(rescued=True))
    assert (whole.rescued.hits, whole.rescued.n) == (
        rescued,
        rescued + count_audit(engine, AuditFilter(rescued=False)),
    )
    assert count_audit(engine, AuditFilter(repaired=True)) > whole.rescued.n, "some were allowed"


def test_the_sample_is_told_from_ones_own(engine: Engine) -> None:
    sample = load_sample_pack(engine)
    own = checked(engine, [row(id="mine")])
    assert names(engine, sample=False) == ["mine"]
    found = {each.check_id for each in lines(engine, sample=True)}
    assert found == set(sample.check_ids.values()) != {own}


def test_what_people_said_is_a_filter(engine: Engine) -> None:
    checked(engine)
    good, link = line(engine, "good").id, line(engine, "link").id
    record_verdict(engine, good, "Li", Verdict.REJECT, idempotency_key="1")
    decide_repair(engine, link, "Li", RepairAction.ACCEPT, step=0, idempotency_key="2")
    assert names(engine, decided=HumanDecision.VERDICT) == ["good"]
    assert names(engine, decided=HumanDecision.REPAIR) == ["link"]
    assert names(engine, decided=HumanDecision.DIFFERS) == ["good"]
    assert names(engine, decided=HumanDecision.NOTHING) == ["viewed", "quiet", "mail"]
    assert (line(engine, "good").human, line(engine, "link").decision) == (
        Verdict.REJECT,
        "accept",
    )


def test_pages_follow_each_other_without_gap_or_repetition(engine: Engine) -> None:
    checked(engine, [row(f"{GOOD}{at}", id=f"c{at}") for at in range(7)])
    chosen = AuditFilter()
    paged = [
        each.candidate
        for offset in range(0, 9, 3)
        for each in audit_page(engine, chosen, limit=3, offset=offset)
    ]
    assert paged == [f"c{at}" for at in range(7)]
    assert count_audit(engine, chosen) == 7


def test_neighbours_are_those_of_the_list(engine: Engine) -> None:
    checked(engine)
    ids = [each.id for each in lines(engine)]
    assert audit_neighbours(engine, AuditFilter(), ids[0]) == (None, ids[1])
    assert audit_neighbours(engine, AuditFilter(), ids[2]) == (ids[1], ids[3])
    allowed = AuditFilter(verdicts=(Verdict.ALLOW,))
    assert audit_neighbours(engine, allowed, ids[1]) == (ids[0], ids[2])
    assert audit_neighbours(engine, allowed, 99) == (None, None)


def test_filters_offer_what_there_is(engine: Engine) -> None:
    check_id = checked(engine, title="Autumn")
    there = audit_choices(engine)
    assert there.checks == {check_id: "Autumn"}
    assert (there.channels, there.locales, there.policies) == (
        ("EMAIL", "PUSH"),
        ("en-US", "zh-CN"),
        ("v1.0.0",),
    )
    assert set(there.codes) == {Code.COMPLIANCE_URL_FORBIDDEN, Code.FACT_USER_EVENT_MISS}


def test_an_unknown_result_is_named(engine: Engine) -> None:
    with pytest.raises(NotFoundError, match="Result 5 does not exist"):
        audit_row(engine, 5)


def test_the_record_keeps_the_items_as_they_were(engine: Engine) -> None:
    checked(engine)
    record = audit_row(engine, line(engine, "viewed").id)
    assert record.verification is not None
    assert record.verification.facts is not None
    assert record.verification.facts.items["cam"].brand == "Sony"  # type: ignore[union-attr]
    assert set(record.verification.facts.last_events) == {"view"}
    assert record.verification.audit()["policyVer"] == "v1.0.0"


def test_every_exported_row_fits_its_schema(engine: Engine) -> None:
    class Broken:
        def rewrite(self, request: object) -> str:
            raise RuntimeError("no paper")

    load_sample_pack(engine)
    run_check(engine, started(engine), models=CheckModels(rewriter=Broken()))
    record_verdict(engine, line(engine, "good").id, "Li", Verdict.ALLOW, idempotency_key="1")
    rows = [json.loads(each) for each in audit_jsonl(engine, AuditFilter())]
    assert len(rows) == count_audit(engine, AuditFilter())
    for each in rows:
        SCHEMA.validate(each)
    assert [each["error"] for each in rows if each["verdict"] is None] == ["RuntimeError: no paper"]
    assert {each["review"]["verdict"] for each in rows} == {None, "ALLOW"}


def test_a_table_holds_what_people_took_and_runs_nothing(engine: Engine) -> None:
    rows = [row("=1+1 今天的新品都到了", id="formula"), row("到店 https://a.cn/x 看看吧", id="b")]
    checked(engine, rows)
    result = line(engine, "b").id
    decide_repair(
        engine, result, "Li", RepairAction.ACCEPT, step=0, comment="=fine", idempotency_key="1"
    )
    data = b"".join(audit_csv(engine, AuditFilter())).decode("utf-8-sig")
    table = list(csv.DictReader(io.StringIO(data, newline="")))
    assert [each["id"] for each in table] == ["formula", "b"]
    assert table[0]["text"] == "'=1+1 今天的新品都到了"
    assert table[1]["final_text"] == table[1]["suggested_text"] != ""
    assert (table[1]["repair_decision_by"], table[1]["comment"]) == ("Li", "'=fine")
    assert table[1]["codes"] == "COMPLIANCE_URL_FORBIDDEN"


def test_an_export_is_of_what_was_chosen(engine: Engine) -> None:
    checked(engine)
    chosen = AuditFilter(verdicts=(Verdict.REJECT,))
    assert [json.loads(each)["id"] for each in audit_jsonl(engine, chosen)] == ["link"]
    assert len(list(audit_csv(engine, chosen))) == 2
