"""Answers made better in a loop of generating, judging and revising (source 004)."""
