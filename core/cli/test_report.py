"""Estimate, result counts and summary file of a depth test."""

import json
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from core.cli.clients import AskedClient, calls_text, print_calls_made
from core.cli.ending import conclude, conclusion_of, print_notice
from core.cli.language import N_, N_n, _, _n, translate
from core.cli.problems import print_refused
from core.cli.text_width import left_aligned
from core.depth import (
    ExcludedQuestion,
    ExpectedUsage,
    Outcome,
    PreparedTest,
    ResultEntry,
    Spending,
    context_result,
    trials,
)
from core.depth.trial_contexts import CONTEXT_WARNINGS
from core.llm import Budget, CallRange, Usage, money
from core.questions import ReadQuestions, write_atomically
from core.stats import Rate

_WARNINGS = {
    **{code.value: sentence for code, sentence in context_result.WARNING_SENTENCES.items()},
    **CONTEXT_WARNINGS,
    **trials.WARNING_SENTENCES,
}
_LEFT_OUT = {
    "invalid": N_n(
        "left out: {n} question failed validation", "left out: {n} questions failed validation"
    ),
    "no_position": N_n(
        "left out: {n} question has no position", "left out: {n} questions have no position"
    ),
    "position_out_of_range": N_n(
        "left out: {n} question has a position beyond the end of the novel",
        "left out: {n} questions have a position beyond the end of the novel",
    ),
}
_MISFITS = {
    "novel_too_short": N_("the novel is too short"),
    "evidence_too_long": N_("the evidence leaves no room for other text"),
    "context_too_long": N_("the context exceeds the model's window"),
}
"""Why trials are known not to fit before they are asked."""
_LEFT_OUT_OTHERWISE = N_n("left out: {n} question: {reason}", "left out: {n} questions: {reason}")


def print_left_out(test: PreparedTest) -> None:
    for reason, count in Counter(excluded.reason for excluded in test.left_out).items():
        forms = _LEFT_OUT.get(reason, _LEFT_OUT_OTHERWISE)
        sys.stderr.write(_n(*forms, count, reason=reason) + "\n")
    if test.refused_lengths:
        sentence = _(
            "the novel has {tokens} tokens; contexts of {lengths} do not fit and are not asked."
        ).format(
            tokens=f"{test.contexts.tokens.n_tokens:,}",
            lengths=", ".join(f"{length:,}" for length in test.refused_lengths),
        )
        print_notice(sentence)
    for misfit in test.does_not_fit:
        if misfit.context_length not in test.refused_lengths:
            sentence = _n(
                "at {length} tokens {n} trial does not fit ({reason}) and will not be asked.",
                "at {length} tokens {n} trials do not fit ({reason}) and will not be asked.",
                misfit.items,
                length=f"{misfit.context_length:,}",
                reason=_(_MISFITS.get(misfit.reason, misfit.reason)),
            )
            print_notice(sentence)


def estimate(test: PreparedTest, done: int, asked: AskedClient) -> str:
    """The number of trials, calls and tokens of the test, and its maximum cost if priced."""
    expected = test.expected
    trials_text = _n("{n} trial", "{n} trials", len(test.trials))
    if done:
        trials_text = _("{trials}, {n} of them answered before").format(
            trials=trials_text, n=f"{done:,}"
        )
    if asked.client.kind != "openai":
        line = _("{trials}; no model is asked, free of charge").format(trials=trials_text)
        return f"{line}\n"
    line = _(
        "{trials}; {calls}; without retries about {prompt} prompt tokens and up to {completion} "
        "tokens of replies: {cost}"
    ).format(
        trials=trials_text,
        calls=calls_text(CallRange.for_items(expected.calls)),
        prompt=f"{expected.prompt_tokens:,}",
        completion=f"{expected.max_completion_tokens:,}",
        cost=_cost(expected, asked),
    )
    return f"{line}{_cached(test, asked)}\n"


