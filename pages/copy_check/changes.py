"""What one policy says otherwise than another, a row for each field."""

import json
from collections.abc import Sequence
from typing import Any

import streamlit as st

from core.verification import PolicyChange
from pages.components.html import caption, notice, table
from pages.components.language import _, _n
from pages.copy_check.lint import broken_name


def draw_policy_changes(changes: Sequence[PolicyChange], before: str, after: str) -> None:
    """Of a list only what was taken out and what came in."""
    if not changes:
        notice(_("{before} and {after} are identical.").format(before=before, after=after), "quiet")
        return
    caption(_n("{n} field differs", "{n} fields differ", len(changes)))
    with st.container(key="policy_changes"):
        table(
            [_("Field"), before, after],
            [_row(each) for each in changes],
        )


def _row(change: PolicyChange) -> tuple[str, str, str]:
    """Of test cases the names alone."""
    before, after = change.before, change.after
    if change.where == "cases":
        before, after = ([case["name"] for case in cases or ()] for cases in (before, after))
    return broken_name(change.where), _value(before), _value(after)


def _value(value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, list):
        return ", ".join(_value(each) for each in value) or "–"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
