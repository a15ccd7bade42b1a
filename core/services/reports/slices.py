"""Pass rates, overall and grouped by question type, reason, place, model, prompt, run or day."""

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
from core.text import BookDivisions
from core.text.divisions import TENTHS
from core.validation import FailureReason
from db.queries import accuracy as queries


class ResultGrouping(StrEnum):
    """What results are grouped by."""

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
    """The results of one group.

    `rate`: share that passed of those judged, or by reason the share flagged for it; clustered by
    passage or chapter. `infrastructure`: how many of `asked` failed to get a verdict. `name`: a
    display name such as a chapter's heading; empty where `group` is the name.
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
"""The group of questions without a position in the book."""


def overall(engine: Engine, runs: Sequence[ReportedRun], scope: ReportScope) -> Slice:
    """Return the results of the whole scope as one slice."""
    groups = _count_slices(engine, runs, scope, None, clusters_of(engine, runs))
    return groups[0] if groups else Slice("", ClusteredRate.from_counts([]))


def run_rate(engine: Engine, run_id: int) -> ClusteredRate | None:
    """Return the pass rate of one run with the interval that Accuracy shows; None if the run's spec
    cannot be read. Raises ConfigurationError if a novel's tokeniser is not available.
    """
    run = validation_of(engine, run_id)
    return overall(engine, [run], ReportScope(run_id=run_id)).rate if run else None


def within(runs: Sequence[ReportedRun], scope: ReportScope) -> list[queries.Condition]:
    """Return the conditions for results of these runs and the scope's question type."""
    return queries.within([run.id for run in runs], scope.question_type)


def slices(
    engine: Engine, runs: Sequence[ReportedRun], scope: ReportScope, by: ResultGrouping
) -> Sequence[Slice]:
    """Return a slice for each group that occurs: tenths, chapters and days in their sequence,
    reasons as the validation checks them, runs newest first, others by name.

    Raises ConfigurationError if a novel's tokeniser is not available.
    """
    if by is ResultGrouping.REASON:
        return _by_reason(engine, runs, scope)
    by_place = by in (ResultGrouping.TENTH, ResultGrouping.CHAPTER)
    books = books_of(engine, runs) if by_place else {}
    # Within one chapter clusters cannot show how chapters differ, so each question is its own.
    clusters = ALONE if by_place else clusters_of(engine, runs)
    with Session(engine) as session:
        group = trait(session, runs, by, books)
    titles = _titles(books) if by is ResultGrouping.CHAPTER else {}
    groups = _count_slices(engine, runs, scope, group, clusters, titles)
    return sorted(groups, key=_ORDERS.get(by, lambda item: (item.group,)))


def is_alone(runs: Sequence[ReportedRun]) -> bool:
    """Whether no two of the runs are of the same question set."""
    return len({run.set_id for run in runs}) == len(runs)


def trait(
    session: Session,
    runs: Sequence[ReportedRun],
    by: ResultGrouping,
    books: Mapping[int, BookDivisions],
) -> queries.Trait:
    """Return the SQL expression of a result's group. Not for REASON: an item may have several."""
    traits: dict[ResultGrouping, Callable[[], queries.Trait]] = {
        ResultGrouping.TYPE: queries.question_type,
        ResultGrouping.DAY: lambda: queries.day(session),
        ResultGrouping.TENTH: lambda: queries.part(
            {set_id: book.tenths for set_id, book in books.items()}
        ),
        ResultGrouping.CHAPTER: lambda: queries.part(
            {set_id: book.chapters for set_id, book in books.items() if book.chapters}
        ),
        ResultGrouping.MODEL: lambda: queries.named_by_run({run.id: run.model for run in runs}),
        ResultGrouping.PROMPT: lambda: queries.named_by_run({run.id: run.prompt for run in runs}),
        ResultGrouping.RUN: lambda: queries.named_by_run({run.id: str(run.id) for run in runs}),
    }
    return traits[by]()


def _titles(books: Mapping[int, BookDivisions]) -> Mapping[str, str]:
    """Return chapter number -> heading of the novel; empty for several novels."""
    if len(books) != 1:
        return {}
    (book,) = books.values()
    return {str(number): title for number, title in enumerate(book.titles, start=1)}


def _place_order(item: Slice) -> tuple[object, ...]:
    return (int(item.group) if item.group != NO_PLACE else TENTHS**6,)


_ORDERS = {
    ResultGrouping.TENTH: _place_order,
    ResultGrouping.CHAPTER: _place_order,
    ResultGrouping.RUN: lambda item: (-int(item.group),),
}


def _count_slices(
    engine: Engine,
    runs: Sequence[ReportedRun],
    scope: ReportScope,
    by: queries.Trait | None,
    clusters: QuestionClusters,
    titles: Mapping[str, str] | None = None,
) -> list[Slice]:
    """Count a slice for each group, in no order; in SQL alone where questions are not clustered."""
    where, names = within(runs, scope), titles or {}
    with Session(engine) as session:
        if not clusters.numbers:
            group_counts = queries.tallies(session, where, by, is_unique=is_alone(runs))
            return [_slice(tally, names.get(tally.group, "")) for tally in group_counts]
        rows = queries.counts_by_question(session, where, by)
    counts: defaultdict[str, list[tuple[int, int, int]]] = defaultdict(list)
    infrastructure: Counter[str] = Counter()
    for group, question_id, passed, judged, failed in rows:
        counts[group].append((question_id, passed, judged))
        infrastructure[group] += failed
    return [
        Slice(group, clusters.rate(group_counts), infrastructure[group], names.get(group, ""))
        for group, group_counts in counts.items()
    ]


def _slice(tally: queries.GroupCounts, name: str = "") -> Slice:
    rate = ClusteredRate.from_sums(
        tally.questions,
        tally.passed,
        tally.judged,
        tally.passed_squared,
        tally.passed_by_judged,
        tally.judged_squared,
    )
    return Slice(tally.group, rate, tally.infrastructure, name)


def _by_reason(engine: Engine, runs: Sequence[ReportedRun], scope: ReportScope) -> Sequence[Slice]:
    """Count the judged results that were flagged for each reason; a result may have several."""
    clusters, where = clusters_of(engine, runs), within(runs, scope)
    with Session(engine) as session:
        judged = queries.by_question(session, where)
        flagged_for = queries.reasons_by_question(session, where)
    flagged: defaultdict[str, Counter[int]] = defaultdict(Counter)
    for reasons, question_id, n in flagged_for:
        for reason in reasons:
            flagged[reason][question_id] += n
    total = overall(engine, runs, scope)
    return [
        Slice(
            reason.value,
            clusters.rate(
                (question_id, flagged[reason.value][question_id], n)
                for question_id, (_passed, n) in judged.items()
            ),
            total.infrastructure,
        )
        for reason in FailureReason
        if reason.value in flagged
    ]
