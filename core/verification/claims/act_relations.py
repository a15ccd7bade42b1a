"""Sentence patterns that imply an act of the reader by how goods relate to them.

In `act_frames` any noun may stand between the reader and the act. Here the reader is an owner
("your wishlist tent"), is addressed in a tag question ("didn't you?"), or is not named at all
("Left behind: ...").
"""

from core.verification.claims.act_frames import Frame

_START = r"(?:^|(?<=[\n.!?:;–—]) ?)"
"""The start of a clause."""
_YOUR = r"(?<![a-z])(?:your|ur|ya|yr|yo)"
_YOU = r"(?:you|u|ya|we)"
_NOUN = r"[^.!?;:,\n]"
_THE = r"(?:the|that|those|this|these|your|ur|our)"
_LIST = (
    r"(?:wish ?-?list(?:ed)?|favou?rites|favou?rited|hearted|bookmarked|shortlist(?:ed)?"
    r"|starred|pinned|saved)"
)
"""Names of a wish list, or "saved" and the like."""
_CART = r"(?:shopping )?(?:cart|basket|baskit|trolley|trolly|shopping bag)"
_STATE_VERBS = (
    r"(?:is|are|was|were|has|have|had|just|now|still|came|comes?|went|goes|dropped|drops?|sold"
    r"|got|gets?|returns?|returned|restocked|restocks|opened|opens?|moved|landed|lands?|arrived"
    r"|needs?|wants?|misses)"
)
"""Verbs about goods."""
_NOT_PAGE = r"(?!pages?|tabs?|links?|features?|buttons?|settings?|searches|cards?|address|details)"
"""No part of a page follows."""
_FEW_WORDS = (
    r"(?:(?!(?:can|could|may|will|must|should|and|or|but|we|we'll|i|you|to|so|if|when|with|for|by)\b)"
    r"[a-z0-9'&-]{1,16} ){0,4}"
)
_YOUR_FIRM = (
    r"(?<![a-z])your (?:team|company|office|firm|school|studio|business|clinic|practice|department"
    r"|lab|shop|site|warehouse|kitchen|crew|buyers?|household|restaurant|hotel|salon|club|branch)"
)
_NOT_TIME = (
    r"(?!(?:new |old )?(?:year|month|week|weekend|day|days|morning|evening|season|summer|winter"
    r"|spring|autumn|fall|term|job|role|weather|heat|cold|baby|life|world|city|town|neighbou?r[a-z]*"
    r"|school|team|trip|holiday|rain|snow|diet|january|february|march|april|june|july|august"
    r"|september|october|november|december)\b)"
)
"""No time, weather or event of life follows "your"."""
_TAG_QUESTION_ACTS = (
    r"(?:eyeballed|ogled|eyed|viewed|browsed|clicked|checked out|looked at|peeked at|stared at"
    r"|stalked|admired|spotted|saw|lurked on|scrolled|fancied|loved|liked|hearted|saved|kept"
    r"|bookmarked|bought|purchased|ordered|grabbed|snagged|got"
    r"|picked up|carted|added|left|forgot|tried on)"
)
"""Acts before a tag question: "Saved the tent, didn't you?"."""

