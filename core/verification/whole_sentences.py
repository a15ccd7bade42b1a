"""Whether a text that something was taken out of is still whole: no dangling word, mark or bracket.

Doubt means no: what is not plainly whole is for a person to write.
"""

import re

import rjieba

from core.verification.copy_clauses import Clause, CopyParts
from core.verification.text_measures import has_han

_LONGEST = 300
"""Characters of a clause that is read for its words."""

_BEGINS_BADLY = frozenset(
    re.findall(
        r"\S+",
        "的 了 着 得 及 或 以及 吗 呢 吧 之 、 等等",
    )
)
_ENDS_BADLY = frozenset(
    re.findall(
        r"\S+",
        "的 和 与 及 或 以及 在 到 去 把 被 对 从 给 为 是 由 向 于 将 让 使 跟 比 按 因 因为 "
        "所以 如果 但 但是 而 且 并 就 也 只 仅 才 还 都 很 更 太 非常 十分 每 第 请 戳 点 输 走 "
        "上 用 进 搜 仅需 只需 只要 仅售 售价 低至 现价 原价 约 共 满 一个 一款 一种 这款 那款 "
        "这个 那个 这 那 您 的是 例如 比如 包括 根据 通过 关于 成为 称为 叫做 像 如 、 输入 打开 "
        "访问 登录 登陆 复制 前往 当 随着 距离 这是 就是 还是 都是 才是 即 称 名为 堪称 属于 位于 "
        "来自 不 没 没有 别 最 其 该 以 可以 能 会 要 应该 必须",
    )
)
_LEANS_ON_BEFORE = re.compile(
    r"^\s*(?:也|还是|还有|还能|还可|又|再|更|都|却|而且|而|但|并|因此|所以|就|才|便|则|它|他们|"
    r"她们|其|该|这|那|此|同款|"
    r"顺手|顺便|除此|此后|届时|到时|其实|只为|只因|为此|随后|然后|接着|还(?!原)|同时|反正|仅售|只要\d|"
    r"同样|一样|后者|前者|从此|以此|何况|况且|甚至|尤其|另外|否则|不然|可惜|于是|可能|反而|特别是)"
)
_LEANS_ON_BEFORE_EN = re.compile(
    r"\b(?:it|its|they|them|their|theirs|these|those|he|him|his|she|her|another|others|same(?!-)|"
    r"both|"
    r"instead|inside|either|neither|too|also|otherwise|that one|this one|ones|half of that|more)\b",
    re.IGNORECASE,
)
_STARTS_LEANING_EN = re.compile(
    r"\s*(?:this|that|which|who|whose|where|because|since|of|than|as|nor|though)\b", re.IGNORECASE
)
_DANGLES_EN = frozenset(
    re.findall(
        r"\S+",
        "a an the our your my their his her its this that these those to of at on in for with "
        "from by and or but nor as than into onto via per is are was were be been being has have "
        "had get gets got visit visiting see go goes lives live click tap open type enter and/or "
        "plus until till if when because while not no very so too just only both either between "
        "under over about like i we you he she they who which whose where what how why can could "
        "will would should may might must do does did let lets let's we're you're it's that's "
        "costs cost priced worth starting",
    )
)
# "on", "in" and the like end a sentence well: "now on", "come in", "log in to ... sign up".
_ENDS_WELL = re.compile(
    r"\b(?:is|are|'s|now|sale|switch|come|drop|tune|log|sign|join|carry|move|live|opt|check|try|"
    r"going|hold|what's|add|put|plug|settle|snuggle|dig|tuck|book)\s+(?:it\s+|them\s+)?(?:on|in|"
    r"over)$|"
    r"\b(?:now|is|are|go|going|watch|stream|shop|play)\s+live$|\bjust for you$|\bto you$|\bfor "
    r"you$|"
    r"\b(?:with|to|for|from|of|like|at|on|about|by|near|around|than|and|suits?|fits?|love|loves|"
    r"meet|"
    r"see|miss|thank|help|helps|all of|both of|between)\s+(?:you|her|his|its|this|that|these|those|"
    r"us|"
    r"not|too|it)$|\b(?:like|love|try|do|see|get|got|want|need|miss|about) (?:this|that|these|"
    r"those)$|"
    r"\b(?:why|if|or) not$|\bme too$|\bso much$|\b(?:we|you|they) (?:do|are|can|will|have|did|"
    r"could|"
    r"should|would|must|might)$|\bwhere you are$|\bas (?:it|they) (?:is|are|does|was|were)$|\bhow "
    r"(?:to|"
    r"come)$|\bas you$|\bthan you$|\byou can(?:'t| not)?$|\byours is$|\bthank you$|\bwhat is$|"
    r"\bhow it is$|\ball you have$|\bmiss (?:you|out)$|\bwe see$|\bto go$|\bon the go$|\bgood to "
    r"go$|"
    r"\bready to go$|\bcarry over$|\bmade (?:over|by)$|\b(?:is|it's) over$|\bleft over$|\btake "
    r"over$",
    re.IGNORECASE,
)
_CLASH_EN = re.compile(
    r"\b(?:a|an|the|our|your|my|every)\s+(?:is|are|was|were|at|in|on|of|for|to|with|from|and|or|by|"
    r"the|"
    r"a|an|our|your|my|you|we|it|they|gets?|has|have|this|that|until|before)\b"
    r"|\b(?:at|of|with|by|than|to|from|for|is|are)\s+(?:at|of|to|and|or|by|is|are|for|from|with|"
    r"has)\b"
    r"|\b(?:a|an)\s+(?:great|popular|lovely|good|fine|top)?\s*(?:prices|deals|offers)\b"
    r"|\b(\w+)\s+\1\b(?<!that that)(?<!had had)(?<!knock knock)(?<!bye bye)",
    re.IGNORECASE,
)
_GOOD_CLASH_EN = re.compile(
    r"\b(?:is|are|was|were) (?:at|for|to|with|from|by|of)\b|\bto (?:at|from)\b|\b(?:with|for|to|"
    r"from) "
    r"(?:a|an)\b|\bfor to\b|\b(?:of|for|to|from|at|by) (?:by|has)\b(?=-)",
    re.IGNORECASE,
)
_A_BEFORE_VOWEL = re.compile(r"\ba\s+(?=[aeio](?!ne\b|nce\b|u))", re.IGNORECASE)
_TRAILING = r"[\s，、：:,；;（(【\[《“‘>+&/-]"
_MARKS = re.compile(
    r"[，、；：,;:]\s*[，。、；：！？,.;:!?]|[。！？][，、；：。]"
    r"|^[\s，。、；：！？,.;:!?)）】\]》”’>-]+"
    rf"|(?<!{_TRAILING}){_TRAILING}+$"
    r"|[（(【\[《“‘「『]\s*[)）】\]》”’」』]|[（(]\s*[，。、,.]|[，、,]\s*[)）]"
    r"|、\s*(?:和|与|及|或)|(?:和|与|及|或)\s?、"
)
_PAIRS = (("(（", ")）"), ("【", "】"), ("《", "》"), ("“", "”"), ("「", "」"), ("[", "]"))
_GENERIC = frozenset(
    re.findall(
        r"\S+",
        "数量 名额 时间 机会 今晚 今天 明天 现在 手慢 人 活动 通知 详情 链接 差价 手 位 原因 地方 "
        "东西 惊喜 库存 尺码 门店 本店 老板 胸脯 小时 分钟 返场 周末 今日 本周 昨晚 同款 通知了解 "
        "心动 价",
    )
)
_PREDICATE = re.compile(r"^(?:v|a|i|l|z|m|d)")
_HAS_VERB = re.compile(
    r"[有是送换买享到来减折免开上补降抢领试配选用做吃喝穿学看听备带挑拼赢玩住飞去回]|半价|立省|"
    r"特惠|特价"
)
_NEEDED_HAN, _NEEDED_WORDS, _NEEDED_AFTER_CUT = 6, 2, 4
_MEASURED = re.compile(
    r"^(?:今天|现在|如今|今晚)(?:它|他|她)|配套|同款|一样的|以上|如上|上述|如下|^只有|^(?:我们|"
    r"本店|我家|咱)?才(?:是|敢|能|有|算)|^[一-龥]{1,4}也(?=可|能|会|有|是|要|适|不)"
)
_LEADS_ON = re.compile(
    r"^(?:论|说到|要说|至于|作为|如果|当|虽然|虽说|因为|由于|无论|不管|只要|只有|既然|即使|为了|"
    r"除了|不仅|不但|不只|与其|每当|随着|一旦|若|比起|"
    r"相比|从|对于|关于)|[吗呢][？?]?$|(?:的是|就是|称为|叫做|而言|来说|的话)$"
)
_LEADS_ON_EN = re.compile(
    r"^(?:if|when|while|because|since|although|though|as|for|whether|unless|until|before|after|"
    r"with|from|in|at|by|not only|"
    r"instead of|whatever|once|to)\b",
    re.IGNORECASE,
)


