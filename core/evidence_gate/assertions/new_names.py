"""Names of people, places and books that a sentence has and its evidence has not.

Told by rule and always (source 002, P3, asks for NER): a name is what has the form of one. A name
that the evidence has elsewhere is not told. docs/decisions/0011-gate-rules.md has what each rule
pays.
"""

import re
from collections.abc import Iterator

from core.evidence_gate.assertions.chinese_new_names import new_chinese_names
from core.evidence_gate.assertions.claim_sentences import without_source_named
from core.evidence_gate.assertions.english_new_names import new_english_names
from core.text.language.scripts import HAN, simplified_table

_BOOK = re.compile("《([^《》]{1,60})》")
_ANY_BOOK = re.compile(f"宗谱|族谱|家谱|方志|[氏族谱志书记载录集选节卷]|[^{HAN}]+")
"""What titles of any such book say."""
_DENIED = re.compile(r"(?:不是|并非|而非|并不是)\Z|\b(?:not(?: by)?|rather than|instead of) \Z")
_LONGEST_DENIAL = 12


def new_names(sentence: str, text: str) -> tuple[str, ...]:
    """The new names without repeats; Chinese ones in simplified characters."""
    claim = without_source_named(sentence)
    names = [
        *_new_books(sentence, text),
        *new_chinese_names(_BOOK.sub(" ", claim), text),
        *new_english_names(claim, text),
    ]
    simplified = claim.translate(simplified_table())
    return tuple(
        name for name in dict.fromkeys(names) if not _is_denied(simplified.find(name), claim)
    )


def _is_denied(position: int, claim: str) -> bool:
    """Whether only that it was not so is said of the name at `position`: 是思齐公，不是王守仁."""
    return position > 0 and bool(
        _DENIED.search(claim, max(0, position - _LONGEST_DENIAL), position)
    )


def _new_books(sentence: str, text: str) -> Iterator[str]:
    known_text = text.translate(simplified_table())
    for match in _BOOK.finditer(sentence):
        title = match[1].translate(simplified_table())
        pieces = filter(None, _ANY_BOOK.split(title))
        if title not in known_text and not all(_is_joined(piece, known_text) for piece in pieces):
            yield match[0]


def _is_joined(piece: str, known_text: str) -> bool:
    """Whether the texts have each of its characters together with a neighbour."""
    pairs = [piece[index : index + 2] in known_text for index in range(len(piece) - 1)]
    neighbours = zip([False, *pairs], [*pairs, False], strict=True)
    return piece in known_text or (
        len(piece) > 1 and all(before or after for before, after in neighbours)
    )
