"""depth tests"""

import sqlalchemy as sa
from alembic import op


revision = '0003'
down_revision = '0002'
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table('depth_task',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('run_id', sa.Integer(), nullable=False),
    sa.Column('question_id', sa.Integer(), nullable=False),
    sa.Column('item_key', sa.String(), nullable=False),
    sa.Column('context_length', sa.Integer(), nullable=False),
    sa.Column('depth_bin', sa.String(), nullable=False),
    sa.Column('target_depth', sa.Float(), nullable=True),
    sa.Column('repeat', sa.Integer(), nullable=False),
    sa.Column('control', sa.String(), nullable=False),
    sa.ForeignKeyConstraint(['question_id'], ['question.id'], ),
    sa.ForeignKeyConstraint(['run_id'], ['run.id'], ),
    sa.PrimaryKeyConstraint('id'),
    sa.UniqueConstraint('run_id', 'item_key')
    )
    with op.batch_alter_table('depth_task', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_depth_task_question_id'), ['question_id'], unique=False)
        batch_op.create_index(batch_op.f('ix_depth_task_run_id'), ['run_id'], unique=False)

    op.create_table('depth_result',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('item_id', sa.Integer(), nullable=False),
    sa.Column('run_id', sa.Integer(), nullable=False),
    sa.Column('question_id', sa.Integer(), nullable=False),
    sa.Column('context_length', sa.Integer(), nullable=False),
    sa.Column('depth_bin', sa.String(), nullable=False),
    sa.Column('control', sa.String(), nullable=False),
    sa.Column('repeat', sa.Integer(), nullable=False),
    sa.Column('outcome', sa.String(), nullable=False),
    sa.Column('target_depth', sa.Float(), nullable=True),
    sa.Column('depth', sa.Float(), nullable=True),
    sa.Column('score', sa.Float(), nullable=True),
    sa.Column('model_answer', sa.JSON(), nullable=False),
    sa.Column('parsing_status', sa.String(), nullable=False),
    sa.Column('metrics', sa.JSON(), nullable=False),
    sa.Column('warnings', sa.JSON(), nullable=False),
    sa.Column('context_tokens', sa.Integer(), nullable=True),
    sa.Column('planned_prompt_tokens', sa.Integer(), nullable=True),
    sa.Column('billed_prompt_tokens', sa.Integer(), nullable=True),
    sa.Column('completion_tokens', sa.Integer(), nullable=True),
    sa.Column('pieces', sa.JSON(), nullable=False),
    sa.Column('evidence_start', sa.Integer(), nullable=True),
    sa.Column('evidence_end', sa.Integer(), nullable=True),
    sa.Column('context_hash', sa.String(), nullable=True),
    sa.Column('raw_reply', sa.Text(), nullable=True),
    sa.ForeignKeyConstraint(['item_id'], ['run_item.id'], ),
    sa.ForeignKeyConstraint(['question_id'], ['question.id'], ),
    sa.ForeignKeyConstraint(['run_id'], ['run.id'], ),
    sa.PrimaryKeyConstraint('id'),
    sa.UniqueConstraint('item_id')
    )
    with op.batch_alter_table('depth_result', schema=None) as batch_op:
        batch_op.create_index('ix_depth_result_cell', ['run_id', 'control', 'context_length', 'depth_bin', 'outcome'], unique=False)
        batch_op.create_index(batch_op.f('ix_depth_result_question_id'), ['question_id'], unique=False)

    # Not in a batch: SQLite would copy the table, and others refer to it.
    op.add_column('run', sa.Column('cost', sa.Float(), server_default='0', nullable=False))


def downgrade() -> None:
    op.drop_column('run', 'cost')

    with op.batch_alter_table('depth_result', schema=None) as batch_op:
        batch_op.drop_index(batch_op.f('ix_depth_result_question_id'))
        batch_op.drop_index('ix_depth_result_cell')

    op.drop_table('depth_result')
    with op.batch_alter_table('depth_task', schema=None) as batch_op:
        batch_op.drop_index(batch_op.f('ix_depth_task_run_id'))
        batch_op.drop_index(batch_op.f('ix_depth_task_question_id'))

    op.drop_table('depth_task')
