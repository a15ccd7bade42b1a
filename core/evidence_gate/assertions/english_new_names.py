"""Find names in an English sentence that are in none of the reference texts, by their capitals
(source 002, P3).
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

_LATIN = "A-Za-zÀ-ÖØ-öø-ɏ"
_WORD = re.compile(rf"(?<!\d)[{_LATIN}]+(?:[-'’][{_LATIN}]+)*")
_ENDS = re.compile(r"[.!?:;—]\Z|[.!?]\s?[)\]]\Z")
_OPENS = "\"'“‘([*•-"
_ABBREVIATED = re.compile(r"\b(?:Mr|Mrs|Ms|Dr|St|Revd?|Capt|Col|[A-Z])\.\s\Z")
_OWN = re.compile(r"['’]s?\Z")
_ACCENT = re.compile("[\u0300-\u036f]")
_ROMAN = re.compile(r"[IVXLC]+\Z")
_ENDING = re.compile("(?:ians?|ish|and|ese|ans?|ns?|ers?|ic|ia|es|s|e|a|y|i)\\Z")
_SHORTEST_ROOT = 4
_CONTEXT = 2
"""Number of words after a name that are compared with those after known names."""
_MARKS, _ABBREVIATION = 3, 8
"""Characters to look back for `_ENDS` and for `_ABBREVIATED`."""

_NO_NAMES = frozenset(
    """
    i im ive id ill mr mrs ms miss dr sir lady lord st saint revd rev reverend father mother aunt
    uncle brother sister grandfather grandmother vicar parson rector steward squire god ad bc ce bce
    am pm parish church village school mill bridge green hall house barn river street road county
    town estate chronicle register book letter letters papers records history genealogy gazetteer
    evidence passage source document documents
    the a an of in by for to on at from with it he she they we you this that these those there here
    who what which where how why whose whoever when while if as so than then now once not only even
    still yet also thus but and or nor because though although before after since besides along
    everyone everybody nobody no one all some many few most much more less none both each every
    another other others either neither such today yesterday tomorrow later earlier first second
    third last half part people folk children women men young old little poor miller mason teacher
    work water food money land wheat barley bread corn harvest wood stone clay wool rent time life
    death word news help
    """.split()  # noqa: SIM905 - a word a line would not read better
)
"""Common words with capitals: next to a name, as a title, or at the start of a sentence."""

_VERB = re.compile(
    r"\s+(?:also |never |then |later |once |first |himself |herself )?(?:was|had|has|is|did|could|"
    r"would|might|must|gave|took|told|wrote|said|left|came|went|became|began|ran|held|brought|taught|"
    r"paid|built|made|kept|knew|thought|saw|sent|led|found|lent|bought|sold|[a-z]{2,}ed)\b"
)
_COMMON_ENDING = re.compile(
    "(?:ing|ly|tion|sion|ment|ance|ence|ness|ity|ship|hood|age|ism|ure|cy|[^s]s|body|one|thing)\\Z"
)


def new_english_names(sentence: str, text: str) -> Iterator[str]:
    """Yield each new name together with adjoining names.

    A name is a capitalised word inside a sentence. The first word of a sentence is one only before
    another name, a verb, or words that follow a name in the reference texts.
    """
    names = _read(text)
    words = list(_WORD.finditer(sentence))
    joined = [_is_joined(sentence, first, second) for first, second in pairwise(words)]
    end_index = 0
    for index, word in enumerate(words):
        if index < end_index or names.contains(word[0]):
            continue
        following = [_folded(word[0]) for word in words[index + 1 : index + 1 + _CONTEXT]]
        if _starts_sentence(sentence, word) and not _is_name_at_start(
            sentence, word, following, names, joined[index : index + 1]
        ):
            continue
        start_index, end_index = index, index + 1
        while start_index and joined[start_index - 1] and words[start_index - 1][0][0].isupper():
            start_index -= 1
        while end_index < len(words) and joined[end_index - 1]:
            end_index += 1
        yield _OWN.sub("", sentence[words[start_index].start() : words[end_index - 1].end()])


class _Names(NamedTuple):
    """The reference texts. `words`: all word forms; `roots`: their stems; `following`: the words
    after each capitalised word, `_CONTEXT` of them, and one after a first name.
    """

    words: frozenset[str]
    roots: frozenset[str]
    following: frozenset[tuple[str, ...]]

    def contains(self, word: str) -> bool:
        """Whether a word is no name or a known one; "England" makes "English" known."""
        folded = _folded(word)
        if len(folded) < 2 or not word[0].isupper() or _ROMAN.match(word):
            return True
        plain = folded.split("'")[0].split("’")[0]
        root = _ENDING.sub("", folded)
        return (
            plain in _NO_NAMES
            or not self.words.isdisjoint(_forms(word))
            or (len(root) >= _SHORTEST_ROOT and root in self.roots)
        )


@lru_cache(maxsize=64)
def _read(text: str) -> _Names:
    matches = list(_WORD.finditer(text))
    words = frozenset(form for match in matches for form in _forms(match[0]))
    following = set[tuple[str, ...]]()
    for index, match in enumerate(matches):
        if match[0][0].isupper() and _folded(match[0]) not in _NO_NAMES:
            follow = [_folded(word[0]) for word in matches[index + 1 : index + 1 + _CONTEXT]]
            following.add(tuple(follow))
            if index + 1 < len(matches) and _is_joined(text, match, matches[index + 1]):
                following.add(tuple(follow[:1]))
    return _Names(words, frozenset(_ENDING.sub("", word) for word in words), frozenset(following))


def _starts_sentence(sentence: str, word: re.Match[str]) -> bool:
    """Whether the word starts a sentence or a quote."""
    position = start = word.start()
    while position and (sentence[position - 1].isspace() or sentence[position - 1] in _OPENS):
        position -= 1
    opens = (
        position == 0
        or sentence[start - 1] in '"“‘'
        or _ENDS.search(sentence, max(0, position - _MARKS), position)
    )
    return bool(opens) and not _ABBREVIATED.search(sentence, max(0, start - _ABBREVIATION), start)


def _is_name_at_start(
    sentence: str, word: re.Match[str], following: list[str], names: _Names, joined: list[bool]
) -> bool:
    if _OWN.search(word[0]) or (following and tuple(following) in names.following):
        return True
    if joined == [True] and (
        tuple(following[:1]) in names.following or following[0] not in names.words
    ):
        return True
    return bool(_VERB.match(sentence, word.end())) and not _COMMON_ENDING.search(_folded(word[0]))


def _is_joined(sentence: str, first: re.Match[str], second: re.Match[str]) -> bool:
    """Whether two words are parts of one name."""
    return second[0][0].isupper() and sentence[first.end() : second.start()] in (" ", ". ")


def _folded(word: str) -> str:
    """Return the word in lower case, without accents and possessive ending."""
    plain = unicodedata.normalize("NFD", _OWN.sub("", word))
    return _ACCENT.sub("", plain).casefold()


def _forms(word: str) -> set[str]:
    """Return the word, its singular, and its parts around hyphens."""
    folded = _folded(word)
    parts = {folded, *folded.split("-"), folded.replace("-", "")}
    return parts | {
        part[:-1] for part in parts if part.endswith("s") and len(part) >= _SHORTEST_ROOT
    }
