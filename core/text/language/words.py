"""The words, numbers and negations of a normalised text (`core.text.normalise`).

Word by word in Latin letters, character by character in Chinese, every number whole.
"""

import functools
import re
from collections.abc import Iterator, Sequence, Set

from rapidfuzz.distance import OSA

from core.text.language.numerals import CHINESE_NUMERALS
from core.text.language.scripts import UNSPACED

MINUS = "\u2212"
"""The sign of a number in normalised text."""
NUMBER = re.compile(
    rf"(?:{MINUS}|(?<!\.))\.*+[0-9{CHINESE_NUMERALS}](?:[0-9.{CHINESE_NUMERALS}]*"
    rf"[0-9{CHINESE_NUMERALS}])?[%‰]?|{MINUS}(?=[$€£¥₩])"
)
TOKEN = re.compile(rf"{NUMBER.pattern}|[^\W\d_{UNSPACED}]+|\S")
UNSPACED_CHARACTER = re.compile(f"[{UNSPACED}]")
_UNSPACED_RUN = re.compile(f"[{UNSPACED}]+")
_SPACE_BESIDE_UNSPACED = re.compile(rf"(?<=[{UNSPACED}]) | (?=[{UNSPACED}])")

CHINESE_NEGATORS = "不没未无非别勿莫毋否甭休弗"
# Words in which such a character denies nothing, or nothing beside the word.
_NOT_DENYING = (
    "只不过|不过|不但|不仅|不只|不光|不单|不管|不论|不断|不久|不禁|不妨|不然|不免|不觉|不由得|不时|不少|不愧|"
    "不一会|不一时|差不多|对不起|了不起|了不得|不得了|巴不得|恨不得|说不定|少不得|免不了|无论|无非|无不|无奈|"
    "未免|未来|莫非|莫大|莫名|除非|是非|非常|非但|非凡|别人|别的|别处|别样|别墅|别致|特别|"
    "[分区差识辨鉴派类级性个告离送作辞拜相临久阔永诀惜话握]别|[沉淹埋出]没|没收|没落|[是能可与]否|否则|退休|休[息养假闲克战整]"
)
_CHINESE_NEGATION = re.compile(rf"{_NOT_DENYING}|(?P<denial>[{CHINESE_NEGATORS}])")
_REFUSAL = re.compile("难以|难于|拒绝|谢绝|禁止|缺乏|缺少")
_VERBS = (
    "do does did is are was were war has have had wo would ca could sha should must need might "
    "ought dare may durst durs used use ai am tis twas twere twould"
)
ENGLISH_NEGATORS = {
    f"{verb}{ending}": "not" for verb in re.findall(r"\w+", _VERBS) for ending in ("nt", "ntve")
} | {
    "cannot": "not",
    "nt": "not",
    **{
        word: word
        for word in re.findall(
            r"\w+",
            "not no never none nor neither nobody nothing nowhere nowise without hardly scarcely "
            "barely seldom rarely nay nope neer naught unless except lest unable "
            "refuse refuses refused refusing deny denies denied denying fail fails failed failing "
            "lack lacks lacked lacking forbid forbids forbade forbidden",
        )
    },
}
_MAY_DENY = frozenset({*ENGLISH_NEGATORS, *CHINESE_NEGATORS})
_SPELLING_SIMILARITY = 0.6
ARTICLES = frozenset({"a", "an", "the"})
ENGLISH_PARTICLES = frozenset(
    re.findall(
        r"\w+",
        "the of and to is was that it with for his her he she they you had have not by this from "
        "at but were be which who their them him we our as",
    )
)
"""Words that are frequent in every English text, and in no other language."""
NUMBERED = tuple(
    re.findall(
        r"\w+",
        "article section rule clause chapter page room number psalm hymn verse volume figure table "
        "item candidate paragraph appendix theorem lemma equation exhibit platform",
    )
)
"""Words with a number as their name (chapter 3): that number is no mark of a note."""
NEGATING_PREFIXES = ("un", "in", "im", "ir", "il", "dis", "non", "mis")


def count_unspaced(tokens: Sequence[str]) -> int:
    """Count the characters of scripts that are written without spaces."""
    return _unspaced("".join(tokens))


@functools.lru_cache(maxsize=256)
def letter_length(normalised: str) -> int:
    """Return the length in letters; a Chinese character counts as two."""
    return len(normalised) - normalised.count(" ") + _unspaced(normalised)


def _unspaced(text: str) -> int:
    return sum(map(len, _UNSPACED_RUN.findall(text)))


def negators(text: str) -> list[str]:
    """Return the negations of a normalised text, sorted; "don't" and "do not" give the same."""
    return negators_among(TOKEN.findall(text))


def negators_among(tokens: Sequence[str]) -> list[str]:
    return [] if _MAY_DENY.isdisjoint(tokens) else sorted(_negators(tokens))


def _negators(tokens: Sequence[str]) -> Iterator[str]:
    for token in tokens:
        if token in ENGLISH_NEGATORS:
            yield ENGLISH_NEGATORS[token]
    if any(token in CHINESE_NEGATORS for token in tokens):
        for match in _CHINESE_NEGATION.finditer("".join(tokens)):
            if match["denial"]:
                yield match["denial"]


def refusals(tokens: Sequence[str]) -> list[str]:
    """Return the Chinese words of two characters that deny; a change may hold one of the two."""
    return _REFUSAL.findall("".join(tokens))


def has_opposite(words: Sequence[str], other_words: Sequence[str]) -> bool:
    """Whether a word meets its own opposite (happy and unhappy, careful and careless)."""
    long_words = [word for word in words if len(word) > 3]
    other_long_words = [word for word in other_words if len(word) > 3]
    return bool(long_words and other_long_words) and (
        _opposed(long_words, {*other_long_words}) or _opposed(other_long_words, {*long_words})
    )


def _opposed(words: Sequence[str], other_words: Set[str]) -> bool:
    return any(
        any(prefix + word in other_words for prefix in NEGATING_PREFIXES)
        or (word.endswith("ful") and word[:-3] + "less" in other_words)
        for word in words
    )


def may_be_misspelt(word: str, other_word: str) -> bool:
    """Whether one word may be the other with letters wrong, missing, added or exchanged."""
    return (
        sorted(word) == sorted(other_word)
        or OSA.normalized_similarity(word, other_word) >= _SPELLING_SIMILARITY
    )


def joined_tokens(tokens: Sequence[str]) -> str:
    """The tokens as one normalised text."""
    return _SPACE_BESIDE_UNSPACED.sub("", " ".join(tokens)) if len(tokens) != 1 else tokens[0]
