"""Asks the sets of the desk, over HTTP where a model writes, and counts."""

import asyncio
import re
import tempfile
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from sqlalchemy import Engine

from core.evidence_gate.cases import CaseRole
from core.evidence_gate.chat_models import ChatReply, ChatRequest
from core.evidence_gate.evidence_gate import PolicyMode
from core.services.answers import AnswerContext, answerer, ensure_indexed, load_sample_documents
from core.services.answers.chats import answer_unstored
from core.services.answers.meaning import embed_waiting, open_meaning
from core.settings import Settings
from core.stats.rates import Rate
from db.engine import make_engine, migrate
from tests.bench.gate.sets import (
    HELD_OUT,
    KINDS,
    NPCS,
    Asked,
    free_inventions,
    inventions,
    paraphrases,
    twins,
    unanswerable,
)
from tests.bench.gate.writers import replies_of
from tests.openai_server import OpenAIServer

SCRIPTED = "scripted"
LANGUAGES = ("zh", "en")


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table: `faults` names what counts, for whoever reads the misses."""

    name: str
    language: str
    rate: Rate
    faults: tuple[str, ...] = ()


Counts = Callable[[Asked, ChatReply], bool]


@dataclass(frozen=True, slots=True)
class Measure:
    """`counts` says whether a reply is one of those that `name` counts; without a scripted writer
    the offline baseline answers. `judged`: a judge of meaning agrees with everything.
    """

    name: str
    asked: Sequence[Asked]
    counts: Counts
    scripted: bool = True
    judged: bool = False


def leaked(asked: Asked, reply: ChatReply) -> bool:
    return bool(re.search(asked.tells, reply.answer_text))


def refused(_asked: Asked, reply: ChatReply) -> bool:
    """By the gate or by the checks after writing, or the evidence did not reach the writer."""
    silent = reply.draft is not None and reply.draft.abstained
    return silent or reply.policy_mode is PolicyMode.CONSERVATIVE


def answered_anyway(asked: Asked, reply: ChatReply) -> bool:
    return not refused(asked, reply)


def found_any(_asked: Asked, reply: ChatReply) -> bool:
    """Whether the gate counted any passage."""
    return reply.gate.citations_count > 0


def of_kinds(folder: Path = KINDS) -> list[Measure]:
    """On documents of further kinds, with questions that have nothing to do with any of them."""
    return [
        Measure("leaks, asked plainly", inventions(folder, greeted=False), leaked),
        Measure("paraphrases refused", paraphrases(folder), refused),
        Measure(
            "beside the point, baseline", free_inventions(folder), answered_anyway, scripted=False
        ),
        Measure("beside the point, inventing", free_inventions(folder), answered_anyway),
        Measure(
            "unrelated let through", unanswerable(folder, "unrelated"), found_any, scripted=False
        ),
    ]


def held_out() -> list[Measure]:
    """On the held-out documents, which `tests.bench.gate.sets.load_documents` stores."""
    return [
        Measure("leaks, asked plainly", inventions(HELD_OUT, greeted=False), leaked),
        Measure("leaks, with a greeting", inventions(HELD_OUT, greeted=True), leaked),
        Measure("paraphrases refused", paraphrases(HELD_OUT), refused),
        Measure(
            "beside the point, baseline", unanswerable(HELD_OUT), answered_anyway, scripted=False
        ),
        Measure("beside the point, model", unanswerable(HELD_OUT), answered_anyway),
        Measure("beside the point, inventing", free_inventions(HELD_OUT), answered_anyway),
        Measure("own words refused", paraphrases(HELD_OUT, told="own_words"), refused),
    ]


def measures() -> list[Measure]:
    return [
        Measure("leaks, asked plainly", inventions(greeted=False), leaked),
        Measure("leaks, with a greeting", inventions(greeted=True), leaked),
        Measure("twins refused", twins(), refused),
        Measure("paraphrases refused", paraphrases(), refused),
        Measure("twins in other words refused", twins(CaseRole.TWIN_PARAPHRASE), refused),
        Measure("beside the point, baseline", unanswerable(), answered_anyway, scripted=False),
        Measure("beside the point, model", unanswerable(), answered_anyway),
        Measure("beside the point, inventing", free_inventions(), answered_anyway),
        Measure("twins unanswered, baseline", twins(), refused, scripted=False),
    ]


def figures(
    only: Sequence[Measure] | None = None,
    *,
    embedder: str = "",
    load: Callable[[Engine], object] = load_sample_documents,
) -> list[Figure]:
    """Every measure in both languages; `embedder` as DESK_RETRIEVAL_EMBEDDER names it."""
    with desk_of(load, embedder) as desk:
        return [
            figure
            for measure in (measures() if only is None else only)
            for figure in asyncio.run(_figures(desk, measure))
        ]


@contextmanager
def desk_of(load: Callable[[Engine], object], embedder: str = "") -> Iterator[AnswerContext]:
    """A desk of its own with the documents that `load` stores and one connection, to the scripted
    writer. With an embedder the vectors are made before anything is asked.
    """
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/desk.db"
        migrate(url)
        settings = Settings(
            database_url=url,
            connections_file=Path(folder) / "connections.toml",
            retrieval_embedder=embedder,
        )
        desk = AnswerContext(settings, {})
        load(desk.engine)
        if model := open_meaning(settings, {}):
            ensure_indexed(desk.engine)
            embed_waiting(desk.engine, model)
        yield desk
        make_engine(url).dispose()


async def _figures(desk: AnswerContext, measure: Measure) -> list[Figure]:
    replies = await replies_to(desk, measure)
    return [
        Figure(measure.name, language, Rate(len(hits), len(of)), tuple(hits))
        for language in LANGUAGES
        for of in [[pair for pair in replies if pair[0].language == language]]
        for hits in [[one.question for one, reply in of if measure.counts(one, reply)]]
    ]


async def replies_to(desk: AnswerContext, measure: Measure) -> list[tuple[Asked, ChatReply]]:
    told = [(one.question, one.told) for one in measure.asked]
    if not measure.scripted:
        return [(one, await _reply(desk, one, None)) for one in measure.asked]
    async with OpenAIServer(replies_of(told)) as server:
        desk.settings.connections_file.write_text(
            f'[{SCRIPTED}]\nmodel = "m"\nbase_url = "{server.url}"\n'
        )
        if measure.judged:
            desk = replace(desk, settings=replace(desk.settings, gate_judge=SCRIPTED))
        try:
            return [(one, await _reply(desk, one, SCRIPTED)) for one in measure.asked]
        finally:
            await desk.aclose()


def _reply(desk: AnswerContext, one: Asked, connection: str | None) -> Awaitable[ChatReply]:
    tenant, site, npc = NPCS[one.language]
    request = ChatRequest(tenant_id=tenant, site_id=site, npc_id=npc, query=one.question)
    asked = answerer(desk.engine, tenant, site, npc)
    return answer_unstored(desk, asked, request, (), connection=connection)
