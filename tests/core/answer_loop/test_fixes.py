"""Suggested fixes: the rules that evaluate them, and the offline baseline."""

import asyncio
import json
from typing import Any

import pytest

from core.answer_loop.fix_evaluator import FixEvaluator
from core.answer_loop.fix_generators import LexicalFixGenerator, fix_messages, model_fix_generator
from core.answer_loop.fixes import FixKind, FlaggedQuestion, SuggestedFix, fix_reply, read_fix
from core.answer_loop.generators import GenerationRequest
from core.answer_loop.journal import MemoryJournal
from core.answer_loop.model_evaluator import ModelEvaluator
from core.answer_loop.state import initial_state
from core.evidence_gate.evidence import numbered
from core.llm import Completion, Message, UnreadableReply
from core.questions import Question, QuestionType
from core.text.retrieval.single_text import SingleTextRetriever
from tests.core.answer_loop.looping import client_at, close_clients
from tests.openai_server import OpenAIServer

ENGLISH = (
    "The ferry left the north bank at seven. Marta Quill carried the brass lantern to the pier. "
    "Her brother stayed at home and mended the nets."
)
CHINESE = "渡船七点离开北岸。玛尔塔把铜灯提到码头上。她的弟弟留在家里补渔网。"
LANTERN = Question(
    "Who carried the brass lantern to the pier?",
    QuestionType.SINGLE_CHOICE,
    {"a": "her brother", "b": "Marta Quill", "c": "the ferryman"},
    ("a",),
)
LAMP = Question(
    "谁把铜灯提到码头上？",
    QuestionType.SINGLE_CHOICE,
    {"a": "弟弟", "b": "玛尔塔", "c": "船夫"},
    ("a",),
)
QUOTE = "Marta Quill carried the brass lantern to the pier."


def _fix(**changes: Any) -> str:
    fix = SuggestedFix.from_question(
        FixKind.CORRECTED_ANSWER, LANTERN, ("b",), QUOTE, "The text says so."
    )
    return fix.model_copy(update=changes).model_dump_json()


def _suggestions(answer: str, language: str = "en") -> tuple[str, ...]:
    evaluator = FixEvaluator(FlaggedQuestion(LANTERN), ENGLISH)
    judged = asyncio.run(evaluator.evaluate("", answer, (), language=language))
    return judged.evaluation.suggestions


def test_a_fix_with_another_letter_and_a_quote_of_the_text_passes() -> None:
    assert _suggestions(_fix()) == ()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"evidence": "The captain sold the lantern in autumn."}, "does not stand in the text"),
        ({"answer": ("d",)}, "letters that are no options"),
        ({"answer": ("a",)}, "Nothing is changed"),
        ({"question": "Who carried it?"}, "changes the letters alone"),
        ({"answer": ("a", "b")}, "answer breaks a rule"),
        ({"answer": ()}, "answer breaks a rule"),
        (
            {"kind": FixKind.REWRITTEN_QUESTION, "question": "谁把铜灯提到码头上去了？"},
            "another language",
        ),
        (
            {
                "kind": FixKind.REWRITTEN_QUESTION,
                "choice": {"a": "her brother", "b": "Marta Quill", "c": "marta quill"},
            },
            "Two options say the same",
        ),
        ({"kind": FixKind.REWRITTEN_QUESTION, "question": " "}, "question breaks a rule"),
    ],
)
def test_each_fault_of_a_fix_yields_its_suggestion(given: dict[str, Any], said: str) -> None:
    assert any(said in suggestion for suggestion in _suggestions(_fix(**given)))


def test_suggestions_begin_with_their_dimension_in_the_language_of_the_question() -> None:
    wrong = _fix(evidence="nowhere to be found at all", answer=("a",))
    assert [suggestion[0 : suggestion.index("]") + 1] for suggestion in _suggestions(wrong)] == [
        "[evidence]",
        "[reasonableness]",
    ]
    assert [
        suggestion[0 : suggestion.index("]") + 1] for suggestion in _suggestions(wrong, "zh")
    ] == [
        "[证据标注]",
        "[合理性]",
    ]


def test_an_unreadable_fix_is_reported_and_no_fix_passes() -> None:
    assert "JSON" in _suggestions("Take b.")[0]
    assert _suggestions(_fix(kind=FixKind.NO_FIX, evidence="", answer=("a",))) == ()


