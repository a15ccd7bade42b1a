"""Run tasks of a depth test (`core.depth` asks) and convert the results to ledger rows."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import Engine
from sqlmodel import Session, col, select

from core.depth import (
    Control,
    Outcome,
    ResultEntry,
    TestRunner,
    Trial,
    TrialContexts,
    entry_usage,
    run_trial,
)
from core.errors import InputError
from core.llm import (
    AuthenticationFailed,
    CallPlanner,
    CapReached,
    Connection,
    LLMClient,
    NoMoreCalls,
    Price,
    PromptTemplateManager,
    Reservation,
    cost_of,
)
from core.questions import Question
from core.services.records import depth_columns, error_columns, question_from_row
from core.services.runs.depth_tasks import evidence_found
from core.services.runs.leaks import LEAKED
from core.services.runs.ledger import crashed
from core.services.runs.reply_cache import Find, RememberingClient
from core.services.runs.run_spec import DepthSpec
from core.text import Tokenizer
from core.validation import Book
from db.queries.runs import Entry
from db.tables import DepthTask, QuestionRow, now

_WITHOUT_EVIDENCE = (Control.CLOSED_BOOK.value, Control.FILLER_ONLY.value)


@dataclass(frozen=True)
class DepthItemRunner:
    """Runs the tasks of one depth run; safe to use from many asyncio tasks of one event loop.

    `questions`: by row id; `find` looks up stored replies, None to always ask the model.
    """

    examiner: TestRunner
    contexts: TrialContexts
    questions: Mapping[int, Question]
    reply_settings: str
    price: Price | None
    find: Find | None

    @property
    def planner(self) -> CallPlanner:
        examiner = self.examiner
        return CallPlanner(
            examiner.tokenizer,
            examiner.max_output_tokens,
            self.price,
            paid=examiner.client.kind == "openai",
        )

    def load(self, session: Session, ids: Sequence[int]) -> Sequence[DepthTask]:
        query = select(DepthTask).where(col(DepthTask.id).in_(ids))
        return session.exec(query.order_by(col(DepthTask.id))).all()

    async def judge(
        self, run_id: int, item: DepthTask, worker: str, reservation: Reservation
    ) -> Entry:
        """Run one trial; see `ItemRunner.judge`."""
        # Repeats measure variation, so only the first may reuse a stored reply.
        find = self.find if item.repeat == 0 else None
        client = RememberingClient(self.examiner.client, self.reply_settings, find, reservation)
        entry = Entry(
            run_id=run_id,
            question_id=item.question_id,
            item_key=item.item_key,
            outcome="infrastructure",
            worker=worker,
        )
        try:
            trial = _trial(item, self.questions[item.question_id])
            context = await asyncio.to_thread(self.contexts.for_trial, trial)
            result = await run_trial(trial, context, replace(self.examiner, client=client))
        except (AuthenticationFailed, CapReached, NoMoreCalls):
            raise
        except Exception as error:  # noqa: BLE001 - recorded; a faulty item fails alone
            return replace(crashed(entry, error), **client.spent(self.price))
        return self._entry(entry, item, result, client)

    def _entry(
        self, entry: Entry, task: DepthTask, result: ResultEntry, client: RememberingClient
    ) -> Entry:
        usage = entry_usage(result)
        answered = result.outcome.answered
        outcome, reason = _outcome_of(task, result)
        return replace(
            entry,
            outcome=outcome,
            reason=reason,
            **error_columns(result.error_sentence),
            attempts=client.calls,
            reused=answered and not client.calls and client.kind == "openai",
            prompt_tokens=result.billed_prompt_tokens or 0,
            completion_tokens=result.completion_tokens or 0,
            spent_tokens=usage.prompt_tokens + usage.completion_tokens,
            cost=cost_of(usage, self.price) or 0.0,
            latency_s=float(result.metrics.get("latency_s", 0.0)),
            depth=depth_columns(entry, task, result),
            reply=client.new_reply() if answered else None,
            finished_at=now(),
        )

    async def aclose(self) -> None:
        await self.examiner.client.aclose()


def open_depth_runner(
    engine: Engine,
    spec: DepthSpec,
    connection: Connection,
    client: LLMClient,
    tokenizer: Tokenizer,
    book: Book | None,
    find: Find | None,
) -> DepthItemRunner:
    """The runner of a depth run. Raises InputError if the set has no novel to cut contexts from."""
    if book is None:
        raise InputError("A depth test needs a novel. Choose a question set that has one.")
    with Session(engine) as session:
        query = select(QuestionRow).where(QuestionRow.set_id == spec.set_id)
        rows = session.exec(query.order_by(col(QuestionRow.id))).all()
    questions = {row.id: question_from_row(row) for row in rows if row.id is not None}
    examiner = TestRunner(
        client=client,
        prompts=PromptTemplateManager(),
        tokenizer=tokenizer,
        language=spec.language,
        rotate_options=spec.rotate_options,
        seed=spec.seed,
        context_window=connection.context_window,
        max_output_tokens=connection.max_output_tokens,
        reply_settings=connection.reply_settings,
    )
    contexts = TrialContexts.from_tokens(
        book.tokens,
        tokenizer,
        list(questions.values()),
        padding_size=spec.padding_size,
        filler=spec.filler,
        seed=spec.seed,
        evidence=evidence_found(engine, spec),
        prepared=book.prepared,
    )
    return DepthItemRunner(
        examiner, contexts, questions, connection.reply_settings, spec.price, find
    )


def _outcome_of(task: DepthTask, result: ResultEntry) -> tuple[str, str | None]:
    """(outcome, reason) of a result in the ledger: "answered" whether right or wrong, which
    `depth_result` records; "failed" if it was right without the evidence.
    """
    if result.outcome is Outcome.CORRECT and task.control in _WITHOUT_EVIDENCE:
        return "failed", LEAKED
    if result.outcome.answered:
        return "answered", None
    reason = str(result.metrics.get("failure") or result.outcome.value)
    return "skipped" if result.outcome is Outcome.DID_NOT_FIT else "infrastructure", reason


def _trial(task: DepthTask, question: Question) -> Trial:
    return Trial(
        question=question,
        context_length=task.context_length,
        target_depth=task.target_depth,
        depth_bin=task.depth_bin or None,
        repeat=task.repeat,
        control=Control(task.control) if task.control else None,
    )
