"""passages"""

import sqlalchemy as sa
from alembic import op


revision = '0011'
down_revision = '0010'
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table('passage',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('source_id', sa.Integer(), nullable=False),
    sa.Column('ordinal', sa.Integer(), nullable=False),
    sa.Column('start', sa.Integer(), nullable=False),
    sa.Column('end', sa.Integer(), nullable=False),
    sa.Column('text', sa.Text(), nullable=False),
    sa.ForeignKeyConstraint(['source_id'], ['source_text.id'], ),
    sa.PrimaryKeyConstraint('id'),
    sa.UniqueConstraint('source_id', 'ordinal')
    )
    op.create_table('indexed_source',
    sa.Column('source_id', sa.Integer(), nullable=False),
    sa.Column('version', sa.Integer(), nullable=False),
    sa.Column('passage_count', sa.Integer(), nullable=False),
    sa.Column('term_count', sa.Integer(), nullable=False),
    sa.ForeignKeyConstraint(['source_id'], ['source_text.id'], ),
    sa.PrimaryKeyConstraint('source_id')
    )
    if op.get_bind().dialect.name == 'sqlite':
        # Contentless: the text stands in `passage`, the terms are made from it again.
        op.execute(
            "CREATE VIRTUAL TABLE passage_fts USING fts5(terms, content='', "
            "tokenize=\"unicode61 remove_diacritics 0 tokenchars '_'\")"
        )
        op.execute("CREATE VIRTUAL TABLE passage_vocabulary USING fts5vocab(passage_fts, 'row')")
        return
    op.execute(
        "CREATE TABLE passage_terms ("
        "passage_id INTEGER PRIMARY KEY REFERENCES passage (id) ON DELETE CASCADE, "
        "terms tsvector NOT NULL)"
    )
    op.execute("CREATE INDEX ix_passage_terms ON passage_terms USING gin (terms)")
    op.execute("CREATE TABLE passage_vocabulary (term TEXT PRIMARY KEY, doc INTEGER NOT NULL)")


def downgrade() -> None:
    if op.get_bind().dialect.name == 'sqlite':
        op.execute("DROP TABLE passage_vocabulary")
        op.execute("DROP TABLE passage_fts")
    else:
        op.execute("DROP TABLE passage_vocabulary")
        op.execute("DROP TABLE passage_terms")
    op.drop_table('indexed_source')
    op.drop_table('passage')
