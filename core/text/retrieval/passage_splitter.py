"""Cut a text into passages for search: whole sentences, every character in exactly one."""

from collections.abc import Iterator

from core.text.language.scripts import guess_language
from core.text.language.sentences import sentence_spans
from core.text.span import Span

LONGEST = {"zh": 400, "en": 1000}
"""Most characters of a passage, by language; Chinese says as much in fewer."""

_JUDGED = 20_000
_HEADING = 40


def cut_passages(text: str, language: str | None = None) -> list[Span]:
    """Return adjoining spans that cover `text` in order; blanks belong to the sentence before them.

    A passage ends with a sentence; a heading, a short line alone between blank lines, begins the
    next one. `language` is guessed where it is not given.
    """
    longest = LONGEST["zh" if (language or guess_language(text[:_JUDGED])) == "zh" else "en"]
    starts = list(_starts(text, longest))
    ends = [*starts[1:], len(text)][: len(starts)]
    return [Span(start, end) for start, end in zip(starts, ends, strict=True)]


def _starts(text: str, longest: int) -> Iterator[int]:
    passage_start: int | None = None
    heading_start: int | None = None  # of the last sentence, if it is a heading
    for start, end in sentence_spans(text):
        if passage_start is None:
            passage_start = 0
            yield passage_start
        elif end - passage_start > longest:
            passage_start = (
                heading_start
                if heading_start is not None and heading_start > passage_start
                else start
            )
            yield passage_start
        heading_start = start if _is_heading(text, start, end) else None
    if passage_start is None and text:
        yield 0


def _is_heading(text: str, start: int, end: int) -> bool:
    alone = start == 0 or text[start - 1] in "\n\u3000"
    return alone and end - start <= _HEADING and text[end : end + 1] in ("\n", "")
