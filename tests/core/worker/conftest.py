from tests.core.services.runs.conftest import make_desk

__all__ = ["make_desk"]
