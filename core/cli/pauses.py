"""A command that stopped before its end, with what was paid for kept."""

import sys

from core.validation import RepliesUnreadable

PAUSED = 3
"""The exit code."""


def say_unreadable(unreadable: RepliesUnreadable, how: str) -> None:
    """`how` to go on all the same."""
    sample = unreadable.sample or "(an empty reply)"
    sys.stderr.write(f"paused: {unreadable} To go on all the same, {how}.\n{sample}\n")
