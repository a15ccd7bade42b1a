import re
from pathlib import Path

from pages.settings.environment import ENVIRONMENT

README = Path(__file__).parents[2] / "README.md"


def test_settings_names_what_readme_s_table_names() -> None:
    rows = [line for line in README.read_text().splitlines() if line.startswith("| `")]
    named = {name for row in rows for name in re.findall(r"`([A-Z][A-Z_]+)`", row.split("|")[1])}
    assert "DATABASE_URL" in named
    assert named == set(ENVIRONMENT)
