"""Check the claims of a copy against the collected facts (source 001, section 1).

Nothing is looked up here, so that a stored verification can be checked again under another policy.
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
from core.verification.facts.tied_claims import ClaimSpans, check_event_items, check_item_price
from core.verification.findings import CharRange, Code, Finding, Measure
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
    """Findings in the order of the sections, from the facts that `collect_facts` looked up.

    Without a policy, that of source 001 applies.
    """
    policy = policy or source_policy()
    setting = Setting(candidate.locale, candidate.channel)
    text_claims = claims_in(candidate.text, policy, facts.brands, setting)
    declared = _declared(candidate, policy)
    claimed = (
        tuple(dict.fromkeys((*declared, *text_claims))) if policy.check_undeclared else declared
    )
    if not (claimed or text_claims or facts.items):
        return ()
    checked = _strictest(claimed, policy)
    return (
        *_events(checked, text_claims, candidate, facts, policy),
        *_items(facts, policy),
        *check_item_price(candidate, facts, policy),
        *_brands(checked, text_claims, facts, policy),
        *_holidays(checked, text_claims, candidate, facts, policy),
        *_undeclared(declared, text_claims, policy),
    )


def _declared(candidate: Candidate, policy: Policy) -> tuple[CopyClaim, ...]:
    """The declared claims under the policy's names for them."""
    claims = candidate.claims
    declared = [CopyClaim(ClaimKind.EVENT, name) for name in claims.referenced_events]
    declared += [CopyClaim(ClaimKind.BRAND, own_name(name, policy)) for name in claims.brands]
    for name in claims.holidays:
        holiday = holiday_named(name, policy)
        declared.append(CopyClaim(ClaimKind.HOLIDAY, holiday.names[0] if holiday else name))
    return tuple(dict.fromkeys(declared))


def _strictest(claims: tuple[CopyClaim, ...], policy: Policy) -> tuple[CopyClaim, ...]:
    """Drop an event claim if another one of the same kind requires a more recent event."""
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


def _first_span(claim: CopyClaim, text_claims: ClaimSpans) -> CharRange | None:
    """Where the text makes the claim first; None if it is only declared."""
    return text_claims[claim][0] if claim in text_claims else None


def _of_kind(kind: ClaimKind, checked: tuple[CopyClaim, ...]) -> Iterator[CopyClaim]:
    return (claim for claim in checked if claim.kind is kind)


def _events(
    checked: tuple[CopyClaim, ...],
    text_claims: ClaimSpans,
    candidate: Candidate,
    facts: Facts,
    policy: Policy,
) -> Iterator[Finding]:
    """Claimed events (section 1.1); an event exactly `days` ago still counts."""
    for claim in _of_kind(ClaimKind.EVENT, checked):
        rule, span = policy.events.get(claim.name), _first_span(claim, text_claims)
        params: dict[str, Measure] = {"claim": claim.name}
        if rule is None:
            yield policy.finding(
                Code.FACT_EVENT_UNKNOWN,
                Sentence("The policy has no event {claim}, so nothing can support it.", params),
                span,
            )
            continue
        at = facts.last_events.get(rule.kind)
        if at is not None and facts.now - timedelta(days=rule.days) <= at <= facts.now:
            yield from check_event_items(claim, text_claims, candidate, facts, policy)
            continue
        if not candidate.user_id:
            absent = Sentence("No user is named, so no event can support {claim}.", params)
        elif unchecked := _unchecked_event(claim, facts, policy):
            yield policy.finding(Code.FACT_EVENT_UNCHECKED, unchecked, span)
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
        yield policy.finding(Code.FACT_USER_EVENT_MISS, absent, span)


def _unchecked_event(claim: CopyClaim, facts: Facts, policy: Policy) -> Sentence | None:
    """Why a missing event cannot be ruled out; None if it is certain that there is none."""
    params: dict[str, Measure] = {"claim": claim.name}
    if facts.no_events:
        return Sentence("{claim} was not checked: no file of user events was given.", params)
    if facts.unread_events:
        return Sentence(
            "{claim} was not checked: some events of this user could not be read.", params
        )
    known_kinds = KNOWN_KINDS | {rule.kind for rule in policy.events.values()}
    if unknown := sorted(facts.last_events.keys() - known_kinds):
        return Sentence(
            "{claim} was not checked: the user has events of a kind nobody knows: {kinds}.",
            params | {"kinds": ", ".join(unknown[:3])},
        )
    return None


