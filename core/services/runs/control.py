"""Control runs: start, pause, resume, cancel, stop, cap and retry failures."""

from collections.abc import Sequence

from sqlalchemy import Engine, update
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from core.errors import InputError, NotFoundError, Sentence
from core.llm import Budget, CapReached, require_price
from core.locale import N_
from core.queue import engine as durable
from core.services.access import Right, demand
from core.services.runs.askable import require_askable
from core.services.runs.batch_answers import batch_answers
from core.services.runs.depth_estimate import DepthEstimate
from core.services.runs.depth_tasks import tasks_of
from core.services.runs.estimate import Estimate
from core.services.runs.run_spec import AnySpec, DepthSpec, read_spec
from core.services.runs.shards import cut_shards
from core.services.runs.stored_runs import get_run
from db import writing
from db.queries.runs import RunState
from db.tables import DepthTask, QuestionRow, QuestionSet, Run, RunItem, now

BATCH_WAITS = N_(
    "The calls of this run are made as a batch. Hand its files in, read the results, then resume."
)


def start(
    engine: Engine,
    spec: AnySpec,
    *,
    title: str,
    created_by: str,
    idempotency_key: str | None = None,
    is_sample: bool = False,
    estimate: Estimate | DepthEstimate | None = None,
) -> int:
    """Start a run and return its id; its row and its shards are added in one transaction.

    A second call with the same `idempotency_key` returns the run of the first. `estimate` is
    stored with the run. Raises InputError for an empty set, for a run that would skip every
    question and for a cap on the cost of a model whose price is unknown, NotFoundError for an
    unknown set.
    """
    demand(engine, Right.RUN)
    require_price(spec.max_cost, spec.price, spec.model or spec.connection)
    require_askable(engine, spec)
    run = Run(
        kind=spec.kind,
        title=title,
        set_id=spec.set_id,
        spec=spec.model_dump(mode="json"),
        spec_hash=spec.spec_hash,
        created_by=created_by,
        idempotency_key=idempotency_key,
        is_sample=is_sample,
        max_calls=spec.max_calls,
        max_tokens=spec.max_tokens,
        max_cost=spec.max_cost,
        estimate=_figures(estimate) if estimate else None,
    )
    try:
        with writing(engine) as session:
            existing_id = _run_with_key(session, idempotency_key)
            return _add(session, engine, run, spec) if existing_id is None else existing_id
    except IntegrityError:  # PostgreSQL: a concurrent click committed first
        with Session(engine) as session:
            existing_id = _run_with_key(session, idempotency_key)
        if existing_id is None:
            raise
        return existing_id


def _run_with_key(session: Session, idempotency_key: str | None) -> int | None:
    if idempotency_key is None:
        return None
    return session.exec(select(Run.id).where(Run.idempotency_key == idempotency_key)).first()


def _add(session: Session, engine: Engine, run: Run, spec: AnySpec) -> int:
    if session.get(QuestionSet, run.set_id) is None:
        raise NotFoundError(
            "Question set {set_id} does not exist. Choose one from the library.", set_id=run.set_id
        )
    query = select(QuestionRow).where(QuestionRow.set_id == run.set_id)
    questions = session.exec(query.order_by(col(QuestionRow.id))).all()
    if not questions:
        raise InputError("The question set has no usable questions. Import a file that has some.")
    session.add(run)
    session.flush()
    if run.id is None:
        raise RuntimeError("the database gave the run no id")
    items: Sequence[QuestionRow | DepthTask] = questions
    if isinstance(spec, DepthSpec):
        items = tasks_of(session, run.id, spec, questions)
        session.add_all(items)
        session.flush()
    run.total = len(items)
    if spec.batch:
        run.status, run.wanted, run.stop_reason = "paused", "pause", BATCH_WAITS
        return run.id
    ids = [item.id for item in items if item.id is not None]
    durable.enqueue(
        session, engine, cut_shards(run.id, run.plan, ids, concurrency=spec.concurrency)
    )
    return run.id


_OVER = {
    "done": Sentence("done"),
    "stopped": Sentence("stopped"),
    "cancelled": Sentence("cancelled"),
}
"""Where a run is over, in a sentence."""


def pause(engine: Engine, run_id: int) -> None:
    """Pause a run: no further item starts; calls in flight finish and are recorded.

    Raises InputError for a run that has ended or was stopped.
    """
    demand(engine, Right.RUN)
    run = _change(
        engine, run_id, ("queued", "running", "paused"), {"status": "paused", "wanted": "pause"}
    )
    if run is not None:
        raise InputError(
            "The run is {status} and cannot be paused. Only queued or running ones can.",
            status=_OVER[run.status],
        )
    durable.cancel_queued(engine, run_id)


def resume(engine: Engine, run_id: int) -> None:
    """Queue a paused or stopped run; a worker plans its missing items once none is in flight.

    Raises CapReached while a cap is used up (see `set_caps`), InputError for a run that is done or
    cancelled and for a batch run without any results read.
    """
    demand(engine, Right.RUN)
    current = get_run(engine, run_id)
    if current.spec.get("batch") and not batch_answers(engine, run_id):
        raise InputError("Nothing of the batch was read yet. Read the file of its results first.")
    cap_message = cap_reached(current, read_spec(current.spec).currency)
    if cap_message is not None:
        raise CapReached(cap_message.message, **cap_message.params)
    run = _change(
        engine,
        run_id,
        ("paused", "stopped"),
        {
            "status": "queued",
            "wanted": "run",
            "stop_reason": None,
            "stop_params": {},
            "finished_at": None,
        },
    )
    if run is None or run.status in ("queued", "running"):
        return
    if run.status == "cancelled":
        raise InputError(
            "A cancelled run cannot be resumed. Start a new one; replies already paid for are "
            "reused."
        )
    raise InputError("The run is done. Start a new one to ask its questions again.")


