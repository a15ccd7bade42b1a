"""The words around an option's letter: each has one role; a word without one decides nothing."""

from collections import Counter

import pytest

from core.llm.replies.options.roles import WordRole
from core.llm.replies.options.words import words_of
from core.llm.replies.options.words_chinese import CHINESE
from core.llm.replies.options.words_english import ENGLISH
from tests.core.llm.reply_forms import ReplyForm


def test_each_phrase_has_one_role_and_no_capitals() -> None:
    phrases = [
        " ".join(phrase.split())
        for table in (ENGLISH, CHINESE)
        for listed in table.values()
        for phrase in listed.split(",")
    ]
    assert [phrase for phrase, times in Counter(phrases).items() if times > 1] == []
    assert [phrase for phrase in phrases if not phrase or phrase != phrase.lower()] == []


def test_a_longer_phrase_goes_before_its_parts() -> None:
    assert [word.role for word in words_of("not only")] == [WordRole.FILLS]
    assert [word.role for word in words_of("isn’t")] == [WordRole.DENIES]
    assert [word.text for word in words_of("应该选")] == ["应该", "选"]


@pytest.mark.parametrize(
    ("language", "statement"),
    [
        ("en", "The correct answer {} is B."),
        ("en", "I {} choose B."),
        ("en", "Option B {} is correct."),
        ("en", "B {} fits."),
        ("zh", "我{}选择B。"),
        ("zh", "B项{}正确。"),
    ],
)
def test_words_that_are_in_no_list_leave_the_clause_undecided(
    language: str, statement: str
) -> None:
    known, unknown = ("clearly", "glorps") if language == "en" else ("当然", "鹭鹭")
    assert ReplyForm(language, False, ("b",), statement.format(known)).reading == "b"
    assert ReplyForm(language, False, ("-",), statement.format(unknown)).reading == "-"


@pytest.mark.parametrize(
    ("reply", "reading"),
    [
        ("The answer is B. A is wrong.", "b"),
        ("The answer is B. A is right as well.", "-"),
        ("The answer is B, if the rope was his.", "-"),
        ("B is more plausible.", "b"),
        ("B is more plausible, but neither is stated.", "-"),
        ("The answer is B. However, I am not sure of it.", "-"),
        ("The answer is B. The others are not mentioned.", "b"),
    ],
)
def test_what_comes_behind_a_choice_is_accounted_for(reply: str, reading: str) -> None:
    assert ReplyForm("en", False, (reading,), reply).reading == reading
