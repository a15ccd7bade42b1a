"""Answers in the database: what is searched, who answers, what was asked and what people said."""

from core.answering.chats import (
    TraceLine,
    answered,
    chat,
    count_traces,
    gate_of,
    list_traces,
    trace_record,
)
from core.answering.desk import Desk
from core.answering.feedback import (
    Feedback,
    Judged,
    count_feedback,
    feedback_as_cases,
    give_feedback,
    list_feedback,
    take_back,
)
from core.answering.index import ensure_indexed, forget_source, index_source
from core.answering.loop_running import run_loop, work_on_loops
from core.answering.loops import (
    Loop,
    LoopSpec,
    cancel_loop,
    count_loops,
    get_loop,
    list_loops,
    resume_loop,
    start_loop,
)
from core.answering.profiles import (
    Answerer,
    answerer,
    answerer_with,
    answerers,
    require_citations,
    required_by_kind,
    save_profile,
    save_template,
    templates,
)
from core.answering.sample_documents import load_sample_documents, sample_documents
from core.answering.search import StoredRetriever

__all__ = [
    "Answerer",
    "Desk",
    "Feedback",
    "Judged",
    "Loop",
    "LoopSpec",
    "StoredRetriever",
    "TraceLine",
    "answered",
    "answerer",
    "answerer_with",
    "answerers",
    "cancel_loop",
    "chat",
    "count_feedback",
    "count_loops",
    "count_traces",
    "ensure_indexed",
    "feedback_as_cases",
    "forget_source",
    "gate_of",
    "get_loop",
    "give_feedback",
    "index_source",
    "list_feedback",
    "list_loops",
    "list_traces",
    "load_sample_documents",
    "require_citations",
    "required_by_kind",
    "resume_loop",
    "run_loop",
    "sample_documents",
    "save_profile",
    "save_template",
    "start_loop",
    "take_back",
    "templates",
    "trace_record",
    "work_on_loops",
]
