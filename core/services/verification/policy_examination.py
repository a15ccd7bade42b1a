"""What the text of a policy is worth before it is published: its faults, remarks and cases."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sqlalchemy import Engine
from sqlmodel import Session

from core.errors import InputError
from core.verification import (
    Level,
    Policy,
    PolicyCaseOutcome,
    PolicyFile,
    Remark,
    expected_of,
    got_of,
    lint,
    read_policy_file,
    run_cases,
)
from db.queries import copy as queries

RECENT_TEXTS = 500
"""Compared with a policy by the linter."""


@dataclass(frozen=True)
class PolicyExamination:
    """What a draft's text is worth: a policy with the linter's remarks and what came of its cases,
    or its first fault. `file` knows the lines of the text.
    """

    file: PolicyFile | None
    error: InputError | None
    remarks: tuple[Remark, ...] = ()
    cases: tuple[PolicyCaseOutcome, ...] = ()

    @property
    def policy(self) -> Policy | None:
        return self.file.policy if self.file else None

    @property
    def errors(self) -> tuple[Remark, ...]:
        """Remarks that stop a publication."""
        return tuple(remark for remark in self.remarks if remark.level is Level.ERROR)

    @property
    def failed(self) -> tuple[PolicyCaseOutcome, ...]:
        """Cases that the policy does not judge as they expect; they stop a publication too."""
        return tuple(outcome for outcome in self.cases if not outcome.passed)

    @property
    def is_publishable(self) -> bool:
        return self.policy is not None and not self.errors and not self.failed


def examine(
    text: str, *, name: str = "policy.yaml", recent: Sequence[str] = ()
) -> PolicyExamination:
    """Whether a text is a policy, what the linter says of it and of `recent` copy under it, and
    whether its cases pass; never raises for a bad one.
    """
    return _examined(text, name, tuple(recent))


@lru_cache(maxsize=8)
def _examined(text: str, name: str, recent: tuple[str, ...]) -> PolicyExamination:
    try:
        file = read_policy_file(text, file_name=name)
    except InputError as error:
        return PolicyExamination(None, error)
    return PolicyExamination(file, None, lint(file.policy, recent=recent), run_cases(file.policy))


def latest_copy(engine: Engine) -> tuple[str, ...]:
    """The newest texts that were uploaded to be checked or as sent, the sample's left out."""
    with Session(engine) as session:
        return tuple(dict.fromkeys(queries.latest_texts(session, RECENT_TEXTS)))


def require_publishable(text: str, *, name: str = "policy.yaml") -> Policy:
    """Raises InputError with the first fault, error of the linter or failing case."""
    examined = examine(text, name=name)
    if examined.error is not None:
        raise examined.error
    assert examined.file is not None  # without an error there is one
    for remark in examined.errors:
        values: Mapping[str, Any] = remark.said.params
        raise InputError(
            remark.said.message,
            file=name,
            line=examined.file.line(remark.path),
            field=remark.where,
            **values,
        )
    for outcome in examined.failed:
        raise InputError(
            "The case “{name}” fails: {expected} was expected, and the policy says {got}. Correct "
            "the policy or the case.",
            file=name,
            line=examined.file.line(outcome.path),
            name=outcome.case.name,
            expected=expected_of(outcome.case),
            got=got_of(outcome),
        )
    return examined.file.policy
