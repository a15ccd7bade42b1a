from tests.core.results.conftest import migrated_postgres, migrated_sqlite

__all__ = ["migrated_postgres", "migrated_sqlite"]
