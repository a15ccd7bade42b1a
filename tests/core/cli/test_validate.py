"""`python -m core validate` as a script uses it: a real process, files, a real endpoint."""

import asyncio
import json
import signal
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from core.questions import read_questions, write_questions
from tests.core.cli.commands import ROOT, SAMPLE, start, summary_in
from tests.openai_server import Answers, Fault, OpenAIServer, Plan, in_order, seeded

SAMPLE_QUESTIONS = {"en": 66, "zh": 69}
SCHEMAS = {
    name: json.loads((ROOT / "docs" / "schemas" / f"validation_{name}.schema.json").read_text())
    for name in ("result", "summary")
}


@dataclass(frozen=True)
class Ended:
    code: int
    stderr: str
    results: list[dict[str, Any]]
    summary: dict[str, Any]


@dataclass(frozen=True)
class Desk:
    """A folder with a novel and questions, and the command that validates them."""

    folder: Path

    @property
    def out(self) -> Path:
        return self.folder / "results.jsonl"

    @property
    def part(self) -> Path:
        return self.folder / "results.jsonl.part"

    @property
    def left(self) -> set[str]:
        """What the command left in the folder."""
        return {path.name for path in self.folder.glob("results*")} | {
            path.name for path in self.folder.glob("summary*")
        }

    def write(self, name: str, content: str | bytes) -> Path:
        path = self.folder / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    async def start(self, *arguments: str | Path, **environ: str) -> asyncio.subprocess.Process:
        return await start("validate", self.folder, *arguments, **environ)

    async def validate(self, *arguments: str | Path, **environ: str) -> Ended:
        process = await self.start(*arguments, **environ)
        _, stderr = await process.communicate()
        lines = self.out.read_text().splitlines() if self.out.exists() else []
        return Ended(
            process.returncode or 0,
            stderr.decode(),
            [json.loads(line) for line in lines],
            summary_in(self.folder),
        )


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def sample(language: str) -> tuple[str | Path, ...]:
    return (
        *("--novel", SAMPLE / f"{language}_story.md"),
        *("--questions", SAMPLE / f"{language}_questions.jsonl"),
    )


def rows(count: int) -> list[dict[str, Any]]:
    """Questions that bring their own context; every one can be answered from it."""
    return [
        {
            "id": f"q{number}",
            "question": f"What did house {number} keep?",
            "question_type": "single_choice",
            "choice": {"a": f"lamp {number}", "b": "a dog"},
            "answer": ["a"],
            "position": None,
            "context": f"House {number} kept lamp {number} in the hall. Nobody had a dog.",
        }
        for number in range(count)
    ]


def jsonl(questions: Sequence[dict[str, Any]]) -> str:
    return "".join(json.dumps(question, ensure_ascii=False) + "\n" for question in questions)


async def has_asked(server: OpenAIServer, count: int, process: asyncio.subprocess.Process) -> None:
    while len(server.asked) < count:
        assert process.returncode is None, "the command ended before it asked enough"
        await asyncio.sleep(0.01)


def assert_adds_up(ended: Ended, n_questions: int) -> None:
    """Every question has exactly one outcome, and both files hold to their schemas."""
    for result in ended.results:
        jsonschema.validate(result, SCHEMAS["result"])
    jsonschema.validate(ended.summary, SCHEMAS["summary"])
    summary = ended.summary
    assert summary["passed_count"] + summary["failed_count"] == summary["total_count"]
    assert summary["total_count"] == len(ended.results)
    assert summary["total_count"] + summary["skipped"]["count"] == n_questions
    ids = [result["id"] for result in ended.results]
    ids += [skipped["item"] for skipped in summary["skipped"]["items"]]
    assert len(set(ids)) == len(ids) == n_questions


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_the_sample_is_validated_by_the_baseline(desk: Desk, language: str) -> None:
    ended = await desk.validate(*sample(language))
    assert ended.code == 0, ended.stderr
    assert "\nDone\n" in ended.stderr
    assert_adds_up(ended, SAMPLE_QUESTIONS[language])
    assert ended.summary["baseline"] is True
    assert not desk.part.exists()


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_recorded_replies_are_replayed(desk: Desk, language: str) -> None:
    replies = SAMPLE / f"{language}_replies.jsonl"
    ended = await desk.validate(*sample(language), "--connection", "recorded", "--replies", replies)
    assert ended.code == 0, ended.stderr
    assert_adds_up(ended, SAMPLE_QUESTIONS[language])
    assert ended.summary["infrastructure_failures"]["count"] == 0
    assert ended.summary["baseline"] is False


