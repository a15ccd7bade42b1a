"""A text prepared for looking quotes up in it."""

import functools
import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field

import numpy as np

from core.text.language.contractions import is_shortened
from core.text.language.dictionary import load_dictionaries
from core.text.language.scripts import HAN
from core.text.language.words import ENGLISH_PARTICLES
from core.text.matching.alignment import AlignedWindow
from core.text.matching.book_names import BookNames, names_in
from core.text.matching.book_words import BookWords
from core.text.matching.budget import WorkBudget
from core.text.matching.candidate_filter import candidate_ranges
from core.text.matching.edition_marks import without_marks
from core.text.matching.postings import Postings
from core.text.matching.prepared_quote import PreparedQuote, quote_beginnings
from core.text.matching.unspaced import UnspacedText
from core.text.normalise import Normalised, normalise

MOST_PLACES = 2_000
"""Most occurrences of a quote that are listed."""
_SCANNED = 20_000
"""Characters up to which scanning a text is faster than using its index."""
# A text is English if particles have this share of the words in its first characters.
_LANGUAGE_SAMPLE, _PARTICLES = 50_000, 0.1
# Near copies kept beside the nearest one, so that one without a changed number can be preferred.
_RIVALS = 8
_RIVAL_EDITS = 2
_LETTERS_PER_RIVAL_EDIT = 30
# Copies with few edits are searched first: (letters per edit, largest share of the quote's pairs
# that may be nowhere in the text). For a quote with words one step is enough.
_STEPS = ((8, 0.09), (4, 0.16))
_STEPS_OF_WORDS = ((4, 0.72),)
# Where a text can be cut and its normal form at the same place: beside white space, between a
# letter and a mark, between Chinese characters. No number, accent or reference mark reaches across.
_ONE_WORD = re.compile("[a-z\u00df-\u00ff]+")
_LETTER, _MARK = rf"[A-Za-z{HAN}]", r'[,.;:!?"“”()—，。、；：！？…]'
_SEAM = re.compile(
    rf"(?<=\s)(?![\[［〔])|(?=\s)(?!\s[\[［〔])|(?<=[{HAN}])(?=[{HAN}])|(?<={_LETTER})(?={_MARK})|(?<={_MARK})(?={_LETTER})"
)


