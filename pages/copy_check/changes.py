"""Differences between two policies, a row for each field."""

import json
from collections.abc import Sequence
from typing import Any

import streamlit as st

from core.verification import PolicyChange
from pages.components.html import caption, notice, table
from pages.components.language import _, _n
from pages.copy_check.lint import broken_name


def draw_policy_changes(changes: Sequence[PolicyChange], base_name: str, other_name: str) -> None:
    """Draw the changed fields; of a list only the removed and the added items."""
    if not changes:
        notice(
            _("{before} and {after} are identical.").format(before=base_name, after=other_name),
            "quiet",
        )
        return
    caption(_n("{n} field differs", "{n} fields differ", len(changes)))
    with st.container(key="policy_changes"):
        table(
            [_("Field"), base_name, other_name],
            [_row(change) for change in changes],
        )


def _row(change: PolicyChange) -> tuple[str, str, str]:
    """Field, old value and new value; of test cases only the names."""
    old, new = change.before, change.after
    if change.where == "cases":
        old, new = ([case["name"] for case in cases or ()] for cases in (old, new))
    return broken_name(change.where), _value(old), _value(new)


def _value(value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, list):
        return ", ".join(_value(item) for item in value) or "–"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
