"""Amounts of money as people write them: RMB99, 99块, 一百元, twenty dollars, $ 1 9, 25bux."""

import re
from collections.abc import Iterator

from core.verification.disguises import seen_through
from core.verification.findings import Span

_NUMBER = r"\d(?:[\d,. ]{0,20}\d)?"
_HAN_NUMBER = r"[0-9〇零一二两三四五六七八九十百千万壹贰叁肆伍陆柒捌玖拾佰仟]"
_SIGNS = r"[$¥￥€£₩]"
_CODES = r"(?:us\$|au\$|hk\$|nt\$|s\$|usd|rmb|cny|eur|gbp|hkd|twd|aud|cad|sgd|jpy|chf)"
_POUNDS = (
    r"pounds?(?=\s(?:for|a|an|each|per|only|off|sterling|today|tonight|this|now|and|all|until|or|"
    r"less)|[.,;!?]|$)"
)
_UNITS = (
    rf"(?:dollars?|bucks?|bux|cents?|pence|quid|squid|euros?|{_POUNDS}|yuan|renminbi|usd|rmb|cny|"
    r"eur|gbp|u\.s\.d|hkd|aud|fen)"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_ONES = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
)
_WORD = rf"(?:{'|'.join((*_ONES.split(), *_TENS.split(), 'hundred', 'thousand', 'half', 'zero'))})"
_WORDS = rf"{_WORD}(?:(?:[\s-]|\sand\s|[\s-]and[\s-]){_WORD}){{0,6}}"
_NOT_YUAN = r"(?!素|宵|旦|宇|气|件|年|月|首|方|次|一次|二次|老|代|帅|音|化)"
_SOLD = r"包邮|起|钱|一|带走|拿下|搞定|到手|全包|封顶|秒杀|出头"
_MONEY = r"人民币|美元|美金|欧元|英镑|日元|港币|港元|新台币|毛钱|角钱|分钱|软妹币|大洋"
_OFFERED = r"只要|仅售|售价|只卖|仅需|现价|到手价?|券后|特价"
# After a bare number of what is offered: not a share, a count, a size or a date.
_COUNTED = r"[\d.%％折天分人件个种款米小点步斤克g月年日号:：级张次位]|[a-z]"

_PRICES = re.compile(
    "|".join(
        (
            rf"(?:{_SIGNS}|(?<![a-z]){_CODES})\s?{_NUMBER}",
            rf"(?:人民币|港币|美金|{_OFFERED})\s?{_HAN_NUMBER}{{1,10}}\s?[元块圆円刀]",
            rf"{_NUMBER}\s?{_SIGNS}",
            rf"{_NUMBER}\s?(?<![a-z]){_UNITS}(?![a-z])",
            rf"(?<![a-z]){_WORDS}\s?-?{_UNITS}(?![a-z])",
            rf"{_NUMBER}\s?(?:元|圆|円){_NOT_YUAN}",
            rf"{_NUMBER}\s?(?:块\d|块(?![一-龥])|块(?={_SOLD})|{_MONEY}|米(?=包邮|带走))",
            rf"(?<!第){_HAN_NUMBER}{{1,10}}\s?(?:元{_NOT_YUAN}|块钱|块[\d一二三四五六七八九]|"
            rf"块(?={_SOLD}|[，。！,!]|$)|圆(?=[，。！,!起]|包邮|$)|{_MONEY})",
            r"(?<![\d.a-z])\d{1,6}r(?![a-z0-9])",
            rf"(?:{_OFFERED})\s?{_NUMBER}(?!{_COUNTED})",
        )
    ),
    re.IGNORECASE,
)
_NOT_A_PRICE = re.compile(
    r"100元素|[一二三]元(?:一次|二次)?方程|50 cents?(?='s)|million dollars|"
    r"(?:\d+|[一二三四五六七八九十两]+)块(?:装|儿|巧克力)",
    re.IGNORECASE,
)
_WEIGHS = re.compile(r"weigh(?:s|ed|ing)?\s(?:only\s|about\s|just\s)?$")


def written_prices(text: str) -> Iterator[Span]:
    """In the text's order; each place once, in whichever reading it is seen."""
    seen = seen_through(text)
    read = seen.text
    no_price, taken = bytearray(len(read)), bytearray(len(text))
    for match in _NOT_A_PRICE.finditer(read):
        no_price[slice(*match.span())] = b"\1" * len(match[0])
    found: list[Span] = []
    for match in _PRICES.finditer(read):
        start, end = match.span()
        if any(no_price[start:end]):
            continue
        if "pound" in match[0] and _WEIGHS.search(read[max(0, start - 20) : start]):
            continue
        span = seen.span(start, end)
        if not any(taken[slice(*span)]):
            found.append(span)
            taken[slice(*span)] = b"\1" * (span[1] - span[0])
    yield from sorted(found)
