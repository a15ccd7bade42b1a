"""The scope of an Accuracy report: which validation runs and results it counts."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Engine
from sqlmodel import Session

from core.errors import InputError
from core.llm import LEXICAL
from core.services.runs import RunSpec, conclusions
from core.services.runs.run_spec import read_spec
from core.services.runs.starter_runs import RECORDED
from core.stats import Conclusion
from core.text import WordRule
from db.queries import accuracy as queries
from db.tables import QuestionSet, Run

HASH_SHOWN = 8


@dataclass(frozen=True, slots=True)
class ReportedRun:
    """A validation run with the settings (`spec`) that its numbers depend on."""

    id: int
    title: str
    set_id: int
    set_title: str
    source_id: int | None
    conclusion: Conclusion
    created_at: datetime
    tokens: int
    cost: float
    spec: RunSpec
    is_sample: bool = False

    @property
    def status(self) -> str:
        """The status as stored with the run."""
        return self.conclusion.status

    @property
    def model(self) -> str:
        return self.spec.model or self.spec.connection

    @property
    def is_model(self) -> bool:
        """Whether a model answered, rather than a recording or the offline baseline."""
        return self.spec.connection not in (RECORDED, LEXICAL.name)

    @property
    def prompt(self) -> str:
        """The prompt template's id, version and the beginning of its hash."""
        template = (self.spec.template_id, self.spec.template_version)
        return " ".join((*filter(None, template), self.spec.template_hash[:HASH_SHOWN])).strip()


@dataclass(frozen=True, slots=True)
class ReportScope:
    """The chosen filters; None matches everything.

    `wording`: the rule by which quotes were compared; results of different rules are never mixed.
    """

    set_id: int | None = None
    model: str | None = None
    run_id: int | None = None
    question_type: str | None = None
    wording: WordRule | None = None

    def of(self, runs: Iterable[ReportedRun]) -> Sequence[ReportedRun]:
        """Return the runs that match the filters."""
        return [
            run
            for run in runs
            if self.set_id in (None, run.set_id)
            and self.model in (None, run.model)
            and self.run_id in (None, run.id)
            and self.wording in (None, run.spec.wording)
        ]


def validations(engine: Engine) -> Sequence[ReportedRun]:
    """List all validation runs whose spec this version of the desk can read, newest first."""
    with Session(engine) as session:
        rows = queries.runs(session)
    conclusion_by_run = conclusions(engine, (run for run, _ in rows))
    reported = (
        _reported_run(run, questions, conclusion_by_run[run.id or 0]) for run, questions in rows
    )
    return [run for run in reported if run is not None]


def validation_of(engine: Engine, run_id: int) -> ReportedRun | None:
    """Return a validation run; None if it does not exist or its spec cannot be read."""
    with Session(engine) as session:
        run = session.get(Run, run_id)
        questions = session.get(QuestionSet, run.set_id) if run else None
    if run is None or questions is None or run.kind != "validation":
        return None
    return _reported_run(run, questions, conclusions(engine, [run])[run_id])


def judged_runs(engine: Engine, runs: Iterable[ReportedRun]) -> set[int]:
    """Return the ids of the runs that have judged at least one question."""
    with Session(engine) as session:
        return queries.runs_that_judged(session, [run.id for run in runs])


def unreadable(engine: Engine) -> int:
    """Count the runs whose spec this version cannot read, so that no number includes them."""
    with Session(engine) as session:
        return sum(_spec(run) is None for run, _ in queries.runs(session))


def question_types(engine: Engine, runs: Iterable[ReportedRun]) -> Sequence[str]:
    """Return the question types that occur in the runs' question sets."""
    with Session(engine) as session:
        return queries.question_types(session, sorted({run.set_id for run in runs}))


def stamp(engine: Engine, runs: Iterable[ReportedRun]) -> str:
    """Return a cache key for counts over the runs: it changes with every new result or decision."""
    with Session(engine) as session:
        return str(queries.stamp(session, [run.id for run in runs]))


def _spec(run: Run) -> RunSpec | None:
    """Read the run's spec; None if it cannot be read. Raises TypeError for a depth run."""
    try:
        spec = read_spec(run.spec)
    except InputError:
        return None
    if not isinstance(spec, RunSpec):
        raise TypeError(f"run {run.id} is no validation")
    return spec


def _reported_run(run: Run, questions: QuestionSet, conclusion: Conclusion) -> ReportedRun | None:
    """Build the ReportedRun; None if the spec cannot be read."""
    spec = _spec(run)
    if spec is None:
        return None
    return ReportedRun(
        id=run.id or 0,
        title=run.title,
        set_id=run.set_id,
        set_title=questions.title,
        source_id=questions.source_id,
        conclusion=conclusion,
        created_at=run.created_at,
        tokens=run.tokens,
        cost=run.cost,
        spec=spec,
        is_sample=run.is_sample or questions.is_sample,
    )
