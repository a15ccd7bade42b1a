"""what each reviewer says"""

from collections import defaultdict

import sqlalchemy as sa
from alembic import op


revision = '0008'
down_revision = '0007'
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table('review_opinion',
    sa.Column('item_id', sa.Integer(), autoincrement=False, nullable=False),
    sa.Column('reviewer_id', sa.Integer(), nullable=False),
    sa.Column('action', sa.String(), nullable=False),
    sa.Column('revision_id', sa.Integer(), nullable=True),
    sa.Column('independent', sa.String(), nullable=True),
    sa.ForeignKeyConstraint(['item_id'], ['run_item.id'], ),
    sa.ForeignKeyConstraint(['reviewer_id'], ['reviewer.id'], ),
    sa.ForeignKeyConstraint(['revision_id'], ['question_revision.id'], ),
    sa.PrimaryKeyConstraint('item_id', 'reviewer_id'),
    sqlite_with_rowid=False,
    )
    op.create_index('ix_review_opinion_reviewer_id', 'review_opinion', ['reviewer_id'])
    op.drop_column('review_state', 'pair')
    _carry_the_same_correction_once()


def _carry_the_same_correction_once() -> None:
    """Of corrections that say the same of an item events carry the first; the others stay on record."""
    kept = ('question', 'question_type', 'choice', 'answer', 'start_pos', 'end_pos', 'evidence',
            'evidence_start', 'evidence_end')
    revisions = sa.table('question_revision', sa.column('id'), sa.column('item_id'),
                         *(sa.column(name, sa.JSON() if name in ('choice', 'answer') else None) for name in kept))
    connection = op.get_bind()
    same = defaultdict(list)
    for row in connection.execute(sa.select(revisions).order_by(revisions.c.id)):
        content = repr([getattr(row, name) for name in kept])
        same[row.item_id, content].append(row.id)
    for table in ('review_event', 'revalidation'):
        carries = sa.table(table, sa.column('revision_id'))
        for first, *others in same.values():
            if others:
                connection.execute(carries.update().where(carries.c.revision_id.in_(others)).values(revision_id=first))


def downgrade() -> None:
    op.add_column('review_state', sa.Column('pair', sa.String(), server_default='', nullable=False))
    op.drop_index('ix_review_opinion_reviewer_id', 'review_opinion')
    op.drop_table('review_opinion')
