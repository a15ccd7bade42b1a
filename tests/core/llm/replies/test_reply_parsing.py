import json

import pytest

from core.llm import FailureKind, UnreadableReply, ValidationReply, read_validation_reply
from core.llm.replies.confidence import read_confidence
from core.llm.replies.options.letters import read_letters
from core.llm.replies.reply_length import MOST_CHARACTERS
from core.locale import wording

CHOICE = {"a": "A dog", "b": "Snowfield", "c": "At the Mauras, and home", "d": "None of these"}
GOOD = {
    "answer": ["B"],
    "evidence": "Ann left.",
    "is_answerable": True,
    "confidence": "High",
    "reasoning": "It says so.",
}


def read(**changed: object) -> ValidationReply:
    fields = {key: value for key, value in {**GOOD, **changed}.items() if value is not ...}
    return read_validation_reply(json.dumps(fields), CHOICE, "single_choice")


@pytest.mark.parametrize(
    "said",
    ["B", "b", "(b)", "B.", "b)", "[B]", "B. Snowfield", "b) snowfield", "(B) Snowfield", "Ｂ．",
     "B: the snowy field", "Snowfield", "snowfield.", "Answer: B", "The correct answer is B",
     "选B", "答案：B", "（B）", "**B**", ["B"], ["B. Snowfield"], "Option B: Snowfield"],
)  # fmt: skip
def test_one_option_in_the_many_ways_models_name_it(said: object) -> None:
    assert read_letters(said, CHOICE, multi=False) == ("b",)


@pytest.mark.parametrize(
    "said",
    ["a,c", "C, A", "A and C", "a、c", "A C", "A/C", "AC", ["A", "C"], ["A. A dog", "c"],
     "A. A dog; C. At the Mauras, and home", "a. A dog\nc. At the Mauras, and home",
     ["A dog", "At the Mauras, and home"]],
)  # fmt: skip
def test_several_options_in_the_many_ways_models_name_them(said: object) -> None:
    assert read_letters(said, CHOICE, multi=True) == ("a", "c")


@pytest.mark.parametrize(
    "said",
    ["e", ["e"], 1, [1], {"letter": "b"}, "A. Snowfield", "a or c", "I think B", "both",
     "A. A dog; C. Paris", [["a"]]],
)  # fmt: skip
def test_what_is_no_option_is_not_guessed(said: object) -> None:
    with pytest.raises(ValueError, match="option"):
        read_letters(said, CHOICE, multi=True)


def test_packed_letters_are_several_options_only_where_several_may_be_right() -> None:
    with pytest.raises(ValueError, match="AC"):
        read_letters("AC", CHOICE, multi=False)


def test_an_options_own_text_wins_over_the_word_none_and_two_equal_texts_name_neither() -> None:
    assert read_letters("None of these", CHOICE, multi=False) == ("d",)
    with pytest.raises(ValueError, match="Tom"):
        read_letters("Tom", {"a": "Tom", "b": "Tom"}, multi=False)
    assert read_letters("B", {"a": "B", "b": "A"}, multi=False) == ("b",)


def test_a_good_reply_is_typed() -> None:
    assert read() == ValidationReply.model_construct(
        answer=("b",),
        evidence="Ann left.",
        is_answerable=True,
        confidence="high",
        reasoning="It says so.",
    )


@pytest.mark.parametrize(
    ("changed", "field", "value"),
    [
        ({"confidence": "高"}, "confidence", "high"),
        ({"confidence": "中等"}, "confidence", "medium"),
        ({"confidence": "LOW."}, "confidence", "low"),
        ({"evidence": ["one"]}, "evidence", "one"),
        ({"evidence": ["one", "two"]}, "evidence", "one … two"),
        ({"evidence": None}, "evidence", ""),
        ({"evidence": {"quote": "one", "chapter": 3}}, "evidence", "one"),
        ({"evidence": [{"quote": "one"}, {"原文": "two"}]}, "evidence", "one … two"),
        ({"is_answerable": "不可回答"}, "is_answerable", False),
        ({"is_answerable": "yes"}, "is_answerable", True),
        ({"is_answerable": "否"}, "is_answerable", False),
        ({"reasoning": ...}, "reasoning", ""),
        ({"reasoning": ["x", "y"]}, "reasoning", "x\ny"),
        ({"is_answerable": False, "answer": [], "evidence": ""}, "answer", ()),
        ({"is_answerable": False, "answer": None}, "answer", ()),
        *(
            ({"is_answerable": False, "answer": said}, "answer", ())
            for said in [
                "none",
                ["not answerable"],
                "unknown",
                ["不确定"],
                "无法回答。",
                "not_answerable",
            ]
        ),
        ({"confidence": "very high"}, "confidence", "high"),
        ({"confidence": "较高"}, "confidence", "high"),
        ({"confidence": "较低"}, "confidence", "low"),
        ({"confidence": "Medium to high"}, "confidence", "medium"),
        ({"confidence": "High (95%)"}, "confidence", "high"),
        ({"confidence": 0.8}, "confidence", "high"),
        ({"confidence": 0.79}, "confidence", "medium"),
        ({"confidence": 0.5}, "confidence", "medium"),
        ({"confidence": 0.49}, "confidence", "low"),
        ({"confidence": 1}, "confidence", "high"),
        ({"confidence": "90%"}, "confidence", "high"),
        ({"confidence": 65}, "confidence", "medium"),
        ({"confidence": "3/10"}, "confidence", "low"),
        ({"evidence": "half \ud83d, NUL \0"}, "evidence", "half \ufffd, NUL \ufffd"),
        ({"evidence": "whole \U0001f600"}, "evidence", "whole \U0001f600"),
        ({"reasoning": "\udc00"}, "reasoning", "\ufffd"),
    ],
)
def test_usual_deviations_are_understood(changed, field, value) -> None:
    assert getattr(read(**changed), field) == value


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"answer": ["e"]}, "answer"),
        ({"answer": []}, "chooses no option"),
        ({"answer": ...}, "answer"),
        ({"evidence": ...}, "evidence"),
        ({"evidence": {"q": "x"}}, "evidence"),
        ({"is_answerable": ...}, "is_answerable"),
        ({"is_answerable": "perhaps"}, "is_answerable"),
        ({"is_answerable": 1}, "is_answerable"),
        ({"confidence": ...}, "confidence"),
        ({"confidence": 4}, "confidence"),
        ({"confidence": -0.1}, "confidence"),
        ({"confidence": 120}, "confidence"),
        ({"confidence": True}, "confidence"),
        ({"answer": "unknown"}, "chooses no option"),
        ({"answer": ["b", "unknown"], "is_answerable": False}, "answer"),
        ({"confidence": "sure"}, "confidence"),
    ],
)
def test_an_unusable_field_is_named_and_the_reply_kept(changed, field) -> None:
    with pytest.raises(UnreadableReply, match=field) as caught:
        read(**changed)
    assert caught.value.kind is FailureKind.PARSE_FAILURE
    assert '"reasoning"' in (caught.value.raw or "")


