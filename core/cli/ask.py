"""`python -m core ask`: a question behind the evidence gate, or through the loop (002, 004)."""

import argparse
import asyncio
import json
import os
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.answer_loop.config import MOST_EPOCHS
from core.errors import NotFoundError
from core.ops.logs import set_up_logging
from core.settings import Settings

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from core.services.answers import AnswerContext, Loop, LoopSpec

DONE, INCOMPLETE = 0, 1
SAMPLE = {"tenant": "yantian", "site": "yantian-main", "npc": "ancestor_yan"}


def add_parser(commands: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "ask",
        help="ask a question with the evidence gate",
        description=__doc__,
        epilog=(
            "Exit codes: 0 answered or refused; 1 no answer because of a system error, "
            "or no attempt of a loop passed; 2 wrong use."
        ),
    )
    parser.add_argument("query", help="the question")
    asked = parser.add_argument_group("the NPC to ask, without --loop")
    asked.add_argument("--tenant", help=f"default {SAMPLE['tenant']}, the sample")
    asked.add_argument("--site", help=f"default {SAMPLE['site']}")
    asked.add_argument("--npc", help=f"default {SAMPLE['npc']}")
    asked.add_argument("--session", help="continue a session")
    asked.add_argument("--no-gate", action="store_true", help="turn the evidence gate off")
    parser.add_argument(
        "--document", type=Path, action="append", help="add this text first, and cite it, too"
    )
    parser.add_argument("--connection", help="answering model; default: the NPC's own connection")
    looped = parser.add_argument_group(
        "use the generate-evaluate-revise loop over the whole library"
    )
    looped.add_argument("--loop", action="store_true", help="instead of the NPC")
    looped.add_argument(
        "--evaluator", help="evaluating connection; default LLM_MUTI_AGENT, else rules"
    )
    looped.add_argument("--epochs", type=_epochs, help="maximum attempts; default GENER_EPOCH")
    parser.add_argument("--json", action="store_true", help="the whole record as JSON")
    parser.set_defaults(run=partial(_run, parser))


def _epochs(said: str) -> int:
    if not said.isdecimal() or not 1 <= int(said) <= MOST_EPOCHS:
        raise argparse.ArgumentTypeError(f"choose 1 to {MOST_EPOCHS} attempts")
    return int(said)


