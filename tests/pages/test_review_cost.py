"""What a decision costs the server, in counts that no busy machine changes."""

from collections import Counter

import pytest
from sqlalchemy import Connection, Engine, event

from core.settings import Settings
from tests.core.services.results.desk_data import fill
from tests.pages.conftest import Open
from tests.pages.test_review_page import press

MOST_TRANSACTIONS = 20
"""Of a press that stores a decision and draws the whole page, the next question read ahead."""
MOST_SETTINGS = 2
"""All settings are read so often; the database's address alone is read some seventy times."""


def test_a_press_opens_few_transactions_and_reads_the_settings_seldom(
    engine: Engine, open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(engine)
    app = open_page("review", lang="en")
    press(app, "keep")
    counts = Counter[str]()
    read = Settings.from_environment

    def begun(_connection: Connection) -> None:
        counts["transactions"] += 1

    def settings_read() -> Settings:
        counts["settings"] += 1
        return read()

    monkeypatch.setattr(Settings, "from_environment", settings_read)
    event.listen(Engine, "begin", begun)
    try:
        press(app, "keep")
    finally:
        event.remove(Engine, "begin", begun)
    assert not app.exception
    assert 0 < counts["transactions"] <= MOST_TRANSACTIONS, counts
    assert counts["settings"] <= MOST_SETTINGS
