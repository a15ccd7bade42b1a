"""Reads and writes of the tables; callers own the session and its transaction.

Import its modules and call `runs.write`: each names its queries short, as those of one subject.
"""
