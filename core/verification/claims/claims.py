"""Find the claims that the text of a copy makes, declared or not (source 001; reading 17)."""

import functools
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from operator import itemgetter
from typing import NamedTuple

from core.text.language import simplified_table
from core.verification.claims.general_acts import is_no_reader_act
from core.verification.claims.other_uses import means_no_near_day, names_owned_product
from core.verification.claims.reader_acts import reader_acts
from core.verification.copy_text.cues import ends_with_cue, starts_with_cue
from core.verification.copy_text.text_folding import fold, unfolded
from core.verification.copy_text.word_lists import WordFinder
from core.verification.copy_text.word_rules import ANYWHERE, RuledWords, Setting
from core.verification.findings import CharRange
from core.verification.policy.holidays import Holiday
from core.verification.policy.policy import Policy
from core.verification.policy_parts import VocabularyRule


class ClaimKind(StrEnum):
    EVENT = "event"
    ITEM = "item"
    BRAND = "brand"
    HOLIDAY = "holiday"


class CopyClaim(NamedTuple):
    """A claim under the policy's name: an event, a brand, or a holiday's first name.

    A declared claim that the policy does not know keeps its name as declared.
    """

    kind: ClaimKind
    name: str

    def __str__(self) -> str:
        """The form in lists of repairs: "kind:name"; an event by its name alone (section 5.3)."""
        return self.name if self.kind is ClaimKind.EVENT else f"{self.kind.value}:{self.name}"


def claims_in(
    text: str, policy: Policy, brands: frozenset[str], setting: Setting = ANYWHERE
) -> dict[CopyClaim, list[CharRange]]:
    """The claims in a text, each with its spans; `brands` are the catalogue's brands to look for.

    Without the policy's `disguises`, brands are matched as they are written, so that "apple" in a
    sentence about fruit is none. With it they are matched in any spelling, except where they only
    say what an item fits.
    """
    spans_of: dict[CopyClaim, list[CharRange]] = {}
    if policy.disguises:
        for claim, span in sorted(_ruled_claims(text, policy, setting), key=itemgetter(1)):
            _add_span(spans_of, claim, span)
    else:
        phrases, claim_of_phrase = _phrase_finder(policy)
        for hit in phrases.find(fold(text)):
            _add_span(spans_of, claim_of_phrase[hit.word], hit.span)
        names, brand_of = _brand_name_finder(policy)
        for hit in names.find(unfolded(text)):
            _add_span(spans_of, CopyClaim(ClaimKind.BRAND, brand_of[hit.word]), hit.span)
    aliases = _brand_aliases(policy) if brands else {}
    brand_spans = _spans_of(brands, text) if brands else {}
    for brand in sorted(brands):
        if brand in _brand_name_finder(policy)[1] or (
            policy.disguises and _normalized(brand) in aliases
        ):
            continue
        claim = CopyClaim(ClaimKind.BRAND, aliases.get(_normalized(brand), brand))
        for span in brand_spans.get(brand, ()):
            fits = _only_fits(text, span, policy)
            if not fits and not (policy.disguises and names_owned_product(text, span)):
                _add_span(spans_of, claim, span)
    return spans_of


def _spans_of(brands: frozenset[str], text: str) -> Mapping[str, list[CharRange]]:
    """The spans of each brand as it is written; none lies within another of the same brand."""
    spans_of = defaultdict[str, list[CharRange]](list)
    for hit in WordFinder(brands).find(unfolded(text)):
        spans = spans_of[hit.word]
        if not spans or hit.span[0] >= spans[-1][1]:
            spans.append(hit.span)
    return spans_of


def _ruled_claims(
    text: str, policy: Policy, setting: Setting
) -> Iterator[tuple[CopyClaim, CharRange]]:
    """Yield the claims found by the policy's rules (through disguises) and by `reader_acts`."""
    hits = _rule_finder(policy).find(text, setting)
    brands = [hit.span for hit in hits if hit.key.kind is ClaimKind.BRAND]
    mentioned = _mentioned_brands(text, brands, policy) if brands else ()
    for rule_hit in hits:
        kind = rule_hit.key.kind
        if kind is ClaimKind.BRAND and rule_hit.span in mentioned:
            continue
        if kind is ClaimKind.HOLIDAY and _is_other_name(text, rule_hit.span, policy):
            continue
        if kind is ClaimKind.EVENT and is_no_reader_act(text, rule_hit.span):
            continue
        yield rule_hit.key, rule_hit.span
    event_of_kind = {rule.kind: event for event, rule in policy.events.items() if rule.told}
    for act in reader_acts(text) if event_of_kind else ():
        if act.kind in event_of_kind and not is_no_reader_act(text, act.span):
            yield CopyClaim(ClaimKind.EVENT, event_of_kind[act.kind]), act.span


