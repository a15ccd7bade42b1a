"""Detect brands that a text only mentions, without claiming that the item is of that brand.

Such a brand is what the item fits, a neighbouring place, the subject of a book, a machine that is
serviced, or a comparison. The words directly before or after the name decide.
"""

import re

from core.verification.findings import CharRange

_NEAR = 48
"""Characters before and after a name that are searched."""
_WORD = r"[一-龥a-z0-9]"

_FIT = (
    r"(?:slot|clip|snap|plug|screw|fit|sit|slid|slide|strap|hook|mount|attach|connect|sync|pair"
    r"|bolt|"
    r"cling|click|work|talk|latch|thread|wire|hitch|tuck|drop|go|stick|cut|cast|stream)"
    r"(?:s|es|ed|t?ing)?"
)
"""Verbs of fitting or connecting to a product."""
_CARE = (
    r"(?:mount|clamp|keep|charge|protect|store|clean|dock|carry|hang|power|plug|pair|connect"
    r"|cover|hold|"
    r"upgrade|wash|dress|refill|descale|cool|prop|wrap|stand|fix|repair|mend|sell|recycle"
    r"|return|trade|"
    r"attach|clip|strap|stick|screw|link|sync|cast|stream|give|let|turn|tuck|stash|slip|put"
    r"|place|perch|"
    r"rest|lift|shield|guard|service|tune|silence|feed|park|drive|play|pack|fasten|hook|lock"
    r"|light|"
    r"label|track|steady|level|set|swap|restring|resole|rewire|restore|customi[sz]e"
    r"|personali[sz]e|"
    r"accessori[sz]e|decorate|top off|free|save|move|match|finish|pimp|kit out)"
)
"""Verbs of using or caring for a product that the reader owns."""
_GET = (
    r"(?:meet|get|grab|claim|collect|reserve|find|shop|order|buy|choose|pick|see|love|enjoy"
    r"|take|bring|unbox|"
    r"discover|win|design|book|try|for|with|and|now|here's|request|unwrap|own|have|snag|score"
    r"|secure|build|"
    r"view|track|open|receive|want|need|that's|it's|finally|gift|give|upgrade to|welcome|about"
    r"|rent|preorder|"
    r"pre-order|add|wear|pull on|lace up|make|complete|start|step into|on|in|of)"
)
"""Words after which "your" and a brand are the goods for sale."""
_SALES = (
    r"(?:ideas|gifts|deals|offers|discounts|savings|votes|fans|queues|doors|prices|points"
    r"|vouchers|"
    r"coupons|orders|thanks|hours|minutes|days|weeks|months|years|markdowns|sales|cheers|pounds"
    r"|dollars|"
    r"bucks|rewards|colou?rs|sizes|is|was|this|us|plus|as|has|does|yes|always|across|class)"
)
"""Words before "for" that speak of the sale, not of an accessory."""
_BEFORE = re.compile(
    rf"\b{_FIT} (?:in|into|on|onto|to|with|inside|over|around|under|behind|like|as well as)"
    r"(?: (?:an?|the|most|any|all|every|many|your|both|old|older))*\s$"
    r"|\bfits? (?:most|all|many|both|snugly|neatly|inside|into|over)(?: (?:an?|the|in|on))*\s$"
    rf"|(?:^|[.!?,:;(–—-] ?|\b(?:and|or|to|then|can) )(?!{_GET}\b)[a-z]{{3,}}(?: down| up| off"
    rf"| out)? your"
    r"(?: old| new)? $"
    rf"|\b{_CARE}s? (?:up )?(?:your|his|her|their|my|our|the kids'|every|any|old|both"
    rf"|most)(?: old| new)?\s$"
    rf"|\b{_CARE}s? (?:up )?your (?:[\w-]+,? ){{1,3}}(?:and|or|&) $"
    rf"|(?<!all )\b(?!{_SALES}\b)[a-z]{{2,}}(?<!s)s for (?:the |an? |most |any |all |old )*\s?$"
    r"|\b(?:repair|service|servicing|kit|support|help|replacement|spare|adapter|charger|case"
    r"|cover"
    r"|tray|rack|stand|holder|mat|glass|film|ink|toner|oil|lid|filter) for (?:the |an? )?$"
    r"|\b(?:sized|shaped|cut|tuned|rated|made|built|ideal|safe|meant|mou?lded|tailored|approved"
    r"|tested|suited|right"
    r"|designed|engineered|measured|trimmed) (?:for|to) (?:an? |the |your |most |any |all )*$"
    r"|\b(?:book|story|history|rise|fall|life|founders?|memoir|biography|museum|tale|talk|article"
    r"|documentary|film|podcast|essay|novel|chapter|lecture) (?:on|of|about|behind|by|at|from)"
    r" (?:the (?:rise|fall|story|making|history|birth|founders?|men|women|people|man|woman)"
    r" (?:of|behind|at) )?(?:the )?$"
    r"|\b(?:alternative|answer|rival|cousin|challenger|competitor|successor|next)(?:s)? to"
    r" (?:the |an? )?$"
    r"|\bas \w+ as (?:the |an? )?$|\b(?:half|twice|double|third|quarter"
    r"|fraction) [\w ]{0,20}of (?:the |an? )?$"
    r"|\b(?:doors?|steps?|minutes?|blocks?|throw) from (?:the )?$|\b(?:next to|next door to"
    r"|opposite|across from|over from|beside|near|nearby|behind|above"
    r"|below"
    r"|between|past|around the corner from|in front of|same \w+ as|up the road from|outside)"
    r" (?:the |an? )?$"
    r"|\bwe(?:'ll| will| also)? (?:take|accept|buy|collect|recycle|repair|service|fix|mend"
    r"|restore"
    r"|re[a-z]+|unlock|value|clean|convert|sharpen|tune|wrap)(?: in)?(?: any| old| used| broken"
    r"| most| all)*\s$"
    r"|\b(?:log|sign|signing|logging|pay|paying|checkout|check out|scan|search|order|find us"
    r"|follow us"
    r"|message us|listen|download|available|watch|share|navigate)(?: in| up| it| us)?"
    r" (?:with|on|via|through|using|in|from|by)(?: your)?\s$"
    r"|\b(?:ex|former|formerly|once|used to work) (?:at |of |with )?$"
    r"|\b(?:owners?|users?|drivers|riders|wearers) of (?:an? |the )?$"
    r"|\b(?:convert|converts|turn|turns|transforms?|cleans?|descales?|charges|silences|protects?"
    r"|opens|unlocks|repairs|mends) (?:an?|any|most|all|your|old)(?: old)? $"
    r"|\b(?:for|fits?|suits?|with|into|onto) (?:(?-i:[A-Z])[\w'-]+(?:,? (?:and|or|&) |, )){1,4}$"
    r"|\b(?:replaces?|beats?|outlasts?|outperforms?|rivals|challenges|undercuts) (?:the |an? )?$",
    re.IGNORECASE,
)
"""Before a brand: it is fitted, cared for, told about, compared with or near by."""
_AFTER = re.compile(
    r"(?: (?:engineers?|founders?|veterans?|designers?|alumni|owners?|store|stores|building"
    r"|museum"
    r"|account|login|id)\b|'s (?:founder|rise|fall|story|history)\b| (?:won|lost|rose|fell|began"
    r"|nearly)\b)"
    r"| machines? (?:owners|users|pods|capsules|descaler|cleaner|tablets|filters?|parts"
    r"|accessories)\b"
    r"| (?:deserves|needs|will thank|will love|thanks)\b"
    r"|(?: [\w-]+){0,2} (?:repairs?|servicing|owners?|drivers?|trade-ins?|recycling|meet-?up|club"
    r"|collectors?|compatible|spares|resoling|restringing|valuations?|unlocking|exhibition)\b",
    re.IGNORECASE,
)
"""After a brand: its people, buildings, history or services."""
_HAN_BEFORE = re.compile(
    r"(?:讲述|讲的?是?|写的?是?|聊聊?|谈谈?|关于|揭秘|解读|走进|细说|漫谈|解码|回顾|传记："
    r"|纪实：|与|和|跟|同"
    r"|打开|下载|登录|关注|搜索|紧挨|挨着|毗邻|(?:隔壁|对面|旁边|楼下|楼上|附近"
    r"|转角)[就便]?(?:是|有)|不[止只光仅]|除了|修过[上几]?[千百十万\d]{0,4}[台部辆架]?"
    r"|(?:装|放|挂|贴|插|卡|夹|套|接|配|摆|塞|扣)(?:在|进|到)|(?:放|挂|贴|插|卡|夹|套|接|塞"
    r"|扣)上|懂|读懂|看懂|用惯了?|受够了?"
    r"|用腻了?|厌倦了?|离开"
    r"|(?:从前|曾经?|以前|原来|当年|早年|年前)在"
    r"|近|靠近|位于|二手|旧|老|收|回收|收购|维修|专修|修|保养|清洗|改装|破解|器材：|设备："
    r"|拍摄于|摄于|敢跟|敢和"
    r"|(?:能|可|可以|拿来|用来)当(?:成|作)?|堪比|直逼|叫板|挑战|超越|赶超|不亚于|不逊于|看齐"
    r"|毗连|前身是|曾任职|任职|就职|供职"
    r"|毕业于|退役)\s?$"
)
_USE_VERBS = (
    r"(?:插|放|装|戴|用|配|接|连|充|套|夹|贴|挂|吸|塞|卡|换|穿|读|玩|扫|识别|适配|匹配|安装"
    r"|使用|搭)"
)
"""Chinese verbs of using an accessory with a product."""
_ACCESSORIES = (
    r"(?:包|袋|套(?!餐|装|房|票|盒)|壳|膜|(?<![书衣鞋酒])架|座|配件|滤芯|滤网|表带|耗材|墨盒"
    r"|充电器|充电线|数据线|刷头|替换|支架"
    r"|贴|罩|垫|帽|背带|肩带"
    r"|滤镜|脚垫|雨刷|雨刮|机油|遮阳|收纳|挂件|底座|转接|电池|清洁)"
)
"""Accessories after 的."""
_FITTED_ACCESSORIES = (
    r"(?:脚垫|箱垫|座垫|座套|替换头|表带|表链|手柄套|琴弦|防尘罩|柜门|挂钩|改装件|车衣|雨刷"
    r"|雨刮片?|键帽|镜头盖"
    r"|背带|机身贴|彩膜|内胆包|尘袋|转接环|转接头)"
)
"""Accessories named directly after the brand that they fit."""
_HAN_AFTER = re.compile(
    rf"{_WORD}{{0,8}}?(?:里|上|内|中)?(?:都|也|均)?(?:能|可以?|专|正好)?{_USE_VERBS}(?:得下|得了"
    r"|得上|上|进|得)?的(?!是)"
    rf"|{_WORD}{{0,6}}?的[一-龥]{{0,4}}{_ACCESSORIES}"
    rf"|{_WORD}{{0,5}}?{_FITTED_ACCESSORIES}(?=[，。！,!\s]|$|到|上|补|两|三|一|有|送)"
    r"|(?:手机|平板|电脑|手表|相机)(?:支架|保护[壳套])"
    r"|(?:怎么|怎样|如何)[^，。！？\n]{1,8}(?:的|起来|下来)|(?:写代码|工作过|上班|任职|实习"
    r"|干过|待过)"
    r"|[一-龥]{0,5}?(?:维修|检修|保养|清洗|回收|换屏|换电池|贴膜|收购|扫码|账号|账户|登录|车友"
    r"|车主|同场|同台|同框"
    r"|置换|抵|折价|改装|解锁|专修|鉴定|二手|旧款|旧机|退役|用户|粉丝|店员|工程师|设计师|创始人"
    r"|总部|园区|大楼|大厦|旗舰店对面)"
    r"|的?(?:对面|隔壁|楼上|楼下|旁边?|附近|路口|门口|斜对|后面|北侧|南侧|东侧|西侧)"
    r"|的?(?:创业|总裁|帝国|发家|兴衰|成长史|品牌史|往事|三十年|二十年|百年|崛起|沉浮)"
    r"|(?:手机|平板)?\d{0,3}[^，。！？\n]{0,4}(?:及|或)(?:以上|更新|更高)"
    r"|[^，。！？\n]{0,8}机型"
    r"|[^，。！？\n的]{0,10}的(?:外接|外置|备用|第二块?|副)(?:硬盘|屏|显示器|键盘|电池|手柄|音箱)"
    r"|[^，。！？\n]{0,8}(?:都|均|也|全|统统)(?:能|可以?)?(?:夹|吸|装|放|套|充|插|卡|塞|贴|连"
    r"|认|带)得?(?:住|上|下|进|了|到)?(?=[，。！,!\s]|$)"
    r"|(?:老师|同学|教练|先生|女士|师傅|小姐|医生|阿姨|叔叔|爷爷|奶奶|小朋友)"
    r"|(?:问童子|问答|听琴|听泉|赏月|对弈|里的[一-龥]{0,3}[鸟蛋雏]|里(?:有|飞|孵))"
    r"|(?:如何|怎样|是怎么)(?:走|从|打|做到今|成|起家|崛起)|的旧"
)


