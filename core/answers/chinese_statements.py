"""Historical statements in Chinese (source 002, "禁止的史实断言"; readings 24-26)."""

import re

from core.answers.reigns import FOLDED_NAMES, Reign, reign_named
from core.answers.statements import AssertionKind, Facts, Pattern, Statement, fold, years
from core.text.numerals import numeral_value

LONG_AGO, YEARS_AGO, MANY_YEARS_AGO, MANY_YEARS = "很久以前", "多年前", "很多年前", "许多年"
SOME_GENERATION, MANY_GENERATIONS = "某一代", "许多代"
SOME_TIME = "某个时期"

_HAN_NUMERAL = "〇零一二三四五六七八九十百千万两廿卅卌壹贰叁肆伍陆柒捌玖拾佰仟"
# Of any mixture, so that no numeral before it hides a statement; 1,368 but not 1367,1368.
_NUMERAL = rf"(?:\d{{1,3}}(?:,\d{{3}})+(?!\d)|[\d{_HAN_NUMERAL}]+(?:\.\d+[十百千万]*)?)"
_FIRST = rf"(?<![\d{_HAN_NUMERAL}])(?<![几数](?=[十百千万]))"
_ABOUT = "(?:大约|大概|约莫|约|已有|已经|已|近|将近|足足|整整|有|超过|逾)?"
_SOME_MORE = "(?:多|余|来|好几)?"
_DAY = (
    rf"(?:\s*(?P<month>闰?(?:正|腊|冬|元|{_NUMERAL})月)"
    rf"(?:\s*初?{_NUMERAL}[日号]?)?)?"
)
_REIGN = "|".join(FOLDED_NAMES)
_STEMS, _BRANCHES = "甲乙丙丁戊己庚辛壬癸", "子丑寅卯辰巳午未申酉戌亥"
_OLDER_REIGN = "|".join(
    fold(name).text
    for name in re.findall(
        "..",
        "贞观永徽开元天宝大历贞元元和会昌咸通景德天圣庆历皇祐嘉祐熙宁元丰元祐绍圣崇宁政和宣和靖康"
        "建炎绍兴乾道淳熙绍熙庆元嘉泰开禧嘉定绍定端平淳祐宝祐景定咸淳德祐至元大德延祐至治泰定至正",
    )
)
"""Of Tang, Song and Yuan: the better known ones, after which a year is one of theirs."""

_SPANNED = "年间|年代|年|初年|中叶|末年|初期|末期|时期|时代|期间|之际|间|时|朝|初|末"
_AND = r"\s*[、,，和与及或至到—–~-]\s*"

_PHASE = (
    "[东西南北前后]?[汉唐宋元明清]"
    "(?:[朝代](?:初年|末年|初叶|中叶|末叶|年间|时期|[初末时])|[初末]年?|中叶|年间)"
)
_REIGNS_IN_SHORT = "|".join(
    fold(name).text
    for name in ["康雍乾", "康乾", "雍乾", "乾嘉", "嘉道", "道咸", "咸同", "同光", "嘉万"]
)

_NOT_WHOLE = frozenset("百千万")
# 三代 and 五代 are idioms and a dynasty; a count of generations begins here.
_FEWEST_GENERATIONS = 10
_FEWEST_PEOPLE = 10
_FEWEST_YEARS_AGO = 10


def value_of(numeral: str) -> int | None:
    """None where it says no one whole number (三四百)."""
    if numeral == "元":
        return 1
    value = numeral_value(numeral.replace(",", ""))
    return int(value) if value.isdecimal() else None


def _stated(match: re.Match[str], kind: AssertionKind, replacement: str, facts: Facts) -> Statement:
    month = match.groupdict().get("month")
    if not month:
        return Statement(kind, *match.span(), replacement, (facts,), facts)
    said = month.removesuffix("月")
    named = {"正": 1, "元": 1, "冬": 11, "腊": 12}.get(said) or value_of(said) or said
    dated = frozenset(f"{fact}-{named}" for fact in facts)
    return Statement(kind, *match.span(), replacement, (dated,), facts | dated)


def _common_era(match: re.Match[str]) -> Statement | None:
    value = value_of(match["number"])
    year = -value if value is not None and match["before"] else value
    return _stated(match, AssertionKind.COMMON_ERA, LONG_AGO, frozenset({f"year:{year}"}))


