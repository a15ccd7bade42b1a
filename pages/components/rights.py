"""What the reader may do: pages and buttons that are not for them say so, and core refuses them."""

from typing import Any

from core.services.access import Right, may, record_refused, refusal
from pages.components.app_context import engine
from pages.components.html import notice, plain
from pages.components.language import N_, _, translate
from pages.components.page_state import PAGES_REFUSED

PAGES = {"review": Right.REVIEW, "adjudicate": Right.ADJUDICATE}
"""What a page is for; every other one can be read."""

ROLES = {
    "": N_("no role"),
    "viewer": N_("viewer"),
    "annotator": N_("annotator"),
    "lead": N_("lead"),
    "admin": N_("admin"),
}


def allowed(right: Right) -> bool:
    return may(engine(), right)


def allowed_page(name: str) -> bool:
    return allowed(PAGES.get(name, Right.READ))


def why_not(right: Right) -> str:
    """The sentence for somebody who has not the right."""
    error = refusal(right)
    error.params = {"role": _(ROLES[str(error.params["role"])])}
    return translate(error)


def needs(right: Right, *, disabled: bool = False, **others: Any) -> dict[str, Any]:
    """What a button is drawn with: disabled, with the reason, for somebody who may not press it."""
    if not allowed(right):
        return {**others, "disabled": True, "help": plain(why_not(right))}
    return {**others, "disabled": disabled}


def refuse_page(name: str) -> None:
    """Said in place of a page; audited once in a session."""
    right = PAGES.get(name, Right.READ)
    if name not in PAGES_REFUSED.get():
        PAGES_REFUSED.set(PAGES_REFUSED.get() | {name})
        record_refused(engine(), right, page=name)
    notice(why_not(right))
