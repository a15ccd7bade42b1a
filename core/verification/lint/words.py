"""Words that are never found, found twice or padded with spaces, and empty lists."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any, Protocol, TypeVar

from pydantic import BaseModel

from core.verification.copy_text.text_folding import fold, unfolded
from core.verification.copy_text.word_lists import Hit, WordFinder
from core.verification.copy_text.word_rules import RuledWords
from core.verification.findings import CharRange, Code
from core.verification.lint.remarks import Lint, Path, Remark, lint_error, lint_warning
from core.verification.policy.policy import Policy
from core.verification.policy_parts import Mode, VocabularyRule


def lint_words(policy: Policy) -> Iterator[Remark]:
    yield from _twice(policy)
    yield from _allowed(policy)
    yield from _nested(policy)
    yield from _never_found(policy)
    yield from _padded(policy)
    yield from _empty(policy)


def _twice(policy: Policy) -> Iterator[Remark]:
    """Warn of words that stand in a list twice, or in two lists."""
    words = policy.words
    lists = {"forbidden": words.forbidden, "absolute": words.absolute, "allow": words.allow}
    for name, each in lists.items():
        last = {word: at for at, word in enumerate(each)}
        for word, count in Counter(each).items():
            if count > 1:
                yield lint_warning(
                    Lint.WORD_TWICE,
                    ("words", name, last[word]),
                    "“{word}” appears {count} times. Keep one of them.",
                    word=word,
                    count=count,
                )
    absolute = _places(words.absolute)
    for word in dict.fromkeys(words.forbidden):
        if word in absolute:
            yield lint_warning(
                Lint.WORD_IN_TWO_LISTS,
                ("words", "absolute", absolute[word]),
                "“{word}” is both forbidden and absolute. Keep one.",
                word=word,
            )


def _places(words: tuple[str, ...]) -> dict[str, int]:
    """The index at which each word stands first."""
    return {word: at for at, word in reversed(list(enumerate(words)))}


def _allowed(policy: Policy) -> Iterator[Remark]:
    """Report words that are never found since they are allowed, and phrases that allow nothing."""
    listed, allow = (*policy.words.forbidden, *policy.words.absolute), policy.words.allow
    allowed = WordFinder(listed, allow, folded=policy.fold)
    plain = WordFinder(listed, folded=policy.fold)
    words = list(dict.fromkeys(listed))
    findable = {at for at, hit in _each(words, _reading(allowed, policy)) if hit.word == words[at]}
    for at, word in enumerate(words):
        if at not in findable:
            yield lint_error(
                Lint.WORD_NEVER_FOUND,
                ("words", "allow"),
                "“{word}” is both listed and allowed, so it is never found. Remove it from one "
                "list.",
                word=word,
            )
    useful = {at for at, _hit in _each(allow, _reading(plain, policy))}
    for phrase, at in _places(allow).items():
        if at not in useful:
            yield lint_warning(
                Lint.ALLOWS_NOTHING,
                ("words", "allow", at),
                "The allowed phrase “{word}” contains no listed word. Remove it.",
                word=phrase,
            )


def _nested(policy: Policy) -> Iterator[Remark]:
    """Warn of words that contain another word, which are counted as two."""
    words = policy.words.absolute
    find = _reading(WordFinder(words, folded=policy.fold), policy)
    first = set(_places(words).values())
    inside = {(at, hit.word) for at, hit in _each(words, find) if hit.word != words[at]}
    for at, inner in sorted(pair for pair in inside if pair[0] in first):
        yield lint_warning(
            Lint.WORD_WITHIN_WORD,
            ("words", "absolute", at),
            "“{word}” contains “{inner}”, so both are counted. Keep the shorter.",
            word=words[at],
            inner=inner,
        )


class _Placed(Protocol):
    """A hit of any finder."""

    @property
    def word(self) -> str: ...

    @property
    def span(self) -> CharRange: ...


H = TypeVar("H", bound=_Placed)


def _reading(finder: WordFinder, policy: Policy) -> Callable[[str], Iterable[Hit]]:
    """The function that finds the words in a text, folded where the policy folds."""
    read = fold if policy.fold else unfolded
    return lambda text: finder.find(read(text))


def _each(words: Sequence[str], find: Callable[[str], Iterable[H]]) -> Iterator[tuple[int, H]]:
    """Yield (index of the word, hit) for what is found in each word: one pass, a word per line."""
    starts = [0, *accumulate(len(word) + 1 for word in words)]
    for hit in find("\n".join(words)):
        yield bisect_right(starts, hit.span[0]) - 1, hit


def word_rules_of(policy: Policy) -> Mapping[Path, VocabularyRule]:
    """The word rules that raise a forbidden or an absolute word, by path."""
    vocabulary = policy.vocabulary
    lists = {"forbidden": vocabulary.forbidden, "absolute": vocabulary.absolute}
    return {
        ("vocabulary", name, at): rule
        for name, rules in lists.items()
        for at, rule in enumerate(rules)
    }


def _never_found(policy: Policy) -> Iterator[Remark]:
    """Warn of words that the allowed phrases or unless words of their own rule rule out."""
    for path, rule in word_rules_of(policy).items():
        anywhere = rule.model_copy(update={"needs": (), "locales": (), "channels": ()})
        findable = {at for at, _hit in _each(rule.words, RuledWords([(0, anywhere)]).find)}
        for at, word in enumerate(rule.words):
            if at not in findable:
                yield lint_warning(
                    Lint.WORD_NEVER_FOUND,
                    (*path, "words", at),
                    "“{word}” alone is not found by its own rule: an entry of allow or unless is "
                    "part of it, or it has no letters. Remove one of the two.",
                    word=word,
                )


_FREE_TEXT = frozenset({"note", "source", "pattern", "call_to_tap"})
"""Fields in which a space at the edge is harmless or intended."""


def _padded(policy: Policy) -> Iterator[Remark]:
    """Warn of names and words with a space at their edge."""
    for path, text in _texts(policy.model_dump(mode="json", exclude={"cases"}), ()):
        if text != text.strip():
            yield lint_warning(
                Lint.PADDED,
                path,
                "“{word}” begins or ends with a space, so it is not “{fix}”. Remove the space.",
                word=text,
                fix=text.strip(),
            )


def _texts(node: Any, path: Path) -> Iterator[tuple[Path, str]]:
    """Yield the names and words in a value of the policy's JSON, each with its path."""
    match node:
        case str():
            yield path, node
        case dict():
            for name, value in node.items():
                if name not in _FREE_TEXT:
                    yield (*path, name), name
                    yield from _texts(value, (*path, name))
        case list():
            for at, value in enumerate(node):
                yield from _texts(value, (*path, at))


