"""Words of a copy written otherwise by a policy's rules, and the English around them put right."""

import functools
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import rjieba

from core.verification.findings import Span
from core.verification.policy import Policy
from core.verification.policy_parts import ReplacementRule, VocabularyRule
from core.verification.text_measures import has_han
from core.verification.word_rules import RuledWords


class Edit(NamedTuple):
    """`span` of the text is to be written as `by`."""

    span: Span
    by: str


def replacements(text: str, spans: Sequence[Span], policy: Policy) -> tuple[list[Edit], list[Span]]:
    """An edit for each of `spans` that a rule covers, the longest phrase first, and the spans that
    none covers.
    """
    hits = sorted(
        (hit.span, -(hit.span[1] - hit.span[0]), hit.key)
        for hit in _rules(policy).find(text)
        if not _OF_A_KIND.search(text, max(0, hit.span[0] - 2), hit.span[0] + 1)
    )
    hits.sort(key=lambda hit: (hit[1], hit[0]))
    wanted = sorted(spans)
    chosen = _chosen([(span, key) for span, _, key in hits], wanted, len(text))
    rules = policy.repairs.replacements
    edits = [
        Edit(span, _written(text, span, rules[key])) for span, key in sorted(chosen)
    ]
    covered = [edit.span for edit in edits]
    return edits, [span for span in wanted if not _covers(covered, span)]


_OF_A_KIND = re.compile(r"[过里中]最$")
"""用过最好的: no word stands for a superlative among others."""


def _chosen(
    hits: Sequence[tuple[Span, int]], wanted: Sequence[Span], size: int
) -> Iterator[tuple[Span, int]]:
    """Hits in which something is wanted, none over another."""
    marked = bytearray(size)
    for start, end in wanted:
        marked[start:end] = b"\1" * (end - start)
    for span, key in hits:
        piece = marked[span[0] : span[1]]
        if 1 in piece and 2 not in piece:
            marked[span[0] : span[1]] = b"\2" * (span[1] - span[0])
            yield span, key


def _covers(covered: Sequence[Span], span: Span) -> bool:
    at = bisect_right(covered, (span[0], 1 << 60)) - 1
    if at >= 0 and covered[at][1] > span[0]:
        return True
    return at + 1 < len(covered) and covered[at + 1][0] < span[1]


_AHEAD = 8


def _written(text: str, span: Span, rule: ReplacementRule) -> str:
    by = rule.by
    if rule.before_verb is not None:
        following = rjieba.tag(text[span[1] : span[1] + _AHEAD])
        if following and following[0][1][0] in "vad":
            by = rule.before_verb
    return by


_ONLY_NEEDED = re.compile(
    r"\b(?:[Tt]he only)(?: one)? (?P<thing>[\w-]+(?: [\w-]+)?) (?:that )?(?P<who>you|your \w+)(?:['’]ll| will) ever "
    r"(?:need|want|use|own|buy|wear)\b"
)


def _loved(match: re.Match[str]) -> str:
    thing = match["thing"]
    capital = match[0][0] == "T"
    one = f"{_a(thing)}{thing} {match['who']} will love"
    return one[:1].upper() + one[1:] if capital else one


def applied(text: str, edits: Sequence[Edit]) -> str:
    """The text with all edits made; English is put right around each."""
    if not has_han(text):
        if not edits:
            return tidied(_ONLY_NEEDED.sub(_loved, text))
        edits = sorted([*(_in_english(text, edit) for edit in edits), *_scopes(text, edits)])
    parts, at = [], 0
    for (start, end), by in edits:
        if start < at:
            continue
        parts += [text[at:start], by]
        at = end
    parts.append(text[at:])
    return tidied("".join(parts))


@functools.lru_cache(maxsize=32)
def _rules(policy: Policy) -> RuledWords[int]:
    return RuledWords(
        (n, VocabularyRule(words=rule.words)) for n, rule in enumerate(policy.repairs.replacements)
    )


# What a superlative is measured by says nothing after it is gone.
_SCOPE = re.compile(
    r"\s*,?\s+(?:(?:in|of|on|across|around)\s+(?:(?:all|the whole of|the|our)\s+)?(?:world|town|country|market|"
    r"business|industry|city|uk|us|usa|britain|america|england|europe|planet|earth|universe|year|"
    r"high street|net|internet|web|known universe|season|shop|galaxy|neighbourhood|neighborhood)\b|anywhere(?: else)?\b|"
    r"(?:of|on) all time\b|ever (?:made|built|sold|seen|created|produced|baked|designed|brewed|sewn|"
    r"known|offered|released)\b|ever\b(?!y)|on sale anywhere\b|around\b(?=\s*[.,!?]|$)|bar none\b|hands down\b|"
    r"by far\b|under the sun\b|(?:that\s+)?(?:you can buy|money can buy|(?:you|we)(?:(?:'|’)ve|(?:'|’)ll| have| will)?"
    r"\s+(?:ever\s+)(?:own|need|use|find|wear|try|tried|taste|tasted|buy|have|seen|made|had|worn|owned|used|slept on|offered|sold))\b)",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    r"(?P<of>\b(?:one|some)\s+of\s+)?\b(?P<det>the|a|an)\s+(?:(?:very|absolute|absolutely|simply|single|undisputed|"
    r"truly|really)\s+)*$|\b(?:very|absolute|absolutely|simply)\s+$",
    re.IGNORECASE,
)
_NOUN_PHRASE = re.compile(r"\s*((?:[A-Za-z'’-]+\s+){0,4}?[A-Za-z'’-]+)(?=\s*(?:[.,;:!?—–]|$)|\s+(?:"
    r"in|of|on|at|for|to|with|from|and|or|is|are|was|by|you|we|that|this|now|back|here|ever|when|has|"
    r"have|your|made|drops|ships|lands|starts|starting|today|tonight|until|does|just|so|as|our|the|who|which|will|can|anywhere|around)\b)")
