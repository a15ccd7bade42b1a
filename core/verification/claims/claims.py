"""What a copy claims in its own words, whatever its writer declared (source 001; reading 17)."""

import functools
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from operator import itemgetter
from typing import NamedTuple

from core.text.language.scripts import simplified_table
from core.verification.claims.general_acts import tells_no_act
from core.verification.claims.other_uses import names_no_day, names_others_things
from core.verification.claims.told_acts import told_acts
from core.verification.copy_text.cues import ends_with_cue, starts_with_cue
from core.verification.copy_text.text_folding import fold, unfolded
from core.verification.copy_text.word_lists import WordFinder
from core.verification.copy_text.word_rules import ANYWHERE, RuledWords, Setting
from core.verification.findings import Span
from core.verification.policy.holidays import Holiday
from core.verification.policy.policy import Policy
from core.verification.policy_parts import VocabularyRule


class ClaimKind(StrEnum):
    EVENT = "event"
    ITEM = "item"
    BRAND = "brand"
    HOLIDAY = "holiday"


class CopyClaim(NamedTuple):
    """`name` as the policy writes it: an event's name, a brand, a holiday's first name.

    A declared claim of an unknown name keeps it as it was written.
    """

    kind: ClaimKind
    name: str

    def __str__(self) -> str:
        """As repairs list them: an event by its name alone, as in section 5.3."""
        return self.name if self.kind is ClaimKind.EVENT else f"{self.kind.value}:{self.name}"


def claims_in(
    text: str, policy: Policy, brands: frozenset[str], setting: Setting = ANYWHERE
) -> dict[CopyClaim, list[Span]]:
    """Claims the text makes and where. `brands` are those of the catalogue that it names.

    Brands are looked for as they are written, "apple" in a sentence about fruit is none; with
    `disguises` in any spelling, but not where they only say what an item fits.
    """
    found: dict[CopyClaim, list[Span]] = {}
    if policy.disguises:
        for claim, span in sorted(_claimed(text, policy, setting), key=itemgetter(1)):
            _note(found, claim, span)
    else:
        phrases, of_phrase = _phrases(policy)
        for hit in phrases.find(fold(text)):
            _note(found, of_phrase[hit.word], hit.span)
        names, brand_of = _brand_names(policy)
        for hit in names.find(unfolded(text)):
            _note(found, CopyClaim(ClaimKind.BRAND, brand_of[hit.word]), hit.span)
    known = _brand_aliases(policy) if brands else {}
    places = _places_of(brands, text) if brands else {}
    for brand in sorted(brands):
        if brand in _brand_names(policy)[1] or (policy.disguises and _plain(brand) in known):
            continue
        claim = CopyClaim(ClaimKind.BRAND, known.get(_plain(brand), brand))
        for span in places.get(brand, ()):
            fits = _only_fits(text, span, policy)
            if not fits and not (policy.disguises and names_others_things(text, span)):
                _note(found, claim, span)
    return found


def _places_of(brands: frozenset[str], text: str) -> Mapping[str, list[Span]]:
    """Where each stands in the text as it is written; no place is within another of the name."""
    places = defaultdict[str, list[Span]](list)
    for hit in WordFinder(brands).find(unfolded(text)):
        of_brand = places[hit.word]
        if not of_brand or hit.span[0] >= of_brand[-1][1]:
            of_brand.append(hit.span)
    return places


def _claimed(text: str, policy: Policy, setting: Setting) -> Iterator[tuple[CopyClaim, Span]]:
    """By the rules of a policy that sees through disguises, and by the grammar of told acts."""
    hits = _rules(policy).find(text, setting)
    brands = [hit.span for hit in hits if hit.key.kind is ClaimKind.BRAND]
    mentioned = _only_mentioned(text, brands, policy) if brands else ()
    for ruled in hits:
        kind = ruled.key.kind
        if kind is ClaimKind.BRAND and ruled.span in mentioned:
            continue
        if kind is ClaimKind.HOLIDAY and _names_another(text, ruled.span, policy):
            continue
        if kind is ClaimKind.EVENT and tells_no_act(text, ruled.span):
            continue
        yield ruled.key, ruled.span
    told = {rule.kind: event for event, rule in policy.events.items() if rule.told}
    for act in told_acts(text) if told else ():
        if act.kind in told and not tells_no_act(text, act.span):
            yield CopyClaim(ClaimKind.EVENT, told[act.kind]), act.span


