"""Match cues: words directly before or after a span that change its meaning."""

from collections.abc import Sequence


def ends_with_cue(before: str, cues: Sequence[str]) -> bool:
    """Whether the lower-case text before a span ends with one of the cues, as a whole word."""
    before = before.rstrip()
    if not before.endswith(tuple(cues)):
        return False
    return any(
        before.endswith(cue) and not _is_inside_word(before, len(before) - len(cue)) for cue in cues
    )


def starts_with_cue(after: str, cues: Sequence[str]) -> bool:
    """Whether the lower-case text after a span starts with one of the cues, as a whole word."""
    if not after.startswith(tuple(cues)):
        return False
    return any(after.startswith(cue) and not _is_inside_word(after, len(cue)) for cue in cues)


def _is_inside_word(text: str, at: int) -> bool:
    """Whether position `at` is inside a Latin word or a number."""
    return 0 < at < len(text) and all(c.isascii() and c.isalnum() for c in text[at - 1 : at + 1])
