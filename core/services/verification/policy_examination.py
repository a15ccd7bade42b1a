"""Examine the text of a policy before publication: syntax, lint remarks and test cases."""

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
    expected_text,
    lint,
    read_policy_file,
    result_text,
    run_cases,
)
from db.queries import copy as queries

RECENT_TEXTS = 500
"""Texts of recent copy that the linter tries a policy on."""


@dataclass(frozen=True)
class PolicyExamination:
    """The policy with its lint remarks and case outcomes, or the first error if it is none.

    `file` gives the lines of the text that remarks refer to.
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
        """Remarks that block publication."""
        return tuple(remark for remark in self.remarks if remark.level is Level.ERROR)

    @property
    def failed(self) -> tuple[PolicyCaseOutcome, ...]:
        """Failing cases; they block publication too."""
        return tuple(outcome for outcome in self.cases if not outcome.passed)

    @property
    def is_publishable(self) -> bool:
        return self.policy is not None and not self.errors and not self.failed


def examine(
    text: str, *, name: str = "policy.yaml", recent: Sequence[str] = ()
) -> PolicyExamination:
    """Parse, lint (also on `recent` copy) and run the cases of a text; never raises InputError."""
    return _examined(text, name, tuple(recent))


@lru_cache(maxsize=8)
def _examined(text: str, name: str, recent: tuple[str, ...]) -> PolicyExamination:
    try:
        file = read_policy_file(text, file_name=name)
    except InputError as error:
        return PolicyExamination(None, error)
    return PolicyExamination(file, None, lint(file.policy, recent=recent), run_cases(file.policy))


def latest_copy(engine: Engine) -> tuple[str, ...]:
    """The newest RECENT_TEXTS uploaded candidates and recent copies, each once, without samples."""
    with Session(engine) as session:
        return tuple(dict.fromkeys(queries.latest_texts(session, RECENT_TEXTS)))


def require_publishable(text: str, *, name: str = "policy.yaml") -> Policy:
    """The policy. Raises InputError with the first syntax error, lint error or failing case."""
    examination = examine(text, name=name)
    if examination.error is not None:
        raise examination.error
    assert examination.file is not None  # it is set whenever `error` is None
    for remark in examination.errors:
        values: Mapping[str, Any] = remark.said.params
        raise InputError(
            remark.said.message,
            file=name,
            line=examination.file.line(remark.path),
            field=remark.where,
            **values,
        )
    for outcome in examination.failed:
        raise InputError(
            "The case “{name}” fails: {expected} was expected, and the policy says {got}. Correct "
            "the policy or the case.",
            file=name,
            line=examination.file.line(outcome.path),
            name=outcome.case.name,
            expected=expected_text(outcome.case),
            got=result_text(outcome),
        )
    return examination.file.policy
