"""The model client of a command: a connection, recorded replies, or batch files."""

import argparse
import sys
from collections.abc import Mapping
from dataclasses import dataclass

from core.cli.inputs import bytes_within
from core.cli.language import _, _n, translate
from core.cli.problems import place_in, print_first
from core.errors import InputError
from core.llm import (
    BatchFiles,
    BatchIssue,
    BatchResults,
    BatchWriter,
    CallRange,
    Connection,
    LLMClient,
    Price,
    RecordedClient,
    load_connections,
    load_prices,
    open_client,
    read_batch_results,
    read_recording,
)
from core.settings import Settings

RECORDED = "recorded"


@dataclass(frozen=True)
class AskedClient:
    """A client with its connection, if any, and its price, None if unknown.

    `reply_settings` identifies everything besides the model that shapes the replies.
    """

    client: LLMClient
    reply_settings: str
    connection: Connection | None = None
    price: Price | None = None
    batch: BatchResults | None = None
    """Replies read from --batch-results."""


def open_asked(
    arguments: argparse.Namespace, settings: Settings, environ: Mapping[str, str]
) -> AskedClient:
    """The client that --connection, --model, --replies and batch options name. Raises DeskError."""
    if arguments.replies or arguments.connection == RECORDED:
        return _recorded(arguments, settings.max_upload_bytes)
    connection = load_connections(settings.connections_file, environ).named(arguments.connection)
    if arguments.model and connection.kind == "lexical":
        raise InputError("The offline baseline uses no model. Leave out --model.")
    if arguments.model:
        connection = connection.asking(arguments.model)
    price = load_prices(settings.prices_file, environ).of(connection)
    if arguments.batch_out or arguments.batch_results:
        return _batch(arguments, connection, price, settings.max_upload_bytes)
    client = open_client(connection, environ)
    return AskedClient(client, connection.reply_settings, connection, price)


def _batch(
    arguments: argparse.Namespace, connection: Connection, price: Price | None, max_bytes: int
) -> AskedClient:
    """A client for --batch-out or --batch-results, at batch prices; it needs no API key."""
    if connection.kind != "openai" or (arguments.batch_out and arguments.batch_results):
        raise InputError(
            "Give --batch-out or --batch-results, with --connection to a model behind an endpoint."
        )
    price = price.in_a_batch if price else None
    if arguments.batch_out:
        return AskedClient(
            BatchWriter(connection, None), connection.reply_settings, connection, price
        )
    files = [(str(path), bytes_within(path, max_bytes)) for path in arguments.batch_results]
    results = read_batch_results(files, connection)
    client = RecordedClient(results.answers(), name=connection.name, label=connection.model)
    settings = repr([connection.reply_settings, sorted(results.replies)])
    return AskedClient(client, settings, connection, price, results)


def print_batch_issues(asked: AskedClient, *, resumed: bool) -> int:
    """Print unusable, unknown and missing batch results to stderr; returns how many there are.

    In a resumed run unknown results are not reported, as the earlier run may have asked for them.
    """
    if asked.batch is None or not isinstance(asked.client, RecordedClient):
        return 0
    unknown = [] if resumed else asked.batch.unknown(asked.client.asked)
    issues = [*asked.batch.issues, *unknown, *asked.batch.missing(sorted(asked.client.asked))]
    print_first(map(_batch_issue, issues))
    return len(issues)


def _batch_issue(issue: BatchIssue) -> str:
    place = f"{place_in(issue.file, issue.line)}: " if issue.line else ""
    return _("batch: {message}").format(message=f"{place}{translate(issue)}")


def print_batch_written(files: BatchFiles) -> None:
    sentence = _n(
        "{n} call was written to {files}. Hand it to the batch service, then give its output and "
        "error files to the same command with --batch-results.",
        "{n} calls were written to {files}. Hand them to the batch service, then give its output "
        "and error files to the same command with --batch-results.",
        files.requests,
        files=", ".join(map(str, files.paths)) or _("no file"),
    )
    sys.stderr.write(f"{sentence}\n")


def calls_text(calls: CallRange) -> str:
    """The number of calls as text, such as `6-12 calls, at most 24`."""
    if not calls.most:
        return _("no calls")
    span = f"{calls.least:,}"
    if calls.usual > calls.least:
        span += f"-{calls.usual:,}"
    return _("{span} calls, at most {most}").format(span=span, most=f"{calls.most:,}")


def print_calls_made(made: int, estimated: CallRange) -> None:
    line = _("calls made: {made} (estimated {calls})")
    sys.stderr.write(line.format(made=f"{made:,}", calls=calls_text(estimated)) + "\n")


def _recorded(arguments: argparse.Namespace, max_bytes: int) -> AskedClient:
    if arguments.connection != RECORDED or not arguments.replies:
        raise InputError("--replies and --connection recorded go together. Give both, or neither.")
    replies = read_recording(
        bytes_within(arguments.replies, max_bytes), file_name=str(arguments.replies)
    )
    label = arguments.model or arguments.replies.name
    return AskedClient(RecordedClient(replies, label=label), repr(sorted(replies.items())))