def _empty(policy: Policy) -> Iterator[Remark]:
    """Warn of empty lists: without an entry a code is always, or never, raised."""
    for name, code in (
        ("channels", Code.COMPLIANCE_CHANNEL_UNKNOWN),
        ("locales", Code.QUALITY_LOCALE_UNKNOWN),
    ):
        if not getattr(policy, name):
            yield lint_warning(
                Lint.EMPTY_LIST,
                (name,),
                "The list is empty, so every copy raises {code}. Fill the list.",
                code=code.value,
            )
    without = dict(_without_entries(policy))
    for path, code in without.items():
        if policy.rule(code).mode is Mode.ENFORCE:
            yield lint_warning(
                Lint.EMPTY_LIST,
                path,
                "The list is empty, so {code} is never found. Fill the list, or monitor the code.",
                code=code.value,
            )
    for path in _written_empty(policy, ()):
        if path not in without:
            yield lint_warning(
                Lint.EMPTY_LIST,
                path,
                "The list is empty, which means the same as leaving it out. Fill it or remove it.",
            )


def _without_entries(policy: Policy) -> Iterator[tuple[Path, Code]]:
    """Yield (path, code) for codes that nothing in the policy could raise."""
    words, vocabulary, patterns = policy.words, policy.vocabulary, policy.patterns
    if not (words.forbidden or vocabulary.forbidden or patterns.forbidden):
        yield ("words", "forbidden"), Code.COMPLIANCE_FORBIDDEN_WORDS
    if not (words.absolute or vocabulary.absolute or patterns.absolute):
        yield ("words", "absolute"), Code.COMPLIANCE_ABSOLUTE_WORDS
    if not policy.urls.forms and any(c.urls == "forbidden" for c in policy.channels.values()):
        yield ("urls", "forms"), Code.COMPLIANCE_URL_FORBIDDEN
    if not policy.prices.forms:
        yield ("prices", "forms"), Code.COMPLIANCE_PRICE_FORBIDDEN
    if not policy.events:
        yield ("events",), Code.FACT_USER_EVENT_MISS
    if not policy.holidays.table:
        yield ("holidays", "table"), Code.FACT_HOLIDAY_INVALID


_MAY_BE_EMPTY = frozenset({"cases", "allow", "brands", "channels", "locales"})
"""Fields whose empty list has a meaning, or is reported elsewhere."""


def _written_empty(part: BaseModel, path: Path) -> Iterator[Path]:
    """Yield paths of lists that a file has and that are empty; one left out is no mistake."""
    for name in type(part).model_fields:
        value = getattr(part, name)
        if name in _MAY_BE_EMPTY:
            continue
        if name in part.model_fields_set and value in ((), {}):
            yield (*path, name)
        yield from _empty_inside(value, (*path, name))


def _empty_inside(value: Any, path: Path) -> Iterator[Path]:
    match value:
        case BaseModel():
            yield from _written_empty(value, path)
        case dict():
            for name, inner in value.items():
                yield from _empty_inside(inner, (*path, str(name)))
        case tuple():
            for at, inner in enumerate(value):
                yield from _empty_inside(inner, (*path, at))
