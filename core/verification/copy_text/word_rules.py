"""Listed words that count only in their context, all rules of a policy in one pass over a text."""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from operator import itemgetter
from typing import Generic, NamedTuple, TypeVar

import regex  # type: ignore[import-untyped]
from ahocorasick_rs import AhoCorasick, MatchKind

from core.verification.copy_text.disguises import seen_through
from core.verification.copy_text.latin_spellings import latin_spellings
from core.verification.findings import Span
from core.verification.policy_parts import ScopedRule, VocabularyRule

Key = TypeVar("Key", bound=Hashable)


class RuledHit(NamedTuple, Generic[Key]):
    """A word of a rule, as the rule writes it, and its place in the original text."""

    key: Key
    word: str
    span: Span


class Setting(NamedTuple):
    """Where a text is to be read: rules may hold for some locales and channels alone. "": any."""

    locale: str = ""
    channel: str = ""

    def meets(self, rule: ScopedRule) -> bool:
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
    """Finds the words of rules, each under its key, where nothing in the rule speaks against it.

    A Latin word must stand alone, but may be inflected: cure finds cures and cured. Disguises are
    seen through (`copy_text.disguises`). A word within a longer one of the same key is one hit.
    Titles in 《》 are no claims.
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
        self._worded = [[at for at, role, _ in use if role == "words"] for use in self._uses]
        self._automaton = AhoCorasick(list(uses), matchkind=MatchKind.Standard)

    def find(self, text: str, setting: Setting = ANYWHERE) -> list[RuledHit[Key]]:
        """In the text's order."""
        if not self._uses:
            return []
        seen = seen_through(text)
        found = self._automaton.find_matches_as_indexes(seen.text, overlapping=True)
        if not any(self._worded[number] for number, _, _ in found):
            return []
        places = [
            (number, seen.span(start, end))
            for number, start, end in found
            if _whole(seen.text, start, end)
        ]
        worded = {at for number, _ in places for at in self._worded[number]}
        if not worded:
            return []
        roles: dict[str, dict[int, list[tuple[Span, str]]]] = {
            "words": defaultdict(list),
            "allow": defaultdict(list),
            "needs": defaultdict(list),
            "unless": defaultdict(list),
        }
        for number, span in places:
            for at, role, word in self._uses[number]:
                if at in worded:
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
        places: Sequence[tuple[Span, str]],
        roles: dict[str, dict[int, list[tuple[Span, str]]]],
        ends: Sequence[int],
    ) -> Iterator[tuple[Span, str]]:
        rule = self._rules[at][1]
        allowed = sorted({span for span, _ in roles["allow"][at]})
        reaches, reach = [], -1
        for _, end in allowed:
            reach = max(reach, end)
            reaches.append(reach)
        starts = [start for start, _ in allowed]
        needed = {bisect_right(ends, span[0]) for span, _ in roles["needs"][at]}
        against = {bisect_right(ends, span[0]) for span, _ in roles["unless"][at]}
        for span, word in places:
            before = bisect_right(starts, span[0])
            if before and reaches[before - 1] >= span[1]:
                continue
            sentence = bisect_right(ends, span[0])
            if sentence not in against and (not rule.needs or sentence in needed):
                yield span, word


def _within(span: Span, titles: Sequence[Span]) -> bool:
    """Whether it stands in one of the titles, which are in order and apart from each other."""
    before = bisect_right(titles, span[0], key=itemgetter(0))
    return bool(before) and span[1] <= titles[before - 1][1]


def _outermost(hits: Iterable[RuledHit[Key]]) -> Iterator[RuledHit[Key]]:
    """Without hits within another of the same key; of several words in one place the first."""
    reach: dict[Hashable, int] = {}
    for hit in sorted(dict.fromkeys(hits), key=lambda hit: (hit.span[0], -hit.span[1])):
        if hit.span[1] > reach.get(hit.key, -1):
            reach[hit.key] = hit.span[1]
            yield hit


def _spellings(word: str, role: str) -> Iterator[str]:
    """Only what speaks for a finding is looked for in pinyin."""
    sought = _sought(word)
    yield sought
    if role in ("words", "needs"):
        yield from latin_spellings(sought)


def _sought(word: str) -> str:
    """Hyphens are read as spaces in the first reading and left out in the second."""
    seen = seen_through(word).text
    return seen.split("\n")[0]


def _whole(text: str, start: int, end: int) -> bool:
    first, last = text[start], text[end - 1]
    if start and _LETTER.match(first) and _LETTER.match(text[start - 1]):
        return False
    if end == len(text) or not _LETTER.match(last) or not _LETTER.match(text[end]):
        return True
    if last.isdigit() or end - start < _LONG_WORD:
        return False
    return _INFLECTION.match(text, end) is not None
