"""From a question to its row in the ledger: pure code judges, this turns it into columns."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlmodel import Session, col, select

from core.errors import Sentence
from core.llm import (
    AuthenticationFailed,
    CallPlanner,
    CapReached,
    LLMClient,
    NoMoreCalls,
    Price,
    PromptTemplateManager,
    Reservation,
)
from core.questions import Question
from core.services.library import question_from_row
from core.services.runs.ledger import crashed, error_columns
from core.services.runs.reply_cache import Find, RememberingClient
from core.services.runs.run_spec import RunSpec
from core.text import Tokenizer
from core.validation import Book, Provenance, QuestionValidator, SkippedQuestion, ValidationResult
from db.queries.runs import Entry
from db.tables import QuestionRow, now


class ValidationItemRunner:
    """What the items of a run share; safe to use from many tasks of one event loop.

    `settings` names everything of the connection that shapes a reply besides its model; `find`
    looks up stored replies, None to ask always.
    """

    def __init__(
        self,
        spec: RunSpec,
        client: LLMClient,
        prompts: PromptTemplateManager,
        tokenizer: Tokenizer,
        book: Book | None,
        *,
        settings: str,
        find: Find | None,
        max_output_tokens: int,
    ) -> None:
        self._spec = spec
        self._client = client
        self._prompts = prompts
        self._tokenizer = tokenizer
        self._book = book
        self._settings = settings
        self._find = find
        self.planner = CallPlanner(
            tokenizer, max_output_tokens, spec.price, paid=client.kind == "openai"
        )

    def load(self, session: Session, ids: Sequence[int]) -> Sequence[QuestionRow]:
        wanted = select(QuestionRow).where(col(QuestionRow.id).in_(ids))
        return session.exec(wanted.order_by(col(QuestionRow.id))).all()

    async def judge(self, run_id: int, item: QuestionRow, worker: str, seat: Reservation) -> Entry:
        """See Judge."""
        client = RememberingClient(self._client, self._settings, self._find, seat)
        entry = Entry(
            run_id=run_id,
            question_id=item.id or 0,
            item_key=item.item_key,
            outcome="infrastructure",
            worker=worker,
        )
        try:
            result = await self._validator(client).validate_item(
                question_from_row(item), self._book, self._spec.context_mode
            )
            return _entry(entry, result, client, self._spec.price)
        except (AuthenticationFailed, CapReached, NoMoreCalls):
            raise
        except SkippedQuestion as skipped:
            return replace(
                entry,
                outcome="skipped",
                reason=skipped.reason.value,
                **error_columns(Sentence.from_error(skipped)),
            )
        except Exception as error:  # noqa: BLE001 - a poisoned item fails alone
            return replace(crashed(entry, error), **client.spent(self._spec.price))

    def _validator(self, client: LLMClient) -> QuestionValidator:
        return QuestionValidator(
            client,
            self._prompts,
            self._spec.similarity_threshold,
            self._spec.confidence_threshold,
            tokenizer=self._tokenizer,
            language=self._spec.language,
        )

    async def aclose(self) -> None:
        await self._client.aclose()


def _entry(
    entry: Entry, result: ValidationResult, client: RememberingClient, price: Price | None
) -> Entry:
    spent = result.provenance
    failed = result.infrastructure_failure
    outcome = "infrastructure" if failed else "passed" if result.is_valid else "failed"
    return replace(
        entry,
        outcome=outcome,
        reason=failed,
        **error_columns(result.error),
        **client.spent(price),
        reused=spent.reused,
        prompt_tokens=spent.prompt_tokens,
        completion_tokens=spent.completion_tokens,
        latency_s=spent.latency_s,
        verdict=verdict_columns(entry, result),
        reply=None if failed else client.new_reply(),
        finished_at=now(),
    )


def verdict_columns(entry: Entry, result: ValidationResult) -> dict[str, Any]:
    """A ValidationResult as the columns of `validation`, its item's id excepted."""
    span, context = result.span or (None, None), result.context_span or (None, None)
    return {
        "run_id": entry.run_id,
        "question_id": entry.question_id,
        "is_valid": result.is_valid,
        "model_answer": list(result.model_answer),
        "answer_matches": result.answer_matches,
        "evidence": result.evidence,
        "evidence_found": result.evidence_found,
        "evidence_similarity": result.evidence_similarity,
        "evidence_verdict": result.evidence_verdict,
        "is_answerable": result.is_answerable,
        "confidence": result.confidence,
        "failure_reasons": list(result.failure_reasons),
        "reasoning": result.reasoning,
        "matched_text": result.matched_text,
        "span_start": span[0],
        "span_end": span[1],
        "fragments": [list(fragment) for fragment in result.fragments],
        "context_start": context[0],
        "context_end": context[1],
        "differences": [dict(difference) for difference in result.differences],
        "warnings": list(result.warnings),
        "raw_reply": result.raw_reply,
        "provenance": dict(vars(result.provenance)),
    }


def result_of(
    question: Question, columns: Mapping[str, Any], error: Sentence | None = None
) -> ValidationResult:
    """The inverse of `verdict_columns`; columns of other names are left out."""

    same = {name: columns[name] for name in _AS_THEY_ARE}

    def pair(name: str) -> tuple[int, int] | None:
        start, end = columns[f"{name}_start"], columns[f"{name}_end"]
        return None if start is None or end is None else (start, end)

    return ValidationResult(
        question=question.to_dict(),
        **same,
        span=pair("span"),
        fragments=[(start, end) for start, end in columns["fragments"]],
        context_span=pair("context"),
        differences=[dict(difference) for difference in columns["differences"]],
        error=error,
        provenance=Provenance(**columns["provenance"]),
    )


_AS_THEY_ARE = (
    "is_valid",
    "model_answer",
    "answer_matches",
    "evidence",
    "evidence_found",
    "evidence_similarity",
    "evidence_verdict",
    "is_answerable",
    "confidence",
    "failure_reasons",
    "reasoning",
    "matched_text",
    "warnings",
    "raw_reply",
)
