"""Validate questions (`core.validation` judges) and convert the results to ledger rows."""

from collections.abc import Sequence
from dataclasses import replace

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
from core.services.records import error_columns, question_from_row, verdict_columns
from core.services.runs.ledger import crashed
from core.services.runs.reply_cache import Find, RememberingClient
from core.services.runs.run_spec import RunSpec
from core.text import Tokenizer
from core.validation import Book, QuestionValidator, SkippedQuestion, ValidationResult
from db.queries.runs import Entry
from db.tables import QuestionRow, now


class ValidationItemRunner:
    """Runs the items of one validation run; safe to use from many asyncio tasks of one event loop.

    `settings` identifies the connection's settings that shape a reply besides its model; `find`
    looks up stored replies, None to always ask the model.
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
        query = select(QuestionRow).where(col(QuestionRow.id).in_(ids))
        return session.exec(query.order_by(col(QuestionRow.id))).all()

    async def judge(
        self, run_id: int, item: QuestionRow, worker: str, reservation: Reservation
    ) -> Entry:
        """Validate one question; see `ItemRunner.judge`."""
        client = RememberingClient(self._client, self._settings, self._find, reservation)
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
        except Exception as error:  # noqa: BLE001 - recorded; a faulty item fails alone
            return replace(crashed(entry, error), **client.spent(self._spec.price))

    def _validator(self, client: LLMClient) -> QuestionValidator:
        return QuestionValidator(
            client,
            self._prompts,
            self._spec.similarity_threshold,
            self._spec.confidence_threshold,
            tokenizer=self._tokenizer,
            language=self._spec.language,
            wording=self._spec.wording,
        )

    async def aclose(self) -> None:
        await self._client.aclose()


def _entry(
    entry: Entry, result: ValidationResult, client: RememberingClient, price: Price | None
) -> Entry:
    provenance = result.provenance
    failure = result.infrastructure_failure
    outcome = "infrastructure" if failure else "passed" if result.is_valid else "failed"
    return replace(
        entry,
        outcome=outcome,
        reason=failure,
        **error_columns(result.error),
        **client.spent(price),
        reused=provenance.reused,
        prompt_tokens=provenance.prompt_tokens,
        completion_tokens=provenance.completion_tokens,
        latency_s=provenance.latency_s,
        verdict=verdict_columns(entry, result),
        reply=None if failure else client.new_reply(),
        finished_at=now(),
    )
