"""Novels and question sets: the lists, the uploads, and the page of each."""

import streamlit as st

from core.errors import NotFoundError
from core.services.answers import npc_document_ids
from core.services.library import SourceSummary, get_set, get_source, list_sets, list_sources
from pages.components import address
from pages.components.action import draw_outcome
from pages.components.app_context import engine
from pages.components.html import caption, notice
from pages.components.language import _, _n, translate
from pages.components.navigation import link
from pages.library.import_questions import (
    draw_import,
    draw_question_upload,
    is_importing,
    open_imported,
)
from pages.library.library import draw_set, draw_source
from pages.library.upload_novel import draw_novel_upload, named_language
from pages.library.vectors import draw_vectors


def draw_novels() -> None:
    """Draw the novels, and below them the documents of NPCs that no question set is about."""
    document_ids = npc_document_ids(engine())
    sources = list_sources(engine())
    documents = [source for source in sources if source.id in document_ids and not source.sets]
    novels = [source for source in sources if source not in documents]
    st.subheader(_("Novels"))
    if not novels:
        notice(_("No novels yet. Upload one below: text, Markdown, EPUB, DOCX or HTML."), "quiet")
    for novel in novels:
        draw_source_card(novel)
    with st.expander(_("Add novel"), expanded=all(novel.is_sample for novel in novels)):
        draw_novel_upload()
    if documents:
        st.subheader(_("NPC documents"))
        for document in documents:
            draw_source_card(document)


def draw_source_card(source: SourceSummary) -> None:
    with st.container(border=True, gap="xsmall"):
        link("library", source.title, source=source.id)
        caption(
            _("sample") if source.is_sample else None,
            _("{n} characters").format(n=f"{source.chars:,}"),
            _n("{n} question set", "{n} question sets", source.sets) if source.sets else None,
            named_language(source.language),
            source.encoding,
        )


def draw_sets() -> None:
    st.subheader(_("Question sets"))
    question_sets = list_sets(engine())
    if not question_sets:
        notice(
            _("No question sets yet. Upload one below: JSONL, JSON, CSV, TSV, XLSX or Parquet."),
            "quiet",
        )
    for question_set in question_sets:
        with st.container(border=True, gap="xsmall"):
            link("library", question_set.title, set=question_set.id)
            caption(
                _("sample") if question_set.is_sample else None,
                _n("{n} question", "{n} questions", question_set.row_count),
                _n("{n} row rejected", "{n} rows rejected", question_set.refused_count)
                if question_set.refused_count
                else None,
                _n("{n} warning", "{n} warnings", question_set.warning_count),
                question_set.source_title or _("own contexts"),
            )
    with st.expander(
        _("Add questions"), expanded=all(question_set.is_sample for question_set in question_sets)
    ):
        draw_question_upload()


open_imported()
with address.under_title(_("Library")):
    source_id, set_id = address.number("source"), address.number("set")
try:
    if source_id is not None:
        with address.under_title(_("Library")):
            source = get_source(engine(), source_id)
        link("library", _("Back to library"))
        draw_source(source)
    elif set_id is not None:
        with address.under_title(_("Library")):
            question_set = get_set(engine(), set_id)
        link("library", _("Back to library"))
        draw_set(question_set)
    elif is_importing():
        draw_import()
    else:
        st.title(_("Library"))
        draw_outcome(of_any=True)
        draw_vectors()
        novels, sets = st.columns(2, gap="large")
        with novels:
            draw_novels()
        with sets:
            draw_sets()
except NotFoundError as error:
    notice(translate(error))
    link("library", _("Back to library"))
