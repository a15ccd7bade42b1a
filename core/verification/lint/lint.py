"""Check a policy before anybody uses it: rules without effect, scores that cannot be reached.

A policy that was read is valid; the linter reports what it will not do. Errors prevent publishing.
"""

import functools
from collections.abc import Sequence

from core.verification.lint.calendar import lint_calendar
from core.verification.lint.names import lint_names
from core.verification.lint.patterns import lint_patterns
from core.verification.lint.recent import lint_recent
from core.verification.lint.remarks import Level, Remark
from core.verification.lint.repairs import lint_repairs
from core.verification.lint.weights import lint_weights
from core.verification.lint.words import lint_words
from core.verification.policy.policy import Policy


def lint(policy: Policy, *, recent: Sequence[str] = ()) -> tuple[Remark, ...]:
    """Remarks on a policy, errors first.

    Words that flag most of the `recent` texts are reported where there are enough texts.
    """
    # The JSON is in the cache key, since policies are equal whether an empty list was written or
    # left out, and only the written one is remarked on.
    return _lint(policy, tuple(recent), policy.model_dump_json(exclude_unset=True))


@functools.lru_cache(maxsize=16)
def _lint(policy: Policy, recent: tuple[str, ...], _written: str) -> tuple[Remark, ...]:
    remarks = [
        *lint_weights(policy),
        *lint_words(policy),
        *lint_names(policy),
        *lint_patterns(policy),
        *lint_calendar(policy),
        *lint_repairs(policy),
        *lint_recent(policy, recent),
    ]
    return tuple(sorted(remarks, key=lambda remark: remark.level is Level.WARNING))
