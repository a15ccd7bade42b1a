"""Word lists for `reader_acts`: wordings that say what the reader did.

`copy_text.listed_words` explains the notation of an entry.
"""

from collections.abc import Mapping

ENGLISH_ALTERNATIVES: Mapping[str, str] = {
    "you": "you/u/ya/yoo/yu",
    "your": "your/ur/ya/yo/yr",
    "cart": "cart/basket/bask3t/bag/trolley/trolly/checkout/tote/🛒",
    "list": "wish list/wishlist/favourites/favorites/saved items/saved list/watch list/watchlist/"
    "shortlist",
    "goods": "it/this/that/these/those/them/one/something/a few/some/items/an item/your items/"
    "your things/your picks/your goodies",
    "period": "last/january/february/march/april/may/june/july/august/september/october/november/"
    "december/spring/summer/autumn/winter",
}
"""Alternatives for a name in braces; 🛒 and the odd spellings are used to evade filters."""

NOT_BEFORE_YOU = (
    "if, when, once, before, until, unless, whatever, should, would, could, have, did, do, "
    "after, "
    "anything, everything, whenever, whichever, can, will, wish, as, think, had, people, "
    "friends, what"
)
"""Directly before "you" they make a condition, a question or a statement about anybody."""

ADVERBS = (
    "just, still, recently, already, once, also, only, really, all, keep, kept, been, so, always, "
    "often, "
    "usually, last, twice, first, then, both, previously, nearly, almost, couldn't stop, "
    "can't stop, accidentally, 'accidentally', secretly, briefly, quickly, nervously, longingly, "
    "lovingly, recklessly, quietly"
)

ENGLISH_ACTS: Mapping[str, str] = {
    "view": "viewed, looked (at/into/up), lookin (at/for), had a (look/peek/browse/scroll/nose), "
    "peeped, peeping, eyeballed, eyeballing, browse, browsed, browsing, spotted, visited, "
    "clicked, "
    "tapped on, checked out, peeked (at/in), peeking (at/in), eyed, eyeing, eying, side-eyed, "
    "ogled, explored, glanced at, scrolled past, admired, admiring, studied, compared, lingered, "
    "stalking, stalked, ghosted, stared at, staring at, looking (at/for), shopping for, "
    "considering, considered, drooling (over/on), drooled (over/on), dreaming (of/about), "
    "tried on, creeping on, creepin on, creepin, stalkin, lurking on, lurkin on, drooled at, "
    "checkin out, "
    "checking out, peepin, peekin at, starin at, came back to, coming back to, come back to, "
    "going back to, "
    "returned to, hovered over, fell for, fell in love with, zoomed in, showed interest, "
    "had (your/an/ur) (eye/eyes) on, hesitated, took a (look/peek), gave (it )?a (second )?look, "
    "wanted a closer look, thinking about (the/that/those), passed on, scoped out, "
    "liked the look, scrolling (back/past/to), scrolled back to, "
    "(sneaking/stealing/taking/sneakin) (a )?(peek/peeks/look/looks/glance/glances) at, "
    "spent ... (time/a while/ages/an hour) (on/with/looking), "
    "snooping, snoopin, sniffing (round/around), circling, orbiting, poking (round/around), 👀",
    "purchase": "bought, purchased, ordered, reordered, reorder, returned (the/that/this/those), "
    "sent back (the/that/this), exchanged (the/that/this), buy (every/each/again), picked up, "
    "grabbed, snagged, snapped up, took home, treated yourself to, splurged on, invested in, "
    "stocked up, copped, scooped up, scored, bagged, treated yourself to, got (from us/last/in "
    "store/yours), paid for, went for, chose last, "
    "received from us, unboxed, (always/usually/often) (buy/order/get/pick)",
    "cart": "(added/put/placed/dropped/popped/left/tossed/threw/stashed/tucked/parked/saved/"
    "stuck/"
    "moved/have/had/got/started with) (... )?(in/to/into/inside/at) ({your} /the /a )?(shopping "
    ")?{cart}",
    "favorite": "favourited, favorited, hearted, fav'd, faved, fave'd, <3'd, ♥'d, ❤'d, "
    "bookmarked, wishlisted, wish listed, pinned, starred, liked, shortlisted, set aside, "
    "put on your list, added to your (wish list/wishlist/list/favourites/favorites/saved), "
    "asked us to watch",
    "search": "searched, googled, typed in, searching",
}
"""Acts directly after the reader: you viewed, u just peeked at."""

