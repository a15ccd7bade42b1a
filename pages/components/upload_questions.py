"""Questions on their way in: what was read, what was refused and why, before anything is stored."""

from dataclasses import dataclass
from pathlib import PurePath

import streamlit as st
from streamlit.typing import UploadedFile

from core.errors import InputError
from core.questions import ReadQuestions, RowIssue, check_questions, write_issues
from core.services.access import Right
from core.services.library import add_question_set, get_source, list_sources, read_upload
from core.text import AVAILABLE_TOKENIZERS, load_tokenizer
from pages.components.action import guarded_action
from pages.components.app_context import engine, settings
from pages.components.downloads import draw_download
from pages.components.html import caption, notice, table
from pages.components.language import _, _n, translate
from pages.components.rights import needs
from pages.components.upload import (
    choose_encoding,
    choose_file,
    chosen_encoding,
    empty,
    of_file,
    say,
)

WHAT = "questions"
SHOWN_ROWS = 5
SHOWN_ISSUES = 20


def draw_question_upload() -> None:
    given = choose_file(WHAT, _("Questions (JSONL, JSON, CSV)"))
    if given is None:
        return
    try:
        file = given.getvalue(), given.name, chosen_encoding(given)
        with st.spinner(_("Reading…")):
            bare = _read(*file).without_context
        source_id, tokenizer = _draw_choices(given, all_have_context=bare == 0)
        with st.spinner(_("Reading…")):
            n_tokens = count_tokens(source_id, tokenizer) if source_id else None
            read = _checked(*file, n_tokens)
    except InputError as error:
        choose_encoding(given, "–")
        notice(translate(error))
        return
    choose_encoding(given, read.encoding)
    draw_preview(read)
    st.text_input(
        _("Title"), PurePath(given.name).stem, key=of_file("questions_title", given), max_chars=200
    )
    homeless = bare if source_id is None else 0
    if homeless:
        said = _n(
            "{n} row has no context of its own. Choose the novel it is about, or give every row "
            "a context.",
            "{n} rows have no context of their own. Choose the novel they are about, or give "
            "every row a context.",
            homeless,
        )
        notice(said)
    st.button(
        _n("Import {n} question", "Import {n} questions", len(read.questions)),
        type="primary",
        key="add_questions",
        on_click=_add,
        args=(read, source_id, tokenizer, given),
        **needs(Right.RUN, disabled=not read.questions or homeless > 0),
    )


def _draw_choices(given: UploadedFile, *, all_have_context: bool) -> tuple[int | None, str]:
    """The novel and the tokeniser; rows that all bring their context need no novel."""
    sources = {source.id: source.title for source in list_sources(engine())}
    source_id = st.selectbox(
        _("Novel the questions are about"),
        [*sources, None],
        index=len(sources) if all_have_context else 0,
        format_func=lambda id_: (
            f"#{id_} {sources[id_]}" if id_ else _("none: every row brings its own context")
        ),
        key=of_file("questions_source", given),
    )
    tokenizer = st.selectbox(
        _("Tokeniser their positions are counted with"),
        AVAILABLE_TOKENIZERS,
        index=AVAILABLE_TOKENIZERS.index(settings().tokenizer),
        key="questions_tokenizer",
    )
    return source_id, tokenizer


@dataclass(frozen=True, slots=True)
class _Upload:
    """A file as it was read; `without_context` counts its rows that need a novel."""

    read: ReadQuestions
    without_context: int


@st.cache_resource(max_entries=4, show_spinner=False)
def _read(data: bytes, file_name: str, encoding: str | None) -> _Upload:
    """Parsed once for all that is shown of it, whichever novel is chosen."""
    read = read_upload(
        data, file_name=file_name, max_bytes=settings().max_upload_bytes, encoding=encoding
    )
    return _Upload(read, sum(row.question.context is None for row in read.questions))


@st.cache_resource(max_entries=4, show_spinner=False)
def _checked(
    data: bytes, file_name: str, encoding: str | None, n_tokens: int | None
) -> ReadQuestions:
    """Kept for the redraws between upload and import, since 50,000 rows take seconds to check."""
    read = _read(data, file_name, encoding).read
    return read.with_issues(check_questions(read.questions, n_tokens=n_tokens))


@st.cache_resource(max_entries=64, show_spinner=False)
def count_tokens(source_id: int, tokenizer: str) -> int:
    """A stored text never changes, so its length in tokens is counted once."""
    return len(load_tokenizer(tokenizer).encode(get_source(engine(), source_id).text))


def draw_preview(read: ReadQuestions) -> None:
    notice(
        _("{read} read, {refused} refused, {warnings}. Nothing is stored yet.").format(
            read=f"{len(read.questions):,}",
            refused=f"{len(read.refused):,}",
            warnings=_n("{n} warning", "{n} warnings", len(read.warnings)),
        ),
        "amber" if read.refused else "green",
    )
    table(
        [_("Line"), _("Question"), _("Label")],
        [
            [str(row.line), row.question.question, ", ".join(row.question.answer).upper()]
            for row in read.questions[:SHOWN_ROWS]
        ],
    )
    draw_issues(_("Refused rows"), read.refused, "refused_preview")
    draw_issues(_("Warnings"), read.warnings, "warnings_preview")


def draw_issues(title: str, issues: tuple[RowIssue, ...], key: str) -> None:
    """The first of them as a table, all of them as a download."""
    if not issues:
        return
    caption(_("{name}: {value}").format(name=title, value=len(issues)))
    table(
        [_("Line"), _("Field"), _("Reason")],
        [
            [str(issue.line or "–"), issue.field or "–", issue.worded(_)]
            for issue in issues[:SHOWN_ISSUES]
        ],
    )
    draw_download(
        _("Download all {n} with their rows").format(n=len(issues)),
        lambda _engine: write_issues(issues, "jsonl"),
        f"{key}.jsonl",
        "application/x-ndjson",
        key=f"get_{key}",
    )


@guarded_action
def _add(read: ReadQuestions, source_id: int | None, tokenizer: str, given: UploadedFile) -> None:
    title = st.session_state[of_file("questions_title", given)]
    try:
        added = add_question_set(
            engine(),
            read,
            source_id=source_id,
            title=title,
            tokenizer=tokenizer,
            file_name=given.name,
        )
    except InputError as error:
        say(translate(error), "red")
        return
    if added.already_there:
        say(_("These questions are in the library already; nothing was added."), "amber")
    else:
        counted = _n(
            "{n} question was imported.", "{n} questions were imported.", len(read.questions)
        )
        say(_("{name}: {value}").format(name=title, value=counted), "green")
    empty(WHAT)
