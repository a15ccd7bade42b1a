"""Guards against splitting what belongs together: a list, a question and its answer, an offer.

Each guard compares the text before and after a step; in doubt a person must rewrite the copy.
"""

import re
from itertools import pairwise

import rjieba

from core.text.language import simplified_table
from core.verification.copy_text.copy_clauses import Clause, CopyParts, greeting_of
from core.verification.copy_text.text_measures import has_han
from core.verification.repairs.guards.repair_losses import FOUND, Loss, says_little, words_of
from core.verification.repairs.text_edits import diff

_EMPTY_ITEM = re.compile(
    r"^[ \t]*(?:[-–—•*·●▪✓]|[（(]?(?:\d{1,2}|[一二三四五六七八九十]{1,3})[、.．)）]|[①-⑳])[ \t]*$",
    re.MULTILINE,
)
_NUMBER = re.compile(
    r"(?:^|(?<=[\n。；;：:.!！?？]))[ \t]*"
    r"([（(]?(?:\d{1,2}|[一二三四五六七八九十]{1,3})[、.．)）](?!\d)|[①-⑳]"
    r"|第[一二三四五六七八九十][步件个項项条點点]?(?=[，,、：:])|其[一二三四五](?=[，,、：:])"
    r"|(?:step )?(?:one|two|three|four|five|six)[:.)]"
    r"|(?:first|second|third|fourth)(?:ly)?(?=[,:]))",
    re.IGNORECASE | re.MULTILINE,
)
_SHORTEST_LIST = 2


def lists_stay_whole(loss: Loss) -> bool:
    """Whether no list number lost its item, and no bullet its words."""
    if len(_EMPTY_ITEM.findall(loss.after)) > len(_EMPTY_ITEM.findall(loss.before)):
        return False
    numbers = _NUMBER.findall(loss.before)
    return len(numbers) < _SHORTEST_LIST or numbers == _NUMBER.findall(loss.after)


_ASKS = re.compile(r"[?？]")
_ANSWERS = re.compile(
    r"(?:yes|no|it|they|he|she|so|then|that|these|those|this|sure|of course|because|neither|both)\b"
    r"|是的|有的|没有|當然|当然|那|都|答案|因为|因為|对|對|不|就|它|他|她",
    re.IGNORECASE,
)


def questions_keep_their_answers(loss: Loss) -> bool:
    """Whether question and answer go or stay together: not "Need a hand?" without "Our cooks
    answer", nor "It does" without its question.
    """
    for asking, answer in pairwise(loss.sentences):
        if not _ASKS.search(asking[-1].mark):
            continue
        question_stays, answer_stays = (
            not _all_gone(sentence, loss) for sentence in (asking, answer)
        )
        if question_stays and not answer_stays and not all(says_little(c.text) for c in answer):
            return False
        if not question_stays and answer_stays and _ANSWERS.match(answer[0].text.strip()):
            return False
    return True


def _all_gone(sentence: tuple[Clause, ...], loss: Loss) -> bool:
    """Whether every clause of the sentence that has words is removed."""
    return all(loss.went(c) for c in sentence if re.search(rf"[\w{FOUND}]", c.text))


_AN_ACT = re.compile(
    r"\byou(?:['’]ve| have|['’]d)?(?: \w+)? (?:\w+ed|left|bought|saw|had|put|chose|picked|kept)\b"
    r"|\byour (?:\w+ )?(?:cart|basket|bag|wish ?list|favou?rites?|list|browsing|orders?|visits?)\b"
    r"|[你您][^，。！？]{0,6}(?:看|浏览|收藏|加|买|购|下单|关注|逛|挑|选|试)"
    r"|购物车|心愿单|收藏夹|浏览|收藏|加购|足迹",
    re.IGNORECASE,
)
_LEANS_ON_AN_ACT = re.compile(
    r"\b(?:another|a second|one more|a closer|a fresh) (?:look|peek|glance)\b|\blook again\b"
    r"|\bstill (?:thinking|deciding|interested|want\w*|waiting|on your mind|undecided|there)\b"
    r"|\b(?:again|come back|welcome back|finish|complete|pick up where|change your mind|revisit"
    r"|where you left off|go back|forget|forgot|remember)\b"
    r"|再看|再瞧|再来|再去|再逛|再考虑|再约|再次|重新|还在想|还在犹豫|还想|还喜欢|仍想|仍在想|犹豫|接着|继续|回来|回头"
    r"|别忘|忘了|记得它|惦记|念念不忘|心动不如",
    re.IGNORECASE,
)
_A_CERTAIN_THING = re.compile(r"\b(?:the|that|this|those|these) (?:[\w'’-]+ ){1,4}", re.IGNORECASE)
_WITH_AN_ACT = re.compile(
    r"\b(?:the|that|this|those|these) (?:[\w'’-]+ ){0,4}?([\w'’-]+)"
    r"(?= (?:you(?:['’]\w+)?|(?:in|on|from) your)\b)",
    re.IGNORECASE,
)
_OURS = re.compile(r"\bour\b", re.IGNORECASE)


