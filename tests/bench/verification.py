"""How fast copies are verified, beside the same checks written plainly with `re`."""

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from itertools import cycle, islice

from core.verification import (
    CachedFacts,
    Candidate,
    CatalogueEntry,
    Claims,
    Constraints,
    UploadedFacts,
    UserEvent,
    policy_of,
    verify,
)
from core.verification.files.sample_pack import load_sample
from tests.bench import copy_peer, copy_words
from tests.bench.pairs import duration, paired, table, timed, times

CANDIDATES, ITEMS, BRANDS, USERS = 10_000, 100_000, 2_000, 5_000
PLAIN_CANDIDATES = 300
PEER_CANDIDATES = 1_000
LONG = 100_000
NOW = datetime(2025, 11, 14, 4, tzinfo=UTC)

ABOUT = f"""{CANDIDATES:,} candidates in Chinese and English against {ITEMS:,} items of {BRANDS:,}
brands and the events of {USERS:,} users, policy v1.0.0, one process, processor time. The other side
is what one would write first: a pattern for each word and brand, compiled once, searched one after
the other, and the same scores from it. It is timed on the first {PLAIN_CANDIDATES} candidates.
"""

_PARTS = {
    "zh-CN": [
        "秋季大促今天开始",
        "新品到店",
        "限时优惠",
        "快来看看吧",
        "史上好价",
        "垃圾桶特价",
        "会员专享好礼",
    ],
    "en-US": ["New autumn coats are here", "Only this week", "Free shipping today", "Come and see"],
}
_WORDS = (
    ["垃圾", "假货", "欺诈", "骗人"],
    ["最好", "最低", "史上", "第一", "绝对", "完美", "极致"],
)
_EMOJI = re.compile("[\U0001f300-\U0001faff\u2600-\u27bf]")
_PUNCTUATION = re.compile(r"[!-/:-@\[-`{-~。，、；：？！“”‘’（）《》【】…—]")


def report() -> str:
    """The tables in markdown."""
    brands = [f"Brand{number:04}" for number in range(BRANDS)]
    rng = random.Random(11)
    items = [CatalogueEntry(f"i{n}", brands[n % BRANDS], active=n % 50 > 0) for n in range(ITEMS)]
    events = [
        UserEvent(f"u{n}", "view", NOW - timedelta(days=rng.randrange(30))) for n in range(USERS)
    ]
    source = CachedFacts(UploadedFacts(items, events, snapshot="bench"))
    policy = policy_of("v1.0.0")
    candidates = list(candidates_of(rng, brands))
    plain = Plain({item.id: item for item in items}, events, brands)
    some = candidates[:PLAIN_CANDIDATES]
    agree = sum(
        verify(each, policy, source, now=NOW).verdict == plain.verdict(each) for each in some
    )
    ours = min(timed(lambda: _verify_all(candidates, source, "v1.0.0")) for _ in range(3))
    newer = {
        version: timed(lambda version=version: _verify_all(candidates, source, version))
        for version in ("v1.1.0", "v1.2.0")
    }
    pair = paired(
        lambda: _verify_all(some, source, "v1.0.0"),
        lambda: [plain.verdict(each) for each in some],
        rounds=3,
    )
    rows = [
        ("verify, v1.0.0", _rate(ours, CANDIDATES), duration(ours / CANDIDATES), ""),
        *(
            (f"verify, {version}", _rate(took, CANDIDATES), duration(took / CANDIDATES), "")
            for version, took in newer.items()
        ),
        (
            "plain `re`, the same checks",
            _rate(pair[1], PLAIN_CANDIDATES),
            duration(pair[1] / PLAIN_CANDIDATES),
            times(pair[1] / pair[0]),
        ),
    ]
    head = ("", "candidates per second", "each", "times as long as verify")
    said = f"Both give the same verdict on {agree} of {PLAIN_CANDIDATES} candidates.\n"
    peer = copy_peer.report(candidates[:PEER_CANDIDATES], brands)
    words = copy_words.report(candidates, source)
    return f"{ABOUT}\n{table(head, rows)}\n{said}\n{words}\n{peer}\n{_long_texts()}"


def _rate(seconds: float, count: int) -> str:
    return f"{count / seconds:,.0f}"


def _verify_all(candidates: Sequence[Candidate], source: CachedFacts, version: str) -> None:
    policy = policy_of(version)
    for candidate in candidates:
        verify(candidate, policy, source, now=NOW)


