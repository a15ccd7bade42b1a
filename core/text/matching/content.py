"""What a near copy changed: other words count, another written form of a word does not.

Works on normalised text, token by token (`core.text.language.words`).
"""

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from core.text.language.quantities import is_numeral, numbers_of, other_roman_numeral
from core.text.language.words import (
    count_unspaced,
    has_opposite,
    joined_tokens,
    may_be_misspelt,
    negators_among,
    refusals,
)
from core.text.matching.book_names import BookNames
from core.text.matching.book_words import BookWords, Form
from core.text.matching.diff import TokenChange, token_changes
from core.text.matching.name_changes import changed_name, changed_name_across, likely_renamed
from core.text.matching.omissions import denies_another, renames_remainder
from core.text.matching.typos import typo_spelling
from core.text.matching.wording_changes import are_rewordings, is_rewording
from core.text.matching.written_form import written_form


class DifferenceKind(StrEnum):
    NUMBER = "number"
    NEGATION = "negation"
    NAME = "name"
    REWRITTEN = "rewritten"
    WORDING = "wording"
    SPELLING = "spelling"
    MISREAD = "misread"
    ARTICLE = "article"
    MARK = "mark"


class WordRule(StrEnum):
    """Which differences alter a quote.

    strict: any other word (reading 63). tolerate: a few words may differ, as long as they are no
    number, negation or name.
    """

    STRICT = "strict"
    TOLERATE = "tolerate"

    @property
    def changes_content(self) -> Set[DifferenceKind]:
        """Kinds that make a near copy an altered one."""
        return _TOLERANT if self is WordRule.TOLERATE else _STRICT


_TOLERANT = frozenset(
    {
        DifferenceKind.NUMBER,
        DifferenceKind.NEGATION,
        DifferenceKind.NAME,
        DifferenceKind.REWRITTEN,
    }
)
_STRICT = _TOLERANT | {DifferenceKind.WORDING}
_FORMS = {
    Form.SPELLING: DifferenceKind.SPELLING,
    Form.MISREAD: DifferenceKind.MISREAD,
    Form.ARTICLE: DifferenceKind.ARTICLE,
}


@dataclass(frozen=True, slots=True)
class Difference:
    """What the quote has where the source has something else; either may be empty."""

    claimed: str
    source: str
    kind: DifferenceKind

    def to_dict(self) -> dict[str, str]:
        return {"claimed": self.claimed, "source": self.source, "kind": self.kind.value}


# Characters that change a number beside them.
_OF_NUMBERS = frozenset("第分之点公元西")
_CURRENCIES = frozenset("$€£¥₩")
# Tokens beside a change that may be one number with it (one hundred and twenty / three).
_OF_ONE_NUMBER = 6
# A longer word is not cut at an edge.
_LONGEST_CUT = 24
# So many changes beyond form alter a quote, whatever the others are.
_ENOUGH = 4
# In a copy with more changes, one of a likely name may be a slip as well.
_FEW_CHANGES = 2


def differences(
    claimed: str,
    source: str,
    names: Set[str] = frozenset(),
    words: BookWords | None = None,
    *,
    shortened: bool = True,
) -> tuple[Difference, ...]:
    """Return where two normalised texts differ, in order, each with its kind.

    `names` (`core.text.matching.book_names`) and `words` are those of the book; `shortened` says
    whether either was typed with a "we're" (`core.text.language.contractions`).
    """
    changes = token_changes(claimed, source, shortened=shortened)
    forms = _forms(changes, words or BookWords(names=names))
    book = names if isinstance(names, BookNames) else BookNames(names)
    kinds = [
        form or _kind(change, book, claimed) for change, form in zip(changes, forms, strict=True)
    ]
    if len(changes) <= _FEW_CHANGES:
        for at, change in enumerate(changes):
            if kinds[at] is DifferenceKind.WORDING and likely_renamed(change, book):
                kinds[at] = DifferenceKind.NAME
    for at, (earlier, later) in enumerate(pairwise(changes), start=1):
        translate = kinds[at - 1] is kinds[at] is DifferenceKind.WORDING
        if translate and changed_name_across(earlier, later, book):
            kinds[at] = DifferenceKind.NAME
    reworded = {at: changes[at] for at, kind in enumerate(kinds) if kind is DifferenceKind.WORDING}
    for at in are_rewordings(reworded, claimed):
        kinds[at] = DifferenceKind.REWRITTEN
    for at, change in enumerate(changes):
        if forms[at] is None and kinds[at] is DifferenceKind.SPELLING:
            kinds[at] = _spelling_or_wording(change, claimed)
    for at in _moved_articles(changes, kinds):
        kinds[at] = DifferenceKind.WORDING
    return tuple(
        Difference(joined_tokens(change.ours.words), joined_tokens(change.theirs.words), kind)
        for change, kind in zip(changes, kinds, strict=True)
    )


def _forms(changes: Sequence[TokenChange], words: BookWords) -> list[DifferenceKind | None]:
    """Return the kind of each change of form, else None; after _ENOUGH others none is checked."""
    forms: list[DifferenceKind | None] = []
    other_count = 0
    for change in changes:
        form = None
        if other_count < _ENOUGH and not other_roman_numeral(
            change.ours.words, change.theirs.words
        ):
            form = written_form(change, words)
        other_count += form is None
        forms.append(_FORMS[form] if form else None)
    return forms


def _spelling_or_wording(change: TokenChange, claimed: str) -> DifferenceKind:
    """Classify similar letters that are no matter of form: SPELLING for the same number or part of
    a word, WORDING for another word.
    """
    is_same = _same_number(change) or _cut_off(change, claimed)
    return DifferenceKind.SPELLING if is_same else DifferenceKind.WORDING


