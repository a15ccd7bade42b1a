"""Find names in Chinese by their form: surname and given name, name and kind of place, title."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from core.text.language.scripts import HAN

_DOUBLE = "欧阳|司马|诸葛|上官|夏侯|皇甫|尉迟|公孙|慕容|令狐|司徒|端木|南宫"
_ONLY = (
    "刘赵吴徐朱郭郑韩冯邓曹彭萧董袁潘蒋蔡魏吕沈姚卢崔谭汪廖傅"
    "邹孟邱薛闫邵龚覃邢甄裴褚阎樊詹倪翟阮霍窦岳"
)
"""Surnames that rarely begin an ordinary word."""
_ALSO_WORDS = "王李陈杨林罗梁宋唐肖程叶苏丁姜范贾秦尹侯史陶黎贺钱严孔汤柳熊周张胡孙马黄谢顾雷陆梅葛"
"""Characters that count as surnames only where a word begins."""
_MOSTLY_WORDS = "方高安许田金文任温戴武"
"""Characters that count as surnames only in a name found otherwise, or before 氏, 家 or 姓."""
_ANY = f"{_ONLY}{_ALSO_WORDS}{_MOSTLY_WORDS}"
_SURNAME = re.compile(f"{_DOUBLE}|[{_ANY}]")
_WORDS = frozenset(
    """
    王朝 王爷 王位 王府 李子 陈列 陈旧 陈设 陈述 陈年 杨树 杨柳 林木 林中 林地 林间 罗列 梁上 梁柱
    宋代 宋朝 唐代 唐朝 程度 程序 叶子 叶片 苏醒 丁口 丁男 姜汤 范围 范例 秦代 秦朝 史料 史书 史实
    史籍 史上 史载 陶器 黎民 黎明 贺喜 贺礼 钱财 钱粮 钱款 钱物 严格 严厉 严谨 严禁 严重 严肃 严明
    严守 严寒 孔洞 汤水 柳树 柳条 熊熊 周围 周边 周到 周济 周遭 周年 周知 周末 张开 张贴 张挂 胡乱
    马匹 马车 马路 黄色 黄昏 黄土 谢绝 谢意 谢恩 顾及 顾客 顾虑 雷电 雷击 陆续 陆地 梅花 梅树 徐徐
    岳父 岳母
    """.split()  # noqa: SIM905 - a word a line would not read better
)
_BEFORE_ONE = (
    "由是叫给与欢士才夫听看见学读遇和被请娶向跟对及祖人者生匠师名官爷婆父母子女妻姓年月日时后的"
)
_WORD_BEGINS = f"(?:(?<![{HAN}])|(?<=[{_BEFORE_ONE}]))"
_PERSON = re.compile(
    f"(?:{_DOUBLE}|[{_ONLY}]|{_WORD_BEGINS}[{_ALSO_WORDS}])(?P<given>[{HAN}]{{1,2}})"
)
_ADDRESSED = re.compile(
    f"(?P<name>[{HAN}]{{2}}|(?<![{HAN}])[{HAN}])(?:老?先生|老?夫人|太公|公(?![田平开共众家私公里元子婆主有]))"
    f"|(?P<surname>{_WORD_BEGINS}[{_ANY}])[氏家姓]"
)
_CALLED = re.compile(
    "(?:讳|名叫|名曰|名为|名作|叫做|叫作|唤作|人称|尊称|取名|原名|又名|本名|名字是|名字叫|姓|是叫|祖叫|祖名|"
    f"[长次三四五幼季]子|(?<=[，,、；;公生])[字号])(?:为|作|叫|曰|是)?(?P<name>[{HAN}]{{1,4}}?)"
    f"(?=[^{HAN}]|\\Z|的|这|人|者|后|，)"
)
_FOREIGN = re.compile(f"(?P<name>[{HAN}]{{1,6}}·[{HAN}]{{1,2}})")
_KINDS = {
    "堂": "祠学厅课中天草佛殿公礼食讲正后前大高满入于登家",
    "桥": "石木竹板建造修架过小大新老旧断铁拱上渡砖拆是到出搭募立行孔道古廊仅毁重游",
    "堰": "筑建修水石造", "坞": "山船", "寺": "山古建佛", "庵": "建", "塔": "宝石建",
    "祠": "宗家建修合专先神生",
    "楼": "高阁酒门小木新旧建登", "阁": "楼内", "宫": "皇王", "书院": "办大家古所",
    "州": "神知", "县": "本邻全知外属", "府": "官政知王学官", "省": "节反外全", "镇": "乡集城重",
    "村": "全本山渔乡农邻小离出进同整外", "城": "县省府京入出进全古新旧老山", "庄": "村山农",
}  # fmt: skip
"""Kinds of place, each with the characters that make a common noun with it, not a name."""
_TWO_CHARACTERS = "州县府省镇坞村"
"""Kinds of place whose names often have two characters in all: 泉州, 上坞."""
_PLACE = re.compile(f"(?P<name>[{HAN}]{{1,3}}?)(?P<kind>{'|'.join(_KINDS)})(?!志)")
_NO_GIVEN = re.compile(
    "[的了着过得吗呢么吧啊也矣者之其所是在于以把被将从向与及和同给为因而但且或即则我你您他她它这那哪谁某此该些们都就便又还再才却只"
    "皆亦已曾自不没未无里内外来去出进起回说道曰问要祖辈孙族每各诸两几位个姓氏家人]"
)
NO_NAME = re.compile(
    "从前|[曰谓云的了着过得吗呢么吧啊也矣者之其所是在于以把被将从向与及和同给为因而但虽且或即则我你您他她它咱这那哪谁某此该些们都就便又还再才却只"
    "皆亦已曾自相不没未无莫别里内外来去出进起回说道问要祖辈孙族每各诸两几一二三四五六七八九十百千万余多位个年月日时候代世初末期最很更极"
    "共总并随先始终经常特开成可能会应当需凡均仍遂乃故由至到往居住迁修建造立捐倡写作称叫名讳做用父母子女爷奶兄弟姐妹夫妻儿]"
    "|亲自|努力|辛苦|主动|热心|主人|男人|老人|大人|众人|客人|工匠|石匠|木匠|农民|官员|学生|老师|教师|掌管|负责|全家|举家|带领|率领|携带"
)
"""Words that are no part of a name where a new name is expected."""


class NameForm(NamedTuple):
    """A name at [start, end) of a sentence; `kind` is the kind of place, "" for a person."""

    name: str
    start: int
    end: int
    kind: str = ""


def surname_of(name: str) -> str:
    """Return the surname that a name begins with, or ""."""
    match = _SURNAME.match(name)
    return match[0] if match else ""


def persons(text: str) -> Iterator[NameForm]:
    """Yield names of people: by surname, title, an introduction such as 名叫, or a dot (·)."""
    for match in _PERSON.finditer(text):
        given = match["given"]
        if _NO_GIVEN.search(given[0]) or match[0][:-1] in _WORDS or match[0] in _WORDS:
            continue
        end = match.end() - bool(len(given) > 1 and _NO_GIVEN.search(given[1]))
        yield NameForm(text[match.start() : end], match.start(), end)
    for expression in (_ADDRESSED, _CALLED, _FOREIGN):
        for match in expression.finditer(text):
            group = "surname" if match.groupdict().get("surname") else "name"
            if not _NO_GIVEN.search(match[group]):
                yield NameForm(match[group], *match.span(group))


def places(text: str) -> Iterator[NameForm]:
    """Yield names of places, without known words in front of them."""
    for match in _PLACE.finditer(text):
        name, kind = match["name"], match["kind"]
        stops = [stop.end() for stop in NO_NAME.finditer(name)]
        own_name = name[max(stops, default=0) :]
        if own_name and own_name[-1] not in _KINDS[kind]:
            start = match.end("name") - len(own_name)
            yield NameForm(own_name + kind, start, match.end(), kind)


def may_have_two_characters(kind: str) -> bool:
    """Whether the name of such a place may have only two characters."""
    return kind in _TWO_CHARACTERS
