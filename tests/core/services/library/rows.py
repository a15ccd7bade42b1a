"""How full the library is."""

from sqlalchemy import Engine, func
from sqlmodel import Session, select

from db.tables import (
    ImportIssue,
    QuestionRow,
    QuestionSet,
    RecordedReply,
    Recording,
    SourceText,
)

TABLES = (SourceText, QuestionSet, QuestionRow, ImportIssue, Recording, RecordedReply)


def rows(engine: Engine) -> dict[str, int]:
    with Session(engine) as session:
        return {
            table.__tablename__: session.exec(select(func.count()).select_from(table)).one()
            for table in TABLES
        }
