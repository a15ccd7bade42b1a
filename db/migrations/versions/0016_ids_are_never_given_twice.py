"""ids of texts, sets, runs and items are never given twice"""

from alembic import op


revision = '0016'
down_revision = '0015'
branch_labels = None
depends_on = None

TABLES = ('source_text', 'question_set', 'run', 'run_item')


def upgrade() -> None:
    _made_anew(autoincrement=True)


def downgrade() -> None:
    _made_anew(autoincrement=False)


def _made_anew(*, autoincrement: bool) -> None:
    if op.get_bind().dialect.name != 'sqlite':
        return
    for table in TABLES:
        with op.batch_alter_table(
            table, recreate='always', table_kwargs={'sqlite_autoincrement': autoincrement}
        ):
            pass
