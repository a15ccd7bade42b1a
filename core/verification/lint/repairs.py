"""Repairs that write what the policy itself forbids, and words that two repairs replace."""

from collections.abc import Iterator

from core.verification.candidate import Candidate
from core.verification.compliance.compliance import word_hits
from core.verification.copy_text.text_measures import has_han
from core.verification.findings import Code
from core.verification.lint.remarks import Lint, Path, Remark, lint_error, lint_warning
from core.verification.policy.policy import Policy

_CODES = (Code.COMPLIANCE_FORBIDDEN_WORDS, Code.COMPLIANCE_ABSOLUTE_WORDS)


def lint_repairs(policy: Policy) -> Iterator[Remark]:
    for path, text in _written(policy):
        # Without a locale and a channel, the rules of all of them apply.
        copy = Candidate(id="", text=text, channel="", locale="")
        hits = [hit for code in _CODES for hit in word_hits(copy, policy, code)]
        if hits:
            yield lint_error(
                Lint.REPAIR_FORBIDDEN,
                path,
                "Repairs would write “{text}”, in which “{word}” is forbidden or absolute itself. "
                "Choose other words.",
                text=text,
                word=hits[0].word,
            )
    yield from _twice(policy)


def _written(policy: Policy) -> Iterator[tuple[Path, str]]:
    """Yield every text that repairs write into a copy, with its path."""
    for at, rule in enumerate(policy.repairs.replacements):
        for name, text in (("by", rule.by), ("before_verb", rule.before_verb)):
            if text:
                yield ("repairs", "replacements", at, name), text
    for language, text in policy.repairs.prices.items():
        yield ("repairs", "prices", language), text
    for language, text in policy.call_to_tap.items():
        yield ("call_to_tap", language), text


def _twice(policy: Policy) -> Iterator[Remark]:
    """Warn of words that an earlier rule replaces; each script may have a rule, as for "no 1"."""
    seen = set[tuple[str, bool | None]]()
    for at, rule in enumerate(policy.repairs.replacements):
        for word_at, word in enumerate(rule.words):
            script = has_han(rule.by) if rule.by else None
            if (word, script) in seen:
                yield lint_warning(
                    Lint.WORD_TWICE,
                    ("repairs", "replacements", at, "words", word_at),
                    "“{word}” is replaced by an earlier rule already. Keep one of them.",
                    word=word,
                )
            seen.add((word, script))
