"""Split English and Chinese text into sentences, the pieces a context may be cut into."""

import re
from collections.abc import Iterator

from core.text.language.scripts import HAN

_LONGEST = 300
"""Characters of a sentence; a longer one may be a list or a page, and is cut at marks or words."""
_CLOSING = "\"”’'」』）)】》\\]"
_OPENING = "\"“‘'「『（(【《\\["
# Before a small letter a sentence goes on: “What?” said he. Marks that end nothing are matched as
# one run, and spaces from the first on, so that a long row is not read again from each.
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
# Code points that must stay with the character before them.
_TRAILING = re.compile("[\u0300-\u036f\u200d\ufe00-\ufe0f\U0001f3fb-\U0001f3ff]")


def sentence_spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield the half-open spans of the sentences, leaving out only the blanks around them.

    A line break ends a sentence after Chinese; in English only a blank line does, since books come
    with wrapped lines. Sentences of more than 300 characters are cut at marks or words as well.
    """
    start = 0
    for match in _END.finditer(text):
        end = match.end()
        if not match["none"] and not _ABBREVIATION.search(text, max(start, end - 6), end):
            yield from _bare(text, start, end)
            start = end
    yield from _bare(text, start, len(text))


def quotable_spans(text: str) -> Iterator[tuple[int, int]]:
    """As `sentence_spans`, but an English heading straight above a sentence is a span of its own:
    a line break alone ends no sentence there.
    """
    for sentence_start, end in sentence_spans(text):
        start = sentence_start
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
    """Return where the first line ends if it is a heading: short, without a mark at its end, in
    front of a capital, and not one of several lines that are all that short. Else None.
    """
    line = _LINE.match(text, start, end)
    if line is None or (start and text[start - 1] not in "\n\t "):
        return None
    above = text[max(0, start - _INDENT) : start].rstrip(" \t")[-1:]
    heading, following = line[0].strip(), text[line.end() : end].lstrip()
    if (
        (start and above != "\n")
        or not is_heading(heading)
        or not _BEGINS_A_SENTENCE.match(following)
    ):
        return None
    is_long = max(map(len, following.splitlines())) > _LONGEST_HEADING
    return start + len(line[0].rstrip()) if is_long or _NUMBERED.match(heading) else None


def is_heading(sentence: str) -> bool:
    """Whether a sentence without blanks around it is short and ends with no mark."""
    return len(sentence) <= _LONGEST_HEADING and not _CLOSED.search(sentence)


def _bare(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the span without the blanks around it, cut where it is longer than _LONGEST."""
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
    match = _SPACES.match(text, at, end)
    return match.end() if match else at


def _clause_end(text: str, at_least: int, at_most: int) -> int:
    """Return the last end of a clause or a word in a range, else that of a character."""
    ends = [match.end() for match in _CLAUSE_END.finditer(text, at_least, at_most)]
    if ends:
        return ends[-1]
    while at_most > at_least and not may_be_cut(text, at_most):
        at_most -= 1
    return at_most


def may_be_cut(text: str, at: int) -> bool:
    """Whether a cut at `at` splits no visible character, such as a letter with its accent."""
    if not 0 < at < len(text):
        return True
    return not _TRAILING.match(text, at) and text[at - 1] != "\u200d"
