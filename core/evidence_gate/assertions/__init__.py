"""Finds what an answer asserts and checks it against the cited passages."""
