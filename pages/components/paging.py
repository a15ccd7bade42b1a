"""The page of a list, kept in the address: it survives F5 and the browser's Back."""

from zlib import crc32

import streamlit as st

from pages.components import address
from pages.components.mirror import mirror


def draw_pages(number: int, pages: int) -> None:
    """Draw the choice of a page, `number` from 1; nothing if there is only one."""
    if pages > 1:
        st.pagination(pages, default=number, **mirror("list_page", number, _open_page))


def _open_page(number: int) -> None:
    address.put("page", number if number > 1 else None)


TOP = """<script>/* {named} */
document.querySelector('[data-testid="stMain"]')?.scrollTo(0, 0);
</script>"""
"""The browser runs a script again only if its text differs, so it contains the list's id."""


def begin_at_top(list_id: str) -> None:
    """Scroll to the top when a list opens; `list_id` names the list and its page."""
    st.html(TOP.format(named=crc32(list_id.encode())), unsafe_allow_javascript=True)
