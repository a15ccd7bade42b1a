"""Words too broad: they would flag most of the recent copy, which is seldom that wrong."""

from collections import Counter
from collections.abc import Iterator, Sequence

from core.verification.copy_text.pattern_rules import pattern_hits
from core.verification.copy_text.text_folding import fold, unfolded
from core.verification.copy_text.word_lists import WordFinder
from core.verification.copy_text.word_rules import ANYWHERE, RuledWords
from core.verification.lint.names import scoped_rules
from core.verification.lint.remarks import Lint, Path, Remark, lint_warning
from core.verification.policy.policy import Policy
from core.verification.policy_parts import VocabularyRule

FEWEST = 10
"""Texts at least, for a share of them to mean something."""
MOST_SHARE = 0.5
"""Share of the texts from which on a word is reported."""
_HITS = 1_000
"""Hits of word rules that are read in one text at most."""


def lint_recent(policy: Policy, recent: Sequence[str]) -> Iterator[Remark]:
    """Check forbidden and absolute words, patterns, and phrases that claim an event."""
    if len(recent) < FEWEST:
        return
    for (path, word), count in _texts_with(policy, recent).items():
        if count >= MOST_SHARE * len(recent):
            yield lint_warning(
                Lint.FLAGS_MOST_COPY,
                path,
                "“{word}” is found in {count} of {n} recent texts. Narrow it with allow or needs, "
                "or remove it.",
                word=word,
                count=count,
                n=len(recent),
            )


def _texts_with(policy: Policy, recent: Sequence[str]) -> Counter[tuple[Path, str]]:
    """The number of texts in which each word of the policy is found, by path and word."""
    read = fold if policy.fold else unfolded
    plain = _plain_words(policy)
    finder = WordFinder(plain, policy.words.allow, folded=policy.fold)
    rules = {path: r for path, r in scoped_rules(policy) if isinstance(r, VocabularyRule)}
    rules = {path: rule for path, rule in rules.items() if path[0] in ("vocabulary", "events")}
    ruled = RuledWords(rules.items())
    counts = Counter[tuple[Path, str]]()
    for text in recent:
        folded = read(text)
        matches = {(plain[hit.word], hit.word) for hit in finder.find(folded)}
        matches |= {
            ((*hit.key, "words", rules[hit.key].words.index(hit.word)), hit.word)
            for hit in ruled.find(text)[:_HITS]
        }
        for name in ("forbidden", "absolute"):
            for at, rule in enumerate(getattr(policy.patterns, name)):
                if next(iter(pattern_hits((rule,), text, folded, ANYWHERE)), None):
                    matches.add((("patterns", name, at), rule.pattern))
        counts.update(matches)
    return counts


def _plain_words(policy: Policy) -> dict[str, Path]:
    """Each word of the plain lists with its path."""
    lists: dict[Path, tuple[str, ...]] = {
        ("words", "forbidden"): policy.words.forbidden,
        ("words", "absolute"): policy.words.absolute,
    }
    lists |= {("events", name, "phrases"): rule.phrases for name, rule in policy.events.items()}
    return {word: (*path, at) for path, words in lists.items() for at, word in enumerate(words)}
