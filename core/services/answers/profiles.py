"""Stored profiles and refusal templates of NPCs; each change adds a new version."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from sqlalchemy import Engine
from sqlmodel import Session

from core.errors import InputError, NotFoundError
from core.evidence_gate import (
    NpcProfile,
    RefusalTemplate,
    packaged_profiles,
    read_profile,
    read_refusal_template,
)
from core.evidence_gate.extractive import EXTRACTIVE
from core.services.access import Right, demand
from db import writing
from db.queries import answers as queries
from db.tables import NpcKindRow, NpcProfileRow, RefusalTemplateRow

MOST_CITATIONS = 20


@dataclass(frozen=True, slots=True)
class NpcResponder:
    """An NPC's profile in one version, with its refusal template and its writer's connection."""

    id: int
    version: int
    profile: NpcProfile
    template: RefusalTemplate
    connection: str
    is_sample: bool


def ensure_profiles(engine: Engine, source_ids: Mapping[tuple[str, str, str], list[int]]) -> None:
    """Store the packaged templates and profiles that do not exist yet.

    `source_ids`: the texts that each profile may cite, by its key.
    """
    packaged = packaged_profiles()
    with writing(engine) as session:
        for template in packaged.templates.values():
            if queries.refusal(session, template.id) is None:
                session.add(_template_row(template, 1, by=""))
        for profile in packaged.profiles.values():
            if queries.profile(session, *profile.key) is None:
                sample = replace(profile, source_ids=tuple(source_ids.get(profile.key, ())))
                session.add(_row(sample, 1, EXTRACTIVE, by="", is_sample=True))


def answerer(engine: Engine, tenant_id: str, site_id: str, npc_id: str) -> NpcResponder:
    """The NPC in its latest version. Raises NotFoundError."""
    with Session(engine) as session:
        row = queries.profile(session, tenant_id, site_id, npc_id)
        if row is None:
            raise NotFoundError(
                "No NPC {npc} at site {site} of tenant {tenant}. Create its profile first.",
                npc=npc_id,
                site=site_id,
                tenant=tenant_id,
            )
        return _answerer(session, row)


def answerers(engine: Engine) -> list[NpcResponder]:
    """All NPCs in their latest versions, by name."""
    with Session(engine) as session:
        return [_answerer(session, row) for row in queries.profiles(session)]


def npc_document_ids(engine: Engine) -> frozenset[int]:
    """Ids of the library texts that NPCs answer from."""
    return frozenset(id_ for npc in answerers(engine) for id_ in npc.profile.source_ids or ())


def save_profile(engine: Engine, fields: object, *, connection: str, by: str) -> int:
    """Store a profile as its first or next version; return the version's row id.

    Raises InputError naming the field, also if the refusal template needs words that it lacks.
    """
    demand(engine, Right.PUBLISH)
    profile = read_profile(fields)
    with writing(engine) as session:
        stored = queries.refusal(session, profile.refusal_template)
        if stored is None:
            raise InputError(
                "Unknown refusal template {template}. Choose one from the list.",
                field="refusal_template",
                template=profile.refusal_template,
            )
        template = _template(stored)
        if missing := sorted(template.parameters - {"name", *profile.words}):
            raise InputError(
                "The refusal template needs the variables {names}. Fill them in.",
                field="words",
                names=", ".join(missing),
            )
        previous = queries.profile(session, *profile.key)
        version = 1 if previous is None else previous.version + 1
        row = _row(profile, version, connection, by=by, is_sample=False)
        session.add(row)
        session.flush()
        return row.id or 0


def templates(engine: Engine) -> list[RefusalTemplate]:
    with Session(engine) as session:
        return [_template(row) for row in queries.refusals(session)]


def save_template(engine: Engine, fields: object, *, by: str) -> int:
    """Store a template as its first or next version; return the version's row id.

    Raises InputError naming the field.
    """
    demand(engine, Right.PUBLISH)
    template = read_refusal_template(fields)
    with writing(engine) as session:
        previous = queries.refusal(session, template.id)
        row = _template_row(template, 1 if previous is None else previous.version + 1, by=by)
        session.add(row)
        session.flush()
        return row.id or 0


def required_by_kind(engine: Engine) -> dict[str, int]:
    """Number of citations that a factual answer needs, by NPC type (source 002, P2)."""
    with Session(engine) as session:
        return queries.kinds(session)


def require_citations(engine: Engine, kind: str, count: int | None) -> None:
    """Set the citations that an NPC type needs; None removes it, so that the gate's setting holds.

    Raises InputError.
    """
    demand(engine, Right.PUBLISH)
    if not kind.strip():
        raise InputError("The type is empty. Enter one.", field="type")
    if count is not None and not 0 <= count <= MOST_CITATIONS:
        raise InputError("Use 0 to {most} citations.", field="min_citations", most=MOST_CITATIONS)
    with writing(engine) as session:
        row = session.get(NpcKindRow, kind.strip())
        if count is None and row is not None:
            session.delete(row)
        elif count is not None:
            session.merge(NpcKindRow(kind=kind.strip(), min_citations=count))


def _answerer(session: Session, row: NpcProfileRow) -> NpcResponder:
    stored = queries.refusal(session, row.refusal)
    if stored is None:
        raise NotFoundError(
            "Unknown refusal template {template}. Choose one from the list.",
            template=row.refusal,
        )
    ids = row.source_ids
    profile = NpcProfile(
        tenant_id=row.tenant_id,
        site_id=row.site_id,
        npc_id=row.npc_id,
        name=row.name,
        type=row.kind,
        persona=row.persona,
        language=row.language,
        refusal_template=row.refusal,
        min_citations=row.min_citations,
        source_ids=None if ids is None else tuple(ids),
        words=row.words,
    )
    template = _template(stored)
    return NpcResponder(row.id or 0, row.version, profile, template, row.connection, row.is_sample)


def _row(
    profile: NpcProfile, version: int, connection: str, *, by: str, is_sample: bool
) -> NpcProfileRow:
    ids = profile.source_ids
    return NpcProfileRow(
        tenant_id=profile.tenant_id,
        site_id=profile.site_id,
        npc_id=profile.npc_id,
        version=version,
        name=profile.name,
        kind=profile.type,
        persona=profile.persona,
        language=profile.language,
        min_citations=profile.min_citations,
        source_ids=None if ids is None else list(ids),
        refusal=profile.refusal_template,
        words=dict(profile.words),
        connection=connection,
        is_sample=is_sample,
        changed_by=by,
    )


def _template(row: RefusalTemplateRow) -> RefusalTemplate:
    return RefusalTemplate(row.name, row.texts["refusal"], row.texts["unavailable"])


def _template_row(template: RefusalTemplate, version: int, *, by: str) -> RefusalTemplateRow:
    texts = {"refusal": dict(template.refusal), "unavailable": dict(template.unavailable)}
    return RefusalTemplateRow(name=template.id, version=version, texts=texts, changed_by=by)
