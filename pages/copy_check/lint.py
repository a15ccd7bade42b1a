"""The linter's remarks on a policy."""

from collections.abc import Sequence

import streamlit as st

from core.verification import Level, PolicyFile, Remark
from pages.components.html import notice, table
from pages.components.language import _, _n


def draw_remarks(remarks: Sequence[Remark], file: PolicyFile, *, folded: bool = False) -> None:
    """Draw the remarks with their lines. Errors block publishing, warnings do not."""
    if not remarks:
        notice(_("The linter found nothing."), "green")
        return
    errors = [remark for remark in remarks if remark.level is Level.ERROR]
    label = _n("{n} linter remark", "{n} linter remarks", len(remarks))
    if errors:
        label = _n("{n} linter error", "{n} linter errors", len(errors))
    with st.expander(label, expanded=not folded or bool(errors)):
        table(
            [_("Line"), _("Field"), _("Remark")],
            [
                (str(file.line(remark.path)), broken_name(remark.where), remark.said.translate(_))
                for remark in remarks
            ],
            figures=[0],
        )


def broken_name(field: str) -> str:
    """The name with zero-width spaces, so that a long one can wrap."""
    return field.replace(".", ".\u200b").replace("_", "_\u200b")