ENGLISH_NOT_AFTER: Mapping[str, str] = {
    "purchase": "from a, from an, from the, from your, from here, the chaos",
    "favorite": "it hot, us",
    "cart": "on us, empty",
    "view": "by other",
}
"""Directly after an act or phrase of the kind they show that the reader did nothing."""

ENGLISH_NOUNS: Mapping[str, str] = {
    "view": "view, views, viewed, browse, browses, browsed, browsing, browsing history, look, "
    "looks, peek, viewing, visit, visits, clicks",
    "purchase": "purchase, purchases, order, orders, buy, buys, haul, delivery of",
    "search": "search, searches",
}
"""Nouns after "your last" or "based on your"."""

ENGLISH_PHRASES: Mapping[str, str] = {
    "view": "based on what {you} (viewed/looked/browsed), "
    "(still/stil) thinking it over, "
    "(still/stil) (thinking/thinkin/thinkin') (about/bout/'bout/of) (it/that/those/the/this/"
    "these/"
    "your/dat/dis), still interested in (the/that/those/it), still on your mind, "
    "still (eyeing/eying), still dreaming (of/about) (the/that/those/it), "
    "still (making up your mind/undecided about/on the fence/tempted by), "
    "still want (the/that/those/it), (caught/catch) {your} eye, {your} eyes (was |were )?on, "
    "{your} eye (was )?on, on your radar, couldn't stop (looking/staring), "
    "couldn't take your eyes off, remember (the/that/those/these/this) ... {you}('d/'ve/ were/ "
    "had/ have), (picking/pick/start) (up )?where {you} left off, the one that got away, "
    "unfinished business, {you} couldn't decide on, {you} were this close to, 👀 {you} gave, "
    "{you} came so close to, {you} checked me out, "
    "{you} looked, we (noticed/saw/spotted/caught/know) {you}, "
    "(recently/previously) (viewed/browsed/looked at), "
    "(viewed/browsed/looked at/seen) (recently/earlier/lately/yesterday/last night/last week), "
    "(since/because/as) {you} (watched/liked the look/looked/checked/showed/clicked), "
    "(since/because) {you} read, "
    "since your last visit, (from/in) your (browsing |viewing )?history, "
    "(after/since) your visit to the, saw you (eyeing/eyeballing/looking/"
    "browsing/peeking/snooping/snoopin/circling/hovering/lurking/sniffing/stalking/checking/"
    "poking), "
    "(second/third/fourth/fifth/2nd/3rd/4th) (visit/look/peek) (this week/today/to the same/"
    "at the same/at that), "
    "back (again )?(to look/for another look/for one more look/for a second look/to see) (at/the/"
    "that/of), "
    "{your} (recent )?interest in (the/our/that) ... (page/listing/tour/rental/plan/model/room/"
    "course)",
    "purchase": "(always/usually/often/regularly) (buy/order) (from us/here/every), "
    "based on what {you} (bought/ordered), {you} (chose/picked/had/took) from us, "
    "(thank you/thanks) for choosing (our/the) ... (on/in/last) (the )?(1/2/3/4/5/6/7/8/9/"
    "january/february/march/april/may/june/july/"
    "august/september/october/november/december/week/month/monday/friday/sunday/saturday), "
    "since your (last /first )?(order/purchase) of, "
    "your ... (order/purchase) (from/in/of) {period}, "
    "(thank you/thanks/thank u/thx) for (buying/ordering/purchasing/picking up), "
    "(thank you/thanks/thank u/thx) for your (recent )?(purchase/order) of, "
    "thanks for shopping with us (last/yesterday/on), "
    "(how's/how're/how is/how are/how was/how were) (your/the/those/that) ... (working out/"
    "treating you/holding up/fitting/settling in/working for you), "
    "(since/because/as/now that) {you} (loved/enjoyed/own/have) (the/your/that/our), "
    "buy (it/them) again, stock up again, order (it/them) again, time to reorder, "
    "(bought/purchased/ordered) (recently/earlier/last week/last month/last year/last time) "
    "(by you/from us), {you} (picked/chose/got/ordered/bought/went for) ... last time, "
    "since (buying/ordering/purchasing) (your/the/it), "
    "last time {you} (bought/ordered/stocked/shopped/got/chose), "
    "been ... since {you} (last )?(bought/ordered/stocked), "
    "been ... since your last (order/purchase), (enjoying/loving/happy with/pleased with) "
    "(your/the) new, (enjoying/loving) your, "
    "as someone who (has |have )?(bought/ordered/purchased), "
    "{you} returned (now/is/are/has/comes/came), "
    "{your} last (bottle/bag/box/pair/batch/pack/jar/tin/tub/roll/tube/packet/can/case/set), "
    "came home with {you}, (went/gone) home with {you}, "
    "(joined/joining) {your} (kitchen/wardrobe/garage/closet/collection/toolbox), "
    "{you} took ... home, (refill/restock/top up/replace/replenish) {your} ... from {period}",
    "cart": "{you} added ... (never/didn't/but didn't/but never/without/forgot to/didn't quite) "
    "(check/checked/checking/"
    "pay/paid/paying/finish/finished) (out)?, {you} added (... )?(yesterday/last night/last "
    "week/earlier/this morning), "
    "added (it/this/that/them/one/these/those) to {your} {cart}, "
    "{you} (got/made it/went) (as far as/all the way to/up to) (the )?checkout, "
    "{your} half-(picked/chosen/built/configured/designed), "
    "{you}('ve)? (left/forgot) {goods}, {you} left (a/an/the/your) ... (behind/in {your} {cart}/"
    "in the {cart}), (left/forgotten/waiting/still/sitting/saved/held/reserved/abandoned/lonely/"
    "stuck) (for you )?(in/inside/at) ({your}/the) (shopping )?{cart}, "
    "forget ... in {your} {cart}, (the/that/those/these/this/item/items/thing/things/goodies/"
    "picks) ... (in/inside) {your} (shopping )?{cart} (is/are/has/have/will/won't/just/since/"
    "expires/expire/sells/sell), {your} (shopping )?(cart/basket/bag/trolley/🛒) "
    "(is/are/still/awaits/has/misses/expires/expire/called/isn't empty/feels/almost/just/"
    "remembers/item/items), (saved/held/kept/holding/reserved/keeping/saving/guarding) {your} "
    "(shopping )?(cart/basket/bag/trolley/items), "
    "(forgot/forgotten/forget) (something/anything/these/this one/to check out/to finish/"
    "your cart/your basket/your bag/your items), "
    "{your} (abandoned/unfinished/half filled/half-filled/half full/half finished/half-finished/"
    "incomplete/pending/saved) (cart/basket/bag/trolley/order/purchase/checkout), "
    "your (order/purchase/checkout) (is/was) (still /almost )?(not complete/incomplete/"
    "unfinished/not finished/never finished/half done), "
    "(didn't/did not/never/haven't/forgot to/almost) (quite )?(finish/finished/complete/"
    "completed/check out/checked out/place/placed) ... (order/purchase/checkout/out), "
    "(finish/complete) (your/the) (purchase/checkout), "
    "(left/leave) (it/them/these/those/this) behind, "
    "(left/leaving/leave) (me/us) (hanging/hangin/hangin'/behind/waiting/"
    "alone) in {your} {cart}, "
    "(in/inside/from) (ya/ur/yo/yr) {cart}, {cart} abandoned, "
    "(left/waiting/still/sitting/held) at checkout",
    "favorite": "(is/are/was/were/on/in/from/the/that/item/items/one/something/piece/pieces) "
    "(on/in/from/of) {your} {list} (is/are/has/have/just/dropped/went/sold/came/got/now), "
    "... is (on/in) {your} {list}, "
    "(leave/left/leaving/lives in/living in/sitting in/sits in) {your} {list}, "
    "{your} {list} (just/is/has/got/went/items/item/dropped/came/picks/pick/remembers/misses/"
    "piece/book/dress), {you} saved (this/that/the/those/these/it/for), "
    "{your} (favourited/favorited/hearted/bookmarked/wishlisted) ..., "
    "{your} (favourite/favourites/favorite/favorites) (is/are) (on sale/back/now/selling/going/"
    "in stock/cheaper)",
}

