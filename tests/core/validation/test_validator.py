"""The validator on replies given beforehand: every verdict of source 000 and its error table."""

import asyncio
import json
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InputError
from core.llm import (
    AuthenticationFailed,
    Completion,
    FailureKind,
    LLMError,
    Prompt,
    PromptTemplateManager,
    RecordedClient,
    Usage,
    ask,
)
from core.questions import Position, Question, QuestionType
from core.text import Span, WordRule, load_tokenizer
from core.validation import (
    Book,
    Context,
    ContextMode,
    QuestionValidator,
    SkippedQuestion,
    SkipReason,
    ValidationResult,
)

pytestmark = pytest.mark.usefixtures("no_retry_waits")

CHAPTER = (
    "The ferry left at six with forty-one sacks of barley. Ruth did not sign the ledger, "
    "because the rain had spoiled the page. Old Tam counted the sacks twice.\n"
)
BOOK = (
    CHAPTER
    + "Nothing else happened on the quay that day worth a line. " * 40
    + "\nIn the spring Ruth sold her boat to the miller for nine pounds.\n"
)
TOKENIZER = load_tokenizer()
FIRST = Position(0, 40)


def question(**changes: Any) -> Question:
    fields: dict[str, Any] = {
        "question": "How many sacks did the ferry carry?",
        "question_type": QuestionType.SINGLE_CHOICE,
        "choice": {"a": "forty-one", "b": "fourteen"},
        "answer": ("a",),
        "position": FIRST,
        "extra": {"id": "q1"},
    }
    return Question(**(fields | changes))


def reply(**changes: Any) -> str:
    said = {
        "answer": ["a"],
        "evidence": "The ferry left at six with forty-one sacks of barley.",
        "is_answerable": True,
        "confidence": "high",
        "reasoning": "The first sentence says so.",
    }
    return json.dumps(said | changes, ensure_ascii=False)


def validator(replies: Mapping[str, str], **options: Any) -> QuestionValidator:
    return QuestionValidator(RecordedClient(replies), PromptTemplateManager(), **options)


async def validated(
    raw: str,
    asked: Question | None = None,
    mode: ContextMode = ContextMode.POSITION,
    **options: Any,
) -> ValidationResult:
    book = Book.from_text(BOOK, TOKENIZER)
    return await validator({"q1": raw}, **options).validate_item(asked or question(), book, mode)


async def test_a_right_answer_with_a_verbatim_quote_is_valid() -> None:
    result = await validated(reply())
    assert result.is_valid
    assert result.failure_reasons == []
    assert result.evidence_verdict == "exact"
    assert result.reasoning == "The first sentence says so."


STORM = (
    "They had packed at noon. The family left the house before the storm, and the carriage was "
    "over the bridge when the first drops fell on the road behind it.\n"
)
RAIN = "他们中午就收拾好了。一家人在暴风雨来临之前离开了老屋，头几滴雨落下时马车已经过了桥。\n"


@pytest.mark.parametrize(
    ("text", "quote", "said", "stands"),
    [
        (STORM, "The family left the house after the storm", "after", "before"),
        (STORM, STORM.replace("before", "after").strip(), "after", "before"),
        (RAIN, "一家人在暴风雨来临之后离开了老屋", "后", "前"),
    ],
)
async def test_a_wrong_label_with_a_quote_bent_to_it_is_flagged(
    text: str, quote: str, said: str, stands: str
) -> None:
    asked = question(
        question="When did the family leave?",
        choice={"a": "after the storm", "b": "before the storm"},
        context=text,
        position=None,
    )
    bent = await validated(reply(evidence=quote), asked)
    assert bent.failure_reasons == ["evidence_altered"]
    assert (bent.evidence_found, bent.evidence_verdict) == (False, "altered")
    assert bent.differences == [{"claimed": said, "source": stands, "kind": "wording"}]
    tolerated = await validated(reply(evidence=quote), asked, wording=WordRule.TOLERATE)
    assert tolerated.is_valid == (quote != "The family left the house after the storm")
    assert tolerated.is_valid == ("wording_tolerated" in tolerated.warnings)


