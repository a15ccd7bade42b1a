from tests.core.services.results.conftest import migrated_postgres, migrated_sqlite

__all__ = ["migrated_postgres", "migrated_sqlite"]