CHINESE_ALTERNATIVES: Mapping[str, str] = {
    "cart": "购物车/购物袋/购物篮/gwc/车车/小推车/推车里/小车车/小篮子/🛒",
    "piece": "箱/袋/罐/桶/束/双/件/款/台/条/支/瓶/套/辆/盏/盒/枚/副/顶/把/张",
    "you": "你/您",
}
"""Alternatives for a name in braces; `piece` holds measure words of goods, not of snow, meetings or
people.
"""

CHINESE_READERS = "你, 您, 亲, 妳, 伱, 祢, 亻尔, 侬, 恁, 小主, 宝子, 宝宝, 亲爱的, nin, 尊驾, 阁下"
CHINESE_FIRST_READERS = "泥, 尼, 拟, 腻"
"""Written instead of 你 to evade filters; matched only at the start of a clause."""

CHINESE_TIMES = (
    "上次, 上回, 前日, 上周, 上个月, 上月, 上礼拜, 昨天, 昨日, 昨晚, 昨夜, 前天, 前晚, 前几天, "
    "前两天, "
    "前阵子, 前段时间, 刚刚, 刚才, 今早, 最近, 近期, 近日, 之前, 曾经, 曾, 以前, 去年, 年初, "
    "当初, "
    "那天, 那次, 早前, 早先, 先前, 不久前"
)

