"""Languages: scripts, words, sentences, numerals and units of a text."""

from core.text.language.chapters import Chapter, find_chapters
from core.text.language.contractions import same_written_out
from core.text.language.look_alikes import likely_misread
from core.text.language.numerals import english_number, numeral_value
from core.text.language.scripts import (
    simplified_characters,
    simplified_table,
    supported_language,
    traditional_characters,
)
from core.text.language.sentences import is_heading, may_be_cut, quotable_spans, sentence_spans
from core.text.language.units import content_units, is_han, stem
from core.text.language.words import letter_length, negators

__all__ = [
    "Chapter",
    "content_units",
    "english_number",
    "find_chapters",
    "is_han",
    "is_heading",
    "letter_length",
    "likely_misread",
    "may_be_cut",
    "negators",
    "numeral_value",
    "quotable_spans",
    "same_written_out",
    "sentence_spans",
    "simplified_characters",
    "simplified_table",
    "stem",
    "supported_language",
    "traditional_characters",
]
