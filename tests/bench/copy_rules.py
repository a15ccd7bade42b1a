"""How many bad texts the copy rules catch and how many good ones they stop, by code and policy.

`python -m tests.bench.copy_rules [develop|scored|scored_2|...|scored_10] [--misses]`. Each scored
set was held out until its first score was published; the next one is `scored_11`.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, time
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from core.stats.rates import wilson
from core.verification import (
    Candidate,
    CatalogueEntry,
    Claims,
    Constraints,
    Policy,
    Severity,
    UploadedFacts,
    UserEvent,
    Verdict,
    policy_of,
    verify,
)
from core.verification.findings import Code

TEXTS = Path(__file__).parent / "copy_texts"
POLICIES = ("v1.1.0", "v1.2.0")
SETS = ("develop", "scored", *(f"scored_{n}" for n in range(2, 11)))
GROUPS = {
    "abs": Code.COMPLIANCE_ABSOLUTE_WORDS,
    "fbd": Code.COMPLIANCE_FORBIDDEN_WORDS,
    "url": Code.COMPLIANCE_URL_FORBIDDEN,
    "price": Code.COMPLIANCE_PRICE_FORBIDDEN,
    "hol": Code.FACT_HOLIDAY_INVALID,
    "brand": Code.FACT_BRAND_MISMATCH,
    "event": Code.FACT_USER_EVENT_MISS,
}
KINDS = {"viewed": "view", "purchased": "purchase", "carted": "cart", "saved": "favorite"}


class Labelled(NamedTuple):
    """A row of the files in `copy_texts`; its README says what each field means."""

    id: str
    candidate: Candidate
    expected: frozenset[Code]
    wording: str
    group: str
    facts: Mapping[str, Any]

    @property
    def zone(self) -> ZoneInfo:
        zones = policy_of(POLICIES[-1]).time_zones
        return ZoneInfo(zones.get(self.candidate.locale, "Asia/Shanghai"))


def labelled(name: str) -> Iterator[Labelled]:
    """What a text claims is left for the rules to find: `claimed_events` are not declared."""
    for line in (TEXTS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        facts = row.get("facts") or {}
        candidate = Candidate(
            id=row["id"],
            text=row["text"],
            channel=row["channel"],
            locale=row["locale"],
            claims=Claims(referenced_item_ids=_about(row["id"], facts)),
            user_id="user" if "events" in facts else None,
            constraints=Constraints(no_price=facts.get("no_price", False)),
        )
        expected = frozenset(map(Code, row["expected_codes"]))
        yield Labelled(
            row["id"], candidate, expected, row["wording"], row["id"].split("-")[0], facts
        )


def _about(name: str, facts: Mapping[str, Any]) -> tuple[str, ...]:
    """Items of the event group are those of the events, not what the text is about."""
    return () if name.startswith("event") else tuple(item["id"] for item in facts.get("items", ()))


def found(row: Labelled, policy: Policy) -> tuple[frozenset[Code], Verdict]:
    """The codes that a policy enforces of a text in the evening of its day, and the verdict."""
    zone, facts = row.zone, row.facts
    day = datetime.fromisoformat(facts.get("date", "2026-03-25"))
    now = datetime.combine(day, time(22), tzinfo=zone).astimezone(UTC)
    items = [
        CatalogueEntry(i["id"], brand=i["brand"], title=i["name"], price=Decimal(str(i["price"])))
        for i in facts.get("items", ())
    ]
    events = [
        UserEvent(
            "user",
            KINDS[e["type"]],
            datetime.fromisoformat(e["time"]).replace(tzinfo=zone),
            e["item_id"],
        )
        for e in facts.get("events", ())
    ]
    verified = verify(row.candidate, policy, source=UploadedFacts(items, events), now=now)
    codes = frozenset(f.code for f in verified.findings if f.severity is not Severity.INFO)
    if Code.FACT_EVENT_OTHER_ITEM in codes:  # The labels have one code for no such event
        codes = codes - {Code.FACT_EVENT_OTHER_ITEM} | {Code.FACT_USER_EVENT_MISS}
    return codes, verified.verdict


class Count(NamedTuple):
    hits: int
    n: int

    def __str__(self) -> str:
        if not self.n:
            return "-"
        low, high = wilson(self.hits / self.n, self.n)
        return f"{self.hits}/{self.n} = {self.hits / self.n:.2f} ({low:.2f}-{high:.2f})"


def table(rows: list[Labelled]) -> str:
    lines = [
        "| code | policy | recall, plain | precision on plain, trap | recall, evasion | trap |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for group, code in GROUPS.items():
        own = [row for row in rows if row.group == group]
        for version in POLICIES:
            raised = {row.id: code in found(row, policy_of(version))[0] for row in own}
            cells = " | ".join(_cells(own, code, raised))
            lines.append(f"| `{code.value}` | {version} | {cells} |")
    return "\n".join(lines)


def _cells(own: list[Labelled], code: Code, raised: Mapping[str, bool]) -> Iterator[str]:
    by = defaultdict[str, list[Labelled]](list)
    for row in own:
        by[row.wording].append(row)
    plain, evasion, trap = ([raised[r.id] for r in by[w]] for w in ("plain", "evasion", "trap"))
    yield str(Count(sum(plain), len(plain)))
    yield str(Count(sum(plain), sum(plain) + sum(trap)))
    yield str(Count(sum(evasion), len(evasion)))
    yield str(Count(len(trap) - sum(trap), len(trap)))


def not_allowed(rows: list[Labelled], wording: str) -> str:
    lines = ["| policy | not allowed | rejected |", "| --- | --- | --- |"]
    of = [row for row in rows if row.wording == wording]
    for version in POLICIES:
        verdicts = [found(row, policy_of(version))[1] for row in of]
        stopped = Count(sum(v is not Verdict.ALLOW for v in verdicts), len(of))
        rejected = Count(sum(v is Verdict.REJECT for v in verdicts), len(of))
        lines.append(f"| {version} | {stopped} | {rejected} |")
    return "\n".join(lines)


def misses(rows: list[Labelled]) -> Iterator[str]:
    policy = policy_of(POLICIES[-1])
    for row in rows:
        codes, verdict = found(row, policy)
        watched = codes & set(GROUPS.values())
        if watched != row.expected or (row.wording == "ordinary" and verdict is not Verdict.ALLOW):
            extra = ",".join(sorted(c.value for c in codes - row.expected))
            missing = ",".join(sorted(c.value for c in row.expected - codes))
            yield f"{row.id} {row.candidate.text} -{missing} +{extra} {verdict.value}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?", choices=SETS, default=SETS[-1])
    parser.add_argument("--misses", action="store_true")
    arguments = parser.parse_args()
    rows = list(labelled(arguments.file))
    if arguments.misses:
        print("\n".join(misses(rows)))
    print(table(rows), not_allowed(rows, "ordinary"), not_allowed(rows, "trap"), sep="\n\n")


if __name__ == "__main__":
    main()