def is_whole(text: str, before: str = "") -> bool:
    """Whether each clause stands by itself, as far as words and marks show. Clauses that `before`
    had as they are were its writer's choice.
    """
    parts, old = (
        CopyParts.of(text),
        {clause.text.strip() for clause in CopyParts.of(before).clauses},
    )
    body = parts.body.strip()
    if not body or _MARKS.search(body) or not _paired(body):
        return False
    clauses = [clause for clause in parts.clauses if clause.text.strip()]
    if any(len(clause.text) > _LONGEST for clause in clauses):
        return False
    new = [clause.text.strip() for clause in clauses if clause.text.strip() not in old]
    if has_han(body):
        return all(_whole_han(text) for text in new if has_han(text))
    return _whole_english(body, new)


_REFERS_EN = re.compile(
    r"\s*(?:(?:it|its|it's|add|pair|top up|complete|they|them|their|these|those|this|that|"
    r"that's|he|she|"
    r"his|her|then|also|"
    r"after that|besides|plus|both|each|either|instead|so (?:the|we|our|you|it|they|a|an)|yet|"
    r"all (?:of )?(?:them|this|that))\b|(?:the|a|our) (?:same|other|rest|first|second)\b)"
    r"|.{0,60}\b(?:it|its|them|they|their|theirs|that one|this one|ones|too|also|"
    r"instead|afterwards)\b",
    re.IGNORECASE,
)
_NEWS = re.compile(
    r"已寄出|已发货|已到|到货|到店|上架|上新|开业|补货|有货|已满|发货|在库"
    r"|\b(?:in stock|is back|are back|ready|shipped|arrived|landed|confirmed|has opened|now open|"
    r"on its way)\b",
    re.IGNORECASE,
)
_TELLS = re.compile(
    r"回复|预约|报名|下单|致电|拨打|到店|领取|截止|前往|欢迎|凭"
    r"|\b(?:reply|book|call|order by|visit|hold your|until|ends|rsvp|sign up|register|come in|"
    r"drop in|join us|use code|show this)\b",
    re.IGNORECASE,
)
_THE_THING = re.compile(
    r"\b(?:the|that|this|these|those) ((?:[a-z-]+ ){0,2}[a-z-]+)", re.IGNORECASE
)
_FEW_HAN, _FEW_EN = 3, 2
_SCRAP_HAN = 2
"""A clause that became so short, such as 舒适 or 特惠 alone, says nothing."""


