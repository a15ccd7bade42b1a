"""How English words are made: prefixes, endings, two words written as one."""

import re

from rapidfuzz.distance import OSA

from core.text.language.dictionary import is_english_word
from core.text.language.numerals import ENGLISH_NUMERALS
from core.text.language.words import ARTICLES, ENGLISH_NEGATORS, ENGLISH_PARTICLES

_PREFIXES = tuple(
    re.findall(
        r"\w+",
        "un in im ir il dis non mis re ex de co pre post over under out fore anti counter sub "
        "super inter hyper hypo half semi self multi",
    )
)
# Exchanged for one another they say something else; un-, in- and dis- do not.
_OPPOSED = frozenset(
    ["over", "under", "pre", "post", "hyper", "hypo", "super", "sub", "out", "anti", "fore"]
)
_ENDINGS = tuple(
    re.findall(r"\w+", "eth est ed ing er ers ly less ness ful ish ess ette let hood man men like")
)
_COINED_ENDINGS = frozenset({"", "s", "es", "ed", "d", "ing", "eth", "est", "er", "ers", "ly"})
_SHORTEST_REST, _SHORTEST_STEM, _SHORTEST_PART = 4, 4, 3
_TOGETHER = frozenset(
    re.findall(
        r"\w+",
        "anyone everyone someone anybody everybody somebody anything everything something "
        "anywhere everywhere somewhere sometime sometimes meantime meanwhile today tonight "
        "tomorrow forever goodbye cannot awhile myself yourself himself herself itself ourselves "
        "yourselves themselves whoever whatever whenever wherever whichever however moreover "
        "furthermore nevertheless notwithstanding upstairs downstairs overhead underground "
        "throughout hereafter henceforth henceforward thereupon whereupon likewise midday "
        "midnight noonday farewell somehow anyhow whosoever whatsoever alright inasmuch insomuch",
    )
)
"""Words of two or three that older books write apart, with the same sense."""
_NO_FIRST_PART = (
    ARTICLES
    | ENGLISH_PARTICLES
    | ENGLISH_NUMERALS
    | {*ENGLISH_NEGATORS, "all", "any", "some", "every", "most", "more", "much"}
) - {"over", "out", "under"}


def has_other_ending(one: str, other: str) -> bool:
    """Whether a word nobody lists is an English one with an ending that `other` has not: killeth,
    catched.
    """
    return one.endswith(_ENDINGS) and any(
        one.endswith(ending)
        and not other.endswith(ending)
        and len(one) - len(ending) >= _SHORTEST_STEM
        and is_english_word(one.removesuffix(ending))
        for ending in _ENDINGS
    )


def differ_in_ending(one: str, other: str) -> bool:
    """Whether two words nobody lists are forms of one: muggle and muggles."""
    same = next(
        (at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b),
        min(len(one), len(other)),
    )
    return any(
        {one[at:], other[at:]} <= _COINED_ENDINGS
        for at in range(max(_SHORTEST_STEM, same - 2), same + 1)
    )


def differ_in_prefix(one: str, other: str) -> bool:
    """Whether a prefix was put in, left out or exchanged, other letters being as they may:
    "concious" and unconscious, hypotonia and hypertonia.
    """
    whole = OSA.distance(one, other)
    ones, others = list(_rests(one)), list(_rests(other))
    return any(
        OSA.distance(rest, other_rest) < whole
        for rest, prefix in ones
        for other_rest, other_prefix in others
        if prefix != other_prefix
        and (not (prefix and other_prefix) or {prefix, other_prefix} <= _OPPOSED)
    )


def _rests(word: str) -> list[tuple[str, str]]:
    """The word and what is left without each of its prefixes, each with the prefix."""
    return [
        (word, ""),
        *(
            (word[len(prefix) :], prefix)
            for prefix in _PREFIXES
            if word.startswith(prefix) and len(word) - len(prefix) >= _SHORTEST_REST
        ),
    ]


def is_one_word(words: tuple[str, ...]) -> bool:
    """Whether words are a compound that may be written as one word with the same sense: any one,
    to-morrow, school house; not ten ants or so on.
    """
    if "".join(words) in _TOGETHER:
        return True
    return (
        len(words) == 2
        and words[0] not in _NO_FIRST_PART
        and words[1] not in ENGLISH_PARTICLES
        and all(len(word) >= _SHORTEST_PART for word in words)
        and not (words[0][-1] == "s" and is_english_word(words[0][:-1]))
    )