def _cached(test: PreparedTest, asked: AskedClient) -> str:
    """The share of prompts that a cache may serve, and the remaining cost if its price is known."""
    share, price = test.cached_share, asked.price
    if share is None:
        return ""
    if price is None or price.cached_prompt is None:
        sentence = _("; a prompt cache may serve {share} of the prompt tokens")
        return sentence.format(share=f"{share:.0%}")
    tokens = test.expected.prompt_tokens
    usage = Usage(tokens, test.expected.max_completion_tokens, round(share * tokens))
    sentence = _("; a prompt cache may serve {share} of the prompt tokens, which leaves {cost}")
    return sentence.format(share=f"{share:.0%}", cost=money(price.of(usage), price.currency))


def _cost(expected: ExpectedUsage, asked: AskedClient) -> str:
    price = asked.price
    if expected.cost is None or price is None:
        unknown = _("cost unknown, since no price of {model} is known (docs/prices.md)")
        return unknown.format(model=asked.client.model)
    once = Usage(expected.prompt_tokens, expected.max_completion_tokens)
    most = price.of(CallRange.for_items(expected.calls).most_usage(once))
    return _("up to {cost}, at most {most} ({origin})").format(
        cost=money(expected.cost, price.currency),
        most=money(most, price.currency),
        origin=price.origin,
    )


def finish(
    entries: Sequence[ResultEntry],
    test: PreparedTest,
    read: ReadQuestions,
    asked: AskedClient,
    summary_path: Path | None,
) -> int:
    """Write the summary, print causes and counts, and return the exit code."""
    unanswered = [entry for entry in entries if not entry.outcome.answered]
    left_out = len(test.left_out) + len(read.refused)
    conclusion = conclusion_of(len(entries), len(unanswered), left_out=left_out)
    if summary_path:
        report = {"state": conclusion.state, **_report(entries, test, read, asked)}
        text = json.dumps(report, ensure_ascii=False, indent=2)
        write_atomically(summary_path, f"{text}\n".encode())
    code = conclude(conclusion)
    _print_causes(entries, unanswered, test, read)
    _print_counts(entries, unanswered)
    if test.expected.calls and asked.client.kind == "openai":
        made = sum(entry.metrics.get("attempts", 0) for entry in entries)
        print_calls_made(made, CallRange.for_items(test.expected.calls))
    return code


_CAUSES = {
    Outcome.REFUSAL: N_n(
        "{n} of {total} trials has no answer: the model declined. Choose another model.",
        "{n} of {total} trials have no answer: the model declined. Choose another model.",
    ),
    Outcome.CONTENT_FILTER: N_n(
        "{n} of {total} trials has no answer: the endpoint blocked the reply. Start again with the "
        "same --out to ask it again.",
        "{n} of {total} trials have no answer: the endpoint blocked the reply. Start again with "
        "the same --out to ask them again.",
    ),
    Outcome.TRUNCATED: N_n(
        "{n} of {total} trials has no answer: the reply was cut off. Raise max_output_tokens of "
        "the connection.",
        "{n} of {total} trials have no answer: the reply was cut off. Raise max_output_tokens of "
        "the connection.",
    ),
    Outcome.PARSE_FAILURE: N_n(
        "{n} of {total} trials has no answer: the reply was unreadable. Set json_mode = true for "
        "the connection, or choose another model.",
        "{n} of {total} trials have no answer: the reply was unreadable. Set json_mode = true for "
        "the connection, or choose another model.",
    ),
    Outcome.API_ERROR: N_n(
        "{n} of {total} trials has no answer: the call failed. Start again with the same --out to "
        "ask it again.",
        "{n} of {total} trials have no answer: the call failed. Start again with the same --out to "
        "ask them again.",
    ),
    Outcome.DID_NOT_FIT: N_n(
        "{n} of {total} trials has no answer: the context did not fit. Choose shorter "
        "--context-lengths.",
        "{n} of {total} trials have no answer: the context did not fit. Choose shorter "
        "--context-lengths.",
    ),
}
"""Outcome -> why trials have no answer, and what to do."""


