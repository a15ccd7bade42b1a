"""The edits that a repair may offer: few kinds, each in frames in which it could be sent.

They were drawn from twelve sets of judged repairs; on the next, unseen set 55 of 68 could be sent.
What fits none of them is for a person to write.
"""

import re
from collections.abc import Callable, Mapping

from core.verification.copy_text.copy_clauses import Clause
from core.verification.copy_text.text_measures import has_han
from core.verification.repairs.guards.chinese_frames import (
    admits_chinese_act,
    admits_chinese_boast,
    admits_chinese_holiday,
    admits_chinese_name,
    admits_chinese_price,
)
from core.verification.repairs.guards.edit_kinds import (
    HOLIDAY,
    TAP,
    ClauseEdit,
    edits_of,
    kind_of,
    plainly,
)
from core.verification.repairs.guards.english_frames import (
    admits_english_boast,
    admits_english_holiday,
    admits_english_link,
    admits_english_name,
    admits_english_price,
)
from core.verification.repairs.guards.repair_losses import Loss, Rewritten, says_little

FRAMES: Mapping[tuple[str, bool], Callable[[ClauseEdit], bool]] = {
    ("boast", True): admits_chinese_boast,
    ("boast", False): admits_english_boast,
    ("price", True): admits_chinese_price,
    ("price", False): admits_english_price,
    ("holiday", True): admits_chinese_holiday,
    ("holiday", False): admits_english_holiday,
    ("link", True): lambda _: True,
    ("link", False): admits_english_link,
    ("name", True): admits_chinese_name,
    ("name", False): admits_english_name,
    ("act", True): admits_chinese_act,
    # Half of these were not to be sent: what is left points at a thing nobody spoke of.
    ("act", False): lambda _: False,
}
"""By what was found and whether the clause is Chinese."""


_DEADLINE = re.compile(
    r"最后|倒计时|截[止至]|只剩|仅剩|\b(?:last|final|ends?|closes?|deadline|until)\b", re.IGNORECASE
)
_POINTS_BACK = frozenset(("it", "its", "them", "they", "that", "those"))
_BEGINS = 60
"""Characters in which a sentence's first words are looked for."""
_EXPLAINED = re.compile(r"\bpancake|shrove", re.IGNORECASE)
_OF_A_HOLIDAY = re.compile(r"\b(?:hid(?:e|den)|baskets?|stuff(?:ed|ing)|carve)\b", re.IGNORECASE)


_STANDS_INSTEAD = re.compile(r"特[价惠]|[一-龥]|\btap\b|\bnow\b", re.IGNORECASE)
_OF_A_PRICE = re.compile(
    r"\b(?:tickets?|yours|costs?|each|midweek|all day|per (?:person|night|month)|while they last)\b"
    r"|(?:带走|拿下|入手|到手|抱回家)(?:[一-龥]{0,4}的?好?(?:心情|快乐|惊喜|美好|幸福))?",
    re.IGNORECASE,
)


def _goes_well(clause: Clause, loss: Loss) -> bool:
    """A boast or a greeting; a price or a link where its clause says nothing else."""
    had = loss.before[clause.start : clause.start + len(clause.text)]
    kind, han = kind_of(plainly(had)), has_han(had)
    instead = plainly(loss.left_of(clause))
    if re.search(r"\w", instead) and not _STANDS_INSTEAD.search(f"{instead} {loss.put_in}"):
        return not han and instead.casefold() in loss.before.casefold()
    if kind == "act":
        return han and says_little(clause.text)
    if kind in ("price", "link"):
        bare = _OF_A_PRICE.sub("", plainly(clause.text))
        return says_little(bare) or (kind == "link" and TAP.search(loss.put_in) is not None)
    if HOLIDAY.search(plainly(had)):
        return not _DEADLINE.search(plainly(had)) and (
            han or _says_what_it_is_of(had, clause, loss)
        )
    return True


def _says_what_it_is_of(holiday: str, clause: Clause, loss: Loss) -> bool:
    """Not "Kick it off" nor "Lemon and sugar", which only the holiday explained."""
    following = next((c for c in loss.clauses if c.start > clause.start), None)
    if following is None:
        return True
    if _EXPLAINED.search(holiday) and not re.search(r"\bpan", loss.after, re.IGNORECASE):
        return False
    begins = re.findall(r"[a-z'’]+", following.text[:_BEGINS].casefold())[:4]
    return _POINTS_BACK.isdisjoint(begins) and not _OF_A_HOLIDAY.search(loss.after)


_UNSENDABLE = re.compile(
    r"\btap for (?:tap|it|all|on)\b|点击通知查看(?:进店|去|到|搜)"
    r"|(?:断货|销量|口碑|性价比|热卖|销售|回购|单品)之?王|销冠|扛把子|天花板|全[一-龥]独家"
    r"|\bno (?:other )?(?:[\w'’-]+ ){1,3}?(?:on earth|anywhere|in the world)\b"
    r"|\bnothing (?:else )?(?:beats|compares|comes close)\b",
    re.IGNORECASE,
)
"""A boast that no finding names stays, or a tap that leads to nothing."""


def only_admitted_edits(loss: Loss) -> bool:
    if _UNSENDABLE.search(plainly(loss.after)):
        return False
    gone = [c for c in loss.clauses if loss.is_touched(c) and loss.went(c)]
    if not all(_goes_well(clause, loss) for clause in gone):
        return False
    return all(map(_is_of_frames, loss.rewritten))


def _is_of_frames(clause: Rewritten) -> bool:
    han = has_han(clause.old)
    edits = edits_of(clause) if clause.new.strip() else ()
    return all(FRAMES[kind_of(edit.cut), han](edit) for edit in edits)
