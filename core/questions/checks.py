"""Check a whole question set at import: duplicates, IDs, labels, positions."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from math import sqrt

from core.locale import N_n, plural_form
from core.questions.duplicates import duplicate_issues
from core.questions.issues import RowIssue, line_of, row_warning
from core.questions.question import QuestionType
from core.questions.reader import ReadRow

MIN_EXPECTED_PER_LETTER = 10
"""Letters are compared only when an even set would have at least this many answers on each."""

SURPRISING = 3.09
"""Standard deviations of chance above which a skew is reported (p < 0.001)."""

NOTICEABLE = 1.25
"""A letter must also be labelled this many times as often as in an even set."""

MOSTLY = 0.5
"""Share of positions out of range that suggests another novel or tokeniser (reading 51)."""


def check_questions(
    rows: Sequence[ReadRow], *, n_tokens: int | None = None
) -> tuple[RowIssue, ...]:
    """Return warnings about rows that were read, by line; the set stays usable.

    `n_tokens` is the length of the novel in the tokens its positions are counted in, None when
    there is no novel.
    """
    issues = [*_duplicate_ids(rows), *duplicate_issues(rows), *_letter_imbalance(rows)]
    if n_tokens is not None:
        issues += check_positions(rows, n_tokens)
    return tuple(sorted(issues, key=line_of))


def check_positions(rows: Sequence[ReadRow], n_tokens: int) -> tuple[RowIssue, ...]:
    """Return warnings about positions that end after the `n_tokens` tokens of the novel."""
    placed = [row for row in rows if row.question.position]
    outside = tuple(_outside(placed, n_tokens))
    if not outside or len(outside) < MOSTLY * len(placed):
        return outside
    message = plural_form(
        N_n(
            "{count} of {n} positions lies outside the novel of {tokens} tokens. The question "
            "may belong to another novel, or its position was counted with another tokeniser.",
            "{count} of {n} positions lie outside the novel of {tokens} tokens. The questions "
            "may belong to another novel, or their positions were counted with another "
            "tokeniser.",
        ),
        len(outside),
    )
    set_warning = row_warning(
        message,
        code="positions_elsewhere",
        field="position",
        count=len(outside),
        n=len(placed),
        tokens=n_tokens,
    )
    return set_warning, *outside


def _outside(placed: Iterable[ReadRow], n_tokens: int) -> Iterator[RowIssue]:
    for row in placed:
        position = row.question.position
        if position and position.end_pos > n_tokens:
            yield row_warning(
                "The position {start} to {end} ends after the last of the novel's {tokens} tokens.",
                code="position_out_of_range",
                line=row.line,
                field="position",
                start=position.start_pos,
                end=position.end_pos,
                tokens=n_tokens,
            )


def _duplicate_ids(rows: Iterable[ReadRow]) -> Iterator[RowIssue]:
    first: dict[str, int] = {}
    for row in rows:
        row_id = row.question.extra.get("id")
        if row_id in (None, ""):
            continue
        if str(row_id) not in first:
            first[str(row_id)] = row.line
        else:
            yield row_warning(
                "The ID {id} is also on line {first}. A number is added to this row's ID.",
                code="duplicate_id",
                line=row.line,
                field="id",
                id=str(row_id),
                first=first[str(row_id)],
            )


def _letter_imbalance(rows: Iterable[ReadRow]) -> Iterator[RowIssue]:
    """Warn if the labels of single-choice questions with the same options are unevenly spread."""
    labels: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for row in rows:
        if row.question.question_type is QuestionType.SINGLE_CHOICE:
            labels[tuple(sorted(row.question.choice))].append(row.question.answer[0])
    for letters, answers in sorted(labels.items()):
        expected = len(answers) / len(letters)
        if expected < MIN_EXPECTED_PER_LETTER:
            continue
        counts = Counter(answers)
        letter, most = counts.most_common(1)[0]
        chi_square = sum((counts[name] - expected) ** 2 / expected for name in letters)
        if most >= NOTICEABLE * expected and _deviations(chi_square, len(letters) - 1) > SURPRISING:
            yield row_warning(
                "The label is {letter} in {count} of {n} single-choice questions with {options} "
                "options; an even distribution has {expected}. Always guessing it would score "
                "better than chance.",
                code="letter_imbalance",
                field="answer",
                letter=letter.upper(),
                count=most,
                n=len(answers),
                options=len(letters),
                expected=round(expected),
            )


def _deviations(chi_square: float, freedom: int) -> float:
    """Return the standard deviations of a chi-square value above chance (Wilson-Hilferty)."""
    spread = 2 / (9 * freedom)
    return float(((chi_square / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread))
