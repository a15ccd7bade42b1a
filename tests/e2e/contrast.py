"""Which texts of a page cannot be read well: WCAG 2.1 AA, 4.5 to 1 and for large text 3 to 1."""

from pathlib import Path

from playwright.sync_api import Page

from tests.e2e.conftest import at_rest

CONTRAST = Path(__file__).with_name("contrast.js").read_text("utf-8")

_FADED = """() => document.getAnimations().every((animation) =>
    animation.playState !== "running" || animation.effect.getTiming().iterations === Infinity)"""
"""Buttons fade, and so does what is drawn anew. What turns for ever is not waited for."""


def texts_too_pale(page: Page) -> list[str]:
    """Once the page has come to rest; empty when all can be read."""
    at_rest(page)
    page.wait_for_function(_FADED)
    at_rest(page)
    found: list[str] = page.evaluate(CONTRAST)
    return found