def _keeps_the_message(kept: list[str], was: list[str], *, tapped: bool) -> bool:
    """Whether the news and what to do are not among what went."""
    left = "\n".join(kept)
    gone = "\n".join(text for text in was if text not in left)
    if _NEWS.search(gone) and not _NEWS.search(left):
        return False
    return tapped or not _TELLS.search(gone) or _TELLS.search(left) is not None


def _is_a_scrap(clause: str, han: bool) -> bool:
    """A vocative or an opening such as 说实话, which is nothing when its neighbour went."""
    if han:
        return len(re.findall(r"[\u4e00-\u9fff\w]", clause)) <= _FEW_HAN
    return len(clause.split()) <= _FEW_EN


def _speaks_of_what_went(kept: list[str], was: list[str]) -> bool:
    """Whether "the rug" is said where only what went had named a rug before."""
    left = "\n".join(kept).casefold()
    went = set(re.findall(r"[a-z-]+", "\n".join(t for t in was if t not in kept).casefold()))
    seen: set[str] = set()
    for clause in kept:
        words = re.findall(r"[a-z-]+", clause.casefold())
        for match in _THE_THING.finditer(clause.casefold()):
            things = [w for w in match[1].split() if len(w) > 2]
            if any(w in went and w not in seen and left.count(w) for w in things):
                return True
        seen.update(words)
    return False


