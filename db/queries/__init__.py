"""Reads and writes of the tables; the session is always the caller's."""