CHINESE_NOT_BETWEEN = (
    "大家, 网友, 邻居, 朋友, 编辑, 小编, 顾客, 店长, 我, 他, 她, 可以, 可在, 可随, 如果, 如有, "
    "若, "
    "想, 请, 别, 还没, 没, 未曾, 从未, 不, 能, 会, 应, 需, 把, 凡, 是否, 要, 快来, 欢迎, 立即, "
    "马上, "
    "随时, 即可, 点击, 满, 谁, 哪, 什么, 怎么, 如何, 都说, 都爱, 都在, 人人, 推荐给, 值得, 再, 每"
)
"""Between the reader and the act they make a condition, an offer or somebody else's act."""

CHINESE_ACTS: Mapping[str, str] = {
    "view": "浏览, 查看, 逛, 瞄, 瞅, 瞧, 翻, 点开, 戳开, 戳, 点进, 打开, 刷到, 留意, 打量, 端详, "
    "驻足, "
    "停留, 光顾, 试穿, 试戴, 试用, 试坐, 试, 研究, 挑, "
    "对比, 比较, 围观, 路过, "
    "相, "
    "惦记, 心动, 摸, 上手, 比划, 👀, 询价, 问价, 试驾, 试睡, 试听, 流览, liulan, llan, kan, "
    "guang, 看",
    "purchase": "买, 购买, 订购, 选购, 采购, 入手, 下单, 拍下, 拍, 囤, 抢到, 抢, 带走, 带回家, "
    "复购, "
    "回购, 消费, 购置, 购入, 剁手, 拔草, 付款, 收到, 签收, 换购, 续订, 续购, 抱回家, 退, 退掉, "
    "退回, "
    "退换, 换掉, 认购, 申购, 投保, 购得, 添置, 置办, 买下, 拿下, goumai, mai, xiadan, 牵走, "
    "拿走, 提走, 买走, 领走, 抱走, 搬走, 接走",
    "cart": "加购, 加车, 放进购物车, 加入购物车, 加进购物车",
    "favorite": "收藏, 标记, 点赞, 红心, 加星, 标星, 关注, 特别关注, 订阅降价, 心仪, 想要, "
    "加入最爱, 加到最爱, 加进最爱, 加入我的最爱, 存下, 存进, 标记想去, 标记想看, 标记想买, "
    "标了想去, 追踪, shoucang",
    "search": "搜索, 搜, 检索, 查询, 查找",
}
"""Acts after the reader or a past time, before an ending such as 过, 了 or 的."""

CHINESE_ENDS: Mapping[str, str] = {
    "view": "过, 了, の, 的, 到过, guo, 很久, 好久, 许久, 已久",
    "purchase": "过, 了, の, 的, 到过, guo",
    "cart": "过, 了, 的, 清单, 好久, 已久",
    "favorite": "过, 了, 的, 已久, 很久, 好久",
    "search": "过, 了, 的",
}

CHINESE_NOT_AFTER = (
    "人, 时候, 话, 朋友, 广告, 手机号, 门诊, 医生, 天气, 单, 票据, 保险金, 话题, 问题, 公众, "
    "领域, "
    "主播, 作者, 用户, 照片, 合影, 视频, 钱, 积蓄, 余额, 包裹, 物流, 快递, 最小, 起订"
)
"""Directly after an act they show that it is not about goods: 关注的主播, 买的人."""