def candidates_of(rng: random.Random, brands: Sequence[str]) -> Iterator[Candidate]:
    """The sample's candidates with changed texts, and invented ones."""
    kept = [each.text for each in load_sample().candidates]
    for number, text in zip(range(CANDIDATES), cycle(kept), strict=False):
        locale = rng.choice(list(_PARTS))
        parts = rng.sample(_PARTS[locale], k=min(3, len(_PARTS[locale])))
        joined = ("，" if locale == "zh-CN" else ". ").join(parts)
        brand = rng.choice(brands)
        yield Candidate(
            id=str(number),
            text=f"{joined} {brand}" if number % 2 else text,
            channel=rng.choice(["PUSH", "EMAIL"]),
            locale=locale,
            claims=Claims(
                referenced_events=("recent_view",) if number % 3 == 0 else (),
                referenced_item_ids=(f"i{rng.randrange(ITEMS)}",),
                brands=(brand,) if number % 5 == 0 else (),
                holidays=("双十一",) if number % 7 == 0 else (),
            ),
            user_id=f"u{rng.randrange(USERS)}",
            constraints=Constraints(no_price=number % 4 == 0),
        )


class Plain:
    """Source 001's checks as one would write them first: no index, no automaton, no graphemes."""

    def __init__(
        self,
        items: Mapping[str, CatalogueEntry],
        events: Sequence[UserEvent],
        brands: Sequence[str],
    ) -> None:
        self.items, self.events = items, events
        # Compiled once: else `re` would compile 2,000 of them again for every candidate.
        self.brands = [
            re.compile(rf"(?<![A-Za-z0-9]){re.escape(brand)}(?![A-Za-z0-9])") for brand in brands
        ]

    def verdict(self, candidate: Candidate) -> str:
        compliance = self._compliance(candidate)
        if compliance <= 0:
            return "REJECT"
        fact, quality = self._fact(candidate), self._quality(candidate)
        if compliance < 80:
            return "REVISE"
        if fact < 80:
            return "REJECT" if fact < 60 else "REVISE"
        if quality < 70:
            return "REJECT" if quality < 50 else "REVISE"
        return "ALLOW"

    def _compliance(self, candidate: Candidate) -> int:
        text = candidate.text
        if candidate.channel == "PUSH" and re.search(r"https?://", text, re.IGNORECASE):
            return 0
        if any(re.search(re.escape(word), text) for word in _WORDS[0]):
            return 0
        absolute = sum(bool(re.search(re.escape(word), text)) for word in _WORDS[1])
        left = 100 - min(60, 30 * absolute) - 10 * (len(re.findall("[!！]", text)) > 2)
        priced = candidate.constraints.no_price and re.search(r"\$[\d,.]+|¥[\d,.]+", text)
        return left - 20 * bool(priced)

    def _fact(self, candidate: Candidate) -> int:
        left, claims = 100, candidate.claims
        for event in claims.referenced_events:
            since = NOW - timedelta(days=7)
            seen = [e for e in self.events if e.user_id == candidate.user_id and e.at >= since]
            left -= 30 * (event == "recent_view" and not seen)
        found = [self.items.get(name) for name in claims.referenced_item_ids]
        left -= sum(50 for item in found if item is None or not item.active)
        actual = {item.brand.casefold() for item in found if item}
        wrong = [brand for brand in claims.brands if brand.casefold() not in actual]
        left -= 15 * bool(wrong and actual)
        # What is flagged for a person: brands that the text names and nobody declared.
        for brand in self.brands:
            brand.search(candidate.text)
        inside = date(2025, 11, 8) <= NOW.date() <= date(2025, 11, 12)
        return max(0, left - 20 * (bool(claims.holidays) and not inside))

    def _quality(self, candidate: Candidate) -> float:
        text, basic = candidate.text, 100
        chinese = re.findall(r"[\u4e00-\u9fff]", text)
        words = re.findall(r"[A-Za-z]+", text)
        seen = re.sub(r"\s", "", text)
        size = len(text.split()) * 5
        if chinese:
            size = len(seen) - sum(map(len, words)) + 5 * len(words)
        basic -= 30 * (size > {"PUSH": 90, "EMAIL": 200}[candidate.channel])
        basic -= 20 * (size < 10)
        basic -= 15 * (len(_PUNCTUATION.findall(text)) > 0.2 * len(seen))
        basic -= 10 * (len(_EMOJI.findall(text)) > 3)
        basic -= 20 * (candidate.locale == "zh-CN" and bool(words) and not chinese)
        return 75 + 0.25 * basic


def _long_texts() -> str:
    """One copy of 100,000 characters of each kind that has been slow somewhere."""
    source, policy = UploadedFacts([]), policy_of("v1.1.0")
    kinds = {
        "中": "Chinese characters",
        "a": "one word",
        "a.": "a domain that never ends",
        "1,": "a price that never ends",
        "第一": "absolute words",
        "👨‍👩‍👧": "families",
        "🇨": "halves of flags",
        "\u200f": "marks of direction",
        "https://a.cn ": "links",
    }
    rows = []
    for unit, name in kinds.items():
        text = "".join(islice(cycle(unit), LONG))
        candidate = Candidate("1", text, "EMAIL", "zh-CN", constraints=Constraints(no_price=True))
        took = timed(lambda one=candidate: verify(one, policy, source, now=NOW))
        rows.append((name, duration(took)))
    return f"One copy of {LONG:,} characters:\n\n{table(('made of', 'verify'), rows)}"
