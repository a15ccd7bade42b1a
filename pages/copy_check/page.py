"""Copy check: whether generated copy is true, allowed and good, and how to repair it."""

import streamlit as st

from pages.components import address
from pages.components.language import N_, _
from pages.copy_check.charts import draw_charts
from pages.copy_check.checks import draw_checks
from pages.copy_check.policies import draw_policies
from pages.copy_check.single_check import draw_one

VIEWS = {
    "one": (N_("Check one"), draw_one),
    "checks": (N_("Checks"), draw_checks),
    "policies": (N_("Policies"), draw_policies),
    "charts": (N_("Charts"), draw_charts),
}

st.title(_("Copy check"))
view = address.choose(
    "segmented_control",
    _("View"),
    "view",
    list(VIEWS),
    lambda option: _(VIEWS[option][0]),
    forgets=("item", "page", "verdict", "by", "rate", "draft", "flip"),
    label_visibility="collapsed",
)
VIEWS[view][1]()
