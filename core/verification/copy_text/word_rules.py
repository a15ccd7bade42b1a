"""Find words that count only in some contexts: all rules of a policy in one pass over a text."""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from operator import itemgetter
from typing import Generic, NamedTuple, TypeVar

import regex  # type: ignore[import-untyped]
from ahocorasick_rs import AhoCorasick, MatchKind

from core.verification.copy_text.disguises import without_disguises
from core.verification.copy_text.latin_spellings import latin_spellings
from core.verification.findings import CharRange
from core.verification.policy_parts import ScopedRule, VocabularyRule

Key = TypeVar("Key", bound=Hashable)


class RuledHit(NamedTuple, Generic[Key]):
    """A word in the spelling of its rule, and its span in the original text."""

    key: Key
    word: str
    span: CharRange


class Setting(NamedTuple):
    """The locale and channel of a text, which decide the rules that apply; "": any."""

    locale: str = ""
    channel: str = ""

    def meets(self, rule: ScopedRule) -> bool:
        """Whether the rule applies to this locale and channel."""
        in_locale = not (rule.locales and self.locale) or any(
            self.locale == name or self.locale.startswith(f"{name}-") for name in rule.locales
        )
        return in_locale and (not (rule.channels and self.channel) or self.channel in rule.channels)


ANYWHERE = Setting()

_SENTENCE_END = regex.compile(r"[。！？!?\n；;]+|\.(?=\s)")
_TITLE = re.compile(r"《[^《》]{1,60}》")
_INFLECTION = re.compile(r"(?:'?s|es|d|r|rs|ed|ing|ly)?(?![a-z0-9])")
_LETTER = re.compile(r"[a-z0-9]")
_LONG_WORD = 4


class RuledWords(Generic[Key]):
    """Find the words of rules in contexts where their rule applies; each hit has the rule's key.

    A Latin word matches as a whole word but may be inflected: cure finds cures and cured. Disguised
    words are found (`copy_text.disguises`). A word within a longer one of the same key is one hit.
    Words in titles in 《》 are ignored.
    """

    def __init__(self, rules: Iterable[tuple[Key, VocabularyRule]]) -> None:
        self._rules = list(rules)
        uses = defaultdict[str, list[tuple[int, str, str]]](list)
        for at, (_, rule) in enumerate(self._rules):
            for role in ("words", "allow", "needs", "unless"):
                for word in getattr(rule, role):
                    for spelling in _spellings(word, role):
                        uses[spelling].append((at, role, word))
        self._uses = list(uses.values())
        self._rules_by_word = [[at for at, role, _ in use if role == "words"] for use in self._uses]
        self._automaton = AhoCorasick(list(uses), matchkind=MatchKind.Standard)

    def find(self, text: str, setting: Setting = ANYWHERE) -> list[RuledHit[Key]]:
        """The hits in text order."""
        if not self._uses:
            return []
        readings = without_disguises(text)
        matches = self._automaton.find_matches_as_indexes(readings.text, overlapping=True)
        if not any(self._rules_by_word[number] for number, _, _ in matches):
            return []
        places = [
            (number, readings.span(start, end))
            for number, start, end in matches
            if _is_whole_word(readings.text, start, end)
        ]
        rules_with_words = {at for number, _ in places for at in self._rules_by_word[number]}
        if not rules_with_words:
            return []
        roles: dict[str, dict[int, list[tuple[CharRange, str]]]] = {
            "words": defaultdict(list),
            "allow": defaultdict(list),
            "needs": defaultdict(list),
            "unless": defaultdict(list),
        }
        for number, span in places:
            for at, role, word in self._uses[number]:
                if at in rules_with_words:
                    roles[role][at].append((span, word))
        ends = [match.end() for match in _SENTENCE_END.finditer(text)]
        titles = [match.span() for match in _TITLE.finditer(text)]
        hits = [
            RuledHit(self._rules[at][0], word, span)
            for at, places in roles["words"].items()
            if setting.meets(self._rules[at][1])
            for span, word in self._in_context(at, places, roles, ends)
            if not _within(span, titles)
        ]
        return list(_outermost(hits))

    def _in_context(
        self,
        at: int,
        places: Sequence[tuple[CharRange, str]],
        roles: dict[str, dict[int, list[tuple[CharRange, str]]]],
        ends: Sequence[int],
    ) -> Iterator[tuple[CharRange, str]]:
        """Yield the places that lie in no `allow` phrase and whose sentence meets rule `at`."""
        rule = self._rules[at][1]
        allowed = sorted({span for span, _ in roles["allow"][at]})
        furthest_ends, furthest_end = [], -1
        for _, end in allowed:
            furthest_end = max(furthest_end, end)
            furthest_ends.append(furthest_end)
        starts = [start for start, _ in allowed]
        confirmed = {bisect_right(ends, span[0]) for span, _ in roles["needs"][at]}
        excluded = {bisect_right(ends, span[0]) for span, _ in roles["unless"][at]}
        for span, word in places:
            before = bisect_right(starts, span[0])
            if before and furthest_ends[before - 1] >= span[1]:
                continue
            sentence = bisect_right(ends, span[0])
            if sentence not in excluded and (not rule.needs or sentence in confirmed):
                yield span, word


def _within(span: CharRange, titles: Sequence[CharRange]) -> bool:
    """Whether it stands in one of the titles, which are in order and apart from each other."""
    before = bisect_right(titles, span[0], key=itemgetter(0))
    return bool(before) and span[1] <= titles[before - 1][1]


def _outermost(hits: Iterable[RuledHit[Key]]) -> Iterator[RuledHit[Key]]:
    """Yield hits that lie in no other hit of the same key; the first of several at one span."""
    furthest_end: dict[Hashable, int] = {}
    for hit in sorted(dict.fromkeys(hits), key=lambda hit: (hit.span[0], -hit.span[1])):
        if hit.span[1] > furthest_end.get(hit.key, -1):
            furthest_end[hit.key] = hit.span[1]
            yield hit


def _spellings(word: str, role: str) -> Iterator[str]:
    """Yield the forms of a rule's word to search for; pinyin only for `words` and `needs`."""
    search_form = _search_form(word)
    yield search_form
    if role in ("words", "needs"):
        yield from latin_spellings(search_form)


def _search_form(word: str) -> str:
    """The word as texts are searched: its first reading, with hyphens as spaces."""
    readings = without_disguises(word).text
    return readings.split("\n")[0]


def _is_whole_word(text: str, start: int, end: int) -> bool:
    """Whether the range is a whole word; a long Latin one may be inflected."""
    first, last = text[start], text[end - 1]
    if start and _LETTER.match(first) and _LETTER.match(text[start - 1]):
        return False
    if end == len(text) or not _LETTER.match(last) or not _LETTER.match(text[end]):
        return True
    if last.isdigit() or end - start < _LONG_WORD:
        return False
    return _INFLECTION.match(text, end) is not None
