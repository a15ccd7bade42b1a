"""What is asked of the real model: every kind of context, with and without a schema."""

from core.text import load_tokenizer
from tests.real_model.runs import STORY, WINDOW, RealDesk, RunOfModel, own_context, sample_rows

FITS, TOO_LONG = 500, 3000
"""Tokens of a depth test's contexts."""


def validate_all(desk: RealDesk) -> list[RunOfModel]:
    """Position, own context and whole text with a schema, and one of them without; then contexts
    that do not fit the server's window, and one that leaves no room for a reply.
    """
    story = STORY.read_text(encoding="utf-8")
    opening = desk.novel("opening", story[:900])
    rows = sample_rows("en-01", "en-04")
    own = [own_context(row, story[:700]) for row in rows]
    whole = ("--novel", opening, "--context", "whole")
    placed = ("--novel", str(STORY), "--context", "position")
    runs = [
        desk.validate("own-plain", own, "plain"),
        desk.validate("position-quotes", rows, "quotes", *placed),
        desk.validate("own-quotes", own, "quotes"),
        desk.validate("whole-quotes", _unplaced(rows), "quotes", *whole),
    ]
    beyond = ("--novel", str(STORY), "--context", "whole")
    runs.append(desk.validate("too-long", rows, "plain", *beyond))
    runs.append(desk.validate("own-schema", own[:1], "schema"))
    runs.append(desk.validate("tight", [own_context(rows[0], tight_text(story))], "schema"))
    return runs


def test_depths(desk: RealDesk) -> list[RunOfModel]:
    rows = sample_rows("en-08", "en-35")
    return [
        desk.depth("depth-plain", rows, "plain", FITS, TOO_LONG),
        desk.depth("depth-schema", rows, "depth-schema", FITS),
    ]


test_depths.__test__ = False  # type: ignore[attr-defined]


def tight_text(story: str) -> str:
    """So much of the story that the prompt fits the window and a whole reply does not."""
    tokenizer = load_tokenizer()
    return tokenizer.decode(tokenizer.encode(story)[: WINDOW - 570])


def _unplaced(rows: list[dict[str, object]]) -> list[dict[str, object]]:
    return [{key: row[key] for key in row if key != "position"} for row in rows]
