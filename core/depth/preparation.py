"""Prepare a depth test: everything that is decided before the first paid call."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from core.depth.context_builder import PADDING, Filler
from core.depth.context_result import NotBuilt
from core.depth.depth_scheduler import DEPTH_LABELS, DepthMode, DepthScheduler
from core.depth.evidence_clusters import EvidenceCluster, clusters_of_test
from core.depth.examiner import CLOSED_BOOK_TEMPLATE, TEMPLATE, TestRunner
from core.depth.inputs import TestInputs
from core.depth.prompt_caching import sampled_cached_share
from core.depth.results import DatasetMetadata, ResultEntry
from core.depth.test_matrix import (
    DoesNotFit,
    ExpectedUsage,
    NovelWorkload,
    TestMatrix,
    count_matrix,
    trial_frames,
)
from core.depth.trial_contexts import TrialContexts, long_enough
from core.depth.trial_plan import Control, Trial, trials_of
from core.depth.validation_results import require_validation
from core.errors import InputError, Sentence
from core.llm import Budget, Price, require_price
from core.questions import Question
from core.text import Span, TokenizedText, guess_language

INVALID = "invalid"
_REASONS = {
    INVALID: Sentence("failed validation"),
    NotBuilt.NO_POSITION: Sentence("no position"),
    NotBuilt.POSITION_OUT_OF_RANGE: Sentence("position beyond the end of the novel"),
}
_EMPTY = Sentence("the set is empty")


@dataclass(frozen=True, kw_only=True)
class TestPlan:
    """The parameters of a test: source 003's and further ones.

    `repeats`: how often every trial is asked. `skip_validation`: questions need not have been
    validated. `ignore_invalid`: questions that failed their validation are left out. `price`: that
    of the model, None if unknown. `budget`: limits of the test, earlier calls included.
    """

    scheduler: DepthScheduler
    padding_size: int = PADDING
    filler: Filler = "random"
    seed: int = 0
    repeats: int = 1
    controls: tuple[Control, ...] = ()
    skip_validation: bool = False
    ignore_invalid: bool = False
    price: Price | None = None
    budget: Budget = Budget()  # noqa: RUF009 - frozen


@dataclass(frozen=True, slots=True)
class ExcludedQuestion:
    """A question that is not asked; `reason`: invalid, no_position or position_out_of_range."""

    question: Question
    reason: str


@dataclass(frozen=True, kw_only=True)
class PreparedTest:
    """A test that is ready to run. `refused_lengths`: the novel is too short for them; their trials
    end as did_not_fit. `cached_share`: the share of prompt tokens that a provider's prompt cache
    may serve with shared filler; None with other filler, or if no model is asked.
    """

    trials: tuple[Trial, ...]
    contexts: TrialContexts
    metadata: DatasetMetadata
    expected: ExpectedUsage
    cached_share: float | None = None
    clusters: Mapping[str, EvidenceCluster] = field(default_factory=dict, hash=False)
    does_not_fit: tuple[DoesNotFit, ...] = ()
    left_out: tuple[ExcludedQuestion, ...] = ()
    refused_lengths: tuple[int, ...] = ()

    def with_cluster(self, entry: ResultEntry) -> ResultEntry:
        """Return the result with the chapter or passage that its evidence is in, if known."""
        cluster = self.clusters.get(entry.item_key)
        return cluster.mark(entry) if cluster else entry


def prepare(material: TestInputs, plan: TestPlan, examiner: TestRunner) -> PreparedTest:
    """Prepare a test. Raises InputError where nothing could be asked: questions not validated, no
    question left, a novel shorter than every length (reading 49), or an invalid plan.
    """
    _check(plan, examiner)
    require_price(plan.budget.max_cost, plan.price, examiner.client.model)
    if not plan.skip_validation:
        require_validation(material.validated, material.questions)
    tokens = material.book.tokens
    evidence = _evidence(material)
    left_out = list(_left_out(material, plan, evidence))
    excluded_ids = {id(excluded.question) for excluded in left_out}
    questions = [question for question in material.questions if id(question) not in excluded_ids]
    if not questions:
        raise InputError(
            "No questions left to ask: {reasons}. Add positions, or choose other questions.",
            reasons=tuple(
                _REASONS[reason] for reason in sorted({excluded.reason for excluded in left_out})
            )
            or _EMPTY,
        )
    refused = _refused_lengths(tokens, plan.scheduler.context_lengths)
    trials = trials_of(questions, plan.scheduler, repeats=plan.repeats, controls=plan.controls)
    contexts = TrialContexts.from_tokens(
        tokens,
        examiner.tokenizer,
        questions,
        padding_size=plan.padding_size,
        filler=plan.filler,
        seed=plan.seed,
        evidence=evidence,
        prepared=material.book.prepared,
    )
    expected, does_not_fit = _expected(material, plan, examiner, questions, evidence)
    metadata = _metadata(material, plan, examiner, questions, trials, evidence)
    estimate = {**vars(expected), "price": plan.price.model_dump() if plan.price else None}
    return PreparedTest(
        clusters=clusters_of_test(questions, evidence, tokens),
        trials=tuple(trials),
        contexts=contexts,
        metadata=replace(metadata, estimate=estimate),
        expected=expected,
        cached_share=_cached_share(contexts, plan, examiner, questions, refused),
        does_not_fit=does_not_fit,
        left_out=tuple(left_out),
        refused_lengths=refused,
    )


def _cached_share(
    contexts: TrialContexts,
    plan: TestPlan,
    examiner: TestRunner,
    questions: Sequence[Question],
    refused: Sequence[int],
) -> float | None:
    has_shared_filler = plan.filler == "shared" and examiner.client.kind == "openai"
    if not has_shared_filler or plan.scheduler.mode is DepthMode.LEGACY:
        return None
    return sampled_cached_share(
        contexts.builder,
        [(question, contexts.evidence.get(question.item_key)) for question in questions],
        [length for length in plan.scheduler.context_lengths if length not in refused],
        plan.scheduler.fixed_depth,
        plan.padding_size,
        seed=plan.seed,
    )


def _expected(
    material: TestInputs,
    plan: TestPlan,
    examiner: TestRunner,
    questions: Sequence[Question],
    evidence: dict[str, Span],
) -> tuple[ExpectedUsage, tuple[DoesNotFit, ...]]:
    tokens = material.book.tokens
    matrix = TestMatrix(
        mode=plan.scheduler.mode,
        context_lengths=plan.scheduler.context_lengths,
        repeats=plan.repeats,
        controls=plan.controls,
        padding_size=plan.padding_size,
        max_output_tokens=examiner.max_output_tokens,
        context_window=examiner.context_window,
    )
    workload = NovelWorkload(len(tokens.text), tokens.n_tokens, questions, evidence)
    languages = [examiner.language or guess_language(question.question) for question in questions]
    counts = count_matrix(
        matrix, workload, trial_frames(questions, languages, examiner.tokenizer.name)
    )
    paid = examiner.client.kind == "openai"
    return ExpectedUsage.from_counts(
        counts, matrix, paid=paid, price=plan.price
    ), counts.does_not_fit


def _check(plan: TestPlan, examiner: TestRunner) -> None:
    if plan.repeats < 1:
        raise InputError("The number of repetitions is too low. Use at least 1.", field="repeats")
    if examiner.rotate_options and examiner.client.kind == "recorded":
        raise InputError(
            "Recorded replies refer to the options in their original order. Turn off option "
            "rotation."
        )


def _evidence(material: TestInputs) -> dict[str, Span]:
    if material.validated is None:
        return {}
    return material.validated.evidence(material.questions, len(material.book.tokens.text))


def _left_out(
    material: TestInputs, plan: TestPlan, evidence: dict[str, Span]
) -> Iterable[ExcludedQuestion]:
    """Yield the questions to leave out; without depths a position is not needed (reading 60)."""
    invalid: set[int] = set()
    if plan.ignore_invalid and material.validated is None:
        raise InputError(
            "No validation to identify invalid questions. Validate the questions first."
        )
    if plan.ignore_invalid and material.validated is not None:
        invalid = {id(question) for question in material.validated.invalid(material.questions)}
    needs_position = plan.scheduler.mode is not DepthMode.LEGACY or (
        {Control.ORACLE, Control.FILLER_ONLY} & {*plan.controls}
    )
    for question in material.questions:
        if id(question) in invalid:
            yield ExcludedQuestion(question, INVALID)
        elif needs_position and question.item_key not in evidence:
            if question.position is None:
                yield ExcludedQuestion(question, NotBuilt.NO_POSITION.value)
            elif question.position.start_pos >= material.book.tokens.n_tokens:
                yield ExcludedQuestion(question, NotBuilt.POSITION_OUT_OF_RANGE.value)


def _refused_lengths(tokens: TokenizedText, lengths: Sequence[int]) -> tuple[int, ...]:
    refused = tuple(length for length in lengths if not long_enough(tokens, length))
    if len(refused) == len(lengths):
        raise InputError(
            "The novel has {n_tokens} tokens, too few for a context of {lengths}. Choose shorter "
            "contexts or a longer novel.",
            n_tokens=tokens.n_tokens,
            lengths=", ".join(map(str, lengths)),
        )
    return refused


def _metadata(
    material: TestInputs,
    plan: TestPlan,
    examiner: TestRunner,
    questions: Sequence[Question],
    trials: Sequence[Trial],
    evidence: dict[str, Span],
) -> DatasetMetadata:
    scheduler = plan.scheduler
    has_depth = scheduler.mode is not DepthMode.LEGACY
    bins = [label for label in DEPTH_LABELS if any(trial.depth_bin == label for trial in trials)]
    per_bin = Counter(
        (trial.depth_bin, trial.context_length)
        for trial in trials
        if trial.depth_bin and not trial.repeat
    )
    prompts = examiner.prompts
    settings: dict[str, Any] = {
        "questions": _hash([question.to_dict() for question in questions]),
        "novel": _hash(material.book.tokens.text),
        "evidence": _hash({key: [span.start, span.end] for key, span in evidence.items()}),
        "connection": examiner.client.name,
        "model": examiner.client.model,
        "asked": _hash(examiner.reply_settings),
        "templates": [prompts.info(name).hash for name in (TEMPLATE, CLOSED_BOOK_TEMPLATE)],
        "tokenizer": examiner.tokenizer.name,
        "language": examiner.language,
        "depth_mode": scheduler.mode.value,
        "fixed_depth": scheduler.fixed_depth,
        "context_lengths": list(scheduler.context_lengths),
        "padding_size": plan.padding_size,
        "filler": plan.filler,
        "seed": plan.seed,
        "repeats": plan.repeats,
        "controls": [control.value for control in plan.controls],
        "rotate_options": examiner.rotate_options,
        "context_window": examiner.context_window,
    }
    return DatasetMetadata(
        tested_at=datetime.now(UTC).replace(tzinfo=None).isoformat(timespec="seconds"),
        model_name=examiner.client.model,
        novel_path=material.novel_path,
        question_set_path=material.question_set_path,
        depth_mode=scheduler.mode.value,
        context_lengths=scheduler.context_lengths,
        depth_bins=tuple(bins),
        questions_per_bin=min(per_bin.values(), default=None) if has_depth else None,
        tokenizer=examiner.tokenizer.name,
        prompt_hash=prompts.info(TEMPLATE).hash,
        seed=plan.seed,
        filler=plan.filler if has_depth else None,
        padding_size=plan.padding_size if has_depth else None,
        settings=settings,
    )


def _hash(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
