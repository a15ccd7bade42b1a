"""Sentence patterns with a gap for any noun, which say that the reader did something with goods.

They supplement the word lists of `act_words`: "there's a ... in your cart", 购物车那台…,
您家那台…该换….
"""

from typing import NamedTuple


class Frame(NamedTuple):
    """A regular expression for text `without_disguises`, and the kind of act that it claims."""

    kind: str
    pattern: str


_CLAUSE = r"(?:^|(?<=[\n.,:!?;–—]) ?|(?<=hi )|(?<=hey ))"
_THE = r"(?:the|that|those|these|your|our|a|an|one|two|three|some|\d+(?! ?%))"
"""What a noun phrase for goods begins with."""
_NOT_GOODS = (
    r"(?!(?:[^.!?;:,\n]{0,30} )?(?:discount|code|coupon|voucher|saving|savings|gift|free|sample"
    r"|samples|room|space|nothing|total|shipping|delivery|tax|button|bug|feature|limit|update"
    r"|new way|way|price|prices|when|if|will|can|may|must|need|needs|appears?|shows?|put|add"
    r"|place|drop|pop|leave|keep|points|offer|mistake|error|everything|anything|more) )"
)
"""Nothing of this may follow, or it is an offer, a feature or an instruction."""
_YOUR = (
    r"(?:your|ur|ya|yr)(?: (?:company|team|office|firm|school|studio|business|clinic|practice"
    r"|department|lab|site|shop)'?s)?"
)
_CART = r"(?:shopping )?(?:cart|basket|baskit|trolley|trolly|🛒|shopping bag|checkout)"
_NOT_YET = r"(?! (?:when|if|once|until|at checkout|automatically|before|to (?:get|see|unlock)))"
"""No condition or instruction follows."""
_STATE_AFTER = (
    r"(?=,? (?:is|are|was|were|has|have|had|now|just|still|came|comes?|went|dropped|drops?|ships?"
    r"|sold|got|gets?|returns?|returned|will|also|back|only|pairs?|fits?|needs?)\b)"
)
"""A verb about the goods follows, so that the act before it is over."""

