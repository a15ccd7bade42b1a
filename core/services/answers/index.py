"""Index the library's texts for search, each text once (docs/retrieval.md)."""

import logging
import threading
from collections.abc import Collection

from sqlalchemy import Engine
from sqlmodel import Session

from core.queue import run_forever
from core.text.retrieval import cut_passages, index_terms
from db import writing
from db.queries import passages as queries
from db.tables import SourceText

VERSION = 2
"""Version of the rules that cut passages and make terms; an index of another version is rebuilt."""

LOOK_S = 2.0

_log = logging.getLogger(__name__)


def ensure_indexed(engine: Engine) -> int:
    """Index every text that is not indexed yet; return how many this call indexed.

    Safe from several processes at once: each text is indexed in one transaction, by one of them.
    """
    clear_outdated(engine)
    with Session(engine) as session:
        waiting = queries.unindexed(session, VERSION)
    return sum(index_source(engine, source_id) for source_id in waiting)


def keep_indexed(engine: Engine, stop: threading.Event) -> None:
    """Index new texts as they come, until `stop` is set, so that no search waits for them.

    Any error, also of a database that is away, is logged and the loop goes on.
    """
    while not stop.wait(LOOK_S):
        with run_forever(_log, "indexing"):
            ensure_indexed(engine)


def index_source(engine: Engine, source_id: int) -> bool:
    """Index a text; False if it is indexed already or no longer exists."""
    clear_outdated(engine)
    with Session(engine) as session:
        source = session.get(SourceText, source_id)
        if source is None:
            return False
        text, language = source.text, source.language
    spans = cut_passages(text, language)
    passages = [(span.start, span.end, span.of(text)) for span in spans]
    terms = [index_terms(passage) for _, _, passage in passages]
    with writing(engine) as session:
        if not queries.claim(session, source_id, VERSION):
            return False
        remove_from_index(session, source_id)
        queries.add(session, source_id, VERSION, passages, terms)
    _log.info("%s passages indexed", len(passages), extra={"source_id": source_id})
    return True


def remove_from_index(session: Session, source_id: int) -> None:
    """Remove a text's passages from the index, in the caller's transaction."""
    rows = queries.of_source(session, source_id)
    queries.remove(session, source_id, {row.id or 0: index_terms(row.text) for row in rows})


def index_copied(session: Session) -> None:
    """Index passages that were copied from another database, keeping their ids, which answers
    refer to.
    """
    for source_id in queries.indexed(session):
        stored = queries.of_source(session, source_id)
        queries.enter(session, {row.id or 0: index_terms(row.text) for row in stored})
        session.expunge_all()


def clear_outdated(engine: Engine) -> None:
    """Empty an index of another VERSION: its terms cannot be removed one text at a time."""
    with Session(engine) as session:
        if not queries.is_outdated(session, VERSION):
            return
    with writing(engine) as session:
        queries.clear_outdated(session, VERSION)


def texts_of(engine: Engine, source_ids: Collection[int] | None) -> list[str]:
    """The full texts with these ids; None: all texts of the library."""
    with Session(engine) as session:
        return queries.texts(session, source_ids)
