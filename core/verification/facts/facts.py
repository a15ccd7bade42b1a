"""Whether what a copy claims is so (source 001, section 1), decided on what was gathered.

So a stored verification can be judged again under another policy, without looking anything up.
"""

from collections.abc import Iterator, Set
from datetime import date, timedelta

from core.errors import Sentence
from core.locale import N_n, plural_form
from core.verification.candidate import Candidate
from core.verification.claims.claims import (
    ClaimKind,
    CopyClaim,
    brand_key,
    brands_named,
    claims_in,
    holiday_named,
    own_name,
)
from core.verification.copy_text.word_rules import Setting
from core.verification.copy_text.written_values import KNOWN_KINDS
from core.verification.facts.fact_collection import Facts
from core.verification.facts.tied_claims import Said, other_items, other_price
from core.verification.findings import Code, Finding, Measure, Span
from core.verification.policy.files import source_policy
from core.verification.policy.holiday_windows import (
    SOURCE_RULE,
    WindowStatus,
    local_day,
    nearest_window,
    rule_of,
    window_status,
    years_of,
)
from core.verification.policy.holidays import Holiday
from core.verification.policy.policy import Policy


def check_facts(
    candidate: Candidate, facts: Facts, policy: Policy | None = None
) -> tuple[Finding, ...]:
    """Findings in the sections' order, on what `collect_facts` looked up; without a policy by the
    source's own.
    """
    policy = policy or source_policy()
    setting = Setting(candidate.locale, candidate.channel)
    said = claims_in(candidate.text, policy, facts.brands, setting)
    declared = _declared(candidate, policy)
    claimed = tuple(dict.fromkeys((*declared, *said))) if policy.check_undeclared else declared
    if not (claimed or said or facts.items):
        return ()
    checked = _strictest(claimed, policy)
    return (
        *_events(checked, said, candidate, facts, policy),
        *_items(facts, policy),
        *other_price(candidate, facts, policy),
        *_brands(checked, said, facts, policy),
        *_holidays(checked, said, candidate, facts, policy),
        *_undeclared(declared, said, policy),
    )


def _declared(candidate: Candidate, policy: Policy) -> tuple[CopyClaim, ...]:
    """The declared claims under the policy's names for them."""
    claims = candidate.claims
    found = [CopyClaim(ClaimKind.EVENT, name) for name in claims.referenced_events]
    found += [CopyClaim(ClaimKind.BRAND, own_name(name, policy)) for name in claims.brands]
    for name in claims.holidays:
        holiday = holiday_named(name, policy)
        found.append(CopyClaim(ClaimKind.HOLIDAY, holiday.names[0] if holiday else name))
    return tuple(dict.fromkeys(found))


def _strictest(claims: tuple[CopyClaim, ...], policy: Policy) -> tuple[CopyClaim, ...]:
    """Of claims that one kind of event supports those that ask for the shortest time."""
    days = {
        claim: (rule.kind, rule.days)
        for claim in claims
        if claim.kind is ClaimKind.EVENT and (rule := policy.events.get(claim.name))
    }
    if len(days) < 2:
        return claims
    shortest: dict[str, int] = {}
    for kind, within in days.values():
        shortest[kind] = min(within, shortest.get(kind, within))
    return tuple(c for c in claims if c not in days or days[c][1] == shortest[days[c][0]])


def _place(claim: CopyClaim, said: Said) -> Span | None:
    return said[claim][0] if claim in said else None


def _of(kind: ClaimKind, checked: tuple[CopyClaim, ...]) -> Iterator[CopyClaim]:
    return (claim for claim in checked if claim.kind is kind)


