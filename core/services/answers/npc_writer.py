"""The answer writer of an NPC, whose connection may no longer be set up."""

from dataclasses import dataclass

from core.errors import ConfigurationError, NotFoundError
from core.evidence_gate import AnswerWriter, DraftAnswer
from core.services.answers.answer_context import AnswerContext
from core.services.answers.profiles import NpcResponder


def npc_writer(desk: AnswerContext, responder: NpcResponder) -> AnswerWriter:
    """The writer of the NPC's connection; if that is not set up, one that raises when used, since a
    blocked question needs no connection (reading 31).
    """
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
    """A writer that raises the connection's failure when it is asked to write."""

    name: str
    failure: ConfigurationError
    model: str = ""
    is_baseline: bool = False

    async def write(self, *_args: object, **_kwargs: object) -> DraftAnswer:
        raise self.failure
