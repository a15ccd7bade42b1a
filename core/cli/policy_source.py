"""The policy that a command is given, and what is said about it."""

from pathlib import Path

from core.cli.language import _, translate
from core.cli.problems import severity_name
from core.errors import NotFoundError
from core.files import file_bytes
from core.verification import (
    Policy,
    PolicyCaseOutcome,
    PolicyFile,
    Remark,
    expected_text,
    read_policy_file,
    result_text,
    shipped_file,
    shipped_versions,
)


def policy_from(named: str) -> Policy:
    """Raises as `policy_file_from`."""
    return policy_file_from(named).policy


def policy_file_from(named: str) -> PolicyFile:
    """A version that comes with the desk, or a YAML file. Raises NotFoundError, and InputError for
    a file that is no policy.
    """
    if named in shipped_versions():
        return shipped_file(named)
    file = file_of(named)
    if file is None:
        raise NotFoundError(
            "{version} is neither a policy nor a file. Choose one of {known}, or name a YAML file.",
            version=named,
            known=", ".join(shipped_versions()),
        )
    return read_policy_file(file_bytes(file), file_name=str(file))


def file_of(named: str) -> Path | None:
    """None where a version is meant, or no existing file."""
    path = Path(named)
    return path if named not in shipped_versions() and path.is_file() else None


def remark_line(file: PolicyFile, remark: Remark) -> str:
    """mine.yaml:12: warning: words.absolute.3: what is odd and the fix."""
    place = f"{file.name}:{file.line(remark.path)}"
    level = severity_name(remark.level)
    return f"{place}: {level}: {remark.where}: {translate(remark.said)}\n"


def case_failure(file: PolicyFile, outcome: PolicyCaseOutcome) -> str:
    """mine.yaml:80: case “name” fails, with what was expected, what the policy says, and why."""
    reasons = (" ".join(map(translate, reason)) for reason in outcome.reasons())
    place = f"{file.name}:{file.line(outcome.path)}"
    got = _("nothing") if outcome.verdict is None else result_text(outcome)
    lines = (
        _("{place}: case “{name}” fails").format(place=place, name=outcome.case.name),
        "  " + _("expected {result}").format(result=expected_text(outcome.case)),
        "  " + _("got      {result}").format(result=got),
        *(f"  {reason}" for reason in reasons),
    )
    return "".join(f"{line}\n" for line in lines)
