"""Find amounts of money in any notation: RMB99, 99块, 一百元, twenty dollars, 25bux, a tenner.

A number with a unit or sign is an amount; a bare number only if the words around it say that
something is sold for it: 到手价399, 19.9包邮, "yours for 25".
"""

import re
from collections import deque
from collections.abc import Iterator

from core.verification.copy_text.disguises import without_disguises
from core.verification.copy_text.lookarounds import ScreenedPattern, may_match
from core.verification.copy_text.other_amounts import NO_PRICE, is_weight
from core.verification.findings import CharRange

_NUMBER = r"\d(?:[\d,. ]{0,20}\d)?"
_AMOUNT = r"\d{1,6}(?:[.,]\d{1,3})?"
_SIGNS = r"[$¥￥€£₩₹฿]"
_PICTURES = r"[💲💵💴💶💷💰💸🪙🉐]"
"""Emoji of money, used as a currency sign or unit."""
_CODES = (
    r"(?:us\$|au\$|ca\$|hk\$|nt\$|s\$|nz\$|usd|rmb|cny|eur|gbp|hkd|twd|aud|cad|sgd|nzd|jpy|chf)"
)

# English
_POUNDS = (
    r"pound[sz]?(?=\s(?:for|a|an|each|per|only|off|sterling|the lot|the pair|the set|today"
    r"|tonight|this|now|and|all|until|"
    r"or|"
    r"less|flat|even|total|with|including|plus|gets|buys|fifty|ninety|twenty|covers|will|all in"
    r"|in total)"
    r"|\s\d\d(?!\d)|[.,;!?]|$)"
)
""""pound" as money; the words after it tell it from a weight."""
_UNITS = (
    rf"(?:(?:u\.?s\.?\s)?dollar[sz]?|dolla[sz]?|dlrs|dols|buck[sz]?|bcks?|bks|dllars?|buckaroos"
    rf"|bux|cents?|pence|"
    rf"quids?|squid|"
    rf"euro[sz]?|{_POUNDS}|pnds?|yuan|kuai|renminbi|usd|rmb|cny|eur|gbp|u\.s\.d|hkd|aud|sgd|fen"
    r"|yen|"
    rf"rupees|"
    r"big ones|uncle sams|smackers?|smackeroos|greenbacks?|clams|simoleons|benjamins?|hamiltons?|"
    r"loonies|toonies|"
    r"grand(?! piano| prix| canyon| slam| final| total| old| hotel| opening| central| tour))"
)
"""English names of money after a number, slang and misspellings included."""
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_ONES = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
)
_TEN, _ONE = "|".join(_TENS.split()), "|".join(_ONES.split()[:9])
_SMALL = rf"(?:{'|'.join((*_ONES.split(), *_TENS.split()))})"
_WORD = rf"(?:{'|'.join((*_ONES.split(), *_TENS.split(), 'hundred', 'thousand', 'half', 'zero'))})"
_WORDS = rf"{_WORD}(?:(?:[\s-]?|\sand\s|[\s-]and[\s-]){_WORD}){{0,6}}(?:[\s-]oh)?"
_COMPOUND = rf"{_SMALL}(?:[\s-](?:{_ONE}))?"
"""A number such as 19 or 45 before cents: forty-five fifty."""
_CENTS = (
    r"(?:ninety|fifty|forty|seventy|eighty|twenty|thirty|sixty)"
    r"(?:[\s-](?:nine|five))?"
)
"""Cents as words after a number: forty-five fifty."""
_SELLS = (
    r"(?:yours for|get (?:it|them|one|yours) for|(?:sale |our |new |full |total )?price(?:d| is|"
    r" of)?"
    r"(?: at| from| just| only)?:?|costs?(?: just| only| you| a mere)?|selling (?:for|at)|"
    r"going for|on sale (?:for|at)|take (?:it|them|one) home for|pay(?: just| only)?|now (?:only|"
    r"just)|"
    r"for (?:just|only)|just|only|all for|was|it's|down to|from just|drops? to|reduced to)"
)
"""Words before a bare number that make it a price."""
_COUNTED = (
    r"[\d%:/-]|[.,]\d|[a-z]|\s?(?:percent|%|off|points?|minutes?|mins?|seconds|days?|hours?|"
    r"nights?|weeks?|"
    r"months?|years?|people|pairs?|of|x|kg|kilos?|g|grams|ml|left|and counting|am|pm|a\.m|p\.m"
    r"|km|"
    r"miles?|m|cm|inch(?:es)?|litres?|liters?|l|lbs?|oz|stars?|steps?|seats?|spots?|places?"
    r"|to go|"
    r"in stock|more|new|pages|items?|sizes?|colou?rs|recipes?|episodes?|tickets?|books?|words|"
    r"[a-z]+s)(?![a-z])"
)
"""After a bare number: a share, count, time or size, so that it is no price."""