async def test_every_question_has_one_outcome_whatever_the_endpoint_does(desk: Desk) -> None:
    faults = {
        Fault.RATE_LIMIT: 0.1,
        Fault.SERVER_ERROR: 0.1,
        Fault.HANG: 0.03,
        Fault.RESET: 0.05,
        Fault.MALFORMED: 0.1,
        Fault.REFUSAL: 0.05,
        Fault.EMPTY: 0.1,
        Fault.CONTENT_FILTER: 0.05,
        Fault.LENGTH: 0.05,
        Fault.FENCED: 0.1,
        Fault.THINKING: 0.1,
    }
    questions = rows(60)
    path = desk.write("q.jsonl", jsonl(questions))
    desk.write(
        "connections.toml",
        '[flaky]\nbase_url = "{url}"\nmodel = "m"\ntimeout_s = 8\nmax_concurrency = 30\n',
    )
    async with OpenAIServer(Answers(questions), seeded(faults, seed=4)) as server:
        connections = desk.folder / "connections.toml"
        connections.write_text(connections.read_text().format(url=server.url))
        ended = await desk.validate(
            *("--questions", path, "--connection", "flaky", "--concurrency", "30"),
            DESK_CONNECTIONS=str(connections),
        )
    assert ended.code == 1, ended.stderr
    assert_adds_up(ended, 60)
    machinery = Counter(
        reason for result in ended.results for reason in result["validation"]["failure_reasons"]
    )
    assert dict(machinery) == ended.summary["infrastructure_failures"]["by_kind"]
    assert ended.summary["failure_reasons"] == {}, "no fault may count as a bad question"
    assert ended.summary["passed_count"] == ended.summary["pass_rate"]["n"] > 30
    assert sum(r["validation"]["provenance"]["attempts"] for r in ended.results) == len(
        server.asked
    )
    assert max(server.seen.values()) <= 4


async def against(desk: Desk, plan: Plan, *arguments: str | Path, count: int = 3) -> Ended:
    questions = rows(count)
    path = desk.write("q.jsonl", jsonl(questions))
    async with OpenAIServer(Answers(questions), plan) as server:
        return await desk.validate(
            *("--questions", path, "--connection", "openai", *arguments),
            OPENAI_BASE_URL=server.url,
            OPENAI_API_KEY="sk-secret-value",
        )


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [(Fault.HTML, "web page"), (Fault.UNKNOWN_MODEL, "Check model and base_url")],
)
async def test_an_endpoint_that_cannot_answer_stops_the_run_with_the_fix(
    desk: Desk, fault: Fault, sentence: str
) -> None:
    ended = await against(desk, in_order(fault), count=40)
    assert ended.code == 2
    assert sentence in ended.stderr.splitlines()[-1]
    assert "Traceback" not in ended.stderr
    assert len(desk.part.read_text().splitlines()) < 20, "most questions must not be asked"


async def test_an_endpoint_that_is_down_is_named_in_one_sentence(desk: Desk) -> None:
    path = desk.write("q.jsonl", jsonl(rows(3)))
    ended = await desk.validate(
        *("--questions", path, "--connection", "openai"),
        OPENAI_BASE_URL="http://127.0.0.1:9/v1",
        OPENAI_API_KEY="sk-secret-value",
    )
    assert ended.code == 1
    assert "connection: 3" in ended.stderr
    assert "http://127.0.0.1:9/v1" in ended.stderr
    assert "sk-secret-value" not in ended.stderr
    assert_adds_up(ended, 3)


