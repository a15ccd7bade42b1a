"""Recognise replies that say that the text does not tell, or that no option is right."""

import re

_ABSTENTIONS = re.compile(
    r"\b(?:can(?:not|['’]t| not)|unable to|impossible to|not possible to|could(?: not|n['’]t))\s+"
    r"(?:\w+\s+){0,2}(?:determine|determined|tell|say|state|conclude|answer|answered|(?:choose"
    r"|select)(?!\s+\(?[A-Z]\b)"
    r"|identify|know|known|be sure)\b"
    r"|\b(?:none of the|no) (?:\w+ )?(?:options?|choices?|answers?)\b[^.\n]{0,30}\b"
    r"(?:correct|confirmed|supported|mentioned|right|applicable)"
    r"|\bI (?:do not|don['’]t) know\b|\bunanswerable\b|\bnot answerable\b"
    r"|(?:无法|不能|难以)(?:从?[^,。]{0,12})?(?:确定|判断|回答|得知|选择|推断|作答)|不确定|不知道|不可回答",
    re.IGNORECASE,
)
_WEIGHS = re.compile(
    r"\b(?:between|either)\s+(?:options?\s+)?\(?[A-Z]\)?\s+(?:and|or)\s+\(?[A-Z]\b"
    r"|(?<![A-Za-z])[A-Z](?:和|与|、|或者?|还是)选?[A-Z](?![A-Za-z])"
    r"|[\"'][A-Z][\"']\s*,\s*[\"'][A-Z][\"']"
)
"""Words that weigh two options: neither an abstention nor a choice."""
_SAYS_TOO_LITTLE = re.compile(
    r"\b(?:not (?:have |provided? |contain |given )?(?:enough|sufficient)|insufficient|lacks?"
    r"|no (?:relevant |further )?)\s+(?:\w+\s+){0,2}(?:information|context|details?|evidence)\b"
    r"|\b(?:text|passage|excerpt|story|context|novel|document)\b[^.\n]{0,40}?\b(?:does|do|did)"
    r"(?: not|n['’]t) (?:\w+ )?(?:mention|say|state|contain|provide|include|specify|tell|answer"
    r"|indicate|reveal)"
    r"|\bis not (?:mentioned|stated|specified|given|provided) in the (?:text|passage|excerpt|story)"
    r"|信息不足|(?:文中|原文|文章|文本|上文|段落|故事)(?:[里中]?)(?:并?未|没有?|没)(?:有|曾)?(?:明确)?"
    r"(?:提[到及供]|说|写|给出|交代|说明|包含|涉及)|没有(?:足够|相关)的?(?:信息|内容)"
)


def abstains(plain: str) -> bool:
    """Whether a reply says that the text does not tell, or that no option is right."""
    unable = _ABSTENTIONS.search(plain) is not None and not _WEIGHS.search(plain)
    return says_too_little(plain) or unable


def says_too_little(plain: str) -> bool:
    """Whether a reply says that the text does not tell."""
    return _SAYS_TOO_LITTLE.search(plain) is not None
