"""What a near copy changed: numbers, negations and names count, spelling does not.

Works on normalised text (`core.text.normalise`), word by word in Latin letters and character by
character in Chinese, with every numeral kept whole.
"""

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from enum import StrEnum

from rapidfuzz.distance import Levenshtein

from core.text.numerals import CHINESE_NUMERALS, ENGLISH_NUMERALS, english_value, numeral_value
from core.text.scripts import UNSPACED


class DifferenceKind(StrEnum):
    NUMBER = "number"
    NEGATION = "negation"
    NAME = "name"
    REWRITTEN = "rewritten"
    WORDING = "wording"
    SPELLING = "spelling"


CHANGES_CONTENT = frozenset(
    {
        DifferenceKind.NUMBER,
        DifferenceKind.NEGATION,
        DifferenceKind.NAME,
        DifferenceKind.REWRITTEN,
    }
)
"""Kinds that make a near copy an altered one."""


@dataclass(frozen=True, slots=True)
class Difference:
    """What the quote claims where the source says something else; either may be empty."""

    claimed: str
    source: str
    kind: DifferenceKind

    def to_dict(self) -> dict[str, str]:
        return {"claimed": self.claimed, "source": self.source, "kind": self.kind.value}


NUMBER = rf"[0-9.{CHINESE_NUMERALS}]*[0-9{CHINESE_NUMERALS}][%‰]?"
_TOKEN = re.compile(rf"{NUMBER}|[^\W\d_{UNSPACED}]+|\S")
_NUMBER = re.compile(NUMBER)
_UNSPACED_CHARACTER = re.compile(f"[{UNSPACED}]")
_LONGEST_HAN_NAME = 4

_CHINESE_NEGATORS = frozenset("不没未无非别勿莫毋否甭休弗")
# Words in which such a character denies nothing.
_NOT_DENYING = re.compile(
    "不过|不但|不仅|不管|不论|不断|不久|不禁|不妨|不然|无论|无非|无不|非常|别人|别的|别处|特别|分别|区别|"
    "告别|离别|送别|个别|级别|性别|未来|差不多|对不起|了不起|莫非|除非|是非|休息|休养|只不过|要不是"
)
_ENGLISH_NEGATORS = frozenset(
    re.findall(
        r"\w+",
        "not no never none nor neither nobody nothing nowhere without cannot hardly scarcely "
        "barely unless except lest cant wont dont doesnt didnt isnt arent wasnt werent hasnt "
        "havent hadnt wouldnt couldnt shouldnt mustnt neednt shant aint mightnt oughtnt darent "
        "unable refuse refused refuses deny denied denies fail failed fails lack lacked lacks",
    )
)
_NEGATING_PREFIXES = ("un", "in", "im", "ir", "il", "dis", "non", "mis")
# A run of new words as long as this is not a slip: 8 letters, or 4 Chinese characters.
_REWRITTEN_WEIGHT = 8
_SPELLING_SIMILARITY = 0.6


def differences(claimed: str, source: str, names: Set[str] = frozenset()) -> tuple[Difference, ...]:
    """Where two normalised texts differ, in order, each with what it changes.

    `names` are the normalised names of the book (`core.text.names`).
    """
    ours, theirs = list(_TOKEN.finditer(claimed)), list(_TOKEN.finditer(source))
    return tuple(_difference(left, right, names) for left, right in _differing_runs(ours, theirs))


def weight(normalised: str) -> int:
    """Length in letters; a Chinese character carries as much as two."""
    return len(normalised.replace(" ", "")) + len(_UNSPACED_CHARACTER.findall(normalised))


def whole_tokens(text: str, start: int, end: int) -> tuple[int, int]:
    """[start, end) of a normalised text, widened to the words and numbers it cuts."""
    reach = 64  # longer words and numbers are not widened
    first = max(0, start - reach)
    last = min(len(text), end + reach)
    for token in _TOKEN.finditer(text, first, min(last, start + reach)):
        if token.start() < start < token.end():
            start = token.start()
            break
    for token in _TOKEN.finditer(text, max(first, end - reach), last):
        if token.start() < end < token.end():
            end = token.end()
            break
    return start, end


def cuts_number(text: str, start: int, end: int) -> bool:
    """Whether text[start:end] begins or ends inside a number ("8万" of "1.8万")."""
    wide_start, wide_end = whole_tokens(text, start, end)
    before, after = text[wide_start:start], text[end:wide_end]
    return any(_NUMBER.search(cut) is not None for cut in (before, after) if cut)


def cuts_negation(text: str, start: int, end: int, clause_start: int = 0) -> bool:
    """Whether text[start:end] cuts a negation, or leaves out one within two words before it.

    Words before `clause_start` belong to another sentence.
    """
    wide_start, wide_end = whole_tokens(text, start, end)
    if negators(text[wide_start:wide_end]) != negators(text[start:end]):
        return True
    if text[wide_start:start] in _NEGATING_PREFIXES:
        return True
    before = _TOKEN.findall(text[max(clause_start, wide_start - 24) : wide_start])[-2:]
    return bool(_sorted_negators(before))


