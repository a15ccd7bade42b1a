"""Places of a clause, in either language, in which a flagged word cannot be removed or replaced."""

import re

import rjieba

from core.text.language import simplified_table
from core.verification.copy_text.text_measures import has_han
from core.verification.repairs.guards.repair_losses import Loss, Rewritten

_SUPERLATIVE = re.compile(
    r"[最顶極极绝絕冠]|第一|首|唯一|[无無][可与與二双雙人出]|完美|天下|No\.?\s?1|\bTOP\b|[独獨]"
    r"|数一数二|數一數二",
    re.IGNORECASE,
)
_SUPERLATIVE_EN = re.compile(
    r"\b(?:best|most|\w{3,}est|perfect|ultimate|#1|number one|no\.? ?1|unbeatable|unrival+ed"
    r"|flawless|unmatched|leading|finest|top|only|first)\b|#1",
    re.IGNORECASE,
)
_SCOPE_AFTER = re.compile(r"^(?:全[国國网網城市球省台港]|[业業][界内內]|行[业業]|天下|群[雄芳])")
_FESTIVE = re.compile(
    r"(?<!每)[节節夕](?!\d)|[圣聖][诞誕]|中秋|重[阳陽]|[腊臘]八|元宵|[万萬][圣聖]|感恩|国庆|國慶"
    r"|元旦|端午|双十一|雙十一|['’]s day|\bday\b|christmas"
    r"|easter|thanksgiving|halloween|friday|new year",
    re.IGNORECASE,
)
_WISHES = re.compile(r"快[乐樂]|安康|愉快")
_AFTER_HOLIDAY_EN = re.compile(
    r"\s*(?:only|just|is|are|was|falls?|comes?|in|on|around|almost|nearly|away|coming|arrives?"
    r"|lands?|and|or|days?|weeks?|a|an|the|we|you|it|here|near|but|so|to|right|too)\b|['’]s\b",
    re.IGNORECASE,
)


_IS = re.compile(
    r"(?:\b(?:is|are|was|were|be|been|feels?|looks?|tastes?|sounds?)|['’](?:s|re))\b", re.IGNORECASE
)


def keeps_its_predicate(clause: Rewritten) -> bool:
    """Whether no changed superlative was the predicate.

    As it is in 阵容冠绝全城, 点心里的No.1 or "it is unbeatable".
    """
    han = has_han(clause.old)
    pattern = _SUPERLATIVE if han else _SUPERLATIVE_EN
    for n, (kind, before, _) in enumerate(clause.changes):
        so_far = "".join(change.before for change in clause.changes[:n])
        text_after = "".join(change.before for change in clause.changes[n + 1 :])
        if kind == "equal" or not pattern.search(before):
            continue
        ends = re.fullmatch(r"[\W了啦呢吧的]*", text_after) is not None
        has_subject = re.search(r"\w", so_far) if han else _IS.search(so_far + before)
        if (ends and has_subject) or (han and _SCOPE_AFTER.match(text_after)):
            return False
    return True


def holiday_was_an_attribute(clause: Rewritten) -> bool:
    """Whether each removed holiday was an attribute.

    It was not in 再過兩天就是了 or "With only days away".
    """
    so_far = ""
    for n, (kind, before, after) in enumerate(clause.changes):
        text_after = "".join(change.after for change in clause.changes[n + 1 :])
        if kind != "equal" and _FESTIVE.search(before) and _is_only_cut(before, after):
            if has_han(clause.old):
                if not _stands_before_a_noun(so_far, text_after):
                    return False
            elif _dangles(so_far, before, after + text_after):
                return False
        so_far += after
    return True


def _is_only_cut(before: str, after: str) -> bool:
    """Whether nothing was put in, except a capital for the next word."""
    word = after.strip().casefold()
    return not word or before.strip().casefold().endswith(f" {word}")


def _dangles(so_far: str, before: str, text_after: str) -> bool:
    """Whether a removed holiday was a name of its own: "Nothing says like gingerbread"."""
    if _LED_IN.match(before):
        return _WANTS_A_NAME.search(so_far) is not None and _GOES_ON.match(text_after) is not None
    if _CELEBRATES.search(so_far):
        return False
    begins = not re.search(r"\w\s*$", so_far)
    verb = _VERB.match(text_after) is not None
    if _AFTER_HOLIDAY_EN.match(text_after) or _GOES_ON.match(text_after) or (begins and verb):
        return True
    return not begins and _TAKES_ATTRIBUTES.search(so_far) is None


