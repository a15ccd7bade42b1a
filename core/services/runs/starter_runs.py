"""Start sample runs for a new desk: sample sets with recorded replies and the offline baseline."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Engine
from sqlmodel import Session, col, select

from core.llm import LEXICAL, PromptTemplateManager
from core.services.runs.control import start
from core.services.runs.run_spec import RunSpec, new_spec
from db.tables import QuestionSet, Recording, SourceText

STARTED_BY = "sample"
RECORDED = "recorded"
BASELINE = {"en": "offline baseline", "zh": "离线基线"}
COLON = {"en": ": ", "zh": "："}


def start_sample_runs(engine: Engine) -> list[int]:
    """Start a run per recording of each sample set, and one with the baseline; return their ids.

    Repeated calls start nothing new; a worker executes the runs.
    """
    return [
        start(
            engine,
            spec,
            title=title,
            created_by=STARTED_BY,
            idempotency_key=f"sample-{spec.set_id}-{spec.connection}-{spec.recording_id or 0}",
            is_sample=True,
        )
        for title, spec in list(_specs(engine))
    ]


def _specs(engine: Engine) -> Iterator[tuple[str, RunSpec]]:
    """Yield (title, spec) of each sample run."""
    templates = PromptTemplateManager()
    with Session(engine) as session:
        sets = session.exec(
            select(QuestionSet, SourceText)
            .join(SourceText, col(QuestionSet.source_id) == SourceText.id)
            .where(col(QuestionSet.is_sample))
            .order_by(col(QuestionSet.id))
        ).all()
        for question_set, source in sets:
            shared: dict[str, Any] = {
                "set_id": question_set.id,
                "language": source.language,
                "tokenizer": question_set.tokenizer,
            }
            recordings = session.exec(
                select(Recording)
                .where(Recording.set_id == question_set.id, col(Recording.is_sample))
                .order_by(col(Recording.id))
            )
            for recording in recordings:
                yield (
                    f"{question_set.title}{COLON[source.language]}{recording.title}",
                    new_spec(
                        templates,
                        connection=RECORDED,
                        model=recording.title,
                        recording_id=recording.id,
                        **shared,
                    ),
                )
            yield (
                f"{question_set.title}{COLON[source.language]}{BASELINE[source.language]}",
                new_spec(templates, connection=LEXICAL.name, **shared),
            )
