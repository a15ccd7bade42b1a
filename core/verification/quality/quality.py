"""Check the quality of a copy (source 001, section 3)."""

from collections.abc import Iterator
from typing import NamedTuple

from core.errors import Sentence
from core.verification.candidate import Candidate
from core.verification.copy_text.character_kinds import has_others
from core.verification.copy_text.text_folding import INVISIBLE
from core.verification.copy_text.text_measures import (
    cut_at,
    emoji,
    has_han,
    has_latin,
    length,
    punctuation_share,
)
from core.verification.findings import MAX_LISTED, Code, Finding
from core.verification.policy.files import source_policy
from core.verification.policy.policy import Policy
from core.verification.quality.model_opinions import ModelOpinion, check_opinion
from core.verification.quality.novelty import Nearest
from core.verification.quality.readability import factors_of
from core.verification.quality.style import check_style


class QualityReading(NamedTuple):
    """Findings, and the two measured parts of the score, both in hundredths."""

    findings: tuple[Finding, ...]
    readability: int
    novelty: int = 100
    nearest: Nearest | None = None
    opinion: ModelOpinion | None = None


def check_quality(
    candidate: Candidate,
    policy: Policy | None = None,
    nearest: Nearest | None = None,
    opinion: ModelOpinion | None = None,
) -> QualityReading:
    """Findings and measures; without a policy, that of source 001 applies.

    `nearest` is the most similar recent copy; without any, the novelty is 1 (reading 9). `opinion`
    is that of models; it is shown but has no weight.
    """
    policy = policy or source_policy()
    text = candidate.text
    readability = factors_of(text, policy.readability).score(policy.readability)
    novelty, near = _novelty(nearest, policy)
    findings = [
        *_length(candidate, policy),
        *_punctuation(text, policy),
        *_emoji(text, policy),
        *_language(candidate, policy),
        *_readability(readability, policy),
        *near,
        *_hidden(text, policy),
        *check_style(text, policy),
        *check_opinion(opinion, policy),
    ]
    return QualityReading(tuple(findings), readability, novelty, nearest, opinion)


def max_length(candidate: Candidate, policy: Policy) -> int | None:
    """The lower of the channel's and the candidate's limit, in length units; None: no limit."""
    channel, own_limit = policy.channels.get(candidate.channel), candidate.constraints.max_length
    limit = channel.longest(candidate.locale) if channel else None
    return own_limit if limit is None or (own_limit is not None and own_limit < limit) else limit


def _length(candidate: Candidate, policy: Policy) -> Iterator[Finding]:
    """Length (section 3.1); a length equal to the limit passes."""
    text, rule = candidate.text, policy.length
    size, limit = length(text, rule), max_length(candidate, policy)
    if limit is not None and size > limit:
        yield policy.finding(
            Code.QUALITY_LEN_OVER,
            Sentence(
                "The copy has a length of {length}; the limit is {limit}.",
                {"length": size, "limit": limit},
            ),
            (cut_at(text, limit, rule), len(text)),
        )
    if size < rule.shortest:
        yield policy.finding(
            Code.QUALITY_LEN_TOO_SHORT,
            Sentence(
                "The copy has a length of {length}; the minimum is {limit}.",
                {"length": size, "limit": rule.shortest},
            ),
        )


def _punctuation(text: str, policy: Policy) -> Iterator[Finding]:
    """Share of punctuation (section 3.2); compared in whole numbers, so that exactly 0.2 passes."""
    marks, visible = punctuation_share(text)
    if marks * 100 > policy.marks.punctuation_percent * visible:
        yield policy.finding(
            Code.QUALITY_PUNCT_EXCESS,
            Sentence(
                "{percent}% of the copy is punctuation; {limit}% is allowed.",
                {
                    "percent": round(100 * marks / max(visible, marks)),
                    "limit": policy.marks.punctuation_percent,
                    "marks": marks,
                },
            ),
        )


def _emoji(text: str, policy: Policy) -> Iterator[Finding]:
    """Number of emoji (section 3.3)."""
    spans, limit = emoji(text), policy.marks.emoji
    if len(spans) > limit:
        yield policy.finding(
            Code.QUALITY_EMOJI_EXCESS,
            Sentence(
                "The copy has {count} emoji; at most {limit} allowed.",
                {"count": len(spans), "limit": limit},
            ),
            spans[limit],
        )


_HAS_SCRIPT = {"Latin": has_latin, "Han": has_han}


def _language(candidate: Candidate, policy: Policy) -> Iterator[Finding]:
    """Unknown locale, and script that does not fit the locale (section 3.4)."""
    text, locale = candidate.text, candidate.locale
    if locale not in policy.locales:
        yield policy.finding(
            Code.QUALITY_LOCALE_UNKNOWN,
            Sentence(
                "The policy has no locale {locale}. Add it, or correct its name.",
                {"locale": locale},
            ),
        )
    for rule in policy.languages:
        if locale != rule.locale and not locale.startswith(f"{rule.locale}-"):
            continue
        lacks = rule.lacks is None or not _HAS_SCRIPT[rule.lacks](text)
        if lacks and _HAS_SCRIPT[rule.has](text):
            yield policy.finding(
                Code.QUALITY_LANG_MISMATCH,
                Sentence(
                    "The copy is not in the language of {locale}: it is written in {script}.",
                    {"locale": locale, "script": rule.has},
                ),
            )
            return


def _readability(score: int, policy: Policy) -> Iterator[Finding]:
    """Low readability (section 3.5)."""
    if score < policy.readability.low_below:
        yield policy.finding(
            Code.QUALITY_LOW_READABILITY,
            Sentence(
                "The copy is hard to read: {score}, below {limit}.",
                {"score": score / 100, "limit": policy.readability.low_below / 100},
            ),
        )


def _novelty(nearest: Nearest | None, policy: Policy) -> tuple[int, tuple[Finding, ...]]:
    """The novelty in hundredths, and a finding if the nearest recent copy is a near copy."""
    if nearest is None:
        return 100, ()
    percent = round(100 * nearest.similarity)
    if percent < policy.novelty.near_percent:
        return 100 - percent, ()
    message = Sentence(
        "{percent}% similar to recent copy: {text}",
        {"percent": percent, "text": nearest.text[:200]},
    )
    return 100 - percent, (policy.finding(Code.QUALITY_NEAR_COPY, message),)


_JOINERS = "\u200d\ufe0e\ufe0f"
_TAGS = range(0xE0020, 0xE0080)


def _hidden(text: str, policy: Policy) -> Iterator[Finding]:
    """Invisible characters, such as direction marks, unless they are part of an emoji."""
    if not has_others(text):
        return
    spans = [match.span() for match in INVISIBLE.finditer(text) if not _is_of_emoji(match[0])]
    for start, end in spans[:MAX_LISTED]:
        yield policy.finding(
            Code.QUALITY_HIDDEN_CHARACTERS,
            Sentence(
                "Invisible character ({character}). Remove it if it is not intended.",
                {"character": f"U+{ord(text[start]):04X}", "times": len(spans)},
            ),
            (start, end),
        )


def _is_of_emoji(hidden: str) -> bool:
    return all(character in _JOINERS or ord(character) in _TAGS for character in hidden)