_CELEBRATES = re.compile(r"\bcelebrat(?:e|es|ing)\s*$", re.IGNORECASE)
_TAKES_ATTRIBUTES = re.compile(
    r"(?:\b(?:an?|the|our|your|my|their|this|every|each|all|any|with|in|of|for|at|on|from|by|to|and|or"
    r"|more|new|free|perfect|great|skip|beat|shop|order|get|grab|make|bake|try|some|these|those|no)"
    r"|['’]s|\b\w+(?:ed|al|ful|y|ing))\s*$",
    re.IGNORECASE,
)
_VERB = re.compile(
    r"\s*(?:came|come|went|goes|got|gets|has|had|means|calls|brings|starts|begins|ends|happens|made"
    r"|makes|said|says|will|would|can|could|may|might|should|must|[a-z]{3,}ed"
    r"|[a-z]{3,}s (?:an?|the|our|your|early|soon|back|off|up|out|like))\b",
    re.IGNORECASE,
)


_LED_IN = re.compile(r"\s*(?:for|on|at|by|in|before|after|this|with|from|until) ", re.IGNORECASE)
"""Prepositions removed with a holiday, as in "for Labor Day": then nothing is left to dangle."""


_WANTS_A_NAME = re.compile(r"(?:\b(?:is|are|was|were|than|like|of|to|about)|['’]s)\s*$", re.I)
_GOES_ON = re.compile(
    r"\s*(?:$|[,.;:?!]|(?:with(?:out)?|for|than|if|when|as|from|by|until|till|before|after)\b)",
    re.IGNORECASE,
)
"""Words before which a gap shows, as in "What's without pumpkins?"."""


_OF_A_DAY = re.compile(r"[是将到来快近就已还即也要]|临近")


_SOMEBODY_DOES = re.compile(r"[说想问讲教]|告诉|提醒|送来|带来|带着|悄悄|也|都|不")
"""Words that make what stands before them a subject, as in 圣诞老人说."""


def _stands_before_a_noun(so_far: str, text_after: str) -> bool:
    """Whether what follows a removed Chinese holiday does without it.

    That is a noun, a wish after 祝, or a clause that the holiday began.
    """
    text_after = text_after.strip().translate(simplified_table())
    if _WISHES.match(text_after):
        return so_far.strip().startswith("祝")
    words = rjieba.tag(text_after.removeprefix("的"))
    if not so_far.strip():
        return (
            bool(words) and not _OF_A_DAY.match(text_after) and not _SOMEBODY_DOES.match(text_after)
        )
    return bool(words) and words[0][1][0] in "nbjv"


_LONG_ENOUGH = 5


def asks_enough(clause: Rewritten, loss: Loss) -> bool:
    """Whether no question became too short, as 吃什么？ without 端午."""
    cut = clause.changes[0]
    short = len(re.findall(r"\w", clause.new)) < _LONG_ENOUGH
    if not short or cut.kind == "equal" or not has_han(clause.old):
        return True
    return re.search(re.escape(clause.new.strip()) + "[?？]", loss.after) is None


def no_character_is_doubled(clause: Rewritten) -> bool:
    """Whether no stand-in repeats a character of what follows, as in 快速网速 for 最快的网速."""
    for n, (kind, _, after) in enumerate(clause.changes):
        following = "".join(change.after for change in clause.changes[n + 1 :]).lstrip("的")
        if kind != "equal" and after and has_han(after[-1:]) and after[-1] in following[:2]:
            return False
    return True


_LEADS_TO = re.compile(r"(?:[到至为成]|[把将以按])(?:限时|超值|优惠)?特[价惠](?!的)")


def special_price_fits(clause: Rewritten) -> bool:
    """Whether 特价 is said of a thing or begins; not 降到特价 or 把特价搬回家."""
    new = clause.new.translate(simplified_table())
    return not _LEADS_TO.search(new) or _LEADS_TO.search(clause.old) is not None


def lists_keep_their_things(clause: Rewritten) -> bool:
    """Whether no item of a list such as 圣诞树、彩灯、花环 was removed."""
    return not any(
        kind == "delete" and re.fullmatch(r"、?[一-龥]{2,}、|、[一-龥]{2,}、?", before.strip())
        for kind, before, _ in clause.changes
    )


def is_in_a_proven_place(loss: Loss) -> bool:
    """Whether every edit of a reworded clause was made where it cannot spoil the clause."""
    proofs = (
        keeps_its_predicate,
        holiday_was_an_attribute,
        special_price_fits,
        lists_keep_their_things,
        no_character_is_doubled,
    )
    if not all(asks_enough(clause, loss) for clause in loss.rewritten):
        return False
    return all(proof(clause) for clause in loss.rewritten if clause.new.strip() for proof in proofs)
