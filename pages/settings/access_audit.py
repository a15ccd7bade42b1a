"""Settings, for admins: the audit log, such as sign-ins, downloads, refusals and new roles."""

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
    entries = list_audit(engine(), limit=PAGE_SIZE, offset=(number - 1) * PAGE_SIZE)
    table([_("When (UTC)"), _("Who"), _("Field"), _("Details")], [_row(entry) for entry in entries])
    draw_pages(number, pages)


def _row(entry: AuditEntry) -> list[str]:
    actor = entry.actor or _("the operator")
    return [f"{entry.at:%Y-%m-%d %H:%M:%S}", actor, _(KINDS[entry.kind]), _details(entry.detail)]


def _details(detail: Mapping[str, Any]) -> str:
    """The details as stored: names of fields are not translated, as in the desk's files."""
    return " · ".join(f"{name} {value}" for name, value in detail.items() if value)
