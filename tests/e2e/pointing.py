"""Pointing at figures: one that is still being drawn hears no pointer."""

from collections.abc import Callable

from playwright.sync_api import Locator, Page

from tests.e2e.conftest import stand_still
from tests.e2e.reviewing import until

Place = tuple[float, float]


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


def click_at(page: Page, find_place: Callable[[], Place]) -> None:
    """Click on what the figure tells of at the place."""
    stand_still(page)
    point_at(page, find_place)
    page.mouse.down()
    page.mouse.up()
