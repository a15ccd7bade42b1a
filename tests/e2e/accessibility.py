"""What axe-core finds on a page that a screen reader's user cannot get past."""

import json
from collections.abc import Sequence
from importlib.resources import files

from playwright.sync_api import Page

from tests.e2e.conftest import stand_still

_AXE = (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")
_FOUND = """(rules) => axe.run(document, {
    resultTypes: ["violations"], ...(rules.length ? {runOnly: rules} : {})
}).then(({violations}) => violations
    .filter(({impact}) => ["serious", "critical"].includes(impact))
    .map(({id, impact, nodes}) => ({id, impact, at: nodes.map(({html}) => html.slice(0, 200))})))"""


def serious_faults(page: Page, rules: Sequence[str] = ()) -> list[str]:
    """Serious and critical violations, of these rules or of all, once the page has come to rest."""
    stand_still(page)
    page.evaluate(_AXE)
    return [json.dumps(fault, ensure_ascii=False) for fault in page.evaluate(_FOUND, list(rules))]
