"""Retrieval: cut texts into passages and rank them for a question."""
