"""Detect acts in a text that are not claims about what the reader did with goods: other people's
acts, descriptions of a page, questions about any day, and looking or saving that is not of goods.
"""

import re

from core.verification.copy_text.surroundings import surroundings_of
from core.verification.findings import CharRange

_NEAR = 48
"""Characters before and after an act that are searched."""
_SENTENCE_END = re.compile(r"[。！？!?\n；;]|\.(?=\s|$)")

_OTHER_PEOPLE_BEFORE = re.compile(
    r"(?:邻居|街坊|同学|同事|网友|朋友|顾客|读者|球迷|居民|家长|老师|妈妈|爸爸|同行|学员|会员"
    r"|用户|店友|车友|书友|队友|同龄人|人|孩子|年轻人|大家)"
    r"们?(?:最近|刚刚?|刚才|昨[天晚]|上周|上月|近期|都|也|正|在|常|总){0,3}$"
    r"|\b(?:neighbou?rs?|people|shoppers?|customers?|friends?|members?|readers?|visitors?|guests?"
    r"|fans?|locals?|students?|teachers?|parents?|families|colleagues|players?|others|everyone"
    r"|(?<!someone )who)"
    r"(?: (?:have|has|had|recently|just|also|often|always|in \w+)){0,2} $",
    re.IGNORECASE,
)
_READER = re.compile(r"(?:你|您|亲|you\b|u\b)", re.IGNORECASE)
_SUPPOSED_BEFORE = re.compile(
    r"\b(?:have|did|do|could|would|should|if|when|whenever|once|anything|everything|whatever"
    r"|no|know|where|until|can|will|may) $",
    re.IGNORECASE,
)
"""Before an act: a question, a condition or a possibility."""
_THINGS_BEFORE = re.compile(r"\bthings $", re.IGNORECASE)
_ECHO_QUESTION_AFTER = re.compile(r" [a-z]+\?", re.IGNORECASE)
_JOKE_ACTS = ("you ordered", "you wanted")
"""Acts that are a joke as a question: "You ordered sunshine?"."""
_SHOWN_AFTER = re.compile(
    r"[^，。！？!?\n]{0,12}(?:会|将)(?:自动)?(?:显示|出现|展示|保存|列)"
    r"|[^，。！？!?\n]{0,12}(?:都|均|也)?(?:(?:能|可以?)在(?:这里|这儿|此处?|本页|下方|个人中心"
    r"|我的)|在(?:这里|这儿|此处?|本页|下方)(?:找到|出现|显示|查看|看到|管理))"
    r"|[^，。！？!?\n]{0,8}(?:为空|暂无|空空如也|还没有|可同步|多端同步|功能|按钮|页面改版"
    r"|将(?:自动)?清除|可删除|可清除)"
    r"|[^.!?\n]{0,30}\b(?:will (?:show|appear|be (?:saved|kept|listed|here))|show(?:s)? up"
    r"|appear(?:s)?"
    r"|is empty|are empty|live(?:s)? here|go(?:es)? here|sync(?:s|ed)? across|can be (?:deleted"
    r"|cleared|found|returned"
    r"|edited|managed))\b",
    re.IGNORECASE,
)
"""After an act: what a page shows or how its records work."""
_FRIEND = (
    r"(?:你|您)的?(?:好友|朋友|同事|同学|邻居|家人|室友|闺蜜|队友|老师|爸妈|爸爸|妈妈|先生|太太"
    r"|孩子|宝宝|粉丝"
    r"|关注的[^，。]{1,6}?)"
)
_FRIEND_SUBJECT = re.compile(_FRIEND)
_FRIENDS_BEFORE = re.compile(rf"{_FRIEND}[^，。！？!?\n的]{{0,6}}$")
_UNWANTED_BEFORE = re.compile(
    r"(?:不想|不希望|不要|别|不愿意?|如何|怎么|怎样|管理|清除|删除|关闭|隐藏|查看)(?:再"
    r"|让[^，。]{1,4}|被)?(?:留下?|保留|保存|显示|同步|公开|记录)?[你您我]?的?$"
    r"|\b(?:don't want|clear|delete|manage|hide|turn off|pause|erase|export|view|see) (?:your "
    r"|my |all |the )*$",
    re.IGNORECASE,
)
_RECORD_KEEPING_AFTER = re.compile(
    r"[^，。！？!?\n的]{0,6}(?:保存|保留|可?(?:随时)?清[空除]|关闭|关掉|已?(?:清除|删除|同步|导出))"
    r"|(?: history)? (?:kept|stored|saved|cleared|deleted|paused|is off|is now off|is private)\b",
    re.IGNORECASE,
)
_RECORDS = re.compile(r"记录|足迹|历史|history", re.IGNORECASE)
_FIRM = re.compile(
    r"[贵貴](?:校|司|公司|院|单位|單位|店|行|园|所|部门|方)(?!的?(?:采购|购物|进货)[车篮袋])"
)
"""A firm that is addressed: 贵公司."""
_PAST_PURCHASE_FROM_US = re.compile(
    r"^(?:上|前|去年|年初|此前|之前|先前|早前|昨)[^，。！？!?\n]{0,4}(?:[在从向于][我本]|[在从]我)"
)
"""A past purchase "from us" by a firm addresses that firm as the reader, so it is a claim."""
_TICKETS_AFTER = re.compile(
    r"(?:的)?(?:[^，。！？!?\n]{0,6}(?:影|车|機|机|门|船|火车|电影|演出|球|景区|月)票"
    r"|[^，。！？!?\n]{0,4}(?:航班|车次|保险|保单|话费|流量包|课程|套餐))"
)
_PASSIVE_BEFORE = re.compile(r"(?:你|您)的?[^，。！？!?\n]{1,8}被[^，。！？!?\n]{0,6}$")
"""Something of the reader's that others viewed or saved."""
_READERS_PAGE_BEFORE = re.compile(
    r"\byour (?:profile|listing|post|posts|photo|photos|video|page|resume|cv|article|story|review"
    r"|comment|project|portfolio|ad|design|work|recipe|playlist|application|property|home|flat"
    r"|shop|store)"
    r" (?:was|were|has been|got|is|have been)(?: just| recently)? $",
    re.IGNORECASE,
)
"""Something that the reader published and others viewed or saved."""
_QUESTION_AFTER = re.compile(
    r"(?:过|了)?(?!的)[^，。！？!?\n的]{0,16}(?:吗|么|没有|没|几次|多少)?[？?]"
    r"|(?:过|了)[^，。！？!?\n的]{0,16}(?:吗|么)(?:[，。！？!?\n]|$)|(?:过|了)?(?:多少|几)"
)
_GOODS_AFTER = re.compile(r"[那这]|上次|的")
_FOLLOWED_AFTER = re.compile(
    r"(?:的)?[^，。！？!?\n]{0,6}?(?:老师|教练|主播|作者|博主|达人|歌手|演员|明星|球队|球员|乐队|乐团|剧团|剧集|战队"
    r"|设计师|医生|专家|律师|理发师|技师|店长|公众号|栏目|频道|专栏|专题|话题|活动|比赛|赛事|股票|基金|航班|岗位"
    r"|职位|公司|用户|好友|政策|新闻)"
)
_INSTRUCTION_BEFORE = re.compile(
    r"(?:^|[.!?\n:] ?)(?:tap|press|click|hit|swipe|star|heart|pick|pin|save|bookmark|flag|like|mark"
    r"|add|choose|select|hold|long-press)\b[^.!?\n]{0,50}\b(?:stays?|kept|goes|lands?|appears?|lives?"
    r"|shows?|stored|saved|moves?|sits?|drops?|waits?|collected|find|filed) (?:[a-z]+ )?"
    r"(?:in|to|into|on|onto|under|inside) $",
    re.IGNORECASE,
)
_FILL_BEFORE = re.compile(
    r"(?:^|[.!?\n:,] ?)(?:prime|fill|load|pack|stack|prep|prepare|top up|ready|build|start|grab"
    r"|check|open|empty|clear|share|view|see) $",
    re.IGNORECASE,
)
_ON_HOLD_AFTER = re.compile(r" (?:an? |the )?(?:on |)(?:hold|reserve|request|bid|bet|call|ad)\b")
_HOW_BEFORE = re.compile(
    r"(?:怎么|如何|怎样)(?:选|挑|整理|清理|清空|管理|查看|看|用|填满?|装满?|找到?|分享|编辑)$"
)
_WHETHER_BEFORE = re.compile(r"(?:有没有|是否|可曾|曾否|有无|是不是)[^，。！？!?\n]{0,4}$")
_NOT_GOODS_AFTER = re.compile(
    r"(?:病|牙|诊|流星|展(?!示)|演唱会|日出|日落|星空|星星|大?海|世界|比赛|球赛|球(?!鞋|衣|拍)"
    r"|医生|书(?!架|桌|包|柜)|电影|剧|雪(?!地靴)|望"
    r"|到大家|到了?(?:春天|彩虹|希望)|起来|似|路|风景|月亮|烟花|花海|直播|新闻|天气|手相|房"
    r"|孩子|老人|朋友|父母|凌晨)"
    r"|(?:较|很|太|有点|变|速度|器|体验|量|人数|次数|权限)"
    r"|[^\n.!?]{0,2}(?:great|good|lovely|amazing|fabulous|gorgeous|tired|happy|stunning|after"
    r"|like|out for"
    r"|so|really|very|too|pretty|fantastic|wonderful|forward|back on|sharp|the day|the best"
    r"|the planet|the world|the joke|lives?|a life|the trip"
    r"|us|time|into|the moon|the stars|the sunset|it first|it coming|the news|him|her|me|a doctor"
    r"|the doctor|the light|(?:the|our|that|this) (?:trailer|film|movie|show|match|news|game"
    r"|video|post|email|episode|concert"
    r"|band|play|sunrise|eclipse|parade|fireworks))\b",
    re.IGNORECASE,
)
"""After such an act: what is no goods, such as a film or the sunrise."""
_LOOK_OR_SAVE = re.compile(
    r"(?:看|浏览|逛|looked|saved|bought|viewed|saw|seen|spotted|visited|liked|picked up)(?:到|了"
    r"|过)?"
    r"(?P<of> (?:the|a|it|this|that))?$",
    re.IGNORECASE,
)
"""Acts of looking, saving or buying that may be of something other than goods."""


