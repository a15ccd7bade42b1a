"""Conditions on what is left of a copy that something was cut out of.

Each condition has a name and answers for one way in which a cut can spoil a copy; all must hold.
Doubt means no: what is not plainly whole is for a person to write.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import rjieba

from core.verification.copy_clauses import Clause, CopyParts, closing_of, greeting_of, sender_of
from core.verification.text_measures import has_han


@dataclass(frozen=True)
class Remains:
    """A copy after a cut, and before it. `tapped`: a tap on it answers it."""

    text: str
    before: str
    tapped: bool = False

    @cached_property
    def body(self) -> str:
        return CopyParts.of(self.text).body

    @cached_property
    def han(self) -> bool:
        return has_han(self.body)

    @cached_property
    def old(self) -> tuple[Clause, ...]:
        return tuple(clause for clause in CopyParts.of(self.before).clauses if clause.text.strip())

    @cached_property
    def kept(self) -> tuple[str, ...]:
        clauses = CopyParts.of(self.text).clauses
        return tuple(clause.text.strip() for clause in clauses if clause.text.strip())

    @cached_property
    def gone(self) -> str:
        """The clauses that are not in the text any more, a line each."""
        kept = set(map(_bare, self.kept))
        return "\n".join(
            clause.text.strip() for clause in self.old if _bare(clause.text) not in kept
        )

    @cached_property
    def places(self) -> tuple[int | None, ...]:
        """For each clause kept, its number among the old ones; None for one that was rewritten."""
        numbers = {_bare(clause.text): n for n, clause in enumerate(self.old)}
        return tuple(numbers.get(_bare(clause)) for clause in self.kept)

    @cached_property
    def previous(self) -> tuple[int, ...]:
        """For each clause kept, the old number of the one that now stands before it; -1: none."""
        found, last = [], -1
        for place in self.places:
            found.append(last)
            last = place if place is not None else min(last + 1, len(self.old) - 1)
        return (*found, last)

    def follows(self, n: int) -> bool:
        """Whether the clause stands where it stood, right after the same one."""
        return self.places[n] == self.previous[n] + 1

    def begins_a_sentence(self, n: int) -> bool:
        place = self.places[n]
        return place is not None and (place == 0 or self.old[place - 1].ends_sentence)

    def goes_on(self, n: int) -> bool:
        """Whether what came after the clause still does, or its sentence ended with it."""
        place = self.places[n]
        if place is None or self.old[place].ends_sentence:
            return True
        if n + 1 < len(self.kept):
            return self.places[n + 1] == place + 1
        return place + 1 == len(self.old)


def says_enough(text: str, before: str, *, tapped: bool = False) -> bool:
    """Whether a text from which something is gone still says what it is about, who sends it and
    how to answer, and points at nothing that is gone.
    """
    remains = Remains(text, before, tapped)
    if not remains.kept or not remains.old:
        return False
    return all(holds(remains) for holds in CONDITIONS)


def _bare(text: str) -> str:
    return re.sub(r"\W+", "", text).casefold()


# -- who sends it, and what it is for


def sender_stays(remains: Remains) -> bool:
    sender = sender_of(remains.before)
    return not sender or remains.text.startswith(sender)


def greeting_and_sign_off_stay(remains: Remains) -> bool:
    closing = closing_of(remains.before)
    return remains.text.startswith(greeting_of(remains.before)) and (
        not closing or remains.text.rstrip().endswith(closing)
    )


_NEWS = re.compile(
    r"已寄出|已发货|已到|到货|到店|上架|上新|开业|补货|有货|已满|发货|在库"
    r"|\b(?:in stock|is back|are back|ready(?! to)|"
    r"shipped|arrived|landed|confirmed|has opened|now open|"
    r"on its way)\b",
    re.IGNORECASE,
)
_TELLS = re.compile(
    r"回复|预约|报名|下单|致电|拨打|到店(?!的)|领取|截止|前往|欢迎|凭"
    r"|\b(?:repl(?:y|ying)|call|book(?:ed|ing)?|orders? (?:by|before|placed)|visit|hold your|until|"
    r"ends|rsvp|sign up|register|come in|drop in|pop in|join us|use code|show this|reserve)\b",
    re.IGNORECASE,
)


def news_stays(remains: Remains) -> bool:
    """A thing that is back or has arrived is what the copy was sent for."""
    left = "\n".join(remains.kept)
    return not _NEWS.search(remains.gone) or _NEWS.search(left) is not None


def tells_how_to_answer(sentence: str) -> bool:
    return _TELLS.search(sentence) is not None


def way_to_answer_stays(remains: Remains) -> bool:
    left = "\n".join(remains.kept)
    told = remains.tapped or not _TELLS.search(remains.gone)
    return told or _TELLS.search(left) is not None


_OFFERED = re.compile(
    r"\d\s?%|\b(?:half[- ]price|\w+ off|free|discount)\b"
    r"|[\d一二三四五六七八九半]折|包邮|免费|赠|送",
    re.I,
)


def what_is_offered_stays(remains: Remains) -> bool:
    """Money off or a gift is what a copy was sent for, where nothing else of the kind is left."""
    left = "\n".join(remains.kept)
    return not _OFFERED.search(remains.gone) or _OFFERED.search(left) is not None


_LONGEST = 300
"""Characters of a clause that is read for its words."""

_INTRODUCES = re.compile(
    r"^(?:这[款台只双件支瓶把盒套张]|[你您]?的?(?:购物车|收藏夹|心愿单|足迹)|"
    r"[你您][^，。]{0,4}(?:收藏|浏览|看|买|加购)过?的)"
    r"|\b(?:you(?:['’]ve)? (?:left|viewed|saved|bought|added|browsed))\b",
    re.IGNORECASE,
)
"""An opening that names the thing which the rest of the copy is about."""
_A_THING = re.compile(r"\b(?:an?|the|our|your|this|that|these|those|my) ([a-z-]+)", re.IGNORECASE)
_SHORT = 3


def subject_stays(remains: Remains) -> bool:
    """What the opening names is named elsewhere, too: else 单手就能收 says nothing of a pram."""
    opening = remains.old[0].text
    if 0 in remains.places or remains.places[0] is None or not _INTRODUCES.search(opening):
        return True
    left = remains.body.casefold()
    if remains.han:
        tagged = rjieba.tag(opening[:_LONGEST])
        named = [word for word, kind in tagged if kind[0] == "n" and len(word) > 1]
        return all(word in left for word in named)
    return all(word in left for word in _A_THING.findall(opening.casefold()) if len(word) > _SHORT)


_NO_THING = frozenset(
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

_NEEDED_HAN, _NEEDED_WORDS = 6, 4


def things_of(text: str) -> set[str]:
    """The nouns of a Chinese text that name more than a time or a place to be."""
    tagged = rjieba.tag(text[:_LONGEST])
    return {
        word for word, kind in tagged if kind in ("n", "nz", "nr") and len(word) > 1
    } - _NO_THING


def speaks_of_something(remains: Remains) -> bool:
    """There is a thing to speak of, and something is said of it."""
    if not remains.han:
        return len(re.findall(r"[A-Za-z0-9'’-]+", remains.body)) >= _NEEDED_WORDS
    if len(re.findall(r"[\u4e00-\u9fff]", remains.body)) < _NEEDED_HAN:
        return False
    tagged = [pair for text in remains.kept for pair in rjieba.tag(text[:_LONGEST])]
    speaks = any(
        (kind.startswith("n") or kind in ("eng", "j", "vn")) and word not in _NO_THING
        for word, kind in tagged
    )
    says = any(_PREDICATE.match(kind) for _, kind in tagged)
    return speaks and (says or _HAS_VERB.search(remains.body) is not None)


def an_offer_stays(remains: Remains) -> bool:
    """More than how to answer is left, where more was there."""
    closing = closing_of(remains.before)
    said = [c for c in remains.kept if c not in greeting_of(remains.before) and c not in closing]
    only_answers = all(map(tells_how_to_answer, said))
    return remains.tapped or not remains.gone or not only_answers


# -- what leaned on what went

_LEANS_ON_BEFORE = re.compile(
    r"^\s*(?:也|还是|还有|还能|还可|又|再|更|都|却|而且|而|但|并|因此|所以|就|才|便|则|它|他们|"
    r"她们|其|该|这|那|此|同款|"
    r"顺手|顺便|除此|此后|届时|到时|其实|只为|只因|为此|随后|然后|接着|还(?!原)|同时|反正|仅售|只要\d|"
    r"同样|一样|后者|前者|从此|以此|何况|况且|甚至|尤其|另外|另有|另附|另送|否则|不然|可惜|于是|可能|反而|特别是)"
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
_MEASURED = re.compile(
    r"^(?:今天|现在|如今|今晚)(?:它|他|她)|配套|同款|一样的|以上|如上|上述|如下|^只有|^(?:我们|"
    r"本店|我家|咱)?才(?:是|敢|能|有|算)|^[一-龥]{1,4}也(?=可|能|会|有|是|要|适|不|已|都|在)"
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


_REFERS_EN = re.compile(
    r"\s*(?:(?:it|its|it's|ours|yours|mine|add|pair|top up|complete|"
    r"they|them|their|these|those|this|that|"
    r"that's|he|she|"
    r"his|her|then|also|"
    r"after that|besides|plus|both|each|either|instead|so (?:the|we|our|you|it|they|a|an)|yet|"
    r"all (?:of )?(?:them|this|that))\b|(?:the|a|our) (?:same|other|rest|first|second)\b)"
    r"|.{0,60}\b(?:it|its|them|they|their|theirs|yours|that one|this one|ones|too|also|"
    r"instead|afterwards)\b",
    re.IGNORECASE,
)


_OWN_SUBJECT = re.compile(
    r"(?:our|your|my|every|all|the) (?!(?:same|other|rest|first|second)\b)[a-z]+"
    r"(?!.*\b(?:too|also|instead|same|another|ones)\b)",
    re.IGNORECASE,
)
"""Its pronouns may mean its own subject: "Our mechanics show every part they replace"."""


def no_clause_leans_on_what_went(remains: Remains) -> bool:
    """As a pronoun, a connective or 同款 does."""
    for n, clause in enumerate(remains.kept):
        leans = _leans_han(clause) if remains.han else _leans_english(clause)
        if leans and not remains.follows(n):
            return False
    old = {clause.text.strip().casefold() for clause in remains.old}
    if any(f"so {clause.casefold()}" in old for clause in remains.kept):
        return False
    if remains.han or remains.places[0] == 0:
        return True
    if _STARTS_LEANING_EN.match(remains.kept[0]):
        return False
    bare = (clause for clause in remains.kept if not _OWN_SUBJECT.match(clause))
    return not any(_LEANS_ON_BEFORE_EN.search(clause) for clause in bare)


def no_clause_leads_to_what_went(remains: Remains) -> bool:
    """As 如果 ..., "when ..." or a colon does."""
    for n in range(len(remains.kept)):
        last = remains.previous[n]
        if last >= 0 and not remains.follows(n) and _leads_on(remains.old[last], remains.han):
            return False
    last = remains.previous[-1]
    at_the_end = not 0 <= last < len(remains.old) - 1
    return at_the_end or not _leads_on(remains.old[last], remains.han)


_PREDICATE_ALONE = re.compile(
    r"[有含附带享](?!趣|心|声)|支持|共有|分为|采用|适合|搭载|自带|内置|配备|新增"
)


def no_predicate_loses_its_subject(remains: Remains) -> bool:
    """As 有两种颜色 does, where the clause before it in its sentence named the thing."""
    if not remains.han:
        return True
    for n, clause in enumerate(remains.kept):
        place = remains.places[n]
        if not place or remains.follows(n) or not _PREDICATE_ALONE.match(clause):
            continue
        begins = place
        while begins and not remains.old[begins - 1].ends_sentence:
            begins -= 1
        if begins < place and remains.previous[n] < begins:
            return False
    return True


_FEW_HAN, _FEW_EN = 3, 2
_END_OF_A_LIST = re.compile(r"(?:[\w'’-]+ ){1,2}and (?:[\w'’-]+ ?){1,2}", re.IGNORECASE)
"""As in "(covers knots,) tacking and safety"."""


def no_scrap_is_left(remains: Remains) -> bool:
    """A vocative or an opening such as 说实话 is nothing when its neighbour went."""
    for n, clause in enumerate(remains.kept):
        if remains.goes_on(n) and (remains.follows(n) or remains.begins_a_sentence(n)):
            continue
        if remains.han:
            short = len(re.findall(r"[\u4e00-\u9fff\w]", clause)) <= _FEW_HAN
        else:
            short = len(clause.split()) <= _FEW_EN or _END_OF_A_LIST.fullmatch(clause) is not None
        if short:
            return False
    return True


_THE_THING = re.compile(
    r"\b(?:the|that|this|these|those) ((?:[a-z-]+ ){0,2}[a-z-]+)", re.IGNORECASE
)
_WORD = re.compile(r"[a-z-]+")
_TITLED = re.compile(r"《[^《》]{1,30}》")
_PART = re.compile(
    r"配套|替换|配件|同系列|补充装|滤芯|搭配的|刀头"
    r"|\b(?:refills?|replacement|spare|matching|attachments?|accessor(?:y|ies)|tips|cartridges)\b",
    re.IGNORECASE,
)
"""Parts of a thing, which say nothing once the thing is not named any more."""
_OF_A_WORK = re.compile(r"译者|作者|主演|导演|书中|剧中|片中|该书|本书|全书")


def nothing_is_named_by_what_went(remains: Remains) -> bool:
    """As "the rug", or 译者, where only what went had told which rug and whose translator."""
    first_went = bool(remains.places) and remains.places[0] not in (0, None)
    if first_went and _PART.search(remains.body):
        return False
    if remains.han:
        lost = set(_TITLED.findall(remains.gone)) - set(_TITLED.findall(remains.body))
        return not lost or _OF_A_WORK.search(remains.body) is None
    kept = {place for place in remains.places if place is not None}
    went: set[str] = set()
    seen: set[str] = set()
    for n, clause in enumerate(remains.old):
        low = clause.text.casefold()
        words = set(_WORD.findall(low))
        if n not in kept:
            went |= words
            continue
        for match in _THE_THING.finditer(low):
            if any(len(w) > 2 and w in went and w not in seen for w in match[1].split()):
                return False
        seen |= words
    return True


_ANSWERS = re.compile(
    r"上当|被坑|入坑了|受骗|吃亏|别怪|后悔都?|擦亮|走着瞧|不服|你懂的|懂的都懂|别再|谁用谁知道|信不信"
    r"|\b(?:don['’]t (?:say|blame|fall|get (?:burned|burnt|fooled|ripped|caught))|been warned|"
    r"warned you|fooled|burned|burnt|know better|sorry, not sorry|no offen[cs]e|you know who|"
    r"avoid (?:them|it)|we said it)\b",
    re.IGNORECASE,
)


def answers_what_went(clause: str) -> bool:
    """Whether it reads as a threat, a joke or a warning that something before it called for."""
    return _ANSWERS.search(clause) is not None


def no_threat_or_joke_is_left_alone(remains: Remains) -> bool:
    return not remains.gone or not any(map(answers_what_went, remains.kept))


CONDITIONS: tuple[Callable[[Remains], bool], ...] = (
    sender_stays,
    greeting_and_sign_off_stay,
    news_stays,
    way_to_answer_stays,
    what_is_offered_stays,
    subject_stays,
    speaks_of_something,
    an_offer_stays,
    no_clause_leans_on_what_went,
    no_clause_leads_to_what_went,
    no_predicate_loses_its_subject,
    no_scrap_is_left,
    nothing_is_named_by_what_went,
    no_threat_or_joke_is_left_alone,
)


def _leads_on(clause: Clause, han: bool) -> bool:
    """Whether a clause is nothing without the next one."""
    if clause.mark.strip()[:1] in (":", "：") and clause.mark.strip():
        return True
    pattern = _LEADS_ON if han else _LEADS_ON_EN
    return not clause.ends_sentence and pattern.search(clause.text.strip()) is not None


def _leans_english(text: str) -> bool:
    leans = _REFERS_EN.match(text)
    return leans is not None and not _OWN_SUBJECT.match(text)


def _leans_han(text: str) -> bool:
    return _LEANS_ON_BEFORE.match(text) is not None or _MEASURED.search(text) is not None
