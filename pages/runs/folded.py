"""The settings and the cost of a run, in expanders whose labels show the main values."""

import streamlit as st

from core.llm import ReplyFormat
from core.services.runs import Run
from pages.components.html import caption, plain
from pages.components.language import _
from pages.components.money import spent_beside_estimate
from pages.components.run_progress import offline
from pages.components.wording import CONFIDENCE, CONTEXTS, WORDINGS, term_label, term_name
from pages.runs.other_rule import draw_other_rule, rule_of


def draw_settings(run: Run) -> None:
    spec = run.spec
    values = [
        _("quote match threshold {value}").format(
            value=f"{float(spec.get('similarity_threshold', 0)):.2f}"
        ),
        _("confidence at least {level}").format(
            level=term_label(CONFIDENCE, str(spec.get("confidence_threshold", "")))
        ),
        _("prompt {version}").format(version=spec.get("template_version") or "–"),
        _("concurrency {n}").format(n=spec.get("concurrency", "–")),
    ]
    with st.expander(_expander_label(_("Settings"), values)):
        caption(
            term_label(CONTEXTS, str(spec.get("context_mode", ""))),
            term_name(WORDINGS, rule_of(run)),
            _reply_format_label(run),
            _("Batch") if spec.get("batch") else None,
            str(spec.get("tokenizer", "")),
            str(spec.get("template_id", "")),
        )
        draw_other_rule(run)


def _reply_format_label(run: Run) -> str | None:
    """The format required of its replies; None if the prompt alone asks for one."""
    reply_format = run.spec.get("reply_format")
    if reply_format == ReplyFormat.JSON_SCHEMA:
        return "JSON Schema"
    is_json = run.spec.get("json_mode") or reply_format == ReplyFormat.JSON_OBJECT
    return _("JSON mode") if is_json else None


def draw_spent(run: Run) -> None:
    """Draw estimated and actual calls and cost; nothing for a run without model calls."""
    if offline(run):
        return
    parts = spent_beside_estimate(run)
    with st.expander(_expander_label(_("Calls and cost"), parts)):
        caption(*parts)
        caption(
            _(
                "The maximum includes every retry. Only calls interrupted by a killed worker are "
                "repeated."
            )
        )


def _expander_label(name: str, values: list[str]) -> str:
    values_text = "\u2002·\u2002".join(map(plain, values))
    return f"**{plain(name)}**\u2003:gray[{values_text}]"
