import re
from pathlib import Path

from pages.settings.environment import ENVIRONMENT

PAGE = Path(__file__).parents[2] / "docs/configuration.md"


def test_settings_names_what_the_page_on_configuration_names() -> None:
    rows = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| `")]
    named = {name for row in rows for name in re.findall(r"`([A-Z][A-Z_]+)`", row.split("|")[1])}
    assert "DATABASE_URL" in named
    assert named == set(ENVIRONMENT)
