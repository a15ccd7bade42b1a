"""Recordings: model replies obtained elsewhere, stored with the question set they answer."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePath

from sqlalchemy import Engine
from sqlmodel import Session

from core.errors import InputError
from core.llm import read_recording
from core.locale import N_n, plural_form
from core.services.access import Right, demand
from core.services.library.sets import no_set
from core.services.library.transactions import in_one_transaction
from core.text import require_size
from db.queries import library as queries
from db.tables import QuestionSet, RecordedReply, Recording


@dataclass(frozen=True, slots=True)
class RecordingAdded:
    """What an upload of replies stored. `matched`: number of replies stored. `unmatched`: items
    that the set does not have. `missing`: items of the set without a reply. Both are in file order.
    """

    recording_id: int
    matched: int
    unmatched: tuple[str, ...]
    missing: tuple[str, ...]
    already_there: bool


def add_recording(
    engine: Engine,
    set_id: int,
    data: bytes,
    *,
    file_name: str,
    max_bytes: int,
    title: str | None = None,
) -> RecordingAdded:
    """Add the replies of a file, keyed by item; a set never stores the same replies twice.

    Raises InputError naming the line of a row that cannot be read, and when no reply belongs to
    the set; NotFoundError for an unknown set. Nothing is stored then.
    """
    demand(engine, Right.RUN)
    require_size(data, max_bytes, file_name)
    replies = read_recording(data, file_name)
    return in_one_transaction(
        engine,
        lambda session: store_recording(session, set_id, replies, file_name=file_name, title=title),
    )


def store_recording(
    session: Session,
    set_id: int,
    replies: Mapping[str, str],
    *,
    file_name: str,
    title: str | None,
    is_sample: bool = False,
) -> RecordingAdded:
    """As `add_recording`, for replies already read and within the caller's transaction."""
    if session.get(QuestionSet, set_id) is None:
        raise no_set(set_id)
    items = queries.item_keys(session, set_id)
    matched = {item: replies[item] for item in items if item in replies}
    if not matched:
        message = plural_form(
            N_n(
                "The only reply does not belong to this question set. Set its item to the ID "
                "of its question.",
                "None of the {count} replies belongs to this question set. Set each reply's "
                "item to the ID of its question.",
            ),
            len(replies),
        )
        raise InputError(
            message,
            file=file_name,
            count=len(replies),
        )
    content_hash = _content_hash(replies)
    existing = queries.recording_with(session, set_id, content_hash)
    if existing is None:
        recording = Recording(
            set_id=set_id,
            title=(title or "").strip() or PurePath(file_name).stem,
            file_name=file_name,
            content_hash=content_hash,
            reply_count=len(matched),
            is_sample=is_sample,
        )
        session.add(recording)
        session.flush()
        rows = [
            {"recording_id": recording.id, "item_key": item, "reply": reply}
            for item, reply in matched.items()
        ]
        queries.insert_all(session, RecordedReply, rows)
    return RecordingAdded(
        recording_id=(existing or recording).id or 0,
        matched=len(matched),
        unmatched=tuple(item for item in replies if item not in matched),
        missing=tuple(item for item in items if item not in matched),
        already_there=existing is not None,
    )


def _content_hash(replies: Mapping[str, str]) -> str:
    """Hash the replies themselves, so that their order in the file does not matter."""
    parts = (f"{len(item)}:{item}{len(reply)}:{reply}" for item, reply in sorted(replies.items()))
    return hashlib.sha256("".join(parts).encode()).hexdigest()
