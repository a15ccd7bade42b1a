"""What a question wants: a fact, or an opinion that may rest on the session (source 002)."""

import functools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Protocol

from core.evidence_gate.keywords import KEYWORDS, QUESTION_WORDS, KeywordClass
from core.text.normalise import normalise
from core.text.span import Span

RULE = "rule"


class Intent(StrEnum):
    """fact_seeking: needs evidence. context_preference: may use what was said in the session."""

    FACT_SEEKING = "fact_seeking"
    CONTEXT_PREFERENCE = "context_preference"


class MatchedKeyword(NamedTuple):
    """A keyword of the tables and where it stands in the question."""

    keyword: str
    keyword_class: KeywordClass
    span: Span


@dataclass(frozen=True, slots=True)
class IntentResult:
    """`by` is "rule" or the model's name. Where a model was asked, `rule` is what the rules say,
    and `failure` why the model did not answer: then the rules' intent stands.
    """

    intent: Intent
    matched: tuple[MatchedKeyword, ...] = ()
    by: str = RULE
    rule: "IntentResult | None" = None
    failure: str | None = None


class IntentClassifier(Protocol):
    def classify(self, query: str) -> IntentResult: ...


class QueryIntentClassifier:
    """By keywords (source 002): fact beats preference, and nothing matched means fact, since
    evidence comes first (reading 29).

    Weak words of a fact (几个, 在哪里) yield to preference words, and weak words of a follow-up
    (之前) to anything that is asked; `weak_words_yield=False` is the source's first policy, in
    which every word of the tables counts alike (`core.evidence_gate.gate_policy`). A word inside a
    longer one of the tables does not count: "你是谁" is small talk.
    """

    def __init__(self, *, weak_words_yield: bool = True) -> None:
        self._weak_words_yield = weak_words_yield

    def classify(self, query: str) -> IntentResult:
        """Script, width, case and typing make no difference (`core.text.normalise`)."""
        normal = normalise(query)
        found = sorted(_longest(_keywords_in(normal.text)))
        matched = tuple(
            MatchedKeyword(each.keyword, each.keyword_class, normal.original(each.start, each.end))
            for each in found
        )
        asked = self._weak_words_yield and bool(_question_words().search(normal.text))
        prefers = any(
            not each.keyword_class.is_fact and not (each.weak and asked) for each in found
        )
        wants_fact = any(
            each.keyword_class.is_fact and not (each.weak and self._weak_words_yield)
            for each in found
        )
        preference = prefers and not wants_fact
        return IntentResult(
            Intent.CONTEXT_PREFERENCE if preference else Intent.FACT_SEEKING, matched
        )


class _Found(NamedTuple):
    start: int
    end: int
    keyword: str
    keyword_class: KeywordClass
    weak: bool


def _keywords_in(text: str) -> Iterator[_Found]:
    for keyword_class, weak, pattern in _patterns():
        for match in pattern.finditer(text):
            # Looked ahead, so that words which overlap are all found.
            yield _Found(match.start(1), match.end(1), match[1], keyword_class, weak)


def _longest(found: Iterable[_Found]) -> Iterator[_Found]:
    """In their order: what begins no later and ends no earlier comes before what it holds."""
    last, reach = (0, 0), 0
    for each in sorted(found, key=lambda one: (one.start, -one.end)):
        if each[:2] == last or each.end > reach:
            yield each
            last, reach = each[:2], each.end


@functools.cache
def _patterns() -> tuple[tuple[KeywordClass, bool, re.Pattern[str]], ...]:
    return tuple(
        (keyword_class, weak, re.compile(f"(?=({_either(chinese, english)}))"))
        for keyword_class, words in KEYWORDS.items()
        for weak, chinese, english in (
            (False, words.chinese, words.english),
            (True, words.weak_chinese, words.weak_english),
        )
        if chinese or english
    )


@functools.cache
def _question_words() -> re.Pattern[str]:
    return re.compile(_either(QUESTION_WORDS.chinese, QUESTION_WORDS.english))


def _either(chinese: tuple[str, ...], english: tuple[str, ...]) -> str:
    unspaced = "|".join(sorted(chinese, key=len, reverse=True))
    spaced = "|".join(sorted(english, key=len, reverse=True))
    either = [f"(?:{unspaced})"] if unspaced else []
    either += [rf"(?<![a-z0-9])(?:{spaced})(?![a-z0-9])"] if spaced else []
    return "|".join(either)
