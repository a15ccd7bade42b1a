"""Read a quote in other ways: without its label, its place, its marks and escapes.

A quote is first looked up as it is; each of these readings is tried only where that is not found.
"""

import html
import re
from collections.abc import Iterator
from typing import NamedTuple

from core.text.language.ligatures import with_ligatures
from core.text.language.scripts import HAN
from core.text.matching.edition_marks import (
    MAY_HOLD_MARKS,
    is_named,
    without_glosses,
    without_lone_marks,
)
from core.text.matching.near_matches import MAX_QUOTE
from core.text.matching.verdicts import EvidenceWarning

JOINT = " … "
_QUOTE_MARKS = "\"'“”‘’「」『』《》"
_NUMBER = r"(?:\d{1,3}|[ivxlc]{1,7}|[〇零一二三四五六七八九十百千]{1,5})"

# Labels: only these words, so that no other word before a colon is lost.
_ENGLISH_LABEL = (
    r"(?:the |an? |my )?"
    r"(?:(?:supporting|relevant|key|direct|exact|textual|original|verbatim|short) )*"
    r"(?:evidence|quotes?|quotation|excerpt|passage|citation|source text|source|text|extract|line|"
    r"sentence|text evidence|evidence quote|reference|proof|justification)"
    r"(?: (?:from|in) the (?:text|novel|book|passage|story))?"
    r"(?: ?\(?#? ?\d{1,2}\)?| \(verbatim\))?"
    r"(?: is| reads)?"
    r"|here (?:is|are) (?:the|an?) (?:exact |relevant |supporting )?"
    r"(?:quotes?|passage|evidence|line)|answer|proof"
)
_ENGLISH_LEAD = (
    r"(?:as )?(?:the|this) "
    r"(?:text|passage|novel|book|story|excerpt|author|narrator|source|chapter) "
    r"(?:clearly |explicitly |directly )?"
    r"(?:says|said|states|stated|reads|writes|wrote|tells us|notes|mentions|describes|shows)"
    r"(?: that)?"
    r"|as (?:the|this) (?:narrator|author|text|book|novel|story) (?:puts it|says|writes|notes)"
    r"|(?:according to|as stated in|quoted from|from|in) (?:the|this) "
    r"(?:text|passage|novel|book|story|excerpt)"
)
_CHINESE_LABEL = (
    r"(?:根据|根據|据|據|如|由)?(?:相关|相關|支持|关键|關鍵|直接|答案|对应|對應|文本)?"
    r"(?:关键句|關鍵句|句子|证明|證明|原文|证据|證據|依据|依據|引文|引用|原句|摘录|摘錄|出处|出處|文本|文中|书中|書中|小说中|小說中|原著)"
    r"(?:原文|内容|內容|摘录|摘錄|引用|句子|片段|中)?(?:有|所述|如下|为|為|是|写道|寫道|提到|写到|寫到|说|說|说道|說道|指出|"
    r"描述|描写|描寫|记载|記載|讲到|講到)?(?:[\d一二三四五六七八九十]{1,2})?"
)
_PLACE = (
    rf"(?:(?:see |from |in |at )?"
    rf"(?:chapter|chap\.?|ch\.?|page|pages|pp?\.?|book|part|volume|vol\.?|section|act|scene|"
    rf"line|lines|paragraph|para\.?) ?{_NUMBER}(?:[-–]{_NUMBER})?"
    rf"(?:, ?(?:chapter|ch\.?|page|pp?\.?|paragraph|para\.?|line|lines|scene) ?{_NUMBER}"
    rf"(?:[-–]{_NUMBER})?)*"
    rf"|(?:见|見|出自|引自|选自|選自)?(?:《[^》]{{1,20}}》)?"
    rf"(?:第{_NUMBER}[回章节節卷页頁段部篇行][，,、 ]?)+"
    r"|(?:见|見|出自|引自|选自|選自)?《[^》]{1,20}》)"
)
_PLACED_LEAD = (
    rf"(?:in )?{_PLACE}(?:, the (?:author|narrator|text) (?:writes|says|notes))?"
    rf"|(?:书中|書中|文中|原著)(?:{_PLACE})?(?:写道|寫道|写到|寫到|说|說|提到)"
)
_LEADS = re.compile(
    r"[\s*_#>-]*(?:"
    rf"[{_QUOTE_MARKS}]?(?:{_ENGLISH_LABEL}|{_ENGLISH_LEAD}|{_CHINESE_LABEL}|{_PLACED_LEAD})"
    rf"[\s*_]*(?:[:：][\s*_]*|,? ?(?=[\"“「『])|[ ](?:=|[-–—])[ ])|(?:{_ENGLISH_LEAD}), "
    rf"|[\[【](?:{_ENGLISH_LABEL}|{_CHINESE_LABEL})[\]】][ :：]*"
    rf"|[(（\[【]\s?{_PLACE}\s?[)）\]】][ :：]*"
    r"|<(?:quote|evidence|q|citation)>)",
    re.IGNORECASE,
)
_LEAD_MARK = re.compile(
    rf"\s*(?:{_ENGLISH_LEAD}|{_PLACED_LEAD}|{_CHINESE_LABEL}(?<=[道到说說及])) ?([:：,])",
    re.IGNORECASE,
)
_CITED = re.compile(
    rf"[\s{_QUOTE_MARKS}]*(?:[(（\[【]\s*{_PLACE}\s*[)）\]】]|[-–—]+ ?{_PLACE}"
    r"|(?<=[\"”]) ?(?:\((?-i:[A-Z])[a-z]{1,20}, \d{4}\)|[-–—] ?(?-i:[A-Z])[A-Za-z .]{2,40})"
    r"|</(?:quote|evidence|q|citation)>)\s*[.。]?\s*$",
    re.IGNORECASE,
)
_CLOSED_AND_OPENED = re.compile(
    rf"[\"”」』]\s{{0,8}}(?:,|，|;|；|、|and|or|&|和|及|与|與|以及|又"
    rf"|(?:{_ENGLISH_LABEL}|{_CHINESE_LABEL})\s?[:：])\s{{0,8}}[\"“「『]",
    re.IGNORECASE,
)
_LIST_ITEM = re.compile(
    r"(?m)^[ \t]*(?:[-*•·] |[①-⑳] ?|[(（]?(?:\d{1,2}|[一二三四五六七八九十]{1,2})[.)）、．:：] ?)"
)
ITEM = "1."
"""The lead of a quote that is one item of a list."""
_BRACKETED = "(（①②③④⑤⑥⑦⑧⑨⑩"
_ENDS_WITH_ITEM = re.compile(r"(?:[\d一二三四五六七八九十][.)）、．]|[①-⑳]|[-*•·])\s*$")
_SPACED_DIGITS = re.compile(r"(?<![A-Za-z\d.])\d(?: \d){2,}(?![A-Za-z\d])")
# A number where a note has its mark: after a word, or beside a mark of punctuation.
_PUNCTUATION = ",.;:!?，。；：！？、”」』\"'’"
_NOTE_NUMBER = re.compile(
    rf"(?<=[A-Za-z][a-z])(?<![cdkm]m)\d{{1,3}}(?![\w%])|(?<=[a-z])[①-⑳]|\{{\d{{1,4}}\}}"
    rf"|(?<=[^\W\d_])[(（]\d{{1,3}}[)）](?=[\s{_PUNCTUATION}]|$)"
    rf"|(?<=[{_PUNCTUATION}])[(（]\d{{1,3}}[)）]"
    rf"|(?<=[{HAN}])(?:[①-⑳]|\d{{1,3}})(?=[{_PUNCTUATION}]|$)"
    rf"|(?<=[，。；：！？])(?:[①-⑳]|\d{{1,3}})(?=[{HAN}“])"
    rf"|(?<=[a-z{HAN}{_PUNCTUATION}])〔{_NUMBER}〕"
)
# A line of its own inside a quote, with the number of a page and perhaps a title beside it.
_TITLE = r"\S[^\n\d]{1,60}"
_PAGE_BREAK = re.compile(
    rf"\n[ \t]*\n[ \t]*(?:\d{{1,4}}(?:[ \t]{{2,40}}{_TITLE})?|{_TITLE}?[ \t]{{2,40}}\d{{1,4}})"
    r"[ \t]*\n[ \t]*\n"
)
_ESCAPED = re.compile(
    r"(?:\\u[0-9a-fA-F]{4})+|\\[nrt\"'/]|&(?:#\d{2,7}|#[xX][0-9a-fA-F]{2,6}|\w{2,8});"
)
_LONGEST_PLACE = 160
_SHORT_QUOTE = 80
# Quick checks for what these patterns need.
_MAY_BE_ESCAPED = re.compile(r"[\\&]")
_MAY_BE_CITED = re.compile(r"[)）>\]】a-z\divxlcIVXLC回章节節卷页頁段部篇行][\s.。]*$")
_LINK = re.compile(
    r"\[([^\[\]]{1,200})\]\((?:https?://[^()\s]{1,300}|[^()\s]{0,99}[.#/][^()\s]{1,99})\)|\[([A-Za-z])\](?=[a-z])"
)
"""Also the letter of "[T]he"."""


