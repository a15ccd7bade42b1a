"""The outcomes as tables: every rate with its n and its Wilson interval."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from core.stats.rates import Rate
from tests.bench.evidence.cases import QuoteClass, Target
from tests.bench.evidence.trial import CLASSES, FUZZY, SETTINGS, Outcome

NEARLY_ALL = 0.98
SAME_PLACE = 0.9
_EXAMPLES = 8


@dataclass(frozen=True)
class ClassResult:
    """What became of one class in one language."""

    kind: QuoteClass
    language: str
    outcomes: Sequence[Outcome]

    def of(self, setting: str) -> list[Outcome]:
        return [each for each in self.outcomes if each.setting == setting]

    def accepted(self, setting: str) -> Rate:
        return _rate([each.found for each in self.of(setting)])

    def in_place(self, setting: str) -> Rate:
        """Of the found ones whose source is known, those found there."""
        shares = [each.overlap for each in self.of(setting) if each.overlap is not None]
        return _rate([share >= SAME_PLACE for share in shares])

    @property
    def fuzzy(self) -> Rate:
        return _rate([each.fuzzy for each in self.outcomes if each.fuzzy is not None])

    @property
    def meets_target(self) -> bool:
        """In every text it was tried in; what is only measured always does."""
        return self.kind.measured or not self.missed

    @property
    def missed(self) -> list[str]:
        """The settings whose figures miss the target."""
        return [setting for setting in SETTINGS if self.of(setting) and self._misses(setting)]

    def _misses(self, setting: str) -> bool:
        accepted, in_place = self.accepted(setting), self.in_place(setting)
        if self.kind.target is Target.NONE:
            return accepted.hits > 0
        return _below(accepted) or _below(in_place)

    @property
    def wrong(self) -> list[Outcome]:
        """Accepted though something else is said, or not accepted (there) though the same is."""
        if self.kind.target is Target.NONE:
            return [each for each in self.outcomes if each.found]
        return [
            each
            for each in self.outcomes
            if not each.found or (each.overlap is not None and each.overlap < SAME_PLACE)
        ]


def results(outcomes: Sequence[Outcome]) -> list[ClassResult]:
    """By class in the order of `CLASSES`, then by language; classes without a quote left out."""
    by_class: dict[tuple[str, str], list[Outcome]] = {}
    for outcome in outcomes:
        by_class.setdefault((outcome.kind, outcome.language), []).append(outcome)
    return [
        ClassResult(kind, language, by_class[kind.name, language])
        for kind in CLASSES
        for language in ("en", "zh")
        if (kind.name, language) in by_class
    ]


def shown(rate: Rate) -> str:
    if rate.value is None or rate.interval is None:
        return "-"
    low, high = (100 * end for end in rate.interval)
    return f"{rate.hits} of {rate.n}, {100 * rate.value:.1f} % ({low:.1f}-{high:.1f})"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(row)} |\n" for row in lines)


def class_tables(found: Sequence[ClassResult]) -> Iterator[str]:
    """What was accepted, a table per target, and where the accepted ones were found."""
    rejected = [result for result in found if result.kind.target is Target.NONE]
    accepted = [result for result in found if result.kind.target is not Target.NONE]
    head = ["class", "", *SETTINGS, f"partial_ratio >= {FUZZY:.0f}", "misses its target in"]
    for title, results_of in (
        ("### To be rejected: 0 % accepted", rejected),
        ("### To be accepted: at least 98 % accepted", accepted),
    ):
        aimed = [result for result in results_of if not result.kind.measured]
        yield f"{title}\n\n" + table(head, map(_accepted_row, aimed))
        measured = [result for result in results_of if result.kind.measured]
        yield "Measured, without a target:\n\n" + table(
            head[:-1], (_accepted_row(result)[:-1] for result in measured)
        )
    yield "### Found at the right place, of those accepted: at least 98 %\n\n" + table(
        ["class", "", *SETTINGS], (_cells(result, result.in_place) for result in accepted)
    )


def _accepted_row(result: ClassResult) -> list[str]:
    missed = ", ".join(result.missed) or "-"
    return [*_cells(result, result.accepted), shown(result.fuzzy), missed]


def _cells(result: ClassResult, rate: Callable[[str], Rate]) -> list[str]:
    return [result.kind.name, result.language, *(shown(rate(setting)) for setting in SETTINGS)]


def per_novel(found: Sequence[ClassResult]) -> str:
    """Accepted of all tried, per novel, all three kinds of text together."""
    books = list(dict.fromkeys(each.book for result in found for each in result.outcomes))
    merged: dict[str, list[Outcome]] = {}
    for result in found:
        merged.setdefault(result.kind.name, []).extend(result.outcomes)

    def cell(outcomes: Sequence[Outcome], book: str) -> str:
        of_book = [each.found for each in outcomes if each.book == book]
        return f"{sum(of_book)} of {len(of_book)}" if of_book else "-"

    return table(
        ["class", *books],
        ([name, *(cell(outcomes, book) for book in books)] for name, outcomes in merged.items()),
    )


def by_variant(found: Sequence[ClassResult]) -> str:
    """Classes that change a quote in several ways, way by way; rejections only where some fail."""
    rows = []
    for result in found:
        variants = Counter(each.variant for each in result.outcomes if each.variant)
        if len(variants) > 1 and (result.wrong or result.kind.target is not Target.NONE):
            for variant in sorted(variants):
                of_variant = [each.found for each in result.outcomes if each.variant == variant]
                rows.append(
                    [
                        result.kind.name,
                        result.language,
                        f"`{variant.replace('`', '´')}`",
                        shown(_rate(of_variant)),
                    ]
                )
    return table(["class", "", "how", "accepted"], rows)


def wrong_by_cause(found: Sequence[ClassResult]) -> str:
    """What the wrong ones were taken for."""
    rows = []
    for result in found:
        causes = Counter(_taken_for(each, result.kind) for each in result.wrong)
        rows += [
            [result.kind.name, result.language, cause, f"{count} of {len(result.outcomes)}"]
            for cause, count in causes.most_common()
        ]
    return table(["class", "", "taken for", "quotes"], rows) if rows else "None.\n"


def _taken_for(outcome: Outcome, kind: QuoteClass) -> str:
    elsewhere = outcome.found and kind.target is not Target.NONE
    return f"{outcome.reason}, another place or extent" if elsewhere else outcome.reason


def wrong_examples(found: Sequence[ClassResult], chosen: Callable[[ClassResult], bool]) -> str:
    """The first few different wrong quotes of each chosen class, around what was changed."""
    rows = []
    for result in found:
        if not chosen(result):
            continue
        unlike = {(each.book, each.snippet): each for each in reversed(result.wrong)}
        rows += [
            [
                each.kind,
                f"{each.book}, {each.setting}",
                each.variant or "-",
                f"`{each.snippet}`",
                _taken_for(each, result.kind),
            ]
            for each in list(reversed(unlike.values()))[:_EXAMPLES]
        ]
    return table(["class", "text", "how", "quote", "taken for"], rows) if rows else "None.\n"


def _rate(hits: Sequence[bool]) -> Rate:
    return Rate(sum(hits), len(hits))


def _below(rate: Rate) -> bool:
    return rate.value is not None and rate.value < NEARLY_ALL
