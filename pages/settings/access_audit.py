"""Settings, for an admin: who signed in, took data away, was refused, or changed a role."""

from collections.abc import Mapping
from typing import Any

from core.services.access import AuditEntry, count_audit_events, list_audit
from pages.components import address
from pages.components.app_context import engine
from pages.components.html import caption, table
from pages.components.language import N_, _
from pages.components.paging import draw_pages

PAGE_SIZE = 25
KINDS = {
    "signed_in": N_("signed in"),
    "signed_out": N_("signed out"),
    "refused": N_("was denied"),
    "exported": N_("downloaded"),
    "deleted": N_("deleted"),
    "samples_removed": N_("removed the samples"),
    "role_changed": N_("changed a role"),
    "token_created": N_("created a token"),
    "token_revoked": N_("revoked a token"),
}


def draw_audit() -> None:
    total = count_audit_events(engine())
    if not total:
        caption(_("Nothing recorded yet."))
        return
    pages = -(-total // PAGE_SIZE)
    number = min(address.page_number(), pages)
    found = list_audit(engine(), limit=PAGE_SIZE, offset=(number - 1) * PAGE_SIZE)
    table([_("When (UTC)"), _("Who"), _("Field"), _("Details")], [_row(one) for one in found])
    draw_pages(number, pages)


def _row(one: AuditEntry) -> list[str]:
    who = one.actor or _("the operator")
    return [f"{one.at:%Y-%m-%d %H:%M:%S}", who, _(KINDS[one.kind]), _said(one.detail)]


def _said(detail: Mapping[str, Any]) -> str:
    """As it is stored: names of fields are not translated, as in the other files of the desk."""
    return " · ".join(f"{name} {value}" for name, value in detail.items() if value)