class Reading(NamedTuple):
    """Another reading of a quote, and the warnings that go with it.

    `glosses_left_out`: glosses of the quote are left out; a text with other ones says something
    else. `lead`: the mark after a left-out "the author writes:" or "in the passage,"; a text with
    such a mark there says something else.
    """

    quote: str
    warnings: tuple[EvidenceWarning, ...]
    glosses_left_out: bool = False
    lead: str = ""


def readings(evidence: str) -> Iterator[Reading]:
    """Yield the other readings of a quote, nearest first; none if there is nothing to leave out."""
    if len(evidence) > MAX_QUOTE:
        return
    # A longer quote is near enough to its passage despite a broken word.
    repaired = with_ligatures(evidence) if len(evidence) <= _SHORT_QUOTE else evidence
    misread = (EvidenceWarning.MISREAD,) if repaired != evidence else ()
    marked = _without_marks(_unescaped(repaired))
    for plain in dict.fromkeys((marked, without_glosses(marked))):
        warnings = (*misread, *((EvidenceWarning.EDITION_MARKS,) if plain != repaired else ()))
        if warnings:
            yield Reading(plain, warnings, plain != marked)
        bare = _without_label(plain)
        if bare != plain:
            labelled = (*warnings, EvidenceWarning.LABEL)
            yield Reading(bare, labelled, plain != marked, _lead(plain))
        parts = _parts(bare)
        if len(parts) > 1 or _is_marked_item(bare):
            joined = JOINT.join(parts)
            lead = "" if len(parts) > 1 else ITEM
            yield Reading(joined, (*warnings, EvidenceWarning.LABEL), plain != marked, lead)


