"""How the offline baseline reads: units, an index of sentences, a score for each option."""

from core.llm.lexical.reading import Reading, read
from core.llm.lexical.sentences import SentenceIndex

__all__ = ["Reading", "SentenceIndex", "read"]
