"""The desk's stylesheet is whole: a brace that nothing closes would undo all that follows it."""

import re
from itertools import accumulate
from pathlib import Path

STYLESHEET = Path(__file__).parents[2] / "pages" / "components" / "desk.css"


def test_every_section_begins_outside_of_any_rule() -> None:
    text = re.sub(r"/\*.*?\*/", "", STYLESHEET.read_text("utf-8"), flags=re.DOTALL)
    open_braces = list(accumulate((char == "{") - (char == "}") for char in text))
    assert open_braces[-1] == 0
    assert 0 <= min(open_braces) <= max(open_braces) <= 2
    rule = re.compile(r"^@media", re.MULTILINE)
    assert all(open_braces[match.start()] == 0 for match in rule.finditer(text))
