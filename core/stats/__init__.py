"""Statistics: rates, intervals, clustered and paired samples, agreement."""

from core.stats.agreement import (
    Agreement,
    ItemOpinions,
    cohen_kappa,
    krippendorff_alpha,
    reviewer_pairs,
)
from core.stats.clustered_rates import FEWEST_CLUSTERS, ClusteredRate, ClusterUnit
from core.stats.conclusion import DONE, DONE_WITH_PROBLEMS, FAILED, RUNNING, Conclusion
from core.stats.paired import PairedDifference, holm, mcnemar_exact, paired_difference
from core.stats.rates import LOW_N_BELOW, Rate, wilson
from core.stats.stratified_recall import Recall, ReviewedGroup, Stratum, recall_of_groups

__all__ = [
    "DONE",
    "DONE_WITH_PROBLEMS",
    "FAILED",
    "FEWEST_CLUSTERS",
    "LOW_N_BELOW",
    "RUNNING",
    "Agreement",
    "ClusterUnit",
    "ClusteredRate",
    "Conclusion",
    "ItemOpinions",
    "PairedDifference",
    "Rate",
    "Recall",
    "ReviewedGroup",
    "Stratum",
    "cohen_kappa",
    "holm",
    "krippendorff_alpha",
    "mcnemar_exact",
    "paired_difference",
    "recall_of_groups",
    "reviewer_pairs",
    "wilson",
]
