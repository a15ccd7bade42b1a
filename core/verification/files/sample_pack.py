"""The sample pack: candidates in Chinese and English, the facts and recent copy they are checked
against, and the verdict that each shipped policy gives. Written for this desk; no product, shop or
person in it is real.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from core.files import file_bytes
from core.verification.candidate import Candidate
from core.verification.facts.fact_sources import UploadedFacts
from core.verification.files.candidates import read_candidates, read_catalogue, read_user_events
from core.verification.findings import Code
from core.verification.quality.novelty import RecentCopy
from core.verification.verdict import Verdict

FOLDER = Path(__file__).parents[1] / "sample"
NOW = datetime(2025, 11, 14, 4, tzinfo=UTC)
"""Time of the check for candidates that name none: noon in Shanghai."""


@dataclass(frozen=True, slots=True)
class ExpectedVerdict:
    """What a policy decides of a candidate; `codes` also has those that only inform."""

    verdict: Verdict
    codes: frozenset[Code]


@dataclass(frozen=True)
class Sample:
    """`expected` by candidate id and policy version."""

    candidates: tuple[Candidate, ...]
    source: UploadedFacts
    recent: RecentCopy
    expected: Mapping[tuple[str, str], ExpectedVerdict]


def load_sample() -> Sample:
    """The sample pack, read by the readers of uploaded files."""
    catalogue = read_catalogue(_bytes("catalogue.jsonl"), file_name="catalogue.jsonl")
    events = read_user_events(_bytes("events.jsonl"), file_name="events.jsonl")
    candidates = read_candidates(_bytes("candidates.jsonl"), file_name="candidates.jsonl")
    snapshot = f"2025-11-14 {catalogue.content_hash[:12]}"
    return Sample(
        candidates=candidates.values,
        source=UploadedFacts(
            catalogue.values,
            events.values,
            snapshot=snapshot,
            unread_items=catalogue.unread,
            unread_events=events.unread,
        ),
        recent=RecentCopy(json.loads(line)["text"] for line in _lines("recent.jsonl")),
        expected={
            (row["id"], row["policy"]): ExpectedVerdict(
                Verdict(row["verdict"]), frozenset(map(Code, row["codes"]))
            )
            for row in map(json.loads, _lines("expected.jsonl"))
        },
    )


def _bytes(name: str) -> bytes:
    return file_bytes(FOLDER / name)


def _lines(name: str) -> list[str]:
    return _bytes(name).decode().splitlines()
