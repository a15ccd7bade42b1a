"""Sentences that tell readers of a thing by what it is to them: theirs, left, bought or due.

Where `told_frames` has room for any noun between the reader and the act, these have the reader as
an owner ("your wishlist tent"), as one asked in a tag ("didn't you?") or as nobody at all ("Left
behind: ...").
"""

from core.verification.told_frames import Frame

_START = r"(?:^|(?<=[\n.!?:;–—]) ?)"
_YOUR = r"(?<![a-z])(?:your|ur|ya|yr|yo)"
_YOU = r"(?:you|u|ya|we)"
_NOUN = r"[^.!?;:,\n]"
_THE = r"(?:the|that|those|this|these|your|ur|our)"
_LIST = (
    r"(?:wish ?-?list(?:ed)?|favou?rites?|favou?rited|hearted|bookmarked|shortlist(?:ed)?"
    r"|starred|pinned|saved)"
)
_CART = r"(?:shopping )?(?:cart|basket|trolley|shopping bag)"
_NOW = (
    r"(?:is|are|was|were|has|have|had|just|now|still|came|comes?|went|goes|dropped|drops?|sold"
    r"|got|gets?|returns?|returned|restocked|restocks|opened|opens?|moved|landed|lands?|arrived"
    r"|needs?|wants?|misses)"
)
_NO_PAGE = r"(?!pages?|tabs?|links?|features?|buttons?|settings?|searches|cards?|address|details)"
_FEW_WORDS = (
    r"(?:(?!(?:can|could|may|will|must|should|and|or|but|we|we'll|i|you|to|so|if|when|with|for|by)\b)"
    r"[a-z0-9'&-]{1,16} ){0,4}"
)
_YOUR_FIRM = (
    r"(?<![a-z])your (?:team|company|office|firm|school|studio|business|clinic|practice|department"
    r"|lab|shop|site|warehouse|kitchen|crew|buyers?|household|restaurant|hotel|salon|club|branch)"
)
_NO_SEASON = (
    r"(?!(?:new |old )?(?:year|month|week|weekend|day|days|morning|evening|season|summer|winter"
    r"|spring|autumn|fall|term|job|role|weather|heat|cold|baby|life|world|city|town|neighbou?r[a-z]*"
    r"|school|team|trip|holiday|rain|snow|diet|january|february|march|april|june|july|august"
    r"|september|october|november|december)\b)"
)
_TAGGED = (
    r"(?:eyeballed|ogled|eyed|viewed|browsed|clicked|checked out|looked at|peeked at|stared at"
    r"|stalked|admired|spotted|saw|lurked on|scrolled|fancied|loved|liked|hearted|saved|kept"
    r"|bookmarked|bought|ordered|grabbed|snagged|got|picked up|carted|added|left|forgot|tried on)"
)