def _century(match: re.Match[str]) -> Statement | None:
    value = value_of(match["number"])
    sign = "-" if match["before"] else ""
    return _stated(match, AssertionKind.PERIOD, LONG_AGO, frozenset({f"century:{sign}{value}"}))


def _centuries(match: re.Match[str]) -> Statement:
    value = value_of(match["number"])
    span = frozenset({f"span:{None if value is None else 100 * value}"})
    return _stated(match, AssertionKind.YEARS_AGO, MANY_YEARS, span)


def _ago(match: re.Match[str]) -> Statement | None:
    value = value_of(match["number"])
    if value is not None and match["unit"] == "个世纪":
        value *= 100
    if not match["since"] and value is not None and value < _FEWEST_YEARS_AGO:
        return None
    return _stated(match, AssertionKind.YEARS_AGO, MANY_YEARS_AGO, frozenset({f"span:{value}"}))


def _year(match: re.Match[str]) -> Statement | None:
    number = match["number"]
    value = value_of(number)
    if number[0] in _NOT_WHOLE or (value is not None and not 100 <= value < 10_000):
        return None
    if match["more"]:
        span = frozenset({f"span:{value}"})
        return _stated(match, AssertionKind.YEARS_AGO, MANY_YEARS, span)
    return _stated(match, AssertionKind.YEAR, YEARS_AGO, years(number if value is None else value))


def _bare_year(match: re.Match[str]) -> Statement:
    stated = years(int(match["from"] or match["bare"]))
    return _stated(match, AssertionKind.YEAR, YEARS_AGO, stated)


def _cyclic_year(match: re.Match[str]) -> Statement:
    return _stated(match, AssertionKind.YEAR, YEARS_AGO, frozenset({f"cyclic:{match['cyclic']}"}))


def _generation(match: re.Match[str]) -> Statement | None:
    value = value_of(match["number"])
    stated = frozenset({f"generation:{value}"})
    return _stated(match, AssertionKind.GENERATION, SOME_GENERATION, stated)


def _generations(match: re.Match[str]) -> Statement | None:
    value = value_of(match["number"])
    if value is not None and value < _FEWEST_GENERATIONS:
        return None
    # The 23 generations of one text are the 23rd of another.
    stated = frozenset({f"generation:{value}"})
    return _stated(match, AssertionKind.GENERATION, MANY_GENERATIONS, stated)


def _count(match: re.Match[str]) -> Statement | None:
    value = value_of(match["number"])
    if value is not None and value < _FEWEST_PEOPLE:
        return None
    return _stated(
        match, AssertionKind.COUNT, f"许多{match['unit']}", frozenset({f"count:{value}"})
    )


def _population(match: re.Match[str]) -> Statement:
    stated = frozenset({f"count:{value_of(match['number'])}"})
    return _stated(match, AssertionKind.COUNT, "人口众多", stated)


def reign_statement(
    match: re.Match[str], reign: Reign, number: int | None, dynasty: str | None, replacement: str
) -> Statement:
    """`number` is the year of the reign, None where only the reign is named.

    A dynasty that is not the reign's own is grounded only where the same is said.
    """
    named = f"reign:{reign.name}"
    year = None if number is None else reign.year(number)
    if number is None:
        within = {f"year:{each}" for each in range(reign.first, reign.last + 1)}
        needs, facts = frozenset({named, *within}), frozenset({named})
    elif year is None:
        needs = facts = frozenset({f"{named}:{number}"})
    else:
        needs, facts = frozenset({f"year:{year}"}), frozenset({f"year:{year}", named})
    if dynasty is not None and dynasty != reign.dynasty:
        wrong = frozenset({f"{named} of {dynasty}"})
        return Statement(
            AssertionKind.REIGN, *match.span(), replacement, (needs, wrong), facts | wrong
        )
    return Statement(AssertionKind.REIGN, *match.span(), replacement, (needs,), facts)


def _reign(match: re.Match[str]) -> Statement:
    reign = reign_named(match["reign"])
    number = None if match["number"] is None else value_of(match["number"])
    # What cannot be read is no year of the reign.
    number = 0 if match["number"] is not None and number is None else number
    dynasty = f"{match['dynasty']}朝" if match["dynasty"] else None
    return reign_statement(match, reign, number, dynasty, f"{reign.dynasty}{SOME_TIME}")


def _older_period(match: re.Match[str]) -> Statement:
    said = frozenset({f"period:{match['period']}"})
    return _stated(match, AssertionKind.PERIOD, LONG_AGO, said)


