"""What is seen about a whole set at import."""

import random
from itertools import combinations
from typing import Any

import pytest
from rapidfuzz.distance import Indel

from core.questions import RowIssue, check_positions, check_questions
from core.questions.near_duplicates import near_pairs
from tests.core.linear.growth import MOST_GROWTH, growth
from tests.core.questions.samples import read_rows, row

WORDS = [
    "".join(random.Random(n).choices("abcdefghijklmnopqrstuvwxyz", k=3 + n % 7)) for n in range(900)
]
HAN = [chr(code) for code in range(0x4E00, 0x5200)]


def checked(*rows: dict[str, Any], n_tokens: int | None = None) -> list[RowIssue]:
    return list(check_questions(read_rows(*rows).questions, n_tokens=n_tokens))


def codes(*rows: dict[str, Any]) -> list[str]:
    return [issue.code for issue in checked(*rows)]


LONG = "Why did the lamplighter walk back along the quay after the second bell had rung?"


def test_the_same_question_with_the_same_options_is_a_duplicate_whatever_their_order() -> None:
    again = row(question=" where did the  letter lie? ", answer="a")
    again["choice"] = {"a": "Under the clock", "b": "At the inn", "c": "In the drawer"}
    (issue,) = checked(row(), row(question=LONG), again)
    assert (issue.code, issue.line, issue.params["first"]) == ("duplicate", 3, 1)


def test_a_duplicate_with_another_answer_is_a_contradiction() -> None:
    assert codes(row(), row(answer="c")) == ["contradicting_label"]


@pytest.mark.parametrize(
    "changed",
    [
        {"choice": {"a": "On Monday", "b": "On Friday"}},
        {"context": "Another passage."},
        {"position": {"start_pos": 500, "end_pos": 900}},
    ],
)
def test_a_generic_question_about_another_passage_is_no_duplicate(changed: dict[str, Any]) -> None:
    assert codes(row(), row(**changed)) == []


@pytest.mark.parametrize(
    "changed", [{"position": None}, {"position": {"start_pos": 499, "end_pos": 900}}]
)
def test_overlapping_or_unknown_positions_do_not_excuse_a_duplicate(
    changed: dict[str, Any],
) -> None:
    assert codes(row(), row(**changed)) == ["duplicate"]


def test_the_duplicates_of_many_generic_rows_are_found_by_their_own_passage() -> None:
    rows = [row(position={"start_pos": n * 500, "end_pos": n * 500 + 500}) for n in range(40)]
    found = checked(*rows, row(position={"start_pos": 7 * 500 + 100, "end_pos": 7 * 500 + 200}))
    duplicates = [issue for issue in found if issue.code == "duplicate"]
    assert [(issue.line, issue.params["first"]) for issue in duplicates] == [(41, 8)]


def test_a_question_with_a_word_changed_is_a_near_duplicate() -> None:
    (issue,) = checked(row(question=LONG), row(question=LONG.replace("rung", "gone")))
    assert (issue.code, issue.line, issue.params["first"]) == ("near_duplicate", 2, 1)


@pytest.mark.parametrize(
    "changed",
    [
        {"question": LONG.replace("second", "2."), "choice": {"a": "x", "b": "y"}},
        {"question": LONG + " (3)"},
        {"answer": "c", "question": LONG.replace("rung", "gone")},
        {"context": "Another passage.", "question": LONG.replace("rung", "gone")},
    ],
)
def test_rows_that_differ_in_numbers_options_answers_or_passage_are_not_near(
    changed: dict[str, Any],
) -> None:
    assert codes(row(question=LONG), row(**changed)) == []


def _edited(text: str, tokens: list[str], rng: random.Random) -> str:
    """The text with a few of its places overwritten, in one piece or apart."""
    count = max(1, int(len(text) * rng.uniform(0.01, 0.06)))
    places = rng.sample(range(len(text)), count)
    if rng.random() < 0.5:
        first = rng.randrange(len(text) - count)
        places = list(range(first, first + count))
    return "".join(
        rng.choice(tokens)[0] if place in places else character
        for place, character in enumerate(text)
    )


@pytest.mark.parametrize(
    ("tokens", "joint", "length"), [(WORDS, " ", 30), (HAN, "", 60), (HAN, "", 28)]
)
def test_nearly_every_near_pair_that_comparing_all_finds_is_found(
    tokens: list[str], joint: str, length: int
) -> None:
    rng = random.Random(5)
    texts = [joint.join(rng.choices(tokens, k=length)) for _ in range(400)]
    texts += [_edited(text, tokens, rng) for text in rng.sample(texts, 200)]
    true = {
        (one, other)
        for one, other in combinations(range(len(texts)), 2)
        if Indel.normalized_similarity(texts[one], texts[other], score_cutoff=0.9) >= 0.9
    }
    found = {(one, other) for one, other, _ in near_pairs(texts, [0] * len(texts), 0.9)}
    assert len(true) >= 190
    assert found <= true
    assert len(found) >= 0.97 * len(true)


def test_texts_of_different_groups_are_never_paired() -> None:
    texts = [LONG, LONG, LONG, LONG]
    assert [pair[:2] for pair in near_pairs(texts, [0, 1, 0, 2], 0.9)] == [(0, 2)]


def test_duplicate_ids_are_named_with_the_line_of_the_first() -> None:
    found = checked(
        row(id=7), row(id="8", question=LONG), row(id="7", choice={"a": "no", "b": "so"})
    )
    assert [(i.code, i.line, i.params["first"]) for i in found] == [("duplicate_id", 3, 1)]


def _labelled(letters: str) -> list[dict[str, Any]]:
    choice = {"a": "one", "b": "two", "c": "three", "d": "four"}
    return [
        row(question=f"{n}?", choice=choice, answer=letter, position=None)
        for n, letter in enumerate(letters)
    ]


def test_a_skewed_set_is_told_with_counts_and_an_even_or_a_small_one_is_not() -> None:
    (issue,) = checked(*_labelled("a" * 60 + "bcd" * 20))
    assert issue.code == "letter_imbalance"
    assert issue.params == {"letter": "A", "count": 60, "n": 120, "options": 4, "expected": 30}
    assert codes(*_labelled("abcd" * 30 + "aabb")) == []
    assert codes(*_labelled("a" * 39)) == []


def test_positions_beyond_the_novel_are_named_and_many_of_them_speak_of_another_novel() -> None:
    def placed(*ends: int) -> list[RowIssue]:
        rows = (
            row(question=f"{n}?", position={"start_pos": n, "end_pos": end})
            for n, end in enumerate(ends)
        )
        return list(check_positions(read_rows(*rows).questions, 1000))

    assert placed(1000, 999) == []
    assert [(i.code, i.line) for i in placed(1000, 1001, 5)] == [("position_out_of_range", 2)]
    assert [(i.code, i.line) for i in placed(2000, 3000, 5)] == [
        ("positions_elsewhere", None),
        ("position_out_of_range", 1),
        ("position_out_of_range", 2),
    ]


def test_work_grows_as_the_questions_do_that_are_alike() -> None:
    rng = random.Random(3)
    choice = {letter: f"the same option {letter}" for letter in "abcd"}
    rows = [
        row(
            question=f"Who is meant by the word {rng.choice(WORDS)} in it?",
            choice=choice,
            answer="abcd"[n % 4],
        )
        for n in range(5000)
    ]
    questions = read_rows(*rows).questions
    found = check_questions(questions)
    assert {issue.code for issue in found} <= {"duplicate", "contradicting_label", "near_duplicate"}
    assert growth(lambda n: check_questions(questions[:n]), 1250) < MOST_GROWTH
