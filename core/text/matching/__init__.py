"""Quote matching: whether a text has a quote, where, and what differs."""

from core.text.matching.book_names import names_in
from core.text.matching.boundaries import whole_tokens
from core.text.matching.content import differences
from core.text.matching.fragments import split_at_ellipses
from core.text.matching.terms import Terms, TermVocabulary

__all__ = [
    "TermVocabulary",
    "Terms",
    "differences",
    "names_in",
    "split_at_ellipses",
    "whole_tokens",
]
