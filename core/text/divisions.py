"""The division of a novel into equal parts and into chapters."""

from dataclasses import dataclass

from core.text.language.chapters import find_chapters
from core.text.tokens import TokenizedText

TENTHS = 10
TWENTIETHS = 20


@dataclass(frozen=True, slots=True)
class BookDivisions:
    """Cut points of a novel, in tokens: `tenths` and `stretches` between its ten and twenty equal
    parts, `chapters` at the start of each chapter. `twentieth_starts` and `chapter_starts` are in
    characters. `titles` are the chapter headings, empty if the novel has none.
    """

    tenths: tuple[int, ...]
    chapters: tuple[int, ...]
    titles: tuple[str, ...]
    chapter_starts: tuple[int, ...]
    stretches: tuple[int, ...]
    twentieth_starts: tuple[int, ...]

    @classmethod
    def from_text(cls, text: TokenizedText) -> "BookDivisions":
        headings = find_chapters(text.text)
        return cls(
            _equal_parts(text.n_tokens, TENTHS),
            tuple(text.token_at(chapter.start) for chapter in headings),
            tuple(chapter.title for chapter in headings),
            tuple(chapter.start for chapter in headings),
            _equal_parts(text.n_tokens, TWENTIETHS),
            _equal_parts(len(text.text), TWENTIETHS),
        )


def _equal_parts(length: int, parts: int) -> tuple[int, ...]:
    return tuple(length * at // parts for at in range(1, parts))
