"""The writer of an NPC, over a connection that may no longer be set up."""

from dataclasses import dataclass

from core.errors import ConfigurationError, NotFoundError
from core.evidence_gate.answer_writer import AnswerWriter, DraftAnswer
from core.services.answers.answer_context import AnswerContext
from core.services.answers.profiles import NpcResponder


def npc_writer(desk: AnswerContext, responder: NpcResponder) -> AnswerWriter:
    """Raises nothing: a question that is blocked needs no connection (reading 31)."""
    name = responder.connection
    try:
        return desk.writer(name)
    except NotFoundError:
        failure = ConfigurationError(
            "{npc} uses the connection {connection}, which is not set up. Add it to "
            "connections.toml, or choose another for this NPC under Answers, NPCs.",
            npc=responder.profile.name,
            connection=name,
        )
    except ConfigurationError as error:
        failure = error
    return _NoWriter(name, failure)


@dataclass(frozen=True)
class _NoWriter:
    """Tells what is wrong with the connection once something is to be written."""

    name: str
    failure: ConfigurationError
    model: str = ""
    is_baseline: bool = False

    async def write(self, *_asked: object, **_given: object) -> DraftAnswer:
        raise self.failure
