"""The order of checks, their audit record, and bad input (source 001, sections 6 and 8)."""

import json
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InputError
from core.verification import (
    CachedFacts,
    CatalogueEntry,
    Code,
    Dimension,
    RecentCopy,
    UploadedFacts,
    UserEvent,
    Verification,
    verify,
    verify_again,
)
from tests.core.verification.desk import (
    EMPTY,
    GOOD,
    NOW,
    V1,
    V1_1,
    candidate,
    codes,
    scores,
    verified,
)


class Recording(UploadedFacts):
    """A source that records the threads of its look-ups and raises `error` if it is set."""

    def __init__(self, *, error: Exception | None = None) -> None:
        super().__init__([CatalogueEntry("x")])
        self.error = error
        self.threads: list[str] = []

    def get_item(self, item_id: str) -> CatalogueEntry | None:
        self.threads.append(threading.current_thread().name)
        if self.error:
            raise self.error
        return super().get_item(item_id)


def test_8_3_a_hard_violation_ends_the_verification() -> None:
    source = Recording()
    verification = verify(
        candidate("见 https://a.b", referenced_item_ids=("x",)), V1, source, now=NOW
    )
    assert verification.verdict == "REJECT"
    assert source.threads == []
    assert verification.facts is None
    assert set(verification.scores) == {Dimension.COMPLIANCE}


def test_otherwise_all_three_are_checked_also_where_compliance_asks_for_a_revision() -> None:
    """Reading 5."""
    verification = verified("史上好价：快来看看秋季新品吧", referenced_item_ids=("x",))
    assert set(verification.scores) == set(Dimension)
    assert verification.decision.masked_reject


def test_8_2_facts_are_looked_up_by_the_executor() -> None:
    source = Recording()
    copy = candidate(referenced_item_ids=("x",))
    with ThreadPoolExecutor(thread_name_prefix="facts") as executor:
        verification = verify(copy, V1, source, now=NOW, executor=executor)
    assert [name.startswith("facts") for name in source.threads] == [True]
    assert verification == verify(copy, V1, source, now=NOW)


@pytest.mark.parametrize("concurrent", [False, True])
def test_a_failed_look_up_is_no_verdict(concurrent: bool) -> None:
    source = Recording(error=ConnectionError("away"))
    copy = candidate(referenced_item_ids=("x",))
    with ThreadPoolExecutor() as executor, pytest.raises(ConnectionError):
        verify(copy, V1, source, now=NOW, executor=executor if concurrent else None)


def test_a_time_without_a_zone_is_refused() -> None:
    bare = datetime(2025, 11, 14)  # noqa: DTZ001
    for copy, now in ((candidate(), bare), (candidate(at=bare), NOW)):
        with pytest.raises(ValueError, match="its zone"):
            verify(copy, V1, EMPTY, now=now)


def test_an_unknown_time_zone_is_a_clear_error() -> None:
    with pytest.raises(InputError, match="time zone Mars/X"):
        verified(holidays=("双十一",), time_zone="Mars/X")


def test_6_the_audit_has_the_sources_fields() -> None:
    source = UploadedFacts([], snapshot="2025-11-14")
    audit = verify(candidate(), V1, source, now=NOW).audit()
    assert audit["policyVer"] == "v1.0.0"
    assert audit["catalogSnapshot"] == "2025-11-14"
    assert audit["timestamp"] == audit["checkedFor"] == "2025-11-14T20:30:00+00:00"


def test_the_audit_has_the_time_checked_for_and_the_time_of_the_check() -> None:
    before, sent = datetime.now(UTC), datetime(2026, 2, 16, 4, tzinfo=UTC)
    verification = verify(candidate(at=sent), V1, EMPTY, now=NOW)
    audit = verification.audit()
    assert audit["timestamp"] == NOW.isoformat()
    assert audit["checkedFor"] == sent.isoformat()
    assert before <= datetime.fromisoformat(audit["checkedAt"]) <= datetime.now(UTC)
    stored = verification.to_dict()
    assert Verification.from_dict(stored).to_dict() == stored
    older = {**stored, "audit": {k: v for k, v in audit.items() if not k.startswith("checked")}}
    assert Verification.from_dict(older).audit() == {
        **older["audit"],
        "checkedFor": sent.isoformat(),
    }
    assert audit["policySha256"] == V1.sha256


