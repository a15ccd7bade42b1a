"""The documents that come with the desk, and who knows them (docs/redteam.md)."""

from collections import defaultdict
from functools import lru_cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict
from sqlalchemy import Engine
from sqlmodel import Session

from core.services.answers.profiles import ensure_profiles
from core.services.library.sources import store_source
from core.services.library.transactions import in_one_transaction
from core.text.decoding import decode_text

FOLDER = Path(__file__).parent / "sample"


class SampleDocument(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    file: str
    title: str
    language: str
    tenant_id: str
    site_id: str
    npc_id: str


class _Manifest(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    documents: tuple[SampleDocument, ...]


@lru_cache(maxsize=1)
def sample_documents() -> tuple[SampleDocument, ...]:
    return _Manifest.model_validate_json((FOLDER / "manifest.json").read_bytes()).documents


def load_sample_documents(engine: Engine) -> dict[str, int]:
    """Source ids by document; what is there is left as it is. Their NPCs are there afterwards."""
    documents = sample_documents()

    def store(session: Session) -> dict[str, int]:
        return {one.id: _stored(session, one) for one in documents}

    ids = in_one_transaction(engine, store)
    known: dict[tuple[str, str, str], list[int]] = defaultdict(list)
    for one in documents:
        known[one.tenant_id, one.site_id, one.npc_id].append(ids[one.id])
    ensure_profiles(engine, known)
    return ids


def _stored(session: Session, document: SampleDocument) -> int:
    decoded = decode_text((FOLDER / document.file).read_bytes(), file_name=document.file)
    return store_source(
        session,
        decoded,
        file_name=document.file,
        title=document.title,
        language=document.language,
        is_sample=True,
    ).source_id
