"""Versioned prompt templates, rendered into `Prompt` values (source 000, "PromptTemplateManager").

A template is one JSON file named for its id. Its texts hold `{{name}}` where a variable goes; a
value is put in once, byte for byte, and not searched again, so that a novel full of braces, or one
that contains `{{question}}`, is unchanged.
"""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError, model_validator

from core.errors import ConfigurationError, NotFoundError
from core.llm.client import Message, Prompt

PACKAGED = Path(__file__).with_name("prompts")
LANGUAGES = ("en", "zh")

_PLACEHOLDER = re.compile(r"\{\{(\w+)\}\}")


class _Texts(BaseModel):
    """A template's texts in one language; `wording` replaces codes (question_type) by a phrase."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    system: str
    user: str
    wording: dict[str, dict[str, str]] = {}

    @property
    def placeholders(self) -> set[str]:
        return set(_PLACEHOLDER.findall(self.system + self.user))


class _Template(BaseModel):
    """A template file; `shown` variables go into its texts, `carried` ones only with the prompt."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    version: str
    task: str
    shown: tuple[str, ...]
    carried: tuple[str, ...] = ()
    languages: dict[Literal["en", "zh"], _Texts]

    @model_validator(mode="after")
    def _complete(self) -> "_Template":
        for language in LANGUAGES:
            texts = self.languages.get(language)  # type: ignore[call-overload]
            if texts is None:
                raise ValueError(f"the language {language} is missing")
            if texts.placeholders != set(self.shown):
                odd = sorted(texts.placeholders ^ set(self.shown))
                raise ValueError(f"'shown' and the {language} texts disagree about {odd}")
        return self


@dataclass(frozen=True, slots=True)
class TemplateInfo:
    """A template as stored with every result; `hash` is the sha256 of its content."""

    template_id: str
    version: str
    task: str
    hash: str


class PromptTemplateManager:
    """Reads every `*.json` of `directory` when created; renders by template id (the file's stem).

    Raises ConfigurationError when a file is missing a language, has an unknown key or names a
    variable its texts do not use.
    """

    def __init__(self, directory: Path = PACKAGED) -> None:
        self._templates: dict[str, tuple[_Template, TemplateInfo]] = {}
        for file in sorted(directory.glob("*.json")):
            template = _load(file)
            canonical = json.dumps(template.model_dump(), ensure_ascii=False, sort_keys=True)
            digest = hashlib.sha256(canonical.encode()).hexdigest()
            info = TemplateInfo(file.stem, template.version, template.task, digest)
            self._templates[file.stem] = (template, info)
        if not self._templates:
            raise ConfigurationError(
                "{directory} has no prompt templates. Add at least one *.json file.",
                directory=directory,
            )

    def info(self, template_id: str) -> TemplateInfo:
        return self._named(template_id)[1]

    def render(self, template_id: str, language: str, variables: Mapping[str, Any]) -> Prompt:
        """The prompt in `language` ("en" or "zh").

        A variable is a text, or a mapping of letters to texts (shown as lines "a. text").
        Raises ConfigurationError naming a missing or unknown variable, NotFoundError for an
        unknown template.
        """
        template, info = self._named(template_id)
        texts = template.languages.get(language)  # type: ignore[call-overload]
        if texts is None:
            raise ConfigurationError(
                "The template {template} has no language {language}. Use one of: {known}.",
                template=template_id,
                language=language,
                known=", ".join(LANGUAGES),
            )
        _check_names({*template.shown, *template.carried}, set(variables), template_id)
        values = {name: _as_text(name, variables[name], texts.wording) for name in template.shown}

        def fill(text: str) -> str:
            return _PLACEHOLDER.sub(lambda placeholder: values[placeholder[1]], text)

        return Prompt(
            task=template.task,
            template_id=template_id,
            version=info.version,
            language=language,
            template_hash=info.hash,
            variables=MappingProxyType(dict(variables)),
            messages=(Message("system", fill(texts.system)), Message("user", fill(texts.user))),
        )

    def _named(self, template_id: str) -> tuple[_Template, TemplateInfo]:
        try:
            return self._templates[template_id]
        except KeyError:
            raise NotFoundError(
                "Unknown prompt template {template}. Use one of: {known}.",
                template=template_id,
                known=", ".join(self._templates),
            ) from None


def _load(file: Path) -> _Template:
    try:
        return _Template.model_validate_json(file.read_bytes())
    except ValidationError as error:
        first = error.errors(include_input=False)[0]
        raise ConfigurationError(
            "{file}: {place}: {problem}. Correct the prompt template.",
            file=file.name,
            place=".".join(str(part) for part in first["loc"]) or "template",
            problem=first["msg"],
        ) from None


def _check_names(required: set[str], passed: set[str], template_id: str) -> None:
    if missing := required - passed:
        raise ConfigurationError(
            "The template {template} also needs: {names}. Pass these variables.",
            template=template_id,
            names=", ".join(sorted(missing)),
        )
    if unknown := passed - required:
        raise ConfigurationError(
            "The template {template} has no variables named: {names}. Remove them.",
            template=template_id,
            names=", ".join(sorted(unknown)),
        )


def _as_text(name: str, value: object, wording: Mapping[str, Mapping[str, str]]) -> str:
    if isinstance(value, Mapping):
        return "\n".join(f"{key}. {text}" for key, text in value.items())
    if not isinstance(value, str):
        raise ConfigurationError(
            "The variable {name} has the type {given}. Pass a text or a mapping of texts.",
            name=name,
            given=type(value).__name__,
        )
    if name not in wording:
        return value
    try:
        return wording[name][value]
    except KeyError:
        raise ConfigurationError(
            "The variable {name} is {value!r}. Use one of: {known}.",
            name=name,
            value=value,
            known=", ".join(wording[name]),
        ) from None
