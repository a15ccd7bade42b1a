"""The answers that were read back from the results of a run's batch."""

from sqlalchemy import Engine
from sqlmodel import Session, col, select

from core.llm import FailureKind, RecordedAnswer, Usage
from db.tables import RecordedReply, Recording


def batch_answers(engine: Engine, run_id: int) -> dict[str, RecordedAnswer]:
    """Answers read so far, by custom_id; the first usable one of an id, else its latest failure."""
    query = (
        select(RecordedReply)
        .join(Recording, col(Recording.id) == RecordedReply.recording_id)
        .where(Recording.run_id == run_id)
        .order_by(col(RecordedReply.id))
    )
    answers: dict[str, RecordedAnswer] = {}
    with Session(engine) as session:
        for row in session.exec(query):
            answer = RecordedAnswer(
                row.reply,
                row.finish_reason,
                Usage(row.prompt_tokens, row.completion_tokens, row.cached_tokens),
                FailureKind(row.failure) if row.failure else None,
            )
            earlier = answers.get(row.item_key)
            if earlier is None or earlier.failure is not None:
                answers[row.item_key] = answer
    return answers
