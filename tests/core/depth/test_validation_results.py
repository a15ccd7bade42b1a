"""Validation results that `validate` wrote, used by a depth test (readings 45, 47)."""

import json
from pathlib import Path
from typing import Any

import pytest

from core.depth.testing_tool import TestingTool
from core.errors import InputError
from core.llm import PromptTemplateManager, RecordedClient
from core.llm.lexical_client import LexicalClient
from core.text import TokenizedText
from core.validation import Book, ContextMode, QuestionValidator, ValidationResult
from tests.core.depth.books import FACTS, TOKENIZER, Shelf

WIDE = {"start_pos": 0, "end_pos": 12_000}


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    """Positions as wide as the novel, so that no context fits without narrower evidence."""
    return Shelf.of(tmp_path, position=WIDE)


async def validated(shelf: Shelf, wrong: str = "", silent: str = "") -> list[ValidationResult]:
    """Validate all questions; `wrong` gets a wrong answer, `silent` an unreadable reply."""
    replies = {
        row["id"]: json.dumps(
            {
                "answer": ["a" if row["id"] == wrong else "b"],
                "evidence": fact[2],
                "is_answerable": True,
                "confidence": "high",
            }
        )
        for row, fact in zip(shelf.rows, FACTS, strict=True)
    } | ({silent: "..."} if silent else {})
    validator = QuestionValidator(RecordedClient(replies), PromptTemplateManager())
    book = Book.from_text(shelf.text, TOKENIZER)
    return [
        await validator.validate_item(question, book, ContextMode.WHOLE)
        for question in shelf.questions
    ]


async def depth_tested(
    shelf: Shelf, options: dict[str, Any] | None = None, **arguments: Any
) -> list[dict[str, Any]]:
    tool = TestingTool(LexicalClient(), **(options or {}))
    return await tool.run_depth_aware_tests(
        *shelf.paths, "fixed", [1000], 0.5, padding_size=20, **arguments
    )


async def test_contexts_are_built_around_the_quote_that_was_found(shelf: Shelf) -> None:
    results = await validated(shelf)
    shelf.write([result.to_dict() for result in results], "questions.validation.jsonl")
    tested = await depth_tested(shelf)
    assert {row["outcome"] for row in tested} == {"correct"}
    for row, (_, _, sentence) in zip(tested, FACTS, strict=True):
        start, end = row["metrics"]["evidence_start"], row["metrics"]["evidence_end"]
        assert end - start == pytest.approx(len(TOKENIZER.encode(sentence)), abs=2)


async def test_without_a_validation_a_wide_position_is_not_narrowed(shelf: Shelf) -> None:
    tested = await depth_tested(shelf, skip_validation=True)
    assert {row["metrics"]["failure"] for row in tested} == {"evidence_too_long"}


async def test_a_validation_is_required_unless_it_is_skipped(shelf: Shelf) -> None:
    with pytest.raises(InputError, match="Questions that were never validated: 7 of 7"):
        await depth_tested(shelf)
    results = await validated(shelf)
    shelf.write([result.to_dict() for result in results[2:]], "questions.validation.jsonl")
    with pytest.raises(InputError, match="never validated: 2 of 7"):
        await depth_tested(shelf)
    assert len(await depth_tested(shelf, skip_validation=True)) == 7


async def test_invalid_questions_are_left_out_on_request(shelf: Shelf) -> None:
    results = await validated(shelf, wrong="q2")
    shelf.write([result.to_dict() for result in results], "questions.validation.jsonl")
    assert len(await depth_tested(shelf)) == 7
    tested = await depth_tested(shelf, ignore_invalid=True)
    assert [row["item_key"] for row in tested] == ["q1", "q3", "q4", "q5", "q6", "q7"]


async def test_a_question_with_a_system_failure_was_not_validated(shelf: Shelf) -> None:
    """A system failure says nothing about the question (reading 45)."""
    results = await validated(shelf, silent="q2")
    shelf.write([result.to_dict() for result in results], "questions.validation.jsonl")
    with pytest.raises(InputError, match="1 of 7"):
        await depth_tested(shelf, ignore_invalid=True)
    tested = await depth_tested(shelf, ignore_invalid=True, skip_validation=True)
    assert len(tested) == 7


async def test_a_validation_file_is_also_a_question_set(shelf: Shelf) -> None:
    results = await validated(shelf, wrong="q2")
    shelf.write([result.to_dict() for result in results])
    assert len(await depth_tested(shelf, ignore_invalid=True)) == 6


async def test_another_file_can_be_named(shelf: Shelf) -> None:
    results = await validated(shelf)
    file = shelf.write([result.to_dict() for result in results], "elsewhere.jsonl")
    assert len(await depth_tested(shelf, {"validation_path": str(file)})) == 7
    with pytest.raises(InputError, match="The file has no validation results"):
        await depth_tested(shelf, {"validation_path": str(shelf.set)})
    with pytest.raises(InputError, match="Cannot read the file"):
        await depth_tested(shelf, {"validation_path": "/nowhere.jsonl"})


async def test_ignoring_invalid_questions_needs_a_validation(shelf: Shelf) -> None:
    with pytest.raises(InputError, match="No validation to identify invalid questions"):
        await depth_tested(shelf, skip_validation=True, ignore_invalid=True)


async def test_a_changed_question_is_not_the_one_that_was_validated(shelf: Shelf) -> None:
    results = await validated(shelf)
    shelf.write([result.to_dict() for result in results], "questions.validation.jsonl")
    shelf.rows[0]["answer"] = ["c"]
    shelf.write(shelf.rows)
    with pytest.raises(InputError, match="1 of 7"):
        await depth_tested(shelf)


async def test_a_span_of_a_longer_novel_is_not_used(shelf: Shelf) -> None:
    rows = [result.to_dict() for result in await validated(shelf)]
    for row in rows:
        row["validation"]["span"] = [10**7, 10**7 + 40]
    shelf.write(rows, "questions.validation.jsonl")
    tested = await depth_tested(shelf)
    assert {row["metrics"]["failure"] for row in tested} == {"evidence_too_long"}
    assert TokenizedText.from_text(shelf.text, TOKENIZER).n_tokens > 12_000
