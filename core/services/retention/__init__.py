"""What leaves the desk for good: a text with all that hangs on it, and what was kept longest."""

from core.services.retention.ageing import Aged, forget_older
from core.services.retention.deletion import (
    Hanging,
    Root,
    delete_with_all,
    require_deletable,
    what_hangs_on,
)

__all__ = [
    "Aged",
    "Hanging",
    "Root",
    "delete_with_all",
    "forget_older",
    "require_deletable",
    "what_hangs_on",
]