_ANIMAL_BRANDS = frozenset(
    re.split(
        " ",
        "太平鸟 骆驼 红牛 啄木鸟 鳄鱼 袋鼠 飞鹤 小天鹅 白象 斑马 熊猫 凤凰 海豚 老虎 七匹狼 "
        "企鹅 小熊",
    )
)
"""Chinese brands that are also animals."""
_ANIMAL_BEFORE = re.compile(
    r"(?:[只群对對窝窩头頭匹尾峰](?:小|大|野|可爱的)?|[来來飞飛][了过過到]?|公园里?的?"
    r"|动物园里?的?|森林里的?|看见|看到|拍到|画了?|喂)$"
)
_COMMON_WORD_BRANDS = frozenset(
    re.split(
        " ",
        "apple dove canon shark ninja puma jaguar penguin fox coach gap tide dawn champion "
        "monster target giant trek purple brother singer bounty fairy iris osprey kong "
        "purple citizen head martin crest joy gain ring nest blink specialized lodge keen "
        "columbia ray visa mars bounce secret swift eagle falcon mustang beetle galaxy pixel "
        "kindle surface echo amazon oracle shell subway guess diesel fossil swatch pilot "
        "sharp parker coleman burton whoop pampers stanley marshall casper hoover bolt beats "
        "polo levi bosch away method seventh ivory caress olive orange blackberry razer "
        "lotus ram dodge ford",
    )
)
"""English brands that are also common words."""