async def test_the_span_is_counted_in_the_novel_and_covers_the_quote() -> None:
    late = question(position=Position(400, 600))
    quote = "Ruth sold her boat to the miller for nine pounds."
    result = await validated(reply(evidence=quote), late)
    assert result.span is not None
    assert BOOK[slice(*result.span)] == result.matched_text == quote


@pytest.mark.parametrize(
    ("changes", "reasons"),
    [
        ({"answer": ["b"]}, ["answer_mismatch"]),
        ({"evidence": ""}, ["evidence_empty"]),
        ({"evidence": "The mayor of Lisbon arrived by balloon at noon."}, ["evidence_not_found"]),
        ({"is_answerable": False}, ["not_answerable"]),
        ({"confidence": "low"}, ["low_confidence"]),
        (
            {"answer": ["b"], "evidence": "", "is_answerable": False, "confidence": "low"},
            ["answer_mismatch", "evidence_empty", "not_answerable", "low_confidence"],
        ),
    ],
)
async def test_each_failed_condition_is_a_reason(
    changes: dict[str, Any], reasons: list[str]
) -> None:
    result = await validated(reply(**changes))
    assert result.failure_reasons == reasons
    assert not result.is_valid


@pytest.mark.parametrize(
    "quote",
    [
        "The ferry left at six with forty-two sacks of barley.",
        "Ruth did sign the ledger, because the rain had spoiled the page.",
    ],
)
async def test_a_quote_whose_number_or_negation_was_changed_is_not_found(quote: str) -> None:
    result = await validated(reply(evidence=quote))
    assert result.failure_reasons == ["evidence_altered"]
    assert result.evidence_similarity > 0.8
    assert result.differences


async def test_a_quote_from_another_part_of_the_book_is_shown_but_not_found() -> None:
    quote = "In the spring Ruth sold her boat to the miller for nine pounds."
    result = await validated(reply(evidence=quote))
    assert result.failure_reasons == ["evidence_elsewhere"]
    assert result.evidence_found is False
    assert result.span is not None
    assert BOOK[slice(*result.span)] == quote


async def test_the_same_quote_is_found_when_the_whole_novel_is_the_context() -> None:
    quote = "In the spring Ruth sold her boat to the miller for nine pounds."
    result = await validated(reply(evidence=quote), mode=ContextMode.WHOLE)
    assert result.is_valid


@pytest.mark.parametrize(("threshold", "valid"), [("high", False), ("medium", True), ("low", True)])
async def test_the_confidence_threshold_is_inclusive(threshold: str, valid: bool) -> None:
    result = await validated(reply(confidence="medium"), confidence_threshold=threshold)
    assert result.is_valid is valid


async def test_multi_choice_ignores_the_order() -> None:
    asked = question(
        question_type=QuestionType.MULTI_CHOICE,
        choice={"a": "x", "b": "y", "c": "z"},
        answer=("a", "c"),
    )
    result = await validated(reply(answer=["c", "a"]), asked)
    assert result.answer_matches


async def test_a_rows_own_context_is_asked_about_without_a_novel() -> None:
    asked = question(context="Seven gulls sat on the wall.", position=None)
    raw = reply(evidence="Seven gulls sat on the wall.")
    result = await validator({"q1": raw}).validate_item(asked, None)
    assert result.is_valid
    assert result.span == (0, 28)


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        (question(position=None), SkipReason.NO_POSITION),
        (question(position=Position(10**6, 10**6 + 5)), SkipReason.POSITION_OUT_OF_RANGE),
        (question(position=Position(400, 350)), SkipReason.POSITION_INVALID),
        (question(position=Position(-5, 5)), SkipReason.POSITION_INVALID),
    ],
)
async def test_a_question_without_a_context_is_skipped(asked: Question, reason: SkipReason) -> None:
    with pytest.raises(SkippedQuestion) as skipped:
        await validated(reply(), asked)
    assert skipped.value.reason is reason


async def test_a_position_that_runs_past_the_end_is_clipped_with_a_warning() -> None:
    quote = "Ruth sold her boat to the miller for nine pounds."
    result = await validated(reply(evidence=quote), question(position=Position(400, 10**6)))
    assert result.is_valid
    assert "position_clipped" in result.warnings


