"""Who acts: a name is one reviewer, however it is spaced."""

from sqlalchemy import Engine
from sqlmodel import Session, col, select

from core.errors import InputError
from db.engine import writing
from db.queries import review as queries
from db.tables import Reviewer

MAX_NAME = 60


def reviewer_id(engine: Engine, name: str) -> int:
    """The reviewer's id; a new name is added. Raises InputError for an unusable one."""
    clean = usable(name)
    with Session(engine) as session:
        known = queries.reviewer_named(session, clean)
    if known is not None:
        return known
    with writing(engine) as session:
        return queries.reviewer(session, clean)


def usable(name: str) -> str:
    """The name as it is stored, its spaces evened out. Raises InputError for an unusable one."""
    clean = " ".join(name.split())
    if not clean:
        raise InputError("The name is empty. Enter the name your decisions should carry.")
    if len(clean) > MAX_NAME:
        raise InputError("The name is longer than {limit} characters. Shorten it.", limit=MAX_NAME)
    return clean


def reviewers(engine: Engine) -> list[str]:
    """Every name that a decision may carry, in alphabetical order."""
    with Session(engine) as session:
        return list(session.exec(select(Reviewer.name).order_by(col(Reviewer.name))))
