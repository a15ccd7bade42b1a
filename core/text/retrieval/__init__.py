"""Passages of a text: cutting, terms, ranking, coverage."""
