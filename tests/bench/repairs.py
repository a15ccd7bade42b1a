"""What the repairs make of labelled texts, for a person to judge.

`python -m tests.bench.repairs FILE.jsonl [--policy v1.2.0] [--jsonl]`: each line has the fields of
tests/bench/copy_texts (id, text, channel, locale, facts), and `claims` and `constraints` where they
are given as in a file of candidates. For each text its findings and the repaired text, or "needs a
person".

`--replies FILE`: with a model that writes copy anew, whose replies are recorded in FILE, each line
`{"item": id, "replies": [...]}`. `--prompts FILE`: prompts without a reply are written there.
"""

import argparse
import json
from collections import deque
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, time
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from core.llm import Completion, PromptTemplateManager, UnreadableReply
from core.verification import (
    Candidate,
    CatalogueEntry,
    Claims,
    Constraints,
    Fix,
    ModelSource,
    Policy,
    Rewriter,
    RewriteRequest,
    Rewriting,
    Severity,
    UploadedFacts,
    UserEvent,
    Verdict,
    Verification,
    policy_of,
    repair,
    verify,
)
from core.verification.repairs.rewriting import read_rewriting, rewrite_prompt

KINDS = {"viewed": "view", "purchased": "purchase", "carted": "cart", "saved": "favorite"}


class Mended(NamedTuple):
    row: Mapping[str, Any]
    found: Verification
    fix: Fix

    @property
    def outcome(self) -> str:
        """ "allowed", "repaired" or "needs a person"."""
        if self.fix.offered:
            return "repaired"
        if self.found.verdict is Verdict.ALLOW and not self.fix.repairs:
            return "allowed"
        return "needs a person"


class RecordedReplies:
    """A model whose replies stand in a file, those for a copy in the order of its prompts."""

    def __init__(self, file: Path) -> None:
        lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
        self._replies = {row["item"]: deque(row["replies"]) for row in map(json.loads, lines)}
        self._templates = PromptTemplateManager()
        self.unanswered: list[dict[str, str]] = []

    def rewrite(self, request: RewriteRequest) -> Rewriting:
        system, user = (m.content for m in rewrite_prompt(request, self._templates).messages)
        replies = self._replies.get(request.item)
        if not replies:
            self.unanswered.append({"item": request.item, "system": system, "user": user})
            raise UnreadableReply("No reply is recorded for this prompt.", raw="")
        return Rewriting(
            read_rewriting(Completion(replies.popleft(), "recorded")),
            ModelSource("recorded", "recorded"),
        )


def mended(row: Mapping[str, Any], policy: Policy, rewriter: Rewriter | None = None) -> Mended:
    """The text verified at ten in the evening of its day, and what the repairs made of it."""
    facts = row.get("facts") or {}
    zone = ZoneInfo(policy.time_zones.get(row["locale"], policy.time_zone))
    day = datetime.fromisoformat(facts.get("date", "2026-03-25"))
    now = datetime.combine(day, time(22), tzinfo=zone).astimezone(UTC)
    items = [
        CatalogueEntry(
            item["id"],
            brand=item.get("brand", ""),
            title=item.get("name", ""),
            price=Decimal(str(item["price"])) if "price" in item else None,
        )
        for item in facts.get("items", ())
    ]
    events = [
        UserEvent("user", KINDS[e["type"]], datetime.fromisoformat(e["time"]).replace(tzinfo=zone))
        for e in facts.get("events", ())
    ]
    source = UploadedFacts(items, events)
    about = () if row["id"].startswith("event") else tuple(item.id for item in items)
    said = {name: tuple(given) for name, given in (row.get("claims") or {}).items()}
    limits = row.get("constraints") or {}
    candidate = Candidate(
        id=row["id"],
        text=row["text"],
        channel=row["channel"],
        locale=row["locale"],
        claims=Claims(**{"referenced_item_ids": about, **said}),
        user_id="user" if "events" in facts else None,
        constraints=Constraints(
            no_price=facts.get("no_price", False), max_length=limits.get("max_length")
        ),
    )
    found = verify(candidate, policy, source, now=now)
    return Mended(row, found, repair(found, policy, source, rewriter=rewriter))


def shown(mended: Mended) -> Iterator[str]:
    found, fix = mended.found, mended.fix
    codes = dict.fromkeys(f.code.value for f in found.findings if f.severity is not Severity.INFO)
    yield f"{found.candidate.id}  {found.candidate.channel} {found.candidate.locale}"
    yield f"    text      {found.candidate.text!r}"
    yield f"    findings  {found.verdict.value} {', '.join(codes) or '-'}"
    repaired = fix.offered.candidate.text if fix.offered else None
    yield f"    {mended.outcome:<10}{repr(repaired) if repaired else ''}".rstrip()


def as_json(mended: Mended) -> str:
    found, fix = mended.found, mended.fix
    codes = [f.code.value for f in found.findings if f.severity is not Severity.INFO]
    return json.dumps(
        {
            "id": found.candidate.id,
            "text": found.candidate.text,
            "verdict": found.verdict.value,
            "codes": list(dict.fromkeys(codes)),
            "outcome": mended.outcome,
            "repaired": fix.offered.candidate.text if fix.offered else None,
        },
        ensure_ascii=False,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--policy", default="v1.2.0")
    parser.add_argument("--jsonl", action="store_true", help="one JSON object a text")
    parser.add_argument("--replies", type=Path, help="a model's replies to its prompts")
    parser.add_argument("--prompts", type=Path, help="where prompts without a reply are written")
    arguments = parser.parse_args()
    policy = policy_of(arguments.policy)
    lines = arguments.file.read_text(encoding="utf-8").splitlines()
    model = RecordedReplies(arguments.replies) if arguments.replies else None
    rows = [mended(json.loads(line), policy, model) for line in lines if line.strip()]
    if model is not None and arguments.prompts:
        lines = [json.dumps(asked, ensure_ascii=False) for asked in model.unanswered]
        arguments.prompts.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    for row in rows:
        print(as_json(row) if arguments.jsonl else "\n".join(shown(row)))
    if not arguments.jsonl:
        counts = [sum(row.outcome == kind for row in rows) for kind in OUTCOMES]
        print("\n" + ", ".join(f"{n} {kind}" for n, kind in zip(counts, OUTCOMES, strict=True)))


OUTCOMES = ("repaired", "needs a person", "allowed")


if __name__ == "__main__":
    main()
