"""A quote that is the template's example is no quote (reading 65)."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from core.llm import FailureKind, PromptTemplateManager, RecordedClient
from core.llm.prompts import PACKAGED
from core.questions import Position, Question, QuestionType
from core.text import load_tokenizer
from core.validation import Book, QuestionValidator, ValidationResult
from tests.core.validation.test_validator import Scripted

pytestmark = pytest.mark.usefixtures("no_retry_waits")

EN = "The ferry left at six with forty-one sacks of barley. Ruth did not sign the ledger."
ZH = "渡船六点开走，装了四十一袋大麦。阿若没有在账上签字。"
EXAMPLES = {
    language: re.findall(r'"evidence": "([^"]+)"', texts["system"])[0]
    for language, texts in json.loads((PACKAGED / "validation_prompt.json").read_text("utf-8"))[
        "languages"
    ].items()
}


def reply(evidence: object, **changes: Any) -> str:
    said = {"answer": ["a"], "evidence": evidence, "is_answerable": True, "confidence": "high"}
    return json.dumps(said | changes, ensure_ascii=False)


def question(**changes: Any) -> Question:
    fields: dict[str, Any] = {
        "question": "How many sacks?",
        "question_type": QuestionType.SINGLE_CHOICE,
        "choice": {"a": "forty-one", "b": "fourteen"},
        "answer": ("a",),
        "extra": {"id": "q1"},
    }
    return Question(**(fields | changes))


async def validated(
    raw: str, context: str = EN, prompts: PromptTemplateManager | None = None
) -> ValidationResult:
    asked = question(question="How many sacks?" if context.isascii() else "一共多少袋？")
    made = QuestionValidator(RecordedClient({"q1": raw}), prompts or PromptTemplateManager())
    return await made.validate_question(asked, context)


def test_the_templates_show_an_example() -> None:
    assert EXAMPLES == {"en": "the verbatim quote", "zh": "逐字引用的原文"}


@pytest.mark.parametrize("context", [EN, ZH])
@pytest.mark.parametrize(
    "quote",
    [
        *EXAMPLES.values(),
        "The Verbatim Quote.",
        "the verbatim quote...",
        "<the verbatim quote>",
        "[verbatim quote]",
        "“the verbatim quote”",
        "{{evidence}}",
        "YOUR_QUOTE_HERE",
        "the verbatim quote from the passage",
        "Evidence: <exact quote from the text>",
        ["the verbatim quote", "the verbatim quote"],
        "逐字引用",
        "「逐字引用……」",
        "【逐字引用的原文】",
        "逐字引用的原文。",
        "原文引用",
        "（请在此处填写原文）",
        "從原文中逐字照抄的一段",
        "...",
        "…",
        "<...>",
        "[…]",
    ],
)
async def test_a_copied_example_is_the_machinerys_failure(quote: object, context: str) -> None:
    raw = reply(quote)
    result = await validated(raw, context)
    assert result.failure_reasons == ["placeholder"]
    assert result.infrastructure_failure == FailureKind.PLACEHOLDER
    assert (result.raw_reply, result.provenance.attempts) == (raw, 1), "a recording is asked once"
    assert result.error is not None
    assert "example" in result.error.translate()


@pytest.mark.parametrize(
    ("quote", "context", "reasons"),
    [
        ("the verbatim quote", f"He wrote: the verbatim\nquote is missing. {EN}", []),
        ("[the verbatim quote]", f"“The Verbatim Quote” was its title. {EN}", []),
        ("逐字引用", f"他说：“逐字\n引用，不许改动。”{ZH}", []),
        ("the quote was missing", EN, ["evidence_not_found"]),
        ("The evidence of the ferry is forty-one sacks", EN, ["evidence_not_found"]),
        ("原来他没有证据", ZH, ["evidence_not_found"]),
        ("", EN, ["evidence_empty"]),
        ("-", EN, ["evidence_not_found"]),
    ],
)
async def test_words_of_the_passage_and_words_of_its_own_are_judged(
    quote: str, context: str, reasons: list[str]
) -> None:
    result = await validated(reply(quote), context)
    assert result.failure_reasons == reasons


async def test_dots_where_there_is_nothing_to_quote_are_judged() -> None:
    result = await validated(reply("...", is_answerable=False, answer=[]))
    assert "not_answerable" in result.failure_reasons
    assert result.infrastructure_failure is None


async def test_the_example_of_ones_own_template_is_known_too(tmp_path: Path) -> None:
    packaged = (PACKAGED / "validation_prompt.json").read_text("utf-8")
    own = packaged.replace(EXAMPLES["en"], "the fence that fell")
    (tmp_path / "validation_prompt.json").write_text(own, "utf-8")
    raw = reply("<The fence that fell>")
    assert (await validated(raw)).failure_reasons == ["evidence_not_found"]
    result = await validated(raw, prompts=PromptTemplateManager(tmp_path))
    assert result.failure_reasons == ["placeholder"]


async def test_it_is_asked_again_and_a_quote_then_counts() -> None:
    client = Scripted(reply("the verbatim quote"), reply(EN[:52]))
    made = QuestionValidator(client, PromptTemplateManager())
    result = await made.validate_question(question(), EN)
    assert result.is_valid
    assert result.provenance.attempts == 2


async def test_the_passage_that_was_shown_counts_and_not_the_rest_of_the_book() -> None:
    text = f"{EN} {'Nothing else happened. ' * 200} The verbatim quote."
    book = Book.from_text(text, load_tokenizer())
    client = RecordedClient({"q1": reply("the verbatim quote")})
    made = QuestionValidator(client, PromptTemplateManager())
    last = book.tokens.n_tokens
    results = [
        await made.validate_item(question(position=Position(*place)), book)
        for place in [(0, 40), (last - 20, last)]
    ]
    assert [result.failure_reasons for result in results] == [["placeholder"], []]
