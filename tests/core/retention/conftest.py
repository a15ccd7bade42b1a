from tests.engines import engine, migrated_postgres, migrated_sqlite

__all__ = ["engine", "migrated_postgres", "migrated_sqlite"]
