"""How many of the planted faults were flagged, and how many flags were right."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from core.stats import Rate


@dataclass(frozen=True, slots=True)
class PlantedScore:
    """Precision and recall of the flags, over judged items only.

    `precision`: share of flagged items that are faulty. `recall`: share of faulty items that were
    flagged, over all and by fault. A flag on a sound item belongs to no fault, so there is no
    precision by fault.
    """

    precision: Rate
    recall: Rate
    recall_by_fault: Mapping[str, Rate]


def planted_score(
    planted: Mapping[str, str], flagged_items: Collection[str], judged_items: Collection[str]
) -> PlantedScore:
    """Score the flags. `planted` maps item to fault (`Manifest.faults`); other items are sound."""
    judged = set(judged_items)
    flagged = judged & set(flagged_items)
    faulty = judged & planted.keys()
    return PlantedScore(
        precision=Rate(len(flagged & faulty), len(flagged)),
        recall=Rate(len(flagged & faulty), len(faulty)),
        recall_by_fault={
            fault: _recall({item for item in faulty if planted[item] == fault}, flagged)
            for fault in sorted({planted[item] for item in faulty})
        },
    )


def _recall(faulty: set[str], flagged: set[str]) -> Rate:
    return Rate(len(faulty & flagged), len(faulty))
