"""A text cut into the passages that are searched: whole sentences, every character in one."""

from collections.abc import Iterator

from core.text.language.scripts import guess_language
from core.text.language.sentences import sentence_spans
from core.text.span import Span

LONGEST = {"zh": 400, "en": 1000}
"""Characters of a passage; a Chinese page says as much in fewer."""

_JUDGED = 20_000
_HEADING = 40


def cut_passages(text: str, language: str | None = None) -> list[Span]:
    """Spans in order that touch each other and cover `text` (blanks go with what stands before).

    A passage ends with a sentence; a heading, a short line alone between blank lines, begins the
    next one. `language` is guessed where it is not given.
    """
    longest = LONGEST["zh" if (language or guess_language(text[:_JUDGED])) == "zh" else "en"]
    starts = list(_starts(text, longest))
    ends = [*starts[1:], len(text)][: len(starts)]
    return [Span(start, end) for start, end in zip(starts, ends, strict=True)]


def _starts(text: str, longest: int) -> Iterator[int]:
    begun: int | None = None
    held: int | None = None  # where the last sentence of the passage is a heading
    for start, end in sentence_spans(text):
        if begun is None:
            begun = 0
            yield begun
        elif end - begun > longest:
            begun = held if held is not None and held > begun else start
            yield begun
        held = start if _is_heading(text, start, end) else None
    if begun is None and text:
        yield 0


def _is_heading(text: str, start: int, end: int) -> bool:
    alone = start == 0 or text[start - 1] in "\n\u3000"
    return alone and end - start <= _HEADING and text[end : end + 1] in ("\n", "")
