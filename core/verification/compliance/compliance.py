"""Whether a copy keeps to the platform's rules (source 001, section 2)."""

import functools
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise

from core.errors import Sentence
from core.locale import N_n, plural_form
from core.verification.candidate import Candidate
from core.verification.compliance.harmless_praise import claims_nothing, names_a_work
from core.verification.compliance.reported_words import only_reported
from core.verification.copy_text.cues import ends_with_cue
from core.verification.copy_text.links_and_prices import amounts, links
from core.verification.copy_text.pattern_rules import PatternFinder
from core.verification.copy_text.text_folding import FoldedText, fold, unfolded
from core.verification.copy_text.word_lists import Hit, WordFinder
from core.verification.copy_text.word_rules import RuledHit, RuledWords, Setting
from core.verification.findings import SHOWN, Code, Finding, Measure, Span
from core.verification.policy.files import source_policy
from core.verification.policy.policy import Policy


def check_compliance(candidate: Candidate, policy: Policy | None = None) -> tuple[Finding, ...]:
    """Findings in the sections' order; without a policy by the source's own."""
    policy = policy or source_policy()
    text = folded(candidate.text, policy)
    return (
        *_channel(candidate, policy),
        *_urls(candidate, text, policy),
        *_words(candidate, text, policy),
        *_exclamations(candidate.text, policy),
        *_prices(candidate, text, policy),
    )


def folded(text: str, policy: Policy) -> FoldedText:
    return fold(text) if policy.fold else unfolded(text)


def _channel(candidate: Candidate, policy: Policy) -> Iterator[Finding]:
    if candidate.channel not in policy.channels:
        yield policy.finding(
            Code.COMPLIANCE_CHANNEL_UNKNOWN,
            Sentence(
                "The policy has no channel {channel}, so no length limit or link rule was "
                "applied. Add the channel, or correct its name.",
                {"channel": candidate.channel},
            ),
        )


def _urls(candidate: Candidate, text: FoldedText, policy: Policy) -> Iterator[Finding]:
    """Section 2.1."""
    channel = policy.channels.get(candidate.channel)
    if channel is None or channel.urls == "allowed":
        return
    found = list(links(candidate.text, text, policy.urls))
    for (start, end), sure in found[:SHOWN]:
        url = candidate.text[start:end][:200]
        params: dict[str, Measure] = {"channel": candidate.channel, "url": url, "times": len(found)}
        if sure:
            said = Sentence("Links are not allowed on the channel {channel}: {url}", params)
            yield policy.finding(Code.COMPLIANCE_URL_FORBIDDEN, said, (start, end))
        else:
            said = Sentence(
                "This may be a link, which is not allowed on the channel {channel}: {url}", params
            )
            yield policy.finding(Code.COMPLIANCE_URL_SUSPECTED, said, (start, end))


def _words(candidate: Candidate, text: FoldedText, policy: Policy) -> Iterator[Finding]:
    """Sections 2.2 and 2.3."""
    hits = _word_hits(candidate, text, policy)
    if not any(hits.values()):
        return
    if policy.vocabulary.absolute:
        hits = {code: _claims(of_code, candidate.text) for code, of_code in hits.items()}
    times = Counter(hit.word for of_code in hits.values() for hit in of_code)
    forbidden, absolute = hits.values()
    for hit in _shown(sorted(forbidden, key=lambda hit: hit.span)):
        yield policy.finding(
            Code.COMPLIANCE_FORBIDDEN_WORDS,
            Sentence("“{word}” is forbidden.", {"word": hit.word, "times": times[hit.word]}),
            hit.span,
        )
    for hit in _shown(sorted(absolute, key=lambda hit: hit.span)):
        yield policy.finding(
            Code.COMPLIANCE_ABSOLUTE_WORDS,
            Sentence(
                "“{word}” is an absolute claim.", {"word": hit.word, "times": times[hit.word]}
            ),
            hit.span,
        )


def word_hits(candidate: Candidate, policy: Policy, code: Code) -> list[Hit]:
    """Every place of a forbidden or an absolute word, however many, in the text's order."""
    hits = _word_hits(candidate, folded(candidate.text, policy), policy)[code]
    return sorted(hits, key=lambda hit: hit.span)


def _word_hits(candidate: Candidate, text: FoldedText, policy: Policy) -> dict[Code, list[Hit]]:
    """Of the forbidden and of the absolute words: those listed, ruled and matched by a pattern."""
    setting = Setting(candidate.locale, candidate.channel)
    listed, ruled = _finder(policy).find(text), _ruled(policy).find(candidate.text, setting)
    words = policy.words
    forbidden = [hit for hit in listed if hit.word in words.forbidden]
    absolute = [hit for hit in listed if hit.word in words.absolute]
    for hit in ruled:
        if hit.key is Code.COMPLIANCE_FORBIDDEN_WORDS:
            if not (
                _is_part_of_address(candidate.text, hit)
                or names_a_work(candidate.text, hit.span)
                or only_reported(candidate.text, hit.span)
            ):
                forbidden.append(Hit(hit.word, hit.span))
        elif not _denied(candidate.text, hit.span, policy) and not claims_nothing(
            candidate.text, hit.span
        ):
            absolute.append(Hit(hit.word, hit.span))
    bad, boasts = _patterns(policy)
    matched = bad.find(candidate.text, text, setting)
    forbidden.extend(hit for hit in matched if not only_reported(candidate.text, hit.span))
    absolute.extend(boasts.find(candidate.text, text, setting))
    return {
        Code.COMPLIANCE_FORBIDDEN_WORDS: forbidden,
        Code.COMPLIANCE_ABSOLUTE_WORDS: absolute,
    }