def _items(facts: Facts, policy: Policy) -> Iterator[Finding]:
    """Referenced items (section 1.2), each on its own (reading 21)."""
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
    checked: tuple[CopyClaim, ...], text_claims: ClaimSpans, facts: Facts, policy: Policy
) -> Iterator[Finding]:
    """Claimed brands (section 1.3), against those of the referenced items."""
    claims = list(_of_kind(ClaimKind.BRAND, checked))
    if not claims:
        return
    actual = {item.brand for item in facts.items.values() if item is not None and item.brand}
    keys = {brand_key(brand, policy) for brand in actual}
    if policy.brand_rules.titled and keys:
        titles = (item.title for item in facts.items.values() if item is not None and item.title)
        keys = keys.union(*(brands_named(title, policy) for title in titles))
    for claim in claims:
        span = _first_span(claim, text_claims)
        is_confirmed = _matches_any(brand_key(claim.name, policy), keys, policy)
        if not keys or (facts.unread_items and not is_confirmed):
            unverified = Sentence(
                "No referenced item confirms the brand {brand}.",
                {"brand": claim.name},
            )
            yield policy.finding(Code.FACT_BRAND_UNVERIFIED, unverified, span)
        elif not is_confirmed:
            wrong = Sentence(
                "The brand {brand} does not match the referenced items: {actual}.",
                {"brand": claim.name, "actual": ", ".join(sorted(actual))},
            )
            yield policy.finding(Code.FACT_BRAND_MISMATCH, wrong, span)


def _matches_any(key: str, keys: Set[str], policy: Policy) -> bool:
    """Whether a brand key is among `keys`; with `disguises` also if more words follow either name
    ("Sigma Lens" is Sigma).
    """
    if key in keys or not policy.disguises:
        return key in keys
    return any(
        key.startswith(f"{known_key} ") or known_key.startswith(f"{key} ") for known_key in keys
    )


def _holidays(
    checked: tuple[CopyClaim, ...],
    text_claims: ClaimSpans,
    candidate: Candidate,
    facts: Facts,
    policy: Policy,
) -> Iterator[Finding]:
    """Claimed holidays (section 1.4), on the date in the audience's time zone."""
    claims = list(_of_kind(ClaimKind.HOLIDAY, checked))
    if not claims:
        return
    zone = candidate.time_zone or policy.time_zones.get(candidate.locale) or policy.time_zone
    today = local_day(facts.now, zone)
    for claim in claims:
        holiday, span = holiday_named(claim.name, policy), _first_span(claim, text_claims)
        params: dict[str, Measure] = {"holiday": claim.name}
        if holiday is None:
            unknown = Sentence("The policy has no holiday {holiday}.", params)
            yield policy.finding(Code.FACT_HOLIDAY_UNKNOWN, unknown, span)
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
                yield policy.finding(Code.FACT_HOLIDAY_UNCHECKED, unchecked, span)
            case WindowStatus.OUTSIDE:
                outside = _out_of_window(holiday, today, params, policy)
                yield policy.finding(Code.FACT_HOLIDAY_INVALID, outside, span)
            case WindowStatus.INSIDE if widened := _widened(holiday, today, params, policy):
                yield policy.finding(Code.FACT_HOLIDAY_WIDENED, widened, span)


def _out_of_window(
    holiday: Holiday, today: date, params: dict[str, Measure], policy: Policy
) -> Sentence:
    window, rule = (
        nearest_window(holiday, today, policy.holidays),
        rule_of(holiday, policy.holidays),
    )
    assert window is not None  # the status is OUTSIDE only if this year has a window
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
    """The message if the policy's window allows the holiday on that day, but not the source's."""
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


def _undeclared(
    declared: tuple[CopyClaim, ...], text_claims: ClaimSpans, policy: Policy
) -> Iterator[Finding]:
    declared_keys = {_key(claim, policy) for claim in declared}
    for claim, spans in text_claims.items():
        if _key(claim, policy) not in declared_keys:
            undeclared = Sentence(
                "The text claims {claim}, which was not declared.", {"claim": str(claim)}
            )
            yield policy.finding(Code.FACT_CLAIM_UNDECLARED, undeclared, spans[0])


def _key(claim: CopyClaim, policy: Policy) -> tuple[ClaimKind, str]:
    """A key that is equal for claims that mean the same."""
    if claim.kind is ClaimKind.BRAND:
        return claim.kind, brand_key(claim.name, policy)
    if claim.kind is ClaimKind.EVENT and (rule := policy.events.get(claim.name)):
        return claim.kind, rule.kind
    return claim.kind, claim.name
