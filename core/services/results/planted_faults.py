"""How a run did on the sample library's planted faults."""

from sqlalchemy import Engine
from sqlmodel import Session

from core.services.library import PlantedScore, planted_score, sample_manifest
from db.queries import results as queries


def planted_score_of(engine: Engine, run_id: int) -> PlantedScore:
    """Precision and recall of the desk's flags: the run's failed items, and copies of other
    questions as the import reported them. Constructed: it proves the pipeline, not the validator's
    quality (`Manifest.label` says so in both languages).
    """
    with Session(engine) as session:
        outcomes = queries.outcomes_by_item(session, run_id)
        repeated = queries.repeated_items(session, run_id)
    judged = [item for item, outcome in outcomes if outcome in ("passed", "failed")]
    flagged = [item for item, outcome in outcomes if outcome == "failed"]
    return planted_score(sample_manifest().faults, {*flagged, *repeated}, judged)
