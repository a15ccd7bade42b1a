"""Delete data permanently: a text with all dependent rows, samples, and replies past a date."""

from core.services.retention.deletion import (
    DeletionRoot,
    Dependents,
    delete_with_all,
    list_dependents,
    require_deletable,
)
from core.services.retention.expiry import ExpiredRows, delete_expired
from core.services.retention.samples import (
    SampleLibrary,
    are_samples_removed,
    remove_samples,
    sample_library,
)

__all__ = [
    "DeletionRoot",
    "Dependents",
    "ExpiredRows",
    "SampleLibrary",
    "are_samples_removed",
    "delete_expired",
    "delete_with_all",
    "list_dependents",
    "remove_samples",
    "require_deletable",
    "sample_library",
]
