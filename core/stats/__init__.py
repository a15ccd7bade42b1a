"""Statistics: rates, intervals, clustered and paired samples, agreement."""

from core.stats.clustered_rates import FEWEST_CLUSTERS, ClusteredRate, ClusterUnit
from core.stats.conclusion import DONE, DONE_WITH_PROBLEMS, FAILED, RUNNING, Conclusion
from core.stats.paired import PairedDifference, holm, mcnemar_exact, paired_difference
from core.stats.rates import LOW_N_BELOW, Rate, wilson

__all__ = [
    "DONE",
    "DONE_WITH_PROBLEMS",
    "FAILED",
    "FEWEST_CLUSTERS",
    "LOW_N_BELOW",
    "RUNNING",
    "ClusterUnit",
    "ClusteredRate",
    "Conclusion",
    "PairedDifference",
    "Rate",
    "holm",
    "mcnemar_exact",
    "paired_difference",
    "wilson",
]
