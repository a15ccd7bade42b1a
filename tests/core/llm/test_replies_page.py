"""docs/measurements/replies.md shows what the tests' data holds."""

from pathlib import Path

from tests.core.llm.provider_errors import table

PAGE = Path(__file__).parents[3] / "docs" / "measurements" / "replies.md"


def test_the_page_has_the_table_of_the_providers_errors() -> None:
    assert table() in PAGE.read_text()
