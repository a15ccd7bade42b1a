"""Leave out absolute praise where its sentence stands without it: the smallest edit there is.

史上最强登机箱 becomes 登机箱. Where general praise would be put in, the word is left out before a
noun; a word in its positive degree, as 新鲜 for 最新鲜, says the same less strongly and stays.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

import rjieba

from core.verification.copy_text.text_measures import has_han
from core.verification.findings import CharRange
from core.verification.repairs.edits.replaced_words import WordEdit

GENERAL_PRAISE = frozenset(
    re.findall(
        r"\S+",
        "强劲 优质 优质的 出色的 优选 全新 全新一款 理想的 口碑之选 难得 难得的 自营 尊享 高品质 "
        "别具一格的 great excellent special",
    )
)
"""Replacements without a meaning of their own, which fit some nouns only."""

_GENERAL_HAN = GENERAL_PRAISE | {"出众"}

_NEAR, _AHEAD = 24, 12
_LEAD_IN = re.compile(
    r"(?:堪称|号称|可谓|称得上|被誉为|当之无愧的)?"
    r"(?:(?:近|这)?[一二三四五六七八九十百\d]{1,3}年来?|我们|我家|史上|全网|全国|全球|全世界|世界上?|世上|全城|全台|全港|"
    r"全市|全省|业内|业界|行业内?|国内|国际|地表|宇宙|市面上|本市|本地|同类|同级|同价位|销量|口碑|排名|评分|公认|"
    r"[华东西南北中]{2}|亚洲|欧洲){0,3}的?$"
)
_SCOPE = re.compile(
    r"(?:史上|全网|全国|全球|全世界|世界上?|世上|全城|全台|全港|全市|全省|业内|业界|国内|地表|宇宙|市面上|同类|同级|"
    r"同价位)+的?$"
)
_PLAIN_DEGREE = re.compile(r"[一-龥]{2,3}的[一-龥]{2}")
"""A phrase that needs no superlative: 最浪漫的蛋糕 becomes 浪漫的蛋糕."""
_ENDS_PHRASE = re.compile(r"级?别?的?")
_IS_OR_DOES = re.compile(
    r"(?:采用|使用|选用|启用|享受|提供|拥有|配备|搭载|打造|呈现|带来|体验|(?:带|献)?给[你您]|是|为|成|叫|做|当|算|属|像|如|的|最|更|很|都|也|不|到|得|过|里|中|拿|获|排|居|列)$"
)
_IS = re.compile(r"[都也均全]?是$")
_PREDICATE_NOUN = re.compile(r"[一-龥]{4,12}(?=[，。！？!?；;]|$)")
"""A noun that says enough without praise after 是, as in 都是退役运动员."""
_CLAUSE_START = re.compile(r"(?:^|[，。！？!?：:；;\s】」”…~、])$")
_CLAUSE = re.compile(r"[^，。！？!?；;\n…~]{0,60}")
_PRAISES = re.compile(
    r"(?:^|[，。！？!?；;\n])\s?(?:这?款?真?的?(?:堪称|号称|可谓|称得上|被誉为|不愧是|算得上|绝对是))"
    r"[^，。！？!?；;\n]{0,10}$"
    r"|,\s(?:(?:quite|easily|simply|probably)\s)?(?:the|our)\s(?:very\s)?$",
    re.IGNORECASE,
)


def is_aside(text: str, spans: Sequence[CharRange]) -> bool:
    """Whether the praise is a clause of its own: "..., the most comfortable ever made, ..."."""
    return any(_PRAISES.search(text[max(0, start - _NEAR) : start]) for start, _ in spans)


def smallest_edits(
    text: str, edits: Sequence[WordEdit], uncovered: Iterable[CharRange]
) -> tuple[list[WordEdit], list[CharRange]]:
    """The edits, with general praise left out where it can be, and the spans left without an edit.

    Chinese only: in English what is around a word changes with it.
    """
    if not has_han(text):
        return list(edits), list(uncovered)
    smallest, remaining = [], []
    for edit in edits:
        omitted = _omitted(text, edit.span) if edit.by in _GENERAL_HAN else None
        if omitted or not _is_misplaced(text, edit):
            smallest.append(omitted or _without_scope(text, edit))
        else:
            remaining.append(edit.span)
    for span in uncovered:
        omitted = _omitted(text, span)
        smallest += [omitted] if omitted else []
        remaining += [] if omitted else [span]
    return sorted(smallest), remaining


def _without_scope(text: str, edit: WordEdit) -> WordEdit:
    """The edit with the scope of the superlative: 全城最美的 becomes 好看的, not 全城好看的."""
    (start, end), by = edit
    scope = _SCOPE.search(text[max(0, start - _NEAR) : start])
    return WordEdit((start - len(scope[0]), end), by) if scope else edit


def _omitted(text: str, span: CharRange) -> WordEdit | None:
    """The edit that leaves praise out with its scope; None where the sentence needs it."""
    start, end = span
    brought_in = _LEAD_IN.search(text[max(0, start - _NEAR) : start])
    at = start - len(brought_in[0]) if brought_in else start
    plainer = _PLAIN_DEGREE.match(text, end) if text[start:end].endswith("最") else None
    if plainer is not None and not _IS_OR_DOES.search(text[max(0, at - _NEAR) : at]):
        return WordEdit((at, end), "")
    tail = _ENDS_PHRASE.match(text, end)
    stop = tail.end() if tail and text[end - 1 : end] != "的" else end
    before = text[max(0, at - _NEAR) : at]
    if text[start:end].endswith("最"):
        return None
    if _IS.search(before) and _PREDICATE_NOUN.match(text, stop):
        return WordEdit((at, stop), "")
    if _IS_OR_DOES.search(before) or not _begins_with_a_thing(text[stop : stop + _AHEAD]):
        return None
    if at and _CLAUSE_START.search(before) and not _says_more(text, stop):
        return None
    return WordEdit((at, stop), "")


_IS_ALL = re.compile(r"(?:是|为|算|属)[^，。！？!?]{0,4}$")
_NOTHING_AFTER = re.compile(r"\s?(?:[，。！？!?；;~…]|$)")


def _is_misplaced(text: str, edit: WordEdit) -> bool:
    """Whether general praise does not fit where it would stand: 蜂蜜是优质, 表现出众的专访."""
    (start, end), by = edit
    if by not in _GENERAL_HAN:
        return False
    if by.endswith("出众"):
        return text[end : end + 1] == "的"
    if by.endswith("的") and _IS.search(text[max(0, start - _NEAR) : start]):
        return True
    is_all = _IS_ALL.search(text[max(0, start - _NEAR) : start]) is not None
    return is_all and _NOTHING_AFTER.match(text, end) is not None


def _begins_with_a_thing(text: str) -> bool:
    """Whether a Chinese text begins with a noun, or with an attribute and its noun."""
    kinds = [kind for _, kind in _tagged(text)]
    if not kinds:
        return False
    if kinds[0][0] == "n" or kinds[0] in ("vn", "j", "eng", "an"):
        return True
    return len(kinds) > 1 and kinds[0][0] in "bvmaj" and kinds[1][0] == "n"


def _says_more(text: str, at: int) -> bool:
    """Whether the clause has a verb or an adverb, and so says more than its noun."""
    clause = _CLAUSE.match(text, at)
    return clause is not None and any(kind[0] in "vd" for _, kind in _tagged(clause[0]))


def _tagged(text: str) -> Iterator[tuple[str, str]]:
    return ((word, kind) for word, kind in rjieba.tag(text) if word.strip())
