"""Values that are read only once while a page, or a part of it, is drawn."""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, TypeVar

T = TypeVar("T")

_read: ContextVar[dict[Hashable, Any] | None] = ContextVar("read_while_drawing", default=None)


@contextmanager
def drawing() -> Iterator[None]:
    """Keep values for one drawing. Presses run before it, so their changes are read."""
    if _read.get() is not None:
        yield
        return
    token = _read.set({})
    try:
        yield
    finally:
        _read.reset(token)


def read_once(compute: Callable[[], T]) -> Callable[[], T]:
    """Wrap `compute` to be called once per drawing, and each time outside of one."""

    @wraps(compute)
    def value() -> T:
        return read_of(compute, compute)

    return value


def read_of(key: Hashable, read: Callable[[], T]) -> T:
    """The value of `read`, called once for each key while something is drawn."""
    values = _read.get()
    if values is None:
        return read()
    if key not in values:
        values[key] = read()
    result: T = values[key]
    return result
