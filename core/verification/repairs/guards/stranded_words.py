"""Guards against words left without what they depend on: a sentence's beginning, a superlative's
introduction, an arrow, a call without its place, a price that no rule reads.

Each guard compares the text before and after a step; in doubt a person must rewrite the copy.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from core.text.language import simplified_table
from core.verification.copy_text.copy_clauses import Clause
from core.verification.copy_text.text_measures import has_han
from core.verification.repairs.guards.repair_losses import FOUND, Loss

_DANGLES = re.compile(
    r"(?:都|也|就|正|才|只|全|便|更|还|又|却|则|竟)?是(?!不是|否)"
    r"|因为|所以|因此|于是|而且|并且|[而并但却]|不过|然而|其中|其|[它他她]|这才|那|[更又也都才连]"
    r"|还(?![有剩])|就(?![在能])|能(?!量)|会(?!员|场|展)|让|使(?!用)|令"
    r"|(?:it|its|it['’]s|they|they['’](?:re|ll)|them|their|these|those|which|that|both|ones"
    r"|and|but|or|so|because|since|nor|yet|then|also|plus"
    r"|is|are|was|were|has|have|does|do|did)\b",
    re.IGNORECASE,
)


_VERB_FIRST = re.compile(
    r"(?:^|(?<=[.!?] ))(?:Are|Is|Was|Were|Has|And|But|So|Nor|Or) [^.!?\n]{0,200}(?:[.!\n]|$)",
    re.MULTILINE,
)


def _plain(text: str) -> str:
    return text.strip().translate(simplified_table())


def _spoken(sentence: Sequence[Clause]) -> list[Clause]:
    """Clauses of a sentence that have words, flagged ones or others."""
    return [clause for clause in sentence if re.search(rf"[\w{FOUND}]", clause.text)]


def _original(clause: Clause, loss: Loss) -> str:
    """The clause as the copy had it, in simplified characters."""
    return _plain(loss.before[clause.start : clause.start + len(clause.text)])


def no_beginning_is_stranded(loss: Loss) -> bool:
    """Whether no clause depends on a removed one, as 是师傅守着窑火烧出来的 on its subject.

    A call to tap may stand for a link.
    """
    if len(_VERB_FIRST.findall(loss.after)) > len(_VERB_FIRST.findall(loss.before)):
        return False
    spoken = [c for sentence in loss.sentences for c in _spoken(sentence)]
    tapped = _is_tapped(loss)
    for clause, following in pairwise(spoken):
        if not loss.went(clause) or (tapped and _LINKED.search(_original(clause, loss))):
            continue
        if not loss.went(following) and _DANGLES.match(_plain(loss.left_of(following))):
            return False
    return True


_DOES_WITH_IT = re.compile(r"[一-龥](?:完|好|过|了)|[一-龥]{1,2}(?:还|也|都|就)")
_THING_OF = re.compile(r"[的是有]([一-龥]{2,6})$")


def no_thing_is_missed(loss: Loss) -> bool:
    """Whether no clause uses a thing that is no longer named, as 刷完还能约学长模拟."""
    after = _plain(loss.after)
    for sentence in loss.sentences:
        for clause, following in pairwise(_spoken(sentence)):
            noun = _THING_OF.search(_original(clause, loss))
            if noun is None or not loss.went(clause) or loss.went(following):
                continue
            missed = set(noun[1]).isdisjoint(after)
            if missed and _DOES_WITH_IT.match(_plain(following.text)):
                return False
    return True


_BOAST = re.compile(
    r"说句[^，。]{0,6}话|不是[^，。]{0,4}吹|不吹不黑|不夸张|坦白[讲说]|说真的|老实说|实话|讲真|不客气地"
    r"|敢说|敢讲|值得一提|放眼|[若要]?论(?!坛|文)[^，。]{0,8}$|要[说问][^，。]{0,20}$|说[到起][^，。]{0,20}$|谈[到起][^，。]{0,20}$"
    r"|\b(?:not to brag|no bragging|we['’]?re not bragging|dare we say|truth be told|trust us"
    r"|believe (?:us|it)|we['’]?ll say it|you bet|don['’]t take our word|ask (?:any|around)"
    r"|call us biased|without blushing|we know we['’]?re|sets? (?:\w+ ){1,3}apart|voted or not"
    r"|hard to believe)\b|^(?:honestly|frankly|simply put|seriously)$",
    re.IGNORECASE,
)


def introduces_a_boast(words: str) -> bool:
    """Whether words introduce a superlative, as 说句不谦虚的话 does, and so are removed with it."""
    return _BOAST.search(_plain(words)) is not None


_COMPARED = re.compile(r"哪[家个款只台里]|谁[家能的]|何处")


def no_boast_is_introduced(loss: Loss) -> bool:
    """Whether no introduction of a changed superlative is left.

    Such as 说句不谦虚的话，做铝框箱 or 要说性价比.
    """
    for sentence in loss.sentences:
        if not any(map(loss.is_touched, sentence)):
            continue
        remaining = [c for c in _spoken(sentence) if not loss.went(c)]
        if any(introduces_a_boast(clause.text) for clause in remaining):
            return False
        if any(loss.is_touched(c) and _COMPARED.search(_plain(c.text)) for c in remaining):
            return False
        if not _keeps_a_statement(sentence, remaining, loss):
            return False
    return True


_SPEAKER = re.compile(r"我们|咱|本店|我家|[它他她这]")
_LONGEST_TOPIC = 6
_THIS_THING = re.compile(r"[但而可]?[这那][款台支只双张件个把瓶种][一-龥]{1,8}|[这那][一-龥]{1,7}")
"""A topic alone: 这支防晒 says nothing without 敏感肌的首选."""


def _keeps_a_statement(sentence: Sequence[Clause], remaining: Sequence[Clause], loss: Loss) -> bool:
    """Whether more is left than the topic of what was removed, as 做铝框箱 is of 我们国内排第一."""
    spoken = _spoken(sentence)
    if not remaining or len(remaining) == len(spoken) or remaining[-1].start > spoken[-1].start:
        return True
    if _THIS_THING.fullmatch(_plain(remaining[-1].text)):
        return False
    last = spoken[-1]
    spoke_of_it = loss.went(last) and _SPEAKER.match(_original(last, loss)) is not None
    return (
        not spoke_of_it
        or sum(len(c.text.strip()) for c in remaining) > _LONGEST_TOPIC
        or (remaining[0].start == loss.clauses[0].start)
    )


_ARROW = re.compile(
    r"^[ \t]*(?:[←→➡⬅⇒»👉👈]|->|=>|>>)|(?:[←→➡⬅⇒»👉👈👇⬇↓]|->|=>|>>)[\ufe0f \t]*(?=$|[。.!！,，])",
    re.MULTILINE,
)


def no_arrow_is_left_alone(loss: Loss) -> bool:
    """Whether no arrow lost what it pointed at or came from, as "← 报名入口"."""
    return len(_ARROW.findall(loss.after)) <= len(_ARROW.findall(loss.before))


_ASKS = re.compile(r"[?？]")
_SCRAP_WORDS, _SCRAP_HAN = 2, 4


def no_question_is_left_alone(loss: Loss) -> bool:
    """Whether no question is left without its answer, as "Questions?", nor a scrap of an answer
    without its question, as "Sorted.".
    """
    tapped = _is_tapped(loss)
    for asking, answer in pairwise(loss.sentences):
        if not _ASKS.search(asking[-1].mark):
            continue
        question_stays, answer_stays = (
            any(not loss.went(c) for c in _spoken(sentence)) for sentence in (asking, answer)
        )
        if question_stays and not answer_stays and _spoken(answer) and not tapped:
            return False
        if not question_stays and answer_stays and _is_scrap(" ".join(c.text for c in answer)):
            return False
    return True


def _is_scrap(words: str) -> bool:
    if has_han(words):
        return len(re.findall(r"\w", words)) <= _SCRAP_HAN
    return len(words.split()) <= _SCRAP_WORDS


_LINKED = re.compile(r"[\w-]\.[a-z]{2,}", re.IGNORECASE)
_GOES_THERE = re.compile(
    r"登[录陆]|打开|访问|进入|复制|浏览器|戳|点开|前往|搜索|[去到上](?=\s?[\w-]{1,40}\.)"
    r"|\b(?:head|go|visit|open|log ?in|sign in|type|enter|click|browse|hit|navigate)\b",
    re.IGNORECASE,
)
_ACTS = re.compile(
    r"预[约订定]|报名|下单|领|选位|试[穿听驾吃喝用戴坐]|购|续[费保]|升级|申请|兑|投票|参[加与]|咨询|致电|回复|办理|查询"
    r"|下载|到店|来店|门店|到馆|抢|换|看"
    r"|\b(?:order|book|reserve|sign up|register|join|shop|buy|claim|redeem|upgrade|reply|call|text"
    r"|pick|choose|download|apply|tap|rsvp|subscribe|renew|grab|get|stop by|drop in|come)\b",
    re.IGNORECASE,
)


def no_call_loses_its_place(loss: Loss) -> bool:
    """Whether a call to act is left where the call to go to a link was removed.

    A call to tap is enough.
    """
    if _is_tapped(loss):
        return True
    was_sent_to_link = any(
        loss.went(clause)
        and _LINKED.search(_original(clause, loss))
        and _GOES_THERE.search(_original(clause, loss))
        for clause in loss.clauses
        if loss.is_touched(clause)
    )
    return not was_sent_to_link or _ACTS.search(_plain(loss.after)) is not None


_TAPS = re.compile(r"点击通知|\btap\b|\bnow\b", re.IGNORECASE)


def _is_tapped(loss: Loss) -> bool:
    """Whether the step added a call to tap."""
    return len(_TAPS.findall(loss.after)) > len(_TAPS.findall(loss.before))


_PRICED = re.compile(r"[¥￥$€£]\s?\d|\d\s?(?:元|块|塊|dollars|pounds|euros|bucks|quid)|价\s?\d")
_BARE_PRICE = re.compile(
    r"(?:如今|现在|现价?|眼下|今天|今日|只要|仅需?|只需|只卖|只收|才|不到|不过|会员|学生|特价|活动价|到手)\s?\d{2,5}"
    r"(?:\.\d+)?(?![\d%元块塊点:：月日号年折小分人名款种个位页天套枚只把台场间期节]|\s?[a-z])"
    r"|\b(?:now|only|just|yours for|for|was|pay|costs?|at) \d{2,4}(?:\.\d\d)?"
    r"(?=[.,;!?]|$| (?:each|a|per|or less)\b)",
    re.IGNORECASE | re.MULTILINE,
)


def no_price_is_left_in_words(loss: Loss) -> bool:
    """Whether no price without a currency, as in 如今899就能背走, is left of a removed one."""
    removed = " ".join(loss.before[start:end] for start, end in loss.spans)
    return not _PRICED.search(removed) or not _BARE_PRICE.search(_plain(loss.after))


_SCRAP = re.compile(
    r"(?:two|three|four|five|six|seven|eight|ten|both|all|each|one|it|they|this|that|either|every|\d+"
    r"|它|都|各|每[一-龥]?|单[一-龥]|[一二两三四五六七八九十]+[一-龥]|大的?|小的?|全部|两样?|整[一-龥]?)",
    re.IGNORECASE,
)


def no_scrap_is_left(loss: Loss) -> bool:
    """Whether no scrap of a removed price is left: "Two: mix and match", "It;", "Both."."""
    for rewritten in loss.rewritten:
        removed = " ".join(c.before for c in rewritten.changes if c.kind != "equal")
        bits = set(_parts(rewritten.new)) - set(_parts(rewritten.old))
        if _PRICED.search(removed) and any(map(_SCRAP.fullmatch, bits)):
            return False
    return True


def _parts(words: str) -> list[str]:
    """The parts of a clause between colons and semicolons."""
    return [bit.strip() for bit in re.split(r"[;；:：]", words)]


_MOST_CLAUSES = 2


def few_clauses_go(loss: Loss) -> bool:
    """Whether few flagged clauses go: where most of a copy is wrong, the rest is seldom a copy."""
    return (
        sum(loss.went(clause) for clause in loss.clauses if loss.is_touched(clause))
        <= _MOST_CLAUSES
    )


def nothing_is_stranded(loss: Loss) -> bool:
    """Whether every guard of this module holds."""
    guards = (
        no_beginning_is_stranded,
        no_thing_is_missed,
        no_boast_is_introduced,
        no_arrow_is_left_alone,
        no_question_is_left_alone,
        no_call_loses_its_place,
        no_price_is_left_in_words,
        no_scrap_is_left,
        few_clauses_go,
    )
    return all(guard(loss) for guard in guards)