CHINESE = (
    Pattern(
        rf"(?:公元|西元)?(?P<before>前)?{_FIRST}第?(?P<number>{_NUMERAL})\s*世纪"
        rf"(?:\s*{_NUMERAL}年代)?(?:初叶?|中叶|末叶?|前期|后期)?",
        _century,
    ),
    Pattern(
        rf"(?:公元|西元)\s*(?P<before>前)?\s*(?P<number>{_NUMERAL})\s*年?(?:代|间)?{_DAY}",
        _common_era,
    ),
    Pattern(
        rf"(?P<since>距今)\s*{_ABOUT}\s*(?P<number>{_NUMERAL}){_SOME_MORE}\s*"
        "(?P<unit>年|载|个世纪)(?:以前|之前|前)?",
        _ago,
    ),
    Pattern(
        rf"(?P<since>){_FIRST}(?P<number>{_NUMERAL}){_SOME_MORE}\s*"
        "(?P<unit>年|载|个世纪)(?:以前|之前|前)",
        _ago,
    ),
    Pattern(
        rf"(?:大?(?P<dynasty>[明清])(?:王朝|朝|代)?(?:[\u4e00-\u9fff][祖宗])?)?\s*(?P<reign>{_REIGN})"
        rf"(?:皇帝|帝|朝)?\s*(?:第?(?P<number>元|{_NUMERAL})\s*年(?:间)?{_DAY}"
        # The last of several says 年间 for all: 康熙、乾隆年间.
        rf"|{_SPANNED}|(?=(?:{_AND}(?:{_REIGN}))+(?:{_SPANNED}|元年|{_NUMERAL}年)))",
        _reign,
    ),
    Pattern(
        rf"(?P<period>(?:{_PHASE})+(?!一)|(?:{_REIGNS_IN_SHORT})(?:盛世|年间|时期|之际|之治))",
        _older_period,
    ),
    Pattern(
        "(?P<period>(?:[东西南北前后]?[夏商周秦汉晋隋唐宋辽金元梁陈魏明清])(?:朝|代)?"
        rf"[\u4e00-\u9fff]{{2}}(?:年间|(?:元|{_NUMERAL})年)"
        rf"|(?:{_OLDER_REIGN})(?:年间|(?:元|{_NUMERAL})年))",
        _older_period,
    ),
    Pattern(
        rf"人口(?:约|有|为|达|共|计|数|是|[:：])*\s*(?P<number>{_NUMERAL})(?!\s*[年世])",
        _population,
    ),
    Pattern(
        # Without its 年: 1368至1398年, 建于1368, （1368—1398）.
        r"(?<![\d.])(?:(?P<from>\d{3,4})(?=\s*年?\s*[-—–~～至到/、或和及,]+\s*\d{3,4}\s*年)"
        r"|(?<=[于在自从至到约为（(—–~～-])\s*(?P<bare>1\d{3}|20\d{2})"
        r"(?![\d%]|[.,]\d{3}(?!\d)|\s*[\u4e00-\u9fffa-z]))",
        _bare_year,
    ),
    Pattern(
        rf"{_FIRST}(?P<number>{_NUMERAL})(?P<more>多|余|来)?\s*[年载](?:代|间|初|底|末)?{_DAY}",
        _year,
    ),
    Pattern(rf"(?P<cyclic>[{_STEMS}][{_BRANCHES}])[年岁]{_DAY}", _cyclic_year),
    Pattern(rf"{_FIRST}(?P<number>{_NUMERAL}){_SOME_MORE}\s*个{_SOME_MORE}世纪", _centuries),
    Pattern(rf"第\s*(?P<number>{_NUMERAL})\s*(?:代|世(?!纪|界))", _generation),
    Pattern(
        rf"{_FIRST}(?P<number>{_NUMERAL}){_SOME_MORE}\s*(?:代(?![表价码理替办])|世(?!纪|界))",
        _generations,
    ),
    Pattern(
        rf"{_FIRST}(?P<number>{_NUMERAL}){_SOME_MORE}\s*(?:个|名|位)?\s*"
        "(?P<unit>口人|村民|族人|居民|人(?![次均工])|户人家|户|口(?![井气]))",
        _count,
    ),
)
"""In the order in which they claim what they find: 公元 and 距今 before a bare 年 (reading 24)."""