def is_no_reader_act(text: str, span: CharRange) -> bool:
    """Whether the act at `span` is no claim that the reader did something with goods."""
    start, end = span
    before, after = surroundings_of(text, span, _NEAR)
    act = text[start:end]
    if _SUPPOSED_BEFORE.search(before) or _SHOWN_AFTER.match(after):
        return True
    if _is_other_kind(act, before, after):
        return True
    if _is_by_others(act, before) or _is_about_records(act, before, after):
        return True
    look_or_save = _LOOK_OR_SAVE.search(act)
    if look_or_save and _NOT_GOODS_AFTER.match(f"{look_or_save['of'] or ''}{after}".lstrip()):
        return True
    up_to_act = text[max(0, start - _NEAR) : end]
    if _PASSIVE_BEFORE.search(up_to_act[: len(up_to_act) - 2]) or _READERS_PAGE_BEFORE.search(
        before
    ):
        return True
    return _WHETHER_BEFORE.search(before) is not None or _is_question(act, after)


def _is_other_kind(act: str, before: str, after: str) -> bool:
    """Whether the act is of another kind: following people, pressing a button, filling a basket or
    placing a hold.
    """
    if act.endswith(("关注的", "关注")):
        return _FOLLOWED_AFTER.match(after) is not None
    if _HOW_BEFORE.search(before):
        return True
    if _READER.match(act) and _THINGS_BEFORE.search(before):
        return True
    if act.lower() in _JOKE_ACTS and _ECHO_QUESTION_AFTER.match(after):
        return True
    if act.lower().startswith("your "):
        fill = _FILL_BEFORE.search(before) if "cart" in act or "basket" in act else None
        return fill is not None or _INSTRUCTION_BEFORE.search(before) is not None
    return act.lower() == "you placed" and _ON_HOLD_AFTER.match(after) is not None


