"""One trial against a real endpoint: outcomes, tokens, rotation, controls."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.depth.depth_scheduler import DepthMode, DepthScheduler
from core.depth.option_rotation import rotate_options
from core.depth.outcomes import Outcome
from core.depth.results import ResultEntry
from core.depth.trial_contexts import TrialContexts
from core.depth.trial_plan import Control, Trial, trials_of
from core.depth.trials import crashed_entry, reread_reply, run_trial
from core.errors import InputError
from core.llm import AuthenticationFailed, RecordedClient
from core.questions import Question, QuestionType, parse_question
from core.text import TokenizedText
from tests.core.depth.asked import client_of, examiner_of
from tests.core.depth.books import TOKENIZER, rows, story
from tests.openai_server import Answers, ChatRequest, Fault, OpenAIServer, in_order

pytestmark = pytest.mark.usefixtures("no_retry_waits")

NOVEL = story()
QUESTIONS = [parse_question(row) for row in rows(NOVEL)]
TOKENS = TokenizedText.from_text(NOVEL, TOKENIZER)
CONTEXTS = TrialContexts.from_tokens(TOKENS, TOKENIZER, QUESTIONS, padding_size=30)
TRIAL = Trial(
    question=QUESTIONS[2], context_length=2000, target_depth=0.5, depth_bin="50%", repeat=1
)


async def run(
    trial: Trial = TRIAL,
    fault: Fault = Fault.OK,
    answer: Callable[[ChatRequest], str] | None = None,
    connection: dict[str, Any] | None = None,
    **options: Any,
) -> ResultEntry:
    async with OpenAIServer(answer or Answers(), in_order(fault), hang_s=0.1) as server:
        client = client_of(server, **(connection or {}))
        try:
            examiner = examiner_of(client, **options)
            return await run_trial(trial, CONTEXTS.for_trial(trial), examiner)
        finally:
            await client.aclose()


def reply_with(text: str) -> Callable[[ChatRequest], str]:
    return lambda _request: text


async def test_a_correct_answer_has_every_field_of_source_003() -> None:
    entry = await run()
    assert entry.outcome is Outcome.CORRECT
    row = entry.to_dict()
    assert row["model_answer"] == row["correct_answer"] == ["b"]
    assert (row["parsing_status"], row["score"]) == ("success", 1.0)
    assert (row["depth_bin"], row["target_depth"]) == ("50%", 0.5)
    assert row["test_context_length"] == row["context_length"] == 2000
    assert row["depth"] == pytest.approx(0.5, abs=0.05)
    assert row["actual_context_tokens"] == pytest.approx(2000, rel=0.01)
    assert row["position"] == QUESTIONS[2].to_dict()["position"]
    assert (row["item_key"], row["repeat"], row["model"]) == ("q3", 1, "test-model")
    assert ResultEntry.from_dict(json.loads(json.dumps(row))) == entry


async def test_the_context_can_be_rebuilt_from_the_stored_result() -> None:
    entry = await run()
    metrics = entry.metrics
    text = metrics["joiner"].join(NOVEL[start:end] for start, end in metrics["pieces"])
    start, end = metrics["evidence_chars"]
    assert text == CONTEXTS.for_trial(TRIAL).context
    assert "the baker's youngest son who rang the bell." in text[start:end]


@pytest.mark.parametrize(
    ("fault", "outcome"),
    [
        (Fault.RATE_LIMIT, Outcome.API_ERROR),
        (Fault.SERVER_ERROR, Outcome.API_ERROR),
        (Fault.BAD_REQUEST, Outcome.API_ERROR),
        (Fault.RESET, Outcome.API_ERROR),
        (Fault.HTML, Outcome.API_ERROR),
        (Fault.CONTEXT_TOO_LONG, Outcome.DID_NOT_FIT),
        (Fault.REFUSAL, Outcome.REFUSAL),
        (Fault.REFUSAL_IN_TEXT, Outcome.REFUSAL),
        (Fault.CONTENT_FILTER, Outcome.CONTENT_FILTER),
        (Fault.LENGTH, Outcome.TRUNCATED),
        (Fault.EMPTY, Outcome.PARSE_FAILURE),
        (Fault.UNKNOWN_LETTER, Outcome.PARSE_FAILURE),
        (Fault.PROSE, Outcome.PARSE_FAILURE),
        (Fault.FENCED, Outcome.CORRECT),
        (Fault.THINKING, Outcome.CORRECT),
        (Fault.PYTHON, Outcome.CORRECT),
    ],
)
async def test_no_system_failure_is_a_wrong_answer(fault: Fault, outcome: Outcome) -> None:
    truncated_reply = reply_with(
        '{"reasoning": "I am still thinking about the best way to say it", "answer": []}'
    )
    entry = await run(fault=fault, answer=truncated_reply if fault is Fault.LENGTH else None)
    assert entry.outcome is outcome
    assert entry.parsing_status == ("success" if outcome.answered else outcome.value)
    if not outcome.answered:
        assert entry.score is None
        assert entry.error
        assert entry.metrics["failure"]


async def test_an_unreadable_reply_is_retried_three_times_and_stored() -> None:
    entry = await run(answer=reply_with("It is what it is."))
    assert (entry.metrics["attempts"], entry.raw_reply) == (4, "It is what it is.")


async def test_a_refused_key_ends_the_run() -> None:
    with pytest.raises(AuthenticationFailed):
        await run(fault=Fault.UNAUTHORIZED)


@pytest.mark.parametrize(
    ("said", "outcome", "score"),
    [
        ('{"answer": ["a"]}', Outcome.WRONG, 0.0),
        ('{"answer": []}', Outcome.ABSTAINED, 0.0),
        ("The answer is B.", Outcome.CORRECT, 1.0),
    ],
)
async def test_the_models_answer_is_scored(said: str, outcome: Outcome, score: float) -> None:
    entry = await run(answer=reply_with(said))
    assert (entry.outcome, entry.score) == (outcome, score)


async def test_planned_tokens_are_those_of_the_messages() -> None:
    async with OpenAIServer() as server:
        client = client_of(server)
        entry = await run_trial(TRIAL, CONTEXTS.for_trial(TRIAL), examiner_of(client))
        await client.aclose()
        sent = server.requests[0].body["messages"]
    n_tokens = sum(len(TOKENIZER.encode(message["content"])) for message in sent)
    assert entry.planned_prompt_tokens == pytest.approx(n_tokens + 11, abs=4)
    assert entry.billed_prompt_tokens == len(sent[-1]["content"]) // 4
    assert "tokens_differ" in entry.warnings, "the server counts four characters as a token"


async def test_a_prompt_beyond_the_models_window_is_not_sent() -> None:
    planned = (await run()).planned_prompt_tokens or 0
    fits = await run(context_window=planned + 100, max_output_tokens=100)
    assert fits.outcome is Outcome.CORRECT
    async with OpenAIServer() as server:
        client = client_of(server)
        examiner = examiner_of(client, context_window=planned + 99, max_output_tokens=100)
        entry = await run_trial(TRIAL, CONTEXTS.for_trial(TRIAL), examiner)
        await client.aclose()
        assert not server.asked
    assert (entry.outcome, entry.metrics["failure"]) == (Outcome.DID_NOT_FIT, "context_too_long")
    assert "1 tokens shorter" in (entry.error or "")


async def test_a_context_that_cannot_be_built_asks_nothing() -> None:
    entry = await run(replace(TRIAL, context_length=10**6), fault=Fault.UNAUTHORIZED)
    assert (entry.outcome, entry.metrics["failure"]) == (Outcome.DID_NOT_FIT, "novel_too_short")
    assert (entry.score, entry.depth, entry.actual_context_tokens) == (None, None, None)


@pytest.mark.parametrize("repeat", range(6))
async def test_a_rotated_answer_is_mapped_back(repeat: int) -> None:
    entry = await run(replace(TRIAL, repeat=repeat), rotate_options=True, seed=3)
    assert (entry.outcome, entry.model_answer) == (Outcome.CORRECT, ("b",))
    assert sorted(entry.metrics["options_shown"]) == ["a", "b", "c"]
    assert dict(entry.choice) == dict(QUESTIONS[2].choice)


CHOICE = {"a": "one", "b": "two", "c": "three", "d": "four"}
QUESTION = Question("Q?", QuestionType.MULTI_CHOICE, CHOICE, ("a", "d"))


@given(st.text())
def test_rotation_moves_every_option_with_its_label(key: str) -> None:
    rotated = rotate_options(QUESTION, key)
    assert sorted(rotated.question.choice.values()) == sorted(CHOICE.values())
    assert {rotated.question.choice[letter] for letter in rotated.question.answer} == {
        "one",
        "four",
    }
    assert rotated.original_letters(rotated.question.answer, CHOICE) == QUESTION.answer
    assert rotate_options(QUESTION, key) == rotated


def test_over_many_keys_the_correct_option_has_every_letter() -> None:
    single = replace(QUESTION, question_type=QuestionType.SINGLE_CHOICE, answer=("a",))
    letters = [rotate_options(single, str(key)).question.answer[0] for key in range(400)]
    assert all(70 <= letters.count(letter) <= 130 for letter in CHOICE)


@pytest.mark.parametrize("text", ["All of the above", "Both A and C", "以上都是", "A和B"])
def test_options_that_refer_to_others_are_not_rotated(text: str) -> None:
    rotated = rotate_options(replace(QUESTION, choice=CHOICE | {"d": text}), "key")
    assert list(rotated.question.choice.values()) == ["one", "two", "three", text]
    assert rotated.warnings == ("options_not_rotated",)


async def test_each_control_sends_its_context() -> None:
    sent: dict[str, ChatRequest] = {}
    for control in Control:
        length = 2000 if control is Control.FILLER_ONLY else 0
        trial = Trial(question=QUESTIONS[2], context_length=length, control=control)
        async with OpenAIServer() as server:
            client = client_of(server)
            entry = await run_trial(trial, CONTEXTS.for_trial(trial), examiner_of(client))
            await client.aclose()
            sent[control] = server.requests[0]
        assert (entry.control, entry.depth, entry.depth_bin) == (control.value, None, None)
        assert entry.outcome.answered
    fact = "the baker's youngest son who rang the bell."
    assert "<text>" not in sent[Control.CLOSED_BOOK].user
    assert fact in sent[Control.ORACLE].context
    assert len(TOKENIZER.encode(sent[Control.ORACLE].context)) < 120
    assert fact not in sent[Control.FILLER_ONLY].context
    assert len(TOKENIZER.encode(sent[Control.FILLER_ONLY].context)) == pytest.approx(2000, rel=0.01)


def test_the_controls_follow_the_schedule_and_every_key_is_unique() -> None:
    scheduler = DepthScheduler(DepthMode.CROSSED, context_lengths=[1000, 2000])
    trials = trials_of(QUESTIONS, scheduler, repeats=3, controls=Control)
    n = len(QUESTIONS)
    assert len({trial.key for trial in trials}) == len(trials) == 3 * n * (2 * 5 + 1 + 1 + 2)
    assert [trial.control for trial in trials[: 10 * n]] == [None] * 10 * n
    with pytest.raises(InputError, match="oracle"):
        Control.named("placebo")


async def test_a_stored_reply_is_read_again_without_a_call() -> None:
    entry = await run(answer=reply_with("A or so"), rotate_options=True, seed=5)
    letters = entry.metrics["options_shown"]
    letter = next(shown for shown, original in letters.items() if original == "b")
    reread = reread_reply(replace(entry, raw_reply=f"So the answer is ({letter.upper()})."))
    assert (entry.outcome, entry.score) == (Outcome.PARSE_FAILURE, None)
    assert (reread.outcome, reread.model_answer, reread.score) == (Outcome.CORRECT, ("b",), 1.0)
    assert "failure" not in reread.metrics
    assert reread.error is None
    assert reread_reply(reread) == reread


async def test_a_failed_call_is_not_reread() -> None:
    entry = await run(fault=Fault.BAD_REQUEST)
    assert reread_reply(entry) is entry


async def test_recorded_replies_are_read_for_every_depth() -> None:
    examiner = examiner_of(RecordedClient({"q3": "答案：B"}))
    entry = await run_trial(TRIAL, CONTEXTS.for_trial(TRIAL), examiner)
    assert entry.outcome is Outcome.CORRECT
    assert entry.billed_prompt_tokens is None
    other = replace(TRIAL, question=QUESTIONS[0])
    missing = await run_trial(other, CONTEXTS.for_trial(other), examiner)
    assert (missing.outcome, missing.metrics["failure"]) == (
        Outcome.API_ERROR,
        "no_recorded_reply",
    )


def test_a_crash_is_stored_as_a_system_failure() -> None:
    entry = crashed_entry(TRIAL, examiner_of(RecordedClient({})), ZeroDivisionError("by zero"))
    assert (entry.outcome, entry.metrics["failure"]) == (Outcome.API_ERROR, "crashed")
    assert entry.error == "ZeroDivisionError: by zero"


async def test_the_prompt_can_be_chinese() -> None:
    chinese = replace(QUESTIONS[2], question="发洪水那天夜里是谁敲的钟？请选出一项。")
    entry = await run(replace(TRIAL, question=chinese), language="zh")
    assert entry.outcome is Outcome.CORRECT
