"""How long a check of copy takes in the database, from the files to the audit's pages."""

import json
import random
import resource
import tempfile
from datetime import timedelta
from pathlib import Path

from sqlalchemy import Engine

from core.services.verification import (
    AuditFilter,
    CopyGrouping,
    UploadKind,
    add_upload,
    audit_page,
    copy_statistics,
    count_audit,
    preview_upload,
    replay_stored,
    run_check,
    score_distributions,
    start_check,
)
from core.verification import Code, Verdict, policy_of
from db.engine import make_engine, migrate
from tests.bench.pairs import duration, table, timed
from tests.bench.verification import BRANDS, CANDIDATES, ITEMS, NOW, USERS, candidates_of

ABOUT = f"""The same {CANDIDATES:,} candidates in a SQLite file: imported with {ITEMS:,} items and
{USERS:,} user events, checked under v1.0.0 with repairs, every result with its whole record.
"""


def report() -> str:
    """The table in markdown."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'desk.db'}"
        migrate(url)
        return f"{ABOUT}\n{table(('', 'time', 'each'), _rows(make_engine(url)))}"


def _rows(engine: Engine) -> list[tuple[str, str, str]]:
    ids: dict[UploadKind, int] = {}
    imported = timed(lambda: ids.update(_import(engine)))
    check_id = start_check(
        engine,
        candidates_id=ids[UploadKind.CANDIDATES],
        catalogue_id=ids[UploadKind.CATALOGUE],
        events_id=ids[UploadKind.EVENTS],
        policy_version="v1.0.0",
        moment=NOW,
    )
    before = _most_memory()
    checked = timed(lambda: run_check(engine, check_id))
    grown = _most_memory() - before
    every, rejected = AuditFilter(check_id=check_id), AuditFilter(verdicts=(Verdict.REJECT,))
    coded = AuditFilter(code=Code.FACT_HOLIDAY_INVALID, text="brand0007")
    newer = policy_of("v1.1.0")
    rows = [
        ("import of the three files", imported, ""),
        (
            f"check, {grown:.0f} MB more than the import held",
            checked,
            duration(checked / CANDIDATES),
        ),
        ("a page of the audit, all", timed(lambda: audit_page(engine, every)), ""),
        ("its last page", timed(lambda: audit_page(engine, every, offset=CANDIDATES - 50)), ""),
        ("how many are rejected", timed(lambda: count_audit(engine, rejected)), ""),
        ("a page by code and words", timed(lambda: audit_page(engine, coded)), ""),
        (
            "figures by policy and day",
            timed(lambda: copy_statistics(engine, every, CopyGrouping.POLICY_AND_DAY)),
            "",
        ),
        ("distributions of scores", timed(lambda: score_distributions(engine, every)), ""),
    ]
    replayed = timed(lambda: replay_stored(engine, newer, every))
    rows.append(("replay of v1.1.0 over all", replayed, duration(replayed / CANDIDATES)))
    return [(name, duration(took), each) for name, took, each in rows]


def _import(engine: Engine) -> dict[UploadKind, int]:
    rng = random.Random(11)
    brands = [f"Brand{number:04}" for number in range(BRANDS)]
    files = {
        UploadKind.CANDIDATES: (each.to_dict() for each in candidates_of(rng, brands)),
        UploadKind.CATALOGUE: (
            {"id": f"i{n}", "brand": brands[n % BRANDS], "active": n % 50 > 0} for n in range(ITEMS)
        ),
        UploadKind.EVENTS: (
            {
                "user_id": f"u{n}",
                "kind": "view",
                "at": (NOW - timedelta(days=rng.randrange(30))).isoformat(),
            }
            for n in range(USERS)
        ),
    }
    found: dict[UploadKind, int] = {}
    for kind, rows in files.items():
        data = "\n".join(json.dumps(row, ensure_ascii=False) for row in rows).encode()
        read = preview_upload(kind, data, file_name=f"{kind}.jsonl", max_bytes=len(data))
        found[kind] = add_upload(engine, kind, read, file_name=f"{kind}.jsonl").upload_id
    return found


def _most_memory() -> float:
    """The most this process has held so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
