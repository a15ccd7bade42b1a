"""`python -m core ask`: ask behind the evidence gate or through the loop (sources 002, 004)."""

import argparse
import json
import os
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.answer_loop.config import MOST_EPOCHS
from core.cli.arguments import default_value
from core.cli.ending import FINISHED, INCOMPLETE, interrupted, print_warning
from core.cli.interrupts import run_coroutine
from core.cli.language import _, language, translate
from core.cli.parser import Commands
from core.errors import NotFoundError
from core.locale import DEFAULT_LANGUAGE
from core.ops.logs import set_up_logging
from core.settings import Settings

if TYPE_CHECKING:
    from core.evidence_gate import ChatReply
    from core.services.answers import AnswerContext, Loop, LoopSpec

SAMPLE = {"tenant": "yantian", "site": "yantian-main", "npc": "ancestor_yan"}


def add_parser(commands: Commands) -> None:
    parser = commands.add_parser(
        "ask",
        help=_("ask a question with the evidence gate"),
        description=_("Ask a question behind the evidence gate, or through the answer loop."),
        epilog=_(
            "Exit codes: 0 answered or refused; 1 no answer because of a system error, or no "
            "attempt of a loop passed; 2 wrong use."
        ),
    )
    parser.add_argument("query", help=_("the question"))
    npc = parser.add_argument_group(_("the NPC to ask, without --loop"))
    npc.add_argument(
        "--tenant", help=_("default {value}, the sample").format(value=SAMPLE["tenant"])
    )
    npc.add_argument("--site", help=default_value(SAMPLE["site"]))
    npc.add_argument("--npc", help=default_value(SAMPLE["npc"]))
    npc.add_argument("--session", help=_("continue a session"))
    npc.add_argument("--no-gate", action="store_true", help=_("turn the evidence gate off"))
    parser.add_argument(
        "--document", type=Path, action="append", help=_("add this text first, and cite it, too")
    )
    parser.add_argument(
        "--connection", help=_("answering model; default: the NPC's own connection")
    )
    loop = parser.add_argument_group(
        _("use the generate-evaluate-revise loop over the whole library")
    )
    loop.add_argument("--loop", action="store_true", help=_("instead of the NPC"))
    loop.add_argument(
        "--evaluator", help=_("evaluating connection; default LLM_MUTI_AGENT, else rules")
    )
    loop.add_argument("--epochs", type=_epochs, help=_("maximum attempts; default GENER_EPOCH"))
    parser.add_argument("--json", action="store_true", help=_("the whole record as JSON"))
    parser.set_defaults(run=partial(_run, parser))


def _epochs(raw: str) -> int:
    if not raw.isdecimal() or not 1 <= int(raw) <= MOST_EPOCHS:
        message = _("choose 1 to {most} attempts").format(most=MOST_EPOCHS)
        raise argparse.ArgumentTypeError(message)
    return int(raw)


