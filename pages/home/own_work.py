"""The team's own novels, question sets and runs, without the samples."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from sqlalchemy import Engine

from core.services.access import EXPORTED, has_happened
from core.services.answers import npc_document_ids
from core.services.library import SetSummary, SourceSummary, list_sets, list_sources
from core.services.results import CleanedCounts, cleaned_counts
from core.services.runs import Run, conclusions, list_runs
from core.stats import DONE, Conclusion

NEWEST_RUNS = 200
"""How many of the newest runs are read."""
ENOUGH_RUNS = 2
"""With this many finished runs the first steps are no longer shown."""


@dataclass(frozen=True)
class OwnWork:
    """Novels, sets and validations of the team, the newest first."""

    engine: Engine
    sources: Sequence[SourceSummary]
    sets: Sequence[SetSummary]
    runs: Sequence[Run]

    @cached_property
    def states(self) -> dict[int, Conclusion]:
        return conclusions(self.engine, self.runs)

    @cached_property
    def finished(self) -> list[Run]:
        """Finished runs with a usable result."""
        return [run for run in self.runs if run.status == DONE and self.states[run.id or 0].usable]

    @cached_property
    def is_exported(self) -> bool:
        return bool(self.finished) and has_happened(self.engine, EXPORTED)

    @property
    def needs_steps(self) -> bool:
        """Whether the first steps are still shown."""
        return not self.is_exported and len(self.finished) < ENOUGH_RUNS

    def newest_run(self, set_id: int) -> Run | None:
        """The set's newest finished run, or else its newest."""
        for runs in (self.finished, self.runs):
            if matches := [run for run in runs if run.set_id == set_id]:
                return matches[0]
        return None

    def cleaned(self, run: Run) -> CleanedCounts:
        return cleaned_counts(self.engine, run.id or 0)


def read_own_work(engine: Engine) -> OwnWork:
    document_ids = npc_document_ids(engine)
    return OwnWork(
        engine,
        [row for row in list_sources(engine) if not row.is_sample and row.id not in document_ids],
        [row for row in list_sets(engine) if not row.is_sample],
        [run for run in list_runs(engine, limit=NEWEST_RUNS) if not run.is_sample],
    )