def _events(
    checked: tuple[CopyClaim, ...], said: Said, candidate: Candidate, facts: Facts, policy: Policy
) -> Iterator[Finding]:
    """Section 1.1: exactly `days` ago still counts."""
    for claim in _of(ClaimKind.EVENT, checked):
        rule, place = policy.events.get(claim.name), _place(claim, said)
        params: dict[str, Measure] = {"claim": claim.name}
        if rule is None:
            yield policy.finding(
                Code.FACT_EVENT_UNKNOWN,
                Sentence("The policy has no event {claim}, so nothing can support it.", params),
                place,
            )
            continue
        at = facts.last_events.get(rule.kind)
        if at is not None and facts.now - timedelta(days=rule.days) <= at <= facts.now:
            yield from other_items(claim, said, candidate, facts, policy)
            continue
        if not candidate.user_id:
            absent = Sentence("No user is named, so no event can support {claim}.", params)
        elif unchecked := _unchecked_event(claim, facts, policy):
            yield policy.finding(Code.FACT_EVENT_UNCHECKED, unchecked, place)
            continue
        else:
            message = plural_form(
                N_n(
                    "The user has no {kind} event in the last {days} day, which {claim} needs.",
                    "The user has no {kind} event in the last {days} days, which {claim} needs.",
                ),
                rule.days,
            )
            absent = Sentence(
                message,
                params | {"kind": rule.kind, "days": rule.days},
            )
        yield policy.finding(Code.FACT_USER_EVENT_MISS, absent, place)


def _unchecked_event(claim: CopyClaim, facts: Facts, policy: Policy) -> Sentence | None:
    """Why an event that was not found may be there all the same."""
    params: dict[str, Measure] = {"claim": claim.name}
    if facts.no_events:
        return Sentence("{claim} was not checked: no file of user events was given.", params)
    if facts.unread_events:
        return Sentence(
            "{claim} was not checked: some events of this user could not be read.", params
        )
    known = KNOWN_KINDS | {rule.kind for rule in policy.events.values()}
    if unknown := sorted(facts.last_events.keys() - known):
        return Sentence(
            "{claim} was not checked: the user has events of a kind nobody knows: {kinds}.",
            params | {"kinds": ", ".join(unknown[:3])},
        )
    return None


def _items(facts: Facts, policy: Policy) -> Iterator[Finding]:
    """Section 1.2; reading 21: for each item."""
    for name, item in facts.items.items():
        if item is None and facts.no_catalogue:
            unchecked = Sentence(
                "The item {item} was not checked: no catalogue was given.", {"item": name}
            )
            yield policy.finding(Code.FACT_ITEM_UNCHECKED, unchecked)
        elif item is None and name in facts.unread_items:
            unchecked = Sentence(
                "The item {item} was not checked: its row of the catalogue could not be read.",
                {"item": name},
            )
            yield policy.finding(Code.FACT_ITEM_UNCHECKED, unchecked)
        elif item is None:
            missing = Sentence("Item {item} is not in the catalogue.", {"item": name})
            yield policy.finding(Code.FACT_ITEM_INVALID, missing)
        elif not item.active:
            delisted = Sentence("Item {item} is no longer listed.", {"item": name})
            yield policy.finding(Code.FACT_ITEM_INVALID, delisted)
        elif not item.purchasable:
            sold_out = Sentence("Item {item} cannot be bought now.", {"item": name})
            yield policy.finding(Code.FACT_ITEM_UNAVAILABLE, sold_out)


def _brands(
    checked: tuple[CopyClaim, ...], said: Said, facts: Facts, policy: Policy
) -> Iterator[Finding]:
    """Section 1.3: against the brands of the items that are there; without one, all is unknown."""
    claims = list(_of(ClaimKind.BRAND, checked))
    if not claims:
        return
    actual = {item.brand for item in facts.items.values() if item is not None and item.brand}
    keys = {brand_key(brand, policy) for brand in actual}
    if policy.brand_rules.titled and keys:
        titles = (item.title for item in facts.items.values() if item is not None and item.title)
        keys = keys.union(*(brands_named(title, policy) for title in titles))
    for claim in claims:
        place = _place(claim, said)
        borne_out = _is_one_of(brand_key(claim.name, policy), keys, policy)
        if not keys or (facts.unread_items and not borne_out):
            unverified = Sentence(
                "No referenced item confirms the brand {brand}.",
                {"brand": claim.name},
            )
            yield policy.finding(Code.FACT_BRAND_UNVERIFIED, unverified, place)
        elif not borne_out:
            wrong = Sentence(
                "The brand {brand} does not match the referenced items: {actual}.",
                {"brand": claim.name, "actual": ", ".join(sorted(actual))},
            )
            yield policy.finding(Code.FACT_BRAND_MISMATCH, wrong, place)


