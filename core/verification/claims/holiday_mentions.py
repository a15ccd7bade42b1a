"""Detect names of holidays that are not claims about a day that is near.

A name may be subject matter of a story or course, an exception in a rule, a distant date, a
person's name, or digits that happen to look like a holiday (五一 in 三块五一袋).
"""

import re

from core.verification.findings import CharRange

_NEAR = 60
_SENTENCE_END = re.compile(
    r"[。！？!?\n；;]|(?<!\bmr)(?<!\bms)(?<!\bdr)(?<!\bst)(?<!mrs)\.(?=\s|$)", re.IGNORECASE
)

_SUBJECT_MATTER = re.compile(
    r"来稿|小时候|那一?年|童年|习俗|来历|由来|典故|公开课|讲座|老照片|投稿|来信|播客|票房|主演"
    r"|点播|龙套|从何而来|怎么来"
    r"|怎样来"
    r"|起源|老规矩|老传统|民俗[馆课学史]|礼仪|第[一二三四五六七八九十\d]{1,3}[讲课章回集]"
    r"|叫什么|课文|征文|散文"
    r"|数据报告|报告发布|白皮书|大数据|复盘|回忆录|口述|史料|考据|传说|诗词|古诗|剧情|结局|片段"
    r"|歌词|档案|英[语語][课課]|用[语語]|的做法|配方卡|[国國]人的(?:习惯|習慣|传统|傳統|节日|節日)"
    r"|\b(?:explain(?:s|ed|ing)?|invented|origins?|histor(?:y|ical|ian|ians)|lecture|talk (?:on"
    r"|about)"
    r"|c(?:ome|omes|ame) (?:from|about)|chapter|archives?|essays?|documentary|folklore"
    r"|photo(?:graph)? exhibition|book club|re-?runs?|quiz question|crossword|victorians?|romans"
    r"|medieval|centur(?:y|ies)|once upon|in the (?:story|book|tale|series)|scene|plot|lyrics"
    r"|tradition (?:of|behind|began)|traditions (?:of|behind|began)|became|grew up|memories of"
    r"|remember(?:s|ed|ing)? the)\b",
    re.IGNORECASE,
)
_EXCEPTED_BEFORE = re.compile(
    r"(?:\bexcept(?:ing)?(?: for| on)?|\bexcluding|other than|apart from|but not on"
    r"|\bclosed(?: on| for)?"
    r"|(?:not|n't|cannot)(?: be)? (?:valid|used?|redeem(?:ed)?|available|apply|ship|deliver|open)"
    r"(?: (?:on|over|during|for))?|unavailable (?:on|over|during)|black-?out (?:dates?|days?):?"
    r"|no (?:deliveries|delivery|service|classes|collections?) (?:on|over|during))"
    r" (?:[\w' ]{1,24}(?:,| and| or) ){0,3}$"
    r"|(?:除了?|不含|不包括|避开|错开)[^，。！？\n]{0,12}$",
    re.IGNORECASE,
)
_EXCEPTED_AFTER = re.compile(
    r"[^，。！？,.!?\n]{0,8}(?:除外|不可用|不适用|不参与|不营业|停用|不能用|闭馆|停业|停诊|休息"
    r"|不发货|不配送|停运)"
)
_DIGITS = re.compile(r"[一二三四五六七八九十]{2}$")
_NUMBER_BEFORE = re.compile(r"[一二三四五六七八九十百千万零〇点元块毛角第号\d]$")
_NUMBER_AFTER = re.compile(
    r"[一二三四五六七八九十百千零〇\d号楼室座排栋层米克斤个袋盒瓶只支杯碗份套双条根串把张颗粒%％]"
)
_MONTHS_BEFORE = re.compile(
    r"(?:在|去|前|上|下)$|(?:离|距|距离)(?:下一个|下个|今年)?$|\bmonths (?:until|till|before|to"
    r"|from|after"
    r"|away from)(?: the)? $",
    re.IGNORECASE,
)
_MONTHS_AFTER = re.compile(
    r"(?:还|尚|仍)?有?(?:大?半年|[一二两三四五六七八九十几好\d]{1,3}个?多?月|几个月)"
)
_NO_NEED = re.compile(
    r"\b(?:do(?:es)?n't|do(?:es)? not|never|no|without) (?:need|needing|have to wait"
    r"|wait(?:ing)?)"
    r"(?: (?:for|until|till|to be|it to be))?(?: a| an)? $"
    r"|\bas \w+ as (?:an? |the )?$"
    r"|\b(?:stories|tales|memories|histor(?:y|ies)|photos|pictures|legends|customs"
    r"|recollections) (?:of|from|about)"
    r" (?:[\w']+ ){0,2}$"
    r"|(?:还有|还要|再过|再等)[一二两三四五六七八九十好几\d]{1,3}个多?月(?:才|就)?(?:到|是|过"
    r"|等来)?$"
    r"|不(?:在|止|只在|光在|单|仅|等|靠|过|为|用非?得?等?)$",
    re.IGNORECASE,
)
_NAMED_BEFORE = re.compile(
    r"\b(?:band|group|duo|trio|team|racehorse|ship|boat|song|track|puppy|kitten|cat|dog|pony"
    r"|mare|horse|rabbit|hamster|baby|parrot|donkey|goat|named|called"
    r"|dr\.?|mrs?\.?|ms\.?|(?:meet|by|with|from|ask|follow|thanks,|chef|coach|author|editor|nurse"
    r"|artist|singer) (?-i:[A-Z][a-z]+)) $",
    re.IGNORECASE,
)
_WORK_BEFORE = re.compile(
    r"\b(?:(?:19|20)\d\d (?:[a-z]+ ){0,2}|(?:the|a) (?:[a-z]+ ){0,1})(?:movie|film|novel"
    r"|musical|sequel|sitcom|thriller"
    r"|slasher|album|classic),? (?:called |titled )?[\"“]?$",
    re.IGNORECASE,
)
_EXTENSION_BEFORE = re.compile(
    r"(?:分机|请?按|输入|內線|内线|分機|房间|工号|尾号|编号|航班|车次|门牌)(?:号"
    r"|號)?[是为：:]?\s?$|\b(?:extension|ext\.?|room|flight|bus|route|line) $",
    re.IGNORECASE,
)
_GIVEN_NAME = re.compile(
    r"\b(?!Happy|Merry|This|Our|Your|The|Big|Early|Late|White|All|Every)[A-Z][a-z]{1,11} $"
)
_ACTS_AFTER = re.compile(
    r" (?:replied|liked|commented|posted|sent|wrote|joined|shared|tagged|invited|followed"
    r"|messaged"
    r"|accepted|mentioned|reviewed|says|said|wants to|is typing|started|rated|waved|requested"
    r"|is (?:running|standing) for|is (?:hosting|teaching|playing|moving|leaving|retiring)"
    r"|added|teaches|plays|sings|paints|cooks|signs)\b|'s (?:new |latest |debut )"
)
_NAME_GOES_ON = re.compile(r"-[A-Z][a-z]")
_WORK_AFTER = re.compile(
    r"(?: [A-Z][a-z]+){0,2},? (?:the |a )?(?:19|20)\d\d (?:[a-z]+ )?(?:film|movie|musical"
    r"|single)\b"
    r"| (?:blu-?ray|dvd|biography|memoir|box set|paperback|autobiography|bab(?:y|ies))\b"
    r"|(?: Eve| Day| morning| night)?,? (?:of |in )?(?:19\d\d|200\d|201\d)\b|"
    r",? (?:the |a )?(?:(?:19|20)\d\d )?(?:[a-z]+ ){0,2}(?:movie|film|novel|musical|sitcom"
    r"|ballet)\b"
    r"|[一-龥]{0,2}档(?!口)|[这那](?:首|部|幅|篇|本|支|出|场|张"
    r"|[只条匹头](?=[小大橘白黑花灰]?[猫狗鱼马牛兔犬]))"
    r"|[^.!?\n]{0,30} (?:have|has) been (?:paid|refunded|processed|archived)\b",
    re.IGNORECASE,
)
_CALLED_BEFORE = re.compile(
    r"(?:叫|名[为為]|取名|[唤喚]作|[艺藝小乳大店网網]名)(?:就)?[是叫为為]?[「『“\"]?$"
)
_DAYS = re.compile(r"[节節]日|这[一]?天|這[一]?天|日子")
_SINCE_BEFORE = re.compile(r"(?:自|从|從)[^，。！？\n]{0,8}(?:19|20)\d\d年的?$")
_SINCE_AFTER = re.compile(r"[^，。！？\n]{0,6}(?:以来|以來|至今|起|就|[开開]始)")
_THANKED_BEFORE = re.compile(
    r"(?:感[谢謝]|[谢謝]{2}|多[谢謝])[^，。！？\n]{0,10}$"
    r"|\bthank(?:s| you)(?: all)? for [^.!?\n]{2,50} (?:over|during|at|on|through) $",
    re.IGNORECASE,
)
_PAST_OR_DEFINED_AFTER = re.compile(
    r"是(?:农历|農曆|哪一?天|几月|幾月)|(?:买|買|下单|下單|订|訂|囤)的那"
    r"|那(?:批|次|阵|陣|会儿|會兒|时候|時候|趟|拨|撥)|[一-龥]{1,3}是一(?:种|種|道|首|部|款|本|支|位)"
)
_DENIED_AFTER = re.compile(
    r"[^，。！？?\n]{0,6}[？?] ?(?:不是|[并並才]不是|[错錯]|no\b|nope\b|not\b)", re.IGNORECASE
)
"""A question that the text itself answers with no, such as "Christmas? No."."""
_CURRENT_EVENT = re.compile(
    r"\b(?:night|marathon|sale|deals?|tonight|today|starts?|opens?|now)\b|今[晚天日]|正在"
)


