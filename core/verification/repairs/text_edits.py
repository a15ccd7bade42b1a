"""Edits of a text that need no writer: remove links or sentences, cut to length (section 5)."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from string import ascii_letters, digits
from typing import NamedTuple

from rapidfuzz.distance import Levenshtein

from core.verification.compliance.compliance import folded
from core.verification.copy_text.links_and_prices import links
from core.verification.copy_text.text_measures import SENTENCE_END, cut_at, has_han, length
from core.verification.findings import CharRange
from core.verification.policy.policy import Policy

ELLIPSIS = "..."

# Marks that introduced a removed link (reading 14).
_LEAD_MARKS = re.compile(r"(?<![\s:：,，、→-])[\s:：,，、→-]+$")
_EMPTY_BRACKETS = re.compile(r"(?<!\s)\s*[(（\[【<《]\s*[)）\]】>》]")
_OPEN_AT_END = re.compile(r"(?<![\s(（\[【<《])[\s(（\[【<《]+$")
_WHITE = re.compile(r"\s*")
_NUMBER_GOES_ON = re.compile(r"[.,]?[0-9]")
_SPACES = re.compile(r"[^\S\r\n]{2,}")
_SENTENCE = re.compile(rf"(?:(?!{SENTENCE_END}).)*{SENTENCE_END}*\s*")


_MOST_ROUNDS = 8
"""Rounds at most; a removal may join the text around a link to another link."""


def without_urls(text: str, policy: Policy) -> str:
    """The text without links and what introduced them, until none is left (section 5.2).

    A text made of links, in which rounds find ever new ones, is cut up.
    """
    for _ in range(_MOST_ROUNDS):
        if not (spans := _links(text, policy)):
            return text
        text = _without(text, spans)
    ends = [0, *(end for _, end in _links(text, policy))]
    starts = [*(start for start, _ in _links(text, policy)), len(text)]
    return " ".join(text[end:start] for end, start in zip(ends, starts, strict=True))


def _links(text: str, policy: Policy) -> list[CharRange]:
    return [address.span for address in links(text, folded(text, policy), policy.urls)]


def _without(text: str, spans: Sequence[CharRange]) -> str:
    """The text without the links at `spans` and without marks and brackets that held only them."""
    parts: list[str] = []
    at = 0
    for start, end in spans:
        before, at = text[at:start], end
        following = _after_white(text, end)
        if _ends(text, end, following):
            before = _LEAD_MARKS.sub("", before)
        elif has_han(before.rstrip()[-1:]) and has_han(text[following : following + 1]):
            # Mid-sentence the words around stay, without the spaces that set the link apart.
            before, at = before.rstrip(), following
        parts.append(before)
    joined = _EMPTY_BRACKETS.sub("", "".join([*parts, text[at:]]))
    return _OPEN_AT_END.sub("", _SPACES.sub(" ", joined)).strip()


def _after_white(text: str, at: int) -> int:
    white = _WHITE.match(text, at)
    return white.end() if white else at


def _ends(text: str, at: int, following: int) -> bool:
    """Whether a sentence or a line ends at `at`; `following` is the first character after it."""
    if following == len(text):
        return True
    return text[following] in ".,;!?。，；！？)）]】>》" or text[at] in "\r\n"


def with_call_to_tap(text: str, policy: Policy) -> str:
    """A push message that lost its link, with a call to tap if it became short (scenario 3)."""
    if length(text, policy.length) >= policy.length.shortest or not text:
        return text
    call = policy.call_to_tap.get("zh" if has_han(text) else "en", "")
    return text.rstrip(".。!！?？,，;；") + call if call else text


def shortened(text: str, limit: int, policy: Policy) -> str:
    """The text cut to `limit` length units (section 5.1): 3 units are reserved for the "...".

    English is cut between words: (limit - 3) // 5 of them. A grapheme is never cut (reading 12).
    Where the limit is too low for it, the "..." is left out.
    """
    available = limit - len(ELLIPSIS)
    beginning = _cut(text, available, policy) if available > 0 else ""
    # A text in words counts the "..." to its last word, any other as three characters.
    if beginning and length(beginning + ELLIPSIS, policy.length) <= limit:
        return beginning + ELLIPSIS
    return _cut(text, limit, policy)


def _cut(text: str, limit: int, policy: Policy) -> str:
    """Cut to `limit`, again where the cut took the only Chinese: the rest is measured in words."""
    while length(text, policy.length) > limit:
        text = text[: _before_number(text, cut_at(text, limit, policy.length))].rstrip()
    return text


def _before_number(text: str, at: int) -> int:
    """Where to cut instead of within a number: ¥1999 cut to ¥19 would be another price."""
    if not _NUMBER_GOES_ON.match(text, at):
        return at
    start = at
    while start and text[start - 1] in "0123456789.,":
        start -= 1
    return start or at


def without_sentences(text: str, spans: Sequence[CharRange]) -> str | None:
    """The text without the sentences that hold a part of a span.

    None where no sentence does, or no word would be left.
    """
    kept, dropped = [], False
    ordered, at, reach = sorted(spans), 0, 0
    for match in _SENTENCE.finditer(text):
        start, end = match.span()
        while at < len(ordered) and ordered[at][0] < end:
            reach = max(reach, ordered[at][1])
            at += 1
        if start < reach:
            dropped = True
        else:
            kept.append(match[0])
    remaining = "".join(kept).strip()
    return remaining if dropped and any(character.isalnum() for character in remaining) else None


class TextChange(NamedTuple):
    """A part of a diff: `kind` is equal, insert, delete or replace."""

    kind: str
    before: str
    after: str


_COMPARED = 2_000
"""Characters of a changed part that is compared by tokens; a longer one is one replacement."""

_TOKEN = re.compile(r"[A-Za-z0-9]+(?:[./:@%?=&#~+_'-]+[A-Za-z0-9]+)*|\s+|.", re.DOTALL)
"""A token: a word or a link, spaces, or one other character; the same read backwards."""

_WORD_CHARS = frozenset(ascii_letters + digits + "./:@%?=&#~+_'-")


def diff(before: str, after: str) -> tuple[TextChange, ...]:
    """Changes in order, by words, links and Chinese characters; the sides join to both texts.

    Adjacent changes are one: letter by letter, nobody could follow them.
    """
    start = _boundary(before, after, _common(before, after))
    old, new = before[start:], after[start:]
    end = _boundary(old[::-1], new[::-1], _common(old[::-1], new[::-1]))
    old, new = old[: len(old) - end], new[: len(new) - end]
    changes = [TextChange("equal", before[:start], after[:start])]
    if old and new and max(len(old), len(new)) <= _COMPARED:
        changes += _by_tokens(_TOKEN.findall(old), _TOKEN.findall(new))
    else:
        changes.append(_changed(old, new))
    changes.append(TextChange("equal", before[len(before) - end :], after[len(after) - end :]))
    return tuple(change for change in changes if change.before or change.after)


def _by_tokens(old: Sequence[str], new: Sequence[str]) -> Iterator[TextChange]:
    for is_equal, codes in groupby(Levenshtein.opcodes(old, new), lambda code: code.tag == "equal"):
        run = list(codes)
        old_text = "".join(old[run[0].src_start : run[-1].src_end])
        new_text = "".join(new[run[0].dest_start : run[-1].dest_end])
        yield TextChange("equal", old_text, new_text) if is_equal else _changed(old_text, new_text)


def _changed(old: str, new: str) -> TextChange:
    return TextChange("replace" if old and new else "delete" if old else "insert", old, new)


def _boundary(a: str, b: str, common: int) -> int:
    """Where the token begins that goes on after the common start of both texts."""
    begin = common
    while begin and a[begin - 1] in _WORD_CHARS:
        begin -= 1
    for text in (a, b):
        for token in _TOKEN.finditer(text, begin):
            if token.end() > common:
                common = min(common, token.start())
                break
    return common


def _common(a: str, b: str) -> int:
    """How many characters both texts begin with in common."""
    shorter = min(len(a), len(b))
    if a[:shorter] == b[:shorter]:
        return shorter
    low, high = 0, shorter  # a[:low] == b[:low], a[:high] != b[:high]
    while high - low > 1:
        middle = (low + high) // 2
        if a[:middle] == b[:middle]:
            low = middle
        else:
            high = middle
    return low
