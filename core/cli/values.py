"""What several commands are told."""

import argparse
from typing import TypeVar

from core.ids import LARGEST, read_id

Number = TypeVar("Number", int, float)


def number(kind: type[Number], said: str) -> Number:
    """Raises ArgumentTypeError with what to write, where argparse would name a function."""
    try:
        return kind(said)
    except ValueError:
        example = "a whole number, such as 5" if kind is int else "a number, such as 0.8"
        raise argparse.ArgumentTypeError(f"{said!r} is no number; write {example}") from None


def at_least_one(said: str) -> int:
    value = number(int, said)
    if value < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return value


def row_id(said: str) -> int:
    found = read_id(said)
    if found is None:
        raise argparse.ArgumentTypeError(f"write a number from 0 to {LARGEST}, as it is listed")
    return found