def nothing_leans_on_an_act(loss: Loss) -> bool:
    """Whether nothing refers to a removed act of the reader, as "Take another look" does, and no
    specific thing ("the lamp") became "our".
    """
    changes = diff(loss.before, loss.after)
    removed = " ".join(c.before for c in changes if c.kind != "equal").translate(simplified_table())
    if not _AN_ACT.search(removed) and not any(
        _AN_ACT.search(loss.before[start:end].translate(simplified_table()))
        for start, end in loss.spans
    ):
        return True
    if _LEANS_ON_AN_ACT.search(loss.after.translate(simplified_table())):
        return False
    nouns = _WITH_AN_ACT.findall(loss.before)
    if not all(noun.casefold() in loss.after.casefold() for noun in nouns):
        return False
    becomes_ours = len(_OURS.findall(loss.after)) > len(_OURS.findall(loss.before))
    return not (becomes_ours and _A_CERTAIN_THING.search(loss.before))


_FINAL_LINK = re.compile(
    r"(?:[:：]|[-–—>→|｜]{1,8}|\b(?:at|on|via)|[戳见見去到在上])"
    r"\s*(?:https?://)?[\w-]+(?:\.[\w-]+)+[^\s，。]*[\s.。!！]*$",
    re.IGNORECASE,
)
_AT_THE_END = 300
"""Characters at the end of a copy in which a link is looked for."""
_AN_ACTION = re.compile(
    r"点击|点进|看看|记得|换购|兑换|下单|预[约订定]|报名|领取|领券|抢|选购|购买|回复|致电|查看|来店|到店|扫码|进入"
    r"|参[加与]|小程序|公众号"
    r"|\b(?:tap|order|book|reserve|sign|register|join|shop|buy|claim|call|reply|text|choose|pick"
    r"|visit|add|start|try|get|find|see|swap|listen|watch|read|browse|download|open|come|drop|stop"
    r"|check|renew|pay|update|flip|reschedule|grab)\b",
    re.IGNORECASE,
)


def a_way_to_act_stays(loss: Loss) -> bool:
    """Whether a call to act is left where a link at the end, the way to act, was removed."""
    link = _FINAL_LINK.search(loss.before[-_AT_THE_END:])
    if link is None or link[0].strip() in loss.after:
        return True
    return _AN_ACTION.search(loss.after.translate(simplified_table())) is not None


_AMOUNT = (
    r"(?:[A-Z]{0,3}[¥￥$£€]\s?\d[\d.,]{0,12}|\d[\d.,]{0,12}\s?(?:元|块|dollars|pounds|euros)"
    r"|(?<=[价从])\d[\d.,]{0,12})"
)
_PRICE_PAIR = re.compile(
    rf"\bwas\b[^.!?\n]{{0,12}}?{_AMOUNT}[^.!?\n]{{0,20}}?{_AMOUNT}"
    rf"|{_AMOUNT},? (?:was|down from|instead of|reduced from|from|not) {_AMOUNT}"
    rf"|\b(?:from|reduced|dropped|down)\b[^.!?\n]{{0,12}}{_AMOUNT} to {_AMOUNT}"
    rf"|(?:原价|平时|从|日常价?|由)[^。！\n]{{0,4}}?{_AMOUNT}[^。！\n]{{0,10}}?{_AMOUNT}"
    rf"|{_AMOUNT}[^。！\n]{{0,4}}(?:降到|降至|直降到?){_AMOUNT}",
    re.IGNORECASE,
)


