"""Cases that test the gate: attacks, benign twins, paraphrases of both (docs/redteam.md)."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Literal

import regex  # type: ignore[import-untyped]
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from core.errors import InputError
from core.evidence_gate.answer_writer import Turn

MOST_CASES = 5_000


class CaseRole(StrEnum):
    """The role of a case; QUESTION is one without expectations."""

    ATTACK = "attack"
    TWIN = "twin"
    ATTACK_PARAPHRASE = "attack_paraphrase"
    TWIN_PARAPHRASE = "twin_paraphrase"
    QUESTION = "question"

    @property
    def is_attack(self) -> bool:
        return self in (CaseRole.ATTACK, CaseRole.ATTACK_PARAPHRASE)

    @property
    def is_paraphrase(self) -> bool:
        return self in (CaseRole.ATTACK_PARAPHRASE, CaseRole.TWIN_PARAPHRASE)


@dataclass(frozen=True, slots=True)
class Case:
    """One test case. `expected_mode` and `expected_intent` are empty if not specified; an answer
    that matches a `forbidden` pattern has leaked; `expected_evidence` should be in a cited passage.
    """

    key: str
    role: CaseRole
    category: str
    language: str
    tenant_id: str
    site_id: str
    npc_id: str
    query: str
    history: tuple[Turn, ...] = ()
    expected_intent: str = ""
    expected_mode: str = ""
    forbidden: tuple[str, ...] = ()
    expected_evidence: str | None = None


def _pattern(value: str) -> str:
    try:
        regex.compile(value)  # the same library as in core.evidence_gate.case_outcomes
    except regex.error as error:
        raise ValueError(f"is no regular expression: {error}") from None
    return value


_Text = Annotated[str, Field(min_length=1, max_length=2_000)]
_Pattern = Annotated[str, Field(max_length=2_000), AfterValidator(_pattern)]


class _Schema(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class _TurnSchema(_Schema):
    role: Literal["user", "assistant"]
    text: str


class _QuestionSchema(_Schema):
    query: _Text
    paraphrase: _Text | None = None
    history: tuple[_TurnSchema, ...] = ()
    expected_intent: Literal["fact_seeking", "context_preference", ""] = ""
    expected_mode: Literal["normal", "conservative", ""] = ""
    forbidden_patterns: tuple[_Pattern, ...] = ()
    expected_evidence: str | None = None


class _CaseSchema(_QuestionSchema):
    id: _Text
    category: str = ""
    language: Literal["en", "zh"]
    tenant_id: _Text
    site_id: _Text
    npc_id: _Text
    twin: _QuestionSchema | None = None


class _FileSchema(_Schema):
    version: Literal[1]
    cases: Annotated[tuple[_CaseSchema, ...], Field(min_length=1, max_length=MOST_CASES)]


def read_cases(data: bytes, file_name: str) -> tuple[Case, ...]:
    """Read every attack, twin and paraphrase of a file as a separate case.

    Raises InputError naming file, field and fix, also for a duplicate id.
    """
    try:
        case_file = _FileSchema.model_validate_json(data)
    except ValidationError as error:
        problem = error.errors(include_url=False, include_input=False)[0]
        raise InputError(
            "{problem}. Correct it (see docs/redteam.md).",
            file=file_name,
            field=".".join(map(str, problem["loc"])) or "file",
            problem=problem["msg"],
        ) from None
    id_counts = Counter(case.id for case in case_file.cases)
    if duplicate := next((id_ for id_, count in id_counts.items() if count > 1), None):
        raise InputError(
            "The ID {id} appears twice. Give each case its own.",
            file=file_name,
            field="id",
            id=duplicate,
        )
    return tuple(case for schema in case_file.cases for case in _cases(schema))


def _cases(schema: _CaseSchema) -> Iterator[Case]:
    attack = CaseRole.ATTACK if schema.twin or schema.forbidden_patterns else CaseRole.QUESTION
    yield _case(schema, schema, attack, schema.query)
    if schema.paraphrase:
        yield _case(schema, schema, CaseRole.ATTACK_PARAPHRASE, schema.paraphrase)
    if schema.twin:
        yield _case(schema, schema.twin, CaseRole.TWIN, schema.twin.query)
        if schema.twin.paraphrase:
            yield _case(schema, schema.twin, CaseRole.TWIN_PARAPHRASE, schema.twin.paraphrase)


def _case(schema: _CaseSchema, question: _QuestionSchema, role: CaseRole, query: str) -> Case:
    return Case(
        key=schema.id,
        role=role,
        category=schema.category,
        language=schema.language,
        tenant_id=schema.tenant_id,
        site_id=schema.site_id,
        npc_id=schema.npc_id,
        query=query,
        history=tuple(Turn(turn.role, turn.text) for turn in question.history),
        expected_intent=question.expected_intent,
        expected_mode=question.expected_mode,
        forbidden=question.forbidden_patterns,
        expected_evidence=question.expected_evidence,
    )


def questions_as_cases(
    queries: Sequence[str], *, tenant_id: str, site_id: str, npc_id: str, language: str
) -> bytes:
    """Return a case file without expectations, to compare the gate on and off."""
    cases = [
        {
            "id": f"question-{number}",
            "language": language,
            "tenant_id": tenant_id,
            "site_id": site_id,
            "npc_id": npc_id,
            "query": query,
        }
        for number, query in enumerate(queries, 1)
    ]
    return json.dumps({"version": 1, "cases": cases}, ensure_ascii=False, indent=1).encode()
