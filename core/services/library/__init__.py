"""Novels, question sets and recordings in the database."""

from core.services.library.planted_faults import PlantedScore, planted_score
from core.services.library.recordings import RecordingAdded, add_recording
from core.services.library.sample_library import (
    Manifest,
    Planted,
    SampleLoaded,
    load_sample,
    sample_manifest,
)
from core.services.library.sets import (
    SetAdded,
    add_question_set,
    correct_set,
    preview_questions,
)
from core.services.library.sources import SourceAdded, add_source, correct_source
from core.services.library.views import (
    LibraryCounts,
    RecordingSummary,
    SetSummary,
    SourceSummary,
    SourceView,
    StoredQuestion,
    count_issues,
    count_questions,
    get_set,
    get_source,
    library_counts,
    list_recordings,
    list_sets,
    list_sources,
    recorded_replies,
    set_issues,
    set_questions,
)

__all__ = [
    "LibraryCounts",
    "Manifest",
    "Planted",
    "PlantedScore",
    "RecordingAdded",
    "RecordingSummary",
    "SampleLoaded",
    "SetAdded",
    "SetSummary",
    "SourceAdded",
    "SourceSummary",
    "SourceView",
    "StoredQuestion",
    "add_question_set",
    "add_recording",
    "add_source",
    "correct_set",
    "correct_source",
    "count_issues",
    "count_questions",
    "get_set",
    "get_source",
    "library_counts",
    "list_recordings",
    "list_sets",
    "list_sources",
    "load_sample",
    "planted_score",
    "preview_questions",
    "recorded_replies",
    "sample_manifest",
    "set_issues",
    "set_questions",
]
