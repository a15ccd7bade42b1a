"""Pass rates, whole and by any trait of the results."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import Engine
from sqlmodel import Session

from core.services.reports.scope import ReportedRun, ReportScope, validation_of
from core.services.results.novel_divisions import books_of
from core.services.results.question_clusters import ALONE, QuestionClusters, clusters_of
from core.stats import ClusteredRate, Rate
from core.text.divisions import TENTHS, BookDivisions
from core.validation.reasons import FailureReason
from db.queries import accuracy as queries


class ResultGrouping(StrEnum):
    """What results are told apart by."""

    TYPE = "type"
    REASON = "reason"
    TENTH = "tenth"
    CHAPTER = "chapter"
    MODEL = "model"
    PROMPT = "prompt"
    RUN = "run"
    DAY = "day"


@dataclass(frozen=True, slots=True)
class Slice:
    """The results of one group. `rate` is over those that were judged, clustered by passage or
    chapter: passed ones, or by reason those that were flagged for it. `infrastructure` of `asked`
    got no verdict. `name` is the group's own, such as a chapter's heading; empty where `group`
    says it.
    """

    group: str
    rate: ClusteredRate
    infrastructure: int = 0
    name: str = ""

    @property
    def asked(self) -> int:
        return self.rate.n + self.infrastructure

    @property
    def error_share(self) -> Rate:
        return Rate(self.infrastructure, self.asked)


NO_PLACE = ""
"""The group of questions that do not say where in the book they stand."""


def overall(engine: Engine, runs: Sequence[ReportedRun], scope: ReportScope) -> Slice:
    found = _counted(engine, runs, scope, None, clusters_of(engine, runs))
    return found[0] if found else Slice("", ClusteredRate.from_counts([]))


def run_rate(engine: Engine, run_id: int) -> ClusteredRate | None:
    """The pass rate of one run, with the interval that Accuracy shows of it; None where this desk
    cannot read the run. Raises ConfigurationError where a novel's tokeniser is not at hand.
    """
    run = validation_of(engine, run_id)
    return overall(engine, [run], ReportScope(run_id=run_id)).rate if run else None


def within(runs: Sequence[ReportedRun], scope: ReportScope) -> list[queries.Condition]:
    return queries.within([run.id for run in runs], scope.question_type)


def slices(
    engine: Engine, runs: Sequence[ReportedRun], scope: ReportScope, by: ResultGrouping
) -> Sequence[Slice]:
    """One for every group that occurs, in the order they are read in: chapters and days as they
    follow each other, reasons as the validation checks them, runs newest first, others by name.
    Raises ConfigurationError where a novel's tokeniser is not at hand.
    """
    if by is ResultGrouping.REASON:
        return _by_reason(engine, runs, scope)
    by_place = by in (ResultGrouping.TENTH, ResultGrouping.CHAPTER)
    books = books_of(engine, runs) if by_place else {}
    # Within one chapter nothing is learnt of how chapters differ: there questions stand alone.
    clusters = ALONE if by_place else clusters_of(engine, runs)
    with Session(engine) as session:
        group = trait(session, runs, by, books)
    named = _titles(books) if by is ResultGrouping.CHAPTER else {}
    found = _counted(engine, runs, scope, group, clusters, named)
    return sorted(found, key=_ORDERS.get(by, lambda one: (one.group,)))


def is_alone(runs: Sequence[ReportedRun]) -> bool:
    """Whether no two of the runs have the same questions."""
    return len({run.set_id for run in runs}) == len(runs)


def trait(
    session: Session,
    runs: Sequence[ReportedRun],
    by: ResultGrouping,
    books: Mapping[int, BookDivisions],
) -> queries.Trait:
    """What a result's group is, in the database. Not for reasons: an item may have several."""
    traits: dict[ResultGrouping, Callable[[], queries.Trait]] = {
        ResultGrouping.TYPE: queries.question_type,
        ResultGrouping.DAY: lambda: queries.day(session),
        ResultGrouping.TENTH: lambda: queries.part({at: book.tenths for at, book in books.items()}),
        ResultGrouping.CHAPTER: lambda: queries.part(
            {at: book.chapters for at, book in books.items() if book.chapters}
        ),
        ResultGrouping.MODEL: lambda: queries.named_by_run({run.id: run.model for run in runs}),
        ResultGrouping.PROMPT: lambda: queries.named_by_run({run.id: run.prompt for run in runs}),
        ResultGrouping.RUN: lambda: queries.named_by_run({run.id: str(run.id) for run in runs}),
    }
    return traits[by]()


def _titles(books: Mapping[int, BookDivisions]) -> Mapping[str, str]:
    """Of one novel; several have no chapters in common."""
    if len(books) != 1:
        return {}
    (book,) = books.values()
    return {str(at): title for at, title in enumerate(book.titles, start=1)}


def _place(one: Slice) -> tuple[object, ...]:
    return (int(one.group) if one.group != NO_PLACE else TENTHS**6,)


_ORDERS = {
    ResultGrouping.TENTH: _place,
    ResultGrouping.CHAPTER: _place,
    ResultGrouping.RUN: lambda one: (-int(one.group),),
}


def _counted(
    engine: Engine,
    runs: Sequence[ReportedRun],
    scope: ReportScope,
    by: queries.Trait | None,
    clusters: QuestionClusters,
    named: Mapping[str, str] | None = None,
) -> list[Slice]:
    """One for each group, in no order. Questions that stand alone are counted by the database."""
    where, names = within(runs, scope), named or {}
    with Session(engine) as session:
        if not clusters.numbers:
            found = queries.tallies(session, where, by, is_unique=is_alone(runs))
            return [_slice(one, names.get(one.group, "")) for one in found]
        rows = queries.counts_by_question(session, where, by)
    counts: defaultdict[str, list[tuple[int, int, int]]] = defaultdict(list)
    infrastructure: Counter[str] = Counter()
    for group, question_id, passed, judged, failed in rows:
        counts[group].append((question_id, passed, judged))
        infrastructure[group] += failed
    return [
        Slice(group, clusters.rate(found), infrastructure[group], names.get(group, ""))
        for group, found in counts.items()
    ]


def _slice(tally: queries.GroupCounts, name: str = "") -> Slice:
    rate = ClusteredRate.of_sums(
        tally.questions,
        tally.passed,
        tally.judged,
        tally.passed_squared,
        tally.passed_by_judged,
        tally.judged_squared,
    )
    return Slice(tally.group, rate, tally.infrastructure, name)


def _by_reason(engine: Engine, runs: Sequence[ReportedRun], scope: ReportScope) -> Sequence[Slice]:
    """How many of the judged results were flagged for each reason; one may have several."""
    clusters, where = clusters_of(engine, runs), within(runs, scope)
    with Session(engine) as session:
        judged = queries.by_question(session, where)
        flagged_for = queries.reasons_by_question(session, where)
    flagged: defaultdict[str, Counter[int]] = defaultdict(Counter)
    for reasons, question_id, n in flagged_for:
        for reason in reasons:
            flagged[reason][question_id] += n
    whole = overall(engine, runs, scope)
    return [
        Slice(
            reason.value,
            clusters.rate(
                (question_id, flagged[reason.value][question_id], n)
                for question_id, (_passed, n) in judged.items()
            ),
            whole.infrastructure,
        )
        for reason in FailureReason
        if reason.value in flagged
    ]