class Scripted:
    """Answers with the next of `replies`; an error among them is raised."""

    name = "scripted"
    model = "scripted-1"
    kind = "openai"

    def __init__(self, *replies: str | Exception) -> None:
        self.replies = list(replies)
        self.asked: list[Prompt] = []

    async def complete(self, prompt: Prompt) -> Completion:
        self.asked.append(prompt)
        said = self.replies.pop(0)
        if isinstance(said, Exception):
            raise said
        return Completion(said, self.model, usage=Usage(10, 5))

    async def aclose(self) -> None:
        return None


@pytest.fixture
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    async def at_once(_seconds: float) -> None:
        return None

    monkeypatch.setitem(ask.__kwdefaults__, "sleep", at_once)


@pytest.mark.usefixtures("no_waiting")
@pytest.mark.parametrize(
    ("failure", "reason"),
    [
        ("no JSON at all", "parse_failure"),
        ("", "empty_reply"),
        (LLMError(FailureKind.TIMEOUT, "no answer in time"), "timeout"),
        (TimeoutError("a client of somebody else's"), "timeout"),
        (LLMError(FailureKind.SERVER_ERROR, "the endpoint failed"), "server_error"),
    ],
)
async def test_three_retries_then_the_machinery_is_the_reason(
    failure: str | Exception, reason: str
) -> None:
    client = Scripted(*[failure] * 4)
    result = await QuestionValidator(client, PromptTemplateManager()).validate_question(
        question(), BOOK
    )
    assert len(client.asked) == 4
    assert result.failure_reasons == [reason]
    assert result.infrastructure_failure == reason
    assert result.provenance.attempts == 4


@pytest.mark.usefixtures("no_waiting")
async def test_a_reply_after_failed_attempts_counts_and_every_attempts_usage_is_kept() -> None:
    client = Scripted("broken", LLMError(FailureKind.TIMEOUT, "late"), TimeoutError(), reply())
    result = await QuestionValidator(client, PromptTemplateManager()).validate_question(
        question(), BOOK
    )
    assert result.is_valid
    assert result.provenance.attempts == 4
    assert result.provenance.prompt_tokens == 20


async def test_an_unreadable_reply_is_kept_word_for_word() -> None:
    client = Scripted(*["I think it is a."] * 4)
    made = QuestionValidator(client, PromptTemplateManager())
    result = await made.validate_question(question(), BOOK)
    assert result.raw_reply == "I think it is a."


async def test_the_batch_keeps_the_order_and_leaves_skipped_questions_out() -> None:
    rows = [
        question(extra={"id": "one"}).to_dict(),
        question(extra={"id": "two"}, position=None).to_dict(),
        question(extra={"id": "three"}).to_dict(),
    ]
    replies = {"one": reply(), "three": reply(answer=["b"])}
    skipped: list[tuple[int, str]] = []
    results = await validator(replies).validate_batch(
        rows,
        TOKENIZER.encode(BOOK),
        concurrency=2,
        on_skip=lambda index, why: skipped.append((index, why.reason.value)),
    )
    assert [result.question["id"] for result in results] == ["one", "three"]
    assert [result.is_valid for result in results] == [True, False]
    assert skipped == [(1, "no_position")]


async def test_no_more_questions_are_in_flight_than_the_concurrency_allows() -> None:
    class Counting(Scripted):
        now = most = 0

        async def complete(self, prompt: Prompt) -> Completion:
            self.now += 1
            self.most = max(self.most, self.now)
            await asyncio.sleep(0.001)
            self.now -= 1
            return await super().complete(prompt)

    client = Counting(*[reply()] * 30)
    made = QuestionValidator(client, PromptTemplateManager())
    await made.validate_batch([question()] * 30, TOKENIZER.encode(BOOK), concurrency=4)
    assert client.most == 4


async def test_a_refused_key_stops_the_batch() -> None:
    client = Scripted(*[AuthenticationFailed("the key was refused")] * 3)
    made = QuestionValidator(client, PromptTemplateManager())
    with pytest.raises(AuthenticationFailed):
        await made.validate_batch([question()] * 3, TOKENIZER.encode(BOOK), concurrency=1)
    assert len(client.asked) == 1


