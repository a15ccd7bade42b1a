"""Amounts of money as people write them: RMB99, 99块, 一百元, twenty dollars, $ 1 9, 25bux."""

import re
from collections.abc import Iterator

from core.verification.disguises import seen_through
from core.verification.findings import Span

_NUMBER = r"\d(?:[\d,. ]{0,20}\d)?"
_HAN_NUMBER = r"[0-9〇零一二两三四五六七八九十百千万壹贰叁肆伍陆柒捌玖拾佰仟]"
_SIGNS = r"[$¥￥€£₩]"
_CODES = r"(?:us\$|au\$|hk\$|nt\$|s\$|usd|rmb|cny|eur|gbp|hkd|twd|aud|cad|sgd|jpy|chf)"
_UNITS = (
    r"(?:dollars?|bucks?|bux|cents?|pence|quid|squid|euros?|pounds?(?=\s(?:for|a|an|each|per|only|off|sterling|"
    r"today|tonight|this|now|and|all|until|or|less)|[.,;!?]|$)|yuan|renminbi|usd|rmb|cny|eur|gbp|u\.s\.d|hkd|aud|fen)"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_ONES = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
)
_WORD = rf"(?:{'|'.join((*_ONES.split(), *_TENS.split(), 'hundred', 'thousand', 'half', 'zero'))})"
_WORDS = rf"{_WORD}(?:(?:[\s-]|\sand\s|[\s-]and[\s-]){_WORD}){{0,6}}"
_NOT_YUAN = r"(?!素|宵|旦|宇|气|件|年|月|首|方程|次|二次|一次|老|代|帅|音)"
_NOT_KUAI = r"(?![一-龥])"

_PRICES = re.compile(
    "|".join(
        (
            rf"(?:{_SIGNS}|(?<![a-z]){_CODES})\s?{_NUMBER}",
            rf"(?:人民币|港币|美金|仅售|售价|只要|仅需|到手价?)\s?{_HAN_NUMBER}{{1,10}}\s?[元块圆円刀]",
            rf"{_NUMBER}\s?{_SIGNS}",
            rf"{_NUMBER}\s?(?<![a-z]){_UNITS}(?![a-z])",
            rf"(?<![a-z]){_WORDS}\s?-?{_UNITS}(?![a-z])",
            rf"{_NUMBER}\s?(?:元|圆|円|圓){_NOT_YUAN}",
            rf"{_NUMBER}\s?(?:块钱|块\d|块{_NOT_KUAI}|块(?=包邮|起|钱|一|带走|拿下|搞定|到手|全包|封顶|秒杀|出头)|人民币|美元|美金|欧元|英镑|日元|港币|港元|新台币|毛钱|角钱|分钱|软妹币|大洋|米(?=包邮|带走))",
            rf"(?<!第){_HAN_NUMBER}{{1,10}}\s?(?:元(?!素|宵|旦|宇|气|件|年|月|首|方|次|一次|二次|老|代|帅|音|化)|块钱|块\d|块[一二三四五六七八九]|块(?=包邮|起|钱|带走|拿下|搞定|到手|封顶|秒杀|出头|[，。！,!]|$)|元整|圆(?=[，。！,!起]|包邮|$)|人民币|美元|美金|欧元|英镑|软妹币)",
            rf"(?<![\d.a-z]){_NUMBER}r(?![a-z0-9])",
            rf"(?:只要|仅售|售价|只卖|仅需|现价|到手价?|券后|特价)\s?{_NUMBER}(?![\d.%％折天分人件个种款米小点步斤克g月年日号:：年级张次位]|[a-z])",
        )
    ),
    re.IGNORECASE,
)
_NOT_A_PRICE = re.compile(
    r"(?:100元素|(?:[一二三]元(?:一次|二次)?方程)|50 cents?(?='s)|million dollars|(?:\d+|[一二三四五六七八九十两]+)块(?:装|儿|巧克力))",
    re.IGNORECASE,
)
_WEIGHS = re.compile(r"weigh(?:s|ed|ing)?\s(?:only\s|about\s|just\s)?$")


def written_prices(text: str) -> Iterator[Span]:
    """In the text's order; each place once, in whichever reading it is seen."""
    seen = seen_through(text)
    read = _spaced_digits(seen.text)
    no_price = [match.span() for match in _NOT_A_PRICE.finditer(read)]
    found: list[Span] = []
    for match in _PRICES.finditer(read):
        start, end = match.span()
        if any(start < no_end and no_start < end for no_start, no_end in no_price):
            continue
        if "pound" in match[0] and _WEIGHS.search(read[max(0, start - 20) : start]):
            continue
        span = seen.span(start, end)
        if not any(a < span[1] and span[0] < b for a, b in found):
            found.append(span)
    yield from sorted(found)


def _spaced_digits(text: str) -> str:
    return text.replace("\t", " ")
