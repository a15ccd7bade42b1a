"""Copy verified with one reading of its disguises, beside the way it was done before."""

import re
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime

from core.verification import (
    CachedFacts,
    Candidate,
    Verification,
    policy_of,
    shipped_policies,
    verify,
)
from core.verification.compliance.compliance import _ruled
from core.verification.copy_text.disguises import without_disguises
from tests.bench.copy_former import former
from tests.bench.pairs import duration, paired, table, times

NEWEST = "v1.2.0"
COMPARED = 1_000
"""Candidates of which the findings of both are compared."""
NOW = datetime(2025, 11, 14, 4, tzinfo=UTC)
ABOUT = """The same {count:,} candidates. Before, every search for words, prices, claims and brands
read a text's disguises for itself, and the policy's brands were put in plain spelling for every
copy (`tests/bench/copy_former.py`); the findings are the same. Below: the words of {newest}'s
{rules} rules alone, found with their context in one pass (Aho-Corasick), beside one compiled
alternation of the same {words:,} words on the text in lower case, which sees through nothing and
knows no context.
"""


def report(candidates: Sequence[Candidate], source: CachedFacts) -> str:
    """Tables in markdown."""
    policy = policy_of(NEWEST)
    rules = policy.vocabulary.forbidden + policy.vocabulary.absolute
    about = ABOUT.format(
        count=len(candidates),
        newest=NEWEST,
        rules=len(rules),
        words=len({word.lower() for rule in rules for word in rule.words}),
    )
    head = ("", "now", "before", "times as long before")
    rows = [_verified(version, candidates, source) for version in shipped_policies()]
    words = table(("words alone", "now", "one alternation", "ratio"), [_words_row(candidates)])
    return f"{about}\n{table(head, rows)}\n{words}\n{_memory(len(candidates))}"


def _verified(
    version: str, candidates: Sequence[Candidate], source: CachedFacts
) -> tuple[str, ...]:
    policy = policy_of(version)

    def verified(some: Sequence[Candidate]) -> list[Verification]:
        return [verify(each, policy, source, now=NOW) for each in some]

    def run() -> None:
        for each in candidates:
            verify(each, policy, source, now=NOW)

    def run_before() -> None:
        with former():
            run()

    ours = verified(candidates[:COMPARED])
    with former():
        assert ours == verified(candidates[:COMPARED]), "the findings differ"
    taken, before = paired(run, run_before, rounds=3)
    each = (duration(seconds / len(candidates)) for seconds in (taken, before))
    return (f"verify, {version}", *each, times(before / taken))


def _words_row(candidates: Sequence[Candidate]) -> tuple[str, ...]:
    policy = policy_of(NEWEST)
    rules, texts = _ruled(policy), [each.text for each in candidates]
    vocabulary = policy.vocabulary.forbidden + policy.vocabulary.absolute
    words = sorted({word.lower() for rule in vocabulary for word in rule.words}, key=len)
    alternation = re.compile("|".join(map(re.escape, reversed(words))))

    def ours() -> None:
        for text in texts:
            without_disguises.cache_clear()
            rules.find(text)

    def plain() -> None:
        for text in texts:
            alternation.findall(text.lower())

    taken, beside = paired(ours, plain, rounds=3)
    each = (duration(seconds / len(texts)) for seconds in (taken, beside))
    return (NEWEST, *each, times(beside / taken))


_MEMORY = """
import os
from tests.bench.copy_words import NEWEST, NOW
from core.verification import Candidate, UploadedFacts, policy_of, verify
def held():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
policy, source, before = policy_of(NEWEST), UploadedFacts([]), held()
verify(Candidate("1", "秋季新品 now", "PUSH", "zh-CN"), policy, source, now=NOW)
built = held()
for number in range({count}):
    verify(Candidate("1", f"秋季新品 {{number}} is here", "PUSH", "zh-CN"), policy, source, now=NOW)
print(f"{{built - before:.0f}} {{held() - built:.0f}}")
"""


def _memory(count: int) -> str:
    done = subprocess.run(
        [sys.executable, "-c", _MEMORY.format(count=count)],
        capture_output=True,
        text=True,
        check=True,
    )
    built, grown = done.stdout.split()
    return (
        f"Memory: the automata and tables of {NEWEST}, made with the first copy, take {built} MB; "
        f"verifying {count:,} more, {grown} MB.\n"
    )
