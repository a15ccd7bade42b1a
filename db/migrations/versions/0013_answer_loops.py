"""answer loops"""

import sqlalchemy as sa
from alembic import op


revision = '0013'
down_revision = '0012'
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table('answer_loop',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('kind', sa.String(), nullable=False),
    sa.Column('query', sa.Text(), nullable=False),
    sa.Column('language', sa.String(), nullable=False),
    sa.Column('item_id', sa.Integer(), nullable=True),
    sa.Column('spec', sa.JSON(), nullable=False),
    sa.Column('evidence', sa.JSON(none_as_null=True), nullable=True),
    sa.Column('status', sa.String(), nullable=False),
    sa.Column('outcome', sa.String(), nullable=True),
    sa.Column('best_epoch', sa.Integer(), nullable=True),
    sa.Column('worker', sa.String(), nullable=False),
    sa.Column('lease_until', sa.DateTime(timezone=True), nullable=True),
    sa.Column('error', sa.String(), nullable=True),
    sa.Column('error_params', sa.JSON(), nullable=False),
    sa.Column('created_by', sa.String(), nullable=False),
    sa.Column('idempotency_key', sa.String(), nullable=True),
    sa.Column('created_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('started_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('finished_at', sa.DateTime(timezone=True), nullable=True),
    sa.ForeignKeyConstraint(['item_id'], ['run_item.id'], ),
    sa.PrimaryKeyConstraint('id'),
    sa.UniqueConstraint('idempotency_key')
    )
    with op.batch_alter_table('answer_loop', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_answer_loop_created_at'), ['created_at'], unique=False)
        batch_op.create_index(batch_op.f('ix_answer_loop_item_id'), ['item_id'], unique=False)
        batch_op.create_index(batch_op.f('ix_answer_loop_outcome'), ['outcome'], unique=False)
        batch_op.create_index('ix_answer_loop_status', ['status', 'lease_until'], unique=False)

    op.create_table('answer_attempt',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('loop_id', sa.Integer(), nullable=False),
    sa.Column('epoch', sa.Integer(), nullable=False),
    sa.Column('draft', sa.JSON(), nullable=False),
    sa.Column('judged', sa.JSON(none_as_null=True), nullable=True),
    sa.Column('unevaluated', sa.JSON(none_as_null=True), nullable=True),
    sa.Column('generated_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('evaluated_at', sa.DateTime(timezone=True), nullable=True),
    sa.ForeignKeyConstraint(['loop_id'], ['answer_loop.id'], ),
    sa.PrimaryKeyConstraint('id'),
    sa.UniqueConstraint('loop_id', 'epoch')
    )


def downgrade() -> None:
    op.drop_table('answer_attempt')
    with op.batch_alter_table('answer_loop', schema=None) as batch_op:
        batch_op.drop_index('ix_answer_loop_status')
        batch_op.drop_index(batch_op.f('ix_answer_loop_outcome'))
        batch_op.drop_index(batch_op.f('ix_answer_loop_item_id'))
        batch_op.drop_index(batch_op.f('ix_answer_loop_created_at'))

    op.drop_table('answer_loop')
