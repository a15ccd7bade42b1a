"""Whether a difference is one of written form: the same words, written in another way.

Typing and scanning errors that make no other word, spellings, abbreviations, spaces inside words,
articles. Everything else is another word (reading 63).
"""

import unicodedata
from collections.abc import Iterator, Sequence, Set
from itertools import product

from rapidfuzz.distance import OSA, Levenshtein

from core.text.language.dictionary import is_english_word
from core.text.language.english_spelling import canonical_spelling, is_listed_spelling
from core.text.language.english_words import (
    differ_in_ending,
    differ_in_prefix,
    has_other_ending,
    is_one_word,
)
from core.text.language.ligatures import LIGATURES
from core.text.language.look_alikes import misreadings
from core.text.language.pinyin import is_syllable
from core.text.language.words import (
    ARTICLES,
    ENGLISH_NEGATORS,
    ENGLISH_PARTICLES,
    UNSPACED_CHARACTER,
    negators_among,
)
from core.text.matching.book_words import NO_BOOK, BookWords, Form, is_listed
from core.text.matching.chinese_form import chinese_form
from core.text.matching.diff import TokenChange, TokenRun

# Words that mean something else with an article: few and a few.
_OTHER_WITH_ARTICLE = frozenset(["few", "little", "good", "great", "lot"])
# Words that mean nothing more when a quote has them twice; "very very" and 看看 do.
_REDUNDANT_TWICE = (
    (ENGLISH_PARTICLES - {"had", "that", "not"}) | ARTICLES | {"in", "on", "or", "if", "into"}
)
_REDUNDANT_TWICE |= set("的了是在和与把被就也而之其")
# The same when the text has them twice: "gave her her letter" and 不了了之 are correct.
_REDUNDANT_TWICE_IN_TEXT = ARTICLES | {"of", "and", "to"}
# Words that mean something else when written apart.
_OTHER_WHEN_APART = frozenset(
    {"maybe", "already", "altogether", "anyway", "everyday", "into", "onto", "indeed", "another"}
)
_LONGEST_RUN, _LONGEST_WORD = 24, 32
_LONG_NAME, _TWO, _SHORTEST = 5, 2, 3
_LETTERS_PER_MISREADING = 6
# Endings that make another name: Karenin and Karenina.
_ENDS_OF_NAMES = "aos"
# Largest difference in letters between several words and the one word they may be.
_LETTERS_LOST = 4
_DIGITS = str.maketrans("oilszbgq", "01152899")
# How many words of the quote and of the text may be the same words.
_MERGED = [(1, 1), (2, 1), (1, 2), (3, 1), (1, 3), (2, 2), (2, 3), (3, 2)]


def written_form(change: TokenChange, book: BookWords) -> Form | None:
    """Return how the words of a change are written otherwise; None if they are other words."""
    ours, theirs = change.ours.words, change.theirs.words
    if len(ours) + len(theirs) > _LONGEST_RUN:
        return None
    if _typed_twice(change):
        return Form.SPELLING
    if any(map(UNSPACED_CHARACTER.match, (*ours, *theirs))):
        return chinese_form(change, book)
    if _joined_before(change):
        return Form.SPELLING
    return _english_form(change, book)


def _english_form(change: TokenChange, book: BookWords) -> Form | None:
    """Pair the words of both sides so that all differ in form only; return the gravest form."""
    ours, theirs = change.ours.words, change.theirs.words
    if len(ours) == len(theirs) == 1 and ARTICLES.isdisjoint((*ours, *theirs)):
        return _same_words(ours, theirs, book)
    if len(ours) + len(theirs) > _TWO and not (
        ARTICLES.isdisjoint(ours) or ARTICLES.isdisjoint(theirs)
    ):
        return None  # the article was moved: "hall the" for "the hall"
    best: dict[tuple[int, int], Set[Form]] = {(0, 0): frozenset()}
    for at, other_at in product(range(len(ours) + 1), range(len(theirs) + 1)):
        so_far = best.get((at, other_at))
        if so_far is None:
            continue
        for after, other_after, form in _steps(change, at, other_at, book):
            path_forms, known_forms = so_far | {form}, best.get((after, other_after))
            if known_forms is None or len(path_forms) < len(known_forms):
                best[after, other_after] = path_forms
    forms = best.get((len(ours), len(theirs)), frozenset())
    return next((form for form in reversed(Form) if form in forms), None)


