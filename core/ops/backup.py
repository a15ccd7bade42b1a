"""Back up a desk on SQLite while it runs, and restore a backup.

For PostgreSQL an error names the command of its own tools, which do this better.
"""

import errno
import os
import shutil
import sqlite3
import stat
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from core.errors import ConfigurationError, InputError
from core.files import real_path, system_reason
from core.ops.database import address_of, describe_failure, desk_alone, full_disk, require_desk
from core.settings import Settings
from db import make_engine, migrate, revisions


def back_up(url: str, target: Path) -> int:
    """Copy the database as of one moment, check the copy, and return its size in bytes.

    Raises InputError if the file already exists, ConfigurationError for PostgreSQL, a missing
    desk and a damaged copy. An interrupted copy never gets the name `target`.
    """
    source = _file_of(url, "pg_dump --format=custom --file={file} DATABASE_URL", target)
    require_desk(url)
    with _writable():
        if target.exists():
            raise InputError("The file already exists. Choose another name.", file=str(target))
        target.parent.mkdir(parents=True, exist_ok=True)
        part = _part_of(target)
        try:
            _copy_sound(source, part)
            _name(part, target)
        finally:
            part.unlink(missing_ok=True)
    return target.stat().st_size


def restore(url: str, backup: Path, *, replace: bool = False) -> Path | None:
    """Replace the desk's database by a backup and migrate its tables.

    Returns the file that the old database was moved to, None if there was none. Raises InputError
    for a file that is no backup, a desk with contents unless `replace`, and a desk in use;
    ConfigurationError for PostgreSQL.
    """
    target = _file_of(url, "pg_restore --clean --if-exists --dbname=DATABASE_URL {file}", backup)
    with _writable():
        _require_backup(backup)
        target.parent.mkdir(parents=True, exist_ok=True)
        with desk_alone(Settings(database_url=url)):
            return _restored(url, backup, target, replace=replace)


def _restored(url: str, backup: Path, target: Path, *, replace: bool) -> Path | None:
    kept = None
    if target.exists():
        if not replace and _has_contents(target):
            raise InputError(
                "There is already data here. Add --replace to replace it; the old data is kept "
                "beside it.",
                file=str(target),
            )
        kept = _unused_name(f"{target}.before-{datetime.now(UTC):%Y%m%d-%H%M%S}")
    part = _part_of(target)
    try:
        _copy_sound(backup, part)
        _own_as(part, target if kept else target.parent)
        if kept is not None:
            _keep(target, kept)
    except BaseException:
        for half in filter(None, (part, kept)):
            half.unlink(missing_ok=True)
        raise
    make_engine(url).dispose()
    for name in ("-wal", "-shm", "-journal"):  # of the old file, or of one deleted before
        target.with_name(target.name + name).unlink(missing_ok=True)
    part.replace(target)
    migrate(url)
    return kept


def _part_of(target: Path) -> Path:
    """A new empty file beside it for an unfinished copy, of a name that no other file has."""
    part, name = tempfile.mkstemp(".part", f"{target.name}.", target.parent)
    os.close(part)
    return Path(name)


def _unused_name(name: str) -> Path:
    """The name, or the first free one of those that add -2, -3 ...: what was kept stays."""
    names = (Path(name if number == 1 else f"{name}-{number}") for number in count(1))
    return next(path for path in names if not path.exists())


_NO_ROOM = (errno.ENOSPC, errno.EDQUOT)


@contextmanager
def _writable() -> Iterator[None]:
    """Turn an OSError on a file or folder into a DeskError with the system's reason."""
    try:
        yield
    except OSError as error:
        if error.errno in _NO_ROOM:
            raise full_disk() from error
        raise InputError(
            "Cannot read or write this file ({cause}). Grant this user access, or choose another "
            "place.",
            file=error.filename and str(error.filename),
            cause=system_reason(error),
        ) from error


def _name(part: Path, target: Path) -> None:
    """Give the finished copy its name, never over a file written meanwhile, as a rename would."""
    try:
        os.link(part, target)
    except FileExistsError as error:
        raise InputError(
            "The file already exists. Choose another name.", file=str(target)
        ) from error
    except OSError:  # a file system without links
        part.rename(target)


