"""The names and words a book uses, told from how it uses them; no list of names is needed.

In Latin letters names are what stays capitalised. Chinese has no capitals; there only who speaks
is certainly named, and any word may be a name.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from core.text.chinese_words import LONGEST, chinese_words
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
    rf"(?<![{HAN}])([{HAN}]{{2,}}?)[笑哭忙便又也都冷微怒喝叫应回答大连陪]{{0,3}}\Z"
)
_LONGEST_CLAUSE = 8
_NO_SPEAKER = re.compile(
    "[这那我你他她它的了是不没一有在说听见只因又却便众]|[笑哭忙也都冷怒喝叫答问]$"
)
_MIN_SPEECHES = 2
# Of what is said by one, how much in a clause that names no other; of the uses of a name, how many
# are to say who speaks.
_ALONE = 0.6
_SPEAKING = 0.3


class Names(frozenset[str]):
    """The names of a book in their normalised form.

    `words` may be names too: in Latin letters those that are at times, in Chinese all.
    """

    words: frozenset[str]

    def __new__(cls, names: Iterable[str] = (), words: Iterable[str] = ()) -> "Names":
        self = super().__new__(cls, names)
        self.words = frozenset(words)
        return self


def names_in(text: str) -> Names:
    """What may not be replaced in a quote from `text`; about 0.3 s per million characters."""
    always, at_times = _latin_names(text)
    words = chinese_words(text)
    return Names(always | _speakers(text, words), at_times | words.keys())


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


def _speakers(text: str, words: Mapping[str, int]) -> set[str]:
    """Who is mostly named to say who speaks, in Chinese."""
    alone: Counter[str] = Counter()  # 宝玉道
    after: Counter[str] = Counter()  # the 点头 of 宝玉点头道
    for said in _SAID.finditer(text):
        clause = text[max(0, said.start() - _LONGEST_CLAUSE) : said.start()]
        if found := _SPEAKER.search(clause):
            who = found[1]
            if len(who) <= LONGEST and (found.start() or said.start() <= _LONGEST_CLAUSE):
                alone[who] += 1
            for length in range(2, min(len(who), LONGEST + 1)):
                after[who[-length:]] += 1
    return {
        name
        for who, times in alone.items()
        if times >= max(_MIN_SPEECHES, _ALONE * (times + after[who]))
        and not _NO_SPEAKER.search(who)
        and times >= _SPEAKING * (words.get(name := _simplified(who)) or text.count(who))
        # 三藏合掌道: what follows a name is not part of it.
        and not any(who[:end] in alone for end in range(2, len(who)))
    }


def _simplified(text: str) -> str:
    simplified = simplified_characters()
    return "".join(simplified.get(character, character) for character in text)