def _is_by_others(act: str, before: str) -> bool:
    """Whether the act is of people in general, of the reader's friends or of a firm."""
    firm = _FIRM.search(act)
    if firm and _PAST_PURCHASE_FROM_US.search(act[firm.end() :]):
        return False
    if _FRIEND_SUBJECT.match(act) or firm or _FRIENDS_BEFORE.search(before):
        return True
    if _READER.match(act):
        return False
    if _OTHER_PEOPLE_BEFORE.search(before):
        return True
    return _FIRM.search(before[-6:]) is not None and not _PAST_PURCHASE_FROM_US.search(act)


def _is_about_records(act: str, before: str, after: str) -> bool:
    """Whether the text is about how records are kept, or about a ticket that is ready."""
    if _RECORDS.search(act) and (
        _UNWANTED_BEFORE.search(before) or _RECORD_KEEPING_AFTER.match(after)
    ):
        return True
    return act.endswith("买的") and _TICKETS_AFTER.match(after) is not None


def _is_question(act: str, after: str) -> bool:
    """Whether the act is only asked about: 你看过凌晨四点的城市吗."""
    if act.endswith("的") or _GOODS_AFTER.match(after):
        return False
    return act.endswith(("过", "了")) and _QUESTION_AFTER.match("过" + after) is not None
