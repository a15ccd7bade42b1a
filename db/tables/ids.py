"""Table options for ids that are never reused."""

IDS_NEVER_REUSED = {"sqlite_autoincrement": True}
"""Of tables whose rows can be deleted: links, caches, NPCs and the queue remember their ids, which
must not come to mean another text or run. PostgreSQL never gives an id twice.
"""
