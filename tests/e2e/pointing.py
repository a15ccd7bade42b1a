"""Pointing at figures: one that is still being drawn hears no pointer."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

from tests.e2e.conftest import stand_still
from tests.e2e.reviewing import until

Place = tuple[float, float]
CLICKED_MS = 10_000
"""After which a click is taken for unheard."""


def middle(shape: Locator) -> Place:
    """The shape's middle on the screen, once it is there and scrolled to."""
    shape.wait_for(state="attached")
    shape.scroll_into_view_if_needed()
    box = shape.bounding_box()
    assert box is not None
    assert box["height"] > 4
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def point_at(page: Page, find_place: Callable[[], Place]) -> None:
    """Move the pointer to the place until the figure tells what is there."""
    told = page.locator(".hovertext").first

    def tells() -> bool:
        x, y = find_place()
        page.mouse.move(x + 1, y)
        page.mouse.move(x, y)
        return told.is_visible()

    until(page, tells)


def click_at(page: Page, find_place: Callable[[], Place], leads_to: str) -> None:
    """Click on what the figure tells of at the place until the address is as it says (a regular
    expression): a figure that is drawn anew just then hears no click.
    """

    def leads() -> bool:
        point_at(page, find_place)
        page.mouse.down()
        page.mouse.up()
        try:
            page.wait_for_url(re.compile(leads_to), timeout=CLICKED_MS)
        except PlaywrightTimeoutError:
            return False
        return True

    stand_still(page)
    until(page, leads)