_EN_VIEWED = (
    r"(?<![a-z])(?<!if )(?<!when )(?:you|u|ya)(?:'d|'ve| had| have)? (?:so |very )?(?:nearly"
    r"|almost) (?:booked|bought|ordered|picked|chose|went for|clicked|took home|reserved)\b|"
    rf"(?<![a-z]){_THE} {_NOUN}{{2,30}}? (?:you|u|ya) (?:tried|tested|sat in|sat on|lay on|felt"
    r"|sampled|test-drove|test-rode|walked round|walked through) (?:at|in|with) (?:our|us)\b|"
    rf"(?<![a-z]){_THE} {_NOUN}{{2,30}}? (?:you've|you have|u've) been (?:meaning|wanting|planning"
    r"|itching|dying|hoping) to (?:buy|get|come back|order|own|grab|treat|try|read|see)\b|"
    r"(?<![a-z])(?:yesterday|recently|last (?:week|weekend|month|night|time)|the other day"
    r"|on (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)),? (?:you|u|ya)"
    r" (?:tried|tested|test-drove|test drove|test-rode|sampled|sat on|sat in|felt|picked out)\b|"
    r"(?<![a-z])(?<!if )(?<!when )(?<!have )(?<!once )(?:you|u|ya) (?:tried|tested|test-drove"
    rf"|test drove|test-rode|sampled|sat on|felt) (?:the|our|that|those|a) {_NOUN}{{2,30}}? "
    r"(?:in|at) (?:our|the) (?:[a-z]+ ){0,2}(?:store|shop|showroom|branch|stand|pop-up|gallery"
    r"|studio)\b|"
    rf"{_YOUR_FIRM}(?: (?:just|recently|last|has|have))* (?:viewed|looked at|browsed|considered"
    r"|shortlisted|compared|tried|tested|sampled|asked to see|was looking at|were looking at)\b|"
    rf"{_START}{_TAG_QUESTION_ACTS} {_THE} {_NOUN}{{2,40}},? (?:(?:didn't|did not|didnt|haven't"
    r"|havent) (?:you|u|ya)(?![a-z])|(?:yeah|right|rite|remember|eh)$)"
    rf"|(?<![a-z]){_THE} {_NOUN}{{2,40}}? (?:you|u|ya)(?:'ve|'re|'d| have| are| were| r)?"
    r"(?: been)? (?:lurk(?:ed|ing|in)|gawp(?:ed|ing)|gawk(?:ed|ing)|swoon(?:ed|ing)"
    r"|daydream(?:ed|ing)|por(?:ed|ing)|pin(?:ed|ing)|flick(?:ed|ing)|moon(?:ed|ing)"
    r"|linger(?:ed|ing)|hover(?:ed|ing)|crush(?:ed|ing)|obsess(?:ed|ing)|dither(?:ed|ing)"
    r"|weigh(?:ed|ing)) (?:on|at|over|around|about|for|by|through|up)\b"
    rf"|(?<![a-z]){_THE} {_NOUN}{{2,40}}? (?:that |which )?(?:kept|had|has had|got|made) (?:you|u)"
    r" (?:scrolling|looking|staring|hooked|up|back|coming|clicking)\b"
)
_EN_BOUGHT = (
    r"(?<![a-z])(?<!if )(?<!when )your [^.!?;:,\n]{2,40}, (?:ordered|bought|purchased|picked up)"
    r" (?:in|on|last|from us|back in|a (?:week|month|year) ago|two|three)\b|"
    rf"(?<![a-z])(?:you've|you have|u've) (?:had|been (?:using|wearing|riding|sleeping on"
    rf"|sitting on|brewing with)) (?:our|the|your|that|those) {_NOT_TIME}{_NOUN}{{2,30}}? "
    r"for (?:a|an|one|two|three|four|five|six|nearly|almost|about|over|some|\d+) [a-z ]{0,8}?"
    r"(?:day|week|month|year)s?\b|"
    rf"{_YOUR_FIRM}(?: (?:just|recently|last|already|has|have))* (?:ordered|received|took|booked"
    r"|chose|got|reordered|leased|rented) (?:from us|with us|last|in (?:january|february|march"
    r"|april|may|june|july|august|september|october|november|december|spring|summer|autumn"
    r"|winter)|back in|a (?:week|month|year) ago|this (?:week|month|year|spring|summer|autumn"
    r"|winter)|yesterday|recently|on (?:monday|tuesday|wednesday|thursday|friday))\b|"
    r"(?<![a-z])(?<!if it's been )(?<!unless it's been )since your (?:last|latest|first|previous)"
    r" (?:order|purchase|refill|restock|top-up|top up|delivery|haul|box|bag|shop|batch|bottle)\b"
    r"|(?<![a-z])hop(?:e|ing) (?:(?:you're|you are|ur) (?:enjoying|loving|liking|happy with"
    rf"|getting on with) (?:the|your) new {_NOT_TIME}|the new {_NOT_TIME}{_NOUN}{{2,30}}? "
    rf"(?:is|are) (?:treating|serving|suiting|working)|your new {_NOT_TIME}{_NOUN}{{2,30}}? "
    r"(?:is|are) (?:treating|serving|suiting|working|settling|fitting|holding|behaving))"
    rf"|(?<![a-z])how(?:'s| is| are| did) (?:the|your|those) new {_NOT_TIME}{_NOUN}{{2,30}}?"
    r" (?:working|treating|holding|fitting|settling|getting|going|doing|behaving|turn)\b"
    rf"|{_YOUR} usual (?:order|blend|brand|refill|pack|bag|box|bottle|roast|shade|flavou?r|size)\b"
    r"(?! (?:table|seat))"
    r"|(?<![a-z])as (?:an? )?(?:recent |proud |happy |existing )?(?:owner|buyer|purchaser) of "
    r"(?:our|the|one of our)\b"
    r"|(?<![a-z])(?:now that|since|because|seeing as) (?:you've|you have|you) (?:got|received"
    r"|unpacked|worn in|broken in|had) (?:the|your|our|that|those)\b"
)
_EN_CART = (
    r"(?<![a-z])your (?:buggy|cart|basket|trolley)(?: \([^()\n]{2,40}\))? (?:is|feels|looks|gets)"
    r" (?:so |a bit |getting )?(?:lonely|sad|bored|cold|heavy|neglected)\b|"
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
    rf"{_START}(?:items? |still |one )?saved (?:for later|by you): |"
    r"(?<![a-z])(?:you|u|ya)(?:'d| had)? asked us to (?:watch|keep an eye on|hold|save|set aside"
    r"|flag|look out for|track|tell you when|let you know when) (?:the|that|those|this|your|a)\b|"
    rf"(?<![a-z]){_THE} {_NOUN}{{2,30}}? (?:you|u|ya) ?(?:<3|❤|♥|💗|😍)|"
    rf"{_YOUR} {_LIST} {_NOT_PAGE}{_FEW_WORDS}{_STATE_VERBS}\b"
    rf"|(?<![a-z])(?:you|u|ya) (?:gave|put|left|tapped|dropped|stuck|slapped) (?:an?|the|your)"
    rf" (?:heart|star|♥|❤|pin) (?:on|to|by|next to|against) {_THE}\b"
)

