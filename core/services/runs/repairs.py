"""Start a run again with one setting changed, and retry failed items."""

from sqlalchemy import Engine

from core.errors import InputError
from core.llm import CallRange, Connection, Prices
from core.services.runs.control import resume, retry_failures, start
from core.services.runs.depth_estimate import DepthEstimate, estimate_depth
from core.services.runs.diagnosis import RunRepair
from core.services.runs.estimate import Estimate, estimate
from core.services.runs.reply_formats import remembered_format
from core.services.runs.run_spec import AnySpec, DepthSpec, read_spec
from core.services.runs.stored_runs import get_run
from core.validation import ContextMode


def repaired_spec(
    spec: AnySpec, repair: RunRepair, *, connection: Connection, prices: Prices
) -> AnySpec:
    """The settings of a run with a repair applied. `connection`: the one that the new run uses, for
    OTHER_CONNECTION. Raises InputError for RETRY, which changes no settings.
    """
    match repair:
        case RunRepair.WHOLE_TEXT:
            return spec.model_copy(update={"context_mode": ContextMode.WHOLE})
        case RunRepair.AT_POSITION:
            return spec.model_copy(update={"context_mode": ContextMode.POSITION})
        case RunRepair.JSON_MODE:
            return spec.model_copy(update={"json_mode": True})
        case RunRepair.OTHER_CONNECTION:
            changed = {
                "connection": connection.name,
                "model": connection.model,
                "recording_id": None,
                "json_mode": False,
                "reply_format": None,
                "batch": False,
                "price": prices.of(connection),
                "max_cost": None,
            }
            return spec.model_copy(update=changed)
    raise InputError("This changes no settings. Retry the failed questions of the run instead.")


def estimate_any(engine: Engine, spec: AnySpec, connection: Connection) -> Estimate | DepthEstimate:
    """The estimate of a run of either kind."""
    if isinstance(spec, DepthSpec):
        return estimate_depth(engine, spec, connection)
    return estimate(engine, spec, connection)


def start_again(
    engine: Engine,
    run_id: int,
    spec: AnySpec,
    connection: Connection,
    *,
    created_by: str,
    idempotency_key: str | None = None,
) -> int:
    """Start a new run of the same set with changed settings and return its id; the old run stays.

    Its title names the new model, and it asks for the reply format that a test last found its
    connection to support. Raises as `start` and `estimate` do.
    """
    reply_format = remembered_format(engine, connection.asking(spec.model))
    spec = spec.model_copy(update={"reply_format": reply_format or spec.reply_format})
    run = get_run(engine, run_id)
    old = read_spec(run.spec)
    title = run.title.removesuffix(f" · {old.model}") if old.model else run.title
    return start(
        engine,
        spec,
        title=f"{title} · {spec.model}" if title != run.title else run.title,
        created_by=created_by,
        idempotency_key=idempotency_key,
        estimate=estimate_any(engine, spec, connection),
    )


def ask_again(engine: Engine, run_id: int) -> int:
    """Retry items that failed for a system error, and resume the run if it was stopped; return how
    many had failed.
    """
    failed = retry_failures(engine, run_id)
    if get_run(engine, run_id).status == "stopped":
        resume(engine, run_id)
    return failed


def retry_range(failures: int) -> CallRange:
    """How many calls it takes to retry so many failed items."""
    return CallRange.for_items(failures)
