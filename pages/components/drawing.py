"""What stays the same while a page, or a part of it, is drawn, is read once."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, TypeVar

T = TypeVar("T")

_read: ContextVar[dict[Callable[[], Any], Any] | None] = ContextVar(
    "read_while_drawing", default=None
)


@contextmanager
def drawing() -> Iterator[None]:
    """Around what is drawn together. Presses come before it, so what they change is read anew."""
    if _read.get() is not None:
        yield
        return
    token = _read.set({})
    try:
        yield
    finally:
        _read.reset(token)


def read_once(read: Callable[[], T]) -> Callable[[], T]:
    """`read`, asked once while something is drawn, and each time outside of it."""

    @wraps(read)
    def value() -> T:
        values = _read.get()
        if values is None:
            return read()
        if read not in values:
            values[read] = read()
        result: T = values[read]
        return result

    return value
