"""Who has ever reviewed here."""

from sqlalchemy import Engine
from sqlmodel import Session, col, select

from db.tables import Reviewer


def reviewers(engine: Engine) -> list[str]:
    """Every name that a decision may carry, in alphabetical order."""
    with Session(engine) as session:
        return list(session.exec(select(Reviewer.name).order_by(col(Reviewer.name))))
