"""Load the sample pack and check it under the built-in policies."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from sqlalchemy import Engine
from sqlmodel import Session

from core.files import file_bytes
from core.services.library.transactions import in_one_transaction
from core.services.verification.check_executor import run_check
from core.services.verification.checks import start_check
from core.services.verification.uploads import UploadKind, preview_upload, store_upload
from core.verification import Verdict, load_sample, shipped_versions
from core.verification.files.sample_pack import FOLDER, NOW

BY = "sample"

_FILES = {
    UploadKind.CANDIDATES: "candidates.jsonl",
    UploadKind.CATALOGUE: "catalogue.jsonl",
    UploadKind.EVENTS: "events.jsonl",
    UploadKind.RECENT: "recent.jsonl",
}
_MOST_BYTES = 1_000_000


@dataclass(frozen=True, slots=True)
class SamplePack:
    """Upload ids by kind, and check ids by policy version."""

    uploads: dict[UploadKind, int]
    check_ids: dict[str, int]


def load_sample_pack(engine: Engine) -> SamplePack:
    """Add the pack's files and run a check under each built-in policy, once."""
    uploads = in_one_transaction(engine, _store)
    checks = {
        version: start_check(
            engine,
            candidates_id=uploads[UploadKind.CANDIDATES],
            catalogue_id=uploads[UploadKind.CATALOGUE],
            events_id=uploads[UploadKind.EVENTS],
            recent_id=uploads[UploadKind.RECENT],
            policy_version=version,
            moment=NOW,
            by=BY,
            idempotency_key=f"sample-copy-{uploads[UploadKind.CANDIDATES]}-{version}",
            is_sample=True,
        )
        for version in shipped_versions()
    }
    for check_id in checks.values():
        run_check(engine, check_id)
    return SamplePack(uploads, checks)


@cache
def expected_verdicts(policy_version: str) -> Mapping[str, Verdict]:
    """Candidate id -> verdict that the pack expects; empty for a policy that is not built in."""
    return {
        candidate: expected.verdict
        for (candidate, version), expected in load_sample().expected.items()
        if version == policy_version
    }


def _store(session: Session) -> dict[UploadKind, int]:
    stored: dict[UploadKind, int] = {}
    for kind, name in _FILES.items():
        data = file_bytes(FOLDER / name)
        table = preview_upload(kind, data, file_name=name, max_bytes=_MOST_BYTES)
        title = f"{BY} {kind.value}"
        added = store_upload(
            session, kind, table, file_name=name, title=title, by=BY, is_sample=True
        )
        stored[kind] = added.upload_id
    return stored