_EACH = (
    r"(?:each|apiece|a (?:month|year|week|night|head|person|pop|piece|cup|pint|slice|class"
    r"|session)|"
    r"per (?:month|year|week|night|head|person|piece|class|session))(?![a-z])"
)
"""The unit that a price is for."""
_PAID = (
    r"(?:plans?|tickets?|entry|admission|meals?|burgers?|coffees?|pints?|menus?|pass(?:es)?"
    r"|seats|drinks?|"
    r"bundles?|membership|subscription|refills?|tees|mugs?|haircuts?|cuts|facials?|lessons?"
    r"|nights|"
    r"lunch|brunch|dinner|breakfast|pizzas?|cocktails?|rooms?|rentals?|fares?|flights?|rides"
    r"|cover)"
)
"""Goods before a bare number that is their price."""
_TEN_ONE = rf"(?:{_TEN})(?:[\s-](?:{_ONE}))?"

# Chinese
_HAN = r"〇零一二两三四五六七八九十百千万壹贰叁肆伍陆柒捌玖拾佰仟"
_HAN_NUMBER = rf"[0-9{_HAN}]"
_PINYIN = r"(?:ling|yi|er|liang|san|si|wu|liu|qi|ba|jiu|shi|bai|qian)"
_NOT_YUAN = (
    r"(?!素|宵|旦|宇|气|件|年|月|首|方|次|一次|二次|老|代|帅|音|化|复始|桥|里|宫|巷|村|路|街|论"
    r"|组|函|"
    r"对立|二元|数|勋|凶|婴|朝|曲|史|谋|始天|晦|店(?!内)|户|大钞|纸币|硬币|面值|机(?!票|油|械))"
)
"""After 元: characters that make another word of it, such as 元素."""
_SOLD = (
    r"包邮|起|钱|一|带走|拿下|搞定|到手|全包|封顶|秒杀|出头|不到|左右|以内|以下|多|就|抱走|开抢"
    r"|包安装|"
    r"包送"
)
"""After 块: words that make it money."""
_MONEY = (
    r"人民币|美元|美金|美刀|欧元|英镑|日元|韩元|泰铢|港币|港元|港纸|新台币|台币|毛钱|角钱|分钱"
    r"|软妹币|软妹|"
    r"个?大洋|张(?:红色)?(?:毛爷爷|钞票)|张?毛爷爷|张?红票子?|张?大团结|华夏币|刀(?!具|片|法|刃"
    r"|口|头|削|剪|架|盘|锋|位|叉|库|光|剑|马)|"
    r"欧(?=[，。！,!\s]|包邮|$)|镑(?!数)|蚊(?!子|香|帐|虫|液)|園|塊"
)
"""Chinese names of money after a number, slang included."""
OFFERED = (
    r"只要|仅要|仅售|售价|只卖|才卖|仅需|只需|现价|原价|到手价?|券后价?|特价|特惠价?|活动价"
    r"|会员价|秒杀价?|"
    r"拼团价?|团购价|补贴价|补贴后|优惠价|折后价?|一口价|单价|均价|价格?|低至"
    r"|每[件份双盒瓶张位人斤杯套]|"
    r"仅(?=\d)|才(?=\d)|现在(?=\d)|降到|降至|直降到|定金|尾款|日租金?|月租"
)
"""Words before a number that make it a price; the price's span may begin with them."""
# After a bare number these make it a share, a count, a size or a date, not a price.
_MEASURED = (
    r"[\d.%％折天分人件个种款小点步斤克g月年日号:：级张次位倍套双盒瓶页集期度层楼元块成档秒周岁"
    r"回场组项"
    r"颗片条支只本台辆座间杯碗袋包篇首部字毫升公寸平世]|[a-z]|多[种款个人件]"
)
_PIECES = r"[件双条盒斤瓶包袋支份罐束对盆锅碗杯箱张套把]"
"""Measure words of goods."""
_FEES = (
    r"(?:票|宽带|网费|年费|月费|租金|押金|包月|包年|包季|首月|次月起?|第[二三]个月起?|人均"
    r"|起步价?|话费"
    r"|流量包|套餐|房费|学费|报名费|会费|洗剪吹"
    r"|剪发|染发|烫发|洗车|保养|门票|一晚|每晚|一天|每天|一次|每次|一位|每位|一节|每节|一课时"
    r"|一小时|每小时|往返|单程|来回"
    r"|含税|自助餐?|午餐|晚餐|下午茶|早茶|套票|月卡|年卡|季卡|次卡|停车|充电|配镜|补牙|洗牙"
    r"|按摩|足疗|理发|租一[天晚周月]"
    r"|[飞到至][一-龥]{2,4})"
)
"""Fees and goods: a bare number after them, at the end of a clause, is their price."""
_FORMAL = "壹贰叁肆伍陆柒捌玖拾佰仟零"
"""Numerals as on cheques; in copy they almost always mean money."""
_YUAN_ALIKE = "沅圜塬芫"
"""Characters written instead of 元 to evade filters."""
_GETS = r"包邮|带走|拿下|拿走|抱走|入手|搞定|到手|就能|就可|就够"
"""After a bare number: words that make it a price."""

