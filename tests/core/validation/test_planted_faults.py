"""The sample library end to end: planted faults are flagged, careful replies are not.

Constructed: it proves the pipeline, not the validator's quality.
"""

import asyncio
import json
from functools import cache

import pytest

from core.llm import PromptTemplateManager, RecordedClient
from core.questions import check_questions, read_questions
from core.services.library import planted_score, sample_manifest
from core.services.library.sample_library import FOLDER
from core.text import load_tokenizer
from core.validation import QuestionValidator, ValidationResult

TEXTS = {text.id: text for text in sample_manifest().texts}
FAULTS = sample_manifest().faults


@cache
def validated(language: str) -> dict[str, ValidationResult]:
    text = TEXTS[language]
    lines = (FOLDER / text.replies).read_text(encoding="utf-8").splitlines()
    replies = {row["item"]: row["reply"] for row in map(json.loads, lines)}
    tokenizer = load_tokenizer(text.tokenizer)
    read = read_questions((FOLDER / text.questions).read_bytes(), file_name=text.questions)
    validator = QuestionValidator(
        RecordedClient(replies), PromptTemplateManager(), tokenizer=tokenizer
    )
    novel = tokenizer.encode((FOLDER / text.story).read_text(encoding="utf-8"))
    questions = [row.question for row in read.questions]
    results = asyncio.run(validator.validate_batch(questions, novel))
    return {result.question["id"]: result for result in results}


def readers(language: str) -> dict[str, str]:
    lines = (FOLDER / TEXTS[language].replies).read_text(encoding="utf-8").splitlines()
    return {row["item"]: row["reader"] for row in map(json.loads, lines)}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_planted_fault_but_copies_is_flagged_by_its_verdict(language: str) -> None:
    missed = [
        item
        for item, result in validated(language).items()
        if result.is_valid and FAULTS.get(item, "duplicate") != "duplicate"
    ]
    assert missed == []


@pytest.mark.parametrize("language", ["en", "zh"])
def test_exact_copies_are_reported_at_import(language: str) -> None:
    text = TEXTS[language]
    read = read_questions((FOLDER / text.questions).read_bytes(), file_name=text.questions)
    issues = check_questions(read.questions)
    assert [issue.code for issue in issues] == ["duplicate"]
    copy = next(row for row in read.questions if row.line == issues[0].line)
    assert FAULTS[copy.question.item_key] == "duplicate"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_sound_questions_that_were_read_carefully_pass(language: str) -> None:
    careful = readers(language)
    flagged = {
        item: result.failure_reasons
        for item, result in validated(language).items()
        if item not in FAULTS and careful[item] == "careful" and not result.is_valid
    }
    assert flagged == {}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_altered_quotes_of_a_careless_reader_are_called_altered(language: str) -> None:
    slips = {"en": ("en-12", "en-19"), "zh": ("zh-19", "zh-06")}[language]
    results = validated(language)
    assert [results[item].failure_reasons for item in slips] == [["evidence_altered"]] * 2


@pytest.mark.parametrize("language", ["en", "zh"])
def test_precision_and_recall_on_the_planted_faults(language: str) -> None:
    results = validated(language)
    flagged = [item for item, result in results.items() if not result.is_valid]
    score = planted_score(FAULTS, flagged, list(results))
    assert (score.recall.hits, score.recall.n) == (10, 12)
    assert score.precision.value is not None
    assert score.precision.value >= 10 / 14
