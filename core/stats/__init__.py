"""Statistics: rates, intervals, clustered and paired samples, agreement."""

from core.stats.clustered_rates import ClusteredRate
from core.stats.paired import PairedDifference, holm, mcnemar_exact, paired_difference
from core.stats.rates import MUTED_BELOW, Rate, wilson

__all__ = [
    "MUTED_BELOW",
    "ClusteredRate",
    "PairedDifference",
    "Rate",
    "holm",
    "mcnemar_exact",
    "paired_difference",
    "wilson",
]
