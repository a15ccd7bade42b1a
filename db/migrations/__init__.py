"""The schema, one revision after the other (Alembic)."""
