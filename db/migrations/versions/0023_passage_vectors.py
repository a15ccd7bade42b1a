"""passages as an embeddings model places them

Nothing is made on the way up: workers make the vectors where search by meaning is set up, and make
them again after the way down and up.
"""

import sqlalchemy as sa
from alembic import op


revision = '0023'
down_revision = '0022'
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table('passage_vectors',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('passage_id', sa.Integer(), nullable=False),
    sa.Column('embedder', sa.String(), nullable=False),
    sa.Column('vector_count', sa.Integer(), nullable=False),
    sa.Column('vectors', sa.LargeBinary(), nullable=False),
    sa.ForeignKeyConstraint(['passage_id'], ['passage.id'], ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id'),
    sa.UniqueConstraint('passage_id', 'embedder'),
    sqlite_autoincrement=True
    )
    op.create_index('ix_passage_vectors_embedder', 'passage_vectors', ['embedder'])


def downgrade() -> None:
    op.drop_index('ix_passage_vectors_embedder', 'passage_vectors')
    op.drop_table('passage_vectors')