_DATES = re.compile(r"(?:fourth|4th) of july|july (?:4(?:th)?|fourth)|may day", re.IGNORECASE)
_RANGE_BEFORE = re.compile(
    r"\b(?:through|thru|until|till|by|to|between [^.!?\n]{1,24} and|up to|ending|ends(?: on)?"
    r"|since"
    r"|expires(?: on)?|due(?: on| by)?|dated|of) (?:the )?$",
    re.IGNORECASE,
)
_STATES = (
    r"(?:Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida"
    r"|Georgia|Hawaii|Idaho"
    r"|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan"
    r"|Minnesota"
    r"|Mississippi|Missouri|Montana|Nebraska|Nevada|New [A-Z][a-z]+|North [A-Z][a-z]+"
    r"|South [A-Z][a-z]+|Ohio"
    r"|Oklahoma|Oregon|Pennsylvania|Tennessee|Texas|Utah|Vermont|Virginia|Washington|Wisconsin"
    r"|Wyoming|[A-Z]{2}\b)"
)
_PLACE_AFTER = re.compile(rf", (?:and [A-Z][a-z]+, )?{_STATES}")
_OTHER_AFTER = re.compile(
    r" (?:(?:[a-z]+ )?(?:classic|slasher|thriller|short|special) (?:of|from) (?:19|20)\d\d\b"
    r"|(?:is|are) (?:celebrated|observed|marked|known) |is an? (?:[a-z]+ )?holiday in\b"
    r"|(?:[a-z]+ ){1,2}from last year\b"
    r"|is in (?:January|February|March|April|May|June|July|August|September|October|November"
    r"|December)\b"
    r"|returns\b(?! (?:to|on|in|with|this|next)\b)|tsunami|agreement\b|truce|uprising|blizzard of"
    r"|out\b|club (?:account|savings)|savings club|pennant|crab|moth|fern|cactus|cacti"
    r"|rose bush|hellebore"
    r"|disease|factor|holdings?|ltd|inc|llc|church|parish|chapel|college|academy|avenue|court"
    r"|close|common|steps"
    r"|pub\b|arms\b|inn\b|spa\b(?=\?)|species|seals?\b|number\b(?= one)|rates at the maternity)"
    r"|[红紅](?![色毛围圍裙唇包礼禮丝絲帽袜襪酒袍衣杯绒絨配])|[伽果](?![品])|仙人掌|蟹爪",
    re.IGNORECASE,
)
_ARTICLE_BEFORE = re.compile(
    r"\b(?:have|had|it's|it is|what|such|make it|was|for) an? $", re.IGNORECASE
)
_BOXING = re.compile(
    r"\b(?:gym|gloves?|wraps?|heavy bags?|rounds?|ring|sparring|coach|bouts?|beginners|pads"
    r"|jab|fighters?)\b",
    re.IGNORECASE,
)
_PRAYER_BEFORE = re.compile(
    r"\b(?:of|in|with|and|prayers?|hymns?|service|heartfelt|national|words of|day of) $",
    re.IGNORECASE,
)
_CHILDBIRTH = re.compile(
    r"\b(?:maternity|ward|midwife|midwives|birth|contractions|hospital bag|baby)\b", re.I
)
_FOOD_BEFORE = re.compile(
    r"(?:吃|煮|包|炸|冻|凍|做|滚|滾|搓|摇|搖|一[碗个袋盒锅颗]|[颗个袋盒碗]|馅|味|芝麻|花生|手工"
    r"|现摇|糯米)的?$"
)
_FOOD_AFTER = re.compile(
    r"(?:手工[课課]|[馅餡粉皮锅鍋汤湯碗]|怎么|怎麼|(?:和|跟|与|與)[汤湯]?[团圆圓]|(?:下|出"
    r"|入)[锅鍋]|有[三四五六多]种|[课課]|破皮|[随隨][时時]|的做法|机|機)"
)