def _steps(
    change: TokenChange, at: int, other_at: int, book: BookWords
) -> Iterator[tuple[int, int, Form]]:
    """Yield (end, other end, form) of every pair of the next words that differs in form only."""
    ours, theirs = change.ours.words, change.theirs.words
    next_word, next_other = ours[at : at + 1], theirs[other_at : other_at + 1]
    if next_word and _is_optional_article(change.ours, at):
        yield at + 1, other_at, Form.ARTICLE
    if next_other and _is_optional_article(change.theirs, other_at):
        yield at, other_at + 1, Form.ARTICLE
    for length, other_length in _MERGED:
        words, other_words = ours[at : at + length], theirs[other_at : other_at + other_length]
        is_full = (len(words), len(other_words)) == (length, other_length)
        if is_full and (form := _same_words(words, other_words, book)):
            yield at + length, other_at + other_length, form


def _joined_before(change: TokenChange) -> bool:
    """Whether both are spellings of one word with the word before: good-by and good-bye."""
    if not change.before:
        return False
    compound, other_compound = (
        "".join(run.with_neighbours(1, 0)) for run in (change.ours, change.theirs)
    )
    listed = (
        compound != other_compound
        and is_listed_spelling(compound)
        and is_listed_spelling(other_compound)
    )
    return listed and canonical_spelling(compound) == canonical_spelling(other_compound)


def _is_optional_article(run: TokenRun, at: int) -> bool:
    """Whether word `at` of a run is an article, but not that of "a few"."""
    after = run.first + at + 1
    return run.words[at] in ARTICLES and _OTHER_WITH_ARTICLE.isdisjoint(
        run.tokens[after : after + 1]
    )


def _same_words(words: Sequence[str], other_words: Sequence[str], book: BookWords) -> Form | None:
    letters, other_letters = "".join(words), "".join(other_words)
    merged = len(words) + len(other_words) > 2
    if merged and abs(len(letters) - len(other_letters)) > _LETTERS_LOST:
        return None
    if letters == other_letters:
        return Form.SPELLING if _same_parts(words, other_words) else None
    if canonical_spelling(letters) == canonical_spelling(other_letters) or _plain(
        letters
    ) == _plain(other_letters):
        return Form.SPELLING
    if max(len(letters), len(other_letters)) > _LONGEST_WORD or (
        len(other_words) > 1 and len(words) > 1
    ):
        return None
    misread = (
        _misread_apart(words, other_words) if merged else _misread(letters, other_letters, book)
    )
    return Form.MISREAD if misread else None


def _same_parts(words: Sequence[str], other_words: Sequence[str]) -> bool:
    """Whether the same letters with other spaces are the same words: to day and today, "hou se";
    not "now here" and nowhere, "its wings" and "it swings".
    """
    letters = "".join(words)
    if any(map(str.isdecimal, letters)):
        return False
    if negators_among(words) != negators_among(other_words):
        return False
    if not all(map(is_english_word, (*words, *other_words))):
        # A space that scanning put in or lost; a head is not ahead.
        return "a" not in (*words[:1], *other_words[:1])
    apart = words if len(words) > 1 else other_words
    is_cut = min(len(words), len(other_words)) == 1 and letters not in _OTHER_WHEN_APART
    return is_cut and is_one_word(tuple(apart))


