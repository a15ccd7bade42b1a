"""What a depth test will ask and cost, before anything is asked."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType

from sqlalchemy import Engine
from sqlmodel import Session, col, select

from core.depth.context_builder import ContextBuilder, lengths_that_fit
from core.depth.context_result import NotBuilt
from core.depth.depth_scheduler import DEPTH_BINS, DepthMode, DepthScheduler
from core.depth.examiner import CLOSED_BOOK_TEMPLATE, FRAMING, TEMPLATE, TOKENS_PER_MESSAGE
from core.depth.planning import Control
from core.depth.prompt_caching import expected_cached_share
from core.errors import InputError, NotFoundError
from core.library import question_from_row
from core.llm import Connection, FailureKind, Usage, cost_of
from core.questions import Question
from core.runs.depth_tasks import evidence_found, invalid_questions
from core.runs.estimate import Note
from core.runs.spec import DepthSpec
from core.runs.token_counts import Novel, template_tokens, tokens_in, tokens_of_each
from core.text import Span, load_tokenizer
from core.validation import Book
from db.tables import QuestionRow, QuestionSet, SourceText

_MESSAGES = 2
_MOST_PLANNED, _PLANNED_DEPTHS = 24, (0.0, 0.5, 1.0)
"""Questions and depths whose contexts are planned, to see what prompts share."""


@dataclass(frozen=True, slots=True)
class DoesNotFit:
    """So many items of a length will not be asked; `reason` as in their results."""

    context_length: int
    items: int
    reason: str


@dataclass(frozen=True, kw_only=True)
class DepthEstimate:
    """`items` are results, `calls` those of them that ask a model, retries not counted.

    Tokens are those of the calls; `cost` is an upper bound in the currency of the spec's price,
    None where that is unknown. `skipped` counts questions without a usable place, by reason.
    """

    items: int
    calls: int
    prompt_tokens: int
    max_completion_tokens: int
    cost: float | None
    does_not_fit: tuple[DoesNotFit, ...]
    skipped: Mapping[str, int]
    notes: tuple[Note, ...]


@dataclass(frozen=True)
class _Material:
    """A novel of `tokens` tokens and the questions that are left to ask about it."""

    novel: Novel
    tokens: int
    questions: Sequence[Question]
    evidence: Mapping[str, Span]

    def room_for(self, question: Question) -> int | NotBuilt:
        """Tokens of its evidence, or why it has no place."""
        span = self.evidence.get(question.item_key)
        if span is not None:
            return round((span.end - span.start) * self.tokens / max(1, len(self.novel.text)))
        if question.position is None:
            return NotBuilt.NO_POSITION
        if question.position.start_pos >= self.tokens:
            return NotBuilt.POSITION_OUT_OF_RANGE
        return min(question.position.end_pos, self.tokens) - question.position.start_pos


@dataclass
class _Tally:
    items: int = 0
    calls: int = 0
    prompt_tokens: int = 0
    does_not_fit: Counter[tuple[int, str]] = field(default_factory=Counter)

    def ask(self, times: int, tokens: int) -> None:
        self.items += times
        self.calls += times
        self.prompt_tokens += times * tokens

    def leave(self, times: int, length: int, reason: str) -> None:
        self.items += times
        self.does_not_fit[length, reason] += times


def estimate_depth(engine: Engine, spec: DepthSpec, connection: Connection) -> DepthEstimate:
    """Counts the whole matrix: contexts by their lengths, questions and options as text.

    Raises InputError for a plan that makes no sense and NotFoundError for an unknown set.
    """
    DepthScheduler(spec.depth_mode, spec.fixed_depth, spec.context_lengths)
    material = _material(engine, spec)
    skipped: Counter[str] = Counter()
    tally = _Tally()
    frames = _frames(material.questions, spec)
    for question, frame in zip(material.questions, frames, strict=True):
        reason = _count_question(tally, question, frame, spec, material, connection)
        if reason is not None:
            skipped[reason] += 1
    paid = connection.kind == "openai"
    completion_tokens = tally.calls * connection.max_output_tokens
    return DepthEstimate(
        items=tally.items,
        calls=tally.calls if paid else 0,
        prompt_tokens=tally.prompt_tokens if paid else 0,
        max_completion_tokens=completion_tokens if paid else 0,
        cost=cost_of(Usage(tally.prompt_tokens, completion_tokens), spec.price) if paid else 0.0,
        does_not_fit=tuple(
            DoesNotFit(length, items, reason)
            for (length, reason), items in sorted(tally.does_not_fit.items())
        ),
        skipped=MappingProxyType(dict(skipped)),
        notes=tuple(_notes(spec, connection)),
    )


def _count_question(
    tally: _Tally,
    question: Question,
    frame: "_Frame",
    spec: DepthSpec,
    material: _Material,
    connection: Connection,
) -> str | None:
    """Why the question has no contexts of its own, where it has none."""
    room = material.room_for(question)
    if Control.CLOSED_BOOK in spec.controls:
        tally.ask(spec.repeats, frame.closed_book)
    if Control.ORACLE in spec.controls:
        if isinstance(room, NotBuilt):
            tally.items += spec.repeats
        else:
            whole = min(material.tokens, room + 2 * spec.padding_size)
            tally.ask(spec.repeats, whole + frame.around)
    for length in spec.context_lengths:
        for times, needs_place in _asked_at(spec):
            if isinstance(room, NotBuilt) and needs_place:
                tally.items += times
            elif reason := _misfit(length, room, frame, material, connection, needs_place):
                tally.leave(times, length, reason)
            else:
                tally.ask(times, length + frame.around)
    placed = spec.depth_mode is not DepthMode.LEGACY or len(spec.controls) > 0
    return room.value if isinstance(room, NotBuilt) and placed else None


def _asked_at(spec: DepthSpec) -> Iterator[tuple[int, bool]]:
    """How often a question is asked at each length, and whether that takes a place in the novel."""
    depths = len(DEPTH_BINS) if spec.depth_mode is DepthMode.CROSSED else 1
    yield depths * spec.repeats, spec.depth_mode is not DepthMode.LEGACY
    if Control.FILLER_ONLY in spec.controls:
        yield spec.repeats, True


def _misfit(
    length: int,
    room: int | NotBuilt,
    frame: "_Frame",
    material: _Material,
    connection: Connection,
    needs_place: bool,
) -> str | None:
    if not lengths_that_fit(material.tokens, [length]):
        return NotBuilt.NOVEL_TOO_SHORT.value
    if needs_place and isinstance(room, int) and room >= length:
        return NotBuilt.EVIDENCE_TOO_LONG.value
    needed = length + frame.around + connection.max_output_tokens
    if connection.context_window is not None and needed > connection.context_window:
        return FailureKind.CONTEXT_TOO_LONG.value
    return None


@dataclass(frozen=True, slots=True)
class _Frame:
    """Prompt tokens besides the context: template, question, options, the chat's framing."""

    around: int
    closed_book: int