TEXT = st.text(
    st.sampled_from("秋日好物上新，。！!a b1¥$9垃圾史上https:/.com👨‍👩‍👧\u200b\u200f５🍁（")
    | st.characters(exclude_categories=["Cs"]),
    max_size=120,
)
CANDIDATES = st.builds(
    candidate,
    TEXT,
    channel=st.sampled_from(["PUSH", "EMAIL", "WEB", "FAX"]),
    locale=st.sampled_from(["zh-CN", "en-US", "xx"]),
    referenced_events=st.lists(st.sampled_from(["recent_view", "?"]), max_size=2).map(tuple),
    referenced_item_ids=st.lists(st.sampled_from("xyz"), max_size=2).map(tuple),
    brands=st.lists(st.sampled_from(["Sony", "索尼", "?"]), max_size=2).map(tuple),
    holidays=st.lists(st.sampled_from(["双十一", "七夕", "?"]), max_size=2).map(tuple),
    user_id=st.sampled_from([None, "u"]),
    no_price=st.booleans(),
    max_length=st.none() | st.integers(1, 60),
)
SOURCE = UploadedFacts(
    [CatalogueEntry("x", "Sony"), CatalogueEntry("y", "Canon", active=False)],
    [UserEvent("u", "view", NOW)],
)


@given(CANDIDATES, st.sampled_from([V1, V1_1]))
def test_whatever_is_verified_is_read_back_the_same_from_plain_json(
    asked: object, policy: object
) -> None:
    verification = verify(asked, policy, SOURCE, now=NOW, recent=RecentCopy([GOOD]))  # type: ignore[arg-type]
    assert Verification.from_dict(json.loads(json.dumps(verification.to_dict()))) == verification
    for finding in verification.findings:
        start, end = finding.span or (0, 0)
        assert 0 <= start <= end <= len(verification.candidate.text)
        assert "{" not in finding.translate().replace(verification.candidate.text, "")[:20]
    assert all(0 <= each.value <= 1 for each in verification.scores.values())


@given(CANDIDATES, st.sampled_from([V1, V1_1]))
def test_a_stored_verification_is_judged_the_same_again(asked: object, policy: object) -> None:
    verification = verify(asked, policy, SOURCE, now=NOW, recent=RecentCopy([GOOD]))  # type: ignore[arg-type]
    assert verify_again(verification, policy) == verification  # type: ignore[arg-type]


def test_a_hundred_thousand_characters_are_verified() -> None:
    for unit in ("第一", "a", "a.", "👨‍👩‍👧", "！", "1,", "https://a.cn ", "\u200f", "🇨", "（"):
        text = unit * (100_000 // len(unit))
        verification = verified(text, V1_1, no_price=True)
        assert Code.QUALITY_LEN_OVER in verification.codes or verification.facts is None


def test_an_empty_text_is_too_short() -> None:
    assert codes(verified("")) == {"QUALITY_LEN_TOO_SHORT"}


def test_mixed_width_and_marks_of_direction_are_findings() -> None:
    verification = verified("\u202e秋季５折起，最多省 99 元\u202c")
    assert codes(verification) == {"STYLE_MIXED_WIDTH", "QUALITY_HIDDEN_CHARACTERS"}
    assert scores(verification)["quality"] == 0.975


class Counting(UploadedFacts):
    """A source that counts its look-ups."""

    def __init__(self) -> None:
        super().__init__([CatalogueEntry("x")], [UserEvent("u", "view", NOW)])
        self.items = 0
        self.events = 0

    def get_item(self, item_id: str) -> CatalogueEntry | None:
        self.items += 1
        return super().get_item(item_id)

    def get_user_events(self, user_id: str, days: int, *, until: datetime) -> Sequence[UserEvent]:
        self.events += 1
        return super().get_user_events(user_id, days, until=until)


def test_8_1_items_and_events_are_kept_for_a_while() -> None:
    clock = [0.0]
    source = Counting()
    cached = CachedFacts(source, clock=lambda: clock[0])
    for _ in range(3):
        assert cached.get_item("x") == CatalogueEntry("x")
        assert len(cached.get_user_events("u", 7, until=NOW)) == 1
    assert (source.items, source.events) == (1, 1)
    clock[0] = 599
    cached.get_item("x")
    assert source.items == 1
    clock[0] = 601
    cached.get_item("x")
    assert source.items == 2
    clock[0] = 602
    cached.get_user_events("u", 7, until=NOW)
    assert source.events == 2
    assert cached.get_user_events("u", 7, until=NOW - timedelta(days=1)) == []
    assert source.events == 3


def test_8_1_that_something_is_absent_is_not_kept() -> None:
    source = Counting()
    cached = CachedFacts(source)
    assert cached.get_item("nothing") is None
    assert cached.get_item("nothing") is None
    assert source.items == 2


def test_8_1_events_kept_for_one_time_are_not_used_for_a_later_one() -> None:
    source = Counting()
    cached = CachedFacts(source, event_ttl_s=60)
    cached.get_user_events("u", 7, until=NOW)
    soon = cached.get_user_events("u", 7, until=NOW + timedelta(seconds=30))
    assert (source.events, len(soon)) == (1, 1)
    assert cached.get_user_events("u", 7, until=NOW + timedelta(days=8)) == []
    assert source.events == 2