@pytest.mark.parametrize(
    ("question", "text", "language"), [(LANTERN, ENGLISH, "en"), (LAMP, CHINESE, "zh")]
)
def test_the_baseline_names_the_option_that_the_text_supports_and_quotes_it(
    question: Question, text: str, language: str
) -> None:
    flawed = FlaggedQuestion(question)
    evidence = numbered(SingleTextRetriever(text, "", language).search(flawed.query))
    draft = asyncio.run(
        LexicalFixGenerator(flawed).generate(
            [], GenerationRequest(flawed.query, evidence, language)
        )
    )
    fix = read_fix(draft.text)
    assert (fix.kind, fix.answer, draft.abstained) == (FixKind.CORRECTED_ANSWER, ("b",), False)
    assert fix.evidence in text
    judged = asyncio.run(
        FixEvaluator(flawed, text).evaluate("", draft.text, evidence, language=language)
    )
    assert judged.evaluation.passed


def test_the_baseline_suggests_no_fix_where_nothing_fits_and_no_second_fix() -> None:
    flawed = FlaggedQuestion(LANTERN)
    passages = numbered(SingleTextRetriever(ENGLISH, "", "en").search(flawed.query))
    for evidence, earlier in (((), ()), (passages, ("{}",))):
        request = GenerationRequest(flawed.query, evidence, "en", earlier=earlier)
        draft = asyncio.run(LexicalFixGenerator(flawed).generate([], request))
        assert (read_fix(draft.text).kind, draft.abstained) == (FixKind.NO_FIX, True)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_prompt_holds_question_label_answer_reasons_and_evidence(language: str) -> None:
    flawed = FlaggedQuestion(LANTERN, ("b",), ("answer_mismatch",))
    evidence = numbered(SingleTextRetriever(ENGLISH, "", "en").search(flawed.query))
    state = initial_state(flawed.query, language, evidence, MemoryJournal())
    system, user = (str(message.content) for message in fix_messages(flawed, language).first(state))
    assert "corrected_answer" in system
    for expected in (LANTERN.question, "b. Marta Quill", QUOTE, "[1]"):
        assert expected in user
    reason = "another answer than the label" if language == "en" else "与标注不一致"
    assert reason in user


@pytest.mark.parametrize(
    ("said", "is_fix"), [(f"```json\n{_fix()}\n```", True), ("I would take b.", False)]
)
async def test_only_a_readable_fix_becomes_an_answer(said: str, is_fix: bool) -> None:
    async with OpenAIServer(lambda _: said) as server:
        generator = model_fix_generator(client_at(server.url, "gen"), FlaggedQuestion(LANTERN))
        try:
            if is_fix:
                draft = await generator.generate(
                    [Message("user", "q")], GenerationRequest("q", (), "en")
                )
                assert json.loads(draft.text) == json.loads(_fix())
            else:
                with pytest.raises(UnreadableReply):
                    await generator.generate(
                        [Message("user", "q")], GenerationRequest("q", (), "en")
                    )
        finally:
            await close_clients()


async def test_requests_for_a_fix_and_its_judgement_carry_their_schemas() -> None:
    replies = iter([_fix(), '{"passed": true, "suggestions": []}'])
    async with OpenAIServer(lambda _: next(replies)) as server:
        client = client_at(server.url, "both", reply_format="json_schema")
        try:
            await model_fix_generator(client, FlaggedQuestion(LANTERN)).generate(
                [Message("user", "q")], GenerationRequest("q", (), "en")
            )
            await ModelEvaluator(client).evaluate("q", "a", (), language="en")
        finally:
            await close_clients()
    fix, judgement = (request.body["response_format"]["json_schema"] for request in server.requests)
    assert fix["strict"]
    assert set(fix["schema"]["required"]) == set(SuggestedFix.model_fields)
    assert set(fix["schema"]["properties"]["choice"]["required"]) == set(LANTERN.choice)
    assert set(judgement["schema"]["required"]) == {"passed", "suggestions"}


def test_a_lone_surrogate_in_a_fix_becomes_a_replacement_character() -> None:
    """Fuzzing found that JSON may hold a lone surrogate, which no text file can."""
    reply = _fix().replace('"the ferryman"', '"\\ud800"').replace("The text says so.", "\\udc00")
    fix = read_fix(fix_reply(Completion(reply, "stop")))
    assert fix.choice["c"] == fix.why == "\ufffd"
