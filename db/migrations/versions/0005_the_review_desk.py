"""the review desk"""

import sqlalchemy as sa
from alembic import op


revision = '0005'
down_revision = '0004'
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Not in a batch: SQLite would copy the table, and it refers to itself.
    op.add_column('review_event', sa.Column('reasons', sa.JSON(), server_default='[]', nullable=False))
    op.add_column('review_event', sa.Column('cause', sa.String(), nullable=True))
    op.add_column('review_event', sa.Column('blind', sa.Boolean(), server_default='0', nullable=False))
    op.add_column('review_event', sa.Column('assignee_id', sa.Integer(), nullable=True))
    op.create_index('ix_review_event_assignee_id', 'review_event', ['assignee_id'])
    op.drop_index('ix_review_event_reviewer_id', 'review_event')
    op.create_index('ix_review_event_reviewer', 'review_event', ['reviewer_id', 'id'])
    # Whoever decided first had seen nobody else's decision; of the others it is not known.
    op.execute(
        "UPDATE review_event SET blind = (1 = 1) WHERE id IN "
        "(SELECT min(id) FROM review_event WHERE action <> 'undo' GROUP BY item_id)"
    )

    op.create_table('review_state',
    sa.Column('item_id', sa.Integer(), autoincrement=False, nullable=False),
    sa.Column('run_id', sa.Integer(), nullable=False),
    sa.Column('newest_first', sa.Integer(), nullable=False),
    sa.Column('question_id', sa.Integer(), nullable=False),
    sa.Column('line', sa.Integer(), nullable=False),
    sa.Column('outcome', sa.String(), nullable=False),
    sa.Column('reasons', sa.String(), nullable=False),
    sa.Column('verdict', sa.String(), nullable=False),
    sa.Column('confidence', sa.String(), nullable=False),
    sa.Column('margin', sa.Float(), nullable=False),
    sa.Column('model', sa.String(), nullable=False),
    sa.Column('language', sa.String(), nullable=False),
    sa.Column('state', sa.String(), nullable=False),
    sa.Column('waits', sa.Boolean(), nullable=False),
    sa.Column('decision', sa.String(), nullable=True),
    sa.Column('decision_id', sa.Integer(), nullable=True),
    sa.Column('reviewer_id', sa.Integer(), nullable=True),
    sa.Column('opinions', sa.Integer(), nullable=False),
    sa.Column('contest', sa.Integer(), nullable=False),
    sa.Column('pair', sa.String(), nullable=False),
    sa.Column('assignee_id', sa.Integer(), nullable=True),
    sa.Column('last_event_id', sa.Integer(), nullable=False),
    sa.ForeignKeyConstraint(['assignee_id'], ['reviewer.id'], ),
    sa.ForeignKeyConstraint(['decision_id'], ['review_event.id'], ),
    sa.ForeignKeyConstraint(['item_id'], ['run_item.id'], ),
    sa.ForeignKeyConstraint(['question_id'], ['question.id'], ),
    sa.ForeignKeyConstraint(['reviewer_id'], ['reviewer.id'], ),
    sa.ForeignKeyConstraint(['run_id'], ['run.id'], ),
    sa.PrimaryKeyConstraint('item_id')
    )
    op.create_index('ix_review_state_assignee_id', 'review_state', ['assignee_id'])
    op.create_index('ix_review_state_decision_id', 'review_state', ['decision_id'])
    op.create_index('ix_review_state_next', 'review_state', ['waits', 'outcome', 'newest_first', 'line', 'item_id'])
    op.create_index('ix_review_state_order', 'review_state', ['newest_first', 'line', 'item_id'])
    op.create_index('ix_review_state_run_id', 'review_state', ['run_id'])
    op.create_index('ix_review_state_question_id', 'review_state', ['question_id'])
    op.create_index('ix_review_state_reviewer', 'review_state', ['reviewer_id', 'decision_id'])

    op.create_table('review_text',
    sa.Column('item_id', sa.Integer(), autoincrement=False, nullable=False),
    sa.Column('text', sa.Text(), nullable=False),
    sa.ForeignKeyConstraint(['item_id'], ['run_item.id'], ),
    sa.PrimaryKeyConstraint('item_id')
    )
    op.create_table('review_aside',
    sa.Column('item_id', sa.Integer(), autoincrement=False, nullable=False),
    sa.Column('reviewer_id', sa.Integer(), nullable=False),
    sa.ForeignKeyConstraint(['item_id'], ['run_item.id'], ),
    sa.ForeignKeyConstraint(['reviewer_id'], ['reviewer.id'], ),
    sa.PrimaryKeyConstraint('item_id', 'reviewer_id')
    )
    op.create_index('ix_review_aside_reviewer_id', 'review_aside', ['reviewer_id'])
    op.create_table('review_claim',
    sa.Column('item_id', sa.Integer(), autoincrement=False, nullable=False),
    sa.Column('reviewer_id', sa.Integer(), nullable=False),
    sa.Column('claimed_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('expires_at', sa.DateTime(timezone=True), nullable=False),
    sa.ForeignKeyConstraint(['item_id'], ['run_item.id'], ),
    sa.ForeignKeyConstraint(['reviewer_id'], ['reviewer.id'], ),
    sa.PrimaryKeyConstraint('item_id')
    )
    op.create_index('ix_review_claim_reviewer_id', 'review_claim', ['reviewer_id'])


def downgrade() -> None:
    for name in ('review_claim', 'review_aside', 'review_text', 'review_state'):
        op.drop_table(name)
    op.drop_index('ix_review_event_reviewer', 'review_event')
    op.create_index('ix_review_event_reviewer_id', 'review_event', ['reviewer_id'])
    op.drop_index('ix_review_event_assignee_id', 'review_event')
    for name in ('assignee_id', 'blind', 'cause', 'reasons'):
        op.drop_column('review_event', name)