def _claims(hits: Sequence[Hit], text: str) -> list[Hit]:
    """One for words that overlap: 全网最好用 is one claim, not 全网最 and 最好用."""
    claims: list[Hit] = []
    for hit in sorted(hits, key=lambda hit: hit.span):
        start, end = claims[-1].span if claims else (0, 0)
        if hit.span[0] >= end:
            claims.append(hit)
        elif hit.span[1] > end:
            claims[-1] = Hit(text[start : hit.span[1]], (start, hit.span[1]))
    return claims


_NEAR = 20
_HOST_BEFORE = re.compile(r"(?:[a-z0-9]\.|/|[a-z0-9]-)$", re.IGNORECASE)
_HOST_AFTER = re.compile(r"(?:-[a-z0-9]{1,30}){0,3}\.[a-z]{2}|/", re.IGNORECASE)


def _is_part_of_address(text: str, hit: RuledHit[Code]) -> bool:
    """Whether pinyin is only part of a host: fapiao.example.com."""
    start, end = hit.span
    if hit.word.isascii() or not text[start:end].isascii():
        return False
    before = text[max(0, start - 2) : start]
    return _HOST_AFTER.match(text, end) is not None or _HOST_BEFORE.search(before) is not None


def _denied(text: str, span: Span, policy: Policy) -> bool:
    before = text[max(0, span[0] - _NEAR) : span[0]].casefold()
    return ends_with_cue(before, policy.vocabulary.denials)


def _shown(hits: Sequence[Hit]) -> list[Hit]:
    """Every word once at least, then further places up to the limit, in the text's order."""
    if len(hits) <= SHOWN:
        return list(hits)
    first = set({hit.word: hit for hit in reversed(hits)}.values())
    rest = (hit for hit in hits if hit not in first)
    return sorted([*first, *islice(rest, max(0, SHOWN - len(first)))], key=lambda hit: hit.span)


@functools.lru_cache(maxsize=32)
def _patterns(policy: Policy) -> tuple[PatternFinder, PatternFinder]:
    """Of forbidden and of absolute words."""
    return PatternFinder(policy.patterns.forbidden), PatternFinder(policy.patterns.absolute)


@functools.lru_cache(maxsize=32)
def _finder(policy: Policy) -> WordFinder:
    words = policy.words
    return WordFinder((*words.forbidden, *words.absolute), words.allow, folded=policy.fold)


@functools.lru_cache(maxsize=32)
def _ruled(policy: Policy) -> RuledWords[Code]:
    rules = [(Code.COMPLIANCE_FORBIDDEN_WORDS, rule) for rule in policy.vocabulary.forbidden]
    rules += [(Code.COMPLIANCE_ABSOLUTE_WORDS, rule) for rule in policy.vocabulary.absolute]
    return RuledWords(rules)


_EXCLAMATIONS = "!！"


def _exclamations(text: str, policy: Policy) -> Iterator[Finding]:
    """Section 2.4; readings 11: ! and ！ count."""
    count = sum(text.count(mark) for mark in _EXCLAMATIONS)
    if count > policy.marks.exclamations:
        message = plural_form(
            N_n(
                "The copy has {count} exclamation mark; at most {limit} allowed.",
                "The copy has {count} exclamation marks; at most {limit} allowed.",
            ),
            count,
        )
        yield policy.finding(
            Code.COMPLIANCE_EXCESSIVE_PUNCTUATION,
            Sentence(
                message,
                {"count": count, "limit": policy.marks.exclamations},
            ),
            _longest_run([at for at, mark in enumerate(text) if mark in _EXCLAMATIONS]),
        )


def _longest_run(places: Sequence[int]) -> Span:
    starts = [places[0], *(b for a, b in pairwise(places) if b != a + 1)]
    ends = [*(a + 1 for a, b in pairwise(places) if b != a + 1), places[-1] + 1]
    return max(zip(starts, ends, strict=True), key=lambda span: span[1] - span[0])


def _prices(candidate: Candidate, text: FoldedText, policy: Policy) -> Iterator[Finding]:
    """Section 2.5: only where the candidate asks for it."""
    if not candidate.constraints.no_price:
        return
    found = list(amounts(candidate.text, text, policy.prices))
    for start, end in found[:SHOWN]:
        yield policy.finding(
            Code.COMPLIANCE_PRICE_FORBIDDEN,
            Sentence(
                "This copy must not mention a price: {price}",
                {"price": candidate.text[start:end][:60], "times": len(found)},
            ),
            (start, end),
        )
