"""English contractions and what they are short for; normalised text has lost their apostrophes."""

import re
from collections.abc import Iterator, Sequence

Parts = tuple[tuple[str, int], ...]
"""The words a contraction is short for, each with how many letters of the contraction it has."""


def _contractions() -> Iterator[tuple[str, Parts]]:
    verbs = "do does did is are was were has have had would could should must need might ought "
    for verb in re.findall(r"\w+", verbs + "dare may durst"):
        yield f"{verb}nt", ((verb, len(verb)), ("not", 2))
    yield "cannot", (("can", 3), ("not", 3))
    for short, verb in (("ca", "can"), ("wo", "will"), ("sha", "shall")):
        yield f"{short}nt", ((verb, len(short)), ("not", 2))
    for verb in ("could", "would", "should", "might", "must"):
        yield f"{verb}ve", ((verb, len(verb)), ("have", 2))
        yield f"{verb}ntve", ((verb, len(verb)), ("not", 2), ("have", 2))
    # "I'd", "we'll" and "it's" are words of their own without the apostrophe.
    yield "im", (("i", 1), ("am", 1))
    for ending, verb, heads in _PRONOUNS:
        for head in heads.split():
            yield head + ending, ((head, len(head)), (verb, len(ending)))


_PRONOUNS = (
    ("ve", "have", "i you we they who"),
    ("ll", "will", "you they it that there who"),
    ("re", "are", "you they"),
    ("s", "is", "he she that there here what where who how"),
    ("d", "would", "you he they it that who"),
)
CONTRACTIONS: dict[str, Parts] = dict(_contractions())
_OTHER_VERBS = {"s": "has", "d": "had"}
_OTHER_READINGS = {
    **{
        head + ending: ([head, _OTHER_VERBS[ending]],)
        for ending, _, heads in _PRONOUNS
        if ending in _OTHER_VERBS
        for head in heads.split()
    },
    "id": (["i", "would"], ["i", "had"]),
    "wed": (["we", "would"], ["we", "had"]),
    "shed": (["she", "would"], ["she", "had"]),
    "ill": (["i", "will"],),
    "well": (["we", "will"],),
    "hell": (["he", "will"],),
    "shell": (["she", "will"],),
    "were": (["we", "are"],),
    "its": (["it", "is"], ["it", "has"]),
    "lets": (["let", "us"],),
}
"""What else a word may be short for; most are other words without their apostrophe."""
_WORDS = {short: tuple(word for word, _ in parts) for short, parts in CONTRACTIONS.items()}
_SHORT = frozenset((*CONTRACTIONS, *_OTHER_READINGS))
_OTHER_WORDS = frozenset(
    ["id", "wed", "shed", "ill", "well", "hell", "shell", "were", "its", "lets"]
)
_AMBIGUOUS_CONTRACTION = re.compile(
    r"\b(?:(?:i|we|he|she)['’‘ʼ](?:d|ll|re)|it['’‘ʼ]s|let['’‘ʼ]s)\b", re.IGNORECASE
)


def written_out(words: Sequence[str]) -> list[str]:
    """Replace every contraction by the words it is short for."""
    return [part for word in words for part in _WORDS.get(word, (word,))]


def any_contracted(words: Sequence[str]) -> bool:
    """Whether any of the words is a contraction, or may be one."""
    return not _SHORT.isdisjoint(words)


def is_shortened(text: str) -> bool:
    """Whether a text, as typed, has a contraction that is another word without its apostrophe, such
    as "we're" or "she'd".
    """
    return _AMBIGUOUS_CONTRACTION.search(text) is not None


def same_written_out(
    words: Sequence[str], other_words: Sequence[str], *, shortened: bool = True
) -> bool:
    """Whether both are the same words, one of them contracted: "do not" and "don't"; "I'd" may be
    "I had". Unless `shortened`, no such apostrophe was typed (`is_shortened`), and "were" is not
    "we are".
    """
    if not (any_contracted(words) or any_contracted(other_words)):
        return False
    if written_out(words) == written_out(other_words):
        return True
    return any(
        [*long] in _OTHER_READINGS.get(short, ()) and (shortened or short not in _OTHER_WORDS)
        for long, short in ((words, "".join(other_words)), (other_words, "".join(words)))
    )
