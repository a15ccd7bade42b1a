"""Whether a writer's text still says what the copy said, and nothing else."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from core.errors import Sentence
from core.text.language import negators, simplified_table
from core.verification.claims.claims import claims_in
from core.verification.copy_text.text_measures import has_han
from core.verification.facts.fact_collection import Facts
from core.verification.findings import CharRange, Severity
from core.verification.policy.policy import Policy
from core.verification.repairs.claim_cuts import spans_of, unsupported_claims
from core.verification.repairs.guards.kept_content import FACTS
from core.verification.repairs.guards.repair_guards import found_at
from core.verification.repairs.guards.repair_losses import Loss, words_of
from core.verification.verify import Verification

_WORD = re.compile(r"[㐀-鿿]|[^\W㐀-鿿\ue000]+")
_MOST_LOST, _MOST_ADDED, _A_FEW = 0.4, 0.3, 8
"""Shares of the words that may be lost and be added at most, and words that always may be."""

_VERBATIM = re.compile(
    r"\{[^{}\n]{1,60}\}|【[^】\n]{1,40}】|\[[A-Z_]{2,40}\]"
    r"|(?:退订|拒收|拒收请|取消订阅)(?:请)?(?:回复?|发送?)\s?[A-Za-z]{1,4}|[回发][复送]?\s?[A-Za-z]{1,4}(?:退订|拒收|取消订阅)"
    r"|\b(?:reply|text|txt) (?:stop|end|no)\b[^.\n]{0,30}"
    r"|\b(?=[A-Z\d]*[A-Z])(?=[A-Z\d]*\d)[A-Z\d]{4,20}\b",
    re.IGNORECASE,
)
"""What must be kept letter by letter: placeholders, senders, codes and ways to opt out."""

_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_LATIN = re.compile(r"[A-Za-zÀ-ɏ][\w'’&+-]*")


def titles_of(facts: Facts | None) -> tuple[str, ...]:
    """Title and brand of each item that a copy is about, as the catalogue has them."""
    items = (item for item in facts.items.values() if item is not None) if facts else ()
    named = (", ".join(filter(None, (item.title, item.brand))) for item in items)
    return tuple(dict.fromkeys(filter(None, named)))


def unfaithful(before: Verification, after: Verification, policy: Policy) -> Sentence | None:
    """Why a rewritten text is not used, worded for its writer to correct; None where it is used."""
    original, text = before.candidate.text, after.candidate.text
    loss = Loss(original, text, tuple(_wrong_places(before, policy)))
    if lost := _left_out(loss):
        return Sentence("The rewrite leaves out {what}.", {"what": ", ".join(lost)})
    if new := _added(text, "\n".join((original, *titles_of(before.facts or after.facts)))):
        return Sentence("The rewrite adds {what}.", {"what": ", ".join(new)})
    had, has = _words(loss.had), _words(text)
    longest = _words(original).total() * (1 + _MOST_ADDED) + _A_FEW
    most_lost = max(_A_FEW, had.total() * _MOST_LOST)
    if (had - has).total() > most_lost or has.total() > longest:
        return Sentence("The rewrite changes more than what is wrong.")
    return None


def _wrong_places(before: Verification, policy: Policy) -> Iterator[CharRange]:
    """Yield the spans of what counts, and each place of a claim: a finding names only the first."""
    text = before.candidate.text
    counts = tuple(f for f in before.findings if f.severity is not Severity.INFO)
    yield from found_at(replace(before, findings=counts))
    claims = claims_in(text, policy, before.facts.brands if before.facts else frozenset())
    for claim in unsupported_claims(counts):
        yield from spans_of(claim, claims, policy)


def _words(text: str) -> Counter[str]:
    """Counts of each Chinese character and each other word."""
    return Counter(_WORD.findall(text.casefold()))


def _left_out(loss: Loss) -> list[str]:
    """Fixed texts, facts and denials that the rewrite lacks."""
    facts = words_of(FACTS, loss.had) - words_of(FACTS, loss.after)
    facts -= _ANY_DAY - words_of(FACTS, _untouched(loss))
    fixed = (m[0] for m in _VERBATIM.finditer(loss.masked) if m[0] not in loss.after)
    denials = _denials(loss.had) - _denials(loss.after)
    return [*dict.fromkeys(fixed), *sorted(facts), *sorted(denials)]


def _added(text: str, sources: str) -> list[str]:
    """Numbers, offers, denials and, in Chinese, Latin words that are not in `sources`."""
    new = words_of(FACTS, text) - words_of(FACTS, sources) - _TODAY
    new |= set(_NUMBER.findall(text)) - set(_NUMBER.findall(sources))
    new |= set(_denials(text) - _denials(sources))
    if has_han(text):
        new |= words_of(_LATIN, text) - words_of(_LATIN, sources)
    return sorted(new)


def _denials(text: str) -> Counter[str]:
    """Counts of each "not": with one more or one less a text says the opposite."""
    plain = text.translate(simplified_table()).casefold()
    return Counter(negators(plain.replace("'", "").replace("’", "")))


_TODAY = frozenset({"today", "今天", "今日"})
"""Words that may replace a holiday: they are true of the day a copy is sent."""

_ANY_DAY = _TODAY | {"this week", "this month", "weekend", "这周", "本周", "本月", "当天"}
"""Times that may be removed with what is wrong, such as a holiday or a purchase."""


def _untouched(loss: Loss) -> str:
    """The clauses in which nothing was flagged, one per line."""
    return "\n".join(clause.text for clause in loss.clauses if not loss.is_touched(clause))