async def test_the_key_is_named_and_never_shown(desk: Desk) -> None:
    ended = await against(desk, in_order(Fault.UNAUTHORIZED))
    assert "OPENAI_API_KEY" in ended.stderr
    assert "sk-secret-value" not in ended.stderr


async def test_a_refused_key_stops_at_the_first_call_with_code_2(desk: Desk) -> None:
    ended = await against(desk, in_order(Fault.UNAUTHORIZED), "--concurrency", "1")
    assert ended.code == 2
    assert not desk.out.exists()


async def test_failed_calls_are_asked_again_on_resume_and_the_others_are_not(desk: Desk) -> None:
    questions = rows(12)
    path = desk.write("q.jsonl", jsonl(questions))
    arguments = ("--questions", path, "--connection", "openai", "--concurrency", "12")
    refused = in_order(Fault.REFUSAL)

    def plan(prompt: str, times: int) -> Fault:
        return refused(prompt, times) if int(prompt[:8], 16) % 3 == 0 and not times else Fault.OK

    async with OpenAIServer(Answers(questions), plan) as server:
        environ = {"OPENAI_BASE_URL": server.url, "OPENAI_API_KEY": "k"}
        first = await desk.validate(*arguments, **environ)
        second = await desk.validate(*arguments, "--resume", **environ)
        failed = first.summary["infrastructure_failures"]["by_kind"]["refusal"]
        assert first.code == 1
        assert second.code == 0, second.stderr
        assert second.summary["passed_count"] == 12
        assert len(server.asked) == 12 + failed
    assert not desk.part.exists()


async def test_a_killed_run_resumes_without_asking_finished_questions_again(desk: Desk) -> None:
    questions = rows(80)
    path = desk.write("q.jsonl", jsonl(questions))
    arguments = ("--questions", path, "--connection", "openai", "--concurrency", "4")
    async with OpenAIServer(Answers(questions), latency_s=0.05) as server:
        environ = {"OPENAI_BASE_URL": server.url, "OPENAI_API_KEY": "k"}
        process = await desk.start(*arguments, **environ)
        await has_asked(server, 30, process)
        process.send_signal(signal.SIGKILL)
        await process.wait()
        kept = len(desk.part.read_text().splitlines()) - 1
        refused = await desk.validate(*arguments, **environ)
        assert refused.code == 2
        assert "--resume" in refused.stderr
        ended = await desk.validate(*arguments, "--resume", **environ)
    assert kept >= 20
    assert ended.code == 0, ended.stderr
    assert_adds_up(ended, 80)
    assert len(server.asked) <= 80 + 4, "only calls in flight may be asked again"


async def test_a_torn_last_line_is_dropped_and_asked_again(desk: Desk) -> None:
    questions = rows(8)
    path = desk.write("q.jsonl", jsonl(questions))
    arguments = ("--questions", path, "--connection", "openai")
    async with OpenAIServer(Answers(questions), in_order(Fault.REFUSAL, Fault.OK)) as server:
        environ = {"OPENAI_BASE_URL": server.url, "OPENAI_API_KEY": "k"}
        await desk.validate(*arguments, **environ)
        journal = desk.part.read_text()
        desk.part.write_text(journal + '{"index": 0, "result": {"que')
        ended = await desk.validate(*arguments, "--resume", **environ)
    assert ended.code == 0, ended.stderr
    assert_adds_up(ended, 8)


async def test_a_run_with_other_settings_is_not_resumed(desk: Desk) -> None:
    path = desk.write("q.jsonl", jsonl(rows(1)))
    desk.part.write_text('{"settings": {}, "earlier": {}}\n')
    ended = await desk.validate("--questions", path, "--resume")
    assert ended.code == 2
    assert "other settings" in ended.stderr


