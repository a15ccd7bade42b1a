"""Open what the items of a run share: client, prompts and novel."""

import asyncio
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Engine
from sqlmodel import Session, select

from core.errors import NotFoundError
from core.llm import (
    Connection,
    LLMClient,
    PromptTemplateManager,
    RecordedClient,
    load_connections,
    open_client,
)
from core.services.runs.batch_answers import batch_answers
from core.services.runs.depth_items import open_depth_runner
from core.services.runs.item_runner import ItemRunner
from core.services.runs.reply_cache import StoredReplies
from core.services.runs.run_spec import AnySpec, DepthSpec
from core.services.runs.validation_items import ValidationItemRunner
from core.settings import Settings
from core.text import load_tokenizer
from core.validation import Book
from db.tables import QuestionSet, RecordedReply, Recording, SourceText

_MOST_BOOKS = 4


@dataclass(frozen=True)
class RunOpener:
    """Opens runs with the desk's settings and the environment's keys; novels are cached."""

    engine: Engine
    settings: Settings
    environ: Mapping[str, str]
    books: "BookCache"

    async def open(self, spec: AnySpec, run_id: int | None = None) -> ItemRunner[Any]:
        """The runner of a run's items. A batch run takes its replies from the batch of `run_id`;
        without `run_id`, calls are made even if the spec says batch.

        Raises DeskError with the fix if the run needs something that is missing.
        """
        client = await self._client(spec, self.connection(spec), run_id)
        return await self.open_with(spec, client)

    async def open_with(self, spec: AnySpec, client: LLMClient) -> ItemRunner[Any]:
        """As `open`, with the caller's client, which is closed if the run cannot be opened."""
        try:
            return await self._runner(spec, self.connection(spec), client)
        except BaseException:
            await client.aclose()
            raise

    async def _runner(
        self, spec: AnySpec, connection: Connection, client: LLMClient
    ) -> ItemRunner[Any]:
        tokenizer = await asyncio.to_thread(load_tokenizer, spec.tokenizer)
        book = await self.books.of_set(spec.set_id, spec.tokenizer)
        find = StoredReplies(self.engine).find if _reuses(spec, connection) else None
        if isinstance(spec, DepthSpec):
            return await asyncio.to_thread(
                open_depth_runner, self.engine, spec, connection, client, tokenizer, book, find
            )
        return ValidationItemRunner(
            spec,
            client,
            PromptTemplateManager(),
            tokenizer,
            book,
            settings=connection.reply_settings,
            find=find,
            max_output_tokens=connection.max_output_tokens,
        )

    def connection(self, spec: AnySpec) -> Connection:
        """The connection with the spec's model and reply format. Raises DeskError if not set up."""
        if spec.recording_id is not None:
            model = spec.model or "recorded replies"
            return Connection(name=spec.connection, kind="recorded", model=model)
        connections = load_connections(self.settings.connections_file, self.environ)
        connection = connections.named(spec.connection).asking(spec.model)
        if spec.json_mode:
            connection = connection.model_copy(update={"json_mode": True})
        return connection.with_format(spec.reply_format)

    async def _client(self, spec: AnySpec, connection: Connection, run_id: int | None) -> LLMClient:
        if spec.batch and run_id is not None:
            answers = await asyncio.to_thread(batch_answers, self.engine, run_id)
            return RecordedClient(answers, name=connection.name, label=connection.model)
        replies = None
        if spec.recording_id is not None:
            replies = await asyncio.to_thread(self._recorded, spec.recording_id)
        return open_client(
            connection, self.environ, replies=replies, shared_by=self.settings.database_url
        )

    def _recorded(self, recording_id: int) -> dict[str, str]:
        with Session(self.engine) as session:
            if session.get(Recording, recording_id) is None:
                raise NotFoundError(
                    "Recording {recording_id} does not exist. Import it again.",
                    recording_id=recording_id,
                )
            recorded = select(RecordedReply.item_key, RecordedReply.reply).where(
                RecordedReply.recording_id == recording_id
            )
            return dict(session.exec(recorded).all())


def _reuses(spec: AnySpec, connection: Connection) -> bool:
    return spec.reuse_replies and connection.kind == "openai" and not spec.batch


class BookCache:
    """Caches the last few prepared novels; concurrent requests for one share its preparation."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._ready: OrderedDict[tuple[int, str], asyncio.Task[Book]] = OrderedDict()

    async def of_set(self, set_id: int, tokenizer: str) -> Book | None:
        """The novel of a question set, prepared; None if the set has none."""
        source_id = await asyncio.to_thread(self._source_of, set_id)
        if source_id is None:
            return None
        key = (source_id, tokenizer)
        task = self._ready.get(key)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            task = asyncio.create_task(asyncio.to_thread(self._prepare, source_id, tokenizer))
            self._ready[key] = task
        self._ready.move_to_end(key)
        while len(self._ready) > _MOST_BOOKS:
            self._ready.popitem(last=False)
        return await asyncio.shield(task)

    def _source_of(self, set_id: int) -> int | None:
        with Session(self._engine) as session:
            return session.exec(select(QuestionSet.source_id).where(QuestionSet.id == set_id)).one()

    def _prepare(self, source_id: int, tokenizer: str) -> Book:
        with Session(self._engine) as session:
            text = session.exec(select(SourceText.text).where(SourceText.id == source_id)).one()
        book = Book.from_text(text, load_tokenizer(tokenizer))
        book.prepared.build_index()  # in this thread: the first item would block the event loop
        return book
