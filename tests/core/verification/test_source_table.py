"""Source 001 as a table: every code at its boundary, with score and verdict, by policy v1.0.0."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from core.verification import CatalogueEntry, Code, Dimension, UserEvent, Verdict
from core.verification.policy.policy import REQUIRED
from tests.core.verification.desk import GOOD, NOW, scores, verified

ALLOW, REVISE, REJECT = Verdict.ALLOW, Verdict.REVISE, Verdict.REJECT
DAY = timedelta(days=1)
TICK = timedelta(seconds=1)


@dataclass(frozen=True)
class Row:
    """A case at a boundary: whether the code is raised, the score of its dimension, the verdict."""

    section: str
    what: str
    code: Code
    raised: bool
    score: float
    verdict: Verdict
    given: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.section} {self.code.value} {self.what}"


def viewed(age: timedelta, kind: str = "view") -> dict[str, Any]:
    events = [UserEvent("u", kind, NOW - age)]
    return {"user_id": "u", "referenced_events": ("recent_view",), "events": events}


def items(*entries: CatalogueEntry, asked: tuple[str, ...] = ("i",)) -> dict[str, Any]:
    return {"items": entries, "referenced_item_ids": asked}


def on(month: int, day: int, hour: int = 4, **fields: Any) -> dict[str, Any]:
    """Fields that claim 双十一 on a day of 2025; 4 o'clock UTC is noon in China."""
    now = datetime(2025, month, day, hour, tzinfo=UTC)
    return {"holidays": ("双十一",), "now": now, **fields}


def event_rows() -> list[Row]:
    code = Code.FACT_USER_EVENT_MISS
    return [
        Row("1.1", "seen just now", code, False, 1, ALLOW, viewed(0 * DAY)),
        Row("1.1", "seen 7 days ago", code, False, 1, ALLOW, viewed(7 * DAY)),
        Row("1.1", "seen before that", code, True, 0.7, REVISE, viewed(7 * DAY + TICK)),
        Row("1.1", "seen in the future", code, True, 0.7, REVISE, viewed(-TICK)),
        Row("1.1", "another kind of event", code, True, 0.7, REVISE, viewed(DAY, "cart")),
        Row("1.1", "not claimed", code, False, 1, ALLOW, {"user_id": "u"}),
        Row(
            "1.1",
            "two claims missing count once",
            code,
            True,
            0.7,
            REVISE,
            {"user_id": "u", "referenced_events": ("recent_view", "recent_cart")},
        ),
    ]


def item_rows() -> list[Row]:
    invalid, unavailable = Code.FACT_ITEM_INVALID, Code.FACT_ITEM_UNAVAILABLE
    sound, delisted = CatalogueEntry("i"), CatalogueEntry("i", active=False)
    sold_out = CatalogueEntry("i", purchasable=False)
    both = CatalogueEntry("i", active=False, purchasable=False)
    one, two = ("x",), ("x", "y")
    return [
        Row("1.2", "listed and for sale", invalid, False, 1, ALLOW, items(sound)),
        Row("1.2", "not in the catalogue", invalid, True, 0.5, REJECT, items(sound, asked=one)),
        Row("1.2", "delisted", invalid, True, 0.5, REJECT, items(delisted)),
        Row("1.2", "two of them", invalid, True, 0, REJECT, items(asked=two)),
        Row("1.2", "one, named twice", invalid, True, 0.5, REJECT, items(asked=("x", "x"))),
        Row("1.2", "for sale", unavailable, False, 1, ALLOW, items(sound)),
        Row("1.2", "not for sale", unavailable, True, 0.5, REJECT, items(sold_out)),
        Row("1.2", "delisted comes first", unavailable, False, 0.5, REJECT, items(both)),
    ]


def brand_rows() -> list[Row]:
    code = Code.FACT_BRAND_MISMATCH
    canon = items(CatalogueEntry("i", "Canon"))
    two = items(CatalogueEntry("i", "Canon"), CatalogueEntry("j", "Sony"), asked=("i", "j"))
    plain = items(CatalogueEntry("i"))
    return [
        Row("1.3", "the item's brand", code, False, 1, ALLOW, canon | {"brands": ("Canon",)}),
        Row("1.3", "in other letters", code, False, 1, ALLOW, canon | {"brands": ("ｃanon",)}),
        Row("1.3", "another brand", code, True, 0.85, ALLOW, canon | {"brands": ("Sony",)}),
        Row("1.3", "two count once", code, True, 0.85, ALLOW, canon | {"brands": ("Sony", "LG")}),
        Row("1.3", "of one of the items", code, False, 1, ALLOW, two | {"brands": ("Sony",)}),
        Row("1.3", "an item without brand", code, False, 1, ALLOW, plain | {"brands": ("Sony",)}),
        Row("1.3", "no item", code, False, 1, ALLOW, {"brands": ("Sony",)}),
    ]


