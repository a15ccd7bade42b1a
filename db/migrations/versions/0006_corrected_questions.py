"""corrected questions"""

import sqlalchemy as sa
from alembic import op


revision = '0006'
down_revision = '0005'
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table('question_revision',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('item_id', sa.Integer(), nullable=False),
    sa.Column('question_id', sa.Integer(), nullable=False),
    sa.Column('reviewer_id', sa.Integer(), nullable=False),
    sa.Column('question', sa.Text(), nullable=False),
    sa.Column('question_type', sa.String(), nullable=False),
    sa.Column('choice', sa.JSON(), nullable=False),
    sa.Column('answer', sa.JSON(), nullable=False),
    sa.Column('start_pos', sa.Integer(), nullable=True),
    sa.Column('end_pos', sa.Integer(), nullable=True),
    sa.Column('evidence', sa.Text(), nullable=True),
    sa.Column('evidence_start', sa.Integer(), nullable=True),
    sa.Column('evidence_end', sa.Integer(), nullable=True),
    sa.Column('created_at', sa.DateTime(timezone=True), nullable=False),
    sa.ForeignKeyConstraint(['item_id'], ['run_item.id'], ),
    sa.ForeignKeyConstraint(['question_id'], ['question.id'], ),
    sa.ForeignKeyConstraint(['reviewer_id'], ['reviewer.id'], ),
    sa.PrimaryKeyConstraint('id')
    )
    for name in ('item_id', 'question_id', 'reviewer_id'):
        op.create_index(f'ix_question_revision_{name}', 'question_revision', [name])

    op.create_table('revalidation',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('revision_id', sa.Integer(), nullable=False),
    sa.Column('reviewer_id', sa.Integer(), nullable=False),
    sa.Column('outcome', sa.String(), nullable=False),
    sa.Column('reason', sa.String(), nullable=True),
    sa.Column('error', sa.String(), nullable=True),
    sa.Column('error_params', sa.JSON(), nullable=False),
    sa.Column('attempts', sa.Integer(), nullable=False),
    sa.Column('reused', sa.Boolean(), nullable=False),
    sa.Column('tokens', sa.Integer(), nullable=False),
    sa.Column('cost', sa.Float(), nullable=False),
    sa.Column('latency_s', sa.Float(), nullable=False),
    sa.Column('verdict', sa.JSON(none_as_null=True), nullable=True),
    sa.Column('asked_at', sa.DateTime(timezone=True), nullable=False),
    sa.ForeignKeyConstraint(['revision_id'], ['question_revision.id'], ),
    sa.ForeignKeyConstraint(['reviewer_id'], ['reviewer.id'], ),
    sa.PrimaryKeyConstraint('id')
    )
    for name in ('revision_id', 'reviewer_id'):
        op.create_index(f'ix_revalidation_{name}', 'revalidation', [name])

    op.create_table('review_draft',
    sa.Column('item_id', sa.Integer(), autoincrement=False, nullable=False),
    sa.Column('reviewer_id', sa.Integer(), nullable=False),
    sa.Column('content', sa.JSON(), nullable=False),
    sa.Column('saved_at', sa.DateTime(timezone=True), nullable=False),
    sa.ForeignKeyConstraint(['item_id'], ['run_item.id'], ),
    sa.ForeignKeyConstraint(['reviewer_id'], ['reviewer.id'], ),
    sa.PrimaryKeyConstraint('item_id', 'reviewer_id')
    )
    op.create_index('ix_review_draft_reviewer_id', 'review_draft', ['reviewer_id'])

    # Not in a batch: SQLite would copy the table, and it refers to itself.
    op.add_column('review_event', sa.Column('revision_id', sa.Integer(), nullable=True))
    op.create_index('ix_review_event_revision_id', 'review_event', ['revision_id'])


def downgrade() -> None:
    op.drop_index('ix_review_event_revision_id', 'review_event')
    op.drop_column('review_event', 'revision_id')
    for name in ('review_draft', 'revalidation', 'question_revision'):
        op.drop_table(name)