def _is_common_word(text: str, name: str, before: str) -> bool:
    """Whether the name is a common word here: lower case in a text that has capitals, or an animal
    ("doves at the feeder").
    """
    if name in _ANIMAL_BRANDS:
        return _ANIMAL_BEFORE.search(before) is not None
    lower_name = name.lower()
    return (
        lower_name in _COMMON_WORD_BRANDS
        and name == lower_name
        and text[:_CASE_SAMPLE] != text[:_CASE_SAMPLE].lower()
    )


_CASE_SAMPLE = 200
"""Characters at the start of a text that are checked for capitals."""
_PLURAL_ANIMALS = re.compile(
    r"(?:doves|ospreys|pumas|jaguars|penguins|eagles|falcons|swifts|mustangs|beetles|sharks"
    r"|apples)\b",
    re.IGNORECASE,
)


def only_mentions_brand(text: str, span: CharRange) -> bool:
    """Whether the brand at `span` is mentioned without being claimed as the item's brand."""
    start, end = span
    before, after = text[max(0, start - _NEAR) : start], text[end : end + _NEAR]
    return (
        _BEFORE.search(before) is not None
        or _HAN_BEFORE.search(before) is not None
        or _AFTER.match(after) is not None
        or _HAN_AFTER.match(after) is not None
        or _is_common_word(text, text[start:end], before)
        or _PLURAL_ANIMALS.match(text, start) is not None
    )