def holiday_rows() -> list[Row]:
    code = Code.FACT_HOLIDAY_INVALID
    return [
        Row("1.4", "4 days before", code, True, 0.8, ALLOW, on(11, 7)),
        Row("1.4", "3 days before", code, False, 1, ALLOW, on(11, 8)),
        Row("1.4", "the day", code, False, 1, ALLOW, on(11, 11)),
        Row("1.4", "1 day after", code, False, 1, ALLOW, on(11, 12)),
        Row("1.4", "2 days after", code, True, 0.8, ALLOW, on(11, 13)),
        Row("1.4", "the document's 14 November", code, True, 0.8, ALLOW, on(11, 14)),
        Row("1.4", "its last hour in China", code, False, 1, ALLOW, on(11, 12, 15)),
        Row("1.4", "an hour later", code, True, 0.8, ALLOW, on(11, 12, 16)),
        Row(
            "1.4",
            "still the 12th for the audience",
            code,
            False,
            1,
            ALLOW,
            on(11, 12, 16, time_zone="Europe/London"),
        ),
    ]


def fact_score_rows() -> list[Row]:
    """Rows whose score is just beside 0.6 or 0.8."""
    canon = items(CatalogueEntry("i", "Canon")) | {"brands": ("Sony",)}
    missed = {"user_id": "u", "referenced_events": ("recent_view",)}
    late = on(11, 14)
    holiday, brand, event = (
        Code.FACT_HOLIDAY_INVALID,
        Code.FACT_BRAND_MISMATCH,
        Code.FACT_USER_EVENT_MISS,
    )
    return [
        Row("1", "a holiday and a brand", holiday, True, 0.65, REVISE, late | canon),
        Row("1", "an event and a brand", brand, True, 0.55, REJECT, missed | canon),
        Row("1", "an event and a holiday", event, True, 0.5, REJECT, missed | late),
        Row("1", "all three", event, True, 0.35, REJECT, missed | late | canon),
    ]


def pushed(text: str, **fields: Any) -> dict[str, Any]:
    return {"text": text, **fields}


def compliance_rows() -> list[Row]:
    url, forbidden = Code.COMPLIANCE_URL_FORBIDDEN, Code.COMPLIANCE_FORBIDDEN_WORDS
    absolute, marks = Code.COMPLIANCE_ABSOLUTE_WORDS, Code.COMPLIANCE_EXCESSIVE_PUNCTUATION
    price = Code.COMPLIANCE_PRICE_FORBIDDEN
    linked = f"{GOOD}https://a.cn"
    rows = [
        Row("2.1", "https in PUSH", url, True, 0, REJECT, pushed(linked)),
        Row("2.1", "http in PUSH", url, True, 0, REJECT, pushed(f"{GOOD}http://a.cn")),
        Row("2.1", "the scheme alone", url, True, 0, REJECT, pushed(f"{GOOD}http://")),
        Row("2.1", "in capitals", url, True, 0, REJECT, pushed(f"{GOOD}HTTP://A.CN")),
        Row("2.1", "another scheme", url, False, 1, ALLOW, pushed(f"{GOOD}ftp://a.cn")),
        Row("2.1", "without a scheme", url, False, 1, ALLOW, pushed(f"{GOOD}www.a.cn")),
        Row("2.1", "one slash", url, False, 1, ALLOW, pushed(f"{GOOD}http:/a.cn")),
        *(
            Row("2.1", channel, url, False, 1, ALLOW, pushed(linked, channel=channel))
            for channel in ("EMAIL", "SMS", "IN_APP", "WEB")
        ),
        *(
            Row("2.2", word, forbidden, True, 0, REJECT, pushed(f"{GOOD}，{word}"))
            for word in ("垃圾", "假货", "欺诈", "骗人", "垃圾桶", "防欺诈")
        ),
        Row("2.2", "a character between", forbidden, False, 1, ALLOW, pushed(f"{GOOD}，假的货")),
        *(
            Row("2.3", word, absolute, True, 0.7, REVISE, pushed(f"{GOOD}，{word}"))
            for word in ("最好", "最低", "史上", "第一", "绝对", "完美", "极致", "第一次")
        ),
        Row("2.3", "none of them", absolute, False, 1, ALLOW, pushed(f"{GOOD}，最佳")),
        Row("2.3", "史上最低价", absolute, True, 0.4, REVISE, pushed(f"{GOOD}，史上最低价")),
        Row("2.3", "one twice", absolute, True, 0.7, REVISE, pushed(f"{GOOD}，最好最好")),
        Row("2.3", "three, capped", absolute, True, 0.4, REVISE, pushed(f"{GOOD}，最好最低完美")),
        Row("2.4", "2 marks", marks, False, 1, ALLOW, pushed(f"{GOOD}！！")),
        Row("2.4", "3 marks", marks, True, 0.9, ALLOW, pushed(f"{GOOD}！！！")),
        Row("2.4", "3 apart, both widths", marks, True, 0.9, ALLOW, pushed(f"快!{GOOD}！来!")),
        Row("2.4", "other marks", marks, False, 1, ALLOW, pushed(f"{GOOD}？？？")),
    ]
    for text, raised in (
        ("¥199", True),
        ("$1,299.00", True),
        ("$.", True),
        ("$", False),
        ("¥ 199", False),
        ("199元", False),
        ("￥199", False),
        ("¥１９９", False),
        ("€199", False),
    ):
        score = 0.8 if raised else 1
        priced = pushed(f"{GOOD}，{text}", no_price=True)
        rows.append(Row("2.5", text, price, raised, score, ALLOW, priced))
    return [
        *rows,
        Row("2.5", "no such rule", price, False, 1, ALLOW, pushed(f"{GOOD}，¥199")),
        Row(
            "2",
            "a price and 3 marks",
            price,
            True,
            0.7,
            REVISE,
            pushed(f"{GOOD}！！！¥199", no_price=True),
        ),
    ]


