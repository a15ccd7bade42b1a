"""The sample documents of the desk, and the NPCs that answer from them (docs/redteam.md)."""

from collections import defaultdict
from functools import lru_cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict
from sqlalchemy import Engine
from sqlmodel import Session

from core.services.answers.profiles import ensure_profiles
from core.services.library.sources import store_source
from core.services.library.transactions import in_one_transaction
from core.text import decode_text

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
    """Store the sample documents and NPCs that are missing; return source ids by document id."""
    documents = sample_documents()

    def store(session: Session) -> dict[str, int]:
        return {document.id: _stored(session, document) for document in documents}

    ids = in_one_transaction(engine, store)
    documents_by_npc: dict[tuple[str, str, str], list[int]] = defaultdict(list)
    for document in documents:
        documents_by_npc[document.tenant_id, document.site_id, document.npc_id].append(
            ids[document.id]
        )
    ensure_profiles(engine, documents_by_npc)
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
