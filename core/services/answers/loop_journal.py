"""The journal of a loop in the database; each attempt and evaluation is committed as it ends."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Engine
from sqlmodel import Session

from core.answer_loop import Committed, EvaluationRecord
from core.errors import Sentence
from core.evidence_gate import DraftAnswer, Evidence
from core.queue import Lease
from core.services.answers.loop_records import (
    attempt_of,
    draft_record,
    evidence_of,
    evidence_record,
    judged_record,
)
from db import writing
from db.queries import loops as queries
from db.tables import AnswerAttempt, AnswerLoop


@dataclass(frozen=True)
class StoredJournal:
    """A `core.answer_loop.journal.LoopJournal`; writes raise LostError once the lease is lost."""

    engine: Engine
    loop_id: int
    lease: Lease

    def read(self) -> Committed:
        with Session(self.engine) as session:
            row = session.get_one(AnswerLoop, self.loop_id)
            evidence = None if row.evidence is None else tuple(map(evidence_of, row.evidence))
            attempts = queries.attempts(session, self.loop_id)
            return Committed(evidence, tuple(map(attempt_of, attempts)))

    def retrieved(self, evidence: Sequence[Evidence]) -> None:
        with writing(self.engine) as session:
            self.lease.hold(session)
            queries.put_evidence(
                session, self.loop_id, [evidence_record(passage) for passage in evidence]
            )

    def generated(self, epoch: int, draft: DraftAnswer) -> None:
        with writing(self.engine) as session:
            self.lease.hold(session)
            row = AnswerAttempt(loop_id=self.loop_id, epoch=epoch, draft=draft_record(draft))
            session.add(row)

    def evaluated(self, epoch: int, judged: EvaluationRecord) -> None:
        with writing(self.engine) as session:
            self.lease.hold(session)
            queries.put_evaluation(session, self.loop_id, epoch, judged=judged_record(judged))

    def unevaluated(self, epoch: int, reason: Sentence) -> None:
        with writing(self.engine) as session:
            self.lease.hold(session)
            stored = {"message": reason.message, "params": dict(reason.params)}
            queries.put_evaluation(session, self.loop_id, epoch, unevaluated=stored)
