"""From a task of a depth run to its row in the ledger: pure code asks, this makes columns of it."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import Engine
from sqlmodel import Session, col, select

from core.depth.examiner import TestRunner
from core.depth.outcomes import Outcome
from core.depth.results import ResultEntry
from core.depth.spending import usage_of
from core.depth.trial_contexts import TrialContexts
from core.depth.trial_plan import Control, Trial
from core.depth.trials import run_trial
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
    """What the tasks of a depth run share; safe to use from many tasks of one event loop."""

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
        wanted = select(DepthTask).where(col(DepthTask.id).in_(ids))
        return session.exec(wanted.order_by(col(DepthTask.id))).all()

    async def judge(self, run_id: int, item: DepthTask, worker: str, seat: Reservation) -> Entry:
        """See Judge."""
        # A repeat is asked for its own reply.
        find = self.find if item.repeat == 0 else None
        client = RememberingClient(self.examiner.client, self.reply_settings, find, seat)
        entry = Entry(
            run_id=run_id,
            question_id=item.question_id,
            item_key=item.item_key,
            outcome="infrastructure",
            worker=worker,
        )
        try:
            trial = _trial(item, self.questions[item.question_id])
            context = await asyncio.to_thread(self.contexts.of_trial, trial)
            result = await run_trial(trial, context, replace(self.examiner, client=client))
        except (AuthenticationFailed, CapReached, NoMoreCalls):
            raise
        except Exception as error:  # noqa: BLE001 - a poisoned item fails alone
            return replace(crashed(entry, error), **client.spent(self.price))
        return self._entry(entry, item, result, client)

    def _entry(
        self, entry: Entry, task: DepthTask, result: ResultEntry, client: RememberingClient
    ) -> Entry:
        usage = usage_of(result)
        answered = result.outcome.answered
        outcome, reason = _settled(task, result)
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


def open_depth_judge(
    engine: Engine,
    spec: DepthSpec,
    connection: Connection,
    client: LLMClient,
    tokenizer: Tokenizer,
    book: Book | None,
    find: Find | None,
) -> DepthItemRunner:
    """Raises InputError when the set has no novel to build contexts from."""
    if book is None:
        raise InputError("A depth test needs a novel. Choose a question set that has one.")
    with Session(engine) as session:
        asked = select(QuestionRow).where(QuestionRow.set_id == spec.set_id)
        rows = session.exec(asked.order_by(col(QuestionRow.id))).all()
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


def _settled(task: DepthTask, result: ResultEntry) -> tuple[str, str | None]:
    """The ledger's words for a result, and why: right and wrong are told by `depth_result`."""
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
