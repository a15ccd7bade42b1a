"""What the linter says of a policy."""

from collections.abc import Sequence

import streamlit as st

from core.verification import Level, PolicyFile, Remark
from pages.components.html import notice, table
from pages.components.language import _, _n


def draw_remarks(remarks: Sequence[Remark], file: PolicyFile, *, folded: bool = False) -> None:
    """With the lines of the file they are about. Errors stop a publication, warnings do not."""
    if not remarks:
        notice(_("The linter found nothing."), "green")
        return
    errors = [each for each in remarks if each.level is Level.ERROR]
    said = _n("{n} linter remark", "{n} linter remarks", len(remarks))
    if errors:
        said = _n("{n} linter error", "{n} linter errors", len(errors))
    with st.expander(said, expanded=not folded or bool(errors)):
        table(
            [_("Line"), _("Field"), _("Remark")],
            [
                (str(file.line(each.path)), broken_name(each.where), each.said.worded(_))
                for each in remarks
            ],
            figures=[0],
        )


def broken_name(field: str) -> str:
    """A long name may go on in a second line."""
    return field.replace(".", ".\u200b").replace("_", "_\u200b")
