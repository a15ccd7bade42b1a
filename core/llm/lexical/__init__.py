"""The offline baseline: finds sentences by their words and scores the options, without a model."""

from core.llm.lexical.reading import LexicalAnswer, read
from core.llm.lexical.sentences import SentenceIndex

__all__ = ["LexicalAnswer", "SentenceIndex", "read"]