_EN_CART = (
    rf"{_CLAUSE}(?:there(?:'s| is| are| were) |still )?{_NOT_GOODS}{_THE} [^.!?;:,\n]{{2,50}}? "
    rf"(?:in|inside) {_YOUR} {_CART}(?![a-z]){_NOT_YET}"
    rf"|(?:sitting|waiting|parked|left|still|resting|lingering|napping|stuck|idling|held) "
    rf"(?:in|inside|at) {_YOUR} {_CART}(?![a-z])"
    rf"|{_CLAUSE}there(?:'s| is| are) {_NOT_GOODS}{_THE} [^.!?;:,\n]{{2,30}}? in {_YOUR} bag"
    r"(?![a-z])"
    r"|(?<![a-z])(?:we're|we are|we've|we|still) (?:holding|kept|saved|saving|reserved|keeping)"
    r" (?:the|your|that|those) (?!date|day|seat|spot|place|table|room|parcel|order"
    r"|appointment|booking|slot"
    r"|details|data|progress|settings|pace|points|peace|feet|line|price|best|door|hand)"
    r"[^.!?;:,\n]{2,30}? (?:for you|aside|until|till|another|one more|a little longer|for one)\b"
    r"|(?<![a-z])you (?:haven't|have not|never|didn't)(?: quite"
    r"| yet)? (?:paid for (?:the|that|your)"
    r"|checked out|check out|made it past checkout)\b"
    rf"|{_YOUR} {_CART}'s (?:holding|got|still|been|waiting|about|feeling|full|hanging|keeping)\b"
    r"|(?<![a-z])(?:we|we're|we are|we've)(?: still| kept| keeping| been)? (?:holding|saved|kept"
    rf"|keeping|saving|hold) [^.!?;:,\n]{{2,40}}? in {_YOUR} {_CART}(?![a-z])"
)
_EN_SAVED = (
    rf"{_CLAUSE}(?:the|that|those|these|a|an|one|both|all the) (?!money|time|cash|energy|amount"
    r"|hours?|minutes?|pounds?|dollars?|fuel|day|file|life)[^.!?;:,\n]{2,40}? (?:you|u|ya)"
    rf"(?: have|'ve|'d| had| ve)? (?:saved|loved|kept|marked|flagged|tagged){_STATE_AFTER}"
    r"|(?<![a-z])on (?:your|ur) (?:wish ?list|wishlist|shortlist|must[- ]have list|want list"
    r"|hit list)(?![a-z])(?! (?:when|if|and we|to (?:get|see)|for|this))"
    r"|(?<![a-z])on (?:your|ur) list(?: since|,? (?:now|and) (?:back|on sale|in stock|down)| for"
    r" (?:weeks|months|ages|a while))\b"
)
_EN_BOUGHT = (
    r"(?<![a-z])your (?:team|company|office|firm|crew|department|studio|clinic|household)"
    r" (?:bought|purchased|picked up|chose)\b"
    r"|(?<![a-z])(?:the|your|that|those) [^.!?;:,\n]{2,40}? (?:we|we've|we have) (?:delivered|sent"
    r"|shipped|fitted|installed|sold|tailored|built)(?: to| for)? you\b"
    r"|(?<![a-z])(?:(?:the|that|those|this) (?!kids|children|family|people|friends|pets?"
    r"|staff|time)[^.!?;:,\n]{2,30}? (?:you|u)(?: already| now)?"
    rf" (?:own|have at home|have from us|bought|got last|picked up)){_STATE_AFTER}"
    r"|(?<![a-z])(?:you|u)(?:'re| are|r| re| must be| might be| may be|'ll be)?(?: probably"
    r"| nearly| almost| about)? (?:running low|running out|down to your last|nearly out"
    r"|almost out|about out) (?:on|of)? ?(?:your|the|that|coffee|those)?"
    r"|(?<![a-z])(?:running low|almost out|nearly out|down to the last|getting low|running out)"
    r"(?: on| of)? (?:your|that|the) [^.!?;\n]{2,30}? (?:from|you|we)\b"
    r"|(?:^|(?<=[\n.,:!?;] ))(?:loved|loving|enjoyed|enjoying|liked|happy with|pleased with)"
    r" (?:the|your|that|those) [^.!?;:,\n]{2,30}? (?:from us|we sent|we made|you got|you bought)\b"
    r"|(?<![a-z])(?:the|that|those) [^.!?;:,\n]{2,30}? (?:you|u)(?: already)? (?:got|grabbed|chose"
    r"|tried|rented|booked|had|have) (?:last|from us|with us|in (?:january|february|march|april|may"
    r"|june|july|august|september|october|november|december|spring|summer|autumn|winter)|back in)\b"
    r"|(?<![a-z])(?:restock|reorder|replenish) your\b"
    r"|(?<![a-z])(?:your|that|the) [^.!?;:,\n]{2,28}? (?:must|should|may|might|could) be (?:nearly"
    r"|almost|about|getting|running)? ?(?:empty|low|gone|finished|used up|out|done|due a|due for)\b"
    r"|(?<![a-z])how(?:'s|'re| is| are) (?:the|that|those|your) [^.!?;:,\n]{2,24}? (?:so far"
    r"|treating you|these days|getting on)\?"
    r"|(?<![a-z])your (?:old|existing|current|trusty|first|last) [^.!?;:,\n]{2,24}? from us\b"
    r"|(?<![a-z])(?:it's|its|it is|it has) been (?:[a-z]+|\d+) (?:week|month|year)s? since your"
    r" (?:new|first|last)? ?[^.!?;:,\n]{2,30}? (?:arrived|landed|came|shipped|was delivered)\b"
)

