"""Refuse a run that would skip every question, before it starts, and say what to change."""

from sqlalchemy import Engine
from sqlmodel import Session

from core.depth import DepthMode
from core.errors import InputError
from core.services.runs.depth_tasks import evidence_found
from core.services.runs.novel_tokens import NovelTokens, novel_tokens
from core.services.runs.run_spec import AnySpec, DepthSpec, RunSpec
from core.validation import ContextMode, Placement
from db.queries import library
from db.tables import QuestionSet, SourceText

_CHARS_A_TOKEN = 16
"""Assumed maximum length of a token: if token position times this is less than the novel's length
in characters, the position lies inside, and counting the novel's tokens is not needed.
"""


def require_askable(engine: Engine, spec: AnySpec) -> None:
    """Raise InputError if every question of the run would be skipped.

    An unknown set and an empty one pass: `control.start` refuses them.
    """
    with Session(engine) as session:
        placement = Placement(*library.placement(session, spec.set_id))
        questions = session.get(QuestionSet, spec.set_id)
        has_novel = questions is not None and questions.source_id is not None
        if questions is None or not placement.total:
            return
        if isinstance(spec, DepthSpec):
            _require_places(engine, spec, placement, has_novel=has_novel)
            return
        if placement.own_context:
            return
        if questions.source_id is None:
            raise InputError(
                "Every question would be skipped: the set has no novel, and no question has its "
                "own text. Link the set to a novel in the library, or give each row a context."
            )
        if spec.context_mode is ContextMode.WHOLE:
            return
        novel = session.get_one(SourceText, questions.source_id)
        _require_positions(spec, placement, NovelTokens(novel.content_hash, novel.text))


def _require_positions(spec: RunSpec, placement: Placement, novel: NovelTokens) -> None:
    """Raise InputError if no question has a position inside the novel."""
    if not placement.positioned:
        raise InputError(
            "Every question would be skipped: none has a position in the novel. Let the model "
            "read the whole novel instead."
        )
    earliest = placement.earliest or 0
    if earliest * _CHARS_A_TOKEN < len(novel.text):
        return
    if placement.lies_beyond(novel_tokens(novel, spec.tokenizer)):
        raise InputError(
            "Every question would be skipped: all positions are beyond the end of the novel. "
            "Choose the tokeniser used for the positions, or let the model read the whole novel."
        )


def _require_places(
    engine: Engine, spec: DepthSpec, placement: Placement, *, has_novel: bool
) -> None:
    """Raise InputError if a depth test has no novel, or no question whose evidence has a place: a
    position, or a place that a validation found.
    """
    if spec.imported is not None:
        return
    if not has_novel:
        raise InputError("A depth test needs a novel. Choose a question set that has one.")
    if spec.depth_mode is DepthMode.LEGACY or placement.positioned or evidence_found(engine, spec):
        return
    raise InputError(
        "No question has a usable position in the novel, so none can be tested at any depth. "
        "Choose a set with positions, or a validation run that found the evidence."
    )
