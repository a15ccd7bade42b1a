"""How the offline baseline reads: units, an index of sentences, a score for each option."""

from core.llm.lexical.reading import LexicalAnswer, read
from core.llm.lexical.sentences import SentenceIndex

__all__ = ["LexicalAnswer", "SentenceIndex", "read"]
