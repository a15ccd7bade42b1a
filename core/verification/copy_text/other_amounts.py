"""Detect amounts that are no price: money raised, won, earned, owed, in an account or found; pounds
of weight; phrases with a number and a unit of money.

Words in the same sentence decide. If one of them says that something is sold for the amount, it is
a price.
"""

import re

from core.verification.copy_text.surroundings import surroundings_of
from core.verification.findings import CharRange

_NEAR = 48
_SENTENCE_END = re.compile(r"[。！？!?\n；;]|(?<!\d)\.(?=\s|$)|\.(?=\s+[A-Z])")

_BEFORE = re.compile(
    # Raised and donated
    r"(?:[募筹籌][得集款到捐]*|捐[出赠贈款助]*|善款|义卖|義賣|義賣會|义演|所得|收入|[营營]收"
    r"|票房|[净淨]?利[润潤])"
    r"[^，。！？,\n]{0,10}$"
    # Won and earned
    r"|(?:[奖獎][金学學励勵]{1,2}|[悬懸][赏賞]|[赏賞]金|月薪|年薪|底薪|[时時]薪|日薪"
    r"|薪[资資水酬]|工[资資钱錢]|[补補][贴貼助]|津[贴貼]"
    r"|[稿酬]费|稿酬|退休金|养老金|[压壓][岁歲][钱錢]|助[学學]金)[^，。！？,\n]{0,8}$"
    # Limits and accounts
    r"|(?:限[额額]|[额額]度|上限|下限|[余餘][额額]|存款|结余|結餘|转[账帐][^，。]{0,6}"
    r"|轉[帳賬][^，。]{0,6}|提取|取[现現]|[账帳]单|賬單|[应應][还還]"
    r"|[还還]款|欠[费費款]|[预預]算|投[资資]|[注註][册冊][资資]本|[保赔賠][额額付]"
    r"|保[险險]金[额額]|市值|[资資][产產]|[罚罰][款没沒金]|退[款还還回]"
    r"|返[还還]|入[账帳]|到[账帳]|支出|[报報][销銷]|税[额前后]|社保|公[积積]金|[损損]失"
    r"|[涉]案金[额額]|[赔賠][偿償]|押金(?:已)?退)[^，。！？,\n]{0,12}$"
    r"|(?:钱包|錢包|捡到|撿到|拾到|拾获|拾獲|[丢遗遺][失落]|面值|印有|假钞|假鈔|纸币"
    r"|紙鈔)[^，。！？,\n]{0,6}$"
    r"|\b(?:raised|raise|raising|collected|donated?|donations? of|brought in|fundrais\w+"
    r"|pledged|grants? (?:of|worth)|granted"
    r"|award(?:ed|s)?|bequest of|in aid of|proceeds of|takings of|turnover of|revenue of"
    r"|funding of"
    r"|budget(?: is| of)?|set aside|(?:will|to|is|are) spend(?:ing)?|spent|invest(?:ed|ing|s"
    r"|ment of)?|worth of damage"
    r"|damages of|fined?|fines of"
    r"|prizes?(?: \w+){0,6}|prize money|winner(?:s)? (?:gets?|takes?|receives?)|bursar\w+"
    r"|scholarship\w*|stipend of|bounty of|reward of"
    r"|limit(?:s)?(?: \w+){0,4}|cap(?:ped)?(?: at| of| is)|balance(?: \w+){0,4}"
    r"|overdraft(?: \w+){0,3}|refund(?:ed|s)?(?: of)?|reimburs\w+(?: \w+){0,2}"
    r"|salary(?: \w+){0,3}|wages?(?: \w+){0,2}|hiring\b[^.!?\n]{0,24}"
    r"|recruiting\b[^.!?\n]{0,24}|earn(?:s|ing)?(?: up to)?|pays? (?:staff|drivers|riders)"
    r"|pension(?: \w+){0,3}|found an?|purse with|wallet with|purse containing|wallet containing"
    r"|handed in|lost an?|a stray|claims? (?:up to|over|under)"
    r"|insured (?:for|up to)|cover(?:ed)? (?:up to|of)"
    r"|loan of|mortgage of|debt of|owes?|tax(?:able)?(?: \w+){0,3} (?:over|under|above|of)"
    r"|income (?:over|under|above|below|of)|valued at|fortune of|heist|stole)"
    r"(?: (?:a|an|the|of|is|is now|to|at|over|about|around|nearly|almost|just|up to|now|us|you"
    r"|some|more than|total|totalling|by))* ?$",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"的?[^，。！？,\n]{0,6}(?:故事|往事|回忆|记忆|历史|来历)"
    r"| and (?:an?|one|two|three|four|five) does?\b"
    r"| and does (?:in|at|on|graze|roam|live|are|were)\b"
    r"| (?:was|were) (?:seen|spotted|sighted)\b|"
    r"[^，。！？,\n]{0,2}(?:银币|銀幣|硬币|硬幣|纸币|紙鈔|邮票|郵票|面值|大钞|大鈔|[假残殘]?[钞鈔](?!票)|[假残殘][币幣])"
    r"|[ -](?:coin|banknote|note)s?\b|[ -]piece(?:'s|s)?\b(?! of)"
    r"| (?:note|bill"
    r"|coin)s? (?:was|were|is|handed|found|lost)\b|"
    r"[^，。！？,\n]{0,4}(?:[奖獎][金学學]|善款|捐款|已(?:全部|全数|全數|悉数)?捐"
    r"|[助奖獎][学學]金|月薪|起薪|[补補][贴貼]|[赏賞]金|[预預]算|[遗遺]失|失主|的?存款|额度"
    r"|額度|纸币|鈔票)"
    r"|[，, ]{0,2}(?:已)?(?:全部|全數|全数|悉数|均|都)?(?:捐[给給赠贈出]|用[于於](?:资助|修"
    r"|购置|山区|偏乡)|[资資]助|善用)"
    r"|[^，。！？\n]{0,3}(?:及)?(?:以上|以下)的(?:交易|[转轉][账帳]|支付|消[费費]|[罚罰]款|贷款"
    r"|借款)"
    r"|[,.]? ?(?:k |million |billion |bn |m )?(?:for|to|towards|toward|in aid of) (?:the|our|a"
    r"|its|local)? ?(?:\w+ ){0,3}?(?:charity|charities|hospice|shelter|hospital|lifeboat"
    r"|lifeboats"
    r"|school roof|foodbank|food bank|appeal|fund|orphanage|library|village|rescue|research"
    r"|foundation|relief|cause)\b"
    r"|,? (?:was |were |has been |have been )?(?:raised|donated|collected|pledged|refunded"
    r"|reimbursed|fined|stolen|withdrawn|deposited|transferred)\b"
    r"|(?: an hour| per hour|/hr|/hour| a year)? plus tips\b| an hour(?:,| plus| and) (?:tips"
    r"|paid|full|part|no exp)"
    r"| (?:grant|scholarship|bursary|prize|bounty|fine|budget|salary|wage|stipend|limit"
    r"|overdraft|refund|balance|reward for|donation|pledge)\b",
    re.IGNORECASE,
)
_SOLD = re.compile(
    r"[只仅僅][要需售卖賣]|售[价價]|[现現]价|[现現]價|特[价價]|到手|包[邮郵]|带走|帶走|入手"
    r"|拿下|起售|秒[杀殺]|[门門]票|票[价價]|一张|一張|[报報]名[费費]"
    r"|\b(?:yours for|on sale|selling for|priced|price|tickets? (?:are|is|from|at)|entry (?:is"
    r"|from)|get it for|only)\b",
    re.IGNORECASE,
)
"""Words that make the amount a price all the same."""