def _unescaped(evidence: str) -> str:
    return _ESCAPED.sub(_as_written, evidence) if _MAY_BE_ESCAPED.search(evidence) else evidence


def _as_written(escaped: re.Match[str]) -> str:
    written = escaped[0]
    if written[0] == "&":
        return html.unescape(written)
    if written[1] == "u":
        units = bytes.fromhex(written.replace("\\u", ""))
        return units.decode("utf-16-be", "replace")
    return {"n": "\n", "r": "\n", "t": " "}.get(written[1], written[1])


def _without_marks(evidence: str) -> str:
    if not MAY_HOLD_MARKS.search(evidence):
        return evidence
    plain = without_lone_marks(evidence)
    plain = _PAGE_BREAK.sub("\n", _LINK.sub(r"\1\2", plain))
    plain = _SPACED_DIGITS.sub(lambda digits: digits[0].replace(" ", ""), plain)
    return _NOTE_NUMBER.sub(lambda mark: mark[0] if is_named(plain, mark.start()) else "", plain)


def _without_label(evidence: str) -> str:
    lead = _LEADS.match(evidence)
    bare = evidence[lead.end() :] if lead else evidence
    ends_so = _MAY_BE_CITED.search(bare, max(0, len(bare) - 8))
    cited = _CITED.search(bare, max(0, len(bare) - _LONGEST_PLACE)) if ends_so else None
    bare = bare[: cited.start()] if cited else bare
    return bare if any(map(str.isalnum, bare)) else evidence


def _is_marked_item(evidence: str) -> bool:
    """Whether it is one item of a list, its text in quotation marks or its number in a circle or in
    brackets: 1. "...", （1）..., ①...
    """
    item = _LIST_ITEM.match(evidence.lstrip())
    if item is None:
        return False
    return item[0][0] in _BRACKETED or evidence.lstrip()[item.end() :][:1] in _QUOTE_MARKS


def ends_with_item(text: str) -> bool:
    """Whether a text ends with the number of a list."""
    return _ENDS_WITH_ITEM.search(text) is not None


def _lead(evidence: str) -> str:
    lead = _LEAD_MARK.match(evidence)
    return lead[1] if lead else ""


def _parts(evidence: str) -> list[str]:
    """Split a list into its items, or quotes side by side into each, without their marks."""
    starts = list(_LIST_ITEM.finditer(evidence))
    if starts and not evidence[: starts[0].start()].strip():
        ends = [*(item.start() for item in starts[1:]), len(evidence)]
        items = [evidence[item.end() : end] for item, end in zip(starts, ends, strict=True)]
        return [item.strip() for item in items if item.strip()]
    stripped = evidence.strip()
    if stripped[:1] in _QUOTE_MARKS and stripped[-1:] in _QUOTE_MARKS + ".。":
        return [part for part in _CLOSED_AND_OPENED.split(stripped) if part.strip(_QUOTE_MARKS)]
    return [evidence]