_EN_VIEWED = (
    r"(?<![a-z])(?:second|third|fourth|fifth|2nd|3rd|4th|5th) (?:time|visit|look|peek|trip)"
    r" (?:looking|viewing|checking|browsing|back|eyeing|to|at|this week|today)\b"
    r"|(?<![a-z])don't let (?:the|that|those|these|your) (?!summer|winter|spring|autumn"
    r"|season|day|night|week|moment|chance|sun|cold|heat|rain|deal|offer|opportunity|year|time|sale"
    r"|bug|flu|traffic|dream|holiday|fun|kids|news|scam"
    r"|price)[^.!?;:,\n]{2,24}? (?:get|slip|go|walk)"
    r" (?:away|by|past)\b"
    r"|(?<![a-z])(?:changed your mind|second thoughts|having doubts|still undecided|still torn"
    r"|still tempted|couldn't decide|can't decide|not sure|deciding)(?: yet)? (?:about|on|over|by) "
    r"(?:the|that|those|your)\b(?! (?:new|latest|rules?|vote|law|news|weather))"
    r"|(?:^|(?<=[\n.!] ))remember (?:the|that|those) (?!days?|time|summer|winter"
    r"|feeling|smell|taste"
    r"|year|old)[^.!?;:,\n]{2,28}\?"
    r"|(?<![a-z])(?:the|that|those) (?!prize|job|life|people|results?|news|help|change)"
    r"[^.!?;:,\n]{2,30}? (?:you|u) (?:wanted|fancied|were after|asked about|had in mind"
    rf"|missed out on|couldn't resist|tried on|tried){_STATE_AFTER}"
)
_PIECE = r"[箱袋罐桶束双件款台条支瓶套辆盏盒枚副顶把张本部只块份根床架组间对株盆提包幅]"
"""Measure words of goods."""
_ZH_BASKET = (
    r"(?:购物车|购物袋|购物篮|采购车|进货车|采购篮|进货单|采购清单|结算台|结账台|待付款|待结算"
    r"|🛒)"
)
_ZH_YOU = r"(?:你|您|亲|贵司|贵店|贵公司|贵单位)"
_ZH_READERS_PIECE = rf"(?:你|您)(?:家|店|车间|办公室|厨房|客厅)?(?:里|中)?的?那[一两几]?{_PIECE}"
"""Goods that the reader owns: 您家那台."""
_ZH_DUE = r"(?:该|要|快|已经?|差不多|到|是不是|用了|穿了|开了|陪|还好|还在|也|配件|换季|需要|最近)"
"""Words that something owned is due for service, or was used for long."""

