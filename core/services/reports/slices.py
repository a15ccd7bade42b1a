"""Pass rates, whole and by any trait of the results."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import Engine
from sqlmodel import Session

from core.services.reports.places import TENTHS, BookDivisions, book_divisions
from core.services.reports.scope import ReportedRun, ReportScope
from core.stats import ClusteredRate, Rate
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
    """The results of one group. `rate` is over those that were judged, clustered by question:
    passed ones, or by reason those that were flagged for it. `infrastructure` of `asked` got no
    verdict. `name` is the group's own, such as a chapter's heading; empty where `group` says it.
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
    with Session(engine) as session:
        found = queries.tallies(session, within(runs, scope), once=is_alone(runs))
    return _slice(found[0]) if found else Slice("", ClusteredRate.from_counts([]))


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
    books = books_of(engine, runs) if by in (ResultGrouping.TENTH, ResultGrouping.CHAPTER) else {}
    with Session(engine) as session:
        group = trait(session, runs, by, books)
        found = queries.tallies(session, within(runs, scope), group, once=is_alone(runs))
    named = _titles(books) if by is ResultGrouping.CHAPTER else {}
    drawn = [_slice(one, named.get(one.group, "")) for one in found]
    return sorted(drawn, key=_ORDERS.get(by, lambda one: (one.group,)))


def is_alone(runs: Sequence[ReportedRun]) -> bool:
    """Whether no two of the runs have the same questions."""
    return len({run.set_id for run in runs}) == len(runs)


def books_of(engine: Engine, runs: Iterable[ReportedRun]) -> Mapping[int, BookDivisions]:
    """By question set, those that are about a novel."""
    tokenizers = {run.set_id: run.spec.tokenizer for run in runs if run.source_id is not None}
    found = ((set_id, book_divisions(engine, set_id, name)) for set_id, name in tokenizers.items())
    return {set_id: book for set_id, book in found if book is not None}


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
    whole = overall(engine, runs, scope)
    with Session(engine) as session:
        counted = queries.reasons(session, within(runs, scope))
    flagged: Counter[str] = Counter()
    for reasons, n in counted:
        flagged.update(dict.fromkeys(reasons, n))
    return [
        Slice(reason.value, whole.rate.of_the_same(flagged[reason.value]), whole.infrastructure)
        for reason in FailureReason
        if flagged[reason.value]
    ]
