"""What a text tells its readers that they did: looked at, put in the cart, bought, saved, searched.

A small grammar, not phrases: the reader or a time gone by, an act that is over, and for some acts
an object such as the cart. What is asked, offered or conditional ("if you bought") tells nothing.
"""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from core.verification.disguises import seen_through
from core.verification.findings import Span


class ToldAct(NamedTuple):
    """`kind` is that of the user event that bears it out."""

    kind: str
    span: Span


# English: you + past act. After these words it is a condition, a question or about anybody.
_NOT_TOLD = (
    r"(?<!if )(?<!when )(?<!once )(?<!before )(?<!until )(?<!unless )(?<!whatever )(?<!should )"
    r"(?<!would )(?<!could )(?<!have )(?<!did )(?<!do )(?<!after )(?<!anything )(?<!everything )"
    r"(?<!whenever )(?<!whichever )(?<!can )(?<!will )(?<!wish )(?<!as )(?<!think )(?<!had )"
    r"(?<!people )(?<!friends )(?<!what )"
)
_YOU = (
    rf"(?<![a-z]){_NOT_TOLD}(?:you|u|ya)(?:'ve|'d|'re|ve| have| had| were| are| did)?"
    r"(?: (?:just|recently|already|once|also|only|really|all|keep|kept|been|so|always|often|"
    r"usually|last|twice|first|then|both|previously|nearly|almost|couldn't stop|can't stop)){0,3} "
)
_SOME = r"[^.!?;:\n]"
_CART = r"(?:cart|basket|bag|trolley|checkout)"
_LIST = r"(?:wish ?list|favou?rites|saved items|saved list|watch ?list|shortlist)"
_YOUR = r"(?<![a-z])(?:your|ur) "
_PAST = r"(?:recent|last|latest|previous|past|earlier|recently)"
_GOING = (
    r"(?:is waiting|are waiting|is still|still|is about to|is getting|is holding|has|misses|"
    r"expires?|is expiring|awaits|is saved|is reserved|is one (?:click|tap|step)|called|"
    r"is not empty|isn't empty|is lonely|feels|is almost|just|is nearly|remembers|is calling|"
    r"is feeling|feels|is safe|is here|is parked|is kept|items? (?:is|are|will|have|has|just|"
    r"dropped|sells?))"
)

