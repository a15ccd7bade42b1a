"""Whether a quote replaces a name of the book, or a Chinese word that may be one."""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from rapidfuzz.distance import OSA, Indel

from core.text.language.chinese_names import other_surname
from core.text.language.chinese_words import GRAMMATICAL, LONGEST
from core.text.language.words import UNSPACED_CHARACTER, may_be_misspelt
from core.text.matching.book_names import BookNames
from core.text.matching.diff import TokenChange, TokenRun
from core.text.matching.typos import typo_spelling

# A shorter name becomes another one by a single letter (Jane, June).
_LETTERS_PER_SLIP = 5
# One letter in these makes another person of the same name.
_TITLES = frozenset({"mr", "mrs", "miss", "ms"})


def changed_name(change: TokenChange, book: BookNames) -> bool:
    """Whether a change puts another name; leaving out words (a "said Holmes") replaces none."""
    ours, theirs = change.ours, change.theirs
    # Perhaps only spaces differ.
    if not ours.words or "".join(ours.words) == "".join(theirs.words):
        return False
    if (_in_chinese(ours) or _in_chinese(theirs)) and _chinese_renamed(ours, theirs, book):
        return True
    return _latin_renamed(ours, theirs, book)


def changed_name_across(first: TokenChange, second: TokenChange, book: BookNames) -> bool:
    """Whether two changes with a Chinese character or two between them replace one name.

    天香楼 and 稻香村; 惜春 and 春燕, where a character is left out and another put in.
    """
    if not 1 <= first.after <= 2 or not (_in_chinese(first.ours) or _in_chinese(second.ours)):
        return False
    claim = _Characters.from_run(first.ours.to(second.ours))
    source = _Characters.from_run(first.theirs.to(second.theirs))
    if any(word in book and word not in source.text for word in claim.inner_words()):
        return True
    return any(
        _another(word, claim.instead_of(source, start, end), book)
        for start, end, word in source.words()
        if start <= source.start and source.end <= end
    )


def touches_name(run: TokenRun, book: BookNames) -> bool:
    """Whether a run holds a Chinese name or a part of one."""
    return _in_chinese(run) and any(
        word in book for _, _, word in _Characters.from_run(run).words()
    )


def likely_renamed(change: TokenChange, book: BookNames) -> bool:
    """Whether something else replaces a likely Chinese name, or a part of it."""
    if not change.ours.words or not change.theirs.words or not _in_chinese(change.theirs):
        return False
    return any(word in book.likely for _, _, word in _Characters.from_run(change.theirs).words())


def _in_chinese(run: TokenRun) -> bool:
    return any(map(UNSPACED_CHARACTER.match, run.words))


def _latin_renamed(ours: TokenRun, theirs: TokenRun, book: BookNames) -> bool:
    """Whether a name or a title in Latin letters is replaced, and not just misspelt."""
    added = {stem(word, book) for word in ours.words}
    lost = {stem(word, book) for word in theirs.words}
    added, lost = added - lost, lost - added
    if added & _TITLES and lost & _TITLES:
        return True
    names_added, names_lost = added & book, lost & book
    at_times = lost & book.words
    if not (names_added or names_lost or at_times):
        return False
    added -= names_added
    lost -= names_lost
    return (
        any(not any(_letters_lost(name, word) for word in added) for name in names_lost)
        or any(
            not _is_near_any(name, lost, min(1, len(name) // _LETTERS_PER_SLIP))
            for name in names_added
        )
        or any(
            not any(may_be_misspelt(word, added_word) for added_word in added) for word in at_times
        )
    )


def stem(word: str, book: BookNames) -> str:
    """Return a name without its ending in "Anne's" and "the Bennets"; other words as they are."""
    plain = word[-1] == "s" and word[:-1] in book and word not in _TITLES
    return word[:-1] if plain else word


def _letters_lost(name: str, word: str) -> bool:
    """Whether a word is the name without its accented letters, which copying may lose."""
    lost = len(name) - len(word)
    return 0 < lost <= len(name) // _LETTERS_PER_SLIP and Indel.distance(name, word) == lost


def _is_near_any(name: str, words: Collection[str], edits: int) -> bool:
    """Whether a name is within `edits` of one of the words."""
    return any(OSA.distance(name, word) <= edits for word in words)


def _chinese_renamed(ours: TokenRun, theirs: TokenRun, book: BookNames) -> bool:
    """Whether a name differs, a word or a surname is replaced by another, or a name is put in."""
    if len(ours.words) == len(theirs.words) == 1 and other_surname(ours.words[0], theirs.words[0]):
        return True
    claim, source = _Characters.from_run(ours), _Characters.from_run(theirs)
    for start, end, word in source.words() if theirs.words else ():
        if word in book or _another(word, claim.instead_of(source, start, end), book):
            return True
    if len(theirs.words) > 1 and claim.text[claim.start : claim.end] in book.words:
        return True
    # Only whole names inside the change count: part of one may come from a slip.
    return any(word in book for word in claim.inner_words())


def _another(word: str, rival: str, book: BookNames) -> bool:
    """Whether the book has both words, and they are not two spellings of one."""
    return (
        (word in book.words or word in book)
        and (rival in book.words or rival in book)
        and GRAMMATICAL.isdisjoint((word[0], word[-1], rival[0], rival[-1]))
        and sorted(typo_spelling(word)) != sorted(typo_spelling(rival))
    )


class _Characters(NamedTuple):
    """A run of Chinese characters, text[start:end], with those that may be of one word with it."""

    text: str
    start: int
    end: int

    @classmethod
    def from_run(cls, run: TokenRun) -> "_Characters":
        before = "".join(run.tokens[max(0, run.first - LONGEST + 1) : run.first])
        changed = "".join(run.words)
        after = "".join(run.tokens[run.last : run.last + LONGEST - 1])
        return cls(before + changed + after, len(before), len(before) + len(changed))

    def words(self) -> Iterator[tuple[int, int, str]]:
        """Yield (start, end, text) of all that may be a word with the run, or with a part of it."""
        for start in range(max(0, self.start - LONGEST + 1), self.end):
            for end in range(max(start, self.start) + 1, min(start + LONGEST, len(self.text)) + 1):
                yield start, end, self.text[start:end]

    def inner_words(self) -> Iterator[str]:
        """Yield every part of the run that may be a word."""
        for start in range(self.start, self.end):
            for end in range(start + 1, min(start + LONGEST, self.end) + 1):
                yield self.text[start:end]

    def instead_of(self, source: "_Characters", start: int, end: int) -> str:
        """Return what is here in place of text[start:end] of `source`; empty if unclear."""
        as_long = self.end - self.start == source.end - source.start
        if not as_long and (start > source.start or end < source.end):
            return ""
        first = self.start + start - source.start
        return self.text[first : self.end + end - source.end] if first >= 0 else ""
