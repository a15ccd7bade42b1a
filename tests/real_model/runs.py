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
from core.validation.reasons import INFRASTRUCTURE
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
ALTERED = "The carrier charged her two shillings for the seven miles."
_QUOTES = [
    "The carrier charged her one and sixpence for the seven miles.",
    "She came to Sallow Quay because she wanted to see for herself the people whose rope had "
    "drowned her aunt.",
    ALTERED,
]
"""Of its own accord so small a model quotes the prompt's example; given these, it chooses."""


@dataclass(frozen=True)
class Question:
    """A row of a result file and the calls that its question took, in their order."""

    row: Mapping[str, Any]
    calls: tuple[Call, ...]

    @property
    def validation(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.row["validation"]
        return found

    @property
    def outcome(self) -> str:
        """Of a depth test its outcome; of a validation the machinery's failure, or "judged"."""
        if "outcome" in self.row:
            return str(self.row["outcome"])
        failures = [one for one in self.validation["failure_reasons"] if one in INFRASTRUCTURE]
        return str(failures[0]) if failures else "judged"

    @property
    def context(self) -> str:
        """The text that the model was shown."""
        return self.calls[-1].asked.split("<text>\n", 1)[1].rsplit("\n</text>", 1)[0]


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
    """A folder with connections to the recorded server: `plain`, and others that ask for
    replies of a JSON schema: `schema`, `quotes` (evidence is one of three sentences) and
    `depth-schema`.
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
        lines = map(json.loads, out.read_text(encoding="utf-8").splitlines())
        rows = [line for line in lines if "question" in line]
        return RunOfModel(name, code, tuple(_with_calls(rows, calls)))


def _with_calls(rows: Sequence[Mapping[str, Any]], calls: Sequence[Call]) -> Iterator[Question]:
    """Rows and prompts of one question are in the same order, since one is asked at a time."""
    prompts: dict[str, list[Call]] = defaultdict(list)
    for call in calls:
        prompts[call.asked].append(call)
    for row in rows:
        of_row = next((prompt for prompt in prompts if row["question"] in prompt), None)
        yield Question(row, tuple(prompts.pop(of_row)) if of_row else ())


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
            ("quotes", f"extra_body = {_inline(_reply_format(_chosen_quotes()))}"),
            ("depth-schema", f"extra_body = {_inline(_reply_format(_DEPTH_FIELDS))}"),
        )
    )


def _chosen_quotes() -> dict[str, Any]:
    return {**_VALIDATION_FIELDS, "evidence": {"type": "string", "enum": _QUOTES}}


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
