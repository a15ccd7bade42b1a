"""What the linter says of a policy."""

from collections.abc import Sequence

import streamlit as st

from core.verification import Level, Remark
from pages.components.html import notice, table
from pages.components.language import _, _n


def draw_remarks(remarks: Sequence[Remark], *, folded: bool = False) -> None:
    """Errors stop a publication, warnings do not."""
    if not remarks:
        notice(_("The linter found nothing."), "green")
        return
    errors = [each for each in remarks if each.level is Level.ERROR]
    said = _n("{n} linter remark", "{n} linter remarks", len(remarks))
    if errors:
        said = _n("{n} linter error", "{n} linter errors", len(errors))
    with st.expander(said, expanded=not folded):
        table(
            [_("Field"), _("Remark")],
            [(each.where, each.said.worded(_)) for each in remarks],
        )