def _refuse_misplaced(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> None:
    """What the other way of asking takes would have no effect, and nobody would know."""
    of_an_npc, of_a_loop = (*SAMPLE, "session", "no_gate"), ("evaluator", "epochs")
    why = "not with --loop, which uses no NPC" if arguments.loop else "only with --loop"
    for name in of_an_npc if arguments.loop else of_a_loop:
        if getattr(arguments, name) not in (None, False):
            parser.error(f"argument --{name.replace('_', '-')}: {why}")


def _run(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> int:
    from core.ops.database import using_desk  # noqa: PLC0415 - heavy to import
    from core.queue.desk_lock import Process  # noqa: PLC0415

    _refuse_misplaced(parser, arguments)
    settings = Settings.from_environment()
    set_up_logging(settings, level="WARNING")
    with using_desk(settings, Process.COMMAND):
        return _asked(settings, arguments)


def _asked(settings: Settings, arguments: argparse.Namespace) -> int:
    from core.ops.preparing import prepare  # noqa: PLC0415
    from core.services.answers import AnswerContext, load_sample_documents  # noqa: PLC0415 - heavy to import

    engine = prepare(settings)
    load_sample_documents(engine)
    desk = AnswerContext(settings)
    spec = asyncio.run(_loop_spec(desk, arguments)) if arguments.loop else None
    added = [_add(desk, file) for file in arguments.document or ()]
    return _loop(desk, arguments, spec) if spec else asyncio.run(_chat(desk, arguments, added))


def _add(desk: "AnswerContext", file: Path) -> int:
    """The ID of the text, also where the library had it before."""
    from core.cli.inputs import bytes_within  # noqa: PLC0415
    from core.services.library import add_source  # noqa: PLC0415

    limit = desk.settings.max_upload_bytes
    data = bytes_within(file, limit)
    return add_source(desk.engine, data, file_name=file.name, max_bytes=limit).source_id


async def _chat(desk: "AnswerContext", arguments: argparse.Namespace, documents: list[int]) -> int:
    from core.evidence_gate.chat_models import read_chat_request  # noqa: PLC0415
    from core.evidence_gate.evidence_gate import GateStatus  # noqa: PLC0415
    from core.services.answers import chat  # noqa: PLC0415
    from core.services.answers.chats import UnknownSessionError  # noqa: PLC0415
    from core.services.answers.trace_records import reply_record  # noqa: PLC0415

    request = read_chat_request(
        {
            **{f"{name}_id": getattr(arguments, name) or SAMPLE[name] for name in SAMPLE},
            "query": arguments.query,
            "session_id": arguments.session,
        }
    )
    try:
        reply = await chat(
            desk,
            request,
            by="command line",
            gate_on=False if arguments.no_gate else None,
            connection=arguments.connection,
            documents=documents,
        )
    except UnknownSessionError as error:
        raise NotFoundError(
            "This NPC has no session {id}. Leave out --session to start a new one.",
            **error.params,
        ) from None
    finally:
        await desk.aclose()
    if arguments.json:
        _say_json(reply_record(reply, arguments.query))
    else:
        writer = f"{reply.writer} (baseline, no model)" if reply.is_baseline else reply.writer
        _say(reply.answer_text)
        _say(f"-- {reply.policy_mode.value} ({reply.gate.status.value}), written by {writer}")
        for one in reply.citations:
            _say(f"   [{one.number}] {one.title}: {one.quote.strip()}")
            _say(
                f"       covers {one.confidence:.0%} of the question, "
                f"holds {one.support:.0%} of the sentence that cites it"
            )
        if reason := reply.gate.worded("en"):
            _say(f"   {reason}")
        _say(f"   {reply.trace_id} {reply.session_id}")
    return INCOMPLETE if reply.gate.status is GateStatus.ERROR else DONE


async def _loop_spec(desk: "AnswerContext", arguments: argparse.Namespace) -> "LoopSpec":
    """With connections that can be opened: a loop that could not go on is not begun."""
    from core.answer_loop.config import Config  # noqa: PLC0415
    from core.evidence_gate.extractive import EXTRACTIVE  # noqa: PLC0415
    from core.services.answers import LoopSpec  # noqa: PLC0415

    config = Config.from_environment()
    judge = config.LLM_MUTI_AGENT if arguments.evaluator is None else arguments.evaluator
    spec = LoopSpec(
        generator=arguments.connection or EXTRACTIVE,
        evaluator=judge,
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
    from core.services.answers import get_loop, run_loop, start_loop  # noqa: PLC0415
    from core.services.answers.loop_report import loop_record  # noqa: PLC0415

    loop_id = start_loop(desk.engine, arguments.query, spec, by="command line")
    run_loop(desk.engine, loop_id, desk.retriever, settings=desk.settings)
    loop = get_loop(desk.engine, loop_id)
    judges_itself = _judges_itself(desk, spec)
    if arguments.json:
        _say_json(loop_record(loop, judges_itself=judges_itself))
    else:
        _say_loop(loop, judges_itself=judges_itself)
    return DONE if loop.outcome == "passed" else INCOMPLETE


def _say_loop(loop: "Loop", *, judges_itself: bool) -> None:
    from core.evidence_gate.assertions.citation_marks import cited_in  # noqa: PLC0415

    for one in loop.attempts:
        _say(f"{one.epoch}. {one.answer}")
        if one.judged:
            for suggestion in one.judged.evaluation.suggestions:
                _say(f"   {suggestion}")
    marked = cited_in(" ".join(one.answer for one in loop.attempts))
    for passage in loop.evidence or ():
        if passage.number in marked:
            _say(f"   [{passage.number}] {passage.title}")
    _say(
        f"-- {loop.outcome or loop.status}, {loop.spec.generator} judged by "
        f"{loop.spec.evaluator or 'rules'}"
    )
    if judges_itself:
        _say("   the same model generates and evaluates, so it judges itself")
    if loop.error:
        _say(f"   {loop.error.worded()}")


def _judges_itself(desk: "AnswerContext", spec: "LoopSpec") -> bool:
    """Two connections of one model are still one model (reading 44)."""
    from core.llm import load_connections  # noqa: PLC0415

    known = load_connections(desk.settings.connections_file, os.environ)
    models = {one.name: one.model for one in known}
    named = models.get(spec.generator, spec.generator), models.get(spec.evaluator, spec.evaluator)
    return bool(spec.evaluator) and named[0] == named[1]


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def _say_json(record: dict[str, Any]) -> None:
    _say(json.dumps(record, ensure_ascii=False, indent=2))
