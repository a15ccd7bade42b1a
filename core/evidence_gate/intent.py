"""What a question wants: a fact, or an opinion that may rest on the session (source 002)."""

import functools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Protocol

from core.evidence_gate.keywords import KEYWORDS, OPENING_WORDS, QUESTION_WORDS, KeywordClass
from core.text.normalise import normalise
from core.text.span import Span

RULE = "rule"


class Intent(StrEnum):
    """fact_seeking: needs evidence. context_preference: may use what was said in the session."""

    FACT_SEEKING = "fact_seeking"
    CONTEXT_PREFERENCE = "context_preference"


class MatchedKeyword(NamedTuple):
    """A keyword of the tables and its place in the question."""

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
    """By keywords (source 002), clause by clause: a clause for a fact makes it one, whatever else
    is said. Nothing matched means fact, since evidence comes first (reading 29).

    A clause is for a fact by the words of one, and where it asks and is of no preference: a
    greeting beside what is asked changes nothing. Weak words of a fact (几个, 在哪里) yield to the
    preference words of their clause, and weak words of a follow-up (之前) to anything that is
    asked. A word inside a longer one of the tables does not count: "你是谁" is small talk.
    `weak_words_yield=False` is the source's first policy, in which every word of the tables counts
    alike and wherever it stands (`core.evidence_gate.gate_policy`).
    """

    def __init__(self, *, weak_words_yield: bool = True) -> None:
        self._weak_words_yield = weak_words_yield

    def classify(self, query: str) -> IntentResult:
        """Script, width, case and typing make no difference (`core.text.normalise`)."""
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
        """The intent of one clause; None where it neither asks nor greets."""
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
    """(clause, its start) for each clause of the question."""
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
    """The matches that no longer match contains, in their order."""
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
