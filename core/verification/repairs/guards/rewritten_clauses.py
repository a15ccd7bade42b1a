"""Check whether reworded clauses, Chinese or English, are still whole."""

import functools

import opencc

from core.text.language import traditional_characters
from core.verification.copy_text.text_measures import has_han
from core.verification.repairs.guards.repair_losses import Loss
from core.verification.repairs.guards.rewritten_chinese import is_proven_chinese
from core.verification.repairs.guards.rewritten_english import is_proven_english


def is_proven(loss: Loss) -> bool:
    """Whether every reworded clause is whole, and traditional text got no simplified characters."""
    return not _is_mixed(loss) and all(
        is_proven_chinese(clause, loss) if has_han(clause.old) else is_proven_english(clause, loss)
        for clause in loss.rewritten
        if clause.new.strip()
    )


def _is_mixed(loss: Loss) -> bool:
    """Whether simplified characters were put into a text in traditional ones."""
    if traditional_characters().isdisjoint(loss.before):
        return False
    return bool(_converter().convert(loss.put_in) != loss.put_in)


@functools.cache
def _converter() -> opencc.OpenCC:
    return opencc.OpenCC("s2t")
