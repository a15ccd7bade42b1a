"""Find names of people, places and books that are in a sentence but not in its evidence.

Always by rule (source 002, P3, asks for NER): names are recognised by their form. A name that
occurs anywhere in the evidence is not reported. docs/decisions/0011-gate-rules.md has the effect of
each rule.
"""

import re
from collections.abc import Iterator

from core.evidence_gate.assertions.chinese_new_names import new_chinese_names
from core.evidence_gate.assertions.claim_sentences import without_source_named
from core.evidence_gate.assertions.english_new_names import new_english_names
from core.text.language import simplified_table
from core.text.language.scripts import HAN

_BOOK = re.compile("《([^《》]{1,60})》")
_ANY_BOOK = re.compile(f"宗谱|族谱|家谱|方志|[氏族谱志书记载录集选节卷]|[^{HAN}]+")
"""Parts of titles that do not identify a book."""
_DENIED = re.compile(r"(?:不是|并非|而非|并不是)\Z|\b(?:not(?: by)?|rather than|instead of) \Z")
_LONGEST_DENIAL = 12


def new_names(sentence: str, text: str) -> tuple[str, ...]:
    """Return the new names without repeats; Chinese ones in simplified characters."""
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
    """Whether the name at `position` is negated, as the second one in 是思齐公，不是王守仁."""
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
    """Whether the texts have each character of the piece together with a neighbour."""
    pairs = [piece[index : index + 2] in known_text for index in range(len(piece) - 1)]
    neighbours = zip([False, *pairs], [*pairs, False], strict=True)
    return piece in known_text or (
        len(piece) > 1 and all(before or after for before, after in neighbours)
    )