_ENGLISH: Mapping[str, tuple[str, ...]] = {
    "view": (
        rf"{_YOU}(?:viewed|looked (?:at|into|up)|browsed?|browsing|spotted|visited|clicked|"
        rf"tapped on|"
        r"checked out|peeked at|peeked in|eyed|eyeing|eying|explored|glanced at|scrolled past|"
        r"admired|admiring|studied|compared|lingered|stalking|stalked|star(?:ed|ing) at|"
        r"looking at|looking for|shopping for|considering|considered|drooling over|"
        r"drooled over|dreaming (?:of|about)|tried on|asked about|came back to|coming back to|"
        r"come back to|going back to|returned to|hovered over|opened (?:the|this|that) (?!ticket|"
        r"account|case|request|app)|fell for|fell in love with|zoomed in|showed interest|"
        r"had (?:your|an|ur) eyes? on|hesitated|took a (?:look|peek)|gave (?:a|it a) (?:look|"
        r"second look)|wanted a closer look|thinking about (?:the|that|those))(?![a-z])",
        rf"{_YOUR}{_PAST} (?:view|views|viewed|browse|browses|browsed|browsing|looks?|"
        rf"peek)(?![a-z])",
        r"based on (?:your|ur|what you)(?: recent| recently| last| past)? (?:brows(?:ing|ed)|"
        r"viewing|view(?:s|ed)|visits?|looked|history|clicks?)",
        r"still (?:thinking (?:it over|about (?:it|that|those|the|this|these|your)|of (?:that|"
        r"the))|"
        r"interested in (?:the|that|those|it)|on your mind|eyeing|eying|dreaming (?:of|"
        r"about) (?:the|"
        r"that|those|it)|making up your mind|undecided about|on the fence|tempted by|"
        r"want (?:the|that|those|it))",
        r"(?:caught|catch) your eye|your eyes? (?:was|were) on|your eyes? on|on your radar|"
        r"couldn't stop (?:looking|staring)|"
        r"couldn't take your eyes off",
        r"remember (?:the|that|those|these|this) [^.!?;:\n]{0,40}\byou(?:'d|'ve| were| had| have)",
        r"we (?:noticed|saw|spotted|caught|know) you (?!can|could|will|may|have a choice)",
        r"(?:you|u) looked(?=[,.!?])|since your last visit(?! to the (?:dentist|doctor|clinic|"
        r"library))",
        r"(?:recently|previously) (?:viewed|browsed|looked at)(?! by other)(?! this)",
        r"(?:viewed|browsed|looked at|seen) (?:recently|earlier|lately|yesterday|last (?:night|"
        r"week))",
        r"(?:since|because|as) you (?:watched|liked the look|looked|checked|showed|read|clicked)",
    ),
    "purchase": (
        rf"{_YOU}(?:bought|purchased|ordered|reordered|buy (?:every|each|again)|picked up|"
        r"grabbed|snagged|snapped up|took home|treated yourself to|splurged on|invested in|"
        r"stocked up|own (?!a |an |the )|got (?:from us|last|in store|yours)|paid for|went for|"
        r"chose last|received from us|unboxed|(?:always|usually|often) (?:buy|order|get|"
        r"pick))(?![a-z])",
        r"(?:always|usually|often|regularly) (?:buy|order) ?(?:from us|here|every|[.,!?]|$)",
        rf"{_YOUR}{_PAST} (?:purchases?|orders?|buys?|haul|delivery of)(?![a-z])",
        r"based on (?:your|ur|what you)(?: recent| last| past| previous)? (?:purchases?|orders?|"
        r"bought|ordered)",
        r"since your (?:last |first )?(?:order|purchase) of",
        r"your [a-z ]{0,20}(?:order|purchase) (?:from|in|of) (?:january|february|march|april|may|"
        r"june|july|"
        r"august|september|october|november|december|last|spring|summer|autumn|winter)",
        r"(?:thank you|thanks|thank u|thx) for (?:buying|ordering|purchasing|picking up|"
        r"your (?:recent )?"
        r"(?:purchase|order) of|shopping with us (?:last|yesterday|on))",
        r"how(?:'s|'re| is| are| was| were) (?:your|the|those|that)(?: new)? [^.!?;:\n]{1,40}"
        r"(?:working out|treating you|holding up|fitting|settling in|working for you)",
        r"(?:since|because|as|now that) (?:you|u) (?:loved|enjoyed|own|have) (?:the|your|that|"
        r"our) ",
        r"(?:buy (?:it|them) again|stock up again|order (?:it|them) again\?|time to reorder)",
        r"(?:bought|purchased|ordered) (?:recently|earlier|last (?:week|month|year|"
        r"time)) (?:by you|from us)",
        r"(?:you|u) (?:picked|chose|got|ordered|bought|went for) [^.!?;:\n]{1,30}last time|"
        r"since (?:buying|ordering|purchasing) (?:your|the|it)",
        r"last time you (?:bought|ordered|stocked|shopped|got|chose)",
        r"(?:it's|it has|it is) been [a-z0-9 ]{1,20} since you(?:r last (?:order|purchase)|"
        r" (?:last "
        r")?(?:bought|ordered|stocked))",
        r"(?:enjoying|loving|happy with|pleased with) (?:your|the) new ",
    ),
    "cart": (
        rf"{_YOU}(?:added|put|placed|dropped|popped|left|tossed|threw|stashed|tucked|parked|saved|"
        rf"stuck|moved|have|'ve got|got|started with){_SOME}{{1,50}}\b(?:in|to|into|inside|at) "
        rf"(?:your |ur |the |a )?(?:shopping )?{_CART}(?![a-z])",
        r"(?:you|u) added (?!your |a note)[^.!?;:\n]{0,30}(?:yesterday|last (?:night|week)|"
        r"earlier|this morning)|(?<=[a-z]) you added (?:yesterday|earlier|last)",
        r"\badded (?:it|this|that|them|one|these|those) to your (?:cart|basket|bag|trolley)",
        r"(?:you|u)(?:'ve)? (?:left|forgot) (?:something|it|this|that|these|those|a few|some|one|"
        r"two|"
        r"three|\d+ (?:things|items)|an item|items|your (?:items|things|picks|"
        r"goodies))(?! to chance)",
        r"you left (?:a|an|the|your) [a-z -]{2,30} (?:behind|in (?:your|the) (?:cart|basket|bag))",
        r"(?:left|forgotten|waiting|still|sitting|saved|held|reserved|abandoned|lonely|stuck) "
        rf"(?:for you )?(?:(?:in|inside|at) (?:your|ur|the) (?:shopping )?{_CART}|"
        rf"at checkout)(?![a-z])",
        rf"forget {_SOME}{{1,30}} in (?:your|ur) {_CART}(?![a-z])",
        rf"(?:the|that|those|these|this|items?|things|goodies|picks|\d) {_SOME}{{0,30}}\b(?:in|"
        rf"inside) "
        r"(?:your|ur) (?:shopping )?(?:cart|basket|trolley|bag) (?:is|are|has|have|will|won't|just|"
        r"since|expires?|sells?)(?![a-z])",
        rf"{_YOUR}(?:shopping )?(?:cart|basket|trolley|bag) {_GOING}(?! on us)(?![a-z])",
        r"(?:saved|held|kept|holding|reserved|keeping|saving|guarding) (?:your|ur) (?:shopping )?"
        r"(?:cart|basket|bag|trolley|items)",
        r"(?:forgot|forgotten|forget) (?:something|anything|these|this one|to check ?out|to finish|"
        r"your (?:cart|basket|bag|items))",
        r"your (?:abandoned|unfinished|half finished|half-finished|incomplete|pending|"
        r"saved) (?:cart|basket|bag|order|purchase|checkout)",
        r"your (?:order|purchase|checkout) (?:is|was)(?: still| almost)? (?:not complete|"
        r"incomplete|"
        r"unfinished|not finished|never finished|half done)",
        r"(?:didn't|did not|never|haven't|forgot to|almost) (?:quite )?(?:finish(?:ed)?|"
        r"complete[d]?|"
        r"check(?:ed)? out|place[d]?) (?:your|the|that|checking)(?: [a-z]{1,20})? ?"
        r"(?:order|purchase|"
        r"checkout|out)",
        r"(?:finish|complete) (?:your|the) (?:purchase|checkout)",
        r"(?:left|leave) (?:it|them|these|those|this) behind(?! the)",
    ),
    "favorite": (
        rf"{_YOU}(?:saved (?!money|time|us|\$|£|€|\d|energy|a life|lives|water|up)|favou?rited|"
        r"hearted|bookmarked|wish ?listed|pinned|starred|liked (?!it hot)|shortlisted|"
        r"set aside|put on your list|added to your (?:wish ?list|list|favou?rites|saved)|"
        r"asked us to watch|followed (?!us|the))(?![a-z])",
        rf"(?:is|are|was|were|on|in|from|the|that|items?|one|something|piece|pieces|"
        rf"{_SOME}{{0,20}} is) "
        rf"(?:on|in|from|of) (?:your|ur) {_LIST}(?: (?:is|are|has|have|just|dropped|went|sold|"
        rf"came|got|"
        r"now)|[,.:!?]|$)",
        rf"{_YOUR}{_LIST} (?:just|is (?:on sale|cheaper|now|back|ready|waiting|getting)|has|got|"
        rf"went|"
        r"items?|item|dropped|came|picks?|pick|remembers|misses|piece|book|dress)(?![a-z])",
        rf"{_YOUR}(?:saved|favou?rited|hearted|bookmarked|wish ?listed) (?!card|address|addresses|"
        r"payment|passwords?|money|places|games?|drafts?|search|searches|settings|preferences|"
        r"cards)"
        r"[a-z]+",
        rf"{_YOUR}favou?rites? (?:is|are) (?:on sale|back|now|selling|going|in stock|cheaper)",
    ),
    "search": (
        rf"{_YOU}(?:searched|googled|typed in|searching)(?![a-z])",
        rf"{_YOUR}{_PAST} search(?:es)?(?![a-z])",
        r"based on your(?: recent| last)? search(?:es)?(?![a-z])",
    ),
}

