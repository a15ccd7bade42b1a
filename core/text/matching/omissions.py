"""Whether leaving out words changes who is named or what is denied by the words beside them."""

from collections.abc import Iterable, Sequence

from core.text.language.chinese_words import GRAMMATICAL, LONGEST
from core.text.language.words import UNSPACED_CHARACTER, negators_among
from core.text.matching.book_names import BookNames
from core.text.matching.diff import TokenChange
from core.text.matching.name_changes import stem, touches_name

# One word left out may be a slip.
_LEAST = 2
_LONGEST = 24
# Words that may come between a negation and what it denies.
_LIGHT = frozenset({"是", "a", "an", "the"})
_JOINTS = frozenset({"and", "or", "of", "the"})


def denies_another(change: TokenChange) -> bool:
    """Whether an omission puts a negation in front of what it does not deny in its source.

    "not a | doctor, he is a | lawyer"; 不 | 知他 | 会.
    """
    if change.ours.words or len(change.theirs.words) < _LEAST:
        return False
    before = change.ours.with_neighbours(min(change.before, 2), 0)
    return bool(negators_among(before[-1:])) or (
        not _LIGHT.isdisjoint(before[-1:]) and bool(negators_among(before))
    )


def renames_remainder(change: TokenChange, claimed: str, book: BookNames) -> bool:
    """Whether a quote has only a name before or after an omission, and another is left out.

    那 | 铁扇仙你道是谁那厮原来是 | 牛魔王; "such ornaments, | Amy, said Mrs | March". A name may be
    cut short, though ("of | Hugh | Boone"). One Chinese character before a name that is left out
    replaces it: 他 | 沈伯年 | 就坐在那里.
    """
    ours, theirs = change.ours, change.theirs
    if ours.words or len(theirs.words) < _LEAST:
        return False
    sides = claimed[: ours.start].strip(), claimed[ours.end :].strip()
    if min(map(len, sides)) == 1 and touches_name(theirs, book):
        return True
    return any(
        0 < len(side) <= _LONGEST and _replaces_name(side, theirs.words, book) for side in sides
    )


def _replaces_name(side: str, lost: Sequence[str], book: BookNames) -> bool:
    """Whether one side of an omission is only names, and another name is lost with more words."""
    if all(map(UNSPACED_CHARACTER.match, side)):
        return _is_word(side, book) and _holds_word("".join(lost), book)
    names = {stem(word, book) for word in side.split()}
    lost_stems = {stem(word, book) for word in lost} - _JOINTS
    return names <= book and not lost_stems.isdisjoint(book - names) and not lost_stems <= book


def _is_word(characters: str, book: BookNames) -> bool:
    return (characters in book or characters in book.words) and GRAMMATICAL.isdisjoint(
        (characters[0], characters[-1])
    )


def _holds_word(characters: str, book: BookNames) -> bool:
    """Whether characters hold a word of the book, and more than that word."""
    return any(_is_word(part, book) for part in _parts(characters))


def _parts(characters: str) -> Iterable[str]:
    for size in range(2, LONGEST + 1):
        for start in range(len(characters) - size + 1):
            if size < len(characters):
                yield characters[start : start + size]
