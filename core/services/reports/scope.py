"""Which results the page counts: a choice among the validations there are."""

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
    """One validation and what its numbers rest on. `spec` says the rest."""

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
        """As it is stored."""
        return self.conclusion.status

    @property
    def model(self) -> str:
        return self.spec.model or self.spec.connection

    @property
    def is_model(self) -> bool:
        """Whether a model answered: recorded replies and the offline baseline are none."""
        return self.spec.connection not in (RECORDED, LEXICAL.name)

    @property
    def prompt(self) -> str:
        """The template with its version and the beginning of its hash."""
        said = (self.spec.template_id, self.spec.template_version)
        return " ".join((*filter(None, said), self.spec.template_hash[:HASH_SHOWN])).strip()


@dataclass(frozen=True, slots=True)
class ReportScope:
    """What the reader chose; None leaves it open. Numbers of two rules for words are not mixed."""

    set_id: int | None = None
    model: str | None = None
    run_id: int | None = None
    question_type: str | None = None
    wording: WordRule | None = None

    def of(self, runs: Iterable[ReportedRun]) -> Sequence[ReportedRun]:
        return [
            run
            for run in runs
            if self.set_id in (None, run.set_id)
            and self.model in (None, run.model)
            and self.run_id in (None, run.id)
            and self.wording in (None, run.spec.wording)
        ]


def validations(engine: Engine) -> Sequence[ReportedRun]:
    """All that this desk can read, newest first."""
    with Session(engine) as session:
        found = queries.runs(session)
    concluded = conclusions(engine, (run for run, _ in found))
    read = (_validated(run, questions, concluded[run.id or 0]) for run, questions in found)
    return [run for run in read if run is not None]


def validation_of(engine: Engine, run_id: int) -> ReportedRun | None:
    """One of `validations`; None where this desk cannot read it, or there is none."""
    with Session(engine) as session:
        run = session.get(Run, run_id)
        questions = session.get(QuestionSet, run.set_id) if run else None
    if run is None or questions is None or run.kind != "validation":
        return None
    return _validated(run, questions, conclusions(engine, [run])[run_id])


def judged_runs(engine: Engine, runs: Iterable[ReportedRun]) -> set[int]:
    """The ids of those that have judged anything."""
    with Session(engine) as session:
        return queries.runs_that_judged(session, [run.id for run in runs])


def unreadable(engine: Engine) -> int:
    """How many were started by another version of the desk, and are in no number."""
    with Session(engine) as session:
        return sum(_spec(run) is None for run, _ in queries.runs(session))


def question_types(engine: Engine, runs: Iterable[ReportedRun]) -> Sequence[str]:
    """Those that occur among the runs' questions."""
    with Session(engine) as session:
        return queries.question_types(session, sorted({run.set_id for run in runs}))


def stamp(engine: Engine, runs: Iterable[ReportedRun]) -> str:
    """Changes with every new result or decision: until then what was counted may be kept."""
    with Session(engine) as session:
        return str(queries.stamp(session, [run.id for run in runs]))


def _spec(run: Run) -> RunSpec | None:
    """None where this desk cannot read it."""
    try:
        spec = read_spec(run.spec)
    except InputError:
        return None
    if not isinstance(spec, RunSpec):
        raise TypeError(f"run {run.id} is no validation")
    return spec


def _validated(run: Run, questions: QuestionSet, conclusion: Conclusion) -> ReportedRun | None:
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