def _mentioned_brands(text: str, brands: Sequence[CharRange], policy: Policy) -> set[CharRange]:
    """Spans of brands that the text does not claim as the item's; one such name in a list ("Ford,
    Honda and Kia") applies to the whole list.
    """
    mentioned: set[CharRange] = set()
    listed: list[CharRange] = []
    for span in brands:
        if listed and not _LIST_JOINER.fullmatch(text, listed[-1][1], span[0]):
            listed = []
        listed.append(span)
        if (
            listed[0] in mentioned
            or _only_fits(text, span, policy)
            or names_owned_product(text, span)
        ):
            mentioned.update(listed)
    return mentioned


def brands_named(text: str, policy: Policy) -> frozenset[str]:
    """The keys (`brand_key`) of the policy's brands that occur in a text."""
    hits = _rule_finder(policy).find(text)
    return frozenset(
        brand_key(hit.key.name, policy) for hit in hits if hit.key.kind is ClaimKind.BRAND
    )


_DETERMINER_BEFORE = re.compile(r"(?:\b(?:your|an?|the|my|any|all|every)\s*)$")
_MODEL_AFTER = re.compile(
    r"^(?:'s)?[\s-]*(?:手机|电脑|相机|平板|耳机|单反|微单|咖啡机|主板|鼠标|键盘|显卡|打印机|吹风机|吸尘器|phone|tablet|camera|watch|[a-z]*\d+[a-z]*)?[\s-]*"
)
_CLAIMS_ANYWAY_BEFORE = re.compile(
    r"交[给給]$|\bnothing [a-z ]{2,24} like(?: an?| the| our)?$"
    r"|\b(?:asked|asking|inquired|enquired|heard|wondering|curious|excited|talking)"
    r" about(?: the| our)?$"
)
_FITS_ALL_AFTER = re.compile(
    r"[^，。！？,.!?\n]{0,8}?(?:通用|都能用|也能用|均可用|都可用|都适用|也支持|也能放|也可)"
)
_LIST_JOINER = re.compile(
    r"\s?|(?:[\s\w]{0,6}(?:,|、|和|与|與|及|或|还是|/|&|\band\b|\bor\b)\s*(?:an?\s|the\s|your\s)?\s*){1,4}"
)
_NEAR = 40


def _only_fits(text: str, span: CharRange, policy: Policy) -> bool:
    """Whether the brand is only what an item fits: right after a word like 适配, or before 用户."""
    rules = policy.brand_rules
    before = text[max(0, span[0] - _NEAR) : span[0]].casefold().rstrip()
    if _CLAIMS_ANYWAY_BEFORE.search(before):
        return False
    bare = _DETERMINER_BEFORE.sub("", before)
    if ends_with_cue(before, rules.compatible) or ends_with_cue(bare, rules.compatible):
        return True
    after = text[span[1] : span[1] + _NEAR].casefold()
    if rules.compatible_after and _FITS_ALL_AFTER.match(after):
        return True
    after = _MODEL_AFTER.sub("", after, count=1)
    return starts_with_cue(after, rules.compatible_after)


def _is_other_name(text: str, span: CharRange, policy: Policy) -> bool:
    """Whether a holiday's name is part of another name (七夕镇, Christmas Island, 儿童节目) or does
    not mean a day that is near (`names_no_day`).
    """
    before = text[max(0, span[0] - _NEAR) : span[0]].casefold()
    after = text[span[1] : span[1] + _NEAR].casefold().lstrip()
    rules = policy.holidays
    return (
        starts_with_cue(after, rules.other_after)
        or ends_with_cue(before, rules.other_before)
        or means_no_near_day(text, span)
    )


@functools.lru_cache(maxsize=32)
def _rule_finder(policy: Policy) -> RuledWords[CopyClaim]:
    return RuledWords(_claim_rules(policy))


def _claim_rules(policy: Policy) -> Iterator[tuple[CopyClaim, VocabularyRule]]:
    """Yield the rules of all claims; a holiday or brand without rules is matched by its names."""
    for event, rule in policy.events.items():
        phrase_rule = (VocabularyRule(words=rule.phrases),) if rule.phrases else ()
        yield from (
            (CopyClaim(ClaimKind.EVENT, event), each) for each in (*phrase_rule, *rule.rules)
        )
    for holiday in policy.holidays.table:
        claim = CopyClaim(ClaimKind.HOLIDAY, holiday.names[0])
        for each in holiday.rules or (VocabularyRule(words=holiday.names),):
            unless = (*each.unless, *policy.holidays.unless)
            yield claim, each.model_copy(update={"unless": unless})
    brand_rules = policy.brand_rules.rules
    for brand, names in policy.brands.items():
        for each in brand_rules.get(brand) or (VocabularyRule(words=(brand, *names)),):
            yield CopyClaim(ClaimKind.BRAND, brand), each