CHINESE_COMPLETE_ACTS: Mapping[str, str] = {
    "view": "(看中/挑中/选中/看上/看好/相中/瞧上/瞧中/盯上/盯着/惦记/心心念念/念念不忘/种草/流连/"
    "总看/常看/"
    "老看/"
    "在看/在意/蹲/蹲守/反复看/多看了)(的/了/那/这/好/很/已久/半/很久), 看个不停, "
    "(看/比/比较/翻/逛/瞄/点开/戳开/对比/刷)了...(回/遍/趟/眼/圈)",
    "purchase": "(买/购/囤/入手/下单)...(用/喝/吃/穿)(完/得/着/光/到)",
    "cart": "把...(加入/放进/加进/放入/添加到/加到)了{cart}, "
    "没(结账/结/支付/付钱/买单)的(那/几/订单/商品), "
    "(将/把)...(放进/加入/放入/存入/添加到/加到/收进/加进)...(行程单/待支付/待付款/待结算/预约单/"
    "询价单/采购单/"
    "进货单/备选), "
    "没(买成/买下/抢到/下单/付款/带走/结算/下手/拿下)",
    "favorite": "(种草/长草/喜欢)(的那/的这/过的/了很久/很久/已久/清单/了好久)",
}
"""Complete acts, with their endings, after the reader or a past time."""

