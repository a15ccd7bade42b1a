"""Repairs under a policy that asks for whole sentences: each step leaves sound copy, or refuses.

A step tries its texts in order, the one that keeps most of the copy first. It takes the first that
is whole, clears the step's codes and raises no other.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.errors import Sentence
from core.verification.candidate import Candidate
from core.verification.compliance.compliance import folded, word_hits
from core.verification.copy_text.copy_clauses import CopyParts, greeting_of, without_brackets
from core.verification.copy_text.links_and_prices import amounts, links
from core.verification.copy_text.text_measures import has_han
from core.verification.findings import CharRange, Code
from core.verification.policy.policy import Policy
from core.verification.quality.quality import max_length
from core.verification.repairs.claim_repairs import remove_claims
from core.verification.repairs.edits.english_superlatives import (
    apply_superlative_edits,
    stands_alone,
)
from core.verification.repairs.edits.link_edits import without_links
from core.verification.repairs.edits.mark_edits import in_sentence_case, with_fewer_marks
from core.verification.repairs.edits.omitted_words import is_aside, smallest_edits
from core.verification.repairs.edits.price_edits import without_prices
from core.verification.repairs.edits.replaced_words import replacements, tidy_text
from core.verification.repairs.repair_drafts import (
    Draft,
    Proposal,
    Propose,
    drafts_of,
    is_push,
    large_cuts,
)
from core.verification.repairs.repair_steps import RepairKind
from core.verification.repairs.shortening import shorter_texts
from core.verification.verify import Verification

# -- links


def remove_links(current: Verification, policy: Policy) -> Proposal | None:
    """Propose to remove the links; None where no link is forbidden."""
    if Code.COMPLIANCE_URL_FORBIDDEN not in current.codes:
        return None
    candidate = current.candidate
    tapped = is_push(candidate)

    def drafts() -> Iterator[Draft]:
        text = candidate.text
        addresses = links(text, folded(text, policy), policy.urls)
        texts = without_links(
            text, [address.span for address in addresses if address.sure], tapped=tapped
        )
        return drafts_of(candidate, ((each, n > 0) for n, each in enumerate(texts)))

    return Proposal(
        RepairKind.REMOVE_URLS,
        Sentence("Links removed."),
        frozenset({Code.COMPLIANCE_URL_FORBIDDEN}),
        drafts,
    )


# -- words


def remove_words(current: Verification, policy: Policy) -> Proposal | None:
    """Propose to cut forbidden words with their clauses, where the policy lets it.

    No word replaces a forbidden one.
    """
    if Code.COMPLIANCE_FORBIDDEN_WORDS not in current.codes:
        return None
    candidate = current.candidate
    hits = word_hits(candidate, policy, Code.COMPLIANCE_FORBIDDEN_WORDS)

    def drafts() -> Iterator[Draft]:
        if sells_what_is_forbidden(current, policy):
            return iter(())
        return drafts_of(candidate, large_cuts(candidate.text, [hit.span for hit in hits]))

    return Proposal(
        RepairKind.REMOVE_WORDS,
        Sentence("Clauses with forbidden words removed."),
        frozenset({Code.COMPLIANCE_FORBIDDEN_WORDS}),
        drafts,
    )


def sells_what_is_forbidden(current: Verification, policy: Policy) -> bool:
    """Whether a forbidden word tells what is sold.

    That is any word that the policy does not let go with its clause, as it does a slur.
    """
    if Code.COMPLIANCE_FORBIDDEN_WORDS not in current.enforced or not policy.repairs.cut_words:
        return False
    hits = word_hits(current.candidate, policy, Code.COMPLIANCE_FORBIDDEN_WORDS)
    return not all(_may_be_cut(hit.word, policy.repairs.cut_words) for hit in hits)


_SHORTEST_STEM = 4


def _may_be_cut(word: str, listed: Sequence[str]) -> bool:
    """Whether a word or its stem is listed: "scammers" as "scam", 黑心商家 as 黑心."""
    low = word.lower()
    stems = (each for each in listed if has_han(each) or len(each) >= _SHORTEST_STEM)
    return low in listed or any(low.startswith(stem) for stem in stems)


def replace_words(current: Verification, policy: Policy) -> Proposal | None:
    """Propose to replace the absolute words; None where there are none."""
    if Code.COMPLIANCE_ABSOLUTE_WORDS not in current.enforced:
        return None
    candidate = current.candidate

    def drafts() -> Iterator[Draft]:
        return drafts_of(candidate, _rewordings(candidate, policy))

    return Proposal(
        RepairKind.REPLACE_WORDS,
        Sentence("Absolute claims replaced."),
        frozenset({Code.COMPLIANCE_ABSOLUTE_WORDS}),
        drafts,
    )


_SUPERLATIVE_FIRST = re.compile(
    r"(?<![过里中见])((?:史上|全网|全国|全球|全世界|世界上?|全城|全市|全省|全台|全港|业内|国内|市面上|同类)?最[一-龥]{1,4})的"
    r"(一[张款个件种部台本座家支道场条双位])(?=[一-龥])"
)
"""The word order of 最好玩的一张地图: put as 一张最好玩的地图, the plain word fits, too."""

_SIGNED_BEST = re.compile(
    r"(?<=\n)(?:All the |My |Our )?(?:Very )?Best(?=,?[ \t]*\n)", re.IGNORECASE
)
"""A sign-off "Best", which is no claim: it is reworded so that no rule takes it for one."""


def _rewordings(candidate: Candidate, policy: Policy) -> Iterator[tuple[str | None, bool]]:
    """Yield (text without absolute words, is a clause cut), the mildest first."""

    def spans(text: str) -> list[CharRange]:
        hits = word_hits(replace(candidate, text=text), policy, Code.COMPLIANCE_ABSOLUTE_WORDS)
        return [hit.span for hit in hits]

    text = _SIGNED_BEST.sub("Kind regards", _SUPERLATIVE_FIRST.sub(r"\2\1的", candidate.text))
    flagged = spans(text)
    if not flagged:
        yield text, False
        return
    bare = without_brackets(text, flagged)
    if bare is not None:
        yield tidy_text(bare), False
    edits, _ = smallest_edits(text, *replacements(text, flagged, policy))
    if is_aside(text, flagged):
        # Without a clause that only praises, the sentence is still whole.
        yield from ((cut, n > 0) for n, (cut, _) in enumerate(large_cuts(text, flagged)))
    if stands_alone(text, edits):
        edits = []
    reworded = apply_superlative_edits(text, edits)
    if reworded is not None and (remaining := spans(reworded)):
        yield from large_cuts(reworded, remaining)
    elif reworded is not None:
        yield reworded, False
    yield from large_cuts(text, flagged)


# -- prices and marks


def remove_prices(current: Verification, policy: Policy) -> Proposal | None:
    """Propose to remove the prices; None where none is forbidden."""
    if Code.COMPLIANCE_PRICE_FORBIDDEN not in current.enforced:
        return None
    candidate = current.candidate
    text = candidate.text

    def drafts() -> Iterator[Draft]:
        spans = amounts(text, folded(text, policy), policy.prices)
        rewritten = without_prices(text, spans, policy.repairs.prices)
        opening = _end_of_opening(text)
        is_subject = any(start < opening for start, _ in spans)
        large = () if is_subject or _RECURRING.search(text) else large_cuts(text, spans)
        cuts = ((cut, True) for cut, _ in large if not _ABOUT_PRICES.search(cut))
        return drafts_of(candidate, [(rewritten, False), *cuts])

    return Proposal(
        RepairKind.REMOVE_PRICES,
        Sentence("Prices removed."),
        frozenset({Code.COMPLIANCE_PRICE_FORBIDDEN}),
        drafts,
    )


def _end_of_opening(text: str) -> int:
    """Where the first clause after sender and greeting ends: it names what is on offer."""
    parts = CopyParts.of(text)
    at, greeting = len(parts.header), len(greeting_of(parts.body))
    return next((at + c.stop for c in parts.clauses if c.start >= greeting), len(text))


_RECURRING = re.compile(
    r"[/／每]\s?[月年]|\b(?:a|per|every|each) (?:month|year|week)\b|/mo\b", re.I
)
"""Charges that recur: their clause is never removed whole, since who is charged must know."""

_ABOUT_PRICES = re.compile(r"price|\bcosts?\b|\btax\b|钱|价|含税", re.IGNORECASE)
"""Words about a price: a copy that still has one after a cut says nothing without the price."""

MARKS = frozenset(
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
    """Propose to correct marks, emoji, spaces and capitals; None where none is wrong."""
    wrong = current.enforced & MARKS
    if not wrong:
        return None
    candidate = current.candidate

    def drafts() -> Iterator[Draft]:
        text = with_fewer_marks(candidate.text, policy.marks)
        if Code.STYLE_SHOUTING in wrong:
            text = in_sentence_case(text)
        return drafts_of(candidate, [(text, False)])

    return Proposal(
        RepairKind.CLEAN_MARKS, Sentence("Marks, emoji and spaces corrected."), wrong, drafts
    )


# -- length


def shorten(current: Verification, policy: Policy) -> Proposal | None:
    """Propose to bring the copy within its limit; None where it is not over it."""
    candidate = current.candidate
    limit = max_length(candidate, policy)
    if Code.QUALITY_LEN_OVER not in current.codes or limit is None:
        return None

    def drafts() -> Iterator[Draft]:
        return drafts_of(
            candidate, ((text, True) for text in shorter_texts(candidate.text, limit, policy))
        )

    return Proposal(
        RepairKind.TRUNCATE,
        Sentence("Copy shortened to {limit}.", {"limit": limit}),
        frozenset({Code.QUALITY_LEN_OVER}),
        drafts,
        truncate_to=limit,
    )


STEPS: tuple[Propose, ...] = (
    remove_links,
    remove_words,
    remove_claims,
    replace_words,
    remove_prices,
    clean_marks,
    shorten,
)