def negators(text: str) -> list[str]:
    """The negations of a normalised text, sorted; "don't" and "do not" give the same."""
    return _sorted_negators(_TOKEN.findall(text))


def _sorted_negators(tokens: Sequence[str]) -> list[str]:
    return sorted(_negators(tokens))


@dataclass(frozen=True, slots=True)
class _Run:
    """Tokens [first, last) of a normalised text, where it differs from another."""

    text: str
    start: int
    end: int
    words: list[str]

    def names(self, names: Set[str]) -> set[str]:
        """The names of which the run is a part."""
        around = range(max(0, self.start - _LONGEST_HAN_NAME), self.end)
        in_han = {
            self.text[at : at + length]
            for at in around
            for length in range(2, _LONGEST_HAN_NAME + 1)
            if at + length > self.start and _UNSPACED_CHARACTER.match(self.text, at)
        }
        return (in_han | set(self.words)) & names


def _differing_runs(
    ours: Sequence[re.Match[str]], theirs: Sequence[re.Match[str]]
) -> Iterator[tuple[_Run, _Run]]:
    """Maximal runs of tokens between equal ones."""
    left, right = 0, 0
    words, other_words = [m.group() for m in ours], [m.group() for m in theirs]
    for operation in Levenshtein.opcodes(words, other_words):
        if operation.tag != "equal":
            continue
        if operation.src_start > left or operation.dest_start > right:
            yield _run(ours, left, operation.src_start), _run(theirs, right, operation.dest_start)
        left, right = operation.src_end, operation.dest_end
    if left < len(ours) or right < len(theirs):
        yield _run(ours, left, len(ours)), _run(theirs, right, len(theirs))


def _run(tokens: Sequence[re.Match[str]], first: int, last: int) -> _Run:
    if not tokens:
        return _Run("", 0, 0, [])
    start = tokens[first].start() if first < len(tokens) else tokens[-1].end()
    end = tokens[last - 1].end() if last > first else start
    return _Run(tokens[0].string, start, end, [match.group() for match in tokens[first:last]])


def _difference(ours: _Run, theirs: _Run, names: Set[str]) -> Difference:
    kind = _kind(ours.words, theirs.words)
    # Words left out (a "said Holmes" between two halves) replace no name; a misspelt one is a slip.
    if ours.words and kind not in CHANGES_CONTENT and ours.names(names) != theirs.names(names):
        latin_slip = kind is DifferenceKind.SPELLING and ours.words[0].isascii()
        if not latin_slip or ours.names(names):
            kind = DifferenceKind.NAME
    return Difference(_joined(ours.words), _joined(theirs.words), kind)


def _kind(claimed: Sequence[str], source: Sequence[str]) -> DifferenceKind:
    if sorted(_numbers(claimed)) != sorted(_numbers(source)):
        return DifferenceKind.NUMBER
    denied = _sorted_negators(claimed) != _sorted_negators(source)
    if denied or _prefix_denies(claimed, source):
        return DifferenceKind.NEGATION
    if all(_is_number(token) or token == "and" for token in (*claimed, *source)):  # noqa: S105
        return DifferenceKind.SPELLING
    ours, theirs = _joined(claimed), _joined(source)
    # Spaces come and go with how words are joined ("to-day" and "today").
    similarity = Levenshtein.normalized_similarity(ours.replace(" ", ""), theirs.replace(" ", ""))
    if similarity >= _SPELLING_SIMILARITY:
        return DifferenceKind.SPELLING
    if weight(ours) >= _REWRITTEN_WEIGHT:
        return DifferenceKind.REWRITTEN
    return DifferenceKind.WORDING


def _numbers(tokens: Sequence[str]) -> Iterator[str]:
    words: list[str] = []
    for token in [*tokens, ""]:
        if token in ENGLISH_NUMERALS:
            words.append(token)
            continue
        if words and token == "and":  # noqa: S105
            continue
        if words:
            yield english_value(words)
            words = []
        if _NUMBER.fullmatch(token):
            yield numeral_value(token)


def _is_number(token: str) -> bool:
    return token in ENGLISH_NUMERALS or _NUMBER.fullmatch(token) is not None


def _negators(tokens: Sequence[str]) -> Iterator[str]:
    for token in tokens:
        if token in _ENGLISH_NEGATORS:
            yield "not" if token.endswith(("nt", "cannot")) else token
    yield from (c for c in _NOT_DENYING.sub("", _joined(tokens)) if c in _CHINESE_NEGATORS)


def _prefix_denies(claimed: Sequence[str], source: Sequence[str]) -> bool:
    """Whether a word meets its own opposite (happy, unhappy)."""
    pairs = [(one, other) for one in claimed for other in source]
    return any(
        longer in {prefix + shorter for prefix in _NEGATING_PREFIXES}
        for pair in pairs
        for shorter, longer in [sorted(pair, key=len)]
        if len(shorter) > 3
    )


def _joined(tokens: Sequence[str]) -> str:
    text = " ".join(tokens)
    return re.sub(rf"(?<=[{UNSPACED}]) | (?=[{UNSPACED}])", "", text)
