"""English word formation: prefixes, endings, compounds."""

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
# Exchanging one for another changes the meaning; not so un-, in- and dis-.
_OPPOSED = frozenset(
    ["over", "under", "pre", "post", "hyper", "hypo", "super", "sub", "out", "anti", "fore"]
)
_ENDINGS = tuple(
    re.findall(r"\w+", "eth est ed ing er ers ly less ness ful ish ess ette let hood man men like")
)
_COINED_ENDINGS = frozenset({"", "s", "es", "ed", "d", "ing", "eth", "est", "er", "ers", "ly"})
_SHORTEST_AFTER_PREFIX, _SHORTEST_STEM, _SHORTEST_PART = 4, 4, 3
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
"""Compounds that older books write as two or three words of the same meaning."""
_NO_FIRST_PART = (
    ARTICLES
    | ENGLISH_PARTICLES
    | ENGLISH_NUMERALS
    | {*ENGLISH_NEGATORS, "all", "any", "some", "every", "most", "more", "much"}
) - {"over", "out", "under"}


def has_other_ending(word: str, other_word: str) -> bool:
    """Whether an unlisted word is an English one with an ending that `other_word` has not:
    killeth, catched.
    """
    return word.endswith(_ENDINGS) and any(
        word.endswith(ending)
        and not other_word.endswith(ending)
        and len(word) - len(ending) >= _SHORTEST_STEM
        and is_english_word(word.removesuffix(ending))
        for ending in _ENDINGS
    )


def differ_in_ending(word: str, other_word: str) -> bool:
    """Whether two unlisted words are forms of one: muggle and muggles."""
    common_length = next(
        (at for at, (a, b) in enumerate(zip(word, other_word, strict=False)) if a != b),
        min(len(word), len(other_word)),
    )
    return any(
        {word[at:], other_word[at:]} <= _COINED_ENDINGS
        for at in range(max(_SHORTEST_STEM, common_length - 2), common_length + 1)
    )


def differ_in_prefix(word: str, other_word: str) -> bool:
    """Whether a prefix was added, left out or exchanged, whatever other letters differ:
    "concious" and unconscious, hypotonia and hypertonia.
    """
    distance = OSA.distance(word, other_word)
    stems, other_stems = list(_stems(word)), list(_stems(other_word))
    return any(
        OSA.distance(stem, other_stem) < distance
        for stem, prefix in stems
        for other_stem, other_prefix in other_stems
        if prefix != other_prefix
        and (not (prefix and other_prefix) or {prefix, other_prefix} <= _OPPOSED)
    )


def _stems(word: str) -> list[tuple[str, str]]:
    """Return (stem, prefix): the word without a prefix, and what follows each of its prefixes."""
    return [
        (word, ""),
        *(
            (word[len(prefix) :], prefix)
            for prefix in _PREFIXES
            if word.startswith(prefix) and len(word) - len(prefix) >= _SHORTEST_AFTER_PREFIX
        ),
    ]


def is_one_word(words: tuple[str, ...]) -> bool:
    """Whether words are a compound that means the same when written as one word: any one,
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