# Chinese: the reader or a time gone by, a few characters of the same clause, the act.
_READER = r"(?:你|您|亲|妳|侬|恁|小主|宝子|亲爱的)(?!们)"
_WHEN = (
    r"(?:上次|上回|上周|上个?月|上礼拜|昨天|昨日|昨晚|昨夜|前天|前晚|前几天|前两天|前阵子|前段时间|刚刚|刚才|"
    r"今早|最近|近期|近日|之前|曾经?|以前|去年|年初|当初|那天|那次|早前|早先|先前|不久前)"
)
# Within the few characters: what makes it a condition, an offer, a request or somebody else's act.
_NOT_SAID = (
    r"大家|网友|邻居|朋友|编辑|小编|顾客|店长|我们?|他|她|可以|可在|可随|如果|如有|若|想|请|别|还没|没|未曾|从未|不|能|"
    r"会|应|需|把|凡|是否|要|快来|欢迎|立即|马上|随时|即可|点击|满|谁|哪|什么|怎么|如何|都说|都爱|都在|人人|推荐给|值得|再|每"
)
_FEW = rf"(?:(?!{_NOT_SAID})[^，。！？!?；;\n：:]){{0,9}}?"
_SUBJECT = rf"(?:{_READER}|{_WHEN})"
_OVER = r"(?:过|了|的(?!人|时候|话|朋友)|到过)"

