"""The reader's rights: pages and buttons say what is not allowed; core enforces it."""

from typing import Any

from core.services.access import Right, may, record_refused, refusal
from pages.components.app_context import engine
from pages.components.html import notice, plain
from pages.components.language import N_, _, translate
from pages.components.page_state import PAGES_REFUSED

PAGES = {"review": Right.REVIEW, "adjudicate": Right.ADJUDICATE}
"""The right that a page needs; every other page needs only Right.READ."""

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
    """The sentence for a reader without the right."""
    error = refusal(right)
    error.params = {"role": _(ROLES[str(error.params["role"])])}
    return translate(error)


def needs(right: Right, *, disabled: bool = False, **options: Any) -> dict[str, Any]:
    """Options of a button: disabled, with the reason, for a reader without the right."""
    if not allowed(right):
        return {**options, "disabled": True, "help": plain(why_not(right))}
    return {**options, "disabled": disabled}


def refuse_page(name: str) -> None:
    """Draw the refusal in place of a page; audited once per session."""
    right = PAGES.get(name, Right.READ)
    if name not in PAGES_REFUSED.get():
        PAGES_REFUSED.set(PAGES_REFUSED.get() | {name})
        record_refused(engine(), right, page=name)
    notice(why_not(right))