def _print_causes(
    entries: Sequence[ResultEntry],
    unanswered: Sequence[ResultEntry],
    test: PreparedTest,
    read: ReadQuestions,
) -> None:
    """Print each cause of problems with its remedy."""
    total = f"{len(entries):,}"
    for outcome, count in Counter(entry.outcome for entry in unanswered).most_common():
        sys.stderr.write(_n(*_CAUSES[outcome], count, total=total) + "\n")
    if n := len(test.left_out):
        sentence = _n(
            "{n} question was left out; the lines above say why.",
            "{n} questions were left out; the lines above say why.",
            n,
        )
        sys.stderr.write(f"{sentence}\n")
    print_refused(len(read.refused), len(read.refused) + len(read.questions))


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
        "left_out": [_left_out(excluded) for excluded in test.left_out],
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


def _left_out(excluded: ExcludedQuestion) -> dict[str, str]:
    return {"item": excluded.question.item_key, "reason": excluded.reason}


ReportCell = tuple[str | None, int, str | None]


def _cells(entries: Iterable[ResultEntry]) -> list[tuple[ReportCell, list[ResultEntry]]]:
    """Results by (control, length, depth), sorted: the depths of each length, then the controls."""
    cells: dict[ReportCell, list[ResultEntry]] = {}
    for entry in entries:
        key = (entry.control, entry.test_context_length, entry.depth_bin)
        cells.setdefault(key, []).append(entry)
    return sorted(cells.items(), key=lambda item: _order(*item[0]))


def _order(control: str | None, length: int, label: str | None) -> tuple[str, int, int]:
    return control or "", length, int((label or "0%").rstrip("%"))


def _rate(cell: Iterable[ResultEntry]) -> Rate:
    """Accuracy over answered results, so that system errors do not lower it."""
    answered = [entry for entry in cell if entry.outcome.answered]
    return Rate(sum(entry.outcome is Outcome.CORRECT for entry in answered), len(answered))


def _print_counts(entries: Sequence[ResultEntry], unanswered: Sequence[ResultEntry]) -> None:
    for (control, length, label), cell in _cells(entries):
        depth = control or _("at {depth}").format(depth=label or _("no depth"))
        size = _("{n} tokens").format(n=f"{length:>9,}") if length else " " * 16
        sys.stderr.write(f"  {size}  {left_aligned(depth, 14)} {_cell_text(cell)}\n")
    counts = Counter(entry.outcome.value for entry in entries)
    outcomes = ", ".join(f"{outcome} {count}" for outcome, count in counts.most_common())
    line = _n("{n} trial: {outcomes}", "{n} trials: {outcomes}", len(entries), outcomes=outcomes)
    sys.stderr.write(f"{line}\n")
    for outcome, count in Counter(entry.outcome for entry in unanswered).most_common():
        example = next(entry for entry in unanswered if entry.outcome is outcome)
        line = _("{reason}: {n}, for instance: {example}").format(
            reason=outcome.value, n=count, example=_error_text(example)
        )
        sys.stderr.write(f"  {line}\n")
    warnings = Counter(code for entry in entries for code in entry.warnings)
    for code, count in warnings.most_common():
        line = _n(
            "warning, once: {warning}",
            "warning, {n} times: {warning}",
            count,
            warning=_(_WARNINGS.get(code, code)),
        )
        sys.stderr.write(f"  {line}\n")


def _cell_text(cell: Sequence[ResultEntry]) -> str:
    rate = _rate(cell)
    if rate.value is None or rate.interval is None:
        return f"  -    n = {rate.n}"
    low, high = (f"{bound:.0%}" for bound in rate.interval)
    interval = _("{low} to {high}").format(low=low, high=high)
    unanswered = len(cell) - rate.n
    unanswered_note = _(", {n} not answered").format(n=unanswered) if unanswered else ""
    return f"{rate.value:>5.0%}  n = {rate.n} ({interval}){unanswered_note}"


def _error_text(entry: ResultEntry) -> str:
    """The error translated, or in English if the entry was read from a file."""
    return translate(entry.error_sentence) if entry.error_sentence else entry.error or ""
