"""How much a depth test asks: every cell of it counted before anything is asked."""

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
    """So many items of a length will not be asked; `reason` as in their results."""

    context_length: int
    items: int
    reason: str


@dataclass(frozen=True, kw_only=True)
class TestMatrix:
    """What is asked how often. `max_output_tokens` are kept free in the model's window."""

    mode: DepthMode
    context_lengths: Sequence[int]
    repeats: int = 1
    controls: Sequence[Control] = ()
    padding_size: int
    max_output_tokens: int
    context_window: int | None = None


@dataclass(frozen=True)
class NovelWorkload:
    """A novel of so many characters and tokens, the questions that are left to ask about it, and
    by item key the evidence a validation found.
    """

    chars: int
    tokens: int
    questions: Sequence[Question]
    evidence: Mapping[str, Span]

    def room_for(self, question: Question) -> int | NotBuilt:
        """Tokens of its evidence, or why it has no place."""
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
    """`items` are results, `calls` those of them that ask, retries not counted; `skipped` counts
    questions without a usable place, by reason.
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
    """What a matrix takes: calls without retries, their prompts, the most their replies may have,
    and what that costs, None where the price is unknown.
    """

    calls: int
    prompt_tokens: int
    max_completion_tokens: int
    cost: float | None

    @classmethod
    def from_counts(
        cls, tally: WorkloadCounts, matrix: TestMatrix, *, paid: bool, price: Price | None
    ) -> "ExpectedUsage":
        """Whoever asks no model (not `paid`) makes no calls."""
        usage = Usage(tally.prompt_tokens, tally.calls * matrix.max_output_tokens)
        usage = usage if paid else Usage()
        return cls(
            calls=tally.calls if paid else 0,
            prompt_tokens=usage.prompt_tokens,
            max_completion_tokens=usage.completion_tokens,
            cost=cost_of(usage, price),
        )


def count_matrix(
    matrix: TestMatrix, ground: NovelWorkload, frames: Iterable[TrialFrame]
) -> WorkloadCounts:
    """Contexts are counted by their lengths; `frames` one a question."""
    tally = WorkloadCounts()
    for question, frame in zip(ground.questions, frames, strict=True):
        _count_question(tally, ground.room_for(question), frame, matrix, ground)
    return tally


def frames_of(
    questions: Sequence[Question], languages: Sequence[str], tokenizer: str
) -> list[TrialFrame]:
    """One frame a question, in the language it is asked in."""
    chat = FRAMING + TOKENS_PER_MESSAGE * _MESSAGES
    templates = {
        language: TrialFrame(
            chat + template_tokens(TEMPLATE, language, tokenizer),
            chat + template_tokens(CLOSED_BOOK_TEMPLATE, language, tokenizer),
        )
        for language in set(languages)
    }
    words = ["\n".join([one.question, *one.choice.values()]) for one in questions]
    counts = tokens_of_each(words, tokenizer)
    return [
        TrialFrame(templates[language].around + n, templates[language].closed_book + n)
        for language, n in zip(languages, counts, strict=True)
    ]


def _count_question(
    tally: WorkloadCounts,
    room: int | NotBuilt,
    frame: TrialFrame,
    matrix: TestMatrix,
    ground: NovelWorkload,
) -> None:
    if Control.CLOSED_BOOK in matrix.controls:
        tally.ask(matrix.repeats, frame.closed_book)
    if Control.ORACLE in matrix.controls:
        if isinstance(room, NotBuilt):
            tally.items += matrix.repeats
        else:
            whole = min(ground.tokens, room + 2 * matrix.padding_size)
            tally.ask(matrix.repeats, whole + frame.around)
    for length in matrix.context_lengths:
        for times, needs_place in _asked_at(matrix):
            if isinstance(room, NotBuilt) and needs_place:
                tally.items += times
            elif reason := _misfit(length, room, frame, matrix, ground, needs_place):
                tally.leave(times, length, reason)
            else:
                tally.ask(times, length + frame.around)
    placed = matrix.mode is not DepthMode.LEGACY or len(matrix.controls) > 0
    if isinstance(room, NotBuilt) and placed:
        tally.skipped[room.value] += 1


def _asked_at(matrix: TestMatrix) -> Iterator[tuple[int, bool]]:
    """How often a question is asked at each length, and whether that takes a place in the novel."""
    depths = len(DEPTH_BINS) if matrix.mode is DepthMode.CROSSED else 1
    yield depths * matrix.repeats, matrix.mode is not DepthMode.LEGACY
    if Control.FILLER_ONLY in matrix.controls:
        yield matrix.repeats, True


def _misfit(
    length: int,
    room: int | NotBuilt,
    frame: TrialFrame,
    matrix: TestMatrix,
    ground: NovelWorkload,
    needs_place: bool,
) -> str | None:
    if not lengths_that_fit(ground.tokens, [length]):
        return NotBuilt.NOVEL_TOO_SHORT.value
    if needs_place and isinstance(room, int) and room >= length:
        return NotBuilt.EVIDENCE_TOO_LONG.value
    needed = length + frame.around + matrix.max_output_tokens
    if matrix.context_window is not None and needed > matrix.context_window:
        return FailureKind.CONTEXT_TOO_LONG.value
    return None
