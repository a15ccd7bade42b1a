"""What a text tells its readers that they did: looked at, put in the cart, bought, saved, searched.

A small grammar over the lists of `told_words`: the reader or a time gone by, an act that is over,
and for some acts an object such as the cart. What is asked, offered or conditional ("if you
bought") tells nothing.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from core.verification.claims import told_words as words
from core.verification.claims.told_frames import FRAMES
from core.verification.claims.told_relations import RELATIONS
from core.verification.copy_text.disguises import seen_through
from core.verification.copy_text.listed_words import any_of, entries
from core.verification.copy_text.lookarounds import ScreenedPattern, may_match_over_gaps
from core.verification.findings import Span


class ToldAct(NamedTuple):
    """`kind` is that of the user event that bears it out."""

    kind: str
    span: Span


_CLAUSE_EN = r"[^.!?;:\n]{1,40}?"
_CLAUSE_ZH = r"[^，。！？!?；;\n：:]{0,10}?"


def _english(listed: str) -> str:
    return rf"(?<![a-z]){any_of(listed, words.ENGLISH_SHORT, _CLAUSE_EN)}(?![a-z])"


def _chinese(listed: str) -> str:
    return any_of(listed, words.CHINESE_SHORT, _CLAUSE_ZH)


def _unless_before(listed: str) -> str:
    return "".join(rf"(?<!{word} )" for word in entries(listed))


def _unless_after(listed: str) -> str:
    return rf"(?! ?{_chinese(listed)})" if listed else ""


# You, u've, ya almost: the reader, straight before an act.
_YOU = (
    rf"(?<![a-z]){_unless_before(words.NOT_BEFORE_YOU)}(?:you|u|ya|yoo|yu)"
    rf"(?:'ve|'d|'re|ve| have| had| were| are| did)? (?:{_english(words.ADVERBS)} ){{0,3}}"
)
_YOUR_LAST = r"(?<![a-z])(?:your|ur|ya) (?:recent|recently|last|latest|previous|past|earlier) "
_BASED_ON_YOUR = r"(?<![a-z])based on (?:your|ur)(?: recent| last| past| previous)? "


def _english_form(kind: str) -> str:
    acts = rf"{_YOU}{_english(words.ENGLISH_ACTS[kind])}"
    forms = [acts]
    if nouns := words.ENGLISH_NOUNS.get(kind):
        forms += [_YOUR_LAST + _english(nouns), _BASED_ON_YOUR + _english(nouns)]
    if phrases := words.ENGLISH_PHRASES.get(kind):
        forms.append(_english(phrases))
    not_after = words.ENGLISH_NOT_AFTER.get(kind, "")
    return rf"(?:{'|'.join(forms)}){_unless_after(not_after)}"


# 你, or 上次, and a few characters of the same clause that turn it into nothing else.
_READER = (
    rf"(?:{_chinese(words.CHINESE_READERS)}|"
    rf"(?:^|(?<=[，。！？!?\s,])){_chinese(words.CHINESE_FIRST_READERS)})(?!们)"
)
_SUBJECT = (
    rf"(?:{_READER}|{_chinese(words.CHINESE_TIMES)})(?:[在从]?(?:我们|本店|小店|[我本贵][司行院校店馆])的?"
    r"(?:这里|这儿|店里?|家|平台|官网|网站|小程序|商城|页面|网上)?)?"
    rf"(?:(?!{_chinese(words.CHINESE_NOT_BETWEEN)})[^，,。！？!?；;\n：:]){{0,9}}?"
)


def _chinese_form(kind: str) -> str:
    acts, ends = _chinese(words.CHINESE_ACTS[kind]), _chinese(words.CHINESE_ENDS[kind])
    forms = [rf"{_SUBJECT}{acts}{ends}{_unless_after(words.CHINESE_NOT_AFTER)}"]
    if told := words.CHINESE_TOLD.get(kind):
        forms.append(_SUBJECT + _chinese(told))
    if phrases := words.CHINESE_PHRASES.get(kind):
        forms.append(_chinese(phrases))
    return "|".join(forms)


class _Form(NamedTuple):
    kind: str
    pattern: ScreenedPattern


def _form(kind: str, told: str) -> _Form:
    return _Form(kind, ScreenedPattern(told, may_match_over_gaps))


_FORMS = (
    *(_form(kind, f"{_english_form(kind)}|{_chinese_form(kind)}") for kind in words.ENGLISH_ACTS),
    *(_form(frame.kind, frame.told) for frame in (*FRAMES, *RELATIONS)),
)
_GENERAL = re.compile(
    rf"{_chinese(words.GENERAL)}|(?<![a-z])(?:if|unless|once|whenever) (?:you|u)(?![a-z])"
)
_SENTENCE = re.compile(r"[^。！？!?\n；;]+")


def told_acts(text: str) -> Iterator[ToldAct]:
    """By kind, each kind in the text's order; through disguises (`seen_through`)."""
    seen = seen_through(text)
    forms = [form for form in _FORMS if form.pattern.screen.search(seen.text)]
    if not forms:
        return
    sentences = [
        match.span() for match in _SENTENCE.finditer(seen.text) if not _GENERAL.search(match[0])
    ]
    for kind, pattern in forms:
        for start, end in sentences:
            for match in pattern.exact.finditer(seen.text, start, end):
                if match.end() > match.start():
                    yield ToldAct(kind, seen.span(*match.span()))
