from collections.abc import Iterator

import pytest

from tests.postgres import server


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    with server() as url:
        yield url