def _file_of(url: str, tool: str, file: Path) -> Path:
    address = address_of(url)
    if address.get_backend_name() != "sqlite":
        raise ConfigurationError(
            "The data is on PostgreSQL, which has its own backup tool. Use: {line}",
            line=tool.format(file=file),
        )
    return real_path(
        Path(address.database or "")
    )  # a link stays one, and the file it names changes


def _copy(source: Path, target: Path) -> None:
    target.touch(mode=0o600)  # it holds all texts, and its folder may be readable by others
    with closing(sqlite3.connect(source)) as one, closing(sqlite3.connect(target)) as other:
        # A copy waits forever for another program's lock; reading fails after five seconds, and
        # keeps others from locking the file until it is copied.
        one.execute("BEGIN")
        one.execute("SELECT count(*) FROM sqlite_master").fetchone()
        one.backup(other)  # in one step: with a write-ahead log, readers block no writer
        other.execute("PRAGMA journal_mode=DELETE")  # a single file, without -wal and -shm


def _copy_sound(source: Path, target: Path) -> None:
    try:
        _copy(source, target)
        with closing(sqlite3.connect(target)) as connection:
            (said,) = connection.execute("PRAGMA integrity_check").fetchone()
    except sqlite3.OperationalError as error:  # a full disk or a lock: nothing is damaged
        raise describe_failure(error) or _damaged(str(error)) from error
    except sqlite3.DatabaseError as error:
        raise _damaged(str(error)) from error
    if said != "ok":
        raise _damaged(said)


def _damaged(said: str) -> ConfigurationError:
    return ConfigurationError(
        "The copy of the database is damaged: {said}. Check the disk and the original.",
        said=said,
    )


_SOUND = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_FULL)
"""Failures that are no damage: a copy byte by byte would lack what is in the write-ahead log."""


def _primary_code(error: sqlite3.Error) -> int:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF  # higher bits are the extended code


def _keep(target: Path, kept: Path) -> None:
    """Copy the old database with its write-ahead log; byte by byte if it is damaged."""
    try:
        _copy(target, kept)
    except sqlite3.DatabaseError as error:
        if _primary_code(error) in _SOUND:
            raise describe_failure(error) or _damaged(str(error)) from error
        shutil.copyfile(target, kept)
    _own_as(kept, target)


def _own_as(file: Path, like: Path) -> None:
    """Take over owner and mode: the restoring user may be root, and the desk's user must write."""
    wanted, now = like.stat(), file.stat()
    if (wanted.st_uid, wanted.st_gid) != (now.st_uid, now.st_gid):
        with suppress(PermissionError):
            os.chown(file, wanted.st_uid, wanted.st_gid)
    if like.is_file():
        file.chmod(stat.S_IMODE(wanted.st_mode))


def _require_backup(backup: Path) -> None:
    if not backup.is_file():
        raise InputError("The file does not exist. Choose a backup file.", file=str(backup))
    backup.open("rb").close()
    try:
        with closing(sqlite3.connect(_read_only(backup), uri=True)) as connection:
            stored = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.DatabaseError:
        stored = None
    if stored is None:
        raise InputError(
            "This is not a backup of Evidence Desk. Choose another file.", file=str(backup)
        )
    newest = _own_revision()
    if stored[0] > newest:
        raise InputError(
            "The backup is from a newer release ({stored}) than this one ({newest}). Install "
            "that release.",
            file=str(backup),
            stored=stored[0],
            newest=newest,
        )


def _read_only(file: Path) -> str:
    return f"{file.absolute().as_uri()}?mode=ro"


def _own_revision() -> str:
    with make_engine("sqlite://").connect() as connection:
        return revisions(connection)[1] or ""


def _has_contents(target: Path) -> bool:
    try:
        with closing(sqlite3.connect(target)) as connection:
            (count,) = connection.execute("SELECT count(*) FROM source_text").fetchone()
    except sqlite3.DatabaseError:
        return target.stat().st_size > 0
    return bool(count)