def only_mentions(text: str, span: CharRange) -> bool:
    """Whether the holiday at `span` is only mentioned, not presented as a day that is near."""
    start, end = span
    before = _last_sentence(text[max(0, start - _NEAR) : start])
    after = _first_sentence(text[end : end + _NEAR])
    return (
        _is_number(text[start:end], before, after)
        or _DENIED_AFTER.match(text, end, end + _NEAR) is not None
        or _THANKED_BEFORE.search(before) is not None
        or _is_excepted(before, after)
        or _is_name(text[start:end], before, after)
        or _is_other_sense(text, span, before, after)
        or _SUBJECT_MATTER.search(before) is not None
        or _SUBJECT_MATTER.search(after) is not None
    )


def _last_sentence(before: str) -> str:
    ends = list(_SENTENCE_END.finditer(before))
    return before[ends[-1].end() :] if ends else before


def _first_sentence(after: str) -> str:
    stop = _SENTENCE_END.search(after)
    return after[: stop.start()] if stop else after


def _is_number(name: str, before: str, after: str) -> bool:
    """Whether the name is part of a number."""
    if name == "元宵" and after.startswith("夜") and _NUMBER_BEFORE.search(before):
        return True
    if name[-1:].isdigit() and _EXTENSION_BEFORE.search(before):
        return True
    return _DIGITS.match(name) is not None and (
        _NUMBER_BEFORE.search(before) is not None or _NUMBER_AFTER.match(after) is not None
    )


