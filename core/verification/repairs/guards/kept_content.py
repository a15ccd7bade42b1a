"""Guards of what a copy says: facts, calls to act, its opening, greeting and what is named.

Each takes a loss and returns whether what it protects is still there.
"""

import re
from itertools import pairwise

import rjieba

from core.text.language import simplified_table
from core.verification.copy_text.copy_clauses import CopyParts, closing_of, greeting_of
from core.verification.copy_text.text_measures import has_han
from core.verification.repairs.guards.kept_wholes import a_thing_stays_named
from core.verification.repairs.guards.remaining_copy import specific_nouns
from core.verification.repairs.guards.repair_losses import Loss, says_little, words_of
from core.verification.repairs.guards.stranded_words import introduces_a_boast

FACTS = re.compile(
    r"\d+(?:[.:]\d+)?%?|[一二三四五六七八九][一二三四五六七八九半]?折|半价|第二[件杯份]|免[费运邮]|包邮|买一[送赠]一"
    r"|[送赠](?!到|达|货|给|妈|爸|礼|人)|[附加]送|(?:周|星期|礼拜)[一二三四五六日天末]|今[天日晚早]|明[天日晚早]"
    r"|后天|[本下这]周(?![一二三四五六日天末])|[本下]月|截[止至]|[一二三四五六七八九十两]+[点时日月号]|当[天日]"
    r"|[二两三四五六七八九十百]+[次节课件位名套个天晚人周年]"
    r"|立减|直降|满减|翻倍|限[量时额]"
    r"|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:january|february|march|april|june|july"
    r"|august|september|october|november|december)\b|\b(?:today|tomorrow|tonight|midnight|noon"
    r"|weekend)\b|\b(?:this|next) (?:week|month)\b|\bfree\b|\bhalf[- ]price|\bdiscount"
    r"|\btwo[- ]for[- ]one|\bon us\b|\bgift\b|\bextra\b|\bmembers\b",
    re.IGNORECASE,
)
"""Numbers, dates, offers and conditions."""


def facts_stay(loss: Loss) -> bool:
    """Whether each number, date and offer that was not flagged is still there."""
    return words_of(FACTS, loss.had) <= words_of(FACTS, loss.after)


_CALLS = re.compile(
    r"预[约订定]|报名|下单|领取?|选位|试[穿听驾吃喝用戴坐]|购买|续费|升级|申请|兑换|投票|参[加与]|咨询|开通"
    r"|致电|回复|[订抢][位座票]|抢购|充值|来店|到店|登记|缴费|填[写表]|办理|查询|下载|上传|扫码|选购|签到|注册|激活"
    r"|绑定|评价|反馈"
    r"|(?<![\w’'-])(?<!can )(?:order|book|reserve|sign up|register|join|shop|buy"
    r"|claim|redeem|upgrade"
    r"|pay|reply|call|try|start|pick|choose|download|switch|apply|add|tap|ask|grab|check in|rsvp"
    r"|subscribe|renew|enter|swap|update|unlock|stop by|drop in|come by)\b",
    re.IGNORECASE,
)


def calls_stay(loss: Loss) -> bool:
    """Whether each call to act that was not flagged is still there."""
    return words_of(_CALLS, loss.masked) <= words_of(_CALLS, loss.after)


_GREETING = re.compile(
    r"[你您]好|亲爱的[^，,\s]{0,6}|(?:hi|hello|hey|dear)\b[^,.!\n]{0,20}", re.IGNORECASE
)


_QUESTION = re.compile(r"[?？]")


def opening_stays(loss: Loss) -> bool:
    """Whether the first clause that says something stays, since it names what a copy is about.

    Greetings and questions that stay are skipped.
    """
    parts = CopyParts.of(loss.before)
    greeting = len(parts.header) + len(greeting_of(parts.body))
    for clause in loss.clauses:
        greets = clause.start < greeting or _GREETING.fullmatch(clause.text.strip())
        asks = _QUESTION.search(clause.mark) and not loss.is_gone(clause)
        if not greets and not asks and not says_little(clause.text):
            return not loss.is_gone(clause)
    return True


def greeting_and_sign_off_stay(loss: Loss) -> bool:
    """Whether each greeting and the last line of the signature are still there."""
    closing = closing_of(loss.before).splitlines()[-1:]
    greetings = (c.text.strip() for c in loss.clauses if _GREETING.fullmatch(c.text.strip()))
    return all(map(loss.after.__contains__, (*closing, *greetings)))


_STANDS_ALONE = re.compile(
    rf"{_CALLS.pattern}|快?来试|速来|欢迎"
    r"|(?:(?:and|but|so) )?(?:our|your|my|every|each|all|we|you|there)\b",
    re.IGNORECASE,
)
"""Beginnings with which a clause stands alone: a call to act, or a subject of its own."""


def sentences_keep_their_beginning(loss: Loss) -> bool:
    """Whether no sentence lost its first clause, and so perhaps its subject, while others stay.

    A call to act and a clause with a subject of its own may begin a sentence.
    """
    for sentence in loss.sentences:
        statements = [clause for clause in sentence if not says_little(clause.text)]
        remaining = [c for c in sentence if not loss.is_gone(c) and re.search(r"\w", c.text)]
        if (
            not statements
            or not remaining
            or not loss.is_gone(statements[0])
            or remaining[0].start < statements[0].start
        ):
            continue
        if not _STANDS_ALONE.match(remaining[0].text.strip()):
            return False
    return True


_SOME_HAN, _SOME_WORDS = 5, 4


