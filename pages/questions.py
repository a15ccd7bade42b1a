"""Find any question; select some, or all that match, and decide on them at once."""

from collections.abc import Sequence

from core.review import Found, count, find
from pages.parts import address, identity
from pages.parts.asked import EVERYTHING
from pages.parts.bulk import draw_bar
from pages.parts.desk import engine
from pages.parts.filters import draw_filters, draw_text
from pages.parts.found import PAGE_SIZE, draw_found
from pages.parts.html import caption, notice
from pages.parts.language import _, _n
from pages.parts.paging import begin_at_top, draw_pages
from pages.parts.picking import picked_in
from pages.parts.places import link


def draw_empty() -> None:
    if count(engine(), EVERYTHING):
        notice(_("No question fits these filters. Choose others above."), "quiet")
    else:
        notice(
            _("No question has been asked yet. Start a run to find its questions here."), "green"
        )
        link("runs", _("Go to the runs"))


def draw_page() -> None:
    draw_text()
    queue = draw_filters(EVERYTHING)
    reviewer = identity.reviewer()
    total = count(engine(), queue)
    found: Sequence[Found] = ()
    if not total:
        draw_empty()
    else:
        pages = -(-total // PAGE_SIZE)
        number = min(address.page_number(), pages)
        caption(_n("{n} question", "{n} questions", total))
        begin_at_top(f"questions {number}")
        found = find(engine(), queue, reviewer, number, PAGE_SIZE)
        draw_found(found, queue, reviewer)
        draw_pages(number, pages)
    here = [one.line.item_id for one in found]
    draw_bar(queue, total, reviewer, picked_in(queue), here)


draw_page()
