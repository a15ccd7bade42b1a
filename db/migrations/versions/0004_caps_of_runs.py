"""caps of runs"""

import sqlalchemy as sa
from alembic import op


revision = '0004'
down_revision = '0003'
branch_labels = None
depends_on = None

MANY = sa.BigInteger().with_variant(sa.Integer(), 'sqlite')
CAPS = ('max_calls', 'max_tokens', 'max_cost')


def upgrade() -> None:
    # Not in a batch: SQLite would copy the table, and others refer to it.
    op.add_column('run', sa.Column('max_calls', sa.Integer(), nullable=True))
    op.add_column('run', sa.Column('max_tokens', MANY, nullable=True))
    op.add_column('run', sa.Column('max_cost', sa.Float(), nullable=True))
    op.add_column('run', sa.Column('estimate', sa.JSON(none_as_null=True), nullable=True))
    if op.get_bind().dialect.name == 'postgresql':
        op.alter_column('run', 'tokens', type_=sa.BigInteger())
    _copy_from_specs()


def _copy_from_specs() -> None:
    """A run's caps were part of its frozen spec alone."""
    run = sa.table(
        'run', sa.column('id'), sa.column('spec', sa.JSON), *(sa.column(name) for name in CAPS)
    )
    bind = op.get_bind()
    for id_, spec in bind.execute(sa.select(run.c.id, run.c.spec)).all():
        caps = {name: spec[name] for name in CAPS if spec.get(name) is not None}
        if caps:
            bind.execute(run.update().where(run.c.id == id_).values(**caps))


def downgrade() -> None:
    if op.get_bind().dialect.name == 'postgresql':
        op.alter_column('run', 'tokens', type_=sa.Integer())
    for name in ('estimate', *reversed(CAPS)):
        op.drop_column('run', name)