def _only_mentioned(text: str, brands: Sequence[Span], policy: Policy) -> set[Span]:
    """Brands that are not said to be the item's; of names in a row ("Ford, Honda and Kia") all are
    where one is.
    """
    mentioned: set[Span] = set()
    row: list[Span] = []
    for span in brands:
        if row and not _AND.fullmatch(text, row[-1][1], span[0]):
            row = []
        row.append(span)
        if row[0] in mentioned or _only_fits(text, span, policy) or names_others_things(text, span):
            mentioned.update(row)
    return mentioned


def brands_named(text: str, policy: Policy) -> frozenset[str]:
    """The keys (`brand_key`) of the policy's brands that a text names in any way."""
    hits = _rules(policy).find(text)
    return frozenset(
        brand_key(hit.key.name, policy) for hit in hits if hit.key.kind is ClaimKind.BRAND
    )


_BEFORE_A_NAME = re.compile(r"(?:\b(?:your|an?|the|my|any|all|every)\s*)$")
_AFTER_A_NAME = re.compile(
    r"^(?:'s)?[\s-]*(?:手机|电脑|相机|平板|耳机|单反|微单|咖啡机|主板|鼠标|键盘|显卡|打印机|吹风机|吸尘器|phone|tablet|camera|watch|[a-z]*\d+[a-z]*)?[\s-]*"
)
_CLAIMS_ALL_THE_SAME = re.compile(
    r"交[给給]$|\bnothing [a-z ]{2,24} like(?: an?| the| our)?$"
    r"|\b(?:asked|asking|inquired|enquired|heard|wondering|curious|excited|talking)"
    r" about(?: the| our)?$"
)
_FOR_ALL = re.compile(
    r"[^，。！？,.!?\n]{0,8}?(?:通用|都能用|也能用|均可用|都可用|都适用|也支持|也能放|也可)"
)
_AND = re.compile(
    r"\s?|(?:[\s\w]{0,6}(?:,|、|和|与|與|及|或|还是|/|&|\band\b|\bor\b)\s*(?:an?\s|the\s|your\s)?\s*){1,4}"
)
_NEAR = 40


def _only_fits(text: str, span: Span, policy: Policy) -> bool:
    """Whether the name stands straight after a word such as 适配 or before one such as 用户."""
    rules = policy.brand_rules
    before = text[max(0, span[0] - _NEAR) : span[0]].casefold().rstrip()
    if _CLAIMS_ALL_THE_SAME.search(before):
        return False
    bare = _BEFORE_A_NAME.sub("", before)
    if ends_with_cue(before, rules.compatible) or ends_with_cue(bare, rules.compatible):
        return True
    after = text[span[1] : span[1] + _NEAR].casefold()
    if rules.compatible_after and _FOR_ALL.match(after):
        return True
    after = _AFTER_A_NAME.sub("", after, count=1)
    return starts_with_cue(after, rules.compatible_after)


def _names_another(text: str, span: Span, policy: Policy) -> bool:
    """Whether a holiday's name is part of another name (七夕镇, Christmas Island, 儿童节目) or used
    for no day that is near (`names_no_day`).
    """
    before = text[max(0, span[0] - _NEAR) : span[0]].casefold()
    after = text[span[1] : span[1] + _NEAR].casefold().lstrip()
    rules = policy.holidays
    return (
        starts_with_cue(after, rules.other_after)
        or ends_with_cue(before, rules.other_before)
        or names_no_day(text, span)
    )


@functools.lru_cache(maxsize=32)
def _rules(policy: Policy) -> RuledWords[CopyClaim]:
    return RuledWords(_claim_rules(policy))


