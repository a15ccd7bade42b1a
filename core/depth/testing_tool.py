"""Run a depth test from files to results (source 003, "TestingTool 扩展")."""

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
        llm_client: the model that is asked.
        prompt_manager: renders `depth_prompt` in English or Chinese.
        tokenizer: measures lengths and positions; cl100k_base when not given (reading 51).
        language: that of the prompt; the question's own when not given.
        filler: "random" as in source 003, or "shared" by all questions of a cell.
        seed: for filler and the order of options; the same seed gives the same prompts.
        repeats: how often every trial is asked.
        controls: closed_book, oracle, filler_only; asked after the rest.
        rotate_options: show the options in an order drawn for each question and repeat.
        context_window, max_output_tokens: those of the model, in tokens; prompts that do not fit
            are not sent.
        reply_settings: anything besides the model that shapes its replies; a file is resumed only
            with the same settings.
        validation_path: the file that `validate` wrote; by default core.depth.validation_results
            looks for it.
        on_start: called with the prepared test and the number of existing results; by default
            left-out questions are logged.
        on_result: called with every new result.
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
        """Return the results in the schedule's order, in source 003's format with more fields.

        Results are written to `output_path` as they arrive; a second call with the same path and
        settings continues there and repeats only failed calls. Unless `skip_validation` is set,
        every question must have been validated; with `ignore_invalid` those that failed are left
        out. Questions without a position are left out too (logged as warnings). Raises InputError
        before anything is asked, and AuthenticationFailed or EndpointUnusable where no further
        call can succeed.
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
        """Run the test without depths, as before source 003: every question on the first
        `context_length` tokens of the novel, wherever its evidence is (reading 60).
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
        """Run a test from inputs in memory; `restart` discards the results in `out`.

        Raises CapReached if the plan's budget is used up before the end, RepliesUnreadable if none
        of the first replies can be read, and ResultsNotWritten if `out` can no longer be written.
        Calls in flight are finished first; a second call with a larger budget, or with the rescued
        file in its place, continues `out`.
        """
        if concurrency < 1:
            raise InputError(
                "The concurrency {concurrency} is out of range. Use at least 1.",
                field="concurrency",
                concurrency=concurrency,
            )
        test = await asyncio.to_thread(prepare, material, plan, self._examiner)
        log = ResultLog.open(out, test.metadata, restart=restart) if out else None
        entries = dict(log.entries) if log else {}
        missing = [trial for trial in test.trials if trial.key not in entries]
        spending = Spending.from_entries(log.paid() if log else (), plan.budget, plan.price)
        self._on_start(test, len(test.trials) - len(missing))
        try:
            await self._ask_each(test, missing, concurrency, log, entries, spending)
            keys = [trial.key for trial in test.trials]
            if log:
                log.finish(keys)
            return [entries[key] for key in keys]
        finally:
            if log:
                log.close()

    async def _ask_each(
        self,
        test: PreparedTest,
        missing: Sequence[Trial],
        concurrency: int,
        log: ResultLog | None,
        entries: dict[str, ResultEntry],
        spending: Spending,
    ) -> None:
        queue, outage = iter(missing), Outage()
        is_paid = self._examiner.client.kind == "openai"
        has_earlier_calls = bool(entries) or spending.calls > 0
        first_replies = FirstReplies.of_run(len(missing), passed=has_earlier_calls or not is_paid)
        gate = CapGate(spending.state, self._planner(spending))
        stop_reasons: list[CapReached | ResultsNotWritten | RepliesUnreadable] = []

        async def work() -> None:
            while not stop_reasons and (trial := next(queue, None)):
                reservation = gate.reserve()
                try:
                    entry = await self._run_trial(test, trial, reservation)
                    spending.add(entry)
                except CapReached as reached:
                    stop_reasons.append(reached)
                    return
                finally:
                    await reservation.leave()
                entry = test.with_cluster(entry)
                try:
                    entries[trial.key] = entry = log.add(entry) if log else entry
                except ResultsNotWritten as error:
                    stop_reasons.append(error)
                    return
                if self._on_result:
                    self._on_result(entry)
                failure = entry.metrics.get("failure")
                if first_replies.saw(failure, readable=entry.outcome.answered):
                    stop_reasons.append(
                        RepliesUnreadable(first_replies.unreadable, entry.raw_reply)
                    )
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
        if stop_reasons:
            raise stop_reasons[0]

    def _planner(self, spending: Spending) -> CallPlanner:
        client = self._examiner.client
        return CallPlanner(
            self._examiner.tokenizer,
            self._examiner.max_output_tokens,
            spending.price,
            paid=client.kind == "openai",
        )

    async def _run_trial(
        self, test: PreparedTest, trial: Trial, reservation: Reservation
    ) -> ResultEntry:
        client = ReservingClient(self._examiner.client, reservation)
        try:
            # Building a context of 200,000 tokens would block the event loop and the other calls.
            context = await asyncio.to_thread(test.contexts.for_trial, trial)
            entry = await run_trial(trial, context, replace(self._examiner, client=client))
            if entry.metrics.get("failure") != FailureKind.CAPPED:
                return entry
            return replace(entry, metrics={**entry.metrics, "attempts": client.calls})
        except DeskError:
            raise
        except Exception as error:  # noqa: BLE001 - one broken trial must not stop the others
            return crashed_entry(trial, self._examiner, error)


def _log_start(test: PreparedTest, _existing: int) -> None:
    for reason, count in Counter(excluded.reason for excluded in test.left_out).items():
        _log.warning("%s questions are left out: %s", count, reason)
    if test.refused_lengths:
        _log.warning(
            "the novel has %s tokens: contexts of %s do not fit and are not asked",
            test.contexts.tokens.n_tokens,
            ", ".join(map(str, test.refused_lengths)),
        )
