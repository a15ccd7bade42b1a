"""What stays the same while a page, or a part of it, is drawn, is read once."""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, TypeVar

T = TypeVar("T")

_read: ContextVar[dict[Hashable, Any] | None] = ContextVar("read_while_drawing", default=None)


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
        return read_of(read, read)

    return value


def read_of(key: Hashable, read: Callable[[], T]) -> T:
    """What `read` gives, asked once for each key while something is drawn."""
    values = _read.get()
    if values is None:
        return read()
    if key not in values:
        values[key] = read()
    result: T = values[key]
    return result
