"""Slow patterns, found by timing them on texts that are hard for them."""

import functools
import re
from collections.abc import Iterator
from time import thread_time

from core.verification.copy_text.pattern_rules import PatternRule, pattern_hits
from core.verification.copy_text.text_folding import unfolded
from core.verification.copy_text.word_rules import ANYWHERE
from core.verification.lint.remarks import Lint, Remark, lint_error
from core.verification.policy.policy import Policy

PROBE = 10_000
"""Characters of a text that patterns are timed on."""
MOST_MS = 10
"""Milliseconds that a pattern may take for PROBE characters; time grows linearly with the text."""
_TRIES = 3


def lint_patterns(policy: Policy, *, most_ms: float = MOST_MS) -> Iterator[Remark]:
    lists = {"forbidden": policy.patterns.forbidden, "absolute": policy.patterns.absolute}
    for name, rules in lists.items():
        for at, rule in enumerate(rules):
            if (ms := _slowest_ms(rule.pattern)) > most_ms:
                yield lint_error(
                    Lint.PATTERN_SLOW,
                    ("patterns", name, at, "pattern"),
                    "The pattern takes {taken} ms for {n} characters; {limit} are allowed. Shorten "
                    "repetitions such as .{{1,500}}, or list words.",
                    taken=f"{ms:.0f}",
                    n=PROBE,
                    limit=f"{most_ms:g}",
                )


@functools.lru_cache(maxsize=1024)
def _slowest_ms(pattern: str) -> float:
    """Processor time in ms on the worst text, the best of some tries against a busy machine."""
    rule = PatternRule(pattern=pattern)
    return max(min(_ms(rule, text) for _ in range(_TRIES)) for text in _probes(pattern))


def _ms(rule: PatternRule, text: str) -> float:
    began = thread_time()
    for _hit in pattern_hits((rule,), text, unfolded(text), ANYWHERE):
        pass
    return 1000 * (thread_time() - began)


def _probes(pattern: str) -> Iterator[str]:
    """Yield texts of one character, and of the pattern's own characters, repeated."""
    chars = "".join(re.findall(r"\w", pattern)) or "x"
    for part in (
        "x",
        "好",
        "0",
        " ",
        "！",
        chars,
        chars[0],
        chars[-1],
        f"{chars} ",
    ):
        yield (part * PROBE)[:PROBE]
