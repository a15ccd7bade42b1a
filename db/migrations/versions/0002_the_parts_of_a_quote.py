"""the parts of a quote"""

import sqlalchemy as sa
from alembic import op


revision = '0002'
down_revision = '0001'
branch_labels = None
depends_on = None


def upgrade() -> None:
    fragments = sa.Column('fragments', sa.JSON(), server_default='[]', nullable=False)
    op.add_column('validation', fragments)


def downgrade() -> None:
    with op.batch_alter_table('validation', schema=None) as batch_op:
        batch_op.drop_column('fragments')
