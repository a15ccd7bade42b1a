"""outcomes of answers to cases, beside their records; suggestions that were left"""

import sqlalchemy as sa
from alembic import op


revision = '0014'
down_revision = '0013'
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column('answer_trace', sa.Column('outcome', sa.JSON(none_as_null=True), nullable=True))
    _outcomes_out_of_records()
    with op.batch_alter_table('answer_trace', schema=None) as batch_op:
        batch_op.drop_column('leaked')
    op.add_column('answer_loop', sa.Column('left_at', sa.DateTime(timezone=True), nullable=True))


def _outcomes_out_of_records() -> None:
    traces = sa.table('answer_trace', sa.column('id'), sa.column('run_id'), sa.column('record', sa.JSON()),
                      sa.column('outcome', sa.JSON(none_as_null=True)))
    connection = op.get_bind()
    of_runs = sa.select(traces.c.id, traces.c.record).where(traces.c.run_id.is_not(None))
    for id_, record in connection.execute(of_runs).all():
        outcome = record.pop('outcome', None)
        connection.execute(traces.update().where(traces.c.id == id_).values(record=record, outcome=outcome))


def downgrade() -> None:
    with op.batch_alter_table('answer_loop', schema=None) as batch_op:
        batch_op.drop_column('left_at')
    op.add_column('answer_trace', sa.Column('leaked', sa.Boolean(), nullable=True))
    traces = sa.table('answer_trace', sa.column('id'), sa.column('record', sa.JSON()), sa.column('leaked'),
                      sa.column('outcome', sa.JSON(none_as_null=True)))
    connection = op.get_bind()
    of_runs = sa.select(traces.c.id, traces.c.record, traces.c.outcome).where(traces.c.outcome.is_not(None))
    for id_, record, outcome in connection.execute(of_runs).all():
        values = {'record': {**record, 'outcome': outcome}, 'leaked': outcome['leaked']}
        connection.execute(traces.update().where(traces.c.id == id_).values(**values))
    with op.batch_alter_table('answer_trace', schema=None) as batch_op:
        batch_op.drop_column('outcome')
