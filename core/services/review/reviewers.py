"""Reviewers by name; spacing, case and full-width letters do not distinguish names."""

import unicodedata

from sqlalchemy import Engine
from sqlmodel import Session, col, select

from core.errors import InputError
from core.services.access import Right, demand
from db import writing
from db.queries import review as queries
from db.tables import Reviewer

MAX_NAME = 60


def reviewer_id(engine: Engine, name: str) -> int:
    """Return the reviewer's id; a new name is added. Raises InputError for an invalid name."""
    with Session(engine) as session:
        existing_id = known_reviewer(session, name)
    if existing_id is not None:
        return existing_id
    clean = usable(name)
    demand(engine, Right.REVIEW)
    stored = stored_name(engine, clean)
    with writing(engine) as session:
        return queries.reviewer(session, stored)


def known_reviewer(session: Session, name: str) -> int | None:
    """Return the id of an existing reviewer; None if new. Raises InputError for an invalid name."""
    return queries.reviewer_named(session, usable(name))


def stored_name(engine: Engine, name: str) -> str:
    """Return the name in the spelling that was stored first, which signs the reviewer's decisions.

    Raises InputError for an invalid name.
    """
    clean = usable(name)
    names = reviewers(engine)
    if clean in names:
        return clean
    return next((existing for existing in names if _folded(existing) == _folded(clean)), clean)


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


def usable(name: str) -> str:
    """Return the name with single spaces. Raises InputError if it is empty or too long."""
    clean = " ".join(name.split())
    if not clean:
        raise InputError("The name is empty. Enter the name to store with your decisions.")
    if len(clean) > MAX_NAME:
        raise InputError("The name is longer than {limit} characters. Shorten it.", limit=MAX_NAME)
    return clean


def reviewers(engine: Engine) -> list[str]:
    """Return all reviewers' names in alphabetical order."""
    with Session(engine) as session:
        return list(session.exec(select(Reviewer.name).order_by(col(Reviewer.name))))
