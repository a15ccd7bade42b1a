"""Many people review at once: every press lands once, by whoever made it."""

import asyncio
from pathlib import Path

import pytest

from tests.load.reviewing import review, served


@pytest.mark.long
def test_twelve_sessions_decide_at_once_and_every_decision_is_stored_once(tmp_path: Path) -> None:
    with served(tmp_path, 120, f"sqlite:///{tmp_path / 'desk.db'}") as desk:
        found = asyncio.run(review(desk, 12, seconds=6, think_s=1.5))
    assert found.wrong == []
    assert len(found.waits) >= 12
