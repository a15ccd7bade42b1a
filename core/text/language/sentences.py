"""A text as the short pieces a context may be cut into: whole sentences, in English and Chinese."""

import re
from collections.abc import Iterator

from core.text.language.scripts import HAN

_LONGEST = 300
"""Characters after which a sentence is cut at its marks or words: it may be a list, or a page."""
_CLOSING = "\"”’'」』）)】》\\]"
_OPENING = "\"“‘'「『（(【《\\["
# Before a small letter a sentence goes on: “What?” said he. Marks that end nothing are passed at
# once, and spaces are read from their first one on: else a row of them is read again from each.
_END = re.compile(
    rf"""
    [。！？][。！？…]*[{_CLOSING}]*
    | (?<=[{HAN}{_CLOSING}])…+[{_CLOSING}]*
    | [!?…]+[{_CLOSING}]* (?=\s+[^\sa-z] | \s*\Z | [{HAN}{_OPENING}])
    | (?P<none>[!?…]++)
    | (?<![.\s])\.++[{_CLOSING}]*+ (?=\s+[^\sa-z] | \s*\Z | [A-Z][a-z] | [{HAN}])
    | (?<=[{HAN}\u3001-\u303f\uff00-\uffef])[^\S\n]*\n
    | (?<![^\S\n])[^\S\n\u3000]*+\u3000[^\S\n]*\n
    | \n\s*\n
    """,
    re.VERBOSE,
)
_ABBREVIATION = re.compile(r"\b(?:Mr|Mrs|Ms|Dr|St|Prof|Jr|Sr|vs|No|[A-Z])\.\Z")
_CLAUSE_END = re.compile(rf"[，；：、,;:—][{_CLOSING}]*|\s+")
_LONGEST_HEADING = 40
_CLOSED = re.compile(rf"[。！？!?.…;；:：,，、][{_CLOSING}]*$")
_SPACES = re.compile(r"\s*")
# What must stay with the character before it.
_TRAILING = re.compile("[\u0300-\u036f\u200d\ufe00-\ufe0f\U0001f3fb-\U0001f3ff]")


def sentence_spans(text: str) -> Iterator[tuple[int, int]]:
    """Half-open spans of the sentences, without the blanks around them and with all else.

    A line break ends a sentence after Chinese; in English only a blank line does, since books come
    with wrapped lines. What is longer than 300 characters is cut at its marks or words besides.
    """
    start = 0
    for found in _END.finditer(text):
        end = found.end()
        if not found["none"] and not _ABBREVIATION.search(text, max(start, end - 6), end):
            yield from _bare(text, start, end)
            start = end
    yield from _bare(text, start, len(text))


def quotable_spans(text: str) -> Iterator[tuple[int, int]]:
    """As `sentence_spans`, but an English heading straight above a sentence is a span of its own:
    a line break alone ends no sentence there.
    """
    for begins, end in sentence_spans(text):
        start = begins
        while (line_end := _heading_end(text, start, end)) is not None:
            yield start, line_end
            start = _after_spaces(text, line_end, end)
        yield start, end


_INDENT = 40
_LINE = re.compile(r"[^\n]*\n")
_NUMBERED = re.compile(
    r"#{1,6}\s|(?:chapter|part|book|section|appendix)\s+(?:\d+|[ivxlc]+|[a-z]+)\b", re.IGNORECASE
)
_BEGINS_A_SENTENCE = re.compile(rf"[{_OPENING}]*[A-Z0-9]")


def _heading_end(text: str, start: int, end: int) -> int | None:
    """Where a line ends that stands above a sentence as its heading: short, without a mark at its
    end, in front of a capital, and not one of several lines that are all that short.
    """
    line = _LINE.match(text, start, end)
    if line is None or (start and text[start - 1] not in "\n\t "):
        return None
    above = text[max(0, start - _INDENT) : start].rstrip(" \t")[-1:]
    said, rest = line[0].strip(), text[line.end() : end].lstrip()
    if (start and above != "\n") or not is_heading(said) or not _BEGINS_A_SENTENCE.match(rest):
        return None
    is_long = max(map(len, rest.splitlines())) > _LONGEST_HEADING
    return start + len(line[0].rstrip()) if is_long or _NUMBERED.match(said) else None


def is_heading(sentence: str) -> bool:
    """Whether a sentence without blanks around it is short and ends with no mark."""
    return len(sentence) <= _LONGEST_HEADING and not _CLOSED.search(sentence)


def _bare(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while end > start and text[end - 1].isspace():
        end -= 1
    while end - (start := _after_spaces(text, start, end)) > _LONGEST:
        cut = _clause_end(text, start + _LONGEST // 2, start + _LONGEST)
        last = cut
        while text[last - 1].isspace():
            last -= 1
        yield start, last
        start = cut
    if start < end:
        yield start, end


def _after_spaces(text: str, at: int, end: int) -> int:
    found = _SPACES.match(text, at, end)
    return found.end() if found else at


def _clause_end(text: str, at_least: int, at_most: int) -> int:
    """The last place of a range where a clause or a word ends, else where a character does."""
    ends = [found.end() for found in _CLAUSE_END.finditer(text, at_least, at_most)]
    if ends:
        return ends[-1]
    while at_most > at_least and not may_be_cut(text, at_most):
        at_most -= 1
    return at_most


def may_be_cut(text: str, at: int) -> bool:
    """Whether no character seen as one is cut at `at`: an accent or a joined emoji."""
    if not 0 < at < len(text):
        return True
    return not _TRAILING.match(text, at) and text[at - 1] != "\u200d"