def cancel(engine: Engine, run_id: int) -> None:
    """End a run for good; its results so far stay. Raises InputError if it is done."""
    demand(engine, Right.RUN)
    run = _change(
        engine,
        run_id,
        ("queued", "running", "paused", "stopped"),
        {"status": "cancelled", "wanted": "cancel", "finished_at": now()},
    )
    if run is not None and run.status != "cancelled":
        raise InputError("The run is done and cannot be cancelled.")
    durable.cancel_queued(engine, run_id)


def stop(engine: Engine, run_id: int, reason: Sentence) -> None:
    """End a run that cannot go on; `reason` says why and what to do."""
    _halt(engine, run_id, reason, {"status": "stopped", "finished_at": now()})


def pause_until_resumed(engine: Engine, run_id: int, reason: Sentence) -> None:
    """Pause a run until a person acts on `reason` and resumes it; calls in flight finish."""
    _halt(engine, run_id, reason, {"status": "paused"})


def _halt(engine: Engine, run_id: int, reason: Sentence, values: dict[str, object]) -> None:
    reason_columns = {"stop_reason": reason.message, "stop_params": dict(reason.params)}
    _change(engine, run_id, ("queued", "running"), {**values, **reason_columns})
    durable.cancel_queued(engine, run_id)


def set_caps(
    engine: Engine,
    run_id: int,
    *,
    max_calls: int | None = None,
    max_tokens: int | None = None,
    max_cost: float | None = None,
) -> None:
    """Replace the run's caps, None for no limit; a paused run stays paused until `resume`.

    Raises InputError for a cap on an unknown cost and for a run that has ended.
    """
    demand(engine, Right.RUN)
    spec = read_spec(get_run(engine, run_id).spec)
    require_price(max_cost, spec.price, spec.model or spec.connection)
    caps = {"max_calls": max_calls, "max_tokens": max_tokens, "max_cost": max_cost}
    if _change(engine, run_id, ("queued", "running", "paused", "stopped"), dict(caps)) is not None:
        raise InputError("The run has ended, so its caps cannot be changed. Start a new one.")


def retry_failures(engine: Engine, run_id: int) -> int:
    """Mark every item that failed for a system error to be asked again; return how many.

    The rows stay as they are until the new answer is committed; the old result then goes to
    `run_item_past`. Items with a verdict are never asked again. Raises InputError for imported
    results and for a cancelled run.
    """
    demand(engine, Right.RUN)
    run = get_run(engine, run_id)
    if run.spec.get("imported"):
        raise InputError("Imported results cannot be retried. Start your own depth test.")
    if run.status == "cancelled":
        raise InputError(
            "A cancelled run cannot be continued. Start a new one; replies already paid for are "
            "reused."
        )
    with writing(engine) as session:
        marked = session.execute(
            update(RunItem)
            .where(
                col(RunItem.run_id) == run_id,
                col(RunItem.outcome) == "infrastructure",
                col(RunItem.retry).is_(False),
            )
            .values(retry=True)
            .returning(col(RunItem.id))
        ).all()
        if marked:
            session.execute(
                update(Run)
                .where(col(Run.id) == run_id, col(Run.status) == "done")
                .values(status="queued", wanted="run", finished_at=None)
            )
            _count_retries(session.get_one(Run, run_id), len(marked))
    return len(marked)


def _count_retries(run: Run, items: int) -> None:
    """Add retried items to the stored estimate, which did not count their calls."""
    if run.estimate is not None:
        retried = int(run.estimate.get("asked_again", 0)) + items
        run.estimate = {**run.estimate, "asked_again": retried}


def _change(
    engine: Engine, run_id: int, allowed: Sequence[str], values: dict[str, object]
) -> Run | None:
    """Write `values` if the run's status is `allowed` and return None, else return the run."""
    with writing(engine) as session:
        changed = session.execute(
            update(Run)
            .where(col(Run.id) == run_id, col(Run.status).in_(allowed))
            .values(**values)
            .returning(col(Run.id))
        ).first()
    return None if changed else get_run(engine, run_id)


def cap_reached(run: Run | RunState, currency: str) -> Sentence | None:
    """The message of the cap that the run has reached, None while it may ask more."""
    return caps_of(run, currency).reached(run.calls, run.tokens, run.cost)


def caps_of(run: Run | RunState, currency: str) -> Budget:
    return Budget(run.max_calls, run.max_tokens, run.max_cost, currency)


def _figures(estimate: Estimate | DepthEstimate) -> dict[str, object]:
    """An estimate as JSON, for `Run.estimate`."""
    names = ("calls", "prompt_tokens", "max_completion_tokens", "cost")
    calls = estimate.call_range
    figures = {name: getattr(estimate, name) for name in names}
    return {**figures, "usual_calls": calls.usual, "most_calls": calls.most}
