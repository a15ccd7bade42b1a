"""Names a book uses, told from how it uses them; no list of names is needed."""

import re
from collections import Counter

from core.text.normalise import normalise
from core.text.scripts import HAN

_MIN_USES = 2
# Who is named at all speaks now and then; 出来 or 如此 hardly ever stands before "said".
_USES_PER_SPEECH = 40
# Each costs a look through the whole text; no book has so many who speak.
_MOST_SPEAKERS = 500
# A capital after a small letter or a comma is not that of a sentence's beginning.
_CAPITALISED = re.compile(r"(?<=[a-z,;] )[A-Z][a-z]+(?:[A-Z][a-z]+)*")
_SMALL_WORD = re.compile(r"(?<![A-Za-z])[a-z]+")
# Who speaks in Chinese prose: 宝玉道： 黛玉笑道： 贾母忙问，
_SPEAKER = re.compile(
    rf"(?<![{HAN}])([{HAN}]{{2,4}}?)[笑哭忙便又也都冷微怒喝叫应回答大连陪]{{0,3}}[道说問问說曰][：:，,“\"]"
)
_NO_SPEAKER = re.compile("[这那我你他她它的了是不没一有在说听见只因又却便]")


def names_in(text: str) -> frozenset[str]:
    """Names in their normalised form: words that stay capitalised, and those who speak."""
    capitalised = Counter(_CAPITALISED.findall(text))
    small = Counter(_SMALL_WORD.findall(text)) if capitalised else Counter()
    latin = {
        word.lower()
        for word, uses in capitalised.items()
        if uses >= _MIN_USES and small[word.lower()] * 5 < uses
    }
    speakers = Counter(_SPEAKER.findall(text)).most_common(_MOST_SPEAKERS)
    chinese = {
        normalise(who).text
        for who, uses in speakers
        if uses >= _MIN_USES
        and not _NO_SPEAKER.search(who)
        and uses * _USES_PER_SPEECH >= text.count(who)
    }
    # The apostrophe of "Meg's" is not part of a normalised word.
    return frozenset(latin | {f"{name}s" for name in latin} | chinese)
