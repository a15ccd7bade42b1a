"""Deletes for good: a text with all that depends on it, and what is older than a limit."""

from core.services.retention.deletion import (
    DeletionRoot,
    Dependents,
    delete_with_all,
    list_dependents,
    require_deletable,
)
from core.services.retention.expiry import ExpiredRows, delete_expired

__all__ = [
    "DeletionRoot",
    "Dependents",
    "ExpiredRows",
    "delete_expired",
    "delete_with_all",
    "list_dependents",
    "require_deletable",
]
