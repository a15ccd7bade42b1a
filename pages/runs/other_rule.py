"""What the other quote wording rule would change in a run, and a link to judge by it."""

import streamlit as st

from core.errors import DeskError
from core.services.access import Right
from core.services.runs import RuleFlips, Run, count_flips
from core.text import WordRule
from pages.components.app_context import engine
from pages.components.html import caption, notice
from pages.components.language import _, translate
from pages.components.navigation import link
from pages.components.rights import allowed
from pages.components.wording import WORDINGS, term_name


def rule_of(run: Run) -> str:
    """The wording rule of a run; releases without this choice tolerated other words."""
    return str(run.spec.get("wording", WordRule.TOLERATE))


def draw_other_rule(run: Run) -> None:
    """Draw the button that counts the changes: it looks up each quote again and calls no model."""
    rule = rule_of(run)
    other = WordRule.STRICT if rule == WordRule.TOLERATE else WordRule.TOLERATE
    caption(
        _("Judged by the other quote wording rule"),
        _("Its verdicts stay until its replies are judged again in a new run."),
    )
    if st.button(_("Count changes"), key=f"flips_{run.id}"):
        try:
            with st.spinner(_("Reading…")):
                flips = count_flips(engine(), run.id or 0, other)
        except DeskError as error:
            notice(translate(error))
        else:
            _draw_flips(run, flips, other)


def _draw_flips(run: Run, flips: RuleFlips, other: WordRule) -> None:
    sentence = _("{rule}. Judged: {judged}. Newly flagged: {lost}. Newly passed: {gained}.").format(
        rule=term_name(WORDINGS, other),
        judged=flips.judged,
        lost=flips.no_longer,
        gained=flips.newly,
    )
    notice(sentence, "quiet")
    if allowed(Right.RUN):
        link(
            "runs",
            _("Judge stored replies by this rule"),
            set=run.set_id,
            wording=other,
        )
