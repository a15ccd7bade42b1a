"""decisions follow the question

On the way up, what is derived from the events is made anew by whoever opens the desk after a change
of its tables (`db.engine.migrate`). The release before does so for no change but its own, so the way
back leaves what it expects: standings by item, by the rules it had.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, islice
from typing import Any

import sqlalchemy as sa
from alembic import op


revision = '0020'
down_revision = '0019'
branch_labels = None
depends_on = None

DERIVED = ('review_opinion', 'review_aside')
AT_ONCE = 1000
KEEP, FIX, DROP = OPINIONS = ('keep', 'fix', 'drop')
SKIP, SECOND, ASSIGN, UNDO = 'skip', 'second', 'assign', 'undo'


def upgrade() -> None:
    op.add_column('review_event', sa.Column('shown', sa.String(), server_default='', nullable=False))
    op.add_column('review_event', sa.Column('of_question', sa.Boolean(), server_default='0', nullable=False))
    _say_what_was_shown()
    _carry_the_same_correction_once()
    op.add_column('review_state', sa.Column('is_current', sa.Boolean(), server_default='0', nullable=False))
    op.add_column('review_state', sa.Column('is_listed', sa.Boolean(), server_default='0', nullable=False))
    op.add_column('review_state', sa.Column('earlier_id', sa.Integer(), nullable=True))
    op.drop_index('ix_review_state_next', 'review_state')
    op.create_index('ix_review_state_next', 'review_state',
                    ['is_listed', 'waits', 'outcome', 'newest_first', 'line', 'item_id'])
    _derived_by('question_id', 'question.id')


def downgrade() -> None:
    _derived_by('item_id', 'run_item.id')
    op.drop_index('ix_review_state_next', 'review_state')
    op.drop_column('review_state', 'earlier_id')
    op.drop_column('review_state', 'is_listed')
    op.drop_column('review_state', 'is_current')
    op.create_index('ix_review_state_next', 'review_state',
                    ['waits', 'outcome', 'newest_first', 'line', 'item_id'])
    op.drop_column('review_event', 'of_question')
    op.drop_column('review_event', 'shown')
    _stand_by_item()


def _derived_by(key: str, of: str) -> None:
    """Both tables, empty, with another key."""
    for table in DERIVED:
        op.drop_index(f'ix_{table}_reviewer_id', table)
        op.drop_table(table)
        more: Sequence[Any] = () if table == 'review_aside' else [
            sa.Column('action', sa.String(), nullable=False),
            sa.Column('revision_id', sa.Integer(), nullable=True),
            sa.Column('independent', sa.String(), nullable=True),
            sa.ForeignKeyConstraint(['revision_id'], ['question_revision.id']),
        ]
        op.create_table(
            table,
            sa.Column(key, sa.Integer(), autoincrement=False, nullable=False),
            sa.Column('reviewer_id', sa.Integer(), nullable=False),
            *more,
            sa.ForeignKeyConstraint([key], [of]),
            sa.ForeignKeyConstraint(['reviewer_id'], ['reviewer.id']),
            sa.PrimaryKeyConstraint(key, 'reviewer_id'),
            **({} if table == 'review_aside' else {'sqlite_with_rowid': False}),
        )
        op.create_index(f'ix_{table}_reviewer_id', table, ['reviewer_id'])


def _say_what_was_shown() -> None:
    """To whoever decided: the failure reasons of the item that they decided on."""
    event = sa.table('review_event', *map(sa.column, ('id', 'item_id', 'action', 'shown')))
    item = sa.table('run_item', sa.column('id'), sa.column('reason'))
    verdict = sa.table('validation', sa.column('item_id'), sa.column('failure_reasons', sa.JSON()))
    connection = op.get_bind()
    found = connection.execute(
        sa.select(event.c.id, item.c.reason, verdict.c.failure_reasons)
        .join(item, item.c.id == event.c.item_id)
        .outerjoin(verdict, verdict.c.item_id == item.c.id)
        .where(event.c.action.in_(OPINIONS))
    )
    shown = (
        {'of_id': row.id, 'said': '|'.join(['', *dict.fromkeys(reasons), ''])}
        for row in found.all()
        if (reasons := [*(row.failure_reasons or ()), *([row.reason] if row.reason else ())])
    )
    put = event.update().where(event.c.id == sa.bindparam('of_id')).values(shown=sa.bindparam('said'))
    for rows in _portions(shown):
        connection.execute(put, rows)


def _portions(rows: Iterable[Any]) -> Iterator[list[Any]]:
    rest = iter(rows)
    while portion := list(islice(rest, AT_ONCE)):
        yield portion


def _carry_the_same_correction_once() -> None:
    """Of corrections that say the same of a question events carry the first; the others stay on record."""
    content = ('question', 'question_type', 'choice', 'answer', 'start_pos', 'end_pos', 'evidence',
               'evidence_start', 'evidence_end')
    revisions = sa.table('question_revision', sa.column('id'), sa.column('question_id'),
                         *(sa.column(name, sa.JSON() if name in ('choice', 'answer') else None) for name in content))
    connection = op.get_bind()
    same = defaultdict[tuple[Any, str], list[int]](list)
    for row in connection.execute(sa.select(revisions).order_by(revisions.c.id)):
        same[row.question_id, repr([getattr(row, name) for name in content])].append(row.id)
    event = sa.table('review_event', sa.column('revision_id'))
    for first, *others in same.values():
        for at in range(0, len(others), AT_ONCE):
            connection.execute(event.update().where(event.c.revision_id.in_(others[at:at + AT_ONCE]))
                               .values(revision_id=first))


# What the release before made of the events on one item, frozen as it was.

Acts = Sequence[Any]


def _stand_by_item() -> None:
    connection = op.get_bind()
    event, state = _columns(connection, 'review_event'), _columns(connection, 'review_state')
    text = _columns(connection, 'review_text')
    fresh = {'state': 'open', 'waits': True, 'decision': None, 'decision_id': None, 'reviewer_id': None,
             'opinions': 0, 'contest': 0, 'assignee_id': None, 'last_event_id': 0}
    connection.execute(state.update().values(fresh))
    connection.execute(text.update().values(corrected=sa.case(
        (text.c.item_id.in_(sa.select(event.c.item_id).where(event.c.revision_id.is_not(None))), text.c.corrected),
        else_='')))
    known = set(connection.execute(sa.select(state.c.item_id)).scalars())
    acts = connection.execute(sa.select(event).order_by(event.c.item_id, event.c.id)).all()
    standing = ((item_id, _fold(list(made))) for item_id, made in groupby(acts, lambda act: act.item_id)
                if item_id in known)
    put = state.update().where(state.c.item_id == sa.bindparam('of_item'))
    for found in _portions(standing):
        connection.execute(put, [{'of_item': item_id, **one['columns']} for item_id, one in found])
        for table in DERIVED:
            rows = [{'item_id': item_id, **row} for item_id, one in found for row in one[table]]
            if rows:
                connection.execute(_columns(connection, table).insert(), rows)


def _columns(connection: Any, table: str) -> Any:
    return sa.Table(table, sa.MetaData(), autoload_with=connection)


def _fold(acts: Acts) -> dict[str, Any]:
    undone = {act.undoes_id for act in acts if act.action == UNDO}
    kept = [act for act in acts if act.action != UNDO and act.id not in undone]
    opinions = {act.reviewer_id: act for act in kept if _is_opinion(act)}
    final = _latest(act for act in kept if act.action in OPINIONS and act.cause is not None)
    asked = _latest(act for act in kept if act.action == SECOND)
    given = _given(acts, asked)
    state, decision = ('settled', final) if final else _opined(opinions, given if asked else None)
    aside = _skipped(kept, opinions) | (given if state == 'second' else set())
    blind = list({act.reviewer_id: act for act in kept if _is_opinion(act) and act.blind}.values())[:2]
    unseen = {act.reviewer_id: act.action for act in blind} if len(blind) > 1 else {}
    assigned = _latest(act for act in kept if act.action == ASSIGN)
    to = assigned.assignee_id if assigned else None
    said = Counter((act.action, act.revision_id) for act in opinions.values())
    return {
        'columns': {
            'state': state,
            'waits': state in ('open', 'second'),
            'decision': decision and decision.action,
            'decision_id': decision and decision.id,
            'reviewer_id': decision and decision.reviewer_id,
            'opinions': len(opinions),
            'contest': len(opinions) - max(said.values(), default=0),
            'assignee_id': None if to in aside else to,
            'last_event_id': acts[-1].id,
        },
        'review_opinion': [
            {'reviewer_id': by, 'action': act.action, 'revision_id': act.revision_id, 'independent': unseen.get(by)}
            for by, act in opinions.items()
        ],
        'review_aside': [{'reviewer_id': by} for by in sorted(aside)],
    }


def _is_opinion(act: Any) -> bool:
    return act.action in OPINIONS and act.cause is None


def _latest(acts: Iterable[Any]) -> Any:
    return max(acts, key=lambda act: act.id, default=None)


def _given(acts: Acts, asked: Any) -> set[int]:
    if asked is None:
        return set()
    before = [act for act in acts if act.id <= asked.id]
    undone = {act.undoes_id for act in before if act.action == UNDO}
    return {act.reviewer_id for act in before if _is_opinion(act)} | {
        act.reviewer_id for act in before if act.action == SECOND and not act.blind and act.id not in undone
    }


def _opined(opinions: dict[int, Any], given: set[int] | None) -> tuple[str, Any]:
    latest = _latest(opinions.values())
    if given is None:
        return ('decided' if latest else 'open'), latest
    first = _latest(act for by, act in opinions.items() if by in given)
    second = next((act for by, act in opinions.items() if by not in given), None)
    if second is None:
        return 'second', first
    if first is not None:
        corrections = {first.revision_id, second.revision_id} - {None}
        if first.action != second.action or len(corrections) > 1:
            return 'disputed', None
        if latest in (first, second):
            latest = max(first, second, key=lambda act: (act.revision_id is not None, act.id))
    return 'decided', latest


def _skipped(kept: Acts, opinions: dict[int, Any]) -> set[int]:
    back = {by: act.id for by, act in opinions.items()}
    for act in kept:
        if act.action == ASSIGN and act.assignee_id is not None:
            back[act.assignee_id] = max(act.id, back.get(act.assignee_id, 0))
    return {act.reviewer_id for act in kept if act.action == SKIP and act.id > back.get(act.reviewer_id, 0)}
