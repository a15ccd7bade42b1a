"""Who acts: a name is one reviewer, however it is spaced, in capitals or not, and as wide."""

import unicodedata

from sqlalchemy import Engine
from sqlmodel import Session, col, select

from core.errors import InputError
from core.services.access import Right, demand
from db.engine import writing
from db.queries import review as queries
from db.tables import Reviewer

MAX_NAME = 60


def reviewer_id(engine: Engine, name: str) -> int:
    """The reviewer's id; a new name is added. Raises InputError for an unusable one."""
    with Session(engine) as session:
        known = known_reviewer(session, name)
    if known is not None:
        return known
    clean = usable(name)
    demand(engine, Right.REVIEW)
    stored = stored_name(engine, clean)
    with writing(engine) as session:
        return queries.reviewer(session, stored)


def known_reviewer(session: Session, name: str) -> int | None:
    """The id of a reviewer who has a name already. Raises InputError for an unusable one."""
    return queries.reviewer_named(session, usable(name))


def stored_name(engine: Engine, name: str) -> str:
    """How the reviewer's decisions are signed: as the name was first given. Raises InputError for
    an unusable one.
    """
    clean = usable(name)
    known = reviewers(engine)
    if clean in known:
        return clean
    return next((one for one in known if _folded(one) == _folded(clean)), clean)


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


def usable(name: str) -> str:
    """The name as it is stored, its spaces evened out. Raises InputError for an unusable one."""
    clean = " ".join(name.split())
    if not clean:
        raise InputError("The name is empty. Enter the name to store with your decisions.")
    if len(clean) > MAX_NAME:
        raise InputError("The name is longer than {limit} characters. Shorten it.", limit=MAX_NAME)
    return clean


def reviewers(engine: Engine) -> list[str]:
    """Every name that a decision may carry, in alphabetical order."""
    with Session(engine) as session:
        return list(session.exec(select(Reviewer.name).order_by(col(Reviewer.name))))
