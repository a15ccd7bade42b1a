"""What a step of a repair proposes, and whether the text that it leaves is sound copy."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from core.errors import Sentence
from core.verification.candidate import Candidate
from core.verification.claims.claims import CopyClaim
from core.verification.copy_text.copy_clauses import (
    Clause,
    CopyParts,
    overlapped_clauses,
    text_without,
    whole_sentences_of,
    without_brackets,
)
from core.verification.copy_text.text_measures import has_han
from core.verification.findings import CharRange, Code
from core.verification.policy.policy import Policy
from core.verification.repairs.edits.replaced_words import tidy_text
from core.verification.repairs.guards.leaning_clauses import answers_removed_text
from core.verification.repairs.guards.remaining_copy import says_enough
from core.verification.repairs.guards.whole_sentences import is_whole
from core.verification.repairs.repair_steps import RepairKind
from core.verification.repairs.text_edits import with_call_to_tap
from core.verification.verify import Verification

NEEDS_A_PERSON = Sentence("What would be left is not sound copy. A person must rewrite it.")


class Draft(NamedTuple):
    """A text that a step proposes. `cut`: a clause was removed, so the text may say too little."""

    candidate: Candidate
    cut: bool = False


@dataclass(frozen=True)
class Proposal:
    """What a step would do: its drafts in order, and the codes that it must clear."""

    kind: RepairKind
    message: Sentence
    clears: frozenset[Code]
    drafts: Callable[[], Iterable[Draft]]
    claims: tuple[CopyClaim, ...] = ()
    truncate_to: int | None = None


Propose = Callable[[Verification, Policy], Proposal | None]


_UNNAMED_SUPERLATIVE = re.compile(
    r"(?<![一-龥]的)最(?![新近后多爱想初少迟晚早低]|喜欢|终|好)[一-龥]{1,3}的"
)
"""A superlative that no rule names: whoever sends a repaired text relies on there being none."""


def is_sound(draft: Draft, sent: Candidate, before: str, *, unfinished: bool = False) -> bool:
    """Whether the text to be sent is whole, and says enough after a cut.

    `sent` may have a call to tap that the draft does not have, and which says nothing of its own.
    `unfinished`: absolute words are still in the text, for a later step.
    """
    if draft.cut and not says_enough(draft.candidate.text, before, tapped=is_push(draft.candidate)):
        return False
    if not unfinished and _UNNAMED_SUPERLATIVE.search(sent.text):
        return False
    return is_whole(sent.text, before)


def is_push(candidate: Candidate) -> bool:
    return candidate.channel == "PUSH"


_STRAY = re.compile(r"(?<![\s，,、；;—–-])[\s，,、；;—–-]+$")
_LINE_START_CHARS = 2
_ITEM = re.compile(r"^([-•*·]\s?)([a-z])")


def with_sound_lines(text: str, before: str) -> str:
    """The text with changed lines corrected.

    None ends in a mark that leads on, or begins a list item in a small letter where the copy's
    items begin in capitals.
    """
    old = before.split("\n")
    old_lines = set(old)
    small = any(map(_ITEM.match, old))
    finished = {line[:_LINE_START_CHARS] for line in old_lines if not _STRAY.search(line)}

    def sound(line: str) -> str:
        if line in old_lines:
            return line
        ended = _STRAY.sub("", line) if line[:_LINE_START_CHARS] in finished else line
        return ended if small else _ITEM.sub(lambda item: item[1] + item[2].upper(), ended)

    return "\n".join(map(sound, text.split("\n")))


def drafts_of(candidate: Candidate, texts: Iterable[tuple[str | None, bool]]) -> Iterator[Draft]:
    """Yield a draft for each text that is new, with sound lines."""
    seen = {candidate.text}
    for draft, cut in texts:
        text = with_sound_lines(draft, candidate.text) if draft else None
        if text and text not in seen:
            seen.add(text)
            yield Draft(replace(candidate, text=text), cut)


def clause_cuts(text: str, spans: Sequence[CharRange]) -> Iterator[tuple[str | None, bool]]:
    """Yield (text, is a clause cut) for ever larger cuts around the spans.

    Their brackets, their clauses, their sentences, and these with the sentences that answer them.
    """
    bare = without_brackets(text, spans)
    if bare is not None:
        yield tidy_text(bare), False
    parts = CopyParts.of(text)
    at = len(parts.header)
    inside = [(start - at, end - at) for start, end in spans if start >= at]
    if len(inside) < len(spans):
        return
    removed = overlapped_clauses(parts.clauses, inside)
    sentences = whole_sentences_of(parts.clauses, removed)
    for numbers in (removed, sentences, _with_answers(parts.clauses, sentences)):
        body = tidy_text(text_without(parts.clauses, numbers))
        first = parts.body.lstrip()[:1]
        if 0 not in numbers and first.upper() == body[:1]:
            body = first + body[1:]  # "Roofing: storm season is close" keeps its small letter
        yield (parts.with_body(body) if body else None), True


def _with_answers(clauses: Sequence[Clause], removed: set[int]) -> set[int]:
    """The numbers with those of the sentences after them that answer them: a threat, a joke."""
    numbers = set(removed)
    for n in range(1, len(clauses)):
        if n - 1 in numbers and answers_removed_text(clauses[n].text):
            numbers.add(n)
    return numbers


_SHARE_KEPT = 0.4
"""Share of a copy that must stay where what is cut out said what it is about."""


def large_cuts(
    text: str, spans: Sequence[CharRange], min_share: float = _SHARE_KEPT
) -> Iterator[tuple[str, bool]]:
    """Yield the clause cuts that keep at least the share `min_share` of the text's length."""
    for cut, is_clause in clause_cuts(text, spans):
        if cut and len(cut) >= min_share * len(text):
            yield cut, is_clause


_FEW_WORDS, _LONG = 4, 400
_CALL_TO_TAP = re.compile(r"\btap\b|点击", re.IGNORECASE)


def with_call_to_act(candidate: Candidate, policy: Policy) -> Candidate:
    """The candidate with a call to tap where it is a short push message without one."""
    text = candidate.text
    if not is_push(candidate) or len(text) > _LONG or _CALL_TO_TAP.search(text):
        return candidate
    if not has_han(text) and len(text.split()) <= _FEW_WORDS and "en" in policy.call_to_tap:
        return replace(candidate, text=text.rstrip(".!,;: ") + policy.call_to_tap["en"])
    return replace(candidate, text=with_call_to_tap(text, policy))
