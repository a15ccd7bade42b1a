"""Starting a run again with the one change that repairs it, and asking failed items once more."""

from sqlalchemy import Engine

from core.errors import InputError
from core.llm import CallRange, Connection, Prices
from core.services.runs.control import get_run, resume, retry_failures, start
from core.services.runs.depth_estimate import DepthEstimate, estimate_depth
from core.services.runs.diagnosis import RunRepair
from core.services.runs.estimate import Estimate, estimate
from core.services.runs.reply_formats import remembered_format
from core.services.runs.run_spec import AnySpec, DepthSpec, read_spec
from core.validation import ContextMode


def repaired_spec(
    spec: AnySpec, repair: RunRepair, *, connection: Connection, prices: Prices
) -> AnySpec:
    """The settings of a run with one thing changed. `connection` is whom the new run asks, which
    matters for OTHER_CONNECTION. Raises InputError for what changes no settings.
    """
    match repair:
        case RunRepair.WHOLE_TEXT:
            return spec.model_copy(update={"context_mode": ContextMode.WHOLE})
        case RunRepair.AT_POSITION:
            return spec.model_copy(update={"context_mode": ContextMode.POSITION})
        case RunRepair.JSON_MODE:
            return spec.model_copy(update={"json_mode": True})
        case RunRepair.OTHER_CONNECTION:
            asked = {
                "connection": connection.name,
                "model": connection.model,
                "recording_id": None,
                "json_mode": False,
                "reply_format": None,
                "batch": False,
                "price": prices.of(connection),
                "max_cost": None,
            }
            return spec.model_copy(update=asked)
    raise InputError("This changes no settings. Retry the failed questions of the run instead.")


def estimate_any(engine: Engine, spec: AnySpec, connection: Connection) -> Estimate | DepthEstimate:
    """What a run of either kind asks and costs."""
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
    """The id of a new run of the same set under changed settings; the old one stays as it is.

    Its title names the model that is asked now, and replies come in the form that its connection
    was last found to keep to. Raises as `start` and `estimate` do.
    """
    found = remembered_format(engine, connection.asking(spec.model))
    spec = spec.model_copy(update={"reply_format": found or spec.reply_format})
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
    """Ask what the machinery failed again, and what an error kept from being asked; returns how
    many had failed.
    """
    failed = retry_failures(engine, run_id)
    if get_run(engine, run_id).status == "stopped":
        resume(engine, run_id)
    return failed


def retry_range(failures: int) -> CallRange:
    """How many calls it takes to ask so many failed items again."""
    return CallRange.for_items(failures)
