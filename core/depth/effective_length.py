"""The effective length: the longest context at which a model keeps most of its accuracy."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from core.depth.cells import DepthBinStats
from core.errors import Sentence
from core.stats import ClusteredRate

SHARE_OF_ORACLE = 0.85


@dataclass(frozen=True, slots=True)
class EffectiveLength:
    """An effective length in tokens, or None; `said` is the sentence that states it, or why there
    is none.

    `threshold`: the accuracy that a length has to reach, in [0, 1]. `left_out`: a sentence that
    names the lengths that were not considered.
    """

    length: int | None
    said: Sentence
    oracle: ClusteredRate | None
    threshold: float | None
    left_out: Sentence | None = None


def incomplete_lengths(bins: Iterable[DepthBinStats]) -> list[int]:
    """Return lengths with a depth at which nothing was answered, for example as it did not fit."""
    return sorted({cell.context_length for cell in bins if cell.accuracy is None})


def effective_length(
    by_length: Mapping[int, ClusteredRate],
    oracle: ClusteredRate | None,
    *,
    incomplete: Collection[int] = (),
    share: float = SHARE_OF_ORACLE,
) -> EffectiveLength:
    """Find the longest length whose interval's lower bound reaches `share` of the oracle accuracy.

    The oracle accuracy is the model's own, on the evidence alone: a fixed threshold would measure
    the model's strength, not its use of long contexts. The lower bound is required, as a few
    questions could reach any accuracy by chance. `incomplete` lengths are not considered: without
    results at the hard depths any length looks easy.
    """
    left_out = None
    if incomplete:
        left_out = Sentence(
            "Excluded because nothing was answered at one of their depths: {lengths}.",
            {"lengths": _joined(incomplete)},
        )
    if oracle is None or oracle.value is None:
        message = Sentence(
            "No effective length: there are no answers from the evidence alone. Run the same "
            "questions with the oracle control."
        )
        return EffectiveLength(None, message, None, None, left_out)
    if not oracle.hits:
        message = Sentence(
            "No effective length: none of {n} questions was answered correctly even from the "
            "evidence alone.",
            {"n": oracle.items},
        )
        return EffectiveLength(None, message, oracle, None, left_out)
    rates = {length: by_length[length] for length in sorted(by_length.keys() - set(incomplete))}
    return replace(_measured(rates, oracle, oracle.value, share), left_out=left_out)


def _measured(
    rates: Mapping[int, ClusteredRate], oracle: ClusteredRate, score: float, share: float
) -> EffectiveLength:
    threshold = share * score
    rule: dict[str, str | int] = {
        "share": f"{share:.0%}",
        "oracle": f"{score:.1%}",
        "n": oracle.items,
        "threshold": f"{threshold:.1%}",
    }
    bounds = {length: rate.interval[0] for length, rate in rates.items() if rate.interval}
    longest = max((length for length, low in bounds.items() if low >= threshold), default=None)
    if longest is None:
        return EffectiveLength(
            None, _no_length_sentence(rates, bounds, threshold, rule), oracle, threshold
        )
    missed = [length for length, low in bounds.items() if length < longest and low < threshold]
    return EffectiveLength(
        longest, _length_sentence(longest, missed, bounds, rule), oracle, threshold
    )


def _length_sentence(
    longest: int,
    missed: Sequence[int],
    bounds: Mapping[int, float],
    rule: Mapping[str, str | int],
) -> Sentence:
    details = {**rule, "length": f"{longest:,}", "low": f"{bounds[longest]:.1%}"}
    if not missed:
        return Sentence(
            "The effective length is {length} tokens: the longest whose lower bound, {low}, "
            "reaches {share} of the oracle accuracy of {oracle} (n = {n}).",
            details,
        )
    return Sentence(
        "The effective length is {length} tokens: the longest whose lower bound, {low}, reaches "
        "{share} of the oracle accuracy of {oracle} (n = {n}). The shorter lengths {missed} do "
        "not.",
        {**details, "missed": _joined(missed)},
    )


def _no_length_sentence(
    rates: Mapping[int, ClusteredRate],
    bounds: Mapping[int, float],
    threshold: float,
    rule: Mapping[str, str | int],
) -> Sentence:
    if not bounds:
        return Sentence("No effective length: no question was answered at any length.")
    best = max(bounds, key=bounds.__getitem__)
    accuracy = rates[best].value or 0.0
    details = {
        **rule,
        "length": f"{best:,}",
        "low": f"{bounds[best]:.1%}",
        "accuracy": f"{accuracy:.1%}",
        "asked": rates[best].items,
    }
    if accuracy >= threshold:
        return Sentence(
            "No effective length yet: at {length} tokens {accuracy} of {asked} questions are "
            "correct, but the lower bound {low} is below {threshold} ({share} of the oracle "
            "accuracy of {oracle}, n = {n}). Use more questions.",
            details,
        )
    return Sentence(
        "No effective length: the best, {length} tokens, has {accuracy} correct and a lower "
        "bound of {low}, below {threshold} ({share} of the oracle accuracy of {oracle}, n = {n}).",
        details,
    )


def _joined(lengths: Iterable[int]) -> str:
    return ", ".join(f"{length:,}" for length in sorted(lengths))