_PRICES = ScreenedPattern(
    "|".join(
        (
            rf"(?:{_SIGNS}|{_PICTURES}|(?<![a-z]){_CODES})\s?{_NUMBER}",
            rf"{_SIGNS}\s?{_WORDS}(?![a-z])",
            rf"(?:人民币|港币|美金|{OFFERED})\s?{_HAN_NUMBER}{{1,10}}\s?[元块圆円刀]",
            rf"{_NUMBER}\s?(?:{_SIGNS}|¢)",
            rf"{_NUMBER}\s?(?<![a-z]){_UNITS}(?![a-z])",
            rf"(?<![a-z0-9])\d[\dol]{{1,3}}\s?{_UNITS}(?![a-z])",
            rf"(?<![a-z]){_WORDS}\s?-?{_UNITS}(?![a-z])",
            r"(?<![a-z])(?:a|an|one|two|under a|for a|half a) (?:hundred|thousand|fiver|tenner|"
            r"ten spot|"
            r"c note|benjamin)(?: and [a-z]+)? ?(?:bucks|dollars|pounds|quid|euros)?"
            r"(?<=fiver|enner|bucks|llars|ounds|.quid|euros|.spot|.note|jamin)(?![a-z])",
            r"(?<![a-z])(?:fivers?|tenners?)(?![a-z])",
            r"(?<![a-z])(?:an?|one|two|three|four|five|six|seven|eight|nine) (?:buck|quid"
            rf"|dollar)s? (?:{_CENTS}|twenty-five|ten)(?![a-z])",
            r"(?<![a-z0-9])\d{1,4} ?(?:pnds?|quid) \d\d(?!\d)",
            rf"(?<![a-z])(?:{_ONE})(?:[\s-](?:{_ONE}|oh)){{1,3}} us[- ]?d(?:ee"
            rf"|ollars?)?(?![a-z])",
            r"(?<![a-z])a (?:crisp|cool|mere) (?:ten|twenty|fifty|hundred)(?![a-z-])|"
            r"(?<![a-z])a (?:ten|twenty|fifty) (?:gets|buys|covers|will get|is all)",
            r"(?<![\d.a-z])\d{2}p(?![a-z0-9.])",
            # Bare numbers: 60 or more after the point cannot be minutes.
            rf"(?<![a-z])(?:for|at|now|from|to|{_SELLS})\s?\d{{1,4}}[.,](?:[6-9]\d)(?![\d%]|"
            rf"\s?(?:km|kg|m|cm|"
            r"miles?|stars?|l|lbs?|oz|g|per ?cent|out of|/)(?![a-z]))",
            rf"(?<![a-z]){_SELLS}\s?\d{{1,5}}\.\d\d(?![\d%:/]|\s?(?:am|pm|a\.m|p\.m|km|kg|m|cm|"
            rf"miles?|stars?)"
            r"(?![a-z]))",
            r"(?<![a-z])(?:only|just|for|now|at) \d(?: ?\d){0,4} \. \d ?\d(?!\d)",
            r"(?<![a-z])(?:yours for|get (?:it|them|one|yours) for|take (?:it|them|one) home for|"
            r"price:|"
            r"(?:sale|our|new|total) price(?: of| is)?:?|priced (?:at|from)|selling (?:for|at)|"
            r"costs? (?:just |"
            rf"only )?|you pay(?: just| only)?|reduced to|now only|"
            rf"now just)\s?\d{{1,5}}(?!{_COUNTED})",
            rf"(?<![a-z])(?:only|just|for|at|tag:|price:?|yours for|a mere) {_COMPOUND} {_CENTS}"
            rf"(?![a-z-]| (?:year|people|day|minute|percent|page))",
            rf"(?<![a-z]){_CODES}\s{_WORDS}(?![a-z])",
            r"(?<![a-z])(?:dollars|bucks|euros|quid|bux)[:\s]\s?\d{1,5}(?![\d%:/])",
            r"(?<![a-z])(?:single|one|two|double|three|triple|1|2|3)[\s-](?:figure|digit) price",
            r"(?<![a-z])pric(?:e|ed|es) (?:is |are )?(?:in|at) (?:single|double|two|three) "
            r"(?:figures|digits)",
            rf"(?<![a-z])(?:pay|paying|costs?|spend)(?: just| only)? {_WORDS}"
            r"(?= and change|[,.!]|$| (?:flat|total|all in|at most))",
            r"(?<![a-z0-9])(?=[lio]?\d?[lio])[\dlio]{1,3}\.\d\d(?![\d%a-z])",
            r"(?<![\d.,a-z#])\d{2,3}(?:\.\d\d)? only(?=[,.!]|$)",
            r"(?<![a-z])(?:under|below|less than|sub)[\s-](?:a |an )?(?:tenner|fiver|twenty"
            r"|fifty|"
            r"hundred|ton)(?=[,.!:?]|$| for | all )",
            rf"(?<![a-z])(?:only|just|yours for|all for|a mere) (?:{_TEN})(?:[\s-](?:{_ONE}))?"
            r"(?=\s?[,.!]|$| (?:all in|flat|total|even|and it))",
            rf"(?<![a-z]){_SMALL}(?:[\s-](?:{_ONE}))?\.\d\d(?!\d)",
            rf"(?<![a-z])(?:sale |our |new |total )?price(?: is)?: ?{_WORDS}(?![a-z])",
            rf"(?<![a-z])(?:are|is|at|for|from|costs?) \d{{1,4}}(?:\.\d\d)? {_EACH}",
            rf"(?<![\d.])\d{{1,3}}\.\d\d {_EACH}",
            rf"(?<![a-z])(?:are|is|at|for|from|costs?|only"
            rf"|just) {_SMALL}(?:[\s-](?:{_ONE}))? {_EACH}",
            rf"(?<![a-z])(?:at|for|from|only|just) (?:{_TEN_ONE}|\d{{2,3}}) an hour"
            r"(?! (?:early|earlier|before|later|after|ago|or))(?![a-z])",
            rf"(?<![a-z])(?:service|tuning|cut|trim|clean|wash|repair|lesson|facial|massage"
            rf"|session|check-?up|valet)s?"
            rf" (?:for|from|at) (?:{_TEN_ONE}|\d{{2,3}})(?=[,.!]|$)",
            rf"(?<![a-z]){_SMALL} a (?:month|week|class|head|night) (?:gets|buys|covers|for all)",
            rf"{_SIGNS}[._·~-]{{1,2}}\d(?:[._·~-]?\d){{0,5}}",
            r"(?<![a-z0-9])s\d{1,4}\.\d\d(?!\d)",
            rf"(?<![a-z]){_PAID}(?: (?:is|are|at|from|for|only|just|now|start|starts|starting))+ "
            rf"\d{{1,4}}(?:\.\d\d)?(?!{_COUNTED})",
            r"(?<![a-z])was \d{1,5}(?:\.\d\d)?,? (?:and )?(?:is )?now (?:only "
            r"|just )?\d{1,5}(?:\.\d\d)?"
            r"(?![\d%:/]| ?(?:percent|minutes|hours|people|points))",
            r"(?<!rating )(?<!score )(?<!average )(?<!version )(?<!grade )(?<!gpa )"
            r"(?<![a-z])(?:is|are) "
            r"\d{1,3}\.[6-9]\d(?![\d%:/]| ?(?:km|kg|m|cm|miles|stars?|out of|points"
            r"|percent)(?![a-z]))",
            rf"(?<=[a-z]s) (?:at|from) {_TEN_ONE}(?=[,.!]|$)",
            rf":\s(?:{_ONE}|{_SMALL})[\s-](?:{_TEN})[\s-](?:{_ONE})(?=[,.!]|$)",
            rf"(?<![a-z])(?:get |any |buy )?(?:two|three|four|five|six|2|3|4|5|6) for (?:just "
            rf"|only )?\d{{1,3}}(?!{_COUNTED})"
            r"(?=[,.!]|$| this| today| all| until)",
            r"(?<![a-z])(?:entry|admission|adults?) \d{1,3}(?:\.\d\d)?(?=,|\.|$)",
            r"(?<![a-z])a (?:dollar|pound|buck|quid|euro) (?:a|an|each|per|apiece|only)(?![a-z])",
            rf"(?<![a-z]){_WORDS}\s?(?:{_SIGNS}{{1,2}}|{_PICTURES})",
            # Chinese
            rf"{_FEES}(?:只[要收需]|仅需?|才|是|为|收|：|:)?\s?(?:\d{{1,5}}(?:\.\d{{1,2}})?"
            rf"|[{_HAN}]{{2,6}})"
            rf"(?=[，。！,!；;]|$|含|吃|随时|封顶|/|起(?![床航]))",
            rf"(?<!第)[{_HAN}\d]{{2,6}}块(?=[喝吃住玩剪洗租学泡唱看坐买])",
            rf"[{_HAN}\d]{{2,6}}(?:块钱?|元)?有找",
            rf"{_FEES}(?:一年|一个?月|每[年月天次])[{_HAN}\d]{{2,6}}(?=[，。！,!]|$)",
            r"[一二三四五六七八九]?十[一二三四五六七八九]一(?:位|人|晚|次|节|小时|天|杯|份|碗"
            r"|张|只|双|套)(?=[，。！,!]|$)",
            rf"花(?:个|上)?[{_HAN}\d]{{2,6}}(?:就|便|可|能|带走|买到)",
            rf"(?<!第)[{_HAN}]{{2,8}}(?=到手|拿下|带走|抱走|秒杀|包邮)",
            r"(?<!\d)(?:2[5-9]|[3-9]\d|\d{3,5})点\d(?=[，。！,!\s]|包邮|带走|到手|$)",
            rf"[{_HAN}]{{1,6}}[百千万](?:出头|不到|左右|上下)(?=[，。！,!\s]|就|$)",
            rf"一[杯份碗件双张套晚束盒斤瓶][^，。！？\n{_HAN}]{{0,6}}[{_HAN}]{{2,5}}(?=[，。！,"
            r"!]|$)",
            rf"{_NUMBER}\s?(?:[元圆円{_YUAN_ALIKE}]){_NOT_YUAN}",
            rf"{_AMOUNT}\s?{_PICTURES}",
            r"[¥￥][·.\s]{1,3}\d[\d·.]{0,6}",
            r"(?<![\d.·])\d{1,3}·\d{1,2}(?=包邮|带走|拿下|到手|秒杀)",
            rf"(?<![\d.]){_AMOUNT}米(?=一[杯份碗只个盒支双件瓶袋串盘])",
            rf"(?<!第)[{_HAN}]{{2,8}}圆(?=一[桶杯份碗只个盒支双件瓶袋串盘套箱])",
            rf"(?<!第)[{_FORMAL}]{{1,6}}圆(?:[{_HAN}整正]|(?=[，。！,!]|$))",
            rf"(?<!步行)(?<!走)(?<!离)(?:只要|仅需|只需|仅售"
            rf"|到手)[{_HAN}]{{1,4}}[一二三四五六七八九]米"
            r"(?![长宽高外内远深跑的之线]|开外|距离)",
            rf"(?<![\d第])(?=\d{{0,3}}[{_HAN}])(?=[{_HAN}]{{0,3}}\d)[\d{_HAN}]{{2,5}}米"
            r"(?=[，。！,!]|$|包邮|一)",
            rf"(?<![\d.]){_AMOUNT}得(?=\s|[，。！,!]|一|$)",  # 🉐, folded
            rf"(?<![a-z])y\s?\d{{2,5}}(?:\.\d)?(?=\s?(?:{_GETS}|起|一))",
            rf"{_HAN_NUMBER}{{2,9}}\s?米(?={_GETS})(?<!百米)(?<!千米)",
            r"(?<![\da-z])(?=[\do]{0,3}[ol])[\dol]{2,5}\s?[元块](?!儿)",
            rf"(?:个|两|二|三|四|1|2|3)位数(?:的?价|(?={_GETS}))",
            rf"[¥￥]\s?[{_HAN}](?:\s?[{_HAN}]){{0,6}}",
            rf"(?<![{_FORMAL}一-龥])(?!零)[{_FORMAL}]{{2,8}}(?=[，。！,!]|$)",
            rf"(?<=[一-龥])(?!零)[一二三四五六七八九]?[壹贰叁肆伍陆柒捌玖佰仟拾][{_HAN}]{{1,7}}"
            rf"(?=[，。！,!]|$|{_GETS})",
            rf"[一二三四五六七八九](?:九九|八八|六六)(?=[，。！,!]|$|{_GETS})",
            rf"(?<![\d:：第])\d{{2,4}}\s?一{_PIECES}(?=[，。！,!]|$)",
            rf"{_NUMBER}\s?(?:块\d|块(?![一-龥])|块(?={_SOLD})|{_MONEY}|米(?=包邮|带走|拿下"
            rf"|到手)|"
            r"园(?=[，。！,!]|$|包邮))",
            r"(?<![第\d])[一两二三四五六七八九半\d]毛(?:[一二三四五六七八九五\d](?![巾线发]))?("
            r"?:钱)?(?=一[只支个本包块根张枚颗粒双条片盒]|[一每][只支个本包块根张枚颗粒]"
            r"|[，。！？?,!]|$|就|起|包邮|带走)",
            rf"(?<![\d第])(?=[\d{_HAN}.]{{0,6}}[壹贰叁肆伍陆柒捌玖])\d{{0,"
            rf"4}}[.点]?[\d{_HAN}]{{1,3}}(?:[.点][\d{_HAN}]{{1,2}})?\s?米(?=[，。！,!]|$|包邮"
            r"|一)",
            rf"(?:只要|仅需|只需|售价|到手|仅售)\s?{_NUMBER}\s?米(?![长宽高外内远深跑的之线]"
            r"|开外|距离)",
            rf"(?<!第){_HAN_NUMBER}{{1,10}}[多来几]?\s?(?:元{_NOT_YUAN}|块钱"
            r"|块[\d一二三四五六七八九壹贰叁肆伍陆柒捌玖]|"
            rf"块(?={_SOLD}|[，。！,!]|$)|米(?=包邮|带走|拿下|到手)|圆(?=[，。！,!起整]|包邮"
            rf"|$)|{_MONEY})",
            rf"[{_HAN}]{{1,10}}\s?(?:rmb|cny|usd|yuan|kuai|[¥￥$]|r(?![a-z0-9]))",
            rf"(?<![a-z]){_PINYIN}{{1,6}}\s?(?:块|元|kuai|yuan)(?!{_PINYIN}[a-z])",
            r"(?<![\d.a-z])\d{1,6}r(?![a-z0-9])",
            rf"(?:{OFFERED})[:：为是约]?\s?{_NUMBER}(?!{_MEASURED})",
            rf"(?:{OFFERED})[:：为是约]?\s?[{_HAN}]{{2,8}}(?=[，。！,!？?；]|$|送|包|起|就|拿"
            r"|带|搞)",
            rf"(?<![满第\d.]){_AMOUNT}\s?(?:包邮|带走|拿下|抱走|到手|秒杀|开抢|一口价|搞定"
            r"|封顶|起售)",
            rf"(?<![满第共到\d.])\d{{2,4}}(?:\.\d{{1,2}})?[一两三四五]{_PIECES}",
            r"[一二两三四五六七八九几]百(?:[一二三四五六七八九]十?)?[一二三四五六七八九]?[一每]("
            r"?:晚|位|件|份|套|双|斤|"
            r"盒|年|月|张|节|堂|间)",
            rf"[{_HAN}]{{0,6}}[百千万](?:多|出头|不到)?(?=就能|就可|就够|搞定|拿下|带走|包邮"
            r"|的价|封顶)",
            r"(?:仅需|只要|只需|低至|到手|价格?|不到|才|仅)[^，。！？\n]{0,4}[两三个四]位数",
        )
    ),
    may_match,
    re.IGNORECASE,
)


def written_prices(text: str) -> Iterator[CharRange]:
    """Yield the spans of amounts in text order, without overlaps, from all readings of the text."""
    readings = without_disguises(text)
    searched = readings.text
    if not _PRICES.screen.search(searched.replace("ı", "i")):
        return
    no_price = deque(match.span() for match in NO_PRICE.finditer(searched))
    spans: list[CharRange] = []
    for match in _PRICES.exact.finditer(searched):
        start, end = match.span()
        while no_price and no_price[0][1] <= start:
            no_price.popleft()
        if no_price and no_price[0][0] < end:
            continue
        if "pound" in match[0] and is_weight(searched[max(0, start - 40) : end + 40]):
            continue
        spans.append(readings.span(start, end))
    furthest_end = -1
    for span in sorted(spans):
        if span[0] >= furthest_end:
            furthest_end = span[1]
            yield span
