"""words of corrections, to be searched"""

import sqlalchemy as sa
from alembic import op


revision = '0009'
down_revision = '0008'
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column('review_text', sa.Column('corrected', sa.Text(), server_default='', nullable=False))


def downgrade() -> None:
    with op.batch_alter_table('review_text', schema=None) as batch_op:
        batch_op.drop_column('corrected')
