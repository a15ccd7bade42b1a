"""Kinds of event and relation that questions ask about: a year of opening does not answer a
question about a death.

Questions use few words for a kind and answers many, so each kind has an expression for either. Only
kinds with unambiguous words are here; other questions have no kind.
"""

import re
from typing import NamedTuple

# The last digit stands for the number: whole numbers would be read again from each of their digits.
_NUMERAL = (
    "(?:\\d|[〇零一二三四五六七八九十百千两]"
    "|\\b(?:two|three|four|five|six|seven|eight|nine|ten|\\w+teen|\\w+ty|hundred)\\b)"
)


class _Kind(NamedTuple):
    """Expressions over normal form: `asked` for questions, `told` for answers."""

    asked: str
    told: str


_KINDS = {
    "death": _Kind(
        "死|去世|逝|过世|病故|身亡|辞世|葬在|葬于|\\b(?:die|dies|died|dead|death|buried|burial|grave|killed|drowned)\\b",
        "死|去世|逝|过世|病故|亡|辞世|殁|卒|葬|坟|墓(?!碑)|遇难|牺牲|后来.{0,2}走了"
        "|\\b(?:die[ds]?|dying|dead|deaths?|buried|burial|graves?|killed|perished|drowned|passed away)\\b",  # noqa: E501
    ),
    "birth": _Kind(
        "出生|生于|诞生|哪年生|何年生|生日|\\b(?:born|birth|birthday|birthplace|cradle)\\b",
        "出生|生于|诞生|降生|生辰|生日|\\b(?:born|birth\\w*|cradle)\\b",
    ),
    "marriage": _Kind(
        "娶|嫁给|结婚|成亲|妻子|夫人是|丈夫|内人|媳妇|老婆|\\b(?:married|marry|wed|wife|husband|spouse|bride)\\b",
        "娶|嫁|结婚|成亲|妻|夫人|丈夫|内人|媳妇|老婆|配偶|原配"
        "|\\b(?:marr\\w+|wed|wedded|wedding|wife|wives|husband|spouse|bride|widow)\\b",
    ),
    "father": _Kind(
        "父亲|他爹|谁家的儿子|\\bs father\\b|\\bfather of\\b|\\bparents?\\b",
        "父|爹|爸|之子|的儿子|长子|次子|\\b(?:fathers?|dad|sons? of|daughters? of|parents?)\\b",
    ),
    "mother": _Kind(
        "母亲|他娘|\\bs mother\\b|\\bmother of\\b", "母|娘|妈|\\b(?:mothers?|parents?)\\b"
    ),
    "grandparent": _Kind(
        "祖父|祖母|爷爷|奶奶|\\bgrand(?:father|mother|parent)",
        "祖父|祖母|爷爷|奶奶|之孙|的孙|\\bgrand\\w+",
    ),
    "moving": _Kind(
        "迁|搬|移居|落脚|定居|落户|老家|祖籍|原籍|故乡|哪里人|从哪里?来"
        "|\\b(?:move[ds]?|leave|left|come from|came from|settled?|arrived?)\\b",
        "迁|搬|移居|徙|来自|[从自].{1,6}来|离开|落脚|定居|落户|人氏|籍贯|原籍|祖籍|老家"
        "|\\b(?:mov(?:ed?|es|ing)|left|leav(?:e|es|ing)|came|come|coming|settled?|arrived?|went)\\b",
    ),
    "making": _Kind(
        "建|造|盖|(?<!官)修|筑|创办|开办|[办开]起来|开[张业设馆]|(?<![离公展召])开(?=[的了]?$)|设立|凿|起头"
        "|\\b(?:built|build|rebuilt|rebuild|rebuilding|erected|opened|founded|begun|began|start(?! of)|started|go up|went up)\\b",  # noqa: E501
        "建|造|盖|修|筑|开|办|创|设|立|凿|置"
        "|\\b(?:built|build|building|rebuil\\w+|raised?|erect\\w*|open(?:ed|s)?|found(?:ed)?|beg[au]n"
        "|started?|establish\\w*|made|set|put|constructed)\\b",
    ),
    "settling": _Kind(
        "建村|开村|立村|建城|成村|\\b(?:village|town|parish) (?:first )?(?:founded|settled|built)\\b",  # noqa: E501
        "建村|开村|立村|建城|成村|聚居|始居|\\b(?:village|town|parish) .{0,20}(?:founded|settled)\\b",  # noqa: E501
    ),
    "fire": _Kind(
        "失火|起火|着火|烧|\\bburn(?:t|ed)?\\b|\\b(?:catch|caught|took) fire\\b",
        "火|烧|焚|燃|\\b(?:burn\\w*|fires?|flames?|blaz\\w+)\\b",
    ),
    "planting": _Kind(
        "谁[种栽]|[种栽][下的了]|\\bwho planted\\b",
        "[种栽植]|\\b(?:plant\\w*|sow\\w*|grew|grown|set)\\b",
    ),
    "pay": _Kind(
        "什么价|租金|工钱|花了|\\b(?:what did .{1,40} (?:pay|cost)|rent|price|cost)\\b",
        f"钱|银|租|费|价|花了|付|薪|束[脩修]|{_NUMERAL}两"
        "|\\b(?:paid|pays?|costs?|rent|price|pounds?|shillings?|pence|penn(?:y|ies)|wages?|owed?|toll|coin|let)\\b",
    ),
    "sum": _Kind(
        "多少[两钱银文元租]|\\bhow much (?:rent|money|did|does|was|were)\\b",
        f"{_NUMERAL}余?[两钱文元石贯]|{_NUMERAL} ?(?:pounds?|shillings?|pence|guineas?|dollars?)|[£$]\\d",  # noqa: E501
    ),
    "height": _Kind(
        "多高|几层|多少[层级尺丈]|\\bhow (?:tall|high)\\b",
        f"{_NUMERAL}[余多]?[丈尺米层级]|\\bhigh\\b.{{0,20}}{_NUMERAL}"
        f"|{_NUMERAL} (?:feet|foot|storeys?|stories|metres) (?:tall|high)",
    ),
    "extent": _Kind(
        "多[长宽深远久]|\\bhow (?:long|wide|deep|far)\\b",
        f"{_NUMERAL}[余多来]?(?:丈|尺|米|寸|步|里|公里|年|个?月|日|天|夜|时|代|世)"
        f"|{_NUMERAL} (?:feet|foot|yards?|miles?|paces|inches|metres)"
        f"|{_NUMERAL} (?:years?|months?|weeks?|days?|hours?)"
        "|(?:since|until|till|from) |[自从至]",
    ),
    "inhabitants": _Kind(
        "人口|户口|多少户|多少人|几户|丁口|\\b(?:population|inhabitants|how many people|how crowded)\\b",  # noqa: E501
        f"人口|{_NUMERAL}余?[口户丁人]|男女|人家|居民"
        "|\\b(?:population|souls?|people|inhabitants?|houses|households|persons)\\b",
    ),
    "age": _Kind(
        "几岁|多大(?:年纪|岁数)|享年|\\bhow old\\b",
        f"{_NUMERAL}余?岁|享年|\\baged?\\b|\\byears? old\\b|\\bold\\b",
    ),
}
_BROAD = frozenset({"making", "moving", "pay", "sum"})
"""Kinds that count only in questions for a time, number or place: "How did the bells start the
day?" is not about founding. "Who built" and "why did he leave" are clear nevertheless.
"""
_ASKED = {kind: re.compile(each.asked) for kind, each in _KINDS.items()}
_TOLD = {kind: re.compile(each.told) for kind, each in _KINDS.items()}
KINDS = frozenset(_KINDS)
_WHY = re.compile("为什么|为何|为啥|\\bwhy\\b")
_FIRST = re.compile("最初|最早|始建|第一次|首次|初建|\\b(?:first|original(?:ly)?)\\b")
_AGAIN = re.compile("重建|重修|再建|修复|\\brebuil[dt]\\w*|\\brestored?\\b|\\bagain\\b")


def asked_events(normal: str, *, measured: bool, asks_who: bool = False) -> frozenset[str]:
    """Return the kinds that a question in normal form asks about; `measured`: it asks for a time, a
    number or a place; `asks_who`: it asks who did it.
    """
    kinds = frozenset(kind for kind, words in _ASKED.items() if words.search(normal))
    if "sum" in kinds:
        kinds -= {"pay"}
    if "settling" in kinds:
        kinds -= {"making", "moving"}
    if measured:
        return kinds
    clear = {"making"} if asks_who else {"moving"} if _WHY.search(normal) else frozenset[str]()
    return kinds - (_BROAD - clear)


def mentions_kind(normal: str, kind: str) -> bool:
    """Whether a text in normal form has a word of the kind."""
    return bool(_TOLD[kind].search(normal))


def asks_for_first(normal: str) -> bool:
    """Whether a question asks about the first event of its kind."""
    return bool(_FIRST.search(normal))


def tells_of_repetition(normal: str) -> bool:
    """Whether a text tells of a rebuilding or another repeated event."""
    return bool(_AGAIN.search(normal))
