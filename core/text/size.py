"""How large a file may be, the same in the browser and on the command line."""

from core.errors import InputError

_MEGABYTE = 1024 * 1024


def require_size(data: bytes, max_bytes: int, file_name: str) -> None:
    """Raises InputError naming the file, its size, the limit and how to raise it."""
    if len(data) > max_bytes:
        raise InputError(
            "{name} has {size} MB, the limit is {limit} MB. Split the file, or raise "
            "DESK_MAX_UPLOAD_MB.",
            name=file_name,
            size=f"{len(data) / _MEGABYTE:.1f}",
            limit=f"{max_bytes / _MEGABYTE:.0f}",
        )