_COUNTED = frozenset(
    "way time place gift choice thing day start match moment reason idea present companion answer "
    "solution addition treat fit finish end deal night morning weekend evening spot chance "
    "opportunity partner base backdrop excuse introduction pick option alternative snack mix blend "
    "balance".split()
)
_MASS = frozenset(
    "coffee tea quality value service chocolate food music sound skincare bread cheese wine beer "
    "advice care comfort support news fun fabric leather wool linen furniture hair skin sleep rest "
    "weather stuff gear luggage clothing footwear jewellery jewelry marmalade jam honey ice cream "
    "taste flavour flavor performance protection coverage power style cuts savings craftsmanship "
    "condition range".split()
)
_IS = re.compile(r"(?:\b(?:is|are|was|were|be|been|as|becomes?|makes?|like|it's|that's|this is|deserves?|"
    r"find|found|give|gives|for|call(?:ed)?|named|than)|['’]s|['’]re)\s*(?:you\s+|simply\s+|quite\s+|just\s+|dad\s+|mum\s+|mom\s+|her\s+|him\s+|them\s+|probably\s+|possibly\s+)?$",
    re.IGNORECASE)


_CLAUSE_END = re.compile(r"[.;:!?—–](?:\s|$)|$")


def _scopes(text: str, edits: Sequence[Edit]) -> Iterator[Edit]:
    """What only a superlative needs, such as "in town", in the clause after each."""
    reach = 0
    for (_, end), by in edits:
        if not by or end < reach:
            continue
        stop = _CLAUSE_END.search(text, end, end + 120)
        match = _SCOPE.search(text, end, stop.start() if stop else end)
        if match:
            reach = match.end()
            yield Edit(match.span(), "")


def _in_english(text: str, edit: Edit) -> Edit:
    """The edit with the article before it and what follows the noun that it stands before."""
    (start, end), by = edit
    if not by:
        return edit
    before = text[max(0, start - 40) : start]
    left = _BEFORE.search(before)
    article = ""
    after = text[end : end + 80]
    phrase = _NOUN_PHRASE.match(after)
    if " " in by:  # such as "lovely gift": the noun is in it
        phrase, after = _NOUN_PHRASE.match(f" {by.split()[-1]}"), f" {after}"
    if by.lower().startswith(("our ", "a ", "an ")) or by.lower() == "our":
        if left:
            start -= len(left[0])
        return Edit((start, end), _cased(by, text, start))
    alone = not phrase or not after[:1].isspace()
    if left and left["det"] and not alone:
        article = _article(phrase[1], by, text[max(0, start - len(left[0]) - 40) : start - len(left[0])], left)
    if left:
        start -= len(left[0])
    if alone and left and left["det"]:
        # "Our duvet is the warmest" is about nothing but warmth.
        if _IS.search(text[max(0, start - 40) : start]):
            by = f"very {by}" if " " not in by else by
        else:
            article = "our "
    return Edit((start, end), _cased(article + by, text, start))


def _cased(by: str, text: str, start: int) -> str:
    begins = not text[:start].strip() or re.search(r"[.!?\n]\s*$", text[max(0, start - 4) : start])
    return by[:1].upper() + by[1:] if begins else by


def _article(phrase: str, by: str, before: str, left: re.Match[str]) -> str:
    head = phrase.split()[-1].lower().rstrip("'’")
    plural = (head.endswith("s") and not head.endswith(("ss", "us", "is", "'s", "’s"))) or head in ("people", "feet", "children")
    if left["of"]:
        return "one of our " if left["of"].lower().startswith("one") else "some of our "
    if left["det"].lower() in ("a", "an"):
        return _a(by)
    if head in _MASS:
        return ""
    if head in _COUNTED or (_IS.search(before) and not plural):
        return _a(by)
    if _IS.search(before) and plural:
        return ""
    return "our "


def _a(word: str) -> str:
    return "an " if word[:1].lower() in "aeiou" else "a "


_TIDY = (
    (re.compile(r"的{2,}"), "的"),
    (re.compile(r"[^\S\n]{2,}"), " "),
    (re.compile(r"\s+(?=[,，。！？；：、.!?;:](?:\s|$|[一-龥]))"), ""),
    (re.compile(r"(?<=[，、])[，、]+|(?<=,),+"), ""),
    (re.compile(r"[，、,]\s*(?=[。！？])|(?<=[。！？])[，、]|,\s*(?=[.!?](?:\s|$))"), ""),
    (re.compile(r"^[\s，。、；：！？,;:!?)）】—–-]+(?=\S)"), ""),
    (re.compile(r"\b([Aa])n?\s+(?=(?:[aeio](?!ne\b|nce\b|u\w)|8|11\b|18\b|hour|honest|MP3|SMS|LG|HP|NBA)[\w-])"), r"\1n "),
    (re.compile(r"\b([Aa])n\s+(?=(?:[b-df-gj-np-tv-z]|h(?!our|onest|eir)|use|uni|eur|one\b)(?!MS|P3|G\b|P\b)\w)"), r"\1 "),
)


def tidied(text: str) -> str:
    """Spaces, doubled marks and articles put right, and a capital where an English text begins."""
    for pattern, by in _TIDY:
        text = pattern.sub(by, text)
    text = text.strip()
    return text[:1].upper() + text[1:] if text[:1].isascii() and not has_han(text) else text
