"""`make bench` puts what it measured into docs/benchmarks.md and loses nothing of the rest."""

from tests.bench.__main__ import PAGE
from tests.bench.page import BY_HAND, renewed

OLD = f"""# Benchmarks

Old head.

## One

old one

{BY_HAND}

What it means.

### Within

old within

## Other

by another command

### Within

another's
"""


def test_measured_sections_are_exchanged_and_everything_else_stays() -> None:
    new = renewed(
        OLD, "# Benchmarks\n\nNew head.\n\n## One\n\nnew one\n\n### Within\n\nnew within\n"
    )
    assert "old" not in new.lower()
    assert new.index("New head") < new.index("new one") < new.index("What it means.")
    assert new.index("What it means.") < new.index("new within") < new.index("by another command")
    assert new.endswith("another's\n")


def test_a_section_that_is_new_comes_last() -> None:
    assert renewed(OLD, "## Two\n\nmore\n").endswith("another's\n\n## Two\n\nmore\n")


def test_the_page_as_it_stands_stays_so_when_the_same_is_measured() -> None:
    page = PAGE.read_text("utf-8")
    assert renewed(page, page.partition(BY_HAND)[0]) == page
    assert renewed(page, "") == page
