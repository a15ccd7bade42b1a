"""The reigns of Ming and Qing, the Republic, and the sixty-year cycle (干支), by which years are
named as often as by number (source 002, reading 25).
"""

import re
from typing import NamedTuple

from core.evidence_gate.assertions.statements import fold

_STEMS, _BRANCHES = "甲乙丙丁戊己庚辛壬癸", "子丑寅卯辰巳午未申酉戌亥"
_STEMS_IN_PINYIN = ["jia", "yi", "bing", "ding", "wu", "ji", "geng", "xin", "ren", "gui"]
_BRANCHES_IN_PINYIN = [
    *("zi", "chou", "yin", "mao", "chen", "si"),
    *("wu", "wei", "shen", "you", "xu", "hai"),
]

IN_CHINESE = f"[{_STEMS}][{_BRANCHES}]"
IN_PINYIN = rf"\b(?:{'|'.join(_STEMS_IN_PINYIN)})[ -]?(?:{'|'.join(_BRANCHES_IN_PINYIN)})\b"
"""Expressions for a name in the cycle; they also match invalid combinations such as 甲丑."""


def place_in_cycle(name: str) -> int | None:
    """Return the index in the cycle, from 0 for 甲子 to 59; None for an invalid combination."""
    if name.isascii():
        (stem, branch), *_ = (
            (stem, branch)
            for stem, first in enumerate(_STEMS_IN_PINYIN)
            for branch, second in enumerate(_BRANCHES_IN_PINYIN)
            if re.sub("[ -]", "", name) == first + second
        )
    else:
        stem, branch = _STEMS.index(name[0]), _BRANCHES.index(name[1])
    return (6 * stem - 5 * branch) % 60 if (stem - branch) % 2 == 0 else None


def place_of_year(year: int) -> int:
    """Return the index in the cycle of the Chinese year that begins in the year AD."""
    return (year - 4) % 60


class Reign(NamedTuple):
    """A reign; `first` and `last` are years AD, and `first` is its year one."""

    dynasty: str
    name: str
    pinyin: str
    first: int
    last: int

    def year(self, number: int) -> int | None:
        """Return the year AD of the reign's year `number`; None if the reign had no such year.

        Chinese years end in the next year AD, so `last` + 1 is still a year of the reign.
        """
        year = self.first + number - 1
        return year if self.first <= year <= self.last + 1 else None

    def years_in_cycle(self, place: int | None) -> tuple[int, ...]:
        """Return the years AD of the reign at this index of the cycle: none, one, or two."""
        reigned = range(self.first, self.last + 1)
        return tuple(year for year in reigned if place_of_year(year) == place)


MING, QING, REPUBLIC = "明朝", "清朝", "民国"

REIGNS = (
    Reign(MING, "洪武", "hongwu", 1368, 1398),
    Reign(MING, "建文", "jianwen", 1399, 1402),
    Reign(MING, "永乐", "yongle", 1403, 1424),
    Reign(MING, "洪熙", "hongxi", 1425, 1425),
    Reign(MING, "宣德", "xuande", 1426, 1435),
    Reign(MING, "正统", "zhengtong", 1436, 1449),
    Reign(MING, "景泰", "jingtai", 1450, 1457),
    Reign(MING, "天顺", "tianshun", 1457, 1464),
    Reign(MING, "成化", "chenghua", 1465, 1487),
    Reign(MING, "弘治", "hongzhi", 1488, 1505),
    Reign(MING, "正德", "zhengde", 1506, 1521),
    Reign(MING, "嘉靖", "jiajing", 1522, 1566),
    Reign(MING, "隆庆", "longqing", 1567, 1572),
    Reign(MING, "万历", "wanli", 1573, 1620),
    Reign(MING, "泰昌", "taichang", 1620, 1620),
    Reign(MING, "天启", "tianqi", 1621, 1627),
    Reign(MING, "崇祯", "chongzhen", 1628, 1644),
    Reign(QING, "天命", "tianming", 1616, 1626),
    Reign(QING, "天聪", "tiancong", 1627, 1636),
    Reign(QING, "崇德", "chongde", 1636, 1643),
    Reign(QING, "顺治", "shunzhi", 1644, 1661),
    Reign(QING, "康熙", "kangxi", 1662, 1722),
    Reign(QING, "雍正", "yongzheng", 1723, 1735),
    Reign(QING, "乾隆", "qianlong", 1736, 1795),
    Reign(QING, "嘉庆", "jiaqing", 1796, 1820),
    Reign(QING, "道光", "daoguang", 1821, 1850),
    Reign(QING, "咸丰", "xianfeng", 1851, 1861),
    Reign(QING, "同治", "tongzhi", 1862, 1874),
    Reign(QING, "光绪", "guangxu", 1875, 1908),
    Reign(QING, "宣统", "xuantong", 1909, 1911),
    Reign(REPUBLIC, "民国", "minguo", 1912, 1949),
)


FOLDED_NAMES = {fold(each.name).text: each for each in REIGNS}
"""Reigns by their names in folded form, in which 乾 is 干."""

_BY_NAME = FOLDED_NAMES | {each.pinyin: each for each in REIGNS}


def reign_named(name: str) -> Reign:
    """Return the reign with this folded Chinese name or lower-case pinyin. Raises KeyError."""
    return _BY_NAME[name]
