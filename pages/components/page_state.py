"""Every value that the pages keep in the session: its key, type, default and how long it lives.

Pages read and write through these objects; no other module names `st.session_state`.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from math import inf
from typing import Any, Generic, Literal, TypeVar

import streamlit as st
from streamlit.typing import UploadedFile

from core.charts import Scale
from core.services.access import Principal
from core.services.answers import Arm
from core.services.review import Batch, BulkAction, ContradictionError
from core.services.verification import StoredReplay

T = TypeVar("T")


class Lifetime(StrEnum):
    """SESSION: as long as the browser's tab. PAGE: until another page is opened. RUN: until `take`
    when the page is drawn next. WIDGET: as long as the widget of this key is drawn.
    """

    SESSION = "session"
    PAGE = "page"
    RUN = "run"
    WIDGET = "widget"


@dataclass(frozen=True)
class StateKey(Generic[T]):
    """One declared value. `per`: there is one value for each run, question or file, and the name is
    a prefix: `DEPTH_WIDER.of(item.id).get()`.
    """

    name: str
    default: T
    lifetime: Lifetime
    per: str = ""

    def of(self, *ids: object) -> "StateKey[T]":
        if not self.per:
            raise TypeError(f"there is only one {self.name}")
        return replace(self, name="_".join(map(str, (self.name, *ids))), per="")

    def get(self) -> T:
        """The stored value, or the default."""
        value: T = st.session_state.get(self._key, self.default)
        return value

    def set(self, value: T) -> None:
        st.session_state[self._key] = value

    def begin(self, value: T) -> T:
        """Store the value unless one is stored already; return the stored one."""
        stored: T = st.session_state.setdefault(self._key, value)
        return stored

    def take(self) -> T:
        """Remove the stored value and return it, or the default."""
        value: T = st.session_state.pop(self._key, self.default)
        return value

    def clear(self) -> None:
        st.session_state.pop(self._key, None)

    @property
    def is_set(self) -> bool:
        return self._key in st.session_state

    @property
    def _key(self) -> str:
        if self.per:
            raise TypeError(f"there is one {self.name} for each {self.per}: name it by of()")
        return self.name

    def declares(self, key: str) -> bool:
        """Whether a key of the session belongs to this declaration."""
        return key.startswith(f"{self.name}_") if self.per else key == self.name


def widget_value(key: str) -> Any:
    """The value of a widget whose key a component was given; None before it is drawn. Pages read
    declared keys instead.
    """
    return st.session_state.get(key)


def is_widget(key: str) -> bool:
    return key in st.session_state


def leave_page() -> None:
    """Forget the values of the page that the reader leaves."""
    page_keys = [state_key for state_key in DECLARED if state_key.lifetime is Lifetime.PAGE]
    for key in [str(key) for key in st.session_state]:
        if any(state_key.declares(key) for state_key in page_keys):
            del st.session_state[key]


_SESSION, _PAGE, _RUN, _WIDGET = Lifetime

# The desk
LANGUAGE = StateKey("language", "", _SESSION)
LANGUAGE_IS_CHOSEN = StateKey("language_kept", default=False, lifetime=_SESSION)
LANGUAGE_SWITCH = StateKey("language_switch", "", _WIDGET)
REVIEWER = StateKey[str | None]("reviewer", None, _SESSION)
NAME_FIELD = StateKey("name_given", "", _WIDGET, per="place")
PRINCIPAL = StateKey[tuple[str, str, float, Principal] | None]("signed_in", None, _SESSION)
UNGUARDED = StateKey("unguarded", -inf, _SESSION)
"""Monotonic time of the last check that found that nobody has to sign in."""
WELCOMED = StateKey[tuple[str, str] | None]("welcomed", None, _SESSION)
PAGE_SHOWN = StateKey[str | None]("page_shown", None, _SESSION)
PAGES_REFUSED = StateKey[frozenset[str]]("refused_pages", frozenset(), _SESSION)
WAITING_COUNTS = StateKey[tuple[str, float, Mapping[str, int]] | None](
    "waiting_counts", None, _SESSION
)
NAVIGATION_SLOTS = StateKey[Mapping[str, Any]]("navigation_slots", {}, _SESSION)
MESSAGE = StateKey[Any]("message", None, _PAGE)
STATUS = StateKey[Any]("told", None, _PAGE)
MIRRORS_RENEWED = StateKey[Counter[str]]("mirrors_renewed", Counter(), _SESSION)
UPLOAD_ROUND = StateKey("round", 0, _SESSION, per="upload")
ENCODING = StateKey[str | None]("encoding", None, _WIDGET, per="file")
UPLOAD_FIELD = StateKey[UploadedFile | None]("upload", None, _WIDGET, per="upload")

# Runs
CAP = StateKey[Any]("cap", None, _WIDGET, per="cap and run")
BATCH_READ = StateKey[Any]("batch_read", None, _PAGE, per="run")
RUN_START = StateKey("start_key", "", _SESSION)
REPAIR_START = StateKey("repair_key", "", _SESSION, per="run and settings")

# Moving between items
DRAWN = StateKey[tuple[tuple[int, int] | None, float]]("drawn", (None, 0.0), _PAGE)
PENDING_MOVE = StateKey[tuple[int, int | None] | None]("going", None, _SESSION)
LAST_MOVE = StateKey[tuple[int | None, int | None, float]]("gone", (None, None, 0.0), _SESSION)
KEYS_SHOWN = StateKey("keys_shown", default=False, lifetime=_SESSION)
EDITOR_OPENED = StateKey("editor_opened", 0, _SESSION)

# Home
QUEUE_NAME = StateKey("queue_name", "", _WIDGET)
QUEUE_SET = StateKey("queue_set", 0, _WIDGET)
QUEUE_LANGUAGE = StateKey("queue_language", "", _WIDGET)
QUEUE_REASON = StateKey("queue_reason", "", _WIDGET)
QUEUE_REVIEWER = StateKey("queue_reviewer", "", _WIDGET)

# Settings
TOKEN_NAME = StateKey("token_name", "", _WIDGET)
TOKEN_ROLE = StateKey("token_role", "", _WIDGET)
TOKEN_DAYS = StateKey("token_days", 0, _WIDGET)
NEW_TOKEN = StateKey("token_made", "", _RUN)

# Library
NOVEL_TITLE = StateKey("novel_title", "", _WIDGET, per="file")
NOVEL_LANGUAGE = StateKey("novel_language", "", _WIDGET, per="file")
SHEET = StateKey[str | None]("sheet", None, _WIDGET, per="file")
COLUMN = StateKey[list[str] | str | None]("column", None, _WIDGET, per="field and file")
FIRST_OPTION_CHOSEN = StateKey[Literal[0, 1] | None]("first_option", None, _WIDGET, per="file")
REMEMBERS_COLUMNS = StateKey("remember", default=True, lifetime=_WIDGET, per="file")
POSITIONS_CHOICE = StateKey("positions", "exact", _WIDGET, per="file")
CORRECTED_ROWS = StateKey[Mapping[int, Mapping[str, Any]]]("mended", {}, _SESSION, per="file")
ROW_FIELD = StateKey("mend", "", _WIDGET, per="line, file and field")
ROW_FAULT = StateKey("row_fault", "", _SESSION, per="line and file")
IMPORTED_SET = StateKey[int | None]("validate_imported_set", None, _RUN)
DELETED_TITLE = StateKey("delete_title", "", _WIDGET, per="text or set")
CORRECTED_TITLE = StateKey("correct_title", "", _WIDGET, per="text or set")
CORRECTED_CHOICE = StateKey("correct_choice", "", _WIDGET, per="text or set")

# Depth tests
DEPTH_START = StateKey("depth_start_key", "", _SESSION)
DEPTH_PRESET = StateKey("depth_preset", "", _WIDGET)
DEPTH_PRESET_FOR = StateKey[int | None]("depth_preset_for", None, _SESSION)
DEPTH_LENGTHS = StateKey[list[str]]("depth_lengths", [], _WIDGET)
DEPTH_MODE = StateKey("depth_mode", "", _WIDGET)
DEPTH_CONTROLS = StateKey[list[str]]("depth_controls", [], _WIDGET)
DEPTH_REPEATS = StateKey("depth_repeats", 1, _WIDGET)
SCALE_SHOWN = StateKey[Scale | None]("scale_shown", None, _SESSION)
SCALE_CHOSEN = StateKey("scale_chosen", "", _SESSION)
DEPTH_WIDER = StateKey("depth_wider", 0, _SESSION, per="result")

# Answers
QUERY = StateKey("ask_query", "", _WIDGET)
GATE_IS_ON = StateKey("ask_gate", default=True, lifetime=_WIDGET)
FEEDBACK_GIVEN = StateKey("judged", default=False, lifetime=_SESSION, per="trace")
LOOP_QUERY = StateKey("loop_query", "", _WIDGET)
LOOP_GENERATOR = StateKey("loop_generator", "", _WIDGET)
LOOP_EVALUATOR = StateKey("loop_evaluator", "", _WIDGET)
LOOP_EPOCHS = StateKey("loop_epochs", 0, _WIDGET)
LOOP_OF = StateKey("loop_of", "", _SESSION)
LOOP_NPC = StateKey[str | None]("loop_whose", None, _SESSION)
LOOP_SOURCES = StateKey[tuple[int, ...] | None]("loop_sources", None, _SESSION)
CASE_SET = StateKey("gate_set", 0, _WIDGET)
CASE_ARMS = StateKey[list[Arm]]("gate_arms", [], _WIDGET)
CASE_CONNECTION = StateKey("gate_connection", "", _WIDGET)
CASE_LINES = StateKey("gate_lines", "", _WIDGET)
CASE_NPC = StateKey("gate_npc", 0, _WIDGET)
NPC_FIELD = StateKey[Any]("npc", None, _WIDGET, per="field and NPC")
REFUSAL_TEXT = StateKey("refusal", "", _WIDGET, per="template, kind and language")
CITATIONS_REQUIRED = StateKey[int | None]("kind", None, _WIDGET, per="type of NPC")

# Accuracy
THRESHOLD_TRIED = StateKey("what_if", 0.0, _WIDGET)
CURVE_CLICKS = StateKey("curve_clicks", 0, _SESSION)
REPORT_FOR = StateKey[object]("report_for", None, _SESSION)
REPORT = StateKey[tuple[object, bytes]]("report", (None, b""), _SESSION)

# Questions
SELECTION = StateKey[Any]("picked", None, _SESSION)
BULK_ACTION = StateKey[BulkAction | None]("bulk_doing", None, _SESSION)
BULK_COUNTED = StateKey[Any]("bulk_counted", None, _SESSION)
BULK_RESULT = StateKey[Batch | None]("bulk_said", None, _SESSION)
BULK_CONTRADICTED = StateKey[object]("bulk_contradicted", None, _SESSION)
BULK_AGAIN = StateKey("bulk_again", default=False, lifetime=_WIDGET)
BULK_ASSIGNEE = StateKey[str | None]("bulk_assignee", None, _WIDGET)
BULK_NOTE = StateKey("bulk_note", "", _WIDGET)
BULK_REASONS = StateKey[list[str]]("bulk_reasons", [], _WIDGET)

# Copy check
EVENTS_ZONE = StateKey[str | None]("zone", None, _WIDGET, per="file")
COPY_TITLE = StateKey("copy_title", "", _WIDGET, per="file")
NEW_CHECK = StateKey[Any]("new", None, _WIDGET, per="field")
CHECK_START = StateKey("new_token", "", _SESSION)
PASTED_FIELD = StateKey[Any]("one", None, _WIDGET, per="field")
PASTED_RESULT = StateKey[int | None]("one_of", None, _SESSION)
DRAFT_TEXT = StateKey("draft_text", "", _WIDGET, per="draft and revision")
REPLAY = StateKey[tuple[object, StoredReplay] | None]("copy_replay", None, _SESSION)
COPY_NOTE = StateKey("copy_note", "", _WIDGET)
COPY_EDITED = StateKey[int | None]("copy_editing", None, _SESSION)
COPY_TEXT = StateKey("copy_text", "", _WIDGET, per="result")
COPY_TEXT_KEPT = StateKey("kept_copy_text", "", _SESSION, per="result")
# Results decided in this session, the latest last, which Undo (U) takes back.
COPY_DECIDED = StateKey[tuple[int, ...]]("copy_done", (), _SESSION)

# Adjudicate
CAUSE = StateKey[str | None]("causes", None, _WIDGET)

# Review
LAST_POSITION = StateKey[Any]("stood", None, _SESSION)
PREFETCHED = StateKey[Any]("ready", None, _SESSION)
ACTED_AT = StateKey[datetime | None]("acted_at", None, _SESSION)
# One field serves all questions, since the browser is slow to draw a new one.
NOTE = StateKey("comment", "", _WIDGET)
REASONS = StateKey[list[str]]("reasons", [], _WIDGET)
IS_HELD = StateKey("held", default=False, lifetime=_SESSION, per="field")
CONTRADICTION = StateKey[tuple[tuple[int, int], ContradictionError] | None](
    "contradiction", None, _SESSION
)
TEXT_WIDER = StateKey("wider", 0, _SESSION, per="question")
QUOTE_PLACE = StateKey[int | None]("place", None, _SESSION, per="question")
EDIT_FIELD = StateKey[Any]("fix", None, _WIDGET, per="question, drawing and field")
EDIT_DRAWINGS = StateKey("fix_drawn", 0, _SESSION, per="question")
FIX_GENERATOR = StateKey("fix_by", "", _WIDGET)
FIX_GENERATOR_CHOSEN = StateKey("kept_fix_by", "", _SESSION)
FIX_EVALUATOR = StateKey("fix_judge", "", _WIDGET)
FIX_EVALUATOR_CHOSEN = StateKey("kept_fix_judge", "", _SESSION)
FIX_REPLACES = StateKey[int | None]("fix_replaces", None, _SESSION)
SEEN_WITH_LABEL = StateKey[frozenset[int]]("seen_with_label", frozenset(), _SESSION)
BLIND_LETTERS = StateKey[tuple[int, frozenset[str]]]("blind_letters", (0, frozenset()), _SESSION)
SHARED_CAUSE_SHOWN = StateKey[int | None]("shared_cause_open", None, _SESSION)

DECLARED: tuple[StateKey[Any], ...] = tuple(
    value for value in list(globals().values()) if isinstance(value, StateKey)
)
