"""Every door through which something of a stranger's comes in: files people upload, what models
and their servers reply.

What is read is stored too, so that what no database takes is found as well.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from hypothesis import strategies as st
from sqlalchemy import Engine
from sqlmodel import Session

from core.answer_loop.fixes import fix_reply, read_fix
from core.answer_loop.model_evaluator import read_evaluation
from core.depth import read_answer
from core.depth.model_results import preview_results
from core.evidence_gate.assertions.names import KnownNames, read_names
from core.evidence_gate.model_intent import read_intent
from core.evidence_gate.model_writer import read_answer as read_written
from core.evidence_gate.profiles import read_refusal_template
from core.llm import Completion, read_validation_reply
from core.llm.openai_api.openai_errors import Endpoint, failed_status
from core.llm.openai_api.openai_replies import read_completion
from core.llm.openai_api.openai_vectors import read_vectors
from core.questions import Question, QuestionType, read_questions, write_questions
from core.services.answers import add_cases, load_sample_documents, save_profile
from core.services.library.recordings import add_recording
from core.services.library.sets import add_question_set, preview_questions
from core.services.library.sources import add_source
from core.services.runs.depth_imports import import_results
from core.services.verification.policy_examination import examine
from core.services.verification.uploads import UploadKind, add_upload, preview_upload
from core.verification import read_policy, write_policy
from core.verification.policy.files import shipped_text
from core.verification.quality.opinion_replies import read_opinion
from core.verification.repairs.rewriting import read_rewriting
from db.engine import make_engine, migrate
from db.tables import LLMReply
from tests.fuzz import inputs, samples

MOST_BYTES = 1024 * 1024


@dataclass(frozen=True)
class Target:
    """`feed` takes one of `given`; whatever it raises but a DeskError is a failure."""

    name: str
    given: st.SearchStrategy[Any]
    feed: Callable[[Any], object] = field(repr=False)


def targets(folder: Path) -> list[Target]:
    """All of them, on a new SQLite database in the folder."""
    url = f"sqlite:///{folder / 'fuzz.db'}"
    migrate(url)
    engine = make_engine(url)
    load_sample_documents(engine)
    return [*_uploads(engine), *_typed_in(engine), *_replies(engine), *_servers()]


def _uploads(engine: Engine) -> list[Target]:
    asked = read_questions(json.dumps(samples.QUESTION).encode(), file_name="q.jsonl")
    novel = add_source(engine, samples.NOVEL.encode(), file_name="n.txt", max_bytes=MOST_BYTES)
    known = add_question_set(
        engine, asked, source_id=novel.source_id, title="q", tokenizer="t", file_name="q.jsonl"
    ).set_id
    named = partial(st.tuples, st.sampled_from(["x.jsonl", "x.json", "x.csv", "x", "../x\x00"]))
    rows = [samples.QUESTION, samples.CHINESE_QUESTION]
    depth = [samples.DEPTH_ROW, samples.DEPTH_METADATA]
    return [
        Target(
            "novels",
            st.tuples(
                inputs.torn(inputs.encoded(st.just(samples.NOVEL) | st.text(max_size=300)))
                | st.binary(max_size=300),
                st.sampled_from([None, None, "utf-8", "gb18030", "utf-16", "big5", "idna", "x"]),
            ),
            partial(_novel, engine),
        ),
        Target(
            "question files",
            named(
                inputs.lines_of(rows)
                | inputs.list_of(rows)
                | inputs.lines_of([samples.WRAPPED])
                | inputs.table_of(samples.QUESTION_COLUMNS, samples.QUESTION_CELLS)
                | st.binary(max_size=200)
            ),
            partial(_questions, engine, novel.source_id),
        ),
        Target(
            "recorded replies",
            inputs.lines_of([samples.RECORDED]) | st.binary(max_size=200),
            partial(_recording, engine, known),
        ),
        Target(
            "depth results",
            named(
                inputs.lines_of(depth)
                | inputs.list_of(depth)
                | inputs.lines_of([samples.DEPTH_FILE])
                | inputs.table_of(samples.SCORE_COLUMNS, samples.SCORE_CELLS)
                | st.binary(max_size=200)
            ),
            partial(_depth, engine),
        ),
        *(_copy(engine, kind) for kind in UploadKind),
        Target(
            "gate cases",
            inputs.lines_of([samples.CASES]) | st.binary(max_size=200),
            lambda data: add_cases(engine, data, file_name="c.json", max_bytes=MOST_BYTES),
        ),
        Target(
            "policies",
            inputs.torn(inputs.encoded(st.sampled_from(["v1.0.0", "v1.1.0"]).map(shipped_text)))
            | st.binary(max_size=200),
            _policy,
        ),
    ]


def _copy(engine: Engine, kind: UploadKind) -> Target:
    sound: dict[UploadKind, Any] = {
        UploadKind.CANDIDATES: samples.CANDIDATE,
        UploadKind.CATALOGUE: samples.CATALOGUE_ITEM,
        UploadKind.EVENTS: samples.EVENT,
        UploadKind.RECENT: samples.RECENT,
    }
    table = inputs.table_of(samples.COPY_COLUMNS[kind], samples.COPY_CELLS)
    given = inputs.lines_of([sound[kind]]) | table | st.binary(max_size=200)

    def feed(data: bytes) -> None:
        read = preview_upload(kind, data, file_name="x.csv", max_bytes=MOST_BYTES)
        _worded(read.issues)
        add_upload(engine, kind, read, file_name="x.csv")

    return Target(f"copy: {kind}", given, feed)


def _typed_in(engine: Engine) -> list[Target]:
    profiles = inputs.rows_like([samples.PROFILE])
    return [
        Target(
            "NPC profiles",
            profiles,
            lambda given: save_profile(engine, given, connection="lexical", by="Ada"),
        ),
        Target("refusals", inputs.rows_like([samples.REFUSAL]), read_refusal_template),
    ]


def _replies(engine: Engine) -> list[Target]:
    question = Question(
        "What after dark?", QuestionType.SINGLE_CHOICE, {"a": "four", "b": "six"}, ("b",)
    )
    reads: dict[str, Callable[[Completion], object]] = {
        "validation": lambda said: read_validation_reply(
            said.text, question.choice, "single_choice", said.finish_reason
        ),
        "depth": lambda said: read_answer(said.text, question, said.finish_reason),
        "intent": read_intent,
        "names": lambda said: KnownNames(read_names(said)).find(samples.NOVEL),
        "answer": read_written,
        "evaluation": lambda said: read_evaluation(said, "zh"),
        "rewriting": read_rewriting,
        "opinion": lambda said: read_opinion(said, ["news", "promotion"]),
        "fix": lambda said: read_fix(fix_reply(said)),
    }
    finishes = st.sampled_from(["stop", "stop", "length", "content_filter", "tool_calls"])
    numbers = count()

    def feed(read: Callable[[Completion], object], given: tuple[str, str]) -> None:
        said = Completion(given[0], "m", given[1])
        if next(numbers) % 20 == 0:
            _stored(engine, said)
        read(said)

    return [
        Target(
            f"replies: {name}",
            st.tuples(inputs.replies_like([_reply_to(name)]), finishes),
            partial(feed, read),
        )
        for name, read in reads.items()
    ]


def _reply_to(name: str) -> object:
    return samples.REPLIES["validation" if name == "depth" else name]


def _stored(engine: Engine, said: Completion) -> None:
    """A raw reply as the desk keeps it, whatever it says; taken back again."""
    with Session(engine) as session:
        session.add(
            LLMReply(
                key="fuzz",
                connection="test",
                model="m",
                prompt_hash="p",
                text=said.text,
                finish_reason=said.finish_reason,
            )
        )
        session.flush()
        session.rollback()


def _servers() -> list[Target]:
    endpoint = Endpoint("test", "http://127.0.0.1:1/v1", "TEST_KEY", "sk-planted")
    bodies = inputs.lines_of([samples.COMPLETION, samples.ERROR])
    headers = st.dictionaries(
        st.sampled_from(["Retry-After", "retry-after-ms", "Date"]),
        st.sampled_from(
            ["5", "-1", "nan", "inf", "1e999", "", "soon", "Sun, 06 Nov 1994 08:49:37 GMT",
             "Fri, 31 Dec 9999 23:59:59 -2300", "Mon, 1 Jan 0001 00:00:00 +2300", "９"]
        ),
    )  # fmt: skip

    def fails(given: tuple[int, bytes, dict[str, str]]) -> None:
        status, body, sent = given
        error = failed_status(status, body, sent, endpoint)
        assert "sk-planted" not in str(error)
        wait = error.retry_after_s
        assert wait is None or 0 <= wait < float("inf"), "a wait that ends"

    return [
        Target(
            "servers: completions",
            bodies | st.binary(max_size=100),
            lambda body: read_completion(body, endpoint, "m", 0.0),
        ),
        Target(
            "servers: embeddings",
            inputs.lines_of([samples.VECTORS, samples.ERROR]) | st.binary(max_size=100),
            lambda body: read_vectors(body, endpoint, "m", 2),
        ),
        Target(
            "servers: errors",
            st.tuples(
                st.sampled_from([400, 401, 403, 404, 408, 413, 429, 500, 503, 529]),
                inputs.lines_of([samples.ERROR]) | st.binary(max_size=100),
                headers,
            ),
            fails,
        ),
    ]


def _novel(engine: Engine, given: tuple[bytes, str | None]) -> None:
    data, encoding = given
    added = add_source(engine, data, file_name="n.txt", encoding=encoding, max_bytes=MOST_BYTES)
    for notice in added.decoded.warnings:
        str(notice)


def _questions(engine: Engine, source_id: int, given: tuple[str, bytes]) -> None:
    name, data = given
    read = preview_questions(data, file_name=name, max_bytes=MOST_BYTES, n_tokens=100)
    _worded(read.issues)
    asked = [row.question for row in read.questions]
    assert [row.question.to_dict() for row in _again(asked)] == [one.to_dict() for one in asked]
    write_questions(asked, "csv")
    add_question_set(
        engine, read, source_id=source_id, title=None, tokenizer="t", file_name="x.jsonl"
    )


def _again(asked: Sequence[Question]) -> Sequence[Any]:
    """What was read, written as JSON Lines and read once more."""
    if not asked:
        return ()
    return read_questions(write_questions(asked, "jsonl"), file_name="again.jsonl").questions


def _recording(engine: Engine, set_id: int, data: bytes) -> None:
    add_recording(engine, set_id, data, file_name="r.jsonl", max_bytes=MOST_BYTES)


def _depth(engine: Engine, given: tuple[str, bytes]) -> None:
    name, data = given
    read = preview_results(data, file_name=name, max_bytes=MOST_BYTES)
    import_results(engine, read, created_by="Ada")


def _policy(data: bytes) -> None:
    policy = read_policy(data, file_name="p.yaml")
    assert read_policy(write_policy(policy), file_name="p.yaml") == policy
    examine(data.decode("utf-8-sig"))


def _worded(issues: Sequence[Any]) -> None:
    for issue in issues:
        assert issue.translate()
