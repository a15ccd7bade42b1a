"""Policy rules that are regular expressions, for what no word list can express.

They run on RE2, in time linear in the text, with a limit of matches, so that neither a pattern nor
a text can block the application. The linter refuses patterns that are slow nevertheless.
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
"""Maximum matches per pattern: each one may need a search through all the remaining text."""
MOST_PATTERNS = 100
"""Maximum patterns of one list."""
_MAX_BYTES = 1 << 20
"""Memory limit of one compiled pattern."""


class PatternRule(PolicyPart):
    """A regular expression in RE2's syntax, matched without regard to case.

    `locales` (`zh` covers zh-CN) and `channels`: where the rule applies; empty: everywhere.
    `source`: the law or guideline that forbids it.
    """

    pattern: Annotated[str, Field(strict=True, min_length=1, max_length=500)]
    locales: Texts = ()
    channels: Texts = ()
    source: Annotated[str, Field(strict=True, max_length=300)] = ""

    @field_validator("pattern")
    @classmethod
    def _require_usable(cls, pattern: str) -> str:
        try:
            compiled = compiled_pattern(pattern)
        except re2.error as error:
            raise ValueError(f"pattern_unreadable:{_error_text(error)}") from None
        if compiled.search("") is not None:
            raise ValueError("pattern_matches_nothing")
        return pattern


PatternRules = Annotated[tuple[PatternRule, ...], Field(max_length=MOST_PATTERNS)]


class Patterns(PolicyPart):
    """Pattern rules, in addition to the word rules of `vocabulary`."""

    forbidden: PatternRules = ()
    absolute: PatternRules = ()


@functools.lru_cache(maxsize=1024)
def compiled_pattern(pattern: str) -> "re2._Regexp":
    """Compile a pattern of a rule. Raises re2.error if it is not valid RE2."""
    return re2.compile(pattern, _options(_MAX_BYTES))


class PatternFinder:
    """Find the matches of many rules; one combined search shows first whether any can match."""

    def __init__(self, rules: Sequence[PatternRule]) -> None:
        options = _options(_MAX_BYTES * (len(rules) + 1))
        self._rules = rules
        self._any = re2.compile("|".join(f"(?:{rule.pattern})" for rule in rules), options)
        self._each = re2.Set.SearchSet(options)
        for rule in rules:
            self._each.Add(rule.pattern)
        self._each.Compile()

    def find(self, text: str, folded: FoldedText, setting: Setting) -> Iterator[Hit]:
        """Yield the same hits as `pattern_hits`."""
        if not self._rules or not self._any.search(folded.text):
            return
        # The set returns nothing if its memory is not enough; then every rule is tried.
        numbers = self._each.Match(folded.text) or range(len(self._rules))
        yield from pattern_hits([self._rules[n] for n in sorted(numbers)], text, folded, setting)


def pattern_hits(
    rules: Iterable[PatternRule], text: str, folded: FoldedText, setting: Setting
) -> Iterator[Hit]:
    """Yield the first matches of each rule, up to `MOST_MATCHES`. `folded` is searched; the word of
    a hit is the matched part of the original `text`.
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


def _error_text(error: Exception) -> str:
    reason = error.args[0] if error.args else ""
    return reason.decode("utf-8", "replace") if isinstance(reason, bytes) else str(reason)