def _claim_rules(policy: Policy) -> Iterator[tuple[CopyClaim, VocabularyRule]]:
    """A holiday or brand with rules of its own is known by these, else by its names."""
    for event, rule in policy.events.items():
        plain = (VocabularyRule(words=rule.phrases),) if rule.phrases else ()
        yield from ((CopyClaim(ClaimKind.EVENT, event), each) for each in (*plain, *rule.rules))
    for holiday in policy.holidays.table:
        claim = CopyClaim(ClaimKind.HOLIDAY, holiday.names[0])
        for each in holiday.rules or (VocabularyRule(words=holiday.names),):
            unless = (*each.unless, *policy.holidays.unless)
            yield claim, each.model_copy(update={"unless": unless})
    own = policy.brand_rules.rules
    for brand, names in policy.brands.items():
        for each in own.get(brand) or (VocabularyRule(words=(brand, *names)),):
            yield CopyClaim(ClaimKind.BRAND, brand), each


def _note(found: dict[CopyClaim, list[Span]], claim: CopyClaim, span: Span) -> None:
    """A name within a longer one for the same thing (国庆 in 国庆节) is one claim."""
    places = found.setdefault(claim, [])
    start, end = span
    if places and start < places[-1][1]:
        places[-1] = (min(start, places[-1][0]), max(end, places[-1][1]))
    else:
        places.append(span)


@functools.lru_cache(maxsize=32)
def _phrases(policy: Policy) -> tuple[WordFinder, Mapping[str, CopyClaim]]:
    claims = dict(_phrase_claims(policy))
    return WordFinder(claims, folded=True), claims


def _phrase_claims(policy: Policy) -> Iterator[tuple[str, CopyClaim]]:
    for event, rule in policy.events.items():
        yield from ((phrase, CopyClaim(ClaimKind.EVENT, event)) for phrase in rule.phrases)
    for holiday in policy.holidays.table:
        claim = CopyClaim(ClaimKind.HOLIDAY, holiday.names[0])
        yield from ((name, claim) for name in holiday.names)


@functools.lru_cache(maxsize=32)
def _brand_names(policy: Policy) -> tuple[WordFinder, Mapping[str, str]]:
    own = {name: brand for brand, names in policy.brands.items() for name in (brand, *names)}
    return WordFinder(own), own


def brand_key(brand: str, policy: Policy) -> str:
    """Equal for two names of one brand: width, case and script do not matter, aliases are the
    policy's.
    """
    plain = _plain(brand)
    return _plain(_brand_aliases(policy).get(plain, plain))


def own_name(brand: str, policy: Policy) -> str:
    """The policy's name for a brand, however it is written; one it does not know stays."""
    return _own_names(policy).get(brand_key(brand, policy), brand)


@functools.lru_cache(maxsize=32)
def _own_names(policy: Policy) -> Mapping[str, str]:
    return {brand_key(brand, policy): brand for brand in policy.brands}


@functools.lru_cache(maxsize=32)
def _brand_aliases(policy: Policy) -> Mapping[str, str]:
    """The words of a brand's own rules are its names, too, where no other brand has them."""
    worded = {
        _plain(word): brand
        for brand, rules in policy.brand_rules.rules.items()
        for rule in rules
        for word in rule.words
    }
    return worded | {
        _plain(name): brand for brand, names in policy.brands.items() for name in (brand, *names)
    }


def holiday_named(name: str, policy: Policy) -> Holiday | None:
    return _holidays(policy).get(_plain(name))


@functools.lru_cache(maxsize=32)
def _holidays(policy: Policy) -> Mapping[str, Holiday]:
    """Of two holidays of one name the first."""
    names = [(_plain(name), holiday) for holiday in policy.holidays.table for name in holiday.names]
    return dict(reversed(names))


def brands_in(text: str, brands: frozenset[str]) -> frozenset[str]:
    """Which of many brands a text names."""
    return frozenset(hit.word for hit in _brand_finder(brands).find(unfolded(text)))


@functools.lru_cache(maxsize=16)
def one_of_equal(brands: frozenset[str]) -> frozenset[str]:
    """The first of all equal sets: what is kept for it is found with every copy without comparing
    thousands of names.
    """
    return brands


@functools.lru_cache(maxsize=16)
def _brand_finder(brands: frozenset[str]) -> WordFinder:
    return WordFinder(sorted(brands))


def _plain(name: str) -> str:
    plain = unicodedata.normalize("NFKC", name).strip().casefold()
    return plain if plain.isascii() else plain.translate(simplified_table())
