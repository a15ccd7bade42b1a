"""Classify questions: for a fact, or for an opinion that may use the session (source 002)."""

import functools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Protocol

from core.evidence_gate.keywords import KEYWORDS, OPENING_WORDS, QUESTION_WORDS, KeywordClass
from core.text import Span, normalise

RULE = "rule"


class Intent(StrEnum):
    """FACT_SEEKING needs evidence. CONTEXT_PREFERENCE may use earlier turns of the session."""

    FACT_SEEKING = "fact_seeking"
    CONTEXT_PREFERENCE = "context_preference"


class MatchedKeyword(NamedTuple):
    """A keyword of source 002's tables and its position in the question."""

    keyword: str
    keyword_class: KeywordClass
    span: Span


@dataclass(frozen=True, slots=True)
class IntentResult:
    """The result of a classification; `by` is "rule" or the model's name. If a model was asked,
    `rule` is the result of the rules, and `failure` says why the model gave none: then `intent` is
    that of the rules.
    """

    intent: Intent
    matched: tuple[MatchedKeyword, ...] = ()
    by: str = RULE
    rule: "IntentResult | None" = None
    failure: str | None = None


class IntentClassifier(Protocol):
    def classify(self, query: str) -> IntentResult: ...


class QueryIntentClassifier:
    """Classifies by keywords (source 002), clause by clause: one factual clause makes the question
    factual. A question without any match is factual, since evidence comes first (reading 29).

    A clause is factual if it has a factual keyword, or if it is a question without a preference
    keyword; a greeting next to the question changes nothing. Weak factual keywords (几个, 在哪里)
    yield to preference keywords in their clause, and weak follow-up keywords (之前) to any
    question. A keyword inside a longer one does not count: "你是谁" is small talk.
    `weak_words_yield=False` is source 002's original policy, in which every keyword counts alike
    anywhere (`core.evidence_gate.gate_policy`).
    """

    def __init__(self, *, weak_words_yield: bool = True) -> None:
        self._weak_words_yield = weak_words_yield

    def classify(self, query: str) -> IntentResult:
        """Classify a question, ignoring script, width, case and punctuation
        (`core.text.normalise`).
        """
        clauses = list(_clauses(query)) if self._weak_words_yield else [(query, 0)]
        matched, kinds = list[MatchedKeyword](), set[Intent | None]()
        for clause, start in clauses:
            normal = normalise(clause)
            keywords = sorted(_longest(_keywords_in(normal.text)))
            for keyword in keywords:
                original = normal.original(keyword.start, keyword.end)
                span = Span(start + original.start, start + original.end)
                matched.append(MatchedKeyword(keyword.keyword, keyword.keyword_class, span))
            kinds.add(self._kind(normal.text, keywords))
        preference = Intent.CONTEXT_PREFERENCE in kinds and Intent.FACT_SEEKING not in kinds
        return IntentResult(
            Intent.CONTEXT_PREFERENCE if preference else Intent.FACT_SEEKING, tuple(matched)
        )

    def _kind(self, text: str, keywords: Sequence["_KeywordMatch"]) -> Intent | None:
        """Return the intent of one clause; None if it is neither a question nor a greeting."""
        weak_yields = self._weak_words_yield
        greetings = [
            keyword for keyword in keywords if keyword.keyword_class is KeywordClass.SMALL_TALK
        ]
        is_question = weak_yields and _is_question(text, greetings)
        prefers = any(
            not (
                keyword.keyword_class.is_fact
                or keyword in greetings
                or (keyword.weak and is_question)
            )
            for keyword in keywords
        )
        fact = any(
            keyword.keyword_class.is_fact and not (keyword.weak and weak_yields)
            for keyword in keywords
        )
        if fact or (is_question and not prefers):
            return Intent.FACT_SEEKING
        return Intent.CONTEXT_PREFERENCE if prefers or greetings else None


_CLAUSE_ENDS = re.compile(
    "[，,。！!？?；;：:\n…—]|[.](?=\\s|$)|(?=顺便|对了|另外|话说)|\\b(?:by the way|and also|but)\\b",  # noqa: E501
    re.IGNORECASE,
)
_TAG = re.compile(
    "^(?:这样)?(?:可以|好|行|成|怎么样|好不好|可不可以|行不行|对不对|是吧|是吗|好么|如何)[吗么呢吧]?$"
    "|^(?:ok(?:ay)?|right|all right|alright|is that (?:ok(?:ay)?|all right)|would that be .{2,12}|may i|can i"  # noqa: E501
    "|shall we)$"
)


def _clauses(query: str) -> Iterator[tuple[str, int]]:
    """Yield (clause, its start) for each clause of the question."""
    start = 0
    for end in _CLAUSE_ENDS.finditer(query):
        yield query[start : end.start()], start
        start = end.end()
    yield query[start:], start


def _is_question(text: str, greetings: Sequence["_KeywordMatch"]) -> bool:
    """Whether a clause asks for anything but small talk: "Could we chat?" does not."""
    last_greeting = max((greeting.start for greeting in greetings), default=0)
    for greeting in reversed(greetings):
        text = (
            f"{text[: greeting.start]}{' ' * (greeting.end - greeting.start)}{text[greeting.end :]}"
        )
    opened = _opening_words().match(text)
    opens = opened is not None and opened.end() >= last_greeting
    return (opens or bool(_question_words().search(text))) and not _TAG.search(text.strip())


class _KeywordMatch(NamedTuple):
    start: int
    end: int
    keyword: str
    keyword_class: KeywordClass
    weak: bool


def _keywords_in(text: str) -> Iterator[_KeywordMatch]:
    for keyword_class, weak, pattern in _patterns():
        for match in pattern.finditer(text):
            # The pattern is a lookahead, so that overlapping words are all found.
            yield _KeywordMatch(match.start(1), match.end(1), match[1], keyword_class, weak)


def _longest(keywords: Iterable[_KeywordMatch]) -> Iterator[_KeywordMatch]:
    """Yield the matches that are not inside a longer match, in order."""
    last, reach = (0, 0), 0
    for keyword in sorted(keywords, key=lambda keyword: (keyword.start, -keyword.end)):
        if keyword[:2] == last or keyword.end > reach:
            yield keyword
            last, reach = keyword[:2], keyword.end


@functools.cache
def _patterns() -> tuple[tuple[KeywordClass, bool, re.Pattern[str]], ...]:
    return tuple(
        (keyword_class, weak, re.compile(f"(?=({_any_word(chinese, english)}))"))
        for keyword_class, words in KEYWORDS.items()
        for weak, chinese, english in (
            (False, words.chinese, words.english),
            (True, words.weak_chinese, words.weak_english),
        )
        if chinese or english
    )


@functools.cache
def _question_words() -> re.Pattern[str]:
    return re.compile(_any_word(QUESTION_WORDS.chinese, QUESTION_WORDS.english))


@functools.cache
def _opening_words() -> re.Pattern[str]:
    openings = "|".join(OPENING_WORDS)
    addressed = "so|and|then|well|please|but|there|friend|sir"
    return re.compile(rf"\s*(?:(?:{addressed}) )?(?:{openings})(?![a-z0-9])")


def _any_word(chinese: tuple[str, ...], english: tuple[str, ...]) -> str:
    unspaced = "|".join(sorted(chinese, key=len, reverse=True))
    spaced = "|".join(sorted(english, key=len, reverse=True))
    alternatives = [f"(?:{unspaced})"] if unspaced else []
    alternatives += [rf"(?<![a-z0-9])(?:{spaced})(?![a-z0-9])"] if spaced else []
    return "|".join(alternatives)
