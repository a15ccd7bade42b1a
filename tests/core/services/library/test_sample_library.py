"""The sample library is sound, and its planted faults can be scored."""

import json
import re
from collections import Counter

import pytest
from sqlalchemy import Engine

from core.services.library import (
    correct_source,
    get_source,
    list_recordings,
    list_sets,
    load_sample,
    planted_score,
    recorded_replies,
    sample_manifest,
    set_issues,
    set_questions,
)
from core.services.library.sample_library import FOLDER
from core.stats.rates import Rate
from core.text.tokens import TokenizedText, load_tokenizer
from tests.core.services.library.rows import rows


def test_loading_the_sample_a_second_time_changes_nothing(engine: Engine) -> None:
    first = load_sample(engine)
    correct_source(engine, first.texts[0].source_id, title="Renamed")
    before = rows(engine)
    again = load_sample(engine)
    assert not first.already_there
    assert again.already_there
    assert again.texts == first.texts
    assert rows(engine) == before
    assert get_source(engine, first.texts[0].source_id).title == "Renamed"


def test_every_sample_question_is_read_placed_in_its_story_and_answered(engine: Engine) -> None:
    for text in load_sample(engine).texts:
        story = get_source(engine, text.source_id)
        (summary,) = (entry for entry in list_sets(engine) if entry.id == text.set_id)
        ruler = TokenizedText.from_text(story.text, load_tokenizer(summary.tokenizer))
        questions = set_questions(engine, text.set_id, limit=None)
        assert summary.is_sample
        assert summary.refused_count == 0
        assert len(questions) >= 40
        for entry in questions:
            assert entry.question.position is not None
            assert entry.question.position.end_pos <= ruler.n_tokens
        (recording,) = list_recordings(engine, text.set_id)
        replies = recorded_replies(engine, recording.id)
        assert set(replies) == {entry.item_key for entry in questions}


def test_planted_items_exist_and_the_exact_duplicates_are_seen_at_import(engine: Engine) -> None:
    keys: set[str] = set()
    duplicates: set[str] = set()
    for text in load_sample(engine).texts:
        by_line = {
            question.line: question.item_key
            for question in set_questions(engine, text.set_id, limit=None)
        }
        keys |= set(by_line.values())
        duplicates |= {
            by_line[issue.line or 0]
            for issue in set_issues(engine, text.set_id)
            if issue.code in ("duplicate", "near_duplicate")
        }
    faults = sample_manifest().faults
    assert faults.keys() <= keys
    assert duplicates
    assert duplicates <= {item for item, fault in faults.items() if fault == "duplicate"}


@pytest.mark.parametrize(
    ("story", "counted", "least"),
    [("en_story.md", r"\S+", 10_000), ("zh_story.md", r"[\u4e00-\u9fff]", 12_000)],
)
def test_the_stories_are_long_enough_for_depth_tests(story: str, counted: str, least: int) -> None:
    assert len(re.findall(counted, (FOLDER / story).read_text(encoding="utf-8"))) >= least


def test_questions_are_asked_of_every_tenth_of_each_story(engine: Engine) -> None:
    for text in load_sample(engine).texts:
        story = get_source(engine, text.source_id)
        n_tokens = TokenizedText.from_text(story.text, load_tokenizer("cl100k_base")).n_tokens
        places = [
            question.question.position
            for question in set_questions(engine, text.set_id, limit=None)
        ]
        middles = [(place.start_pos + place.end_pos) / 2 for place in places if place]
        tenths = Counter(int(10 * middle / n_tokens) for middle in middles)
        assert min(tenths[tenth] for tenth in range(10)) >= 4


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_labels_of_single_choice_questions_are_spread_evenly(language: str) -> None:
    lines = (FOLDER / f"{language}_questions.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    labels = Counter(row["answer"][0] for row in rows if len(row["answer"]) == 1)
    assert max(labels[letter] for letter in "abcd") - min(labels[letter] for letter in "abcd") <= 3


def test_the_label_and_the_notes_are_there_in_both_languages() -> None:
    manifest = sample_manifest()
    assert manifest.label.in_language("en") != manifest.label.in_language("zh_CN")
    assert all(fault.note.en and fault.note.zh for fault in manifest.planted)


def test_precision_and_recall_count_judged_items_only() -> None:
    planted = {"a": "wrong_label", "b": "wrong_label", "c": "duplicate", "d": "no_evidence"}
    score = planted_score(
        planted, flagged_items={"a", "c", "x", "y"}, judged_items={"a", "b", "c", "x", "z"}
    )
    assert score.precision == Rate(2, 3)
    assert score.recall == Rate(2, 3)
    assert score.recall_by_fault == {"duplicate": Rate(1, 1), "wrong_label": Rate(1, 2)}
