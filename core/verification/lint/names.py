"""Names that mean two things, and channels, locales and brands that the policy does not have."""

import unicodedata
from collections.abc import Iterator, Sequence

from core.verification.lint.remarks import Lint, Path, Remark, lint_error, lint_warning
from core.verification.policy.policy import Policy
from core.verification.policy_parts import ScopedRule


def lint_names(policy: Policy) -> Iterator[Remark]:
    yield from _holidays(policy)
    yield from _brands(policy)
    yield from _channels(policy)
    yield from _locales(policy)


def scoped_rules(policy: Policy) -> Iterator[tuple[Path, ScopedRule]]:
    """Yield every rule that may be limited to channels and locales, with its path."""
    rules: dict[Path, Sequence[ScopedRule]] = {
        ("vocabulary", "forbidden"): policy.vocabulary.forbidden,
        ("vocabulary", "absolute"): policy.vocabulary.absolute,
        ("patterns", "forbidden"): policy.patterns.forbidden,
        ("patterns", "absolute"): policy.patterns.absolute,
    }
    rules |= {("events", name, "rules"): event.rules for name, event in policy.events.items()}
    rules |= {
        ("brand_rules", "rules", brand): each for brand, each in policy.brand_rules.rules.items()
    }
    rules |= {
        ("holidays", "table", at, "rules"): holiday.rules
        for at, holiday in enumerate(policy.holidays.table)
    }
    for path, listed in rules.items():
        yield from (((*path, at), rule) for at, rule in enumerate(listed))


def _holidays(policy: Policy) -> Iterator[Remark]:
    first_places: dict[str, int] = {}
    for at, holiday in enumerate(policy.holidays.table):
        for name_at, name in enumerate(holiday.names):
            if first_places.setdefault(_compared(name), at) != at:
                yield lint_error(
                    Lint.NAME_TWICE,
                    ("holidays", "table", at, "names", name_at),
                    "Two holidays are named {name}. Rename one of them.",
                    name=name,
                )


def _brands(policy: Policy) -> Iterator[Remark]:
    """Names are compared as claims are: width and case do not matter."""
    brand_of: dict[str, str] = {}
    for brand, names in policy.brands.items():
        for at, name in enumerate((brand, *names)):
            first_brand = brand_of.setdefault(_compared(name), brand)
            if first_brand != brand:
                path: Path = ("brands", brand, at - 1) if at else ("brands", brand)
                yield lint_error(
                    Lint.NAME_TWICE,
                    path,
                    "“{name}” names both {first} and {second}. Remove it from one of them.",
                    name=name,
                    first=first_brand,
                    second=brand,
                )
    for brand in policy.brand_rules.rules:
        if brand not in policy.brands:
            yield lint_warning(
                Lint.BRAND_UNKNOWN,
                ("brand_rules", "rules", brand),
                "The policy has no brand {name}, so this rule is never used. Add it to brands.",
                name=brand,
            )


def _compared(name: str) -> str:
    return unicodedata.normalize("NFKC", name).strip().casefold()


def _channels(policy: Policy) -> Iterator[Remark]:
    for path, rule in scoped_rules(policy):
        for at, name in enumerate(rule.channels):
            if name not in policy.channels:
                yield lint_warning(
                    Lint.CHANNEL_UNKNOWN,
                    (*path, "channels", at),
                    "The policy has no channel {name}, so this never applies. Use one of {known}.",
                    name=name,
                    known=", ".join(policy.channels),
                )


def _locales(policy: Policy) -> Iterator[Remark]:
    """A language is known where one of its locales is: `zh` with zh-CN."""
    for path, name in _named_locales(policy):
        if not any(each == name or each.startswith(f"{name}-") for each in policy.locales):
            yield lint_warning(
                Lint.LOCALE_UNKNOWN,
                path,
                "The policy has no locale {name}, so this never applies. Use one of {known}.",
                name=name,
                known=", ".join(policy.locales),
            )


def _named_locales(policy: Policy) -> Iterator[tuple[Path, str]]:
    for path, rule in scoped_rules(policy):
        yield from (((*path, "locales", at), name) for at, name in enumerate(rule.locales))
    for channel, limits in policy.channels.items():
        yield from ((("channels", channel, "lengths", name), name) for name in limits.lengths)
    yield from ((("time_zones", name), name) for name in policy.time_zones)
    yield from ((("call_to_tap", name), name) for name in policy.call_to_tap)
    for at, language in enumerate(policy.languages):
        yield ("languages", at, "locale"), language.locale