CHINESE_PHRASES: Mapping[str, str] = {
    "view": "(咨询/询问/问/打听/问起)过(的/那/这), 被{you}翻(了/过)?牌子(的)?, (看/逛/浏览/翻/"
    "盯/挑/选/比)了(又看/又逛/又翻/又挑/好久/很久/半天/这么久/那么久/多次/"
    "几次/几遍/"
    "好几/三/五/两)...(的/吧/，今/，现/，终), "
    "(还是/依然/始终/就是)(忘不了/放不下/惦记)(那/这), {you}(挑/看/选/逛/读/比/配)到一半的, "
    "第(二/三/四/五/六/七/八/九/十/几/2/3/4/5/6/7/8/9)次(来/打开/点开/点进/看/翻/回来看/逛/"
    "光顾)(这/那/它/了), "
    "(又/再次/又一次)(来/回来/回头/跑来/跑回来)(看/逛/瞧/瞅/翻)(这/那/它/了), "
    "(犹豫/纠结/考虑/惦记/念叨/观望)(了)?(这么/那么/好/很/许/多)?(久/再三/多日/几天/好几天), "
    "(没舍得/舍不得/没忍心/没狠心)(下单/下手/买), "
    "(根据/基于/按/按照/结合){you}(的/最近/近期/之前)?(的)?(浏览/足迹/访问/查看), "
    "{you}(的)?(浏览记录/足迹/浏览足迹/浏览历史/访问记录)(里/中/显示/有/的), "
    "(浏览/逛/看)过...的{you}, "
    "(昨天/昨晚/刚/刚刚/刚才/上次/上回/前几天)(看/逛/瞧/翻/浏览/瞄)(的/过/到/了/中), "
    "(上次/上回)那{piece}, (看中/相中/看上)的...(别等/降/补/到货/回来/还有), (还在想/还想着/"
    "还惦记/还惦记着/还馋着/还记得/想起)(那/这/上次/你看), "
    "👀(过/了), "
    "(看/见/瞧/发现/知道/注意到){you}对...(感兴趣/动心/心动), "
    "(被/让){you}(看/盯/翻/瞄/瞧)(过/上/中/了)",
    "cart": "(没付款/没结账/没支付/未付款/没买单)的(那/几/单/订单/商品/宝贝), "
    "{cart}(里/中/内/上)(的/还/有/躺/放/那/这/待/等/只/剩/降/已/没), "
    "{cart}(快装/快满/装不下/塞满/快放/还有/还在/还没/没结/未结/待结/即将/快要/提醒/想你/等你/"
    "喊你), "
    "{cart}商品(降/即/已/还/库), "
    "(躺/待/还/放/留/睡/留守/遗忘/积灰/吃灰/冷落)(在)?({you}/{you}的)?{cart}, "
    "(放进/加进/扔进/丢进/加入/加到/塞进/放入/收进/添加到)(了)?({you}的)?({cart}/车里/车)"
    "(的/过/已/好久/很久/半), 被{you}...(丢/放/扔/塞/落/忘/加/晾/冷落)(在/进/到), "
    "(忘/忘了/忘记/忘记了/还没/尚未/没来得及/差点忘/差点忘了)"
    "(付款/结算/结账/下单/付钱/买单/支付), "
    "{you}(的)?(有)?...(待付款/待支付/未付款/未支付/未结算/未完成)(的)?(订单/商品/宝贝), "
    "(还差/只差/就差)一步...(订单/付款/下单/到手/成交), (未完成/没完成)的订单, "
    "(结算/付款/支付/下单)(页/页面)(停了/停住/停留), 停在(结算/付款/支付)(页/页面/那), "
    "(待结算/待支付/待付款/未结算)的...(在等/等你/等您/等着/还在/别忘/即将/只剩/快没), "
    "(待结算/待支付/待付款/未结算)(清单/列表/车)(里/中/还)",
    "favorite": "(收藏夹/收藏单/收藏列表/收藏清单/心愿单/愿望清单/愿望单/种草清单/想要清单/"
    "喜欢列表)"
    "(里/中/上/内/有/的), "
    "(存/放/收/加/添/塞)(进/入/到/在)(了)?({you}的/{you})?(清单/心愿单/收藏/收藏夹/心愿盒/心愿夹/"
    "心愿清单/愿望清单/想去清单/想买清单/最爱/待看/小本本/"
    "小本子/愿望单)(里/中)?(的/那/这), "
    "{you}...(存起来/收起来/存下来)的, 收藏(没白费/没白收/的宝贝/的商品降/的店), "
    "{you}(的/家)?(心/❤/♥/💗/⭐/🌟/★)(夹/单/选单/藏/过的), {you}秘藏的",
    "purchase": "(拔/剁/种)过(草/手)的, (买/抱/带)回(去/家)的, {you}(的)?(旧订单/老订单), "
    "{you}(名下/手里/手上/家里)的...(已用满/用满), "
    "是(在/从)(这儿/这里/我们/我家/我们家/我们这儿/本店/小店)(买/购/入手/下单/带走)的, "
    "恭喜{you}喜提, "
    "(买/囤/入手/带回去/带回家)(过/了)?的...(快/该/要/差不多)(用完/吃完/喝完/见底/没了), "
    "(感谢/谢谢/多谢)({you}/亲)...(购买/购得/购置/添置/选购/购入/认购/申购/投保/订购/下单/入手), "
    "{you}...把...(带回家/抱回家/买回家/搬回家), 败回家的, "
    "{you}的...(该/快/要/差不多)(囤货/补货/用完/吃完/喝完/见底/续上/没了/空了), "
    "(感谢/谢谢/多谢)({you}/亲)?(上次/此前/之前/近日/昨天/上周)?(的)?"
    "(购买/选购/订购/下单/入手/惠顾本店购/选择购买), "
    "(根据/基于/按/按照/结合){you}(的/最近/近期/之前)?(的)?(购买/订单/消费), "
    "{you}(的)?(购买记录/历史订单/过往订单/消费记录/上一单/上笔订单/上次订单), "
    "(买/购买/入手/囤)(过/了)...的{you}, "
    "(距/距离/离){you}?(上次/上一次)(购买/下单/买/复购/补货), "
    "{you}(常/经常/总/一直/每月都/每次/每次都)(买/购/回购/喝/吃/用)的, "
    "(上次/上回/之前/去年/上个月/上月)...(喝完/用完/吃完/用得/穿着/用着/还好用/还合身/还合脚)",
    "search": "(根据/基于){you}(的)?(最近/近期)?(的)?搜索, (搜/搜索/检索/查)过...的{you}, "
    "{you}(的)?(搜索记录/搜索历史)(里/中/显示/有)",
}

GENERAL_STATEMENTS = (
    "大家都, 人人都, 网友, 编辑, 小编, 如果, 如需, 如有, 倘若, 假如, 凡购, 凡是, 买家都, 顾客都, "
    "用户都, "
    "他们都, 邻居们, 本周最, 有没有, 榜单, 热门榜, 点击查看, 您可以在, 你可以在, 可随时, 无论, "
    "不管, "
    "只要你, 只要您, 若您, 若你, 若曾, 若已, 要是, 请忽略, "
    "shoppers who, customers who, people who, anyone who, those who, "
    "everyone who, readers who, others also, other also, can you, have you ever, "
    "(enjoying/loving) your (weekend/day/stay/trip/morning/evening/holiday/break/summer/autumn/"
    "winter/spring/time/visit/week/free/trial/membership/food/lunch/dinner/garden/run/ride/walk/"
    "tea/coffee/"
    "commute/book)"
)
"""Anywhere in a sentence they make it a general statement, a condition or an offer, not a claim."""