def quality_rows() -> list[Row]:
    over, short = Code.QUALITY_LEN_OVER, Code.QUALITY_LEN_TOO_SHORT
    marks, emoji = Code.QUALITY_PUNCT_EXCESS, Code.QUALITY_EMOJI_EXCESS
    language, hard_to_read = Code.QUALITY_LANG_MISMATCH, Code.QUALITY_LOW_READABILITY
    ten, four = "秋季大促今天开始了。", "Autumn coats are here. "
    english = {"locale": "en-US"}
    rows = [
        Row("3.1", "89 in PUSH", over, False, 1, ALLOW, pushed((ten * 9)[:-1])),
        Row("3.1", "90 in PUSH", over, False, 1, ALLOW, pushed(ten * 9)),
        Row("3.1", "91 in PUSH", over, True, 0.925, ALLOW, pushed(ten * 9 + "好")),
        Row("3.1", "200 in EMAIL", over, False, 1, ALLOW, pushed(ten * 20, channel="EMAIL")),
        Row(
            "3.1",
            "201 in EMAIL",
            over,
            True,
            0.925,
            ALLOW,
            pushed(ten * 20 + "好", channel="EMAIL"),
        ),
        Row("3.1", "no limit in SMS", over, False, 1, ALLOW, pushed(ten * 30, channel="SMS")),
        Row("3.1", "18 words", over, False, 1, ALLOW, english | pushed(four * 4 + "Come now.")),
        Row(
            "3.1", "19 words", over, True, 0.925, ALLOW, english | pushed(four * 4 + "Come in now.")
        ),
        Row("3.1", "its own limit", over, False, 1, ALLOW, {"max_length": 14}),
        Row("3.1", "a shorter one", over, True, 0.925, ALLOW, {"max_length": 13}),
        Row("3.1", "a longer one", over, True, 0.925, ALLOW, pushed(ten * 9 + "好", max_length=99)),
        Row("3.1", "10", short, False, 1, ALLOW, pushed("秋季大促今天就开始了")),
        Row("3.1", "9", short, True, 0.95, ALLOW, pushed("秋季大促今天开始了")),
        Row("3.1", "2 words", short, False, 1, ALLOW, english | pushed("Autumn coats")),
        Row("3.1", "1 word", short, True, 0.95, ALLOW, english | pushed("Autumn")),
        Row("3.2", "2 of 10", marks, False, 1, ALLOW, pushed("秋季，大促，今天开始")),
        Row("3.2", "3 of 14", marks, True, 0.9625, ALLOW, pushed("秋季，大促，今天，开始了好的")),
        Row("3.2", "3 of 15", marks, False, 1, ALLOW, pushed("秋季，大促，今天，开始了好的呀")),
        Row("3.3", "3 emoji", emoji, False, 1, ALLOW, pushed(f"{GOOD}😀🎉👨‍👩‍👧")),
        Row("3.3", "4 emoji", emoji, True, 0.975, ALLOW, pushed(f"{GOOD}😀🎉👨‍👩‍👧🇨🇳")),
        Row("3.4", "English alone", language, True, 0.95, ALLOW, pushed("Autumn coats are here")),
        Row("3.4", "with one character", language, False, 1, ALLOW, pushed("Autumn coats are 好")),
        Row("3.4", "neither", language, False, 1, ALLOW, pushed("12345, 67890")),
        Row("3.4", "in English", language, False, 1, ALLOW, english | pushed("Autumn coats are")),
        Row("3.4", "zh-TW", language, False, 1, ALLOW, pushed("Autumn coats", locale="zh-TW")),
    ]
    for count, raised, score in ((30, False, 0.825), (31, True, 0.785)):
        shouted = " ".join(["COATS"] * count)
        fields = pushed(shouted, channel="WEB", **english)
        rows.append(
            Row("3.5", f"{count} capital words", hard_to_read, raised, score, ALLOW, fields)
        )
    return rows


ROWS = [
    *event_rows(),
    *item_rows(),
    *brand_rows(),
    *holiday_rows(),
    *fact_score_rows(),
    *compliance_rows(),
    *quality_rows(),
]


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_the_source_to_the_letter(row: Row) -> None:
    verification = verified(**{"text": GOOD} | row.given)
    assert (row.code in verification.codes) is row.raised
    dimension: Dimension = row.code.dimension
    assert (scores(verification)[dimension.value], verification.verdict) == (row.score, row.verdict)


def test_every_code_of_the_source_is_in_the_table_on_both_sides() -> None:
    raised = {row.code for row in ROWS if row.raised}
    assert raised == {row.code for row in ROWS if not row.raised} == REQUIRED
