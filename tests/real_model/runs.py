"""The desk's own commands against the real model, each with what was really asked and answered."""

import json
import os
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.cli.main import main
from core.services.library.sample_library import FOLDER as SAMPLE_FOLDER
from tests.real_model.llama_server import llama_server
from tests.real_model.recorder import Call, Recorder, recording, write_calls

WINDOW = 1536
"""Tokens of prompt and reply together."""
MAX_OUTPUT = 160

STORY, QUESTIONS = SAMPLE_FOLDER / "en_story.md", SAMPLE_FOLDER / "en_questions.jsonl"

_LETTERS = {"type": "array", "items": {"type": "string", "enum": ["a", "b", "c", "d", "e"]}}
_DEPTH_FIELDS = {"answer": {**_LETTERS, "maxItems": 5}}
_VALIDATION_FIELDS = {
    "answer": {**_LETTERS, "minItems": 1, "maxItems": 2},
    "evidence": {"type": "string", "maxLength": 200},
    "is_answerable": {"type": "boolean"},
    "confidence": {"type": "string", "enum": ["high", "medium", "low"]},
    "reasoning": {"type": "string", "maxLength": 80},
}


@dataclass(frozen=True)
class Question:
    """A row of a result file and the calls that its question took, in their order."""

    row: Mapping[str, Any]
    calls: tuple[Call, ...]

    @property
    def validation(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.row["validation"]
        return found


@dataclass(frozen=True)
class RunOfModel:
    """One command's exit code, its questions, and what it said on standard error."""

    name: str
    code: int
    questions: tuple[Question, ...]

    @property
    def calls(self) -> int:
        return sum(len(question.calls) for question in self.questions)


@dataclass
class RealDesk:
    """A folder with connections to the recorded server: `plain`, and `schema` and `depth-schema`
    that ask for replies of a JSON schema.
    """

    folder: Path
    recorder: Recorder
    calls: list[Call] = field(default_factory=list)

    def validate(
        self, name: str, rows: Sequence[Mapping[str, Any]], connection: str, *options: str
    ) -> RunOfModel:
        command = ["validate", "--questions", self._written(name, rows), *options]
        return self._run(name, connection, command)

    def depth(
        self, name: str, rows: Sequence[Mapping[str, Any]], connection: str, *lengths: int
    ) -> RunOfModel:
        command = ["test", "--questions", self._written(name, rows), "--novel", str(STORY)]
        command += ["--context-lengths", *map(str, lengths), "--padding-size", "20"]
        command += ["--depth-mode", "fixed", "--fixed-depth", "0.5", "--skip-validation"]
        return self._run(name, connection, command)

    def novel(self, name: str, text: str) -> str:
        file = self.folder / f"{name}.txt"
        file.write_text(text, encoding="utf-8")
        return str(file)

    def _written(self, name: str, rows: Sequence[Mapping[str, Any]]) -> str:
        file = self.folder / f"{name}.questions.jsonl"
        file.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
        return str(file)

    def _run(self, name: str, connection: str, command: list[str]) -> RunOfModel:
        out = self.folder / f"{name}.jsonl"
        # One at a time: the server has one slot, and asks of it again what it has just read.
        command += ["--out", str(out), "--connection", connection, "--quiet", "--concurrency", "1"]
        code = main(command)
        calls = self.recorder.take()
        self.calls += calls
        write_calls(self.calls, self.folder / "calls.jsonl")
        rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
        return RunOfModel(name, code, tuple(_with_calls(rows, calls)))


def _with_calls(rows: Sequence[Mapping[str, Any]], calls: Sequence[Call]) -> Iterator[Question]:
    """Calls of one prompt, in order, are one question's: every row takes the next prompt of its
    question that no row has taken.
    """
    prompts: dict[str, list[Call]] = defaultdict(list)
    for call in calls:
        prompts[call.asked].append(call)
    for row in rows:
        asked = next((prompt for prompt in prompts if f"\n{row['question']}" in prompt), None)
        asked = asked or next((p for p in prompts if str(row["question"]) in p), None)
        yield Question(row, tuple(prompts.pop(asked, []) if asked else ()))


@contextmanager
def real_desk(folder: Path, window: int = WINDOW) -> Iterator[RealDesk]:
    with llama_server(window) as address, recording(address) as recorder:
        file = folder / "connections.toml"
        file.write_text(_connections(recorder.url), encoding="utf-8")
        before = os.environ.get("DESK_CONNECTIONS")
        os.environ["DESK_CONNECTIONS"] = str(file)
        try:
            yield RealDesk(folder, recorder)
        finally:
            del os.environ["DESK_CONNECTIONS"]
            if before is not None:
                os.environ["DESK_CONNECTIONS"] = before


def _connections(url: str) -> str:
    common = f'base_url = "{url}"\nmodel = "smollm2-135m"\nmax_output_tokens = {MAX_OUTPUT}\n'
    return "".join(
        f"[{name}]\n{common}{extra}\n"
        for name, extra in (
            ("plain", ""),
            ("schema", f"extra_body = {_inline(_reply_format(_VALIDATION_FIELDS))}"),
            ("depth-schema", f"extra_body = {_inline(_reply_format(_DEPTH_FIELDS))}"),
        )
    )


def _reply_format(fields: Mapping[str, Any]) -> dict[str, Any]:
    schema = {
        "type": "object",
        "properties": fields,
        "required": list(fields),
        "additionalProperties": False,
    }
    json_schema = {"name": "reply", "strict": True, "schema": schema}
    return {"response_format": {"type": "json_schema", "json_schema": json_schema}}


def _inline(value: Any) -> str:
    """A TOML value on one line."""
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{key} = {_inline(each)}' for key, each in value.items())} }}"
    return json.dumps(value)


def sample_rows(*ids: str) -> list[dict[str, Any]]:
    rows = map(json.loads, QUESTIONS.read_text(encoding="utf-8").splitlines())
    by_id = {row["id"]: row for row in rows}
    return [by_id[id_] for id_ in ids]


def own_context(row: Mapping[str, Any], context: str) -> dict[str, Any]:
    """The row about a text of its own instead of a place in the novel."""
    return {**{key: row[key] for key in row if key != "position"}, "context": context}
