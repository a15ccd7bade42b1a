"""Reads and writes of the tables; callers own the session and its transaction."""
