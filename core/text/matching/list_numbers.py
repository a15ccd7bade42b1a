"""Recognise the number of a list that a model puts before a quote."""

import re

from core.text.language.quantities import is_numeral
from core.text.matching.near_matches import NearMatch
from core.text.matching.search import PreparedText
from core.text.normalise import normal_form

_LIST_NUMBER = re.compile(
    r"(?:[(（\[【]\s*(?:\d{1,2}|[一二三四五六七八九十]{1,3})\s*[)）\]】]"
    r"|(?:\d{1,2}|[一二三四五六七八九十]{1,3})\s*[.)）、．:：]|[①-⑳])(?!\d)"
)
# The last word before a passage, marks and spaces aside.
_LAST_WORD = re.compile(r"\w+(?=[\W_]*$)")
_BESIDE = 24


def has_list_number(evidence: str, copy: NearMatch, prepared: PreparedText) -> bool:
    """Whether the only change is the number of a list in front ("2. ", "（三）").

    Not so if the source has a number there, which the quote then leaves out or changes.
    """
    marker = _LIST_NUMBER.match(evidence)
    if marker is None or len(copy.differences) != 1 or copy.differences[0].source:
        return False
    span = prepared.normal.original(copy.start, copy.end)
    before = _LAST_WORD.search(prepared.text, max(0, span.start - _BESIDE), span.start)
    beside = normal_form(before[0]) if before else ""
    number = copy.differences[0].claimed
    return normal_form(marker[0]) == number and not (beside and is_numeral(beside))
