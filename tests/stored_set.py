"""A novel and an empty question set on it, put in without an import."""

from sqlmodel import Session

from db.tables import QuestionSet, SourceText


def stored_set(
    session: Session, title: str, text: str, language: str = "en", *, key: str, rows: int
) -> int:
    """The set's id. `key` tells what is stored under one title from what else is; `rows` is how
    many questions the caller adds.
    """
    novel = SourceText(
        title=title,
        language=language,
        file_name=f"{title}.txt",
        encoding="utf-8",
        content_hash=key,
        chars=len(text),
        text=text,
    )
    session.add(novel)
    session.flush()
    made = QuestionSet(
        source_id=novel.id,
        title=title,
        file_name=f"{title}.jsonl",
        format="jsonl",
        tokenizer="cl100k_base",
        content_hash=key,
        row_count=rows,
    )
    session.add(made)
    session.flush()
    assert made.id is not None
    return made.id