def only_the_found_goes(loss: Loss) -> bool:
    """Whether no more than a few words are removed in clauses in which nothing was flagged.

    The introduction of a superlative may go with it.
    """
    removed = (c for c in loss.clauses if loss.is_gone(c) and not loss.is_touched(c))
    removed_text = " ".join(
        clause.text for clause in removed if not introduces_a_boast(clause.text)
    )
    if has_han(removed_text):
        return len(re.findall(r"\w", removed_text)) < _SOME_HAN
    return len(removed_text.split()) < _SOME_WORDS


_APPOSITION = re.compile(r"(?:and )?(?:the|an?|our|your)\b", re.IGNORECASE)
_HAS_VERB = re.compile(
    r"\b(?:is|are|was|were|has|have|had|can|will|you|we|it|gets?|makes?|comes?)\b", re.IGNORECASE
)
_NAMED_HAN = 3
_TAPPED = re.compile(r"点击通知(?!了解更多)|\btap\b(?! to learn)", re.IGNORECASE)
_LINKED = re.compile(r"[\w-]\.[a-z]{2,}")
_IDLE_PRICE = re.compile(
    r"(?:仅需?|只要|现在)?[A-Z]{0,3}[¥￥$]?\d[\d.,]*[元块]?(?:就能|即可)?(?:带走|拿下|入手|到手|抱回家)"
    r"(?:[一-龥]{0,4}的?好?(?:心情|快乐|惊喜|美好|幸福))?"
)
"""Phrases of a price that name no thing, as NT$390带走洗澡的好心情."""


def what_is_named_stays(loss: Loss) -> bool:
    """Whether no removed clause said what somebody is, or named a thing with its price or link."""
    for clause in loss.clauses:
        if not loss.is_touched(clause) or not loss.is_gone(clause):
            continue
        original = loss.before[clause.start : clause.start + len(clause.text)]
        if says_little(clause.text) and (has_han(original) or not _APPOSITION.match(original)):
            continue
        if not has_han(original) and _APPOSITION.match(original) and not _HAS_VERB.search(original):
            return False
        if _IDLE_PRICE.fullmatch(original.strip().translate(simplified_table())):
            continue
        if _LINKED.search(original) and not _TAPPED.search(loss.put_in):
            return False  # what the link led to is lost
        priced = re.search(r"[¥￥$元块塊]", original) is not None and has_han(original)
        if priced and len(re.findall(r"\w", clause.text)) > _NAMED_HAN:
            return False
    return True


def no_clause_loses_its_thing(loss: Loss) -> bool:
    """Whether no Chinese clause without a subject lost the clause that named its thing."""
    if not has_han(loss.before):
        return True
    for sentence in loss.sentences:
        for clause, following in pairwise(sentence):
            if not loss.is_gone(clause) or loss.is_gone(following) or says_little(clause.text):
                continue
            words = rjieba.tag(following.text.strip())
            speaks_of_it = (
                words and words[0][1][0] in "vdcp" and not _STANDS_ALONE.match(following.text)
            )
            if speaks_of_it and not specific_nouns(clause.text) <= specific_nouns(loss.after):
                return False
    return True


_LABEL_WORDS = 3


def no_label_is_left(loss: Loss) -> bool:
    """Whether no label of a removed link is left, as "Garden tour tickets" before a colon."""
    for clause, following in pairwise(loss.clauses):
        is_label = ":" in clause.mark and not re.search(r"\w", following.text)
        words = clause.text.split()
        bare = is_label and not has_han(clause.text) and len(words) <= _LABEL_WORDS
        if bare and not _CALLS.search(clause.text) and f"{clause.text}." in f"{loss.after}.":
            return False
    return True


_STRAY_COMMA = re.compile(
    r"^(?:our|the|your) [\w -]{2,40}, (?:come|comes|is|are|has|have)\b", re.I | re.M
)


def all_is_named(loss: Loss) -> bool:
    """Whether all that is spoken of is still named, with no stray comma after the subject."""
    if _STRAY_COMMA.search(loss.after) and not _STRAY_COMMA.search(loss.before):
        return False
    guards = (
        what_is_named_stays,
        no_clause_loses_its_thing,
        no_label_is_left,
        a_thing_stays_named,
    )
    return all(guard(loss) for guard in guards)


_MATTERS = re.compile(
    r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|included?s?"
    r"|complimentary|save|comes? with"
    r"|guarantee\w*|refund\w*|deliver\w*|appointment|price|pick-?up|collect)\b"
    r"|[二两三四五六七八九十]|含|赠|附|保修|质保|退|价",
    re.IGNORECASE,
)


_SUBJECT = re.compile(r"(?:subject|主题|主旨|主題)[:：].*\n", re.IGNORECASE)


def only_lesser_words_go(loss: Loss) -> bool:
    """Whether a cut to length spares the first statement, calls to act, numbers, dates and
    offers.
    """
    removed = loss.gone.translate(simplified_table())
    subject = _SUBJECT.match(loss.before)
    body = subject.end() if subject else 0
    speaking = (c for c in loss.clauses if c.start >= body and not _GREETING.match(c.text.strip()))
    first = next(speaking, None)
    if first is not None and loss.is_gone(first):
        return False
    return not any(pattern.search(removed) for pattern in (FACTS, _CALLS, _MATTERS))


_MOST_LOST = 0.4
"""Largest share of the words that have to stay that a step may remove."""


def most_stays(loss: Loss) -> bool:
    """Whether most of the words that have to stay are still there.

    The words that led to a link may be many; the tap that replaced it was checked before.
    """
    return loss.share <= _MOST_LOST or _TAPPED.search(loss.put_in) is not None
