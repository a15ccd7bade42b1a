"""Answers behind an evidence gate (source 002), and made better in a loop (source 004)."""
