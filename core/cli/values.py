"""What several commands are told."""

import argparse

from core.ids import LARGEST, read_id


def row_id(said: str) -> int:
    found = read_id(said)
    if found is None:
        raise argparse.ArgumentTypeError(f"write a number from 0 to {LARGEST}, as it is listed")
    return found
