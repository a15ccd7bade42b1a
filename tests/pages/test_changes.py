"""What a correction changed is marked, and nothing that stayed as it was."""

import pytest

from core.questions import FieldChange
from pages.components.review.changes import changes_html


@pytest.mark.parametrize(
    ("before", "after", "marked"),
    [
        (
            "老周带了几根绳子？",
            "老周带了几根绳子？（请选一项）",
            "老周带了几根绳子？<ins>（请选一项）</ins>",
        ),
        (
            "Why did Ruth hide the ledger?",
            "Why did Ruth hide the red ledger?",
            "Why did Ruth hide the <ins>red </ins>ledger?",
        ),
        ("谁在渡口？", "根据原文，谁在渡口？", "<ins>根据原文，</ins>谁在渡口？"),
        ("他迁入严田。[1] 他买了三匹马。", "他迁入严田。[1]", "他迁入严田。[1]"),
        ("Who was the captain?", "Who was the captains?", "Who was the <ins>captains</ins>?"),
    ],
)
def test_what_was_added_alone_is_marked(before: str, after: str, marked: str) -> None:
    assert f">{marked}</span>" in changes_html([FieldChange("question", before, after)])
