"""Find the acts that a text says its reader did: viewed, put in the cart, bought, saved, searched.

A small grammar over the word lists of `act_words`: the reader or a past time, a completed act, and
for some acts an object such as the cart. Questions, offers and conditions ("if you bought") are not
matched.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from core.verification.claims import act_words as words
from core.verification.claims.act_frames import FRAMES
from core.verification.claims.act_relations import RELATIONS
from core.verification.copy_text.disguises import without_disguises
from core.verification.copy_text.listed_words import any_of, entries
from core.verification.copy_text.lookarounds import ScreenedPattern, may_match_over_gaps
from core.verification.findings import CharRange


class ReaderAct(NamedTuple):
    """An act in the text; `kind` is that of the user event that supports it."""

    kind: str
    span: CharRange


_CLAUSE_EN = r"[^.!?;:\n]{1,40}?"
_CLAUSE_ZH = r"[^，。！？!?；;\n：:]{0,10}?"


def _english(listed: str) -> str:
    """The pattern of a list of English wordings, matched as whole words."""
    return rf"(?<![a-z]){any_of(listed, words.ENGLISH_ALTERNATIVES, _CLAUSE_EN)}(?![a-z])"


def _chinese(listed: str) -> str:
    """The pattern of a list of Chinese wordings."""
    return any_of(listed, words.CHINESE_ALTERNATIVES, _CLAUSE_ZH)


def _unless_before(listed: str) -> str:
    return "".join(rf"(?<!{word} )" for word in entries(listed))


def _unless_after(listed: str) -> str:
    return rf"(?! ?{_chinese(listed)})" if listed else ""


# The reader directly before an act: you, u've, ya almost.
_YOU = (
    rf"(?<![a-z]){_unless_before(words.NOT_BEFORE_YOU)}(?:you|u|ya|yoo|yu)"
    rf"(?:'ve|'d|'re|ve| have| had| were| are| did)? (?:{_english(words.ADVERBS)} ){{0,3}}"
)
_YOUR_LAST = r"(?<![a-z])(?:your|ur|ya) (?:recent|recently|last|latest|previous|past|earlier) "
_BASED_ON_YOUR = r"(?<![a-z])based on (?:your|ur)(?: recent| last| past| previous)? "


def _english_form(kind: str) -> str:
    """The pattern of all English ways to claim an act of the kind."""
    acts = rf"{_YOU}{_english(words.ENGLISH_ACTS[kind])}"
    forms = [acts]
    if nouns := words.ENGLISH_NOUNS.get(kind):
        forms += [_YOUR_LAST + _english(nouns), _BASED_ON_YOUR + _english(nouns)]
    if phrases := words.ENGLISH_PHRASES.get(kind):
        forms.append(_english(phrases))
    not_after = words.ENGLISH_NOT_AFTER.get(kind, "")
    return rf"(?:{'|'.join(forms)}){_unless_after(not_after)}"


# 你 or 上次, then a few characters of the same clause, none of which changes who acts or when.
_READER = (
    rf"(?:{_chinese(words.CHINESE_READERS)}|"
    rf"(?:^|(?<=[，。！？!?\s,])){_chinese(words.CHINESE_FIRST_READERS)})(?!们)"
)
_READER_OR_TIME = (
    rf"(?:{_READER}|{_chinese(words.CHINESE_TIMES)})(?:[在从]?(?:我们|本店|小店|[我本贵][司行院校店馆])的?"
    r"(?:这里|这儿|店里?|家|平台|官网|网站|小程序|商城|页面|网上)?)?"
    rf"(?:(?!{_chinese(words.CHINESE_NOT_BETWEEN)})[^，,。！？!?；;\n：:]){{0,9}}?"
)


def _chinese_form(kind: str) -> str:
    """The pattern of all Chinese ways to claim an act of the kind."""
    acts, ends = _chinese(words.CHINESE_ACTS[kind]), _chinese(words.CHINESE_ENDS[kind])
    forms = [rf"{_READER_OR_TIME}{acts}{ends}{_unless_after(words.CHINESE_NOT_AFTER)}"]
    if whole_acts := words.CHINESE_COMPLETE_ACTS.get(kind):
        forms.append(_READER_OR_TIME + _chinese(whole_acts))
    if phrases := words.CHINESE_PHRASES.get(kind):
        forms.append(_chinese(phrases))
    return "|".join(forms)


class _Form(NamedTuple):
    """The pattern of one kind of act."""

    kind: str
    pattern: ScreenedPattern


def _form(kind: str, pattern: str) -> _Form:
    return _Form(kind, ScreenedPattern(pattern, may_match_over_gaps))


_FORMS = (
    *(_form(kind, f"{_english_form(kind)}|{_chinese_form(kind)}") for kind in words.ENGLISH_ACTS),
    *(_form(frame.kind, frame.pattern) for frame in (*FRAMES, *RELATIONS)),
)
_GENERAL_STATEMENT = re.compile(
    rf"{_chinese(words.GENERAL_STATEMENTS)}"
    r"|(?<![a-z])(?:if|unless|once|whenever) (?:you|u)(?![a-z])"
)
_SENTENCE = re.compile(r"[^。！？!?\n；;]+")


def reader_acts(text: str) -> Iterator[ReaderAct]:
    """Yield the acts by kind, each kind in text order; finds them through disguises too."""
    readings = without_disguises(text)
    forms = [form for form in _FORMS if form.pattern.screen.search(readings.text)]
    if not forms:
        return
    sentences = [
        match.span()
        for match in _SENTENCE.finditer(readings.text)
        if not _GENERAL_STATEMENT.search(match[0])
    ]
    for kind, pattern in forms:
        for start, end in sentences:
            for match in pattern.exact.finditer(readings.text, start, end):
                if match.end() > match.start():
                    yield ReaderAct(kind, readings.span(*match.span()))
