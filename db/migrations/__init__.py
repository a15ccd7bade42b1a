"""The schema's revisions (Alembic)."""
