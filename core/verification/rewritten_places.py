"""Places of a clause in which nothing is put in the place of what was found, in either language."""

import re

import rjieba

from core.text.language.scripts import simplified_table
from core.verification.repair_losses import Loss, Rewritten
from core.verification.text_measures import has_han

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
_SCOPE_BEFORE = re.compile(
    r"(?:[全整][个個]?|史上?|同[类類级級]|行业|行業|[业業][内內界]|[国國][内內]|市面上|世界上?|天下|[里裡內内中]的?"
    r"|全[国國网網城市球省台])$"
)
_SCOPE_AFTER = re.compile(r"^(?:全[国國网網城市球省台港]|[业業][界内內]|行[业業]|天下|群[雄芳])")
_FESTIVE = re.compile(
    r"(?<!每)[节節夕](?!\d)|国庆|國慶|元旦|端午|中秋|双十一|雙十一|['’]s day|\bday\b|christmas"
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
    """Not 阵容冠绝全城, 点心里的No.1 or "it is unbeatable": what is said of a thing."""
    han = has_han(clause.old)
    pattern = _SUPERLATIVE if han else _SUPERLATIVE_EN
    for n, (kind, before, _) in enumerate(clause.changes):
        so_far = "".join(change.before for change in clause.changes[:n])
        rest = "".join(change.before for change in clause.changes[n + 1 :])
        if kind == "equal" or not pattern.search(before):
            continue
        ends = re.fullmatch(r"[\W了啦呢吧的]*", rest) is not None
        says = re.search(r"\w", so_far) if han else _IS.search(so_far + before)
        if (ends and says) or (han and _SCOPE_AFTER.match(rest)):
            return False
    return True


def takes_its_scope(clause: Rewritten) -> bool:
    """Not 全安静的, once the scope's superlative is gone."""
    so_far = ""
    for kind, before, after in clause.changes:
        if kind != "equal" and _SUPERLATIVE.search(before) and _SCOPE_BEFORE.search(so_far):
            return False
        so_far += after
    return True


def holiday_was_an_attribute(clause: Rewritten) -> bool:
    """Not 再過兩天就是了, nor "With only days away"."""
    so_far = ""
    for n, (kind, before, after) in enumerate(clause.changes):
        rest = "".join(change.after for change in clause.changes[n + 1 :])
        if kind != "equal" and not after.strip() and _FESTIVE.search(before):
            if has_han(clause.old):
                if not _stands_before_a_noun(so_far, rest):
                    return False
            elif _AFTER_HOLIDAY_EN.match(rest) and not _LED_IN.match(before):
                return False
        so_far += after
    return True


_LED_IN = re.compile(r"\s*(?:for|on|at|by|in|before|after|this|with|from|until) ", re.IGNORECASE)
"""With "for Labor Day" nothing is left to dangle."""


_OF_A_DAY = re.compile(r"[是将到来快近就已还即也要]|临近")


def _stands_before_a_noun(so_far: str, rest: str) -> bool:
    rest = rest.strip().translate(simplified_table())
    if _WISHES.match(rest):
        return so_far.strip().startswith("祝")
    words = rjieba.tag(rest.removeprefix("的"))
    if not so_far.strip():
        return bool(words) and not _OF_A_DAY.match(rest)
    return bool(words) and words[0][1][0] in "nbjv"


def is_in_a_proven_place(loss: Loss) -> bool:
    proofs = (keeps_its_predicate, takes_its_scope, holiday_was_an_attribute)
    return all(proof(clause) for clause in loss.rewritten if clause.new.strip() for proof in proofs)
