"""Words straight before or after a place in a text that change what is said there."""

from collections.abc import Sequence


def ends_with_cue(before: str, cues: Sequence[str]) -> bool:
    """Whether the text before a place, in small letters, ends with one of the words."""
    before = before.rstrip()
    if not before.endswith(tuple(cues)):
        return False
    return any(before.endswith(cue) and not _cut(before, len(before) - len(cue)) for cue in cues)


def starts_with_cue(after: str, cues: Sequence[str]) -> bool:
    """Whether the text after a place, in small letters, starts with one of the words."""
    if not after.startswith(tuple(cues)):
        return False
    return any(after.startswith(cue) and not _cut(after, len(cue)) for cue in cues)


def _cut(text: str, at: int) -> bool:
    """Whether a Latin word goes on across the place."""
    return 0 < at < len(text) and all(c.isascii() and c.isalnum() for c in text[at - 1 : at + 1])