async def test_rows_without_a_context_are_skipped_and_refused_rows_are_kept(desk: Desk) -> None:
    questions = rows(2)
    del questions[1]["context"]
    path = desk.write("q.jsonl", jsonl(questions) + '{"question": "cut off')
    refused = desk.folder / "refused.jsonl"
    ended = await desk.validate("--questions", path, "--refused", refused)
    assert ended.code == 1
    assert ended.summary["total_count"] == 1
    assert ended.summary["skipped"]["items"][0]["line"] == 2
    assert ended.summary["skipped"]["by_reason"] == {"no_text": 1}
    assert ended.summary["refused_rows"]["count"] == 1
    row = json.loads(refused.read_text())
    assert (row["line"], row["raw"]) == (3, '{"question": "cut off')


@pytest.mark.parametrize(
    ("novel", "questions", "sentence"),
    [
        (b"", None, "empty"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x01" * 20, None, "novel.txt"),
        (b"A story.", b"", "empty"),
        (b"A story.", b"[{", "q.jsonl"),
        (b"A story.", b"This is no question file.", "valid JSON"),
        (None, None, "Cannot read the file"),
    ],
)
async def test_bad_files_end_with_one_sentence_and_code_2(
    desk: Desk, novel: bytes | None, questions: bytes | None, sentence: str
) -> None:
    text = desk.folder / "novel.txt"
    if novel is not None:
        text.write_bytes(novel)
    path = desk.write("q.jsonl", jsonl(rows(1)) if questions is None else questions)
    ended = await desk.validate("--novel", text, "--questions", path)
    assert ended.code == 2
    assert sentence in ended.stderr
    assert ended.stderr.splitlines()[-1].startswith("error: ")
    assert ended.stderr.count("error: ") == 1
    assert desk.left == set()


@pytest.mark.parametrize(
    "arguments",
    [
        ("--similarity-threshold", "2"),
        ("--confidence-threshold", "sure"),
        ("--concurrency", "0"),
        ("--context", "half"),
        ("--tokenizer", "runes"),
        ("--connection", "nowhere"),
        ("--connection", "recorded"),
    ],
)
async def test_wrong_use_has_code_2(desk: Desk, arguments: tuple[str, ...]) -> None:
    path = desk.write("q.jsonl", jsonl(rows(1)))
    ended = await desk.validate("--questions", path, *arguments)
    assert ended.code == 2
    assert "Traceback" not in ended.stderr


async def test_questions_of_another_novel_are_noticed(desk: Desk) -> None:
    questions = rows(30)
    for question in questions:
        del question["context"]
        question["position"] = {"start_pos": 10**6, "end_pos": 10**6 + 9}
    path = desk.write("q.jsonl", jsonl(questions))
    refused = await desk.validate("--questions", path, "--novel", SAMPLE / "en_story.md")
    assert refused.code == 2
    assert "all positions are beyond the end of the novel" in refused.stderr
    questions[0]["position"] = {"start_pos": 0, "end_pos": 200}
    path = desk.write("q.jsonl", jsonl(questions))
    ended = await desk.validate("--questions", path, "--novel", SAMPLE / "en_story.md")
    assert ended.code == 1
    assert ended.summary["notices"] == ["positions_out_of_range"]
    assert ended.stderr.count("notice:") == 1


def _bare(positions: Sequence[int | None]) -> str:
    """Questions on the English sample story, without contexts of their own."""
    questions = rows(len(positions))
    for question, first in zip(questions, positions, strict=True):
        del question["context"]
        if first is not None:
            question["position"] = {"start_pos": first, "end_pos": first + 200}
    return jsonl(questions)


async def test_rows_without_positions_are_asked_about_the_whole_novel(desk: Desk) -> None:
    path = desk.write("q.jsonl", _bare([None] * 3))
    ended = await desk.validate("--questions", path, "--novel", SAMPLE / "en_story.md")
    assert ended.code == 0, ended.stderr
    assert "3 of 3 rows have neither a position nor a context; the whole novel" in ended.stderr
    assert ended.summary["settings"]["context"] == "whole"
    assert (ended.summary["state"], ended.summary["total_count"]) == ("done", 3)


async def test_of_rows_with_and_without_positions_none_is_skipped_unless_asked_for(
    desk: Desk,
) -> None:
    path = desk.write("q.jsonl", _bare([0, None, 200]))
    ended = await desk.validate("--questions", path, "--novel", SAMPLE / "en_story.md")
    assert ended.code == 0, ended.stderr
    assert "1 of 3 rows has neither a position nor a context; the whole novel" in ended.stderr
    assert ended.summary["settings"]["context"] == "whole"


async def test_rows_without_positions_are_said_to_be_skipped_where_positions_are_asked_for(
    desk: Desk,
) -> None:
    path = desk.write("q.jsonl", _bare([0, None, 200]))
    given = ("--questions", path, "--novel", SAMPLE / "en_story.md")
    ended = await desk.validate(*given, "--context", "position")
    assert ended.code == 1
    assert "1 of 3 rows has neither a position nor a context; skipped unless" in ended.stderr
    assert (
        "\nDone with problems\n1 of 3 questions was skipped: it has no position in the novel. "
        "Add a position to these rows, or use --context whole.\n" in ended.stderr
    )
    assert "\nDone with problems\n" in ended.stderr
    assert ended.summary["state"] == "done_with_problems"
    assert ended.summary["settings"]["context"] == "position"
    assert_adds_up(ended, 3)


async def test_a_validation_that_would_skip_every_row_is_refused_with_what_to_change(
    desk: Desk,
) -> None:
    path = desk.write("q.jsonl", _bare([None] * 3))
    given = ("--questions", path, "--novel", SAMPLE / "en_story.md")
    ended = await desk.validate(*given, "--context", "position")
    assert ended.code == 2
    assert "Every row would be skipped: none has a position in the novel" in ended.stderr
    alone = await desk.validate("--questions", path)
    assert alone.code == 2
    assert "No row has its own context" in alone.stderr
    assert not desk.left


async def test_a_validation_without_a_usable_reply_has_failed_within_its_estimate(
    desk: Desk,
) -> None:
    path = desk.write("q.jsonl", jsonl(rows(2)))
    async with OpenAIServer(plan=in_order(Fault.PROSE)) as server:
        environ = {"OPENAI_BASE_URL": server.url, "OPENAI_API_KEY": "k"}
        ended = await desk.validate("--questions", path, "--connection", "openai", **environ)
    assert ended.code == 1
    assert "estimate: 2-4 calls, at most 8\n" in ended.stderr
    assert (
        "\nFailed: 0 of 2 results usable\nAll 2 replies were prose instead of JSON, so no answer "
        "could be read. Set json_mode = true for the connection, or choose" in ended.stderr
    )
    assert f"calls made: {len(server.asked)} (estimated 2-4 calls, at most 8)" in ended.stderr
    assert ended.summary["state"] == "failed"


async def test_refused_rows_keep_a_validation_from_being_simply_done(desk: Desk) -> None:
    path = desk.write("q.jsonl", jsonl(rows(2)) + '{"question": "cut off')
    ended = await desk.validate("--questions", path)
    assert ended.code == 1
    assert ended.summary["state"] == "done_with_problems"
    assert "\nDone with problems\n1 of 3 rows was rejected. Correct them (--refused" in ended.stderr


async def test_the_terminal_counts_the_failed_as_the_summary_does(desk: Desk) -> None:
    """What the machinery failed is among the failed in both, and named beside them."""
    said = {"evidence": "kept lamp", "is_answerable": True, "confidence": "high"}
    replies = [
        {"item": f"q{at}", "reply": {**said, "answer": [letter]}} for at, letter in enumerate("ab")
    ]
    ended = await desk.validate(
        *("--questions", desk.write("q.jsonl", jsonl(rows(3)))),
        *("--connection", "recorded", "--replies", desk.write("r.jsonl", jsonl(replies))),
    )
    counts = [ended.summary[name] for name in ("passed_count", "failed_count", "total_count")]
    assert counts == [1, 2, 3]
    assert "\npassed 1, failed 2 of 3 (1 of them infrastructure failures); " in ended.stderr
    assert "pass rate 50.0% of 2 judged" in ended.stderr


async def test_each_question_that_is_not_asked_has_a_line_with_its_values(desk: Desk) -> None:
    questions = _bare([0, 10**6]) + _bare([400]).replace("600", "350")
    path = desk.write("q.jsonl", questions)
    ended = await desk.validate("--questions", path, "--novel", SAMPLE / "en_story.md")
    assert ended.summary["total_count"] == 1
    assert (
        "\nrow rejected: q.jsonl, line 3: position: The position 400 to 350 is not a"
        in ended.stderr
    )
    assert "\n    line 2: The position starts at token 1000000, but the novel has" in ended.stderr
    assert "{" not in ended.stderr


async def test_the_whole_novel_can_be_asked_about(desk: Desk) -> None:
    ended = await desk.validate(*sample("zh"), "--context", "whole")
    assert ended.code == 0, ended.stderr
    novel = (SAMPLE / "zh_story.md").read_text(encoding="utf-8")
    spans = [result["validation"]["context_span"] for result in ended.results]
    assert spans == [[0, len(novel)]] * SAMPLE_QUESTIONS["zh"]


async def test_a_novel_and_csv_questions_in_chinese_encodings_give_the_same_verdicts(
    desk: Desk,
) -> None:
    story = (SAMPLE / "zh_story.md").read_text(encoding="utf-8")
    novel = desk.write("novel.txt", story.encode("gb18030"))
    questions = (SAMPLE / "zh_questions.jsonl").read_bytes()
    read = read_questions(questions, file_name="zh_questions.jsonl")
    table = write_questions([row.question for row in read.questions], "csv")
    sheet = desk.write("q.csv", table.decode("utf-8-sig").encode("utf-16"))
    plain = await desk.validate(*sample("zh"))
    ended = await desk.validate(*("--novel", novel, "--questions", sheet, "--encoding", "gb18030"))
    assert "gb18030" in ended.stderr
    assert [r["validation"]["is_valid"] for r in ended.results] == [
        r["validation"]["is_valid"] for r in plain.results
    ]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--out", "{folder}"), "folder"),
        (("--out", "{folder}/none/r.jsonl"), "does not exist"),
        (("--out", "/proc/r.jsonl"), "Cannot write the results"),
        (("--out", "{folder}/q.jsonl"), "same"),
        (("--summary", "{folder}/results.jsonl"), "same"),
        (("--novel", "{folder}"), "Cannot read the file"),
        (("--resume", "--restart"), "not allowed with"),
        (("--model", "m"), "no model"),
    ],
)
async def test_wrong_places_are_named_before_anything_is_asked(
    desk: Desk, arguments: tuple[str, ...], sentence: str
) -> None:
    path = desk.write("q.jsonl", jsonl(rows(1)))
    filled = [argument.format(folder=desk.folder) for argument in arguments]
    ended = await desk.validate("--questions", path, *filled)
    assert ended.code == 2
    assert sentence in ended.stderr.splitlines()[-1]
    assert path.read_text() == jsonl(rows(1))
    assert desk.left == set()


