"""Profiles of NPCs and the templates of their refusals (source 002; reading 31)."""

import json
import string
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from core.errors import ConfigurationError, InputError, NotFoundError
from core.evidence_gate.field_errors import invalid_value

PACKAGED = Path(__file__).with_name("profiles.json")


@dataclass(frozen=True, slots=True)
class RefusalTemplate:
    """Texts instead of an answer, by language, with variables such as `{name}` from the profile.
    `refusal`: for a fact without evidence. `unavailable`: for a system failure, or if nothing of
    another answer could be kept.
    """

    id: str
    refusal: Mapping[str, str]
    unavailable: Mapping[str, str]

    @property
    def parameters(self) -> frozenset[str]:
        return frozenset().union(
            *(_fields(text) for text in (*self.refusal.values(), *self.unavailable.values()))
        )

    def refused(self, profile: "NpcProfile") -> str:
        return self._filled(self.refusal, profile)

    def failed(self, profile: "NpcProfile") -> str:
        return self._filled(self.unavailable, profile)

    def _filled(self, texts: Mapping[str, str], profile: "NpcProfile") -> str:
        words = {"name": profile.name} | dict(profile.words)
        text = texts[profile.language]
        if missing := sorted(_fields(text) - words.keys()):
            raise ConfigurationError(
                "The refusal template {template} needs {names}, which the profile {npc} does not "
                "have. Add these variables.",
                template=self.id,
                names=", ".join(missing),
                npc=profile.npc_id,
            )
        return text.format(**words)


@dataclass(frozen=True, slots=True)
class NpcProfile:
    """An NPC of a site. `language`: "en" or "zh". `min_citations`: overrides the gate's number for
    its type. `source_ids`: the texts it may cite, None for all. `words`: variables of the refusal
    template besides `{name}`.
    """

    tenant_id: str
    site_id: str
    npc_id: str
    name: str
    type: str
    persona: str
    language: str
    refusal_template: str
    min_citations: int | None = None
    source_ids: tuple[int, ...] | None = None
    words: Mapping[str, str] = field(default_factory=dict)

    @property
    def key(self) -> tuple[str, str, str]:
        return self.tenant_id, self.site_id, self.npc_id


_Id = Annotated[str, Field(min_length=1, max_length=64, pattern="^[A-Za-z0-9_.-]+$")]
_Words = Annotated[str, Field(min_length=1, max_length=200)]
_Text = Annotated[str, Field(min_length=1, max_length=2000)]


class _Schema(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class _ProfileSchema(_Schema):
    tenant_id: _Id
    site_id: _Id
    npc_id: _Id
    name: _Words
    type: _Words
    persona: Annotated[str, Field(max_length=2000)] = ""
    language: Literal["en", "zh"]
    refusal_template: _Id
    min_citations: Annotated[int, Field(ge=0, le=20)] | None = None
    source_ids: Annotated[tuple[int, ...], Field(strict=False)] | None = None
    words: dict[str, _Words] = {}


class _BothLanguages(_Schema):
    en: _Text
    zh: _Text


class _TemplateSchema(_Schema):
    id: _Id
    refusal: _BothLanguages
    unavailable: _BothLanguages


def read_profile(data: object) -> NpcProfile:
    """Read a profile from untrusted data. Raises InputError naming the field."""
    try:
        return NpcProfile(**_ProfileSchema.model_validate(data).model_dump())
    except ValidationError as error:
        raise invalid_value(error, "profile") from None


def read_refusal_template(data: object) -> RefusalTemplate:
    """Read a template in both languages from untrusted data. Raises InputError naming a field."""
    try:
        template = _TemplateSchema.model_validate(data)
    except ValidationError as error:
        raise invalid_value(error, "profile") from None
    texts = template.model_dump(exclude={"id"})
    for name, by_language in texts.items():
        for text in by_language.values():
            _check_braces(name, text)
    return RefusalTemplate(template.id, **texts)


def _check_braces(name: str, text: str) -> None:
    try:
        is_valid = all(
            field is None or (field.isidentifier() and not form and not conversion)
            for _, field, form, conversion in string.Formatter().parse(text)
        )
    except ValueError:
        is_valid = False
    if not is_valid:
        raise InputError(
            "The text contains a brace that is not part of a variable such as {example}. Remove "
            "it.",
            field=name,
            example="{name}",
        )


def _fields(text: str) -> frozenset[str]:
    return frozenset(field for _, field, _, _ in string.Formatter().parse(text) if field)


@dataclass(frozen=True, slots=True)
class ProfileSet:
    """Profiles by tenant, site and NPC, with their refusal templates."""

    profiles: Mapping[tuple[str, str, str], NpcProfile]
    templates: Mapping[str, RefusalTemplate]

    def named(self, tenant_id: str, site_id: str, npc_id: str) -> NpcProfile:
        """Raises NotFoundError."""
        try:
            return self.profiles[tenant_id, site_id, npc_id]
        except KeyError:
            raise NotFoundError(
                "No NPC {npc} at site {site} of tenant {tenant}. Create its profile first.",
                npc=npc_id,
                site=site_id,
                tenant=tenant_id,
            ) from None

    def template_of(self, profile: NpcProfile) -> RefusalTemplate:
        """Raises NotFoundError."""
        try:
            return self.templates[profile.refusal_template]
        except KeyError:
            raise NotFoundError(
                "Unknown refusal template {template}. Use one of: {known}.",
                template=profile.refusal_template,
                known=", ".join(self.templates),
            ) from None


def packaged_profiles() -> ProfileSet:
    """Load the profiles that come with the package."""
    data = json.loads(PACKAGED.read_text(encoding="utf-8"))
    templates = [read_refusal_template(template) for template in data["refusal_templates"]]
    profiles = [read_profile(profile) for profile in data["profiles"]]
    return ProfileSet(
        {profile.key: profile for profile in profiles},
        {template.id: template for template in templates},
    )
