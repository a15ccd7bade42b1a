"""Guards against words that refer to a removed superlative or holiday."""

import re

from core.text.language import simplified_table
from core.verification.repairs.guards.repair_losses import Loss, words_of
from core.verification.repairs.text_edits import diff

_LEANS = re.compile(
    r"非[^，。]{1,4}莫属|当之无愧|名副其实|实至名归|没有之一|绝非虚言|毫不夸张|不接受反驳|无人不服|不服来"
    r"|\b(?:bar none|hands down|no contest|no question|without question|by far|second to none"
    r"|nothing (?:else )?comes close|no doubt about it|ask anyone|beaten by (?:no one|none|nobody)"
    r"|nothing (?:left|more) to improve|in existence|period(?=[.,!]|$))\b",
    re.IGNORECASE,
)


def nothing_leans_on_a_boast(loss: Loss) -> bool:
    """Whether no phrase such as 非它莫属 is left in a sentence whose superlative was changed."""
    remaining = words_of(_LEANS, loss.after)
    for sentence in loss.sentences:
        if any(map(loss.is_touched, sentence)):
            texts = (clause.text.translate(simplified_table()) for clause in sentence)
            if words_of(_LEANS, "，".join(texts)) & remaining:
                return False
    return True


_FESTIVE = re.compile(r"[节節夕]|['’]s day|\bday\b|christmas|easter|thanksgiving", re.IGNORECASE)
_PARAPHRASE = re.compile(
    r"(?:[母父]亲|[妈爸]妈?|老师|恋人|情人|女神|孩子|[她他]们?|属于.{1,6})的(?:这[一个]天|节日|大日子|日子)|过节|佳节|来得及|赶得[上及]"
    r"|\b(?:dad|mom|mum|mother|father|teacher|lover)s?['’]?s?['’]? (?:(?:big|special|own) )?day\b"
    r"|\b(?:turkey|bunny) day\b|\bthe (?:big|special) day\b|\bthe holiday\b"
    r"|\bin (?:good )?time\b|\bby then\b",
    re.IGNORECASE,
)


def no_holiday_is_paraphrased(loss: Loss) -> bool:
    """Whether a removed holiday is left in no other words, as "Dad's big day" or "in time"."""
    removed = (change.before for change in diff(loss.before, loss.after) if change.kind != "equal")
    return not _FESTIVE.search(" ".join(removed)) or not _PARAPHRASE.search(
        loss.after.translate(simplified_table())
    )


def nothing_leans_on_what_was_found(loss: Loss) -> bool:
    """Whether nothing left refers to a removed superlative or holiday."""
    return nothing_leans_on_a_boast(loss) and no_holiday_is_paraphrased(loss)
