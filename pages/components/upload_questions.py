"""Issues and token counts of the rows of a question set."""

import streamlit as st

from core.questions import RowIssue, write_issues
from core.services.library import get_source
from core.text import load_tokenizer
from pages.components.app_context import engine
from pages.components.downloads import draw_download
from pages.components.html import caption, table
from pages.components.language import _, _n

SHOWN_ISSUES = 20


@st.cache_resource(max_entries=64, show_spinner=False)
def count_tokens(source_id: int, tokenizer: str) -> int:
    """The length of a novel in tokens, counted once, as a stored text never changes."""
    return len(load_tokenizer(tokenizer).encode(get_source(engine(), source_id).text))


def draw_issues(title: str, issues: tuple[RowIssue, ...], key: str) -> None:
    """Draw the first issues as a table, and all of them as a download."""
    if not issues:
        return
    caption(_("{name}: {value}").format(name=title, value=len(issues)))
    table(
        [_("Line"), _("Field"), _("Reason")],
        [
            [str(issue.line or "–"), issue.field or "–", issue.translate(_)]
            for issue in issues[:SHOWN_ISSUES]
        ],
    )
    if len(issues) <= SHOWN_ISSUES and all(issue.raw is None for issue in issues):
        return  # the table shows everything
    draw_download(
        _n("Download it with its row", "Download all {n} with their rows", len(issues)),
        lambda _engine: write_issues(issues, "jsonl"),
        f"{key}.jsonl",
        "application/x-ndjson",
        key=f"get_{key}",
    )