def _add_span(
    spans_of: dict[CopyClaim, list[CharRange]], claim: CopyClaim, span: CharRange
) -> None:
    """Add a span to a claim; overlapping spans (国庆 in 国庆节) are merged into one."""
    spans = spans_of.setdefault(claim, [])
    start, end = span
    if spans and start < spans[-1][1]:
        spans[-1] = (min(start, spans[-1][0]), max(end, spans[-1][1]))
    else:
        spans.append(span)


@functools.lru_cache(maxsize=32)
def _phrase_finder(policy: Policy) -> tuple[WordFinder, Mapping[str, CopyClaim]]:
    """The finder of event phrases and holiday names, and the claim of each."""
    claims = dict(_phrase_claims(policy))
    return WordFinder(claims, folded=True), claims


def _phrase_claims(policy: Policy) -> Iterator[tuple[str, CopyClaim]]:
    for event, rule in policy.events.items():
        yield from ((phrase, CopyClaim(ClaimKind.EVENT, event)) for phrase in rule.phrases)
    for holiday in policy.holidays.table:
        claim = CopyClaim(ClaimKind.HOLIDAY, holiday.names[0])
        yield from ((name, claim) for name in holiday.names)


@functools.lru_cache(maxsize=32)
def _brand_name_finder(policy: Policy) -> tuple[WordFinder, Mapping[str, str]]:
    """The finder of the policy's brand names, and the brand of each."""
    brand_of = {name: brand for brand, names in policy.brands.items() for name in (brand, *names)}
    return WordFinder(brand_of), brand_of


def brand_key(brand: str, policy: Policy) -> str:
    """A comparison key, equal for all names of one brand: ignores width, case and script, and
    resolves the policy's aliases.
    """
    plain = _normalized(brand)
    return _normalized(_brand_aliases(policy).get(plain, plain))


def own_name(brand: str, policy: Policy) -> str:
    """The policy's name for a brand in any spelling; an unknown brand is returned unchanged."""
    return _names_by_key(policy).get(brand_key(brand, policy), brand)


@functools.lru_cache(maxsize=32)
def _names_by_key(policy: Policy) -> Mapping[str, str]:
    return {brand_key(brand, policy): brand for brand in policy.brands}


@functools.lru_cache(maxsize=32)
def _brand_aliases(policy: Policy) -> Mapping[str, str]:
    """Brand by normalized alias; words of a brand's rules count unless they name another brand."""
    from_rules = {
        _normalized(word): brand
        for brand, rules in policy.brand_rules.rules.items()
        for rule in rules
        for word in rule.words
    }
    return from_rules | {
        _normalized(name): brand
        for brand, names in policy.brands.items()
        for name in (brand, *names)
    }


def holiday_named(name: str, policy: Policy) -> Holiday | None:
    """The policy's holiday with the name; None if it has none."""
    return _holidays(policy).get(_normalized(name))


@functools.lru_cache(maxsize=32)
def _holidays(policy: Policy) -> Mapping[str, Holiday]:
    """Holiday by normalized name; the first of two holidays with one name."""
    names = [
        (_normalized(name), holiday) for holiday in policy.holidays.table for name in holiday.names
    ]
    return dict(reversed(names))


def brands_in(text: str, brands: frozenset[str]) -> frozenset[str]:
    """The brands, out of many, that occur in a text as they are written."""
    return frozenset(hit.word for hit in _brand_finder(brands).find(unfolded(text)))


@functools.lru_cache(maxsize=16)
def shared_instance(brands: frozenset[str]) -> frozenset[str]:
    """Return one shared object for all equal sets, so that caches keyed by it need not compare
    thousands of names for every copy.
    """
    return brands


@functools.lru_cache(maxsize=16)
def _brand_finder(brands: frozenset[str]) -> WordFinder:
    return WordFinder(sorted(brands))


def _normalized(name: str) -> str:
    """A name in half width, lower case and simplified script."""
    normalized = unicodedata.normalize("NFKC", name).strip().casefold()
    return normalized if normalized.isascii() else normalized.translate(simplified_table())