def _moved_articles(
    changes: Sequence[TokenChange], kinds: Sequence[DifferenceKind]
) -> Iterator[int]:
    """Yield the changes of articles where one is left out and one put in, as in "hall the"."""
    at_all = [at for at, kind in enumerate(kinds) if kind is DifferenceKind.ARTICLE]
    put_in = [at for at in at_all if not changes[at].theirs.words]
    left_out = [at for at in at_all if not changes[at].ours.words]
    if put_in and left_out:
        yield from (*put_in, *left_out)


def _kind(change: TokenChange, book: BookNames, claimed: str) -> DifferenceKind:
    """Classify a change that is not one of form."""
    if _denied(change) or denies_another(change):
        return DifferenceKind.NEGATION
    if number_kind := _number_kind(change):
        return number_kind
    if changed_name(change, book) or renames_remainder(change, claimed, book):
        return DifferenceKind.NAME
    if _typed_twice(change) or _same_letters(change, claimed):
        return DifferenceKind.SPELLING
    if is_rewording(change, claimed):
        return DifferenceKind.REWRITTEN
    return DifferenceKind.WORDING


def _typed_twice(change: TokenChange) -> bool:
    """Whether a character is doubled or no longer so: 看看 for 看, or 看 for 看看."""
    run, other_run = change.ours, change.theirs
    if len(run.words) + len(other_run.words) != 1:
        return False
    run = run if run.words else other_run
    beside = run.with_neighbours(min(change.before, 1), min(change.after, 1))
    return count_unspaced(run.words) == 1 and beside.count(run.words[0]) > 1


def _number_kind(change: TokenChange) -> DifferenceKind | None:
    """Return NUMBER if numbers differ, SPELLING if only their form does, None if neither.

    Compared with the tokens beside the change that may be part of the number.
    """
    ours, theirs = change.ours, change.theirs
    currencies, other_currencies = (
        _CURRENCIES.intersection(ours.words),
        _CURRENCIES.intersection(theirs.words),
    )
    if (currencies and other_currencies and currencies != other_currencies) or other_roman_numeral(
        ours.words, theirs.words
    ):
        return DifferenceKind.NUMBER
    if not any(map(is_numeral, (*ours.words, *theirs.words))) and not _beside_number(change):
        return None
    around = min(change.before, _OF_ONE_NUMBER), min(change.after, _OF_ONE_NUMBER)
    values, form = numbers_of(ours.with_neighbours(*around))
    other_values, other_form = numbers_of(theirs.with_neighbours(*around))
    if values != other_values:
        return DifferenceKind.NUMBER
    return DifferenceKind.SPELLING if form == other_form else None


def _same_number(change: TokenChange) -> bool:
    """Whether both sides are one number in other words: 23 and twenty-three."""
    return _number_kind(change) is DifferenceKind.SPELLING


def _cut_off(change: TokenChange, claimed: str) -> bool:
    """Whether the quote begins or ends inside a word of its source: "wards" of "afterwards"."""
    ours, theirs = change.ours.words, change.theirs.words
    if len(ours) != 1 or not theirs or not 3 < len(ours[0]) <= _LONGEST_CUT:
        return False
    begins = change.ours.start == 0 and theirs[-1].endswith(ours[0])
    return begins or (change.ours.end == len(claimed) and theirs[0].startswith(ours[0]))


def _beside_number(change: TokenChange) -> bool:
    """Whether words put in or left out change a number beside them, as 第 does.

    A slip in place of a word, or another character put in, changes no number.
    """
    ours, theirs = change.ours, change.theirs
    words = ours.words or theirs.words
    if (ours.words and theirs.words) or (count_unspaced(words) and _OF_NUMBERS.isdisjoint(words)):
        return False
    beside = ours.with_neighbours(min(change.before, 1), min(change.after, 1))
    return any(map(is_numeral, beside))


def _denied(change: TokenChange) -> bool:
    """Whether a negation is put in, left out or changed."""
    ours, theirs = change.ours, change.theirs
    # Without neighbours: beside 过 a 不 put in would look like 不过, which denies nothing.
    if negators_among(ours.words) != negators_among(theirs.words):
        return True
    beside = (1, 1) if ours.words and theirs.words else (0, 0)
    context, other_context = ours.with_neighbours(*beside), theirs.with_neighbours(*beside)
    return refusals(context) != refusals(other_context) or has_opposite(ours.words, theirs.words)


def _same_letters(change: TokenChange, claimed: str) -> bool:
    """Whether both sides are nearly the same letters, or one is cut at an edge of the quote."""
    ours, theirs = change.ours.words, change.theirs.words
    if len(ours) == len(theirs) and all(map(may_be_misspelt, ours, theirs)):
        return True
    # Spaces come and go with how words are joined ("may be" and "maybe").
    letters, other_letters = "".join(ours), "".join(theirs)
    if may_be_misspelt(letters, other_letters) or typo_spelling(letters) == typo_spelling(
        other_letters
    ):
        return True
    # At an edge a quote may be cut inside a word ("wards" of "afterwards"), its source may go on.
    if not theirs or len(ours) != 1 or not 3 < len(letters) <= _LONGEST_CUT:
        return False
    first, last = theirs[-1], theirs[0]
    begins = change.ours.start == 0 and (
        may_be_misspelt(letters, first) or may_be_misspelt(letters, first[-len(letters) :])
    )
    ends = change.ours.end == len(claimed) and (
        may_be_misspelt(letters, last) or may_be_misspelt(letters, last[: len(letters)])
    )
    return begins or ends
