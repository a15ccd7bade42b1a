"""Estimate the calls and the cost of a validation run before it starts."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from sqlalchemy import Engine
from sqlalchemy import select as columns
from sqlmodel import Session, col, select

from core.errors import NotFoundError, Translate
from core.llm import CallRange, Connection, Usage, cost_of, template_tokens, tokens_of_each
from core.services.runs.novel_tokens import NovelTokens, novel_tokens
from core.services.runs.run_spec import BaseSpec, RunSpec
from core.validation import ContextMode, SkipReason
from db.tables import QuestionRow, QuestionSet, Run, RunItem, SourceText


@dataclass(frozen=True)
class Note:
    """A sentence about the estimate: the template `message`, filled with `params`."""

    message: str
    params: Mapping[str, object]

    def translate(self, translate: Translate = str) -> str:
        return translate(self.message).format(**self.params)


@dataclass(frozen=True, kw_only=True)
class Estimate:
    """Counts of a run. `calls`: without retries; `reused`: items answered by stored replies at no
    cost.

    Tokens are those of the calls. `cost` assumes replies of the maximum length, in the currency of
    the spec's price, None if that is unknown; `call_range` tells how often retries may multiply
    it. `skipped` counts questions by SkipReason.
    """

    calls: int
    reused: int
    prompt_tokens: int
    max_completion_tokens: int
    cost: float | None
    skipped: Mapping[str, int]
    notes: tuple[Note, ...]

    @property
    def call_range(self) -> CallRange:
        return CallRange.for_items(self.calls, self.reused)


@dataclass(frozen=True, slots=True)
class CallPlan:
    """How many calls a run takes. `reused`: items answered by stored replies; `skipped` counts
    questions by SkipReason.
    """

    calls: CallRange
    reused: int
    skipped: Mapping[str, int]


def estimated_calls(run: Run) -> CallRange | None:
    """The calls estimated when the run started, plus those of items retried since; None without an
    estimate.
    """
    if run.estimate is None:
        return None
    calls = int(run.estimate.get("calls", 0))
    start_range = CallRange.for_items(calls)
    retries = CallRange.for_items(int(run.estimate.get("asked_again", 0)))
    return CallRange(
        start_range.least + retries.least,
        int(run.estimate.get("usual_calls", start_range.usual)) + retries.usual,
        int(run.estimate.get("most_calls", start_range.most)) + retries.most,
    )


@dataclass(frozen=True, slots=True)
class _Question:
    item_key: str
    words: str
    start: int | None
    end: int | None
    context: str | None

    def tokens_of_book(self, book: int | None, mode: ContextMode) -> int | SkipReason:
        """Tokens of its context from a novel of `book` tokens (None: no novel); 0 if the question
        has its own text. A SkipReason if it would be skipped.
        """
        if self.context is not None:
            return 0
        if book is None:
            return SkipReason.NO_TEXT
        if mode is ContextMode.WHOLE:
            return book
        if self.start is None or self.end is None:
            return SkipReason.NO_POSITION
        if self.start >= book:
            return SkipReason.POSITION_OUT_OF_RANGE
        return min(self.end, book) - self.start


def estimate(engine: Engine, spec: RunSpec, connection: Connection) -> Estimate:
    """Count the tokens of every prompt with the run's tokeniser.

    Contexts are counted by their token positions, so the novel is encoded once; the question, its
    options and its own context are counted as text.
    """
    paid = connection.kind == "openai"
    with Session(engine) as session:
        plan = _plan(session, spec, paid=paid)
    asked, context_tokens, largest = plan.asked, plan.context_tokens, plan.largest
    overhead = template_tokens(spec.template_id, spec.language, spec.tokenizer)
    texts = [question.words + (question.context or "") for question in asked]
    prompt_tokens = (
        context_tokens + overhead * len(asked) + sum(tokens_of_each(texts, spec.tokenizer))
    )
    completion_tokens = len(asked) * connection.max_output_tokens
    return Estimate(
        calls=len(asked) if paid else 0,
        reused=plan.reused,
        prompt_tokens=prompt_tokens if paid else 0,
        max_completion_tokens=completion_tokens if paid else 0,
        cost=cost_of(Usage(prompt_tokens, completion_tokens), spec.price) if paid else 0.0,
        skipped=MappingProxyType(dict(plan.skipped)),
        notes=tuple(_notes(spec, connection, largest + overhead)),
    )


@dataclass(slots=True)
class _Plan:
    """Which questions a run asks; `largest`: tokens of the longest context."""

    asked: list[_Question] = field(default_factory=list)
    context_tokens: int = 0
    largest: int = 0
    reused: int = 0
    skipped: Counter[str] = field(default_factory=Counter)


def _plan(session: Session, spec: RunSpec, *, paid: bool) -> _Plan:
    book = _book_tokens(session, spec)
    answered = _answered_before(session, spec) if paid else set[str]()
    plan = _Plan()
    for question in _questions(session, spec.set_id):
        tokens = question.tokens_of_book(book, spec.context_mode)
        if isinstance(tokens, SkipReason):
            plan.skipped[tokens.value] += 1
        elif question.item_key in answered:
            plan.reused += 1
        else:
            plan.asked.append(question)
            plan.context_tokens += tokens
            plan.largest = max(plan.largest, tokens)
    return plan


def plan_calls(engine: Engine, spec: RunSpec, connection: Connection) -> CallPlan:
    """As `estimate`, but without counting tokens of prompts, which is faster."""
    paid = connection.kind == "openai"
    with Session(engine) as session:
        plan = _plan(session, spec, paid=paid)
    asked = len(plan.asked) if paid else 0
    return CallPlan(
        CallRange.for_items(asked, plan.reused), plan.reused, MappingProxyType(dict(plan.skipped))
    )


def count_reusable(engine: Engine, spec: RunSpec) -> int:
    """Number of questions that stored replies of earlier runs can answer, even if the spec has
    `reuse_replies` off.
    """
    with Session(engine) as session:
        return len(_answered_before(session, spec.model_copy(update={"reuse_replies": True})))


def notes_on(spec: BaseSpec, connection: Connection) -> Iterator[Note]:
    """The notes on an estimate of either kind of run."""
    if connection.kind != "openai":
        yield Note("This connection calls no model and costs nothing.", {})
        return
    yield Note(
        "Tokens are counted with {tokenizer}. If {model} uses another tokeniser, actual counts "
        "differ, especially in Chinese.",
        {"tokenizer": spec.tokenizer, "model": spec.model or connection.model},
    )


def _notes(spec: RunSpec, connection: Connection, largest: int) -> Iterator[Note]:
    yield from notes_on(spec, connection)
    if connection.kind != "openai":
        return
    window = connection.context_window
    if window is not None and largest + connection.max_output_tokens > window:
        yield Note(
            "The longest prompt has about {largest} tokens; with the reply it exceeds the "
            "model's window of {window}. Such questions will fail. Choose shorter contexts.",
            {"largest": largest, "window": window},
        )


def _book_tokens(session: Session, spec: RunSpec) -> int | None:
    question_set = session.get(QuestionSet, spec.set_id)
    if question_set is None:
        raise NotFoundError(
            "Question set {set_id} does not exist. Choose one from the library.", set_id=spec.set_id
        )
    if question_set.source_id is None:
        return None
    source = session.get_one(SourceText, question_set.source_id)
    return novel_tokens(NovelTokens(source.content_hash, source.text), spec.tokenizer)


def _questions(session: Session, set_id: int) -> list[_Question]:
    selected: list[Any] = [
        QuestionRow.item_key,
        QuestionRow.question,
        QuestionRow.choice,
        QuestionRow.start_pos,
        QuestionRow.end_pos,
        QuestionRow.context,
    ]
    rows = session.execute(columns(*selected).where(col(QuestionRow.set_id) == set_id))
    return [
        _Question(key, "\n".join([words, *choice.values()]), start, end, context)
        for key, words, choice, start, end, context in rows
    ]


def _answered_before(session: Session, spec: RunSpec) -> set[str]:
    """Keys of items that an earlier run asked with the same prompt and got a readable reply for."""
    if not spec.reuse_replies:
        return set()
    same_kind = Run.set_id == spec.set_id, Run.kind == spec.kind
    earlier = session.exec(select(Run.id, Run.spec).where(*same_kind)).all()
    same_prompt_runs = [
        id_ for id_, other_spec in earlier if RunSpec.model_validate(other_spec).same_prompts(spec)
    ]
    answered = select(RunItem.item_key).where(
        col(RunItem.run_id).in_(same_prompt_runs), col(RunItem.outcome).in_(("passed", "failed"))
    )
    return set(session.exec(answered))