async def test_a_file_over_the_limit_is_refused(desk: Desk) -> None:
    novel = desk.write("novel.txt", "A line of the novel.\n" * 60_000)
    path = desk.write("q.jsonl", jsonl(rows(1)))
    ended = await desk.validate("--novel", novel, "--questions", path, DESK_MAX_UPLOAD_MB="1")
    assert ended.code == 2
    assert "DESK_MAX_UPLOAD_MB" in ended.stderr


async def test_questions_without_any_text_need_a_novel(desk: Desk) -> None:
    questions = rows(2)
    for question in questions:
        del question["context"]
    ended = await desk.validate("--questions", desk.write("q.jsonl", jsonl(questions)))
    assert ended.code == 2
    assert "--novel" in ended.stderr


async def test_columns_that_nothing_recognises_are_mapped(desk: Desk) -> None:
    named = [
        {
            "Frage": one["question"],
            "eins": one["choice"]["a"],
            "zwei": one["choice"]["b"],
            "Antwort": "A",
            "context": one["context"],
        }
        for one in rows(2)
    ]
    path = desk.write("q.jsonl", jsonl(named))
    refused = await desk.validate("--questions", path)
    assert refused.code == 2
    mapped = ["question=Frage", "options=eins,zwei", "answer=Antwort"]
    options = [part for one in mapped for part in ("--map", one)]
    assert (await desk.validate("--questions", path, *options)).code == 0
    wrong = await desk.validate("--questions", path, "--map", "frage=Frage")
    assert wrong.code == 2
    assert "FIELD=COLUMN" in wrong.stderr


