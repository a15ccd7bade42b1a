"""gated answers"""

import sqlalchemy as sa
from alembic import op


revision = '0012'
down_revision = '0011'
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table('chat_session',
    sa.Column('id', sa.String(), nullable=False),
    sa.Column('tenant_id', sa.String(), nullable=False),
    sa.Column('site_id', sa.String(), nullable=False),
    sa.Column('npc_id', sa.String(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), nullable=False),
    sa.PrimaryKeyConstraint('id')
    )
    with op.batch_alter_table('chat_session', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_chat_session_created_at'), ['created_at'], unique=False)

    op.create_table('gate_case_set',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('title', sa.String(), nullable=False),
    sa.Column('file_name', sa.String(), nullable=False),
    sa.Column('content_hash', sa.String(), nullable=False),
    sa.Column('row_count', sa.Integer(), nullable=False),
    sa.Column('is_sample', sa.Boolean(), nullable=False),
    sa.Column('created_by', sa.String(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), nullable=False),
    sa.PrimaryKeyConstraint('id'),
    sa.UniqueConstraint('content_hash')
    )
    op.create_table('npc_kind',
    sa.Column('kind', sa.String(), nullable=False),
    sa.Column('min_citations', sa.Integer(), nullable=False),
    sa.PrimaryKeyConstraint('kind')
    )
    op.create_table('npc_profile',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('tenant_id', sa.String(), nullable=False),
    sa.Column('site_id', sa.String(), nullable=False),
    sa.Column('npc_id', sa.String(), nullable=False),
    sa.Column('version', sa.Integer(), nullable=False),
    sa.Column('name', sa.String(), nullable=False),
    sa.Column('kind', sa.String(), nullable=False),
    sa.Column('persona', sa.Text(), nullable=False),
    sa.Column('language', sa.String(), nullable=False),
    sa.Column('min_citations', sa.Integer(), nullable=True),
    sa.Column('source_ids', sa.JSON(none_as_null=True), nullable=True),
    sa.Column('refusal', sa.String(), nullable=False),
    sa.Column('words', sa.JSON(), nullable=False),
    sa.Column('connection', sa.String(), nullable=False),
    sa.Column('is_sample', sa.Boolean(), nullable=False),
    sa.Column('changed_by', sa.String(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), nullable=False),
    sa.PrimaryKeyConstraint('id'),
    sa.UniqueConstraint('tenant_id', 'site_id', 'npc_id', 'version')
    )
    op.create_table('refusal_template',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('name', sa.String(), nullable=False),
    sa.Column('version', sa.Integer(), nullable=False),
    sa.Column('texts', sa.JSON(), nullable=False),
    sa.Column('changed_by', sa.String(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), nullable=False),
    sa.PrimaryKeyConstraint('id'),
    sa.UniqueConstraint('name', 'version')
    )
    op.create_table('gate_case',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('set_id', sa.Integer(), nullable=False),
    sa.Column('key', sa.String(), nullable=False),
    sa.Column('role', sa.String(), nullable=False),
    sa.Column('category', sa.String(), nullable=False),
    sa.Column('query', sa.Text(), nullable=False),
    sa.Column('expected_mode', sa.String(), nullable=False),
    sa.Column('case', sa.JSON(), nullable=False),
    sa.ForeignKeyConstraint(['set_id'], ['gate_case_set.id'], ),
    sa.PrimaryKeyConstraint('id'),
    sa.UniqueConstraint('set_id', 'key', 'role')
    )
    with op.batch_alter_table('gate_case', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_gate_case_set_id'), ['set_id'], unique=False)

    op.create_table('gate_run',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('set_id', sa.Integer(), nullable=False),
    sa.Column('spec', sa.JSON(), nullable=False),
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
    sa.ForeignKeyConstraint(['set_id'], ['gate_case_set.id'], ),
    sa.PrimaryKeyConstraint('id'),
    sa.UniqueConstraint('idempotency_key')
    )
    with op.batch_alter_table('gate_run', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_gate_run_created_at'), ['created_at'], unique=False)
        batch_op.create_index(batch_op.f('ix_gate_run_set_id'), ['set_id'], unique=False)
        batch_op.create_index('ix_gate_run_status', ['status', 'lease_until'], unique=False)

    op.create_table('answer_trace',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('trace_id', sa.String(), nullable=False),
    sa.Column('session_id', sa.String(), nullable=True),
    sa.Column('profile_id', sa.Integer(), nullable=False),
    sa.Column('run_id', sa.Integer(), nullable=True),
    sa.Column('case_id', sa.Integer(), nullable=True),
    sa.Column('arm', sa.String(), nullable=True),
    sa.Column('leaked', sa.Boolean(), nullable=True),
    sa.Column('query', sa.Text(), nullable=False),
    sa.Column('answer_text', sa.Text(), nullable=False),
    sa.Column('intent', sa.String(), nullable=False),
    sa.Column('policy_mode', sa.String(), nullable=False),
    sa.Column('gate_status', sa.String(), nullable=False),
    sa.Column('asked_by', sa.String(), nullable=False),
    sa.Column('record', sa.JSON(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), nullable=False),
    sa.ForeignKeyConstraint(['case_id'], ['gate_case.id'], ),
    sa.ForeignKeyConstraint(['profile_id'], ['npc_profile.id'], ),
    sa.ForeignKeyConstraint(['run_id'], ['gate_run.id'], ),
    sa.ForeignKeyConstraint(['session_id'], ['chat_session.id'], ),
    sa.PrimaryKeyConstraint('id'),
    sa.UniqueConstraint('run_id', 'case_id', 'arm'),
    sa.UniqueConstraint('trace_id')
    )
    with op.batch_alter_table('answer_trace', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_answer_trace_case_id'), ['case_id'], unique=False)
        batch_op.create_index(batch_op.f('ix_answer_trace_created_at'), ['created_at'], unique=False)
        batch_op.create_index(batch_op.f('ix_answer_trace_profile_id'), ['profile_id'], unique=False)
        batch_op.create_index('ix_answer_trace_session', ['session_id', 'id'], unique=False)

    op.create_table('gate_feedback',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('trace_id', sa.Integer(), nullable=False),
    sa.Column('judged', sa.String(), nullable=False),
    sa.Column('note', sa.Text(), nullable=False),
    sa.Column('given_by', sa.String(), nullable=False),
    sa.Column('undoes_id', sa.Integer(), nullable=True),
    sa.Column('idempotency_key', sa.String(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), nullable=False),
    sa.ForeignKeyConstraint(['trace_id'], ['answer_trace.id'], ),
    sa.ForeignKeyConstraint(['undoes_id'], ['gate_feedback.id'], ),
    sa.PrimaryKeyConstraint('id'),
    sa.UniqueConstraint('idempotency_key')
    )
    with op.batch_alter_table('gate_feedback', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_gate_feedback_trace_id'), ['trace_id'], unique=False)
        batch_op.create_index(batch_op.f('ix_gate_feedback_undoes_id'), ['undoes_id'], unique=False)



def downgrade() -> None:
    with op.batch_alter_table('gate_feedback', schema=None) as batch_op:
        batch_op.drop_index(batch_op.f('ix_gate_feedback_undoes_id'))
        batch_op.drop_index(batch_op.f('ix_gate_feedback_trace_id'))

    op.drop_table('gate_feedback')
    with op.batch_alter_table('answer_trace', schema=None) as batch_op:
        batch_op.drop_index('ix_answer_trace_session')
        batch_op.drop_index(batch_op.f('ix_answer_trace_profile_id'))
        batch_op.drop_index(batch_op.f('ix_answer_trace_created_at'))
        batch_op.drop_index(batch_op.f('ix_answer_trace_case_id'))

    op.drop_table('answer_trace')
    with op.batch_alter_table('gate_run', schema=None) as batch_op:
        batch_op.drop_index('ix_gate_run_status')
        batch_op.drop_index(batch_op.f('ix_gate_run_set_id'))
        batch_op.drop_index(batch_op.f('ix_gate_run_created_at'))

    op.drop_table('gate_run')
    with op.batch_alter_table('gate_case', schema=None) as batch_op:
        batch_op.drop_index(batch_op.f('ix_gate_case_set_id'))

    op.drop_table('gate_case')
    op.drop_table('refusal_template')
    op.drop_table('npc_profile')
    op.drop_table('npc_kind')
    op.drop_table('gate_case_set')
    with op.batch_alter_table('chat_session', schema=None) as batch_op:
        batch_op.drop_index(batch_op.f('ix_chat_session_created_at'))

    op.drop_table('chat_session')