_CHINESE: Mapping[str, tuple[str, ...]] = {
    "view": (
        rf"{_SUBJECT}{_FEW}(?:浏览|查看|逛|瞄|瞅|瞧|翻|点开|戳开|戳|点进|打开|刷到|留意|打量|端详|驻足|停留|光顾|"
        rf"试穿|试戴|试用|试坐|试|咨询|询问|问|打听|研究|对比|比较|围观|路过|相|惦记|心动|看)(?:{_OVER}|很久|好久|许久|已久)(?!广告|手机号|门诊|"
        rf"医生|天气|朋友圈)",
        rf"{_SUBJECT}{_FEW}(?:看中|看上|相中|看好|瞧上|瞧中|一眼看中|盯上|盯着|惦记|心心念念|念念不忘|种草|"
        r"流连|总看|常看|老看|在看|在意|蹲|蹲过|蹲守|反复看|看个不停|多看了)(?:的|了|那|这|好|很|已久|半|很久)",
        r"(?:看|逛|浏览|翻|盯|挑|选|比)了(?:又(?:看|逛|翻|挑)|好久|很久|半天|这么久|那么久|多次|几次|几遍|好几|三|五|两)"
        r"(?:[^，。！？\n]{0,4})(?:的|吧|，今|，现|，终)",
        r"(?:犹豫|纠结|考虑|惦记|念叨|观望)了?(?:这么|那么|好|很|许|多)?(?:久|再三|多日|几天|好几天)的?",
        r"(?:没舍得|舍不得|没忍心|没狠心)(?:下单|下手|买)",
        r"(?:根据|基于|按照?|结合)(?:你|您)(?:的|最近|近期|之前)?(?:的)?(?:浏览|足迹|访问|查看)",
        r"(?:你|您)的?(?:浏览记录|足迹|浏览足迹|浏览历史|访问记录)(?:里|中|显示|有|的)",
        r"(?:浏览|逛|看)过[^，。！？\n]{1,10}的(?:你|您)",
        r"(?:^|(?<=[，。！？!?\n,]))(?:看中|相中|看上|看好)的(?!人)[^，。！？\n]{1,10}(?:别|降|补|到|回|还|有|上)",
        r"(?:昨天|昨晚|刚刚?|刚才|上次|上回|前几天)(?:看|逛|瞧|翻|浏览|瞄)(?:的|过|到|了|中)",
    ),
    "cart": (
        r"(?:购物车|购物袋|购物篮|gwc)(?:里|中|内|上)(?:的|还|有|躺|放|那|这|待|等|只|剩|降|已|没)(?!空|满|可|商品可|任意)",
        r"(?:购物车|购物袋|gwc)(?:还有|还在|还没|没结|未结|待结|即将|快要|提醒|有\d|想你|等你|喊你|商品(?:降|即|已|还|库))",
        r"(?:躺|待|还|放|留|睡|留守|遗忘|积灰|吃灰|冷落)在?(?:你的?|您的?)?(?:购物车|gwc)",
        r"(?:放进|加进|扔进|丢进|加入|加到|塞进|放入|收进|添加到)了?(?:你的|您的)?(?:购物车|gwc|车里?)(?:的|过|已|好久|很久|半)",
        rf"{_SUBJECT}{_FEW}(?:加购|加车|放进购物车|加入购物车|加进购物车)(?:的|过|了|清单|好久|已久)",
        r"(?:忘了?|忘记了?|还没|尚未|没来得及|差点忘了?)(?:付款|结算|结账|下单|付钱|买单|支付)(?!方式|密码|宝)",
        r"(?:你|您)的?(?:有)?[^，。！？\n]{0,6}(?:待付款|待支付|未付款|未支付|未结算|未完成)的?(?:订单|商品|宝贝)",
        r"(?:还差|只差|就差)一步[^。！？\n]{0,6}(?:订单|付款|下单|到手|成交)|(?:未完成|没完成)的订单",
        rf"{_SUBJECT}{_FEW}没(?:买成|买下|抢到|下单|付款|带走|结算|下手|拿下)的?",
    ),
    "favorite": (
        rf"{_SUBJECT}{_FEW}(?:收藏|标记|点赞|点过赞|红心|加星|标星|关注|特别关注|订阅降价|心仪|想要)"
        r"(?:的(?!人|朋友|话题|问题|公众|领域|主播|作者|用户|话)|过|了|已久|很久|好久)",
        rf"{_READER}{_FEW}(?:种草|长草|喜欢)(?:的那|的这|过的|了很久|很久|已久|清单|了好久)",
        r"(?:收藏夹|收藏单|收藏列表|收藏清单|心愿单|愿望清单|愿望单|种草清单|想要清单|喜欢列表)(?:里|中|上|内|有|的(?!功能|用法))(?!新建|添加|可以)",
        r"收藏(?:没白费|没白收|的宝贝|的商品降|的店)",
    ),
    "purchase": (
        rf"{_SUBJECT}{_FEW}(?:买|购买|订购|选购|采购|入手|下单|拍下?|囤|抢到?|带走|带回家|复购|回购|消费|购置|购入|"
        rf"剁手|拔草|付款|收到|签收|换购|续订|续购|抱回家){_OVER}(?!单|票据|保险金)",
        rf"{_SUBJECT}{_FEW}(?:买|购|囤|入手|下单)[^，。！？\n]{{1,6}}(?:用|喝|吃|穿)(?:完|得|着|光|到)",
        r"(?:感谢|谢谢|多谢)(?:您|你|亲)?(?:的)?(?:购买|选购|订购|下单|入手|惠顾本店购|选择购买)",
        r"(?:根据|基于|按照?|结合)(?:你|您)(?:的|最近|近期|之前)?(?:的)?(?:购买|订单|消费)",
        r"(?:你|您)的?(?:购买记录|历史订单|过往订单|消费记录|上一单|上笔订单|上次订单)",
        r"(?:买|购买|入手|囤)(?:过|了)[^，。！？\n]{1,10}的(?:你|您)(?!们)",
        r"(?:距离?|离)(?:你|您)?(?:上次|上一次)(?:购买|下单|买|复购|补货)",
        r"(?:你|您)(?:常|经常|总|一直|每月都|每次都?)(?:买|购|回购|喝|吃|用)的",
        r"(?:上次|上回|之前|去年|上个?月)[^，。！？\n]{1,12}(?:喝完|用完|吃完|用得|穿着|用着|还好用|还合身|还合脚)",
    ),
    "search": (
        rf"{_SUBJECT}{_FEW}(?:搜索|搜|检索|查询|查找)(?:过|了|的(?!人))",
        r"(?:根据|基于)(?:你|您)的?(?:最近|近期)?的?搜索",
        r"(?:搜索?|检索|查)过[^，。！？\n]{1,10}的(?:你|您)(?!们)",
        r"(?:你|您)的?(?:搜索记录|搜索历史)(?:里|中|显示|有)",
    ),
}

