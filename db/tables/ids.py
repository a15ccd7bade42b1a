"""Table options for ids that are never reused."""

IDS_NEVER_REUSED = {"sqlite_autoincrement": True}
"""For tables whose rows can be deleted: links, caches, NPCs and the queue remember ids, which must
not refer to another text or run later. PostgreSQL never reuses ids anyway.
"""