def _frames(questions: Sequence[Question], spec: DepthSpec) -> list[_Frame]:
    chat = FRAMING + TOKENS_PER_MESSAGE * _MESSAGES
    around, alone = (
        chat + template_tokens(name, spec.language, spec.tokenizer)
        for name in (TEMPLATE, CLOSED_BOOK_TEMPLATE)
    )
    words = ["\n".join([one.question, *one.choice.values()]) for one in questions]
    return [_Frame(around + n, alone + n) for n in tokens_of_each(words, spec.tokenizer)]


def _material(engine: Engine, spec: DepthSpec) -> _Material:
    with Session(engine) as session:
        question_set = session.get(QuestionSet, spec.set_id)
        if question_set is None:
            raise NotFoundError(
                "There is no question set {set_id}. Choose one from the library.",
                set_id=spec.set_id,
            )
        if question_set.source_id is None:
            raise InputError("A depth test needs a novel. Choose a set of questions on one.")
        source = session.get_one(SourceText, question_set.source_id)
        novel = Novel(source.content_hash, source.text)
        invalid = invalid_questions(session, spec) if spec.ignore_invalid else set[int]()
        rows = session.exec(
            select(QuestionRow)
            .where(QuestionRow.set_id == spec.set_id)
            .order_by(col(QuestionRow.id))
        )
        questions = [question_from_row(row) for row in rows if row.id not in invalid]
    tokens = tokens_in(novel, spec.tokenizer)
    return _Material(novel, tokens, questions, evidence_found(engine, spec))


@lru_cache(maxsize=2)
def _book(novel: Novel, tokenizer: str) -> Book:
    return Book.of(novel.text, load_tokenizer(tokenizer))


def cached_share(engine: Engine, spec: DepthSpec) -> float | None:
    """The share of the prompt tokens that a provider's prompt cache may serve, from the plans of
    some of the questions: seconds, not milliseconds. None where filler is not shared or has no
    room.
    """
    if spec.filler != "shared":
        return None
    material = _material(engine, spec)
    lengths = lengths_that_fit(material.tokens, spec.context_lengths)
    lengths = [lengths[0], lengths[len(lengths) // 2], lengths[-1]] if len(lengths) > 3 else lengths
    placed = [one for one in material.questions if isinstance(material.room_for(one), int)]
    if spec.depth_mode is DepthMode.LEGACY or not lengths or not placed:
        return None
    shared_by = [(one, material.evidence.get(one.item_key)) for one in placed]
    book = _book(material.novel, spec.tokenizer)
    tokenizer = load_tokenizer(spec.tokenizer)
    some = shared_by[:: -(-len(shared_by) // _MOST_PLANNED)]
    builder = ContextBuilder.of(book.tokens, tokenizer, prepared=book.prepared, shared_by=shared_by)
    depths = _PLANNED_DEPTHS if spec.fixed_depth is None else (spec.fixed_depth,)
    share = expected_cached_share(
        builder, some, depths, lengths, spec.padding_size, filler=spec.filler, seed=spec.seed
    )
    # The first prompt of a cell is served nothing; of all questions it is a smaller part.
    return share * _later(len(shared_by)) / _later(len(some)) if len(some) > 1 else 0.0


def _later(prompts: int) -> float:
    return (prompts - 1) / prompts


def _notes(spec: DepthSpec, connection: Connection) -> Iterable[Note]:
    if connection.kind != "openai":
        yield Note("This connection asks no model: it makes no calls and costs nothing.", {})
        return
    yield Note(
        "Tokens are counted with {tokenizer}. If {model} uses another tokeniser, its own count "
        "differs, most of all in Chinese.",
        {"tokenizer": spec.tokenizer, "model": spec.model or connection.model},
    )
