"""answers that reviewers gave before the label was shown to them"""

import sqlalchemy as sa
from alembic import op


revision = '0019'
down_revision = '0018'
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column('review_event', sa.Column('answer', sa.JSON(), nullable=True))


def downgrade() -> None:
    op.execute("DELETE FROM review_event WHERE action = 'answer'")
    op.drop_column('review_event', 'answer')
