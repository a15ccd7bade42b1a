"""copy verification"""

import sqlalchemy as sa
from alembic import op


revision = '0010'
down_revision = '0009'
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table('copy_upload',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('kind', sa.String(), nullable=False),
    sa.Column('title', sa.String(), nullable=False),
    sa.Column('file_name', sa.String(), nullable=False),
    sa.Column('content_hash', sa.String(), nullable=False),
    sa.Column('row_count', sa.Integer(), nullable=False),
    sa.Column('refused_count', sa.Integer(), nullable=False),
    sa.Column('is_sample', sa.Boolean(), nullable=False),
    sa.Column('created_by', sa.String(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), nullable=False),
    sa.PrimaryKeyConstraint('id'),
    sa.UniqueConstraint('kind', 'content_hash')
    )
    op.create_table('policy_version',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('version', sa.String(), nullable=False),
    sa.Column('sha256', sa.String(), nullable=False),
    sa.Column('text', sa.Text(), nullable=False),
    sa.Column('note', sa.Text(), nullable=False),
    sa.Column('built_in', sa.Boolean(), nullable=False),
    sa.Column('published_by', sa.String(), nullable=False),
    sa.Column('published_at', sa.DateTime(timezone=True), nullable=False),
    sa.PrimaryKeyConstraint('id'),
    sa.UniqueConstraint('version')
    )
    with op.batch_alter_table('policy_version', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_policy_version_sha256'), ['sha256'], unique=False)

    op.create_table('catalogue_item',
    sa.Column('upload_id', sa.Integer(), nullable=False),
    sa.Column('item_id', sa.String(), nullable=False),
    sa.Column('brand', sa.String(), nullable=False),
    sa.Column('active', sa.Boolean(), nullable=False),
    sa.Column('purchasable', sa.Boolean(), nullable=False),
    sa.Column('price', sa.String(), nullable=True),
    sa.Column('title', sa.Text(), nullable=False),
    sa.ForeignKeyConstraint(['upload_id'], ['copy_upload.id'], ),
    sa.PrimaryKeyConstraint('upload_id', 'item_id'),
    sqlite_with_rowid=False
    )
    with op.batch_alter_table('catalogue_item', schema=None) as batch_op:
        batch_op.create_index('ix_catalogue_item_brand', ['upload_id', 'brand'], unique=False)

    op.create_table('copy_candidate',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('upload_id', sa.Integer(), nullable=False),
    sa.Column('line', sa.Integer(), nullable=False),
    sa.Column('key', sa.String(), nullable=False),
    sa.Column('channel', sa.String(), nullable=False),
    sa.Column('locale', sa.String(), nullable=False),
    sa.Column('user_id', sa.String(), nullable=True),
    sa.Column('item_count', sa.Integer(), nullable=False),
    sa.Column('text', sa.Text(), nullable=False),
    sa.Column('folded', sa.Text(), nullable=False),
    sa.Column('said', sa.JSON(), nullable=False),
    sa.ForeignKeyConstraint(['upload_id'], ['copy_upload.id'], ),
    sa.PrimaryKeyConstraint('id'),
    sa.UniqueConstraint('upload_id', 'key')
    )
    with op.batch_alter_table('copy_candidate', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_copy_candidate_upload_id'), ['upload_id'], unique=False)

    op.create_table('copy_check',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('title', sa.String(), nullable=False),
    sa.Column('candidates_id', sa.Integer(), nullable=False),
    sa.Column('catalogue_id', sa.Integer(), nullable=True),
    sa.Column('events_id', sa.Integer(), nullable=True),
    sa.Column('recent_id', sa.Integer(), nullable=True),
    sa.Column('policy_id', sa.Integer(), nullable=False),
    sa.Column('moment', sa.DateTime(timezone=True), nullable=False),
    sa.Column('options', sa.JSON(), nullable=False),
    sa.Column('status', sa.String(), nullable=False),
    sa.Column('total', sa.Integer(), nullable=False),
    sa.Column('is_sample', sa.Boolean(), nullable=False),
    sa.Column('worker', sa.String(), nullable=False),
    sa.Column('lease_until', sa.DateTime(timezone=True), nullable=True),
    sa.Column('error', sa.String(), nullable=True),
    sa.Column('error_params', sa.JSON(), nullable=False),
    sa.Column('created_by', sa.String(), nullable=False),
    sa.Column('idempotency_key', sa.String(), nullable=True),
    sa.Column('created_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('started_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('finished_at', sa.DateTime(timezone=True), nullable=True),
    sa.ForeignKeyConstraint(['candidates_id'], ['copy_upload.id'], ),
    sa.ForeignKeyConstraint(['catalogue_id'], ['copy_upload.id'], ),
    sa.ForeignKeyConstraint(['events_id'], ['copy_upload.id'], ),
    sa.ForeignKeyConstraint(['policy_id'], ['policy_version.id'], ),
    sa.ForeignKeyConstraint(['recent_id'], ['copy_upload.id'], ),
    sa.PrimaryKeyConstraint('id'),
    sa.UniqueConstraint('idempotency_key')
    )
    with op.batch_alter_table('copy_check', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_copy_check_candidates_id'), ['candidates_id'], unique=False)
        batch_op.create_index(batch_op.f('ix_copy_check_catalogue_id'), ['catalogue_id'], unique=False)
        batch_op.create_index(batch_op.f('ix_copy_check_created_at'), ['created_at'], unique=False)
        batch_op.create_index(batch_op.f('ix_copy_check_events_id'), ['events_id'], unique=False)
        batch_op.create_index(batch_op.f('ix_copy_check_policy_id'), ['policy_id'], unique=False)
        batch_op.create_index(batch_op.f('ix_copy_check_recent_id'), ['recent_id'], unique=False)
        batch_op.create_index('ix_copy_check_status', ['status', 'lease_until'], unique=False)

    op.create_table('copy_issue',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('upload_id', sa.Integer(), nullable=False),
    sa.Column('severity', sa.String(), nullable=False),
    sa.Column('code', sa.String(), nullable=False),
    sa.Column('line', sa.Integer(), nullable=True),
    sa.Column('field', sa.String(), nullable=True),
    sa.Column('message', sa.String(), nullable=False),
    sa.Column('params', sa.JSON(), nullable=False),
    sa.Column('raw', sa.Text(), nullable=True),
    sa.ForeignKeyConstraint(['upload_id'], ['copy_upload.id'], ),
    sa.PrimaryKeyConstraint('id')
    )
    with op.batch_alter_table('copy_issue', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_copy_issue_upload_id'), ['upload_id'], unique=False)

    op.create_table('policy_draft',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('title', sa.String(), nullable=False),
    sa.Column('based_on', sa.String(), nullable=True),
    sa.Column('text', sa.Text(), nullable=False),
    sa.Column('revision', sa.Integer(), nullable=False),
    sa.Column('created_by', sa.String(), nullable=False),
    sa.Column('saved_by', sa.String(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('saved_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('published_id', sa.Integer(), nullable=True),
    sa.Column('discarded_at', sa.DateTime(timezone=True), nullable=True),
    sa.ForeignKeyConstraint(['published_id'], ['policy_version.id'], ),
    sa.PrimaryKeyConstraint('id')
    )
    with op.batch_alter_table('policy_draft', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_policy_draft_published_id'), ['published_id'], unique=False)

    op.create_table('recent_copy',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('upload_id', sa.Integer(), nullable=False),
    sa.Column('line', sa.Integer(), nullable=False),
    sa.Column('text', sa.Text(), nullable=False),
    sa.ForeignKeyConstraint(['upload_id'], ['copy_upload.id'], ),
    sa.PrimaryKeyConstraint('id')
    )
    with op.batch_alter_table('recent_copy', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_recent_copy_upload_id'), ['upload_id'], unique=False)

    op.create_table('user_event',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('upload_id', sa.Integer(), nullable=False),
    sa.Column('user_id', sa.String(), nullable=False),
    sa.Column('kind', sa.String(), nullable=False),
    sa.Column('at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('item_id', sa.String(), nullable=True),
    sa.ForeignKeyConstraint(['upload_id'], ['copy_upload.id'], ),
    sa.PrimaryKeyConstraint('id')
    )
    with op.batch_alter_table('user_event', schema=None) as batch_op:
        batch_op.create_index('ix_user_event_user', ['upload_id', 'user_id', 'at'], unique=False)

    op.create_table('copy_result',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('check_id', sa.Integer(), nullable=False),
    sa.Column('candidate_id', sa.Integer(), nullable=False),
    sa.Column('outcome', sa.String(), nullable=False),
    sa.Column('verdict', sa.String(), nullable=True),
    sa.Column('decided_by', sa.String(), nullable=True),
    sa.Column('masked_reject', sa.Boolean(), nullable=False),
    sa.Column('channel', sa.String(), nullable=False),
    sa.Column('locale', sa.String(), nullable=False),
    sa.Column('fact', sa.Integer(), nullable=True),
    sa.Column('compliance', sa.Integer(), nullable=True),
    sa.Column('quality', sa.Integer(), nullable=True),
    sa.Column('codes', sa.String(), nullable=False),
    sa.Column('repairs', sa.String(), nullable=False),
    sa.Column('repaired', sa.Boolean(), nullable=False),
    sa.Column('repaired_verdict', sa.String(), nullable=True),
    sa.Column('unfinished', sa.Boolean(), nullable=False),
    sa.Column('retry', sa.Boolean(), nullable=False),
    sa.Column('error', sa.String(), nullable=True),
    sa.Column('error_params', sa.JSON(), nullable=False),
    sa.Column('checked_at', sa.DateTime(timezone=True), nullable=False),
    sa.ForeignKeyConstraint(['candidate_id'], ['copy_candidate.id'], ),
    sa.ForeignKeyConstraint(['check_id'], ['copy_check.id'], ),
    sa.PrimaryKeyConstraint('id'),
    sa.UniqueConstraint('check_id', 'candidate_id')
    )
    with op.batch_alter_table('copy_result', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_copy_result_candidate_id'), ['candidate_id'], unique=False)
        batch_op.create_index('ix_copy_result_codes', ['codes'], unique=False)
        batch_op.create_index('ix_copy_result_verdict', ['check_id', 'verdict', 'retry', 'repaired', 'unfinished', 'repaired_verdict'], unique=False)

    op.create_table('copy_audit',
    sa.Column('result_id', sa.Integer(), autoincrement=False, nullable=False),
    sa.Column('verification', sa.JSON(), nullable=False),
    sa.Column('steps', sa.JSON(), nullable=False),
    sa.ForeignKeyConstraint(['result_id'], ['copy_result.id'], ),
    sa.PrimaryKeyConstraint('result_id')
    )
    op.create_table('copy_event',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('result_id', sa.Integer(), nullable=False),
    sa.Column('reviewer_id', sa.Integer(), nullable=False),
    sa.Column('action', sa.String(), nullable=False),
    sa.Column('step', sa.Integer(), nullable=True),
    sa.Column('verdict', sa.String(), nullable=True),
    sa.Column('text', sa.Text(), nullable=True),
    sa.Column('verification', sa.JSON(none_as_null=True), nullable=True),
    sa.Column('comment', sa.Text(), nullable=False),
    sa.Column('undoes_id', sa.Integer(), nullable=True),
    sa.Column('idempotency_key', sa.String(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), nullable=False),
    sa.ForeignKeyConstraint(['result_id'], ['copy_result.id'], ),
    sa.ForeignKeyConstraint(['reviewer_id'], ['reviewer.id'], ),
    sa.ForeignKeyConstraint(['undoes_id'], ['copy_event.id'], ),
    sa.PrimaryKeyConstraint('id'),
    sa.UniqueConstraint('idempotency_key')
    )
    with op.batch_alter_table('copy_event', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_copy_event_result_id'), ['result_id'], unique=False)
        batch_op.create_index('ix_copy_event_reviewer', ['reviewer_id', 'id'], unique=False)
        batch_op.create_index(batch_op.f('ix_copy_event_undoes_id'), ['undoes_id'], unique=False)

    op.create_table('copy_standing',
    sa.Column('result_id', sa.Integer(), autoincrement=False, nullable=False),
    sa.Column('verdict', sa.String(), nullable=True),
    sa.Column('verdict_event_id', sa.Integer(), nullable=True),
    sa.Column('repair', sa.String(), nullable=True),
    sa.Column('repair_event_id', sa.Integer(), nullable=True),
    sa.ForeignKeyConstraint(['result_id'], ['copy_result.id'], ),
    sa.PrimaryKeyConstraint('result_id')
    )
    with op.batch_alter_table('copy_standing', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_copy_standing_repair'), ['repair'], unique=False)
        batch_op.create_index(batch_op.f('ix_copy_standing_verdict'), ['verdict'], unique=False)



def downgrade() -> None:
    for table in (
        'copy_standing',
        'copy_event',
        'copy_audit',
        'copy_result',
        'user_event',
        'recent_copy',
        'policy_draft',
        'copy_issue',
        'copy_check',
        'copy_candidate',
        'catalogue_item',
        'policy_version',
        'copy_upload',
    ):
        op.drop_table(table)
