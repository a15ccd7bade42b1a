"""Check a copy against the platform's rules (source 001, section 2)."""

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
from core.verification.findings import MAX_LISTED, CharRange, Code, Finding, Measure
from core.verification.policy.files import source_policy
from core.verification.policy.policy import Policy


def check_compliance(candidate: Candidate, policy: Policy | None = None) -> tuple[Finding, ...]:
    """Findings in the order of the sections; without a policy, that of source 001 applies."""
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
    """The text as the policy's words, links and prices are searched in it."""
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
    """Links on a channel that forbids them (section 2.1)."""
    channel = policy.channels.get(candidate.channel)
    if channel is None or channel.urls == "allowed":
        return
    addresses = list(links(candidate.text, text, policy.urls))
    for (start, end), is_sure in addresses[:MAX_LISTED]:
        url = candidate.text[start:end][:200]
        params: dict[str, Measure] = {
            "channel": candidate.channel,
            "url": url,
            "times": len(addresses),
        }
        if is_sure:
            sentence = Sentence("Links are not allowed on the channel {channel}: {url}", params)
            yield policy.finding(Code.COMPLIANCE_URL_FORBIDDEN, sentence, (start, end))
        else:
            sentence = Sentence(
                "This may be a link, which is not allowed on the channel {channel}: {url}", params
            )
            yield policy.finding(Code.COMPLIANCE_URL_SUSPECTED, sentence, (start, end))


def _words(candidate: Candidate, text: FoldedText, policy: Policy) -> Iterator[Finding]:
    """Forbidden and absolute words (sections 2.2 and 2.3)."""
    hits = _word_hits(candidate, text, policy)
    if not any(hits.values()):
        return
    if policy.vocabulary.absolute:
        hits = {code: _merged(of_code, candidate.text) for code, of_code in hits.items()}
    times = Counter(hit.word for of_code in hits.values() for hit in of_code)
    forbidden, absolute = hits.values()
    for hit in _listed_hits(sorted(forbidden, key=lambda hit: hit.span)):
        yield policy.finding(
            Code.COMPLIANCE_FORBIDDEN_WORDS,
            Sentence("“{word}” is forbidden.", {"word": hit.word, "times": times[hit.word]}),
            hit.span,
        )
    for hit in _listed_hits(sorted(absolute, key=lambda hit: hit.span)):
        yield policy.finding(
            Code.COMPLIANCE_ABSOLUTE_WORDS,
            Sentence(
                "“{word}” is an absolute claim.", {"word": hit.word, "times": times[hit.word]}
            ),
            hit.span,
        )


def word_hits(candidate: Candidate, policy: Policy, code: Code) -> list[Hit]:
    """Every occurrence of a forbidden or an absolute word, in text order, without a limit."""
    hits = _word_hits(candidate, folded(candidate.text, policy), policy)[code]
    return sorted(hits, key=lambda hit: hit.span)


def _word_hits(candidate: Candidate, text: FoldedText, policy: Policy) -> dict[Code, list[Hit]]:
    """Hits of forbidden and of absolute words, from word lists, word rules and patterns."""
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
        elif not _is_denied(candidate.text, hit.span, policy) and not claims_nothing(
            candidate.text, hit.span
        ):
            absolute.append(Hit(hit.word, hit.span))
    forbidden_patterns, absolute_patterns = _patterns(policy)
    matched = forbidden_patterns.find(candidate.text, text, setting)
    forbidden.extend(hit for hit in matched if not only_reported(candidate.text, hit.span))
    absolute.extend(absolute_patterns.find(candidate.text, text, setting))
    return {
        Code.COMPLIANCE_FORBIDDEN_WORDS: forbidden,
        Code.COMPLIANCE_ABSOLUTE_WORDS: absolute,
    }


def _merged(hits: Sequence[Hit], text: str) -> list[Hit]:
    """Merge overlapping hits into one claim: 全网最好用 instead of 全网最 and 最好用."""
    merged: list[Hit] = []
    for hit in sorted(hits, key=lambda hit: hit.span):
        start, end = merged[-1].span if merged else (0, 0)
        if hit.span[0] >= end:
            merged.append(hit)
        elif hit.span[1] > end:
            merged[-1] = Hit(text[start : hit.span[1]], (start, hit.span[1]))
    return merged


_NEAR = 20
_HOST_BEFORE = re.compile(r"(?:[a-z0-9]\.|/|[a-z0-9]-)$", re.IGNORECASE)
_HOST_AFTER = re.compile(r"(?:-[a-z0-9]{1,30}){0,3}\.[a-z]{2}|/", re.IGNORECASE)


def _is_part_of_address(text: str, hit: RuledHit[Code]) -> bool:
    """Whether a Chinese word in pinyin is only part of a host: fapiao.example.com."""
    start, end = hit.span
    if hit.word.isascii() or not text[start:end].isascii():
        return False
    before = text[max(0, start - 2) : start]
    return _HOST_AFTER.match(text, end) is not None or _HOST_BEFORE.search(before) is not None


def _is_denied(text: str, span: CharRange, policy: Policy) -> bool:
    """Whether the word at `span` directly follows a denial, such as 不是."""
    before = text[max(0, span[0] - _NEAR) : span[0]].casefold()
    return ends_with_cue(before, policy.vocabulary.denials)


def _listed_hits(hits: Sequence[Hit]) -> list[Hit]:
    """The hits to list, in text order: one of each word, then further ones up to `MAX_LISTED`."""
    if len(hits) <= MAX_LISTED:
        return list(hits)
    one_per_word = set({hit.word: hit for hit in reversed(hits)}.values())
    remaining = (hit for hit in hits if hit not in one_per_word)
    return sorted(
        [*one_per_word, *islice(remaining, max(0, MAX_LISTED - len(one_per_word)))],
        key=lambda hit: hit.span,
    )


@functools.lru_cache(maxsize=32)
def _patterns(policy: Policy) -> tuple[PatternFinder, PatternFinder]:
    """The patterns of forbidden words and those of absolute words."""
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
    """Too many exclamation marks (section 2.4); both ! and ！ count (reading 11)."""
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


def _longest_run(positions: Sequence[int]) -> CharRange:
    """The span of the longest run of adjacent positions."""
    starts = [positions[0], *(b for a, b in pairwise(positions) if b != a + 1)]
    ends = [*(a + 1 for a, b in pairwise(positions) if b != a + 1), positions[-1] + 1]
    return max(zip(starts, ends, strict=True), key=lambda span: span[1] - span[0])


def _prices(candidate: Candidate, text: FoldedText, policy: Policy) -> Iterator[Finding]:
    """Prices, only if the candidate forbids them (section 2.5)."""
    if not candidate.constraints.no_price:
        return
    spans = list(amounts(candidate.text, text, policy.prices))
    for start, end in spans[:MAX_LISTED]:
        yield policy.finding(
            Code.COMPLIANCE_PRICE_FORBIDDEN,
            Sentence(
                "This copy must not mention a price: {price}",
                {"price": candidate.text[start:end][:60], "times": len(spans)},
            ),
            (start, end),
        )
