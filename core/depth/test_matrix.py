"""Count the items, calls and tokens of a depth test before anything is asked."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from core.depth.context_builder import lengths_that_fit
from core.depth.context_result import NotBuilt
from core.depth.depth_scheduler import DEPTH_BINS, DepthMode
from core.depth.examiner import CLOSED_BOOK_TEMPLATE, FRAMING, TEMPLATE, TOKENS_PER_MESSAGE
from core.depth.trial_plan import Control
from core.llm import FailureKind, Price, Usage, cost_of
from core.llm.token_counts import template_tokens, tokens_of_each
from core.questions import Question
from core.text import Span

_MESSAGES = 2


@dataclass(frozen=True, slots=True)
class DoesNotFit:
    """The number of items of a length that will not be asked; `reason` as in their results."""

    context_length: int
    items: int
    reason: str


@dataclass(frozen=True, kw_only=True)
class TestMatrix:
    """The dimensions of a test. `max_output_tokens` are reserved in the model's window."""

    mode: DepthMode
    context_lengths: Sequence[int]
    repeats: int = 1
    controls: Sequence[Control] = ()
    padding_size: int
    max_output_tokens: int
    context_window: int | None = None


@dataclass(frozen=True)
class NovelWorkload:
    """The size of a novel in characters and tokens, the questions to ask about it, and by item key
    the evidence that a validation found.
    """

    chars: int
    tokens: int
    questions: Sequence[Question]
    evidence: Mapping[str, Span]

    def room_for(self, question: Question) -> int | NotBuilt:
        """Return the tokens of the question's evidence, or why it has no position."""
        span = self.evidence.get(question.item_key)
        if span is not None:
            return round((span.end - span.start) * self.tokens / max(1, self.chars))
        if question.position is None:
            return NotBuilt.NO_POSITION
        if question.position.start_pos >= self.tokens:
            return NotBuilt.POSITION_OUT_OF_RANGE
        return min(question.position.end_pos, self.tokens) - question.position.start_pos


@dataclass(frozen=True, slots=True)
class TrialFrame:
    """Prompt tokens besides the context: template, question, options, the chat's framing."""

    around: int
    closed_book: int


@dataclass
class WorkloadCounts:
    """`items` counts results, `calls` those of them with a call, without retries; `misfits` counts
    items by (length, reason) and `skipped` questions without a usable position by reason.
    """

    items: int = 0
    calls: int = 0
    prompt_tokens: int = 0
    misfits: Counter[tuple[int, str]] = field(default_factory=Counter)
    skipped: Counter[str] = field(default_factory=Counter)

    @property
    def does_not_fit(self) -> tuple[DoesNotFit, ...]:
        return tuple(
            DoesNotFit(length, items, reason)
            for (length, reason), items in sorted(self.misfits.items())
        )

    def ask(self, times: int, tokens: int) -> None:
        self.items += times
        self.calls += times
        self.prompt_tokens += times * tokens

    def leave(self, times: int, length: int, reason: str) -> None:
        self.items += times
        self.misfits[length, reason] += times


@dataclass(frozen=True, kw_only=True)
class ExpectedUsage:
    """The expected usage of a matrix: calls without retries, their prompt tokens, the most tokens
    of their replies, and the cost of all, None where the price is unknown.
    """

    calls: int
    prompt_tokens: int
    max_completion_tokens: int
    cost: float | None

    @classmethod
    def from_counts(
        cls, counts: WorkloadCounts, matrix: TestMatrix, *, paid: bool, price: Price | None
    ) -> "ExpectedUsage":
        """Create the usage from counts; with `paid` False no model is called, and it is zero."""
        usage = Usage(counts.prompt_tokens, counts.calls * matrix.max_output_tokens)
        usage = usage if paid else Usage()
        return cls(
            calls=counts.calls if paid else 0,
            prompt_tokens=usage.prompt_tokens,
            max_completion_tokens=usage.completion_tokens,
            cost=cost_of(usage, price),
        )


def count_matrix(
    matrix: TestMatrix, workload: NovelWorkload, frames: Iterable[TrialFrame]
) -> WorkloadCounts:
    """Count the matrix; contexts count as their assigned lengths. `frames`: one per question."""
    counts = WorkloadCounts()
    for question, frame in zip(workload.questions, frames, strict=True):
        _count_question(counts, workload.room_for(question), frame, matrix, workload)
    return counts


def trial_frames(
    questions: Sequence[Question], languages: Sequence[str], tokenizer: str
) -> list[TrialFrame]:
    """Return one frame per question, in the language of its prompt."""
    chat = FRAMING + TOKENS_PER_MESSAGE * _MESSAGES
    templates = {
        language: TrialFrame(
            chat + template_tokens(TEMPLATE, language, tokenizer),
            chat + template_tokens(CLOSED_BOOK_TEMPLATE, language, tokenizer),
        )
        for language in set(languages)
    }
    texts = ["\n".join([question.question, *question.choice.values()]) for question in questions]
    token_counts = tokens_of_each(texts, tokenizer)
    return [
        TrialFrame(templates[language].around + n, templates[language].closed_book + n)
        for language, n in zip(languages, token_counts, strict=True)
    ]


def _count_question(
    workload_counts: WorkloadCounts,
    evidence_tokens: int | NotBuilt,
    frame: TrialFrame,
    matrix: TestMatrix,
    workload: NovelWorkload,
) -> None:
    if Control.CLOSED_BOOK in matrix.controls:
        workload_counts.ask(matrix.repeats, frame.closed_book)
    if Control.ORACLE in matrix.controls:
        if isinstance(evidence_tokens, NotBuilt):
            workload_counts.items += matrix.repeats
        else:
            oracle_tokens = min(workload.tokens, evidence_tokens + 2 * matrix.padding_size)
            workload_counts.ask(matrix.repeats, oracle_tokens + frame.around)
    for length in matrix.context_lengths:
        for times, needs_position in _repetitions_per_length(matrix):
            if isinstance(evidence_tokens, NotBuilt) and needs_position:
                workload_counts.items += times
            elif reason := _misfit(
                length, evidence_tokens, frame, matrix, workload, needs_position
            ):
                workload_counts.leave(times, length, reason)
            else:
                workload_counts.ask(times, length + frame.around)
    needs_any_position = matrix.mode is not DepthMode.LEGACY or len(matrix.controls) > 0
    if isinstance(evidence_tokens, NotBuilt) and needs_any_position:
        workload_counts.skipped[evidence_tokens.value] += 1


def _repetitions_per_length(matrix: TestMatrix) -> Iterator[tuple[int, bool]]:
    """Yield (times asked per length, whether that needs a position in the novel)."""
    depths = len(DEPTH_BINS) if matrix.mode is DepthMode.CROSSED else 1
    yield depths * matrix.repeats, matrix.mode is not DepthMode.LEGACY
    if Control.FILLER_ONLY in matrix.controls:
        yield matrix.repeats, True


def _misfit(
    length: int,
    evidence_tokens: int | NotBuilt,
    frame: TrialFrame,
    matrix: TestMatrix,
    workload: NovelWorkload,
    needs_position: bool,
) -> str | None:
    if not lengths_that_fit(workload.tokens, [length]):
        return NotBuilt.NOVEL_TOO_SHORT.value
    if needs_position and isinstance(evidence_tokens, int) and evidence_tokens >= length:
        return NotBuilt.EVIDENCE_TOO_LONG.value
    needed = length + frame.around + matrix.max_output_tokens
    if matrix.context_window is not None and needed > matrix.context_window:
        return FailureKind.CONTEXT_TOO_LONG.value
    return None
