from tests.core.results.conftest import engine

__all__ = ["engine"]