def says_enough(  # noqa: PLR0911
    text: str, before: str, *, tapped: bool = False
) -> bool:
    """Whether a text from which something is gone still speaks of something, and leans on nothing
    that is gone: "She will love it" says nothing without the sentence before.
    """
    new, old = CopyParts.of(text), CopyParts.of(before)
    kept = [clause.text.strip() for clause in new.clauses if clause.text.strip()]
    old_clauses = [clause for clause in old.clauses if clause.text.strip()]
    was = [clause.text.strip() for clause in old_clauses]
    if not kept or not was:
        return False
    han = has_han(new.body)
    places = {_bare(text): n for n, text in enumerate(was)}
    at = [places.get(_bare(text)) for text in kept]
    last = -1
    for n, (clause, place) in enumerate(zip(kept, at, strict=True)):
        follows = place is not None and place == last + 1
        leads = last >= 0 and _leads_on(old_clauses[last], han)
        leans = _leans_han(clause) if han else _REFERS_EN.match(clause) is not None
        if not follows and (leads or leans):
            return False
        cut_after = n + 1 < len(kept) and place is not None and at[n + 1] != place + 1
        cut_after = cut_after or (n + 1 == len(kept) and place is not None and place + 1 < len(was))
        in_a_sentence = cut_after and not old_clauses[place or 0].ends_sentence
        if (not follows or in_a_sentence) and _is_a_scrap(clause, han):
            return False
        last = place if place is not None else min(last + 1, len(was) - 1)
    if not _keeps_the_message(kept, was, tapped=tapped):
        return False
    if not han and _speaks_of_what_went(kept, was):
        return False
    if 0 <= last < len(was) - 1 and _leads_on(old_clauses[last], han):
        return False
    if han:
        return _speaks_han(new.body, kept)
    words = re.findall(r"[A-Za-z0-9'’-]+", new.body)
    if len(words) < _NEEDED_AFTER_CUT or _STARTS_LEANING_EN.match(kept[0]):
        return False
    return at[0] == 0 or _LEANS_ON_BEFORE_EN.search(new.body) is None


def _leads_on(clause: Clause, han: bool) -> bool:
    """Whether a clause is nothing without the next one."""
    if clause.mark.strip()[:1] in (":", "：") and clause.mark.strip():
        return True
    pattern = _LEADS_ON if han else _LEADS_ON_EN
    return not clause.ends_sentence and pattern.search(clause.text.strip()) is not None


def _leans_han(text: str) -> bool:
    return _LEANS_ON_BEFORE.match(text) is not None or _MEASURED.search(text) is not None


def _speaks_han(body: str, kept: list[str]) -> bool:
    """Whether it has a thing to speak of and says something of it."""
    if len(re.findall(r"[\u4e00-\u9fff]", body)) < _NEEDED_HAN:
        return False
    tagged = [pair for text in kept for pair in rjieba.tag(text[:_LONGEST])]
    speaks = any(
        (kind.startswith("n") or kind in ("eng", "j", "vn")) and word not in _GENERIC
        for word, kind in tagged
    )
    says = any(_PREDICATE.match(kind) for _, kind in tagged) or _HAS_VERB.search(body) is not None
    return speaks and says


def _bare(text: str) -> str:
    return re.sub(r"\W+", "", text).casefold()


def _paired(body: str) -> bool:
    return all(
        sum(map(body.count, opens)) == sum(map(body.count, closes)) for opens, closes in _PAIRS
    )


def _whole_han(clause: str) -> bool:
    words = [word for word in rjieba.cut(clause.strip()) if word.strip()]
    if not words:
        return True
    if len(clause.strip()) <= _SCRAP_HAN:
        return False
    return words[0] not in _BEGINS_BADLY and words[-1] not in _ENDS_BADLY


def _whole_english(body: str, clauses: list[str]) -> bool:
    if len(re.findall(r"[A-Za-z'’]+", body)) <= _NEEDED_WORDS:
        return False
    for clause in clauses:
        clash = _CLASH_EN.search(clause)
        if clash and not _GOOD_CLASH_EN.match(clash[0]):
            return False
        words = re.findall(r"[A-Za-z'’-]+|\d+|[^\sA-Za-z\d]", clause)
        if not words:
            continue
        if words[-1].lower() in _DANGLES_EN and not _ENDS_WELL.search(clause):
            return False
        if words[0].lower() in ("of", "than", "'s") or words[0] in ("And", "Or"):
            return False
    return True
