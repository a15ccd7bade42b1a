"""Find any question; select some, or all that match, and decide on them at once."""

from collections.abc import Sequence

from core.services.review import Found, count, find
from pages.components import address, identity
from pages.components.desk import engine
from pages.components.html import caption, notice
from pages.components.language import _, _n
from pages.components.paging import begin_at_top, draw_pages
from pages.components.places import link
from pages.components.review.asked import EVERYTHING
from pages.components.review.filters import draw_filters, draw_text
from pages.questions.bulk import draw_bar
from pages.questions.found import PAGE_SIZE, draw_found
from pages.questions.picking import picked_in


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
