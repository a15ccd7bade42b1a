"""One sentence for each cause, in the number of what it counts."""

import pytest

from core.llm.errors import FailureKind
from core.locale import wording
from core.validation import CAUSE_SENTENCES, PROSE, SkipReason, cause_sentence


@pytest.mark.parametrize(
    ("reason", "items", "of", "english", "chinese"),
    [
        (
            FailureKind.EMPTY_REPLY,
            1,
            3,
            "1 of 3 replies was empty.",
            "共 3 题，其中 1 条回复为空。",
        ),
        (
            FailureKind.EMPTY_REPLY,
            2,
            3,
            "2 of 3 replies were empty.",
            "共 3 题，其中 2 条回复为空。",
        ),
        (FailureKind.TRUNCATED, 3, 3, "All 3 replies were cut off.", "全部 3 条回复被截断。"),
        (
            FailureKind.TIMEOUT,
            1,
            20,
            "1 of 20 questions timed out.",
            "共 20 题，其中 1 道题目等待回复超时。",
        ),
        (
            SkipReason.NO_POSITION,
            1,
            5,
            "1 of 5 questions was skipped: it has no position in the novel.",
            "共 5 题，其中 1 道题目被跳过：没有标明在小说中的位置。",
        ),
        (
            "odd",
            1,
            2,
            "1 of 2 questions gave no usable result: Odd.",
            "共 2 题，其中 1 道题目没有可用结果：其他。",
        ),
    ],
)
def test_a_cause_is_said_in_the_singular_of_one_and_in_the_plural_of_many(
    reason: str, items: int, of: int, english: str, chinese: str
) -> None:
    assert cause_sentence(reason, items, of, "Odd", wording("en")) == english
    said = cause_sentence(reason, items, of, "其他", wording("zh_CN"))
    assert said == chinese


def test_every_kind_of_failure_has_its_sentence() -> None:
    assert {PROSE, *FailureKind, *SkipReason} == set(CAUSE_SENTENCES)