async def test_a_complete_run_is_not_paid_for_again_by_resume(desk: Desk) -> None:
    path = desk.write("q.jsonl", jsonl(rows(2)))
    first = await desk.validate("--questions", path)
    again = await desk.validate("--questions", path, "--resume")
    assert (first.code, again.code) == (0, 2)
    assert "There is nothing to resume: the earlier run is complete" in again.stderr


async def test_restart_drops_what_an_unfinished_run_left(desk: Desk) -> None:
    path = desk.write("q.jsonl", jsonl(rows(2)))
    desk.part.write_text("anything")
    unread = await desk.validate("--questions", path, "--resume")
    assert unread.code == 2
    assert "--restart" in unread.stderr
    ended = await desk.validate("--questions", path, "--restart")
    assert ended.code == 0, ended.stderr
    assert desk.left == {"results.jsonl", "summary.json"}


async def test_two_commands_cannot_write_one_output(desk: Desk) -> None:
    questions = rows(4)
    path = desk.write("q.jsonl", jsonl(questions))
    arguments = ("--questions", path, "--connection", "openai")
    opened = asyncio.Event()
    async with OpenAIServer(Answers(questions), opened=opened) as server:
        environ = {"OPENAI_BASE_URL": server.url, "OPENAI_API_KEY": "k"}
        first = await desk.start(*arguments, **environ)
        await has_asked(server, 1, first)
        second = await desk.validate(*arguments, "--resume", **environ)
        opened.set()
        await first.communicate()
        assert len(server.asked) == 4
    assert second.code == 2
    assert "Another command" in second.stderr
    assert first.returncode == 0


