"""batches and reply formats"""

import sqlalchemy as sa
from alembic import op


revision = '0022'
down_revision = '0021'
branch_labels = None
depends_on = None

COUNTS = ('prompt_tokens', 'completion_tokens', 'cached_tokens')


def upgrade() -> None:
    op.create_table(
        'connection_format',
        sa.Column('key', sa.String(), nullable=False),
        sa.Column('connection', sa.String(), nullable=False),
        sa.Column('model', sa.String(), nullable=False),
        sa.Column('reply_format', sa.String(), nullable=False),
        sa.Column('found_at', sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint('key'),
    )
    with op.batch_alter_table('recording', schema=None) as batch_op:
        batch_op.add_column(sa.Column('run_id', sa.Integer(), nullable=True))
        batch_op.create_foreign_key('fk_recording_run_id', 'run', ['run_id'], ['id'])
        batch_op.create_index(batch_op.f('ix_recording_run_id'), ['run_id'], unique=False)
    op.add_column('recorded_reply', sa.Column('finish_reason', sa.String(), server_default='stop', nullable=False))
    for name in COUNTS:
        op.add_column('recorded_reply', sa.Column(name, sa.Integer(), server_default='0', nullable=False))
    op.add_column('recorded_reply', sa.Column('failure', sa.String(), nullable=True))


def downgrade() -> None:
    """The release before would read what a failed call said as a reply."""
    reply = sa.table('recorded_reply', sa.column('failure'))
    op.get_bind().execute(reply.delete().where(reply.c.failure.is_not(None)))
    op.drop_column('recorded_reply', 'failure')
    for name in reversed(COUNTS):
        op.drop_column('recorded_reply', name)
    op.drop_column('recorded_reply', 'finish_reason')
    with op.batch_alter_table('recording', schema=None) as batch_op:
        batch_op.drop_index(batch_op.f('ix_recording_run_id'))
        batch_op.drop_constraint('fk_recording_run_id', type_='foreignkey')
        batch_op.drop_column('run_id')
    op.drop_table('connection_format')