_EURO_STANDARD_AFTER = re.compile(
    r"-(?:size[ds]?|style[ds]?|standard|cut|shaped?|type|spec)\b"
    r"|[ -](?:pallets?|pillow\w*|plugs?|sockets?|hooks?|shams?|crates?|bins?|ncap|cups?|zone)\b"
    r"| [3-7] (?:\w+ )?(?:diesel|petrol|engines?|vans?|cars?|bus|buses|lorry|lorries|trucks?"
    r"|compliant|standards?|emissions?|models?|norms?)\b",
    re.IGNORECASE,
)
"""After "euro": a size or an emission standard, not money."""
_CAPITALIZED = re.compile(r"(?:[A-Z][a-z]+[ -]){1,3}[A-Z][a-z]+")
_VENUE_AFTER = re.compile(
    r" (?:Theat(?:re|er)|Street|Club|Hall|Museum|Gallery|Alley|Cinema|Tour|Band|Baby|Orchestra)\b"
)
"""After an amount: a venue or the like, as in "Fifty Cent Theatre"."""
_RAPPER = "50 Cent"
"""The rapper: an amount has no capital letter."""
NO_PRICE = re.compile(
    r"100元素|[一二三]元(?:一次|二次)?方程|50 cents?(?='s)|million dollars|"
    r"(?:三|二|一|多)元(?:复始|桥|里|论)|"
    r"(?:\d+|[一二三四五六七八九十两]+)块(?:装|儿|巧克力|屏|腹肌|拼图|积木|地砖|木板|石头|电池)|"
    r"满\s?\d+\s?件|\$64,000 question|九块九包邮时代|《[^《》]{1,30}》|two cents(?! each)"
    r"|my two cents|grand piano",
    re.IGNORECASE,
)
"""Phrases with a number and a unit of money that are no price."""
_WEIGHT_WORDS = re.compile(
    r"\b(?:weigh(?:s|ed|ing|t|ts)?|kettlebells?|dumbbells?|barbells?|bench|press(?:ed|es)?"
    r"|lift(?:s|ed|ing)?|lose|lost"
    r"|turkey|quarts?|ounces|inches|heavy|lighter|carry|carries|holds|plates|luggage|suitcase"
    r"|fish|catch|caught|baby|newborn|puppy|dog|ham|roast|brisket|flour|potatoes|apples|vest"
    r"|anvil"
    r"|of (?:kibble|flour|rice|clay|sand|dog food|coffee beans|soil|compost|force|pressure"
    r"|thrust))\b"
)
"""Words near "pound" that make it a weight."""
_MONEY_WORDS = re.compile(r"[$£€]|\b(?:price|only|just|for|off|save|cheap|pay|costs?|gets|yours)\b")
"""Words near "pound" that make it money all the same."""


def is_no_price(text: str, span: CharRange) -> bool:
    """Whether the amount at `span` is money but no price."""
    start, end = span
    before, after = surroundings_of(text, span, _NEAR).within(_SENTENCE_END)
    amount = text[start:end]
    if _CAPITALIZED.fullmatch(amount) and _VENUE_AFTER.match(after):
        return True
    if amount == _RAPPER:
        return _SOLD.search(before) is None
    if amount.casefold().endswith("euro") and _EURO_STANDARD_AFTER.match(after):
        return True
    if not (_BEFORE.search(before) or _AFTER.match(after)):
        return False
    return _SOLD.search(before) is None and _SOLD.search(after[:12]) is None


def is_weight(around: str) -> bool:
    """Whether "pound" is a weight, by the words around it."""
    return _WEIGHT_WORDS.search(around) is not None and not _MONEY_WORDS.search(around)
