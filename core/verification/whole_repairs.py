"""Repairs under a policy that asks for whole sentences: each step leaves sound copy, or refuses.

A step tries its texts in order, the one that keeps most of the copy first. It takes the first that
is whole, no longer has what it was made against, and raises nothing new.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from core.errors import Sentence
from core.verification.brand_edits import with_brand
from core.verification.candidate import Candidate
from core.verification.claim_cuts import spans_of, unsupported, without_claims
from core.verification.claim_edits import (
    alludes,
    leaves_out_a_reason,
    without_event,
    without_holiday,
)
from core.verification.claims import ClaimKind, CopyClaim, claims_in
from core.verification.compliance import folded, word_hits
from core.verification.copy_clauses import (
    CopyParts,
    touched,
    whole_sentences_of,
    without,
    without_brackets,
)
from core.verification.english_superlatives import applied, stands_alone
from core.verification.findings import Code, Severity, Span
from core.verification.link_edits import without_links
from core.verification.links_and_prices import amounts, links
from core.verification.mark_edits import calmed, lowered
from core.verification.policy import Policy
from core.verification.price_edits import without_prices
from core.verification.quality import max_length
from core.verification.repair_steps import RepairKind
from core.verification.replaced_words import replacements, tidied
from core.verification.text_edits import with_call_to_tap
from core.verification.text_measures import has_han, length
from core.verification.verify import Verification
from core.verification.whole_sentences import is_whole, says_enough
from core.verification.word_rules import Setting

NEEDS_A_PERSON = Sentence("What would be left is not sound copy. A person must rewrite it.")
MOST_CLAIMS = 8
"""Claims taken out of one copy; nobody sends one that makes more."""


class Draft(NamedTuple):
    """A text that a step proposes. `cut`: a clause is gone, what is left may say too little."""

    candidate: Candidate
    cut: bool = False


@dataclass(frozen=True)
class Proposal:
    """What a step would do: its drafts in order, and the codes that it must clear."""

    kind: RepairKind
    said: Sentence
    clears: frozenset[Code]
    drafts: Callable[[], Iterable[Draft]]
    claims: tuple[CopyClaim, ...] = ()
    truncate_to: int | None = None


Propose = Callable[[Verification, Policy], Proposal | None]


_UNFOUND = re.compile(r"(?<![一-龥]的)最(?![新近后多爱想初少迟晚早低]|喜欢|终|好)[一-龥]{1,3}的")
"""A superlative that no rule names; who sends a repaired text relies on it."""


def is_sound(draft: Draft, sent: Candidate, before: str) -> bool:
    """Whether what is to be sent is whole; the call to tap in it says nothing of its own."""
    if draft.cut and not says_enough(
        draft.candidate.text, before, tapped=_is_push(draft.candidate)
    ):
        return False
    if _UNFOUND.search(sent.text):
        return False
    return is_whole(sent.text, before)


def _enforced(current: Verification) -> frozenset[Code]:
    return frozenset(f.code for f in current.findings if f.severity is not Severity.INFO)


def _is_push(candidate: Candidate) -> bool:
    return candidate.channel == "PUSH"


def _texts(candidate: Candidate, texts: Iterable[tuple[str | None, bool]]) -> Iterator[Draft]:
    seen = {candidate.text}
    for text, cut in texts:
        if text and text not in seen:
            seen.add(text)
            yield Draft(replace(candidate, text=text), cut)


def _cuts(text: str, spans: Sequence[Span]) -> Iterator[tuple[str | None, bool]]:
    """The text without the clauses of the spans, then without their sentences."""
    bare = without_brackets(text, spans)
    if bare is not None:
        yield tidied(bare), False
    parts = CopyParts.of(text)
    at = len(parts.header)
    inside = [(start - at, end - at) for start, end in spans if start >= at]
    if len(inside) < len(spans):
        return
    gone = touched(parts.clauses, inside)
    for numbers in (gone, whole_sentences_of(parts.clauses, gone)):
        body = tidied(without(parts.clauses, numbers))
        yield (parts.with_body(body) if body else None), True


# -- links


def remove_links(current: Verification, policy: Policy) -> Proposal | None:
    if Code.COMPLIANCE_URL_FORBIDDEN not in current.codes:
        return None
    candidate = current.candidate
    tapped = _is_push(candidate)

    def drafts() -> Iterator[Draft]:
        text = candidate.text
        found = links(text, folded(text, policy), policy.urls)
        made = without_links(
            text, [address.span for address in found if address.sure], tapped=tapped
        )
        return _texts(candidate, ((each, n > 0) for n, each in enumerate(made)))

    return Proposal(
        RepairKind.REMOVE_URLS,
        Sentence("Links removed."),
        frozenset({Code.COMPLIANCE_URL_FORBIDDEN}),
        drafts,
    )


_FEW_WORDS, _LONG = 4, 400
_CALLS = re.compile(r"\btap\b|点击", re.IGNORECASE)


def called(candidate: Candidate, policy: Policy) -> Candidate:
    """A push message that became short tells to tap it, unless it does so already."""
    text = candidate.text
    if not _is_push(candidate) or len(text) > _LONG or _CALLS.search(text):
        return candidate
    if not has_han(text) and len(text.split()) <= _FEW_WORDS and "en" in policy.call_to_tap:
        return replace(candidate, text=text.rstrip(".!,;: ") + policy.call_to_tap["en"])
    return replace(candidate, text=with_call_to_tap(text, policy))


# -- words


def remove_words(current: Verification, policy: Policy) -> Proposal | None:
    """A forbidden word goes with its clause, where the policy lets it; no word replaces it."""
    if Code.COMPLIANCE_FORBIDDEN_WORDS not in current.codes:
        return None
    candidate = current.candidate
    hits = word_hits(candidate, policy, Code.COMPLIANCE_FORBIDDEN_WORDS)

    def drafts() -> Iterator[Draft]:
        if any(hit.word not in policy.repairs.cut_words for hit in hits):
            return iter(())
        return _texts(candidate, _large_cuts(candidate.text, [hit.span for hit in hits]))

    return Proposal(
        RepairKind.REMOVE_WORDS,
        Sentence("Clauses with forbidden words removed."),
        frozenset({Code.COMPLIANCE_FORBIDDEN_WORDS}),
        drafts,
    )


def replace_words(current: Verification, policy: Policy) -> Proposal | None:
    if Code.COMPLIANCE_ABSOLUTE_WORDS not in _enforced(current):
        return None
    candidate = current.candidate

    def drafts() -> Iterator[Draft]:
        return _texts(candidate, _rewordings(candidate, policy))

    return Proposal(
        RepairKind.REPLACE_WORDS,
        Sentence("Absolute claims replaced."),
        frozenset({Code.COMPLIANCE_ABSOLUTE_WORDS}),
        drafts,
    )


def _rewordings(candidate: Candidate, policy: Policy) -> Iterator[tuple[str | None, bool]]:
    def spans(text: str) -> list[Span]:
        hits = word_hits(replace(candidate, text=text), policy, Code.COMPLIANCE_ABSOLUTE_WORDS)
        return [hit.span for hit in hits]

    text = candidate.text
    found = spans(text)
    bare = without_brackets(text, found)
    if bare is not None:
        yield tidied(bare), False
    edits, _ = replacements(text, found, policy)
    if stands_alone(text, edits):
        edits = []
    reworded = applied(text, edits)
    if left := spans(reworded):
        yield from _large_cuts(reworded, left)
    else:
        yield reworded, False
    yield from _large_cuts(text, found)


_KEPT, _KEPT_OF_EVENTS = 0.4, 0.3
"""How much of a copy must stay, where what is cut out said what it is about."""


def _large_cuts(
    text: str, spans: Sequence[Span], kept: float = _KEPT
) -> Iterator[tuple[str, bool]]:
    for cut, is_clause in _cuts(text, spans):
        if cut and len(cut) >= kept * len(text):
            yield cut, is_clause


# -- claims


def remove_claims(current: Verification, policy: Policy) -> Proposal | None:
    claims = tuple(dict.fromkeys(unsupported(current.findings)))
    if not claims:
        return None
    codes = frozenset(
        f.code
        for f in current.findings
        if f.code in _CLAIM_CODES and f.severity is not Severity.INFO
    )
    names = ", ".join(map(str, claims))
    return Proposal(
        RepairKind.REMOVE_CLAIMS,
        Sentence("Claims taken out: {claims}.", {"claims": names}),
        codes,
        lambda: _claimless(current, claims, policy),
        claims=claims,
    )


_CLAIM_CODES = frozenset(
    {
        Code.FACT_USER_EVENT_MISS,
        Code.FACT_EVENT_UNKNOWN,
        Code.FACT_ITEM_INVALID,
        Code.FACT_ITEM_UNAVAILABLE,
        Code.FACT_BRAND_MISMATCH,
        Code.FACT_HOLIDAY_INVALID,
    }
)


def _claimless(
    current: Verification, claims: tuple[CopyClaim, ...], policy: Policy
) -> Iterator[Draft]:
    """One draft at most: every claim taken out in turn."""
    if len(claims) > MOST_CLAIMS or current.facts is None:
        return
    candidate, cut = current.candidate, False
    for claim in sorted(claims, key=lambda claim: claim.kind is not ClaimKind.BRAND):
        found = _without_claim(candidate, claim, current, policy)
        if found is None:
            return
        candidate, cut = found.candidate, cut or found.cut
    yield Draft(candidate, cut)


def _without_claim(
    candidate: Candidate, claim: CopyClaim, current: Verification, policy: Policy
) -> Draft | None:
    text = candidate.text
    spans = _said(text, claim, current, policy)
    if not spans:
        # Another claim's words made it, too, or only its writer declared it.
        gone = text != current.candidate.text
        return Draft(_undeclared(candidate, claim, current, policy)) if gone else None
    for new, cut in _rewrites(text, claim, spans, current, policy):
        draft = Draft(replace(candidate, text=new), cut) if new else None
        if (
            draft
            and not _said(draft.candidate.text, claim, current, policy)
            and is_sound(draft, called(draft.candidate, policy), text)
        ):
            return Draft(_undeclared(draft.candidate, claim, current, policy), cut)
    return None


def _said(text: str, claim: CopyClaim, current: Verification, policy: Policy) -> list[Span]:
    setting = Setting(current.candidate.locale, current.candidate.channel)
    brands = current.facts.brands if current.facts else frozenset()
    return spans_of(claim, claims_in(text, policy, brands, setting), policy)


def _undeclared(
    candidate: Candidate, claim: CopyClaim, current: Verification, policy: Policy
) -> Candidate:
    claims = without_claims(candidate.claims, (claim,), policy)
    actual = _actual_brand(current)
    if claims.brands != candidate.claims.brands and actual and actual in candidate.text:
        claims = replace(claims, brands=tuple(dict.fromkeys((*claims.brands, actual))))
    return replace(candidate, claims=claims)


def _rewrites(
    text: str, claim: CopyClaim, spans: Sequence[Span], current: Verification, policy: Policy
) -> Iterator[tuple[str | None, bool]]:
    match claim.kind:
        case ClaimKind.BRAND:
            yield _rebranded(text, spans, current), False
        case ClaimKind.HOLIDAY:
            edits, left = replacements(text, spans, policy)
            if edits and not left:
                yield applied(text, edits), False
            yield without_holiday(text, spans), False
            yield from _cuts(text, spans)
        case ClaimKind.EVENT:
            reworded = (without_event(text), has_han(text) or leaves_out_a_reason(text))
            for new, cut in (reworded, *_large_cuts(text, spans, _KEPT_OF_EVENTS)):
                if new and not alludes(new):
                    yield new, cut
        case ClaimKind.ITEM:
            return


def _actual_brand(current: Verification) -> str | None:
    items = current.facts.items.values() if current.facts else ()
    brands = {item.brand for item in items if item is not None and item.brand}
    return brands.pop() if len(brands) == 1 else None


def _rebranded(text: str, spans: Sequence[Span], current: Verification) -> str | None:
    actual = _actual_brand(current)
    if actual is None or current.facts is None:
        return None
    titles = [item.title for item in current.facts.items.values() if item is not None]
    return with_brand(text, spans, actual, titles)


# -- prices and marks


def remove_prices(current: Verification, policy: Policy) -> Proposal | None:
    if Code.COMPLIANCE_PRICE_FORBIDDEN not in _enforced(current):
        return None
    candidate = current.candidate
    text = candidate.text

    def drafts() -> Iterator[Draft]:
        spans = amounts(text, folded(text, policy), policy.prices)
        rewritten = without_prices(text, spans, policy.repairs.prices)
        large = () if _RECURS.search(text) else _large_cuts(text, spans)
        cuts = ((cut, True) for cut, _ in large if not _OF_PRICES.search(cut))
        return _texts(candidate, [(rewritten, False), *cuts])

    return Proposal(
        RepairKind.REMOVE_PRICES,
        Sentence("Prices removed."),
        frozenset({Code.COMPLIANCE_PRICE_FORBIDDEN}),
        drafts,
    )


_RECURS = re.compile(r"[/／每]\s?[月年]|\b(?:a|per|every|each) (?:month|year|week)\b|/mo\b", re.I)
"""A charge that comes again is not left out with its whole clause: who is charged must know."""

_OF_PRICES = re.compile(r"price|\bcosts?\b|钱|价", re.IGNORECASE)
"""What is left of a copy that went on about the price says nothing without it."""

_MARKS = frozenset(
    {
        Code.COMPLIANCE_EXCESSIVE_PUNCTUATION,
        Code.QUALITY_PUNCT_EXCESS,
        Code.QUALITY_EMOJI_EXCESS,
        Code.QUALITY_HIDDEN_CHARACTERS,
        Code.STYLE_REPEATED_MARKS,
        Code.STYLE_STRETCHED,
        Code.STYLE_SPACING,
        Code.STYLE_MIXED_WIDTH,
        Code.STYLE_SHOUTING,
    }
)


def clean_marks(current: Verification, policy: Policy) -> Proposal | None:
    wrong = _enforced(current) & _MARKS
    if not wrong:
        return None
    candidate = current.candidate

    def drafts() -> Iterator[Draft]:
        text = calmed(candidate.text, policy.marks)
        if Code.STYLE_SHOUTING in wrong:
            text = lowered(text)
        return _texts(candidate, [(text, False)])

    return Proposal(
        RepairKind.CLEAN_MARKS, Sentence("Marks, emoji and spaces corrected."), wrong, drafts
    )


# -- length

_OF_A_UNIT = 20
"""More characters than a unit of length is, with the marks and spaces around it."""
_TRIED = 8
"""Places where a copy is cut, from the last that fits back."""


def shorten(current: Verification, policy: Policy) -> Proposal | None:
    candidate = current.candidate
    limit = max_length(candidate, policy)
    if Code.QUALITY_LEN_OVER not in current.codes or limit is None:
        return None

    def drafts() -> Iterator[Draft]:
        return _texts(candidate, ((text, True) for text in _shorter(candidate.text, limit, policy)))

    return Proposal(
        RepairKind.TRUNCATE,
        Sentence("Copy shortened to {limit}.", {"limit": limit}),
        frozenset({Code.QUALITY_LEN_OVER}),
        drafts,
        truncate_to=limit,
    )


def _shorter(text: str, limit: int, policy: Policy) -> Iterator[str]:
    """Cut after a sentence, where that keeps half of what fits, else after a clause."""
    parts = CopyParts.of(text)
    clauses = parts.clauses

    def first(n: int) -> str:
        return parts.with_body(without(clauses, set(range(n, len(clauses)))))

    # The first `low` clauses fit, the first `high` do not. A unit is a few characters at most.
    fitting = bisect_left(clauses, limit * _OF_A_UNIT, key=lambda clause: clause.start)
    low, high = 0, min(len(clauses), max(fitting, 1))
    if high < len(clauses) and length(first(high), policy.length) <= limit:
        high = len(clauses)
    while high - low > 1:
        middle = (low + high) // 2
        if length(first(middle), policy.length) <= limit:
            low = middle
        else:
            high = middle
    tried = range(low, max(0, low - _TRIED), -1)
    ends = [n for n in tried if clauses[n - 1].ends_sentence]
    half = [n for n in tried if length(first(n), policy.length) * 2 >= limit]
    good = [n for n in ends if n in half]
    for n in dict.fromkeys((*good, *(n for n in half if _may_end(clauses, n)), *ends)):
        yield _ended(first(n), parts)


_LISTED = 3
_GOES_ON = re.compile(r"\s*(?:and|or|&|和|与|及|或)\b", re.IGNORECASE)


def _may_end(clauses: Sequence, n: int) -> bool:  # type: ignore[type-arg]
    """Not within a list: after "red, blue and green" the next is one more."""
    if n >= len(clauses) or clauses[n - 1].ends_sentence:
        return True
    mark, following = clauses[n - 1].mark, clauses[n].text
    if mark.strip() in ("、", ":", "：", "") or "、" in mark:
        return False
    if has_han(following):
        return True
    return len(following.split()) > _LISTED and not _GOES_ON.match(following)


def _ended(text: str, parts: CopyParts) -> str:
    """With the mark that the copy's sentences end with."""
    if parts.footer or not text or not text[-1].isalnum():
        return text
    marks = [clause.mark.strip()[:1] for clause in parts.clauses if clause.ends_sentence]
    mark = ("。" if has_han(text) else ".") if marks else ""
    return text + mark


STEPS: tuple[Propose, ...] = (
    remove_links,
    remove_words,
    remove_claims,
    replace_words,
    remove_prices,
    clean_marks,
    shorten,
)
