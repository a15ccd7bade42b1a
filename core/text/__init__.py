"""Text: decoding, tokens, normal form, and finding quotes in it."""

from core.text.decoding import ENCODINGS, DecodedText, DecodingNotice, decode_text
from core.text.divisions import BookDivisions
from core.text.language.scripts import guess_language
from core.text.matching.content import Difference, DifferenceKind, WordRule
from core.text.matching.evidence import EvidenceMatcher
from core.text.matching.search import PreparedText
from core.text.matching.verdicts import (
    SIMILARITY_FLOOR,
    WARNING_SENTENCES,
    EvidenceMatch,
    EvidenceVerdict,
    EvidenceWarning,
    NotFoundCause,
)
from core.text.normalise import Normalised, normal_form, normalise
from core.text.novels import NOVEL_SUFFIXES, read_novel
from core.text.size_limits import require_size, too_large
from core.text.span import Span
from core.text.tokens import TokenizedText, Tokenizer, load_tokenizer
from core.text.vocabularies import AVAILABLE_TOKENIZERS

__all__ = [
    "AVAILABLE_TOKENIZERS",
    "ENCODINGS",
    "NOVEL_SUFFIXES",
    "SIMILARITY_FLOOR",
    "WARNING_SENTENCES",
    "BookDivisions",
    "DecodedText",
    "DecodingNotice",
    "Difference",
    "DifferenceKind",
    "EvidenceMatch",
    "EvidenceMatcher",
    "EvidenceVerdict",
    "EvidenceWarning",
    "Normalised",
    "NotFoundCause",
    "PreparedText",
    "Span",
    "TokenizedText",
    "Tokenizer",
    "WordRule",
    "decode_text",
    "guess_language",
    "load_tokenizer",
    "normal_form",
    "normalise",
    "read_novel",
    "require_size",
    "too_large",
]