# What anywhere in the sentence makes it a general statement, a condition or an offer.
_GENERAL = re.compile(
    r"大家都|人人都|网友|编辑|小编|如果|如需|如有|倘若|假如|凡购|凡是|买家都|顾客都|用户都|他们都|邻居们|"
    r"本周最|有没有|榜单|热门榜|有没有一|点击查看|您可以在|你可以在|可随时|无论|不管|只要你|只要您|请忽略|"
    r"shoppers who|customers who|people who|anyone who|those who|everyone who|readers who|"
    r"(?<![a-z])(?:if|unless|once|whenever) (?:you|u)(?![a-z])|others? also|can you|have you ever"
)
_SENTENCE = re.compile(r"[^。！？!?\n；;]+")


def _compiled(of: Mapping[str, tuple[str, ...]]) -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((kind, re.compile("|".join(forms))) for kind, forms in of.items())


_FORMS = (*_compiled(_ENGLISH), *_compiled(_CHINESE))


def told_acts(text: str) -> Iterator[ToldAct]:
    """By kind, each kind in the text's order; through disguises (`seen_through`)."""
    seen = seen_through(text)
    sentences = [
        match.span() for match in _SENTENCE.finditer(seen.text) if not _GENERAL.search(match[0])
    ]
    for kind, form in _FORMS:
        for start, end in sentences:
            for match in form.finditer(seen.text, start, end):
                if match.end() > match.start():
                    yield ToldAct(kind, seen.span(*match.span()))