def a_price_pair_stays(loss: Loss) -> bool:
    """Whether an old and a new price stay where a copy opens with them: they are its point."""
    pair = _PRICE_PAIR.search(loss.before.translate(simplified_table()))
    if pair is None or _PRICE_PAIR.search(loss.after.translate(simplified_table())):
        return True
    parts = CopyParts.of(loss.before)
    begins = len(parts.header) + len(greeting_of(parts.body))
    first = (c for c in loss.clauses if c.start >= begins and re.search(r"\w", c.text))
    return any(c.start + len(c.text) <= pair.start() and not says_little(c.text) for c in first)


_CONDITION = re.compile(
    r"(?:想|要|如|若|需要|假如|只要|凡|當|当|(?:if|when|want|need|to|for those)\b)", re.IGNORECASE
)


def no_condition_is_left_alone(loss: Loss) -> bool:
    """Whether no condition, as 想改时间, lost the clause that says what to do then."""
    for sentence in loss.sentences:
        for clause, following in pairwise(sentence):
            condition = _CONDITION.match(clause.text.strip()) is not None
            if condition and not loss.went(clause) and loss.went(following):
                return False
    return True


_PRAISED = re.compile(r"的([一-龥]{2,8})$")
_IMPERATIVE = re.compile(
    r"(?:[a-z]+) (?:up |home |into )?(?:the|our|your|an?) (?:[\w'’-]+ ){0,4}?([a-z'’-]{3,})$", re.I
)
_PREDICATE = re.compile(r"\b(?:is|are|was|were|has|have|does|do|comes?|makes?)\b", re.IGNORECASE)


def a_thing_stays_named(loss: Loss) -> bool:
    """Whether the noun of a removed clause is named elsewhere: the object of an English imperative,
    or the noun after 的 in a Chinese clause that began with praise.
    """
    for sentence in loss.sentences:
        for clause in sentence:
            if not loss.is_touched(clause) or not loss.is_gone(clause):
                continue
            text = loss.before[clause.start : clause.start + len(clause.text)].strip()
            if has_han(text):
                praised = _PRAISED.search(text)
                begins_praised = clause.text.strip().startswith(FOUND) and not re.search(
                    r"\d", text
                )
                if praised and begins_praised and set(praised[1]).isdisjoint(loss.after):
                    return False
            elif clause is sentence[0] and not _PREDICATE.search(text):
                imperative = _IMPERATIVE.fullmatch(text)
                if imperative and imperative[1].casefold().rstrip("s") not in loss.after.casefold():
                    return False
    return True


_NAMED_WITH = re.compile(r"[一-龥]的[一-龥]{1,6}")


def no_name_is_left_alone(loss: Loss) -> bool:
    """Whether no Chinese sentence is reduced to a noun, as 帶課的林老師 without its predicate."""
    for sentence in loss.sentences:
        with_words = [c for c in sentence if re.search(rf"[\w{FOUND}]", c.text)]
        remaining = [c for c in with_words if not loss.went(c)]
        is_news = remaining[:1] == list(loss.clauses[:1])
        if is_news or len(remaining) != 1 or len(with_words) == 1 or not has_han(remaining[0].text):
            continue
        words = rjieba.tag(remaining[0].text.strip().translate(simplified_table()))
        after_of = re.split(r"的", remaining[0].text.strip())[-1]
        kinds = [kind for _, kind in rjieba.tag(after_of) if kind != "x"]
        bare = all(kind[0] in "nrm" or kind == "vn" for kind in kinds)
        if _NAMED_WITH.search(remaining[0].text) and bare and words[-1][1].startswith("n"):
            return False
    return True


_OFFER = re.compile(
    r"特惠|特价|优惠|限时|折扣|\b(?:special price|limited-time|discounts?"
    r"|deals?)\b",
    re.IGNORECASE,
)
_CALLED_LOW = re.compile(
    r"只[要需收卖售]|仅|才|不到|低|降|特价|特惠|秒杀|优惠|原价|平时|立减|省|折|便宜|划算|抄底"
    r"|\b(?:only|just|was|now|sale|off|down|under|less|low|lowest|cheap|cheapest|save|deals?"
    r"|discount|best price|price)\b",
    re.IGNORECASE,
)


def nothing_is_promised(loss: Loss) -> bool:
    """Whether no offer was added, unless the copy itself called its price low."""
    added = words_of(_OFFER, loss.after) - words_of(_OFFER, loss.before)
    return not added or _CALLED_LOW.search(loss.before.translate(simplified_table())) is not None
