"""Replace words of a copy by the rules of a policy."""

import functools
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import rjieba

from core.text.language import traditional_characters
from core.verification.copy_text.text_measures import has_han
from core.verification.copy_text.word_rules import RuledWords
from core.verification.findings import CharRange
from core.verification.policy.policy import Policy
from core.verification.policy_parts import ReplacementRule, VocabularyRule


class WordEdit(NamedTuple):
    """Write `by` in the place of `span`."""

    span: CharRange
    by: str


def apply_word_edits(text: str, edits: Sequence[WordEdit]) -> str:
    """The text with all edits made: they are in order, of two that overlap the first counts."""
    parts, at = [], 0
    for (start, end), by in edits:
        if start >= at:
            parts += [text[at:start], by]
            at = end
    parts.append(text[at:])
    return "".join(parts)


_NEAR = 24
_IRREPLACEABLE = re.compile(
    r"(?:[过里中]|世界上?|世上|全世界|地球上|全国|全网|史上|国内|业内)最$"
    r"|(?:拿下|夺得|获得|荣获|位居|排名|排|蝉联|登上|稳居|跻身)了?[^，。！!]$"
    r"|\b(?:which|what|who)(?:['’]s| is| are)\s(?:the\s)?.$"
    r"|\b(?:voted|named|rated|awarded|crowned|won|ranked)\s(?:(?:the|as|our|a)\s){0,2}.$",
    re.IGNORECASE,
)
"""Contexts in which no word replaces a superlative: comparisons, as 用过最好的, and titles, as in
"voted the best".
"""
_COMPOUND = re.compile(r"好[吃喝用看玩听穿闻]")
_AHEAD = 8


def replacements(
    text: str, spans: Sequence[CharRange], policy: Policy
) -> tuple[list[WordEdit], list[CharRange]]:
    """Edits for the spans that rules cover, and the spans that none covers.

    Of overlapping phrases the longest is replaced.
    """
    hits = [
        (hit.span, hit.key)
        for hit in _rules(policy).find(text)
        if _may_stand(text, hit.span, policy.repairs.replacements[hit.key].by)
    ]
    hits.sort(key=lambda hit: (hit[0][0] - hit[0][1], hit))
    ordered_spans = sorted(spans)
    rules = policy.repairs.replacements
    chosen = sorted(_chosen(hits, ordered_spans, len(text)))
    is_timed = _TIME_LIMIT.search(text) is not None
    edits = []
    for span, key in chosen:
        by = _by(text, span, rules[key])
        if by.endswith("特价") and _PRICE_WORD.search(text, max(0, span[0] - 1), span[0]):
            by = "实惠"
        keeps_limit = is_timed or _is_a_clause(text, span)
        edits.append(WordEdit(_spaced(text, span), by if keeps_limit else by.removeprefix("限时")))
    covered = [edit.span for edit in edits]
    return edits, [span for span in ordered_spans if not _is_covered(span, covered)]


_PRICE_WORD = re.compile(r"[费价格金租]$")
"""Words for a price, which cannot be a 特价 (special price): 运费全网最低 becomes 运费实惠."""
_TIME_LIMIT = re.compile(
    r"限时|截止|截至|今[天日晚早]|本周|本月|最后|倒计时|仅剩|为止|结束|[\d一二三四五六七八九十][点时]前"
)
"""Time limits: without one in the copy 限时 (for a limited time) is not written."""


def _is_a_clause(text: str, span: CharRange) -> bool:
    """Whether no letter stands beside the span, where 特价 alone would be no clause."""
    start, end = span
    beside = text[start - 1 : start] + text[end : end + 1] if start else text[end : end + 1]
    return not any(character.isalnum() for character in beside)


def _spaced(text: str, span: CharRange) -> CharRange:
    """The span with the space that sets a Latin phrase apart from Chinese, as in NO.1 奶粉."""
    start, end = span
    latin = text[end - 1 : end].isascii() and text[end : end + 1] == " "
    return (start, end + 1) if latin and has_han(text[end + 1 : end + 2]) else span


def _may_stand(text: str, span: CharRange, by: str) -> bool:
    """Whether the replacement is in the text's script, and the phrase is no part of another one."""
    start, end = span
    if by and has_han(by) != has_han(text[max(0, start - _NEAR) : end + _NEAR]):
        return False
    if _COMPOUND.match(text, end - 1) or not traditional_characters().isdisjoint(text[start:end]):
        return False
    return _IRREPLACEABLE.search(text, max(0, start - _NEAR), start + 1) is None


def _chosen(
    hits: Sequence[tuple[CharRange, int]], spans: Sequence[CharRange], size: int
) -> Iterator[tuple[CharRange, int]]:
    """Yield the hits that hold a part of a span, none over another."""
    marked = bytearray(size)
    for start, end in spans:
        marked[start:end] = b"\1" * (end - start)
    for span, key in hits:
        section = marked[slice(*span)]
        if 1 in section and 2 not in section:
            marked[slice(*span)] = b"\2" * len(section)
            yield span, key


def _is_covered(span: CharRange, covered: Sequence[CharRange]) -> bool:
    at = bisect_right(covered, span, key=lambda each: (each[0], 0))
    before = at > 0 and covered[at - 1][1] > span[0]
    return before or (at < len(covered) and covered[at][0] < span[1])


def _by(text: str, span: CharRange, rule: ReplacementRule) -> str:
    """What the rule writes at the span; some rules differ before a verb."""
    if rule.before_verb is None:
        return rule.by
    following = rjieba.tag(text[span[1] : span[1] + _AHEAD])
    return rule.before_verb if following and following[0][1][0] in "vad" else rule.by


@functools.lru_cache(maxsize=32)
def _rules(policy: Policy) -> RuledWords[int]:
    rules = enumerate(policy.repairs.replacements)
    return RuledWords((n, VocabularyRule(words=rule.words)) for n, rule in rules)


_VOWEL = r"(?:[aeio](?!ne\b|nce\b|u\w)|8|11\b|18\b|hour|honest)"
_TIDY = tuple(
    (re.compile(pattern), by)
    for pattern, by in (
        (r"[^\S\n]{2,}", " "),
        (r"的{2,}", "的"),
        (r"(?<!\s)\s(?=[,，。！？；：、.!?;:](?:\s|$|[一-龥]))", ""),
        (r"(?<=[，、])[，、]+|(?<=,),+", ""),
        (r"[，、,]\s?(?=[。！？])|(?<=[。！？])[，、]|,\s?(?=[.!?](?:\s|$))", ""),
        (r"^[\s，。、；：！？,;:!?)）】—–-]+(?=\S)", ""),
        (rf"\b([Aa])n?\s(?={_VOWEL}[\w-])", r"\1n "),
        (r"\b([Aa])n\s(?=(?:[b-df-gj-np-tv-z]|h(?!our|onest)|use|uni|eur|one\b)\w)", r"\1 "),
    )
)


def tidy_text(text: str) -> str:
    """The text with its spaces, doubled marks, articles and first English capital corrected."""
    for pattern, by in _TIDY:
        text = pattern.sub(by, text)
    text = text.strip()
    return text[:1].upper() + text[1:] if text[:1].isascii() and not has_han(text) else text
