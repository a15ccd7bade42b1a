"""Source 003: a question set asked at every depth and length, from files to results."""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from core.depth.context_builder import PADDING, Filler
from core.depth.depth_scheduler import DepthMode, DepthScheduler
from core.depth.examiner import TestRunner
from core.depth.inputs import TestInputs, read_material
from core.depth.preparation import PreparedTest, TestPlan, prepare
from core.depth.result_log import ResultLog
from core.depth.results import ResultEntry
from core.depth.spending import Spending
from core.depth.trial_plan import Control, Trial
from core.depth.trials import crashed_entry, run_trial
from core.errors import DeskError, InputError
from core.files import ResultsNotWritten
from core.llm import (
    CallPlanner,
    CapGate,
    CapReached,
    FailureKind,
    LLMClient,
    PromptTemplateManager,
    Reservation,
    ReservingClient,
)
from core.text import Tokenizer, load_tokenizer
from core.validation import EndpointUnusable, FirstReplies, Outage, RepliesUnreadable

_log = logging.getLogger(__name__)

OnStart = Callable[[PreparedTest, int], None]
OnResult = Callable[[ResultEntry], None]


class TestingTool:
    """Runs depth tests (source 003, "TestingTool 扩展").

    Args:
        llm_client: who is asked.
        prompt_manager: renders `depth_prompt` in English or Chinese.
        tokenizer: the ruler of lengths and positions; cl100k_base when not given (reading 51).
        language: of the prompt; the question's own when not given.
        filler: "random" as the source says, or "shared" by all questions of a cell.
        seed: of filler and of the options' order; the same seed gives the same prompts.
        repeats: how often every trial is asked.
        controls: closed_book, oracle, filler_only; asked after the rest.
        rotate_options: show the options in an order drawn for each question and repeat.
        context_window, max_output_tokens: of the model, in tokens; what does not fit is not asked.
        reply_settings: whatever besides the model shapes its replies; a file is only resumed
            where it is the same.
        validation_path: what `validate` wrote; else core.depth.validation_results says where it
        looks. on_start: hears what was prepared and how many results were there already; without
        it, what
            is left out is logged.
        on_result: hears every new result.
    """

    __test__ = False  # pytest would collect it otherwise

    def __init__(
        self,
        llm_client: LLMClient,
        prompt_manager: PromptTemplateManager | None = None,
        *,
        tokenizer: Tokenizer | None = None,
        language: str | None = None,
        filler: Filler = "random",
        seed: int = 0,
        repeats: int = 1,
        controls: Iterable[Control | str] = (),
        rotate_options: bool = False,
        context_window: int | None = None,
        max_output_tokens: int = 0,
        reply_settings: str = "",
        validation_path: str | Path | None = None,
        on_start: OnStart | None = None,
        on_result: OnResult | None = None,
    ) -> None:
        self._examiner = TestRunner(
            client=llm_client,
            prompts=prompt_manager or PromptTemplateManager(),
            tokenizer=tokenizer or load_tokenizer(),
            language=language,
            rotate_options=rotate_options,
            seed=seed,
            context_window=context_window,
            max_output_tokens=max_output_tokens,
            reply_settings=reply_settings,
        )
        self._filler: Filler = filler
        self._repeats = repeats
        self._controls = tuple(map(Control.named, controls))
        self._validation_path = validation_path
        self._on_start = on_start or _log_start
        self._on_result = on_result

    async def run_depth_aware_tests(
        self,
        novel_path: str,
        question_set_path: str,
        depth_mode: str,
        context_lengths: list[int],
        fixed_depth: float | None = None,
        padding_size: int = PADDING,
        concurrency: int = 5,
        output_path: str | None = None,
        skip_validation: bool = False,
        ignore_invalid: bool = False,
    ) -> list[dict[str, Any]]:
        """The results in the schedule's order, in the source's format and with more fields.

        Results are written to `output_path` as they come; a second call with the same path and
        settings goes on there and asks nothing twice but failed calls. Unless `skip_validation`
        every question must have been validated; with `ignore_invalid` those that failed are left
        out, and so are questions without a position (logged as warnings). Raises InputError before
        anything is asked, AuthenticationFailed and EndpointUnusable where going on makes no sense.
        """
        plan = TestPlan(
            scheduler=DepthScheduler(DepthMode.named(depth_mode), fixed_depth, context_lengths),
            padding_size=padding_size,
            filler=self._filler,
            seed=self._examiner.seed,
            repeats=self._repeats,
            controls=self._controls,
            skip_validation=skip_validation,
            ignore_invalid=ignore_invalid,
        )
        tokenizer = self._examiner.tokenizer
        material = read_material(
            Path(novel_path), Path(question_set_path), tokenizer, self._validation_path
        )
        out = Path(output_path) if output_path else None
        return [entry.to_dict() for entry in await self.run(material, plan, concurrency, out)]

    async def run_tests(
        self,
        novel_path: str,
        question_set_path: str,
        context_length: int,
        concurrency: int = 5,
        output_path: str | None = None,
        skip_validation: bool = False,
        ignore_invalid: bool = False,
    ) -> list[dict[str, Any]]:
        """The tests before source 003: every question on the first `context_length` tokens of the
        novel, wherever its evidence stands (reading 60).
        """
        return await self.run_depth_aware_tests(
            novel_path,
            question_set_path,
            DepthMode.LEGACY.value,
            [context_length],
            concurrency=concurrency,
            output_path=output_path,
            skip_validation=skip_validation,
            ignore_invalid=ignore_invalid,
        )

    async def run(
        self,
        material: TestInputs,
        plan: TestPlan,
        concurrency: int = 5,
        out: Path | None = None,
        *,
        restart: bool = False,
    ) -> list[ResultEntry]:
        """The same with everything read; `restart` drops what `out` holds.

        Raises CapReached where the plan's budget is used up before the end, RepliesUnreadable where
        none of the first replies can be read, and ResultsNotWritten where `out` cannot be written
        any more; calls in flight are finished first, and a second call with a larger budget, or
        with what was kept in its place, goes on in `out`.
        """
        if concurrency < 1:
            raise InputError(
                "The concurrency {concurrency} is out of range. Use at least 1.",
                field="concurrency",
                concurrency=concurrency,
            )
        test = await asyncio.to_thread(prepare, material, plan, self._examiner)
        log = ResultLog.open(out, test.metadata, restart=restart) if out else None
        done = dict(log.entries) if log else {}
        missing = [trial for trial in test.trials if trial.key not in done]
        spending = Spending.from_entries(log.paid() if log else (), plan.budget, plan.price)
        self._on_start(test, len(test.trials) - len(missing))
        try:
            await self._ask_each(test, missing, concurrency, log, done, spending)
            keys = [trial.key for trial in test.trials]
            if log:
                log.finish(keys)
            return [done[key] for key in keys]
        finally:
            if log:
                log.close()

    async def _ask_each(
        self,
        test: PreparedTest,
        missing: Sequence[Trial],
        concurrency: int,
        log: ResultLog | None,
        done: dict[str, ResultEntry],
        spending: Spending,
    ) -> None:
        waiting, outage = iter(missing), Outage()
        paid = self._examiner.client.kind == "openai"
        begun = bool(done) or spending.calls > 0
        first = FirstReplies.of_run(len(missing), passed=begun or not paid)
        gate = CapGate(spending.state, self._planner(spending))
        refused: list[CapReached | ResultsNotWritten | RepliesUnreadable] = []

        async def work() -> None:
            while not refused and (trial := next(waiting, None)):
                seat = gate.seat()
                try:
                    entry = await self._asked(test, trial, seat)
                    spending.add(entry)
                except CapReached as reached:
                    refused.append(reached)
                    return
                finally:
                    await seat.leave()
                entry = test.placed(entry)
                try:
                    done[trial.key] = entry = log.add(entry) if log else entry
                except ResultsNotWritten as error:
                    refused.append(error)
                    return
                if self._on_result:
                    self._on_result(entry)
                failure = entry.metrics.get("failure")
                if first.saw(failure, readable=entry.outcome.answered):
                    refused.append(RepliesUnreadable(first.unreadable, entry.raw_reply))
                if outage.saw(failure):
                    raise EndpointUnusable(
                        "{said} Several questions in a row failed like this, so the test "
                        "stopped. Finished results are kept. Fix the problem and restart.",
                        said=entry.error,
                    )

        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(min(concurrency, len(missing))):
                    group.create_task(work())
        except ExceptionGroup as failures:
            raise failures.exceptions[0] from None
        if refused:
            raise refused[0]

    def _planner(self, spending: Spending) -> CallPlanner:
        client = self._examiner.client
        return CallPlanner(
            self._examiner.tokenizer,
            self._examiner.max_output_tokens,
            spending.price,
            paid=client.kind == "openai",
        )

    async def _asked(self, test: PreparedTest, trial: Trial, seat: Reservation) -> ResultEntry:
        client = ReservingClient(self._examiner.client, seat)
        try:
            # A context of 200,000 tokens takes long enough to hold up the calls of others.
            context = await asyncio.to_thread(test.contexts.of_trial, trial)
            entry = await run_trial(trial, context, replace(self._examiner, client=client))
            if entry.metrics.get("failure") != FailureKind.CAPPED:
                return entry
            return replace(entry, metrics={**entry.metrics, "attempts": client.calls})
        except DeskError:
            raise
        except Exception as error:  # noqa: BLE001 - a poisoned item fails alone
            return crashed_entry(trial, self._examiner, error)


def _log_start(test: PreparedTest, _done: int) -> None:
    for reason, count in Counter(out.reason for out in test.left_out).items():
        _log.warning("%s questions are left out: %s", count, reason)
    if test.refused_lengths:
        _log.warning(
            "the novel has %s tokens: contexts of %s do not fit and are not asked",
            test.contexts.tokens.n_tokens,
            ", ".join(map(str, test.refused_lengths)),
        )
