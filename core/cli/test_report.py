"""What a depth test says before it starts and leaves behind at its end."""

import json
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from core.cli.causes import say_refused
from core.cli.clients import AskedClient
from core.cli.conclusion import conclude, conclusion_of
from core.depth import context_result, trials
from core.depth.outcomes import Outcome
from core.depth.preparation import ExcludedQuestion, PreparedTest
from core.depth.results import ResultEntry
from core.depth.spending import Spending
from core.depth.test_matrix import ExpectedUsage
from core.depth.trial_contexts import CONTEXT_WARNINGS
from core.llm import Budget, CallRange, Usage, money
from core.questions import ReadQuestions, write_atomically
from core.stats import Rate

_SENTENCES = {
    **{code.value: said for code, said in context_result.WARNING_SENTENCES.items()},
    **CONTEXT_WARNINGS,
    **trials.WARNING_SENTENCES,
}
_REASONS = {
    "invalid": ("failed validation", "failed validation"),
    "no_position": ("has no position", "have no position"),
    "position_out_of_range": (
        "has a position beyond the end of the novel",
        "have a position beyond the end of the novel",
    ),
}


def say_left_out(test: PreparedTest) -> None:
    for reason, count in Counter(out.reason for out in test.left_out).items():
        singular, plural = _REASONS.get(reason, (reason, reason))
        said = f"question {singular}" if count == 1 else f"questions {plural}"
        sys.stderr.write(f"left out: {count} {said}\n")
    if test.refused_lengths:
        lengths = ", ".join(f"{length:,}" for length in test.refused_lengths)
        tokens = test.contexts.tokens.n_tokens
        sys.stderr.write(
            f"notice: the novel has {tokens:,} tokens; contexts of {lengths} do not fit and are "
            "not asked.\n"
        )
    for misfit in test.does_not_fit:
        if misfit.context_length not in test.refused_lengths:
            trials = "trial does" if misfit.items == 1 else "trials do"
            sys.stderr.write(
                f"notice: at {misfit.context_length:,} tokens {misfit.items:,} {trials} not fit "
                f"({misfit.reason}) and will not be asked.\n"
            )


def estimate(test: PreparedTest, done: int, asked: AskedClient) -> str:
    """How much the whole matrix asks, and what that costs at most where a price is known."""
    expected = test.expected
    already = f", {done:,} of them answered before" if done else ""
    n = len(test.trials)
    trials = f"{n:,} {'trial' if n == 1 else 'trials'}{already}"
    if asked.client.kind != "openai":
        return f"{trials}; no model is asked, free of charge\n"
    return (
        f"{trials}; {CallRange.for_items(expected.calls)}; without retries about "
        f"{expected.prompt_tokens:,} prompt tokens and up to {expected.max_completion_tokens:,} "
        f"tokens of replies: {_cost(expected, asked)}{_cached(test, asked)}\n"
    )


def _cached(test: PreparedTest, asked: AskedClient) -> str:
    """What a prompt cache may serve, and the cost that leaves where its price is known."""
    share, price = test.cached_share, asked.price
    if share is None:
        return ""
    said = f"; a prompt cache may serve {share:.0%} of the prompt tokens"
    if price is None or price.cached_prompt is None:
        return said
    tokens = test.expected.prompt_tokens
    usage = Usage(tokens, test.expected.max_completion_tokens, round(share * tokens))
    return f"{said}, which leaves {money(price.of(usage), price.currency)}"


def _cost(expected: ExpectedUsage, asked: AskedClient) -> str:
    price = asked.price
    if expected.cost is None or price is None:
        return f"cost unknown, since no price of {asked.client.model} is known (docs/prices.md)"
    once = Usage(expected.prompt_tokens, expected.max_completion_tokens)
    most = price.of(CallRange.for_items(expected.calls).most_usage(once))
    up_to, at_most = (money(amount, price.currency) for amount in (expected.cost, most))
    return f"up to {up_to}, at most {at_most} ({price.origin})"


def finish(
    entries: Sequence[ResultEntry],
    test: PreparedTest,
    read: ReadQuestions,
    asked: AskedClient,
    summary_path: Path | None,
) -> int:
    """Says the counts, writes the summary, returns the exit code."""
    unanswered = [entry for entry in entries if not entry.outcome.answered]
    left_out = len(test.left_out) + len(read.refused)
    conclusion = conclusion_of(len(entries), len(unanswered), left_out=left_out)
    if summary_path:
        report = {"state": conclusion.state, **_report(entries, test, read, asked)}
        said = json.dumps(report, ensure_ascii=False, indent=2)
        write_atomically(summary_path, f"{said}\n".encode())
    code = conclude(conclusion)
    _say_why(entries, unanswered, test, read)
    _say(entries, unanswered)
    if test.expected.calls and asked.client.kind == "openai":
        made = sum(entry.metrics.get("attempts", 0) for entry in entries)
        expected = CallRange.for_items(test.expected.calls)
        sys.stderr.write(f"calls made: {made:,} (estimated {expected})\n")
    return code


