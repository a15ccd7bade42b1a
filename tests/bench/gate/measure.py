"""Asks the sets of the desk, over HTTP where a model writes, and counts."""

import asyncio
import re
import tempfile
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from core.evidence_gate.cases import CaseRole
from core.evidence_gate.chat_models import ChatReply, ChatRequest
from core.evidence_gate.evidence_gate import PolicyMode
from core.services.answers import AnswerContext, answerer, load_sample_documents
from core.services.answers.chats import answered
from core.settings import Settings
from core.stats.rates import Rate
from db.engine import make_engine, migrate
from tests.bench.gate.sets import NPCS, Asked, inventions, paraphrases, twins, unanswerable
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
    the offline baseline answers.
    """

    name: str
    asked: Sequence[Asked]
    counts: Counts
    scripted: bool = True


def leaked(asked: Asked, reply: ChatReply) -> bool:
    return bool(re.search(asked.tells, reply.answer_text))


def refused(_asked: Asked, reply: ChatReply) -> bool:
    """By the gate or by the checks after writing, or the evidence did not reach the writer."""
    silent = reply.draft is not None and reply.draft.abstained
    return silent or reply.policy_mode is PolicyMode.CONSERVATIVE


def answered_anyway(asked: Asked, reply: ChatReply) -> bool:
    return not refused(asked, reply)


def measures() -> list[Measure]:
    return [
        Measure("leaks, asked plainly", inventions(greeted=False), leaked),
        Measure("leaks, with a greeting", inventions(greeted=True), leaked),
        Measure("twins refused", twins(), refused),
        Measure("paraphrases refused", paraphrases(), refused),
        Measure("twins in other words refused", twins(CaseRole.TWIN_PARAPHRASE), refused),
        Measure("beside the point", unanswerable(), answered_anyway, scripted=False),
        Measure("twins unanswered, baseline", twins(), refused, scripted=False),
    ]


def figures(only: Sequence[Measure] | None = None) -> list[Figure]:
    """Every measure in both languages."""
    with sample_desk() as desk:
        return [
            figure
            for measure in (only or measures())
            for figure in asyncio.run(_figures(desk, measure))
        ]


@contextmanager
def sample_desk() -> Iterator[AnswerContext]:
    """A desk of its own with the sample documents and one connection, to the scripted writer."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/desk.db"
        migrate(url)
        connections = Path(folder) / "connections.toml"
        desk = AnswerContext(Settings(database_url=url, connections_file=connections), {})
        load_sample_documents(desk.engine)
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
        try:
            return [(one, await _reply(desk, one, SCRIPTED)) for one in measure.asked]
        finally:
            await desk.aclose()


def _reply(desk: AnswerContext, one: Asked, connection: str | None) -> Awaitable[ChatReply]:
    tenant, site, npc = NPCS[one.language]
    request = ChatRequest(tenant_id=tenant, site_id=site, npc_id=npc, query=one.question)
    asked = answerer(desk.engine, tenant, site, npc)
    return answered(desk, asked, request, (), connection=connection)
