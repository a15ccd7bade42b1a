"""what a refused row of an upload is about"""

import sqlalchemy as sa
from alembic import op


revision = '0021'
down_revision = '0020'
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column('copy_issue', sa.Column('key', sa.String(), nullable=False, server_default=''))


def downgrade() -> None:
    op.drop_column('copy_issue', 'key')