_EN_VIEWED = (
    rf"{_YOUR_FIRM}(?: (?:just|recently|last|has|have))* (?:viewed|looked at|browsed|considered"
    r"|shortlisted|compared|tried|tested|sampled|asked to see|was looking at|were looking at)\b|"
    rf"{_START}{_TAGGED} {_THE} {_NOUN}{{2,40}},? (?:didn't|did not|didnt|haven't|havent) "
    r"(?:you|u|ya)(?![a-z])"
    rf"|(?<![a-z]){_THE} {_NOUN}{{2,40}}? (?:you|u|ya)(?:'ve|'re|'d| have| are| were| r)?"
    r"(?: been)? (?:lurk(?:ed|ing|in)|gawp(?:ed|ing)|gawk(?:ed|ing)|swoon(?:ed|ing)"
    r"|daydream(?:ed|ing)|por(?:ed|ing)|pin(?:ed|ing)|flick(?:ed|ing)|moon(?:ed|ing)"
    r"|linger(?:ed|ing)|hover(?:ed|ing)|crush(?:ed|ing)|obsess(?:ed|ing)|dither(?:ed|ing)"
    r"|weigh(?:ed|ing)) (?:on|at|over|around|about|for|by|through|up)\b"
    rf"|(?<![a-z]){_THE} {_NOUN}{{2,40}}? (?:that |which )?(?:kept|had|has had|got|made) (?:you|u)"
    r" (?:scrolling|looking|staring|hooked|up|back|coming|clicking)\b"
)
_EN_BOUGHT = (
    rf"{_YOUR_FIRM}(?: (?:just|recently|last|already|has|have))* (?:ordered|received|took|booked"
    r"|chose|got|reordered|leased|rented) (?:from us|with us|last|in (?:january|february|march"
    r"|april|may|june|july|august|september|october|november|december|spring|summer|autumn"
    r"|winter)|back in|a (?:week|month|year) ago|this (?:week|month|year|spring|summer|autumn"
    r"|winter)|yesterday|recently|on (?:monday|tuesday|wednesday|thursday|friday))\b|"
    r"(?<![a-z])(?<!if it's been )(?<!unless it's been )since your (?:last|latest|first|previous)"
    r" (?:order|purchase|refill|restock|top-up|top up|delivery|haul|box|bag|shop|batch|bottle)\b"
    r"|(?<![a-z])hop(?:e|ing) (?:(?:you're|you are|ur) (?:enjoying|loving|liking|happy with"
    rf"|getting on with) (?:the|your) {_NO_SEASON}(?:new )?|the new {_NO_SEASON}{_NOUN}{{2,30}}? "
    rf"(?:is|are) (?:treating|serving|suiting|working)|your new {_NO_SEASON}{_NOUN}{{2,30}}? "
    r"(?:is|are) (?:treating|serving|suiting|working|settling|fitting|holding|behaving))"
    rf"|(?<![a-z])how(?:'s| is| are| did) (?:the|your|those) new {_NO_SEASON}{_NOUN}{{2,30}}?"
    r" (?:working|treating|holding|fitting|settling|getting|going|doing|behaving|turn)\b"
    rf"|{_YOUR} usual (?:order|blend|brand|refill|pack|bag|box|bottle|roast|shade|flavou?r|size)\b"
    r"(?! (?:table|seat))"
    r"|(?<![a-z])as (?:an? )?(?:recent |proud |happy |existing )?(?:owner|buyer|purchaser) of "
    r"(?:our|the|one of our)\b"
    r"|(?<![a-z])(?:now that|since|because|seeing as) (?:you've|you have|you) (?:got|received"
    r"|unpacked|worn in|broken in|had) (?:the|your|our|that|those)\b"
)
_EN_CART = (
    rf"{_START}(?:left behind|left waiting|left unpaid|forgotten|still unpaid|abandoned"
    rf"|not checked out|left in {_YOUR} (?:bag|{_CART})|still in {_YOUR} (?:bag|{_CART})"
    rf"|waiting in {_YOUR} (?:bag|{_CART})): "
    rf"|(?<![a-z])(?:that|this|those|the) (?:[a-z]+ )?{_CART}(?: 🛒)? of (?:yours|urs|urz)(?![a-z])"
    rf"|{_YOUR} {_CART} (?:wants|needs|longs|thinks|asked|asks|begs|keeps|kept|whispers|wonders"
    r"|sighs|cries|hugs|is hugging|is (?:home to|lonely|cuddling|babysitting|minding|full of)"
    r"|never made|didn't make)\b"
    r"|(?<![a-z])you (?:were|are|got|came) (?:just |only )?(?:so close|one (?:click|step|tap)"
    r"|two (?:clicks|steps|taps)|a (?:click|step|tap)|seconds|moments) (?:away )?(?:from|short of)"
    r" (?:the|that|those|your|owning|getting|checking|finishing|a new)\b"
)
_EN_SAVED = (
    rf"{_YOUR} {_LIST} {_NO_PAGE}{_FEW_WORDS}{_NOW}\b"
    rf"|(?<![a-z])(?:you|u|ya) (?:gave|put|left|tapped|dropped|stuck|slapped) (?:an?|the|your)"
    rf" (?:heart|star|♥|❤|pin) (?:on|to|by|next to|against) {_THE}\b"
)