_AGAIN = "Start again with the same --out to ask them again."
_CAUSES = {
    Outcome.REFUSAL: "the model declined. Choose another model.",
    Outcome.CONTENT_FILTER: f"the endpoint blocked the reply. {_AGAIN}",
    Outcome.TRUNCATED: "the reply was cut off. Raise max_output_tokens of the connection.",
    Outcome.PARSE_FAILURE: "the reply was unreadable. Set json_mode = true for the connection, or "
    "choose another model.",
    Outcome.API_ERROR: f"the call failed. {_AGAIN}",
    Outcome.DID_NOT_FIT: "the context did not fit. Choose shorter --context-lengths.",
}
"""Why trials have no answer, and what to do."""


def _say_why(
    entries: Sequence[ResultEntry],
    unanswered: Sequence[ResultEntry],
    test: PreparedTest,
    read: ReadQuestions,
) -> None:
    """Why it is not simply done, and what to do about each cause."""
    for outcome, count in Counter(entry.outcome for entry in unanswered).most_common():
        have = "has" if count == 1 else "have"
        sys.stderr.write(
            f"{count:,} of {len(entries):,} trials {have} no answer: {_CAUSES[outcome]}\n"
        )
    if n := len(test.left_out):
        was = "question was" if n == 1 else "questions were"
        sys.stderr.write(f"{n:,} {was} left out; the lines above say why.\n")
    say_refused(len(read.refused), len(read.refused) + len(read.questions))


def _report(
    entries: Sequence[ResultEntry], test: PreparedTest, read: ReadQuestions, asked: AskedClient
) -> dict[str, Any]:
    spent = Spending.from_entries(entries, Budget(), asked.price)
    return {
        "metadata": test.metadata.to_dict(),
        "baseline": asked.client.kind == "lexical",
        "trials": len(entries),
        "outcomes": dict(Counter(entry.outcome.value for entry in entries)),
        "cells": [
            {
                "control": control,
                "context_length": length,
                "depth_bin": label,
                "outcomes": dict(Counter(entry.outcome.value for entry in cell)),
                "accuracy": _rate(cell).value,
                "n": _rate(cell).n,
                "interval": _rate(cell).interval,
            }
            for (control, length, label), cell in _cells(entries)
        ],
        "left_out": [_left_out(out) for out in test.left_out],
        "refused_rows": {"count": len(read.refused)},
        "refused_lengths": list(test.refused_lengths),
        "warnings": dict(Counter(code for entry in entries for code in entry.warnings)),
        "usage": {
            "calls": sum(entry.metrics.get("attempts", 0) for entry in entries),
            "prompt_tokens": sum(entry.billed_prompt_tokens or 0 for entry in entries),
            "completion_tokens": sum(entry.completion_tokens or 0 for entry in entries),
            "cost": spent.cost,
            "currency": asked.price.currency if asked.price else None,
        },
    }


def _left_out(out: ExcludedQuestion) -> dict[str, str]:
    return {"item": out.question.item_key, "reason": out.reason}


Cell = tuple[str | None, int, str | None]


def _cells(entries: Iterable[ResultEntry]) -> list[tuple[Cell, list[ResultEntry]]]:
    """In the order asked: the depths of each length, then the controls."""
    cells: dict[Cell, list[ResultEntry]] = {}
    for entry in entries:
        key = (entry.control, entry.test_context_length, entry.depth_bin)
        cells.setdefault(key, []).append(entry)
    return sorted(cells.items(), key=lambda item: _order(*item[0]))


def _order(control: str | None, length: int, label: str | None) -> tuple[str, int, int]:
    return control or "", length, int((label or "0%").rstrip("%"))


def _rate(cell: Iterable[ResultEntry]) -> Rate:
    """Over what was answered: no failure of the machinery lowers it."""
    answered = [entry for entry in cell if entry.outcome.answered]
    return Rate(sum(entry.outcome is Outcome.CORRECT for entry in answered), len(answered))


def _say(entries: Sequence[ResultEntry], unanswered: Sequence[ResultEntry]) -> None:
    for (control, length, label), cell in _cells(entries):
        name = control or "at " + (label or "no depth")
        of = f"{length:>9,} tokens" if length else " " * 16
        sys.stderr.write(f"  {of}  {name:<14} {_shown(cell)}\n")
    counts = Counter(entry.outcome.value for entry in entries)
    said = ", ".join(f"{outcome} {count}" for outcome, count in counts.most_common())
    trials = "trial" if len(entries) == 1 else "trials"
    sys.stderr.write(f"{len(entries):,} {trials}: {said}\n")
    for outcome, count in Counter(entry.outcome for entry in unanswered).most_common():
        example = next(entry for entry in unanswered if entry.outcome is outcome)
        sys.stderr.write(f"  {outcome.value}: {count}, for instance: {example.error or ''}\n")
    warned = Counter(code for entry in entries for code in entry.warnings)
    for code, count in warned.most_common():
        times = "once" if count == 1 else f"{count} times"
        sys.stderr.write(f"  warning, {times}: {_SENTENCES.get(code, code)}\n")


def _shown(cell: Sequence[ResultEntry]) -> str:
    rate = _rate(cell)
    if rate.value is None or rate.interval is None:
        return f"  -    n = {rate.n}"
    low, high = rate.interval
    missing = len(cell) - rate.n
    errors = f", {missing} not answered" if missing else ""
    return f"{rate.value:>5.0%}  n = {rate.n} ({low:.0%} to {high:.0%}){errors}"