def _refuse_misplaced(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> None:
    """Refuse options of the mode not in use, as they would be ignored silently."""
    of_npc, of_loop = (*SAMPLE, "session", "no_gate"), ("evaluator", "epochs")
    reason = _("not with --loop, which uses no NPC") if arguments.loop else _("only with --loop")
    for name in of_npc if arguments.loop else of_loop:
        if getattr(arguments, name) not in (None, False):
            parser.error(f"argument --{name.replace('_', '-')}: {reason}")


def _run(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> int:
    from core.ops.database import using_desk  # noqa: PLC0415 - heavy to import
    from core.queue import Process  # noqa: PLC0415

    _refuse_misplaced(parser, arguments)
    settings = Settings.from_environment()
    set_up_logging(settings, level="WARNING")
    with using_desk(settings, Process.COMMAND):
        return _ask(settings, arguments)


def _ask(settings: Settings, arguments: argparse.Namespace) -> int:
    from core.ops.preparing import prepare  # noqa: PLC0415
    from core.services.answers import AnswerContext, load_sample_documents  # noqa: PLC0415 - heavy to import

    engine = prepare(settings)
    load_sample_documents(engine)
    desk = AnswerContext(settings)
    spec = run_coroutine(_loop_spec(desk, arguments)) if arguments.loop else None
    documents = [_add(desk, file) for file in arguments.document or ()]
    return (
        _loop(desk, arguments, spec) if spec else run_coroutine(_chat(desk, arguments, documents))
    )


def _add(desk: "AnswerContext", file: Path) -> int:
    """Add a text to the library and return its id, also if it was there before."""
    from core.cli.inputs import bytes_within  # noqa: PLC0415
    from core.services.library import add_source  # noqa: PLC0415

    limit = desk.settings.max_upload_bytes
    data = bytes_within(file, limit)
    return add_source(desk.engine, data, file_name=file.name, max_bytes=limit).source_id


async def _chat(desk: "AnswerContext", arguments: argparse.Namespace, documents: list[int]) -> int:
    from core.evidence_gate import GateStatus, read_chat_request  # noqa: PLC0415
    from core.services.answers import UnknownSessionError, chat, reply_record  # noqa: PLC0415

    request = read_chat_request(
        {
            **{f"{name}_id": getattr(arguments, name) or SAMPLE[name] for name in SAMPLE},
            "query": arguments.query,
            "session_id": arguments.session,
        }
    )

    def print_reply(reply: "ChatReply") -> None:
        if arguments.json:
            _print_json(reply_record(reply, arguments.query))
        else:
            _print_reply(reply)

    unkept: list[ChatReply] = []
    try:
        reply = await chat(
            desk,
            request,
            by="command line",
            gate_on=False if arguments.no_gate else None,
            connection=arguments.connection,
            documents=documents,
            on_answer=unkept.append,
        )
    except UnknownSessionError as error:
        raise NotFoundError(
            "This NPC has no session {id}. Leave out --session to start a new one.",
            **error.params,
        ) from None
    except Exception:
        for reply in unkept:
            print_reply(reply)
            print_warning(_("the answer is not stored, so its session cannot be continued."))
        raise
    finally:
        await desk.aclose()
    print_reply(reply)
    return INCOMPLETE if reply.gate.status is GateStatus.ERROR else FINISHED


def _print_reply(reply: "ChatReply") -> None:
    writer = reply.writer
    if reply.is_baseline:
        writer = _("{writer} (baseline, no model)").format(writer=writer)
    _print(reply.answer_text)
    _print(
        _("-- {mode} ({status}), written by {writer}").format(
            mode=reply.policy_mode.value, status=reply.gate.status.value, writer=writer
        )
    )
    for citation in reply.citations:
        _print(f"   [{citation.number}] {citation.title}: {citation.quote.strip()}")
        line = _("covers {share} of the question, holds {support} of the sentence that cites it")
        share, support = f"{citation.confidence:.0%}", f"{citation.support:.0%}"
        _print(f"       {line.format(share=share, support=support)}")
    if reason := reply.gate.reason_text("en" if language() == DEFAULT_LANGUAGE else "zh"):
        _print(f"   {reason}")
    _print(f"   {reply.trace_id} {reply.session_id}")


async def _loop_spec(desk: "AnswerContext", arguments: argparse.Namespace) -> "LoopSpec":
    """Settings of the loop. Raises DeskError if a connection cannot be opened."""
    from core.answer_loop import Config  # noqa: PLC0415
    from core.evidence_gate.extractive import EXTRACTIVE  # noqa: PLC0415
    from core.services.answers import LoopSpec  # noqa: PLC0415

    config = Config.from_environment()
    evaluator = config.LLM_MUTI_AGENT if arguments.evaluator is None else arguments.evaluator
    spec = LoopSpec(
        generator=arguments.connection or EXTRACTIVE,
        evaluator=evaluator,
        gener_epoch=arguments.epochs or config.GENER_EPOCH,
        top_k=config.TOP_K,
    )
    try:
        for name in {spec.generator, spec.evaluator} - {EXTRACTIVE, ""}:
            desk.client(name)
    finally:
        await desk.aclose()
    return spec


def _loop(desk: "AnswerContext", arguments: argparse.Namespace, spec: "LoopSpec") -> int:
    from core.services.answers import cancel_loop, get_loop, loop_record, run_loop, start_loop  # noqa: PLC0415

    loop_id = start_loop(desk.engine, arguments.query, spec, by="command line")
    try:
        run_loop(desk.engine, loop_id, desk.retriever, settings=desk.settings)
    except KeyboardInterrupt:
        cancel_loop(desk.engine, loop_id)  # else a worker would go on with it, and pay
        return interrupted(
            _(
                "loop {id} is cancelled; its attempts are kept, and the page Answers resumes it."
            ).format(id=loop_id)
        )
    loop = get_loop(desk.engine, loop_id)
    judges_itself = _judges_itself(desk, spec)
    if arguments.json:
        _print_json(loop_record(loop, judges_itself=judges_itself))
    else:
        _print_loop(loop, judges_itself=judges_itself)
    return FINISHED if loop.outcome == "passed" else INCOMPLETE


def _print_loop(loop: "Loop", *, judges_itself: bool) -> None:
    from core.evidence_gate import cited_in  # noqa: PLC0415

    for attempt in loop.attempts:
        _print(f"{attempt.epoch}. {attempt.answer}")
        if attempt.judged:
            for suggestion in attempt.judged.evaluation.suggestions:
                _print(f"   {suggestion}")
    cited = cited_in(" ".join(attempt.answer for attempt in loop.attempts))
    for passage in loop.evidence or ():
        if passage.number in cited:
            _print(f"   [{passage.number}] {passage.title}")
    _print(
        _("-- {outcome}, {generator} judged by {evaluator}").format(
            outcome=loop.outcome or loop.status,
            generator=loop.spec.generator,
            evaluator=loop.spec.evaluator or _("rules"),
        )
    )
    if judges_itself:
        _print("   " + _("the same model generates and evaluates, so it judges itself"))
    if loop.error:
        _print(f"   {translate(loop.error)}")


def _judges_itself(desk: "AnswerContext", spec: "LoopSpec") -> bool:
    """Whether one model generates and evaluates, even by two connections (reading 44)."""
    from core.llm import load_connections  # noqa: PLC0415

    connections = load_connections(desk.settings.connections_file, os.environ)
    models = {connection.name: connection.model for connection in connections}
    generator = models.get(spec.generator, spec.generator)
    return bool(spec.evaluator) and generator == models.get(spec.evaluator, spec.evaluator)


def _print(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def _print_json(record: dict[str, Any]) -> None:
    _print(json.dumps(record, ensure_ascii=False, indent=2))
