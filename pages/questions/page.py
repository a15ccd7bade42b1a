"""Find questions, select some or all that match, and decide on them in bulk."""

from collections.abc import Sequence

from core.services.review import FoundQuestion, count, find_questions
from pages.components import address, identity
from pages.components.app_context import engine
from pages.components.html import caption, notice
from pages.components.language import _, _n
from pages.components.navigation import link
from pages.components.paging import begin_at_top, draw_pages
from pages.components.review.filter_bar import draw_filters, draw_text
from pages.components.review.filter_state import EVERYTHING
from pages.questions.bulk import draw_bar
from pages.questions.results import PAGE_SIZE, draw_questions
from pages.questions.selection import selection_of


def draw_empty() -> None:
    if count(engine(), EVERYTHING):
        notice(_("No questions match these filters. Change them above."), "quiet")
    else:
        notice(_("No questions evaluated yet. Start a run to see its questions here."), "quiet")
        link("runs", _("Go to runs"))


def draw_page() -> None:
    queue = draw_filters(EVERYTHING)
    draw_text()
    reviewer = identity.reviewer()
    total = count(engine(), queue)
    questions: Sequence[FoundQuestion] = ()
    if not total:
        draw_empty()
    else:
        pages = -(-total // PAGE_SIZE)
        number = min(address.page_number(), pages)
        caption(_n("{n} question", "{n} questions", total))
        begin_at_top(f"questions {number}")
        questions = find_questions(engine(), queue, reviewer, number, PAGE_SIZE)
        draw_questions(questions, queue, reviewer)
        draw_pages(number, pages)
    page_items = [question.line.item_id for question in questions]
    draw_bar(queue, total, reviewer, selection_of(queue), page_items)


draw_page()