def _misread_apart(words: Sequence[str], other_words: Sequence[str]) -> bool:
    """Whether letters were read for others in a word that a space cuts, or in two that lost theirs.

    Two English words are no misreading: "so interested" is not "uninterested".
    """
    letters, other_letters = "".join(words), "".join(other_words)
    apart = words if len(words) > 1 else other_words
    if all(map(is_english_word, words)) or negators_among(words) != negators_among(other_words):
        return False
    if _ligature_lost(letters, other_letters) or _accents_lost(letters, other_letters):
        return True
    has_digit = any(map(str.isdecimal, letters))  # "hou 5 e"
    if (
        not has_digit
        and len(words) > 1
        and any(len(word) > 1 and is_english_word(word) for word in apart)
    ):
        return False
    misread = misreadings(letters, other_letters)
    return misread is not None and misread <= max(1, len(other_letters) // _LETTERS_PER_MISREADING)


def _plain(word: str) -> str:
    """Remove the accents of a word, which are often not typed."""
    if word.isascii() or not word.isalpha():
        return word
    letters = unicodedata.normalize("NFD", word.replace("æ", "ae").replace("œ", "oe"))
    return "".join(each for each in letters if unicodedata.category(each) != "Mn")


def _misread(written: str, word: str, book: BookWords) -> bool:
    """Whether the quote's letters are no word, and the text's word is the one they come from."""
    if any(map(str.isdecimal, word)) or written.isdecimal():
        # l893: letters read for digits; another digit is another number.
        is_same = written.translate(_DIGITS) == word.translate(_DIGITS)
        return is_same and any(map(str.isdecimal, written)) and not written.isdecimal()
    if (len(word) < _SHORTEST and not is_english_word(word)) or not book.is_english():
        return False  # an initial or a unit; or a language without a word list
    if book.knows(written):
        return is_english_word(written) and _misprinted(word, written, book)
    lost = _ligature_lost(written, word) or _accents_lost(written, word)
    return lost or (not _is_formed(written, word) and _nearest(written, word, book))


def _is_formed(written: str, word: str) -> bool:
    """Whether unlisted letters are formed like a word, by an ending or a prefix."""
    if misreadings(written, word) == 1:
        return False
    coined = not is_english_word(word) and differ_in_ending(written, word)
    return coined or has_other_ending(written, word) or differ_in_prefix(written, word)


def _nearest(written: str, word: str, book: BookWords) -> bool:
    """Whether no other word of the book is nearer to what is written than `word`."""
    distance = _distance(written, word, book)
    if distance is None or distance == 1:  # nothing but the word itself could be nearer
        return distance == 1
    return all(
        near == word or (closer := _distance(written, near, NO_BOOK)) is None or closer >= distance
        for near in book.near(written)
    )


def _misprinted(printed: str, word: str, book: BookWords) -> bool:
    """Whether the text's letters are no word, but a scanning error for the quote's word."""
    if len(printed) < 3 or is_english_word(printed) or book.is_name(printed):
        return False
    return _ligature_lost(printed, word) or misreadings(printed, word) == 1


def _distance(written: str, word: str, book: BookWords) -> int | None:
    """Return the number of slips that turn `word` into `written`; None if it is too unlike.

    In a negation only look-alike letters count as slips. In a name no letter is read for another,
    which would make another name (Mafy, Mary); an unlisted word may be a name.
    """
    is_name = book.is_name(word) or not is_listed(word)
    most = max(1, 2 * len(word) // 5)
    # Two letters may be read as one, or one as two.
    near = Levenshtein.distance(written, word, score_cutoff=2 * most) <= 2 * most
    if near and not book.is_name(word):
        misread = misreadings(written, word, of_name=is_name)
        if misread is not None and misread <= most:
            return misread
    if is_name:
        return 1 if _one_letter_lost(written, word) else None
    if word in ENGLISH_NEGATORS or (len(word) < 3 and sorted(written) != sorted(word)):
        return None
    most = max(1, len(word) // 3)
    edits = OSA.distance(written, word, score_cutoff=most)
    return edits if edits <= most else None


def _one_letter_lost(written: str, name: str) -> bool:
    """Whether one letter of a name was lost, doubled or exchanged with its neighbour.

    Another ending, or another Chinese syllable, makes another name.
    """
    if len(name) < _LONG_NAME or OSA.distance(written, name) > 1:
        return False
    if sorted(written) == sorted(name):
        return True
    if len(written) == len(name) or (is_syllable(written) and is_syllable(name)):
        return False
    longer, shorter = (written, name) if len(written) > len(name) else (name, written)
    at = next((at for at in range(len(shorter)) if longer[at] != shorter[at]), len(shorter))
    doubled = at > 0 and longer[at] == longer[at - 1]
    return doubled or (longer is name and (at < len(shorter) or name[-1] not in _ENDS_OF_NAMES))


def _accents_lost(written: str, word: str) -> bool:
    """Whether a word lost letters that a file could not encode: "adyaman", Adıyaman."""
    ascii_letters = "".join(letter for letter in word if letter.isascii())
    return written == ascii_letters != word and 2 * len(ascii_letters) > len(word)


def _ligature_lost(written: str, word: str) -> bool:
    """Whether a word has lost one ligature: "di culty", difficulty."""
    return any(
        ligature in word and word.replace(ligature, "", 1) == written for ligature in LIGATURES
    )


def _typed_twice(change: TokenChange) -> bool:
    """Whether a word is there twice and means nothing more for it: the the, 的的."""
    ours, theirs = change.ours, change.theirs
    if len(ours.words) + len(theirs.words) != 1 or negators_among((*ours.words, *theirs.words)):
        return False
    run = ours if ours.words else theirs
    word = run.words[0]
    beside = run.with_neighbours(min(change.before, 1), min(change.after, 1))
    redundant = _REDUNDANT_TWICE if ours.words else _REDUNDANT_TWICE_IN_TEXT
    return word in redundant and beside.count(word) > 1
