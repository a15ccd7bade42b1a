"""Score a run on the planted faults of the sample library."""

from sqlalchemy import Engine
from sqlmodel import Session

from core.services.library import PlantedScore, planted_score, sample_manifest
from db.queries import results as queries


def planted_score_of(engine: Engine, run_id: int) -> PlantedScore:
    """Return precision and recall of the flags: failed items, and copies that the import reported.

    The faults are artificial: the score shows that the pipeline works, not how good the validator
    is (`Manifest.label` says so in both languages).
    """
    with Session(engine) as session:
        outcomes = queries.outcomes_by_item(session, run_id)
        repeated = queries.repeated_items(session, run_id)
    judged = [item for item, outcome in outcomes if outcome in ("passed", "failed")]
    flagged = [item for item, outcome in outcomes if outcome == "failed"]
    return planted_score(sample_manifest().faults, {*flagged, *repeated}, judged)
