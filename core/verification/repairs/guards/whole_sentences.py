"""Check whether a text is whole after words were removed: no dangling word, mark or bracket.

In doubt it is not: what is not plainly whole is for a person to write.
"""

import re
from collections.abc import Collection, Iterator, Sequence

import rjieba

from core.verification.copy_text.copy_clauses import Clause, CopyParts
from core.verification.copy_text.text_measures import has_han

_LONGEST = 300
"""Characters of a clause at most; a text with a longer one counts as not whole."""

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
    r"over)$|\b(?!is\b|are\b|was\b|be\b|none\b)\w+ too$|"
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
_HALF_AN_OFFER_EN = re.compile(r"\b(?:buy|get|save) (?:one|two|three|four|\d+)$", re.IGNORECASE)
_ONLY_A_THING = re.compile(r"(?:our|your|the|an?) (?:[\w-]+ )?[\w-]+", re.IGNORECASE)
"""A noun alone, as in "Our vacuum.", of which nothing is said."""
_GOOD_CLASH_EN = re.compile(
    r"\b(?:is|are|was|were) (?:at|for|to|with|from|by|of)\b|\bto (?:at|from)\b|\b(?:with|for|to|"
    r"from) "
    r"(?:a|an)\b|\bfor to\b|\b(?:of|for|to|from|at|by) (?:by|has)\b(?=-)",
    re.IGNORECASE,
)
_NEEDED_WORDS = 2
_TRAILING = r"[\s，、：:,；;（(【\[《“‘>+&/-]"
_MARKS = re.compile(
    r"[，、；：,;:]\s*[，。、；：！？,.;:!?]|[。！？][，、；：。]"
    r"|^[\s，。、；：！？,.;:!?)）】\]》”’>-]+"
    rf"|(?<!{_TRAILING}){_TRAILING}+$"
    r"|[（(【\[《“‘「『]\s*[)）】\]》”’」』]|[（(]\s*[，。、,.]|[，、,]\s*[)）]"
    r"|、\s*(?:和|与|及|或)|(?:和|与|及|或)\s?、"
)
_SAYS_NOTHING_HAN = re.compile(
    r"(?:这|它|那)?(?:真的?)?是(?:一[款个种件台部])?(?:产品|商品|东西|选择|款式|好物|品牌|服务)"
    r"|.*是[\u4e00-\u9fff]{1,4}(?<!的)一[支把款台件辆个]"
    r"|[\u4e00-\u9fff]{1,6}的一[支把款台件辆个根条张双盏]"
)
"""Clauses that say nothing without praise, as 这是一款产品, or that nobody says, as
球拍是轻量一支.
"""
_SCRAP_HAN = 2
"""Characters at most of a changed clause that says nothing, such as 舒适 or 特惠 alone."""
_PAIRS = (("(（", ")）"), ("【", "】"), ("《", "》"), ("“", "”"), ("「", "」"), ("[", "]"))


_SUBJECT = re.compile(r"\s*(?:主[题旨題]|[标標][题題]|Subject)\s?[:：]", re.IGNORECASE)
_NO_SUBJECT = re.compile(rf"{_SUBJECT.pattern}[ \t]*\n", re.IGNORECASE)


def is_whole(text: str, before: str = "") -> bool:
    """Whether each clause stands by itself, as far as words and marks show.

    Clauses that `before` had as they are were its writer's choice and are not judged.
    """
    if _NO_SUBJECT.match(text) or (_SUBJECT.match(before) and not _SUBJECT.match(text)):
        return False
    parts = CopyParts.of(text)
    old = {clause.text.strip() for clause in CopyParts.of(before).clauses}
    body = parts.body.strip()
    clauses = [clause.text.strip() for clause in parts.clauses if clause.text.strip()]
    new = [clause for clause in clauses if clause not in old]
    has_even_marks = bool(body) and not _MARKS.search(body) and _paired(body)
    if not has_even_marks or any(len(clause) > _LONGEST for clause in clauses):
        return False
    if has_han(body):
        last = clauses[-1]
        if len(clauses) > 1 and _has_lost_its_praise(last, old, body) and _is_only_a_thing(last):
            return False
        return all(_whole_han(clause) for clause in new if has_han(clause))
    return _whole_english(body, new) and not any(
        sentence not in old and _ONLY_A_THING.fullmatch(sentence)
        for sentence in _sentences_of_one_clause(parts.clauses)
    )


def _sentences_of_one_clause(clauses: Sequence[Clause]) -> Iterator[str]:
    """Yield the sentences that consist of one clause."""
    begins = True
    for n, clause in enumerate(clauses):
        ends = clause.ends_sentence or n == len(clauses) - 1
        if begins and ends:
            yield clause.text.strip()
        begins = ends


def _paired(body: str) -> bool:
    return all(
        sum(map(body.count, opens)) == sum(map(body.count, closes)) for opens, closes in _PAIRS
    )


def _whole_han(clause: str) -> bool:
    words = [word for word in rjieba.cut(clause.strip()) if word.strip()]
    if not words:
        return True
    is_a_scrap = len(clause.strip()) <= _SCRAP_HAN or _SAYS_NOTHING_HAN.fullmatch(clause.strip())
    return not is_a_scrap and words[0] not in _BEGINS_BADLY and words[-1] not in _ENDS_BADLY


_A_THING_HAN = 6
"""Characters at most of what names a thing and says nothing of it."""


def _has_lost_its_praise(clause: str, old: Collection[str], body: str) -> bool:
    """Whether an old clause had other words before these that the text does not have any more."""
    letters = re.sub(r"\W", "", body)
    before = (each.removesuffix(clause) for each in old if each.endswith(clause) and each != clause)
    return any(re.sub(r"\W", "", words) not in letters for words in before)


def _is_only_a_thing(clause: str) -> bool:
    """Whether a short Chinese clause is nouns alone, as 控流手感 without its praise."""
    kinds = [kind for word, kind in rjieba.tag(clause) if word.strip()]
    short = has_han(clause) and len(clause) <= _A_THING_HAN
    return short and all(kind[0] == "n" or kind == "vn" for kind in kinds)


def _whole_english(body: str, clauses: list[str]) -> bool:
    has_words = len(re.findall(r"[A-Za-z'’]+", body)) > _NEEDED_WORDS
    return has_words and not any(map(_is_broken_english, clauses))


def _is_broken_english(clause: str) -> bool:
    """Whether words clash, or the clause begins or ends with a word that needs another one."""
    clash = _CLASH_EN.search(clause)
    words = re.findall(r"[A-Za-z'’-]+|\d+|[^\sA-Za-z\d]", clause) or [""]
    return (
        (clash is not None and not _GOOD_CLASH_EN.match(clash[0]))
        or (words[-1].lower() in _DANGLES_EN and not _ENDS_WELL.search(clause))
        or words[0].lower() in ("of", "than", "'s")
        or words[0] in ("And", "Or")
        or _HALF_AN_OFFER_EN.search(clause) is not None
    )
