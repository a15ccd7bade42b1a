"""From a number of the charts to the candidates it counts."""

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
"""Rates whose query finds what is counted; that of another finds what it is counted of."""

OTHERS: dict[str, dict[str, str]] = {
    "rescued": {"repaired": "lost"},
    "agreed": {"decided": "differs"},
}
"""Of what a rate is counted of, what speaks against it."""


def results_link(label: str, query: Mapping[str, str]) -> None:
    link("copy_check", label, view="checks", **_kept(), **query)


def open_results(query: Mapping[str, str]) -> None:
    """What a click on a figure does."""
    address.put_all({"view": "checks", "by": None, "rate": None, **_kept(), **query})


def query_of(group: CopyGroup) -> dict[str, str]:
    """The filters that leave this group alone."""
    found = {} if group.policy is None else {"policy": group.policy}
    return found if group.day is None else {**found, "since": group.day, "until": group.day}


def _kept() -> dict[str, str]:
    scope = st.query_params.get("check") or default_scope(audit_choices(engine()))
    kept = {name: str(value) for name, value in address.kept(*all_names()).items()}
    return {**kept, "check": scope}