_PIECE = r"[箱袋罐桶束双件款台条支瓶套辆盏盒枚副顶把张本部只块份根床架组间对株盆提包幅]"
"""Measure words of goods."""
_ZH_CLAUSE = r"[^，,。！？!?；;：:\n]"
_ZH_YOU = r"(?:你|您|妳|亲)"
_ZH_CLAUSE_START = r"(?:^|(?<=[，,。！？!?；;：:\n]))"
_ZH_EARLIER = (
    r"(?:已经?|刚刚?|刚才|曾经?|之前|此前|先前|上次|上回|上周|上月|上个月|前天|前几天|昨[天日晚]"
    r"|今早|去年|最近|近期|早先|一直|总|常|都)"
)
_SHOUCANG = r"(?:shou ?cang|s ?c|收 ?cang|shou ?藏|xin ?yuan ?dan)"
"""收藏 in pinyin, in part or whole."""
_ZH_SATISFIED = (
    r"(?:顺手|习惯|合脚|合身|舒服|舒适|满意|好用|好喝|好吃"
    r"|合适|够用|给力|暖和|跟脚|趁手|适应|听话|省心)"
)
"""Words for how well goods in use suit the reader."""

_ZH_VIEWED = (
    rf"(?:从|自从?|距离?|离){_ZH_YOU}?(?:上次|上回)(?:逛|看|浏览|光顾|挑|选|翻)(?!病|牙|诊)|"
    rf"{_ZH_YOU}{_ZH_EARLIER}{{0,2}}(?:想买|想入|想换|想订|念着|盼着|等着|蹲着?|眼馋)的?那[一两几]?{_PIECE}"
    rf"|让{_ZH_YOU}(?:停留|驻足|犹豫|心动|纠结|流连|回头)(?:了|过|许久|很久|好久|再三|多次)*的"
    rf"|(?:上次|上回|昨晚|昨天|那天|那晚){_ZH_CLAUSE}{{0,4}}?(?:逛|看|聊|选|挑|翻)到一半的"
)
_ZH_BOUGHT = (
    rf"{_ZH_YOU}{_ZH_CLAUSE}{{0,6}}?续(?:过|了)费?的|"
    rf"(?:上次|上回|上月|上个月|去年|上学期|年初){_ZH_CLAUSE}{{0,6}}?报(?:过|了)?的{_ZH_CLAUSE}{{0,6}}?[课班营团]|"
    rf"(?:上一?批|上次|上回){_ZH_CLAUSE}{{0,3}}?[从在跟向](?:我们|我家|本店|我司|咱|我这)"
    rf"{_ZH_CLAUSE}{{0,3}}?[拿进订购买提采](?:货)?的|"
    rf"{_ZH_YOU}{_ZH_CLAUSE}{{0,4}}?(?:上次|上回|上月|去年|年前|节前|[春夏秋冬]天|月份?)订(?:过|了|的)"
    r"(?!位|座|桌|包[间厢]|房|餐位|会议|场|单)|"
    rf"{_ZH_YOU}(?:常|总|上次|上回|之前)?点过?的那[家款道碗杯份]|{_ZH_YOU}(?:常|总|老)点的|"
    rf"(?:从|自从?|距离?|离){_ZH_YOU}?(?:上次|上回)(?:买|购|下单|回购|续|囤|补)|"
    rf"(?:感谢|谢谢){_ZH_YOU}(?:选择|信任|青睐)(?:了)?我们的(?!服务|平台|品牌|产品|酒店|餐厅|航班|门店|店|团队)"
    rf"{_ZH_CLAUSE}{{1,8}}(?=[，,。！!])|"
    rf"{_ZH_YOU}(?:名下|家里?|手[上里]|办公室)?的?(?!账号|会员|手机号|套餐|流量|微信|密码|年卡|身份)"
    rf"{_ZH_CLAUSE}{{1,10}}?(?:已经?)?(?:用|穿|骑|睡|戴)了(?:快|近|将近|约|有|满|整整|大半)?"
    r"[一二三四五六七八九十两半几\d]{1,3}个?(?:年|月|天|周|季)|"
    rf"(?:上次|上回|之前|去年|上月|{_ZH_YOU}{_ZH_CLAUSE}{{0,4}}?)入(?:✋|🖐|👋|shou)(?:🏻|🏼|🏽)?(?:的|过|了)"
    rf"|{_ZH_CLAUSE_START}(?:{_ZH_YOU}家?的?|上次(?:的|那{_PIECE})|那{_PIECE}|新买的)(?!生活|学期|年)"
    rf"[^，,。！？!?；;：:\n的年月周日]{{1,8}}?(?:用|穿|坐|睡|吃|喝|戴|骑|开|住)(?:着|得|起来|下来)?"
    rf"(?:还|可还|是否|是不是)?{_ZH_CLAUSE}{{0,2}}?{_ZH_SATISFIED}{_ZH_CLAUSE}{{0,2}}?(?:吗|么|不|吧)"
    rf"|{_ZH_CLAUSE_START}(?:作为|身为){_ZH_CLAUSE}{{1,12}}?的(?:老用户|老主顾|老顾客|老买家|车主|买家|购买者)[，,]"
    rf"(?={_ZH_CLAUSE}{{0,4}}?{_ZH_YOU})"
    rf"|{_ZH_YOU}(?:的)?(?:上一?单|上笔|上一笔|最近一单|前一单|那一?单)(?!位)"
)
_ZH_CART = (
    rf"{_ZH_YOU}还?有[一二两三四五六七八九十几\d]{{1,2}}{_PIECE}{_ZH_CLAUSE}{{1,10}}?"
    r"(?:待结算|待付款|未付款|未结算|待支付|没付款|没结账|还没付)|"
    rf"{_ZH_YOU}的?(?:小?(?:篮篮|筐筐|车车|兜兜)|小(?:篮子|筐子|推车|车))(?:里|中|内)|"
    rf"{_ZH_CLAUSE_START}车[里内]的?[那这]?[一二两三四五六七八九十几\d]{{0,2}}{_PIECE}[^。！？!?；;\n]{{2,24}}?"
    r"(?:结账|结算|付款|下单|释放|买单)|"
    rf"{_ZH_CLAUSE_START}(?:未付款|待付款|未结算|待结算|待支付|未支付|未完成订单)(?:提醒)?[：:]"
    rf"|{_ZH_YOU}(?:的)?{_ZH_CLAUSE}{{0,6}}?(?:停|卡|差)在(?:了)?(?:付款|结算|支付|结账)(?:这|那|最后)?(?:一步|页|台|前)"
)
_ZH_SAVED = (
    r"(?:小心心|小?红心|爱心|小星星)(?:点|送|给|亮|打)过的|"
    rf"(?:{_ZH_YOU}|(?<![a-z])nin?) ?{_ZH_EARLIER}{{0,2}} ?{_SHOUCANG} ?(?:的|过|了|de|guo|里)"
    rf"|{_ZH_YOU}{_ZH_EARLIER}{{0,2}} ?(?:❤️?|♥️?|💗|⭐️?|🌟|★|👍) ?(?:过|了|的)"
    rf"|{_ZH_YOU}{_ZH_EARLIER}{{0,2}}(?:打|点|标|画|给)了?(?:个)?(?:红心|星标|五角星|心|星|❤️?|⭐️?)(?:的|过)"
)

RELATIONS = (
    Frame("view", f"{_EN_VIEWED}|{_ZH_VIEWED}"),
    Frame("purchase", f"{_EN_BOUGHT}|{_ZH_BOUGHT}"),
    Frame("cart", f"{_EN_CART}|{_ZH_CART}"),
    Frame("favorite", f"{_EN_SAVED}|{_ZH_SAVED}"),
)
