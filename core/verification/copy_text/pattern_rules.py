"""Rules written as regular expressions, for what no word list can say.

They run on RE2, whose work grows evenly with the text, and stop after so many matches: neither a
pattern nor a text can hold the desk up. The linter refuses those that are slow all the same.
"""

import functools
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Annotated

import re2  # type: ignore[import-untyped]
from pydantic import Field, field_validator

from core.verification.copy_text.text_folding import FoldedText
from core.verification.copy_text.word_lists import Hit
from core.verification.copy_text.word_rules import Setting
from core.verification.policy_parts import PolicyPart, Texts

MOST_MATCHES = 100
"""Looked at for each pattern: every match may be looked for through the whole rest of the text."""
MOST_PATTERNS = 100
_MAX_BYTES = 1 << 20
"""Of a compiled pattern."""


class PatternRule(PolicyPart):
    """A regular expression in RE2's syntax, tried without regard to case.

    `locales` (`zh` covers zh-CN) and `channels`: where the rule holds, everywhere if empty.
    `source` says who forbids it.
    """

    pattern: Annotated[str, Field(strict=True, min_length=1, max_length=500)]
    locales: Texts = ()
    channels: Texts = ()
    source: Annotated[str, Field(strict=True, max_length=300)] = ""

    @field_validator("pattern")
    @classmethod
    def _readable(cls, pattern: str) -> str:
        try:
            compiled = compiled_pattern(pattern)
        except re2.error as error:
            raise ValueError(f"pattern_unreadable:{_reason(error)}") from None
        if compiled.search("") is not None:
            raise ValueError("pattern_matches_nothing")
        return pattern


PatternRules = Annotated[tuple[PatternRule, ...], Field(max_length=MOST_PATTERNS)]


class Patterns(PolicyPart):
    """Pattern rules beside the word rules of `vocabulary`."""

    forbidden: PatternRules = ()
    absolute: PatternRules = ()


@functools.lru_cache(maxsize=1024)
def compiled_pattern(pattern: str) -> "re2._Regexp":
    """Raises re2.error."""
    return re2.compile(pattern, _options(_MAX_BYTES))


class PatternFinder:
    """Finds what many rules match: one search says that there is nothing, or which may match."""

    def __init__(self, rules: Sequence[PatternRule]) -> None:
        options = _options(_MAX_BYTES * (len(rules) + 1))
        self._rules = rules
        self._any = re2.compile("|".join(f"(?:{rule.pattern})" for rule in rules), options)
        self._each = re2.Set.SearchSet(options)
        for rule in rules:
            self._each.Add(rule.pattern)
        self._each.Compile()

    def find(self, text: str, folded: FoldedText, setting: Setting) -> Iterator[Hit]:
        """As `pattern_hits`."""
        if not self._rules or not self._any.search(folded.text):
            return
        # It says nothing where its memory does not suffice: then each rule is tried.
        numbers = self._each.Match(folded.text) or range(len(self._rules))
        yield from pattern_hits([self._rules[n] for n in sorted(numbers)], text, folded, setting)


def pattern_hits(
    rules: Iterable[PatternRule], text: str, folded: FoldedText, setting: Setting
) -> Iterator[Hit]:
    """By rule, each with its first matches. `folded` is what is searched, `text` the original; the
    word of a hit is what was matched.
    """
    for rule in rules:
        if not setting.meets(rule):
            continue
        matches = compiled_pattern(rule.pattern).finditer(folded.text)
        for match in islice(matches, MOST_MATCHES):
            if match.end() > match.start():
                start, end = folded.span(match.start(), match.end())
                yield Hit(text[start:end][:60], (start, end))


def _options(most_bytes: int) -> "re2.Options":
    options = re2.Options()
    options.case_sensitive = False
    options.log_errors = False
    options.max_mem = most_bytes
    return options


def _reason(error: Exception) -> str:
    said = error.args[0] if error.args else ""
    return said.decode("utf-8", "replace") if isinstance(said, bytes) else str(said)