_ZH_CART = (
    rf"{_ZH_BASKET}(?:里|中|内)?的?[那这][一两几]?{_PIECE}"
    rf"|{_ZH_YOU}(?:的)?{_ZH_BASKET}(?:里|中|内)?(?:的|有|还|那|躺|等|剩|已|快)"
    r"(?![^，。！？!?；;\n]{0,3}(?:空|没有|暂无))"
    rf"|{_ZH_YOU}[^，。！？!?；;\n]{{0,6}}?(?:未付|没付|未结|没结|待付|待结)(?:款|账|清)?的?"
    r"(?:订单|单|商品|宝贝|那)"
    r"|(?:放|丢|扔|加|拖|塞|收)(?:进|到|入)了?(?:你|您)?的?(?:小车|车里|车内|篮子|筐"
    r"|袋子|推车)里?的"
    r"|(?:结算|付款|支付|下单|结账)(?:页面?|台|界面)(?:上|里)?还?(?:停|躺|留|挂|放|等)着"
    r"|(?:加购|下单|拍下|选好)(?:后|了|却|但|还)?[未没](?:付款?|支付|结算?|下单|买单)的"
    rf"|(?:给|替|为|帮)(?:你|您)(?:预|保)?留(?:着|了|下)?的[那这][一两几]?{_PIECE}"
    rf"|(?:遗落|落|搁|晾|冷落|留|忘|放|躺|睡)在?了?{_ZH_BASKET}"
    rf"|(?:^|(?<=[，。！？!?\n]))(?:还有)?[一两几]{_PIECE}[^，。！？!?；;\n]{{1,14}}"
    rf"(?:还?[躺睡留待放]在|在等你的?)(?:你|您)?的?{_ZH_BASKET}"
)
_ZH_SAVED = (
    r"(?:你|您)[^，。！？!?；;\n]{0,6}?(?:加了?|列入|列进|写进|写入|记在|记进|放进|收进|添进)了?"
    r"(?:想买|想要|心愿|愿望|种草|追踪|关注|最爱|小)?(?:心愿单|清单|名单|小本本?"
    r"|愿望单|收藏夹?|星标|备选)的"
    r"|(?:心愿单|愿望单|种草单|收藏夹|愿望清单|种草清单)(?:里|中|上|内)?的?[那这][一两几]?"
    rf"{_PIECE}"
    r"|(?:^|(?<=[，。！？!?\n]))(?:终于等到)?(?:收藏|种草|惦记|心仪|看中)(?:已久|很久"
    r"|好久|多时|多日)的"
    r"|(?:你|您)(?:的)?(?:收[臧苍仓鑶髒葬]|[収收]藏|加[❤♥星⭐])(?:过|了|的|夹)"
    r"|(?<![a-z])(?:ni|nin|你|您) ?(?:shou ?cang|xin ?yuan ?dan|zhong ?cao) ?(?:de|guo|的|过|了|里)"
)
_ZH_BOUGHT = (
    rf"{_ZH_READERS_PIECE}(?!旧|老|闲置|不用|废)[^，。！？!?；;\n]{{1,8}}?{_ZH_DUE}"
    r"|(?:^|(?<=[，。！？!?\n]))(?!大家|别人|他们)[^，。！？!?；;\n的在]{2,8}(?:是不是|应该|也|该"
    r"|快|差不多|已经)(?:该|快|要|都)?(?:用|吃|喝|写|烧|抽|洗)(?:完|光|没|空)了?(?:吧|没)"
    r"|(?:你|您)(?!的?(?:流量|话费|积分|账户|余额|会员|套餐|油箱"
    r"|手机))[^，。！？!?；;\n]{2,12}?(?:余量|存量)"
    r"(?:不多|偏?低|不足|告急|见底)"
    r"|(?:你|您)(?:家)?的?[^，。！？!?；;\n]{2,8}(?:滤芯|墨盒|滤网|刷头|刀片|耗材|滤棉|粉盒|硒鼓)"
    r"(?:即将|快|已经?|该|要|差不多)?(?:到期|更?换了|耗尽|用满)"
    r"|(?:你|您|^|(?<=[，。！？!?\n]))(?:上次|上回|上月|去年"
    r"|年初)[^，。！？!?；;\n]{0,4}(?:尝过?|装|配|定制"
    r"|订制|喝过?|吃过?|租过?|换)的(?!路|人|时候|课)"
    rf"|(?:该|又到|到了?)(?:{_ZH_YOU})?(?:复购|回购|补货|囤货|续杯)(?:的)?(?:了|时间|时候|日子|啦)"
    r"|(?:你|您|上次|上回)[^，。！？!?；;\n]{0,8}?(?:[够构購狗勾]买|购[卖埋迈]|下[但旦蛋])(?:过|了"
    r"|的)"
    r"|(?:你|您)(?:上次|上回|上月|去年)?(?:从|在)[^，。！？!?；;\n]{1,8}(?:搬|拎|牵|提|领|捧|背)"
    r"(?:走|回家|回去)的"
    r"|(?<![a-z])(?:ni|nin|你|您) ?(?:gou ?mai|mai|xia ?dan|ru ?shou"
    r"|ding ?gou) ?(?:de|guo|的|过|了)"
)
_ZH_CART_HIDDEN = (
    r"(?:你|您|ni|nin) ?(?:的)? ?(?:gou ?wu ?(?:che|车)|jia ?(?:gou|购)|加[够构勾沟狗]"
    r"|[够构勾狗][物勿务]车|购[勿务悟]车) ?(?:de|的|过|了|里|中|li|有)"
)
_ZH_VIEWED_HIDDEN = (
    r"(?:你|您|ni|nin) ?(?:刚刚?|上次|zuo ?tian|昨天)? ?(?:liu ?lan|浏[揽烂览]|[刘流留]览|kan) ?"
    r"(?:guo|过|了|的|de)"
)
_ZH_VIEWED = (
    r"别[让讓](?:心仪|心爱|看中|相中|惦记|种草)的[^，。！？!?；;\n]{1,8}(?:溜|跑|走|等|被)"
    r"|(?:你|您)(?:钟意|中意|属意|心水|倾心)的"
    rf"|(?:上次|上回)[^，。！？!?；;\n]{{0,3}}?那[一两几]?{_PIECE}(?!课|会|活动|比赛)"
    r"|(?:你|您)(?:上次|上回|之前|前天|昨天)[^，。！？!?；;\n]{0,4}?(?:试|比|问|聊|挑|选|留意|打听"
    r"|咨询)(?:过价|过|了|到)?的"
)

FRAMES = (
    Frame("view", f"{_EN_VIEWED}|{_ZH_VIEWED_HIDDEN}|{_ZH_VIEWED}"),
    Frame("purchase", f"{_EN_BOUGHT}|{_ZH_BOUGHT}"),
    Frame("cart", f"{_EN_CART}|{_ZH_CART}|{_ZH_CART_HIDDEN}"),
    Frame("favorite", f"{_EN_SAVED}|{_ZH_SAVED}"),
)
