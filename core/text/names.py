"""The names and words a book uses, told from how it uses them; no list of names is needed.

In Latin letters names are what stays capitalised. Chinese has no capitals; there a name is a word
that begins clauses, stands before "said", and is neither counted (个, 位) nor in the plural (们).
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from core.text.chinese_words import Uses, chinese_words
from core.text.scripts import HAN, simplified_characters

_CAPITALISED = re.compile(r"(?:[DO]['’])?[A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ]+(?:[A-Z][a-z]+)*")
# A capital after a small letter, a comma or a title is not that of a sentence's beginning.
_INSIDE_SENTENCE = re.compile(
    "|".join(
        rf"(?<={before}\s)"
        for before in (
            r"[a-z,;]",
            *(rf"\b{title}\." for title in ("Mr", "Mrs", "Ms", "Dr", "St", "Capt", "Col")),
        )
    )
)
_SMALL_WORD = re.compile(r"(?<![A-Za-z'’])[a-zß-öø-ÿ]+")
# In small letters a name is another word, and seldom; what is a name at times is so now and then.
_CAPITALS_PER_SMALL = 5
_CAPITALS_AT_TIMES = 0.1

# Who speaks in Chinese prose: 宝玉道： 黛玉笑道： 贾母忙问，
_SAID = re.compile(r"[道說说问問曰][：:，,。“\"]")
_SPEAKER = re.compile(
    rf"(?<![{HAN}])([{HAN}]{{2,4}}?)[笑哭忙便又也都冷微怒喝叫应回答大连陪]{{0,3}}\Z"
)
_LONGEST_CLAUSE = 8
_NO_SPEAKER = re.compile(
    "[这那我你他她它的了是不没一有在说听见只因又却便众]|[笑哭忙也都冷怒喝叫答问]$"
)
_MIN_SPEECHES = 2
_MANY_SPEECHES = 20
_FEW_USES = 5
_BEGINS_CLAUSES = 0.4
_SELDOM_COUNTED = 0.1
_KEEPS_TO_FEW_PARTS = 0.6
_KEEPS_TO_SOME_PARTS = 0.8


class Names(frozenset[str]):
    """The names of a book in their normalised form.

    `words` are its other words: in Latin letters those that are names at times, in Chinese all
    that are frequent. Those that keep to some parts of the book (places, things) are `local`.
    """

    words: frozenset[str]
    local: frozenset[str]

    def __new__(
        cls, names: Iterable[str] = (), words: Iterable[str] = (), local: Iterable[str] = ()
    ) -> "Names":
        self = super().__new__(cls, names)
        self.words, self.local = frozenset(words), frozenset(local)
        return self


def names_in(text: str) -> Names:
    """What may not be replaced in a quote from `text`; about 0.25 s per million characters."""
    always, at_times = _latin_names(text)
    words = chinese_words(text)
    local = (word for word, uses in words.items() if uses.spread < _KEEPS_TO_SOME_PARTS)
    return Names(always | _chinese_names(text, words), at_times | words.keys(), local)


def _latin_names(text: str) -> tuple[set[str], set[str]]:
    """Words that are names, and words that are names at times."""
    capitalised = Counter(
        match[0]
        for match in _CAPITALISED.finditer(text)
        if _INSIDE_SENTENCE.match(text, match.start())
    )
    small = Counter(_SMALL_WORD.findall(text)) if capitalised else Counter[str]()
    always, at_times = set(), set()
    for word, uses in capitalised.items():
        # The apostrophe of O'Brien is not part of a normalised word.
        folded = re.sub("['’]", "", word).casefold()
        if uses > small[folded] * _CAPITALS_PER_SMALL:
            always.add(folded)
        elif uses > 1 and uses >= small[folded] * _CAPITALS_AT_TIMES:
            at_times.add(folded)
    return always, at_times


def _chinese_names(text: str, words: Mapping[str, Uses]) -> set[str]:
    speeches: Counter[str] = Counter()
    for said in _SAID.finditer(text):
        clause = text[max(0, said.start() - _LONGEST_CLAUSE) : said.start()]
        if (who := _SPEAKER.search(clause)) and not _NO_SPEAKER.search(who[1]):
            speeches[who[1]] += 1
    speakers = set()
    for speaker, times in speeches.items():
        name = _simplified(speaker)
        uses = words.get(name)
        # One used too seldom to be judged by its uses is believed.
        if times >= _MIN_SPEECHES and (
            _is_name(uses, times) if uses else text.count(speaker) < _FEW_USES
        ):
            speakers.add(name)
    # 三藏合掌道: what follows a name is not part of it.
    return {who for who in speakers if not any(who[:end] in speakers for end in range(2, len(who)))}


def _is_name(uses: Uses, speeches: int) -> bool:
    return (
        uses.begins >= _BEGINS_CLAUSES
        and uses.counted < _SELDOM_COUNTED
        and (uses.spread < _KEEPS_TO_FEW_PARTS or speeches >= _MANY_SPEECHES)
    )


def _simplified(text: str) -> str:
    simplified = simplified_characters()
    return "".join(simplified.get(character, character) for character in text)
