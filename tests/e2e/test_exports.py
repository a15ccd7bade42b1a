"""Data leaves by buttons that ask for the right and leave a trace, and by no other."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import stand_still

pytestmark = pytest.mark.browser


def test_a_table_has_no_download_of_its_own(page: Page) -> None:
    page.goto("/library?set=1&lang=en")
    table = page.get_by_test_id("stDataFrame").first
    table.scroll_into_view_if_needed()
    table.hover()
    stand_still(page)
    expect(page.get_by_role("button", name="Download as CSV")).to_have_count(0)
    assert page.get_by_test_id("stElementToolbar").filter(visible=True).count() == 0
