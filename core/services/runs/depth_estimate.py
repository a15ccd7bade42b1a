"""Estimate the calls and the cost of a depth test before it starts."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from sqlalchemy import Engine
from sqlmodel import Session, col, select

from core.depth import (
    ContextBuilder,
    DepthMode,
    DepthScheduler,
    DoesNotFit,
    ExpectedUsage,
    NovelWorkload,
    TestMatrix,
    count_matrix,
    lengths_that_fit,
    sampled_cached_share,
    trial_frames,
)
from core.errors import InputError, NotFoundError
from core.llm import CallRange, Connection
from core.services.records import question_from_row
from core.services.runs.depth_tasks import evidence_found, invalid_questions
from core.services.runs.estimate import Note, notes_on
from core.services.runs.novel_tokens import NovelTokens, novel_tokens
from core.services.runs.run_spec import DepthSpec
from core.text import load_tokenizer
from core.validation import Book
from db.tables import QuestionRow, QuestionSet, SourceText


@dataclass(frozen=True, kw_only=True)
class DepthEstimate:
    """Counts of a depth test. `items`: results, of which `asked` are sent to the model; the others
    belong to questions without a place, or do not fit. `calls`: paid calls without retries.

    Tokens are those of the calls; `cost` assumes replies of the maximum length, in the currency of
    the spec's price, None if that is unknown. `skipped` counts questions without a usable place,
    by reason.
    """

    items: int
    asked: int
    calls: int
    prompt_tokens: int
    max_completion_tokens: int
    cost: float | None
    does_not_fit: tuple[DoesNotFit, ...]
    skipped: Mapping[str, int]
    notes: tuple[Note, ...]

    @property
    def call_range(self) -> CallRange:
        return CallRange.for_items(self.calls)


@dataclass(frozen=True)
class _Material:
    """A novel and the questions of the test about it."""

    novel: NovelTokens
    ground: NovelWorkload


def estimate_depth(engine: Engine, spec: DepthSpec, connection: Connection) -> DepthEstimate:
    """Estimate the whole test matrix: contexts by their lengths, questions and options as text.

    Raises InputError for an invalid plan or one that asks nothing, NotFoundError for an unknown
    set.
    """
    DepthScheduler(spec.depth_mode, spec.fixed_depth, spec.context_lengths)
    ground = _material(engine, spec).ground
    matrix = TestMatrix(
        mode=spec.depth_mode,
        context_lengths=spec.context_lengths,
        repeats=spec.repeats,
        controls=spec.controls,
        padding_size=spec.padding_size,
        max_output_tokens=connection.max_output_tokens,
        context_window=connection.context_window,
    )
    languages = [spec.language] * len(ground.questions)
    tally = count_matrix(matrix, ground, trial_frames(ground.questions, languages, spec.tokenizer))
    if spec.depth_mode is not DepthMode.LEGACY and tally.skipped.total() == len(ground.questions):
        raise InputError(
            "No question has a usable position in the novel, so none can be tested at any depth. "
            "Choose a set with positions, or a validation run that found the evidence."
        )
    expected = ExpectedUsage.from_counts(
        tally, matrix, paid=connection.kind == "openai", price=spec.price
    )
    return DepthEstimate(
        items=tally.items,
        asked=tally.calls,
        calls=expected.calls,
        prompt_tokens=expected.prompt_tokens,
        max_completion_tokens=expected.max_completion_tokens,
        cost=expected.cost,
        does_not_fit=tally.does_not_fit,
        skipped=MappingProxyType(dict(tally.skipped)),
        notes=tuple(notes_on(spec, connection)),
    )


def _material(engine: Engine, spec: DepthSpec) -> _Material:
    with Session(engine) as session:
        question_set = session.get(QuestionSet, spec.set_id)
        if question_set is None:
            raise NotFoundError(
                "Question set {set_id} does not exist. Choose one from the library.",
                set_id=spec.set_id,
            )
        if question_set.source_id is None:
            raise InputError("A depth test needs a novel. Choose a question set that has one.")
        source = session.get_one(SourceText, question_set.source_id)
        novel = NovelTokens(source.content_hash, source.text)
        invalid = invalid_questions(session, spec) if spec.ignore_invalid else set[int]()
        rows = session.exec(
            select(QuestionRow)
            .where(QuestionRow.set_id == spec.set_id)
            .order_by(col(QuestionRow.id))
        )
        questions = [question_from_row(row) for row in rows if row.id not in invalid]
    tokens = novel_tokens(novel, spec.tokenizer)
    ground = NovelWorkload(len(novel.text), tokens, questions, evidence_found(engine, spec))
    return _Material(novel, ground)


def novel_length(engine: Engine, set_id: int) -> int:
    """Tokens of a set's novel, counted with the set's tokeniser; 0 without a novel."""
    with Session(engine) as session:
        question_set = session.get(QuestionSet, set_id)
        if question_set is None or question_set.source_id is None:
            return 0
        source = session.get_one(SourceText, question_set.source_id)
        novel = NovelTokens(source.content_hash, source.text)
        return novel_tokens(novel, question_set.tokenizer)


@lru_cache(maxsize=2)
def _book(novel: NovelTokens, tokenizer: str) -> Book:
    return Book.from_text(novel.text, load_tokenizer(tokenizer))


def cached_share(engine: Engine, spec: DepthSpec) -> float | None:
    """The share of prompt tokens that a provider's prompt cache may serve, estimated from a sample
    of the questions; takes seconds. None if filler is not shared or has no room.
    """
    if spec.filler != "shared":
        return None
    material = _material(engine, spec)
    ground = material.ground
    lengths = lengths_that_fit(ground.tokens, spec.context_lengths)
    placed = [
        question for question in ground.questions if isinstance(ground.room_for(question), int)
    ]
    if spec.depth_mode is DepthMode.LEGACY or not lengths or not placed:
        return None
    shared_by = [(question, ground.evidence.get(question.item_key)) for question in placed]
    book = _book(material.novel, spec.tokenizer)
    tokenizer = load_tokenizer(spec.tokenizer)
    builder = ContextBuilder.from_tokens(
        book.tokens, tokenizer, prepared=book.prepared, shared_by=shared_by
    )
    return sampled_cached_share(
        builder, shared_by, lengths, spec.fixed_depth, spec.padding_size, seed=spec.seed
    )
