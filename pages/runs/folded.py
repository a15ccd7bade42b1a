"""What a run was asked with and what it took: folded, with the values visible closed."""

import streamlit as st

from core.llm.reply_formats import ReplyFormat
from core.services.runs import Run
from pages.components.html import caption, plain
from pages.components.language import _
from pages.components.money import spent_beside_estimate
from pages.components.run_progress import offline
from pages.components.wording import CONFIDENCE, CONTEXTS, WORDINGS, term_label, term_name
from pages.runs.other_rule import draw_other_rule, rule_of


def draw_settings(run: Run) -> None:
    spec = run.spec
    shown = [
        _("quote match threshold {value}").format(
            value=f"{float(spec.get('similarity_threshold', 0)):.2f}"
        ),
        _("confidence at least {level}").format(
            level=term_label(CONFIDENCE, str(spec.get("confidence_threshold", "")))
        ),
        _("prompt {version}").format(version=spec.get("template_version") or "–"),
        _("concurrency {n}").format(n=spec.get("concurrency", "–")),
    ]
    with st.expander(_folded(_("Settings"), shown)):
        caption(
            term_label(CONTEXTS, str(spec.get("context_mode", ""))),
            term_name(WORDINGS, rule_of(run)),
            _form_of(run),
            _("Batch") if spec.get("batch") else None,
            str(spec.get("tokenizer", "")),
            str(spec.get("template_id", "")),
        )
        draw_other_rule(run)


def _form_of(run: Run) -> str | None:
    """In which form its replies are asked for, where not by the prompt alone."""
    found = run.spec.get("reply_format")
    if found == ReplyFormat.JSON_SCHEMA:
        return "JSON Schema"
    asked = run.spec.get("json_mode") or found == ReplyFormat.JSON_OBJECT
    return _("JSON mode") if asked else None


def draw_spent(run: Run) -> None:
    """The estimate beside what the run took."""
    if offline(run):
        return
    said = spent_beside_estimate(run)
    with st.expander(_folded(_("Calls and cost"), said)):
        caption(*said)
        caption(
            _(
                "The maximum includes every retry. Only calls interrupted by a killed worker are "
                "repeated."
            )
        )


def _folded(name: str, values: list[str]) -> str:
    said = "\u2002·\u2002".join(map(plain, values))
    return f"**{plain(name)}**\u2003:gray[{said}]"
