"""Links from a number of the charts to the candidates that it counts."""

from collections.abc import Mapping

import streamlit as st

from core.services.verification import CopyGroup, audit_choices
from core.verification import Verdict
from pages.components import address
from pages.components.app_context import engine
from pages.components.navigation import link
from pages.copy_check.filter_state import all_names, default_scope

QUERIES: dict[str, dict[str, str]] = {
    "rejected": {"verdict": Verdict.REJECT},
    "rescued": {"repaired": "rescued"},
    "taken": {"decided": "repair"},
    "agreed": {"decided": "verdict"},
    "failed": {"verdict": "failed"},
}
HITS = ("rejected", "rescued", "failed")
"""Rates whose link leads to the hits; links of all other rates lead to the whole denominator."""

OTHERS: dict[str, dict[str, str]] = {
    "rescued": {"repaired": "lost"},
    "agreed": {"decided": "differs"},
}
"""Queries for the results that count against a rate."""


def results_link(label: str, query: Mapping[str, str]) -> None:
    link("copy_check", label, view="checks", **_current_filters(), **query)


def open_results(query: Mapping[str, str]) -> None:
    """Open the results behind a point of a figure."""
    address.put_all({"view": "checks", "by": None, "rate": None, **_current_filters(), **query})


def query_of(group: CopyGroup) -> dict[str, str]:
    """The filters that select this group."""
    query = {} if group.policy is None else {"policy": group.policy}
    return query if group.day is None else {**query, "since": group.day, "until": group.day}


def _current_filters() -> dict[str, str]:
    scope = st.query_params.get("check") or default_scope(audit_choices(engine()))
    filters = {name: str(value) for name, value in address.current(*all_names()).items()}
    return {**filters, "check": scope}
