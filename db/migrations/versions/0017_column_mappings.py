"""what a team says the columns of a file hold"""

import sqlalchemy as sa
from alembic import op


revision = '0017'
down_revision = '0016'
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table('column_mapping',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('columns_hash', sa.String(), nullable=False),
    sa.Column('columns', sa.JSON(), nullable=False),
    sa.Column('mapping', sa.JSON(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), nullable=False),
    sa.PrimaryKeyConstraint('id')
    )
    with op.batch_alter_table('column_mapping', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_column_mapping_columns_hash'), ['columns_hash'], unique=True)


def downgrade() -> None:
    op.drop_table('column_mapping')
