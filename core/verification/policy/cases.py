"""Test cases of a policy: texts with the verdict and the codes that it must give them."""

from datetime import UTC, datetime
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import AfterValidator, AwareDatetime, Field

from core.verification.findings import Code
from core.verification.policy_parts import Count, PolicyPart, Text, Texts

CASE_TIME = datetime(2025, 11, 14, 20, 30, tzinfo=UTC)
"""The time of a case without one, fixed so that its result never changes (taken from section 6)."""

_YEARS = range(1900, 2200)
"""The years that a case's time may have, as in a candidates' file."""

_Line = Annotated[str, Field(strict=True, max_length=200)]
_Flag = Annotated[bool, Field(strict=True)]


def _require_year(at: datetime) -> datetime:
    if at.year not in _YEARS:
        raise ValueError(f"case_year:{_YEARS[0]}–{_YEARS[-1]}")
    return at


class CaseItem(PolicyPart):
    """An item in the catalogue of a case."""

    id: Text
    brand: _Line = ""
    title: _Line = ""
    active: _Flag = True
    purchasable: _Flag = True
    price: Annotated[Decimal, Field(ge=0, le=1_000_000_000)] | None = None


class CaseEvent(PolicyPart):
    """An event of the case's user, `days_ago` days before the case's time."""

    kind: Text
    days_ago: Annotated[float, Field(ge=0, le=366)] = 0
    item_id: Text | None = None


class CaseFacts(PolicyPart):
    """The facts of a case. None: no such file, so that claims about it are not checked."""

    items: Annotated[tuple[CaseItem, ...], Field(max_length=100)] | None = None
    events: Annotated[tuple[CaseEvent, ...], Field(max_length=100)] | None = None
    recent: Annotated[
        tuple[Annotated[str, Field(strict=True, max_length=10_000)], ...], Field(max_length=100)
    ] = ()


class CaseClaims(PolicyPart):
    """The declared claims, with the field names of a candidates' file."""

    referenced_events: Texts = ()
    referenced_item_ids: Texts = ()
    brands: Texts = ()
    holidays: Texts = ()
    event_item_ids: Texts = ()


class CaseConstraints(PolicyPart):
    """Limits of the copy in addition to those of its channel, as in a candidates' file."""

    no_price: _Flag = False
    max_length: Count | None = None


class PolicyCase(PolicyPart):
    """A copy, and the verdict and codes that the policy must give it.

    `codes`: the codes that must be found; any other one that counts (severity above info) is a
    failure. None: any codes.
    """

    name: Text
    text: Annotated[str, Field(strict=True, min_length=1, max_length=10_000)]
    channel: Text
    locale: Text
    claims: CaseClaims = CaseClaims()
    constraints: CaseConstraints = CaseConstraints()
    at: Annotated[AwareDatetime, AfterValidator(_require_year)] = CASE_TIME
    time_zone: Text | None = None
    facts: CaseFacts = CaseFacts()
    verdict: Literal["ALLOW", "REVISE", "REJECT"]
    codes: Annotated[tuple[Code, ...], Field(max_length=100)] | None = None


Cases = Annotated[tuple[PolicyCase, ...], Field(max_length=1_000)]


def require_unique_names(cases: tuple[PolicyCase, ...]) -> tuple[PolicyCase, ...]:
    """Raises ValueError if two cases have one name, since a failure could not be attributed."""
    names = set[str]()
    for case in cases:
        if case.name in names:
            raise ValueError(f"case_names_twice:{case.name}")
        names.add(case.name)
    return cases