_PIECE = r"[箱袋罐桶束双件款台条支瓶套辆盏盒枚副顶把张本部只块份根床架组间对株盆提包幅]"
_CLAUSE = r"[^，,。！？!?；;：:\n]"
_ZH_YOU = r"(?:你|您|妳|亲)"
_HEAD = r"(?:^|(?<=[，,。！？!?；;：:\n]))"
_EARLIER = (
    r"(?:已经?|刚刚?|刚才|曾经?|之前|此前|先前|上次|上回|上周|上月|上个月|前天|前几天|昨[天日晚]"
    r"|今早|去年|最近|近期|早先|一直|总|常|都)"
)
_SHOUCANG = r"(?:shou ?cang|s ?c|收 ?cang|shou ?藏|xin ?yuan ?dan)"
_FELT = (
    r"(?:顺手|习惯|合脚|合身|舒服|舒适|满意|好用|好喝|好吃"
    r"|合适|够用|给力|暖和|跟脚|趁手|适应|听话|省心)"
)

_ZH_VIEWED = (
    rf"{_ZH_YOU}{_EARLIER}{{0,2}}(?:想买|想入|想换|想订|念着|盼着|等着|蹲着?|眼馋)的?那[一两几]?{_PIECE}"
    rf"|让{_ZH_YOU}(?:停留|驻足|犹豫|心动|纠结|流连|回头)(?:了|过|许久|很久|好久|再三|多次)*的"
    rf"|(?:上次|上回|昨晚|昨天|那天|那晚){_CLAUSE}{{0,4}}?(?:逛|看|聊|选|挑|翻)到一半的"
)
_ZH_BOUGHT = (
    rf"(?:上次|上回|之前|去年|上月|{_ZH_YOU}{_CLAUSE}{{0,4}}?)入(?:✋|🖐|👋|shou)(?:🏻|🏼|🏽)?(?:的|过|了)"
    rf"|{_HEAD}(?:{_ZH_YOU}家?的?|上次(?:的|那{_PIECE})|那{_PIECE}|新买的)(?!生活|学期|年)"
    rf"[^，,。！？!?；;：:\n的年月周日]{{1,8}}?(?:用|穿|坐|睡|吃|喝|戴|骑|开|住)(?:着|得|起来|下来)?"
    rf"(?:还|可还|是否|是不是)?{_CLAUSE}{{0,2}}?{_FELT}{_CLAUSE}{{0,2}}?(?:吗|么|不|吧)"
    rf"|{_HEAD}(?:作为|身为){_CLAUSE}{{1,12}}?的(?:老用户|老主顾|老顾客|老买家|车主|买家|购买者)[，,]"
    rf"(?={_CLAUSE}{{0,4}}?{_ZH_YOU})"
    rf"|{_ZH_YOU}(?:的)?(?:上一?单|上笔|上一笔|最近一单|前一单|那一?单)(?!位)"
)
_ZH_CART = (
    rf"{_HEAD}(?:未付款|待付款|未结算|待结算|待支付|未支付|未完成订单)(?:提醒)?[：:]"
    rf"|{_ZH_YOU}(?:的)?{_CLAUSE}{{0,6}}?(?:停|卡|差)在(?:了)?(?:付款|结算|支付|结账)(?:这|那|最后)?(?:一步|页|台|前)"
)
_ZH_SAVED = (
    rf"(?:{_ZH_YOU}|(?<![a-z])nin?) ?{_EARLIER}{{0,2}} ?{_SHOUCANG} ?(?:的|过|了|de|guo|里)"
    rf"|{_ZH_YOU}{_EARLIER}{{0,2}} ?(?:❤️?|♥️?|💗|⭐️?|🌟|★|👍) ?(?:过|了|的)"
    rf"|{_ZH_YOU}{_EARLIER}{{0,2}}(?:打|点|标|画|给)了?(?:个)?(?:红心|星标|五角星|心|星|❤️?|⭐️?)(?:的|过)"
)

RELATIONS = (
    Frame("view", f"{_EN_VIEWED}|{_ZH_VIEWED}"),
    Frame("purchase", f"{_EN_BOUGHT}|{_ZH_BOUGHT}"),
    Frame("cart", f"{_EN_CART}|{_ZH_CART}"),
    Frame("favorite", f"{_EN_SAVED}|{_ZH_SAVED}"),
)
