"""Whether a text that a writer made anew still says what the copy said, and nothing else."""

import re

from core.errors import Sentence
from core.verification.fact_collection import Facts
from core.verification.repair_guards import FACTS, found_at
from core.verification.repair_losses import Loss, words_of
from core.verification.text_measures import has_han
from core.verification.verify import Verification

_MOST_LOST, _MOST_ADDED, _A_FEW = 0.6, 0.5, 20
"""Shares of the letters that have to stay, and of those of the copy; a short one may gain a few."""

_VERBATIM = re.compile(
    r"\{[^{}\n]{1,60}\}|【[^】\n]{1,40}】|\[[A-Z_]{2,40}\]"
    r"|(?:退订|拒收|拒收请|取消订阅)(?:请)?(?:回复?|发送?)\s?[A-Za-z]{1,4}|[回发][复送]?\s?[A-Za-z]{1,4}(?:退订|拒收|取消订阅)"
    r"|\b(?:reply|text|txt) (?:stop|end|no)\b[^.\n]{0,30}"
    r"|\b(?=[A-Z\d]*[A-Z])(?=[A-Z\d]*\d)[A-Z\d]{4,20}\b",
    re.IGNORECASE,
)
"""What must come back letter by letter: placeholders, senders, codes and ways to opt out."""

_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_LATIN = re.compile(r"[A-Za-zÀ-ɏ][\w'’&+-]*")


def titles_of(facts: Facts | None) -> tuple[str, ...]:
    """What the catalogue says of the items that a copy is about: title and brand of each."""
    items = (item for item in facts.items.values() if item is not None) if facts else ()
    named = (", ".join(filter(None, (item.title, item.brand))) for item in items)
    return tuple(dict.fromkeys(filter(None, named)))


def unfaithful(before: Verification, after: Verification) -> Sentence | None:
    """Why a rewritten text is not used, told so that its writer can put it right; None: it is."""
    given, text = before.candidate.text, after.candidate.text
    loss = Loss(given, text, found_at(before))
    if gone := _left_out(loss):
        return Sentence("The rewrite leaves out {what}.", {"what": ", ".join(gone)})
    if new := _added(text, "\n".join((given, *titles_of(before.facts or after.facts)))):
        return Sentence("The rewrite adds {what}.", {"what": ", ".join(new)})
    longest = sum(map(str.isalnum, given)) * (1 + _MOST_ADDED) + _A_FEW
    if loss.share > _MOST_LOST or sum(map(str.isalnum, text)) > longest:
        return Sentence("The rewrite changes more than what is wrong.")
    return None


def _left_out(loss: Loss) -> list[str]:
    facts = words_of(FACTS, loss.had) - words_of(FACTS, loss.after)
    fixed = (m[0] for m in _VERBATIM.finditer(loss.masked) if m[0] not in loss.after)
    return [*dict.fromkeys(fixed), *sorted(facts)]


def _added(text: str, known: str) -> list[str]:
    """Numbers, offers and, in Chinese, words in Latin letters that nothing bears out."""
    new = words_of(FACTS, text) - words_of(FACTS, known) - _ANY_DAY
    new |= set(_NUMBER.findall(text)) - set(_NUMBER.findall(known))
    if has_han(text):
        new |= words_of(_LATIN, text) - words_of(_LATIN, known)
    return sorted(new)


_ANY_DAY = frozenset({"today", "今天", "今日"})
"""What a copy says in place of a holiday; it is true of the day it is sent."""