def _is_other_sense(text: str, span: CharRange, before: str, after: str) -> bool:
    """Whether the name is a calendar date, a place, a plant, a dish, or common words."""
    start, end = span
    name = text[start:end]
    if _PLACE_AFTER.match(after) or _OTHER_AFTER.match(after):
        return True
    if _DATES.fullmatch(name):
        return _RANGE_BEFORE.search(before) is not None
    if name == "元宵":
        return _FOOD_AFTER.match(after) is not None or _FOOD_BEFORE.search(before) is not None
    return name.isascii() and _is_common_words(text, name, start, before)


def _is_common_words(text: str, name: str, start: int, before: str) -> bool:
    """Whether the name is common words: have a good Friday, a gym's boxing day pass, a prayer of
    thanksgiving.
    """
    around = text[max(0, start - _NEAR) : start + 2 * _NEAR]
    if name == "good Friday":
        return True
    if name == "Good Friday":
        return _ARTICLE_BEFORE.search(before) is not None
    if name in ("boxing day", "Boxing day"):
        return _BOXING.search(around) is not None
    if name in ("labor day", "Labor day"):
        return _CHILDBIRTH.search(around) is not None
    return name == "thanksgiving" and _PRAYER_BEFORE.search(before) is not None


def _is_excepted(before: str, after: str) -> bool:
    """Whether the day is an exception in a rule, or distant."""
    if _EXCEPTED_BEFORE.search(before) or _EXCEPTED_AFTER.match(after) or _NO_NEED.search(before):
        return True
    return _MONTHS_BEFORE.search(before) is not None and (
        before.endswith(" ") or _MONTHS_AFTER.match(after) is not None
    )


def _is_name(name: str, before: str, after: str) -> bool:
    """Whether the name is that of a person, a work or a thing, or of a past day."""
    if _WORK_AFTER.match(after) and not _CURRENT_EVENT.search(after):
        return True
    if not name.isascii():
        called = _CALLED_BEFORE.search(before) and not _DAYS.search(before)
        since = _SINCE_BEFORE.search(before) and _SINCE_AFTER.match(after)
        return bool(called or since or _PAST_OR_DEFINED_AFTER.match(after))
    if _WORK_BEFORE.search(before) or _NAMED_BEFORE.search(before):
        return True
    if _GIVEN_NAME.search(before) is None:
        return False
    return _ACTS_AFTER.match(after) is not None or _NAME_GOES_ON.match(after) is not None