async def test_what_failed_calls_cost_stays_in_the_summary(desk: Desk) -> None:
    questions = rows(3)
    path = desk.write("q.jsonl", jsonl(questions))
    arguments = ("--questions", path, "--connection", "openai")
    async with OpenAIServer(Answers(questions), in_order(Fault.REFUSAL, Fault.OK)) as server:
        environ = {"OPENAI_BASE_URL": server.url, "OPENAI_API_KEY": "k"}
        await desk.validate(*arguments, **environ)
        ended = await desk.validate(*arguments, "--resume", **environ)
        assert ended.summary["usage"]["calls"] == len(server.asked) == 6


async def test_ctrl_c_keeps_what_is_finished(desk: Desk) -> None:
    questions = rows(40)
    path = desk.write("q.jsonl", jsonl(questions))
    async with OpenAIServer(Answers(questions), latency_s=0.05) as server:
        process = await desk.start(
            *("--questions", path, "--connection", "openai", "--concurrency", "2"),
            OPENAI_BASE_URL=server.url,
            OPENAI_API_KEY="k",
        )
        await has_asked(server, 10, process)
        process.send_signal(signal.SIGINT)
        _, stderr = await process.communicate()
    assert process.returncode == 130
    assert "--resume" in stderr.decode()
    assert len(desk.part.read_text().splitlines()) > 5
