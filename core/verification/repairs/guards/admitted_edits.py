"""Allow list of the edits that a repair may offer, by kind of the words removed and language.

The frames (patterns of the words around an edit) were drawn from twelve sets of judged repairs; on
the next, unseen set 55 of 68 could be sent. An edit that fits no frame is left to a person.
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
    simplified,
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
    # Half of these could not be sent: what is left refers to a thing that was never named.
    ("act", False): lambda _: False,
}
"""Check of an edit, by kind of the words removed and by whether the clause is Chinese."""


_DEADLINE = re.compile(
    r"最后|倒计时|截[止至]|只剩|仅剩|\b(?:last|final|ends?|closes?|deadline|until)\b", re.IGNORECASE
)
_POINTS_BACK = frozenset(("it", "its", "them", "they", "that", "those"))
_OPENING_CHARS = 60
"""Characters of a sentence in which its first words are looked for."""
_PANCAKE_DAY = re.compile(r"\bpancake|shrove", re.IGNORECASE)
_HOLIDAY_CUSTOMS = re.compile(r"\b(?:hid(?:e|den)|baskets?|stuff(?:ed|ing)|carve)\b", re.IGNORECASE)


_STAND_IN = re.compile(r"特[价惠]|[一-龥]|\btap\b|\bnow\b", re.IGNORECASE)
_PRICE_WORDS = re.compile(
    r"\b(?:tickets?|yours|costs?|each|midweek|all day|per (?:person|night|month)|while they last)\b"
    r"|(?:带走|拿下|入手|到手|抱回家)(?:[一-龥]{0,4}的?好?(?:心情|快乐|惊喜|美好|幸福))?",
    re.IGNORECASE,
)


def _may_be_removed(clause: Clause, loss: Loss) -> bool:
    """Whether a removed or replaced clause may be offered.

    The reader's act, a price or a link: only where the clause says little else, or where a call to
    tap replaced the link. A holiday: not with a deadline, and in English only where the rest is
    clear without it. Everything else, such as a superlative, may go.
    """
    original = loss.before[clause.start : clause.start + len(clause.text)]
    kind, han = kind_of(simplified(original)), has_han(original)
    replacement = simplified(loss.left_of(clause))
    if re.search(r"\w", replacement) and not _STAND_IN.search(f"{replacement} {loss.put_in}"):
        return not han and replacement.casefold() in loss.before.casefold()
    if kind == "act":
        return han and says_little(clause.text)
    if kind in ("price", "link"):
        bare = _PRICE_WORDS.sub("", simplified(clause.text))
        return says_little(bare) or (kind == "link" and TAP.search(loss.put_in) is not None)
    if HOLIDAY.search(simplified(original)):
        return not _DEADLINE.search(simplified(original)) and (
            han or _is_clear_without_holiday(original, clause, loss)
        )
    return True


def _is_clear_without_holiday(holiday: str, clause: Clause, loss: Loss) -> bool:
    """Whether the next clause is clear without the holiday.

    Not "Kick it off" or "Lemon and sugar", which only the holiday explained.
    """
    following = next((c for c in loss.clauses if c.start > clause.start), None)
    if following is None:
        return True
    if _PANCAKE_DAY.search(holiday) and not re.search(r"\bpan", loss.after, re.IGNORECASE):
        return False
    first_words = re.findall(r"[a-z'’]+", following.text[:_OPENING_CHARS].casefold())[:4]
    return _POINTS_BACK.isdisjoint(first_words) and not _HOLIDAY_CUSTOMS.search(loss.after)


_UNSENDABLE = re.compile(
    r"\btap for (?:tap|it|all|on)\b|点击通知查看(?:进店|去|到|搜)"
    r"|(?:断货|销量|口碑|性价比|热卖|销售|回购|单品)之?王|销冠|扛把子|天花板|全[一-龥]独家"
    r"|\bno (?:other )?(?:[\w'’-]+ ){1,3}?(?:on earth|anywhere|in the world)\b"
    r"|\bnothing (?:else )?(?:beats|compares|comes close)\b",
    re.IGNORECASE,
)
"""What no offered text may hold: a superlative that no finding names, or a tap without a target."""


def only_admitted_edits(loss: Loss) -> bool:
    """Whether every removed clause may go and every reworded clause fits the frames."""
    if _UNSENDABLE.search(simplified(loss.after)):
        return False
    removed = [c for c in loss.clauses if loss.is_touched(c) and loss.went(c)]
    if not all(_may_be_removed(clause, loss) for clause in removed):
        return False
    return all(map(_fits_frames, loss.rewritten))


def _fits_frames(clause: Rewritten) -> bool:
    """Whether each edit of a reworded clause fits the frame of its kind."""
    han = has_han(clause.old)
    edits = edits_of(clause) if clause.new.strip() else ()
    return all(FRAMES[kind_of(edit.cut), han](edit) for edit in edits)
