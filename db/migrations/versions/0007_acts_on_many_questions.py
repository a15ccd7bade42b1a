"""acts on many questions"""

import sqlalchemy as sa
from alembic import op


revision = '0007'
down_revision = '0006'
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table('review_batch',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('reviewer_id', sa.Integer(), nullable=False),
    sa.Column('action', sa.String(), nullable=False),
    sa.Column('idempotency_key', sa.String(), nullable=False),
    sa.Column('comment', sa.String(), nullable=False),
    sa.Column('reasons', sa.JSON(), nullable=False),
    sa.Column('assignee_id', sa.Integer(), nullable=True),
    sa.Column('undoes_id', sa.Integer(), nullable=True),
    sa.Column('n', sa.Integer(), nullable=False),
    sa.Column('left_out', sa.JSON(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), nullable=False),
    sa.ForeignKeyConstraint(['reviewer_id'], ['reviewer.id'], ),
    sa.ForeignKeyConstraint(['assignee_id'], ['reviewer.id'], ),
    sa.ForeignKeyConstraint(['undoes_id'], ['review_batch.id'], ),
    sa.PrimaryKeyConstraint('id'),
    sa.UniqueConstraint('idempotency_key')
    )
    for name in ('reviewer_id', 'undoes_id'):
        op.create_index(f'ix_review_batch_{name}', 'review_batch', [name])

    # Not in a batch: SQLite would copy the table, and it refers to itself.
    op.add_column('review_event', sa.Column('batch_id', sa.Integer(), nullable=True))
    op.create_index('ix_review_event_batch_id', 'review_event', ['batch_id'])
    op.add_column(
        'review_text', sa.Column('notes', sa.Text(), server_default='', nullable=False)
    )


def downgrade() -> None:
    op.drop_column('review_text', 'notes')
    op.drop_index('ix_review_event_batch_id', 'review_event')
    op.drop_column('review_event', 'batch_id')
    op.drop_table('review_batch')