async def test_a_question_on_which_the_client_breaks_fails_alone() -> None:
    client = Scripted(reply(), RuntimeError("broken"), reply())
    made = QuestionValidator(client, PromptTemplateManager())
    results = await made.validate_batch([question()] * 3, TOKENIZER.encode(BOOK), concurrency=1)
    assert [result.failure_reasons for result in results] == [[], ["crashed"], []]
    assert results[1].error is not None
    assert results[1].error.translate() == "RuntimeError: broken"


async def test_a_row_that_is_no_question_is_named_before_anything_is_asked() -> None:
    client = Scripted()
    made = QuestionValidator(client, PromptTemplateManager())
    rows = [question().to_dict(), {"question": "Who?"}]
    with pytest.raises(InputError, match="line 2"):
        await made.validate_batch(rows, TOKENIZER.encode(BOOK))
    assert client.asked == []


async def test_skips_that_nobody_listens_for_are_logged(caplog: pytest.LogCaptureFixture) -> None:
    await validator({}).validate_batch([question(position=None)], TOKENIZER.encode(BOOK))
    assert "no_position" in caplog.text


async def test_unusable_positions_are_skipped_with_their_values_and_the_others_asked(
    caplog: pytest.LogCaptureFixture,
) -> None:
    places = [None, (0, 40), (10**6, 10**6 + 5), (0, 40), (400, 350), (5, 5), (-5, 5)]
    asked = [
        question(
            extra={"id": f"q{at}"}, position=place and Position(*place), context=None
        ).to_dict()
        for at, place in enumerate(places)
    ]
    asked.append({**asked[1], "id": "q7", "position": {"start_pos": 400}})
    replies = {f"q{at}": reply() for at in range(len(asked))}
    results = await validator(replies).validate_batch(asked, TOKENIZER.encode(BOOK))
    assert [result.question["id"] for result in results] == ["q1", "q3"]
    assert all(result.is_valid for result in results)
    assert "question 5 skipped (position_invalid): The position 400 to 350 is" in caplog.text
    assert "(position_out_of_range): The position starts at token 1000000, but" in caplog.text
    assert "question 8 skipped (position_invalid): The position has only one" in caplog.text
    assert "{" not in caplog.text


@pytest.mark.parametrize("mode", ContextMode)
async def test_a_position_that_is_not_needed_skips_nothing(mode: ContextMode) -> None:
    own = None if mode is ContextMode.WHOLE else CHAPTER
    asked = question(position=Position(400, 350), context=own).to_dict()
    results = await validator({"q1": reply()}).validate_batch(
        [asked], TOKENIZER.encode(BOOK), mode=mode
    )
    assert [result.is_valid for result in results] == [True]


@given(
    st.sampled_from(["a", "b"]),
    st.sampled_from(["", CHAPTER[:52], "Nobody ever wrote this sentence about Lisbon."]),
    st.booleans(),
    st.sampled_from(["high", "medium", "low"]),
    st.sampled_from(["high", "medium", "low"]),
)
def test_a_result_is_valid_exactly_when_its_own_fields_say_so(
    answer: str, quote: str, answerable: bool, confidence: str, threshold: str
) -> None:
    """Source 000, property 5, on the validator's results."""
    raw = reply(answer=[answer], evidence=quote, is_answerable=answerable, confidence=confidence)
    result = asyncio.run(validated(raw, confidence_threshold=threshold))
    order = ["low", "medium", "high"]
    assert result.is_valid == (
        result.answer_matches
        and result.evidence_found
        and result.is_answerable
        and order.index(result.confidence) >= order.index(threshold)
    )
    assert (result.answer_matches, result.evidence_found) == (answer == "a", quote == CHAPTER[:52])


@pytest.mark.parametrize(
    ("text", "language"), [("How many sacks?", "en"), ("一共有多少袋大麦？", "zh")]
)
def test_the_prompt_speaks_the_questions_language(text: str, language: str) -> None:
    context = Context("四十一袋大麦。" if language == "zh" else BOOK, Span(0, 7))
    made = validator({}).prompt_for(question(question=text), context)
    assert made.language == language