def _is_one_of(key: str, keys: Set[str], policy: Policy) -> bool:
    """Where a policy sees through disguises "Sigma Lens" is Sigma, too: a name and a word more."""
    if key in keys or not policy.disguises:
        return key in keys
    return any(key.startswith(f"{other} ") or other.startswith(f"{key} ") for other in keys)


def _holidays(
    checked: tuple[CopyClaim, ...], said: Said, candidate: Candidate, facts: Facts, policy: Policy
) -> Iterator[Finding]:
    """Section 1.4, on the audience's own day."""
    claims = list(_of(ClaimKind.HOLIDAY, checked))
    if not claims:
        return
    zone = candidate.time_zone or policy.time_zones.get(candidate.locale) or policy.time_zone
    today = local_day(facts.now, zone)
    for claim in claims:
        holiday, place = holiday_named(claim.name, policy), _place(claim, said)
        params: dict[str, Measure] = {"holiday": claim.name}
        if holiday is None:
            unknown = Sentence("The policy has no holiday {holiday}.", params)
            yield policy.finding(Code.FACT_HOLIDAY_UNKNOWN, unknown, place)
            continue
        params["day"] = today.isoformat()
        match window_status(holiday, today, policy.holidays):
            case WindowStatus.OUTSIDE_TABLE:
                years = years_of(holiday, policy.holidays)
                table = {"first": years.start, "last": years.stop - 1}
                unchecked = Sentence(
                    "{holiday} was not checked: {day} is outside the holiday table ({first} to "
                    "{last}).",
                    params | table,
                )
                yield policy.finding(Code.FACT_HOLIDAY_UNCHECKED, unchecked, place)
            case WindowStatus.OUTSIDE:
                early = _out_of_window(holiday, today, params, policy)
                yield policy.finding(Code.FACT_HOLIDAY_INVALID, early, place)
            case WindowStatus.INSIDE if widened := _widened(holiday, today, params, policy):
                yield policy.finding(Code.FACT_HOLIDAY_WIDENED, widened, place)


def _out_of_window(
    holiday: Holiday, today: date, params: dict[str, Measure], policy: Policy
) -> Sentence:
    window, rule = (
        nearest_window(holiday, today, policy.holidays),
        rule_of(holiday, policy.holidays),
    )
    assert window is not None  # this year has one, or the table would not answer
    params |= {"first": window.first.isoformat(), "last": window.last.isoformat()}
    if rule == SOURCE_RULE:
        return Sentence(
            "{holiday} may only be mentioned from {first} to {last}; the audience's date is {day}.",
            params,
        )
    return Sentence(
        "{holiday} may only be mentioned from {first} to {last}, by this policy's own window of "
        "{before} days before to {after} after; the audience's date is {day}.",
        params | rule._asdict(),
    )


def _widened(
    holiday: Holiday, today: date, params: dict[str, Measure], policy: Policy
) -> Sentence | None:
    """What to say where only a rule of the policy's own lets a holiday be named on that day."""
    rule, table = rule_of(holiday, policy.holidays), policy.holidays
    if rule == SOURCE_RULE:
        return None
    if window_status(holiday, today, table, SOURCE_RULE) is WindowStatus.INSIDE:
        return None
    return Sentence(
        "{holiday} may be mentioned on {day} by this policy's own window of {before} days before "
        "to {after} after; the source's is {source_before} before to {source_after} after.",
        params
        | rule._asdict()
        | {"source_before": SOURCE_RULE.before, "source_after": SOURCE_RULE.after},
    )


def _undeclared(declared: tuple[CopyClaim, ...], said: Said, policy: Policy) -> Iterator[Finding]:
    known = {_key(claim, policy) for claim in declared}
    for claim, places in said.items():
        if _key(claim, policy) not in known:
            undeclared = Sentence(
                "The text claims {claim}, which was not declared.", {"claim": str(claim)}
            )
            yield policy.finding(Code.FACT_CLAIM_UNDECLARED, undeclared, places[0])


def _key(claim: CopyClaim, policy: Policy) -> tuple[ClaimKind, str]:
    if claim.kind is ClaimKind.BRAND:
        return claim.kind, brand_key(claim.name, policy)
    if claim.kind is ClaimKind.EVENT and (rule := policy.events.get(claim.name)):
        return claim.kind, rule.kind
    return claim.kind, claim.name