@pytest.mark.parametrize(
    "named",
    [
        ("final_answer", "quotes", "answerable", "confidence_level", "explanation"),
        ("答案", "证据", "是否可回答", "置信度", "理由"),
        ("正确选项", "原文依据", "可回答", "把握", "推理过程"),
    ],
)
def test_fields_are_read_by_the_names_that_models_give_them(named: tuple[str, ...]) -> None:
    said = dict(zip(named, GOOD.values(), strict=True))
    assert read_validation_reply(json.dumps(said), CHOICE, "single_choice") == read()


@pytest.mark.parametrize(
    "beside",
    [{"answer_text": "A dog"}, {"选项内容": "A dog."}, {"alternative_answer": "C"}],
)
def test_an_answer_that_contradicts_its_letter_is_undecided(beside: dict[str, str]) -> None:
    assert read(answer_text="Snowfield", alternative_answer="B").answer == ("b",)
    with pytest.raises(UnreadableReply, match="name different options"):
        read(**beside)


def test_reasoning_that_was_not_finished_is_told_as_that() -> None:
    with pytest.raises(UnreadableReply, match="reasoning was not finished") as caught:
        read_validation_reply("<think>The answer is B", CHOICE, "single_choice")
    assert "推理没有写完" in wording("zh_CN")(caught.value.message)


@pytest.mark.parametrize(
    ("raw", "kind"),
    [
        ("", FailureKind.EMPTY_REPLY),
        (" \n", FailureKind.EMPTY_REPLY),
        ("<think>Hm.</think>", FailureKind.EMPTY_REPLY),
        ("<think>The answer is B", FailureKind.TRUNCATED),
        ("[THINK]Let us see", FailureKind.TRUNCATED),
        ("<|channel|>analysis<|message|>The answer is B", FailureKind.TRUNCATED),
        ("I'm sorry, but I can't help with that.", FailureKind.REFUSAL),
        ("I’m sorry, but I can’t assist with that request.", FailureKind.REFUSAL),
        ("I am unable to assist with this.", FailureKind.REFUSAL),
        ("抱歉，我无法提供相关内容。", FailureKind.REFUSAL),
        ("很抱歉，我不能协助您完成这个请求。", FailureKind.REFUSAL),
        ("I cannot find the answer in the text.", FailureKind.PARSE_FAILURE),
        ("抱歉，我无法从文中找到答案。", FailureKind.PARSE_FAILURE),
        ("Sorry, but I can't see an option that fits; B is best.", FailureKind.PARSE_FAILURE),
    ],
)
def test_replies_without_an_object_are_told_apart(raw: str, kind: FailureKind) -> None:
    with pytest.raises(UnreadableReply) as caught:
        read_validation_reply(raw, CHOICE, "single_choice")
    assert caught.value.kind is kind
    assert caught.value.raw == raw


def test_a_reply_cut_off_at_the_output_limit_is_truncated_unless_it_was_complete() -> None:
    whole = json.dumps(GOOD)
    assert read_validation_reply(whole, CHOICE, "single_choice", "length").answer == ("b",)
    with pytest.raises(UnreadableReply) as caught:
        read_validation_reply(whole[:40], CHOICE, "single_choice", "length")
    assert caught.value.kind is FailureKind.TRUNCATED


@pytest.mark.parametrize("filler", [" ", "　", "A. Tom went. ", "他走了。", '{"a": '])
def test_a_reply_longer_than_any_answer_is_kept_and_not_read(filler: str) -> None:
    raw = json.dumps(GOOD) + filler * (MOST_CHARACTERS // len(filler))
    with pytest.raises(UnreadableReply, match="only replies of up to") as caught:
        read_validation_reply(raw, CHOICE, "single_choice")
    assert caught.value.kind is FailureKind.PARSE_FAILURE
    assert caught.value.raw == raw
    assert "只读取不超过" in wording("zh_CN")(caught.value.message)


def test_a_confidence_too_large_for_a_number_is_refused_as_any_other() -> None:
    """Found by 30 minutes of fuzzing."""
    assert read_confidence(10**400) == 10**400