@dataclass(frozen=True, eq=False)
class PreparedText:
    """A text normalised once and indexed when first needed, shared by every quote looked up in it.

    Memory per million characters, all indexes built: about 70 MB in English, 100 MB in Chinese
    (docs/benchmarks.md). `whole` is the text this one is a part of; `first` its place in the
    normal form of that, where it shares it. `begins`: the character of the whole it begins with.
    """

    text: str
    normal: Normalised = field(repr=False)
    whole: "PreparedText | None" = field(default=None, repr=False)
    first: int | None = None
    begins: int = 0

    @classmethod
    def from_text(cls, text: "str | PreparedText") -> "PreparedText":
        return text if isinstance(text, PreparedText) else cls(text, normalise(text))

    def build_index(self) -> None:
        """Build all indexes now (0.5 s per million characters), not in the first look-up, where it
        would block an event loop.
        """
        _ = self._postings, self.names, self._unspaced
        load_dictionaries()
        if self.clean_text is not None:
            _ = self.clean_normal

    def part(self, start: int, end: int) -> "PreparedText":
        """Return text[start:end] as a text of its own, with own spans but the names of the whole.

        Normal form and index are shared too, unless the cut falls inside a word or number of
        the text; matches are those of `PreparedText.from_text(text[start:end])` but for the names.
        """
        start, end, _ = slice(start, end).indices(len(self.text))
        text, whole, begins = self.text[start:end], self.whole or self, self.begins + start
        if self.whole or not (self._seam_at(start) and self._seam_at(end)):
            return PreparedText(text, normalise(text), whole, begins=begins)
        normal = self.normal
        first = bisect_left(normal.starts.data, start)
        last = max(first, self.normal_index(end))
        # A space replaces the marks between two words; at an edge there is only one word.
        first += normal.text.startswith(" ", first, last)
        last -= normal.text.endswith(" ", first, last)
        starts, ends = normal.starts[first:last] - start, normal.ends[first:last] - start
        normal = Normalised(normal.text[first:last], starts, ends)
        return PreparedText(text, normal, whole, first, begins)

    @functools.cached_property
    def clean_text(self) -> str | None:
        """The text with its notes, page numbers and tags blanked, of the same length; None if it
        has none.
        """
        if self.whole is None:
            return without_marks(self.text)
        clean = self.whole.clean_text
        return None if clean is None else clean[self.begins : self.begins + len(self.text)]

    @functools.cached_property
    def clean_normal(self) -> Normalised:
        return normalise(self.clean_text or self.text)

    def has_marks(self, start: int, end: int) -> bool:
        """Whether any of these characters differs in the clean text."""
        clean, first = self.clean_text or self.text, max(0, start)
        return clean[first:end] != self.text[first:end]

    def clean_part(self, start: int, end: int) -> "PreparedText":
        """Return text[start:end], to be compared without its marks, with an index of its own."""
        clean = self.clean_text or self.text
        normal = normalise(clean[start:end])
        return PreparedText(self.text[start:end], normal, self.whole or self)

    def _seam_at(self, character: int) -> bool:
        at_edge = character in (0, len(self.text))
        return at_edge or _SEAM.match(self.text, character) is not None

    def normal_index(self, character: int) -> int:
        """Return the first normalised character to end after an original one, else the length."""
        return bisect_right(self._ends, character)

    @functools.cached_property
    def _ends(self) -> memoryview:
        """`normal.ends` as a memoryview: single look-ups are ten times as fast as in an array."""
        return self.normal.ends.data

    def occurrences(self, quote: PreparedQuote, most: int) -> list[int]:
        """Return where the normalised quote begins in the normalised text, at most `most` places.

        In ascending order, without overlaps.
        """
        text, starts, free = self.normal.text, list[int](), 0
        short = len(text) <= _SCANNED
        for start in (
            quote_beginnings(quote.text, text) if short else quote.beginnings(text, self._shift)
        ):
            if start >= free and text.startswith(quote.text, start):
                starts.append(start)
                free = start + len(quote.text)
                if len(starts) == most:
                    break
        return starts

    def spaced_otherwise(self, quote: PreparedQuote) -> tuple[int, int] | None:
        """Return the first place [start, end) of the quote with spaces ignored."""
        return self._unspaced.find(quote.text)

    @functools.cached_property
    def _unspaced(self) -> UnspacedText:
        return UnspacedText.from_text(self.normal.text)

    def near_copies(
        self, quote: PreparedQuote, edits: int, work: WorkBudget | None = None
    ) -> list[AlignedWindow]:
        """Return parts of the normalised text within `edits` of the quote, nearest first.

        Of whole terms, [start, end) in characters. If there is any, the nearest is among them
        unless `work` says it is not complete; at most a few more are added.
        """
        work = work or WorkBudget()
        windows: list[AlignedWindow] = []
        unknown = quote.unknown_share
        parts = _STEPS_OF_WORDS if quote.longest_word else _STEPS
        steps = [quote.letters // part for part, most in parts if unknown <= most]
        for step in [*(step for step in steps if step < edits), edits]:
            if windows or not work.complete:
                break
            windows = self._within(quote, step, work)
        return [self._in_characters(window) for window in sorted(windows)]

    def _within(self, quote: PreparedQuote, edits: int, work: WorkBudget) -> list[AlignedWindow]:
        terms = self._postings.terms
        windows: dict[tuple[int, int], AlignedWindow] = {}
        nearest = edits
        further = min(_RIVAL_EDITS, quote.letters // _LETTERS_PER_RIVAL_EDIT)
        for at_least, first, last in candidate_ranges(quote, edits, work):
            bound = min(edits, nearest + further) if len(windows) < _RIVALS else nearest - 1
            if at_least > bound or not work.spend(4 + (last - first) // 20):
                break
            if not quote.is_possible_in(terms, first, last, bound):
                continue
            letters = int(terms.letters[last] - terms.letters[first])
            if not work.spend(50 + letters * (700 + quote.letters) // 700):
                break
            window = quote.pattern.nearest(terms, first, last)
            if window.distance <= bound:
                windows[window.start, window.end] = window
                nearest = min(nearest, window.distance)
        return [window for window in windows.values() if window.distance <= nearest + further]

    def _in_characters(self, window: AlignedWindow) -> AlignedWindow:
        terms = self._postings.terms
        if window.start == window.end:
            return AlignedWindow(window.distance, 0, 0)
        first = int(terms.letters.searchsorted(np.int32(window.start), side="right")) - 1
        last = int(terms.letters.searchsorted(np.int32(window.end)))
        first, last = terms.whole_words(first, last)
        start, end = int(terms.starts[first]), int(terms.ends[last - 1])
        return AlignedWindow(window.distance, start - self._shift, end - self._shift)

    def sought(self, quote: str, typed: str = "") -> PreparedQuote:
        """Prepare a normalised quote for look-up in this text; `typed` is the quote as typed."""
        return PreparedQuote(quote, self._postings, shortened=is_shortened(typed))

    @property
    def _shift(self) -> int:
        """What to subtract from places of the index to get those of the normal form."""
        return (self.first or 0) if self._shared else 0

    @functools.cached_property
    def names(self) -> BookNames:
        """The names of the text, normalised; a part has those of the whole."""
        return self.whole.names if self.whole is not None else names_in(self.text)

    @functools.cached_property
    def words(self) -> BookWords:
        """The words of the text; a part has those of the whole."""
        return (
            self.whole.words
            if self.whole is not None
            else BookWords(self._contains, self._near, self.names, self._is_english)
        )

    def _contains(self, words: str) -> bool:
        """Whether the text has these words, or these characters."""
        if _ONE_WORD.fullmatch(words):
            return self._postings.terms.vocabulary.id_of(words) is not None
        return words in self.normal.text

    def _is_english(self) -> bool:
        return self._speaks_english

    @functools.cached_property
    def _speaks_english(self) -> bool:
        """Whether the text is English, by the share of particles among its words."""
        words = _ONE_WORD.findall(self.normal.text[:_LANGUAGE_SAMPLE])
        return sum(map(ENGLISH_PARTICLES.__contains__, words)) >= _PARTICLES * len(words)

    def _near(self, word: str) -> list[str]:
        vocabulary = self._postings.terms.vocabulary
        return [vocabulary.names[at] for at in vocabulary.spelling.similar_to(word).tolist()]

    @functools.cached_property
    def _shared(self) -> Postings | None:
        if self.whole is None or self.first is None:
            return None
        return self.whole._postings.part(self.first, self.first + len(self.normal.text))

    @functools.cached_property
    def _postings(self) -> Postings:
        return self._shared or Postings.from_text(self.normal.text)
