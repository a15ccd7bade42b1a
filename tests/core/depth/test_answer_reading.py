"""Read answers from replies in the style of models, all written for these tests."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.depth.answer_reading import read_answer
from core.depth.outcomes import Outcome
from core.llm.replies.reply_length import MOST_CHARACTERS
from core.questions import Question, QuestionType
from tests.core.linear.growth import MOST_GROWTH, growth

CHOICE = {"a": "a lamp", "b": "Snowfield", "c": "the cat", "d": "白鹿"}
SINGLE = Question("What?", QuestionType.SINGLE_CHOICE, CHOICE, ("b",))
MULTI = Question("What?", QuestionType.MULTI_CHOICE, CHOICE, ("a", "c"))


def read(reply: str, question: Question = SINGLE, finish_reason: str = "stop") -> str:
    """Return the letters, else the outcome."""
    outcome, letters, status = read_answer(reply, question, finish_reason)
    assert status == ("success" if outcome.answered else outcome.value)
    assert bool(letters) == (outcome in (Outcome.CORRECT, Outcome.WRONG))
    return "".join(letters) or outcome.value


@pytest.mark.parametrize(
    "reply",
    [
        "B",
        "b",
        "Ｂ",
        "(B)",
        "（Ｂ）",
        "B.",
        "B）",
        " : B",
        '"B".',
        "**B**",
        "**B. Snowfield**",
        "- B. Snowfield",
        "B. Snowfield, since the letter was sent from there.",
        "B\n\nThe passage says so.",
        "B, because he never left.",
        "Snowfield",
        "“Snowfield”",
        "____. B.",
        "letter B.",
        "The answer is B.",
        "The answer is (b).",
        "The answer is b.",
        "The answer is Snowfield.",
        "My answer would be B) Snowfield",
        "Answer: **B**",
        "Answer\nB",
        "### Answer\n\nB",
        "Final answer: B",
        "<answer>B</answer>",
        r"\boxed{B}",
        r"so $\boxed{\text{B}}$",
        "Option B is correct.",
        "I'd choose option B.",
        "I would go with B",
        "He left in May. So the best option is B, the last he saw.",
        "The best match from the options is B) Snowfield.",
        "He went home.\n\nB. Snowfield\n\nThat is where the loom stood.",
        "The answer might be A. Therefore, the answer is B.",
        "I don't think the answer is A. The answer is B.",
        "1. A is wrong because he left.\n2. B is correct.",
        "The text does not say why, but the answer is B.",
        "答案：B",
        "答案：Ｂ。",
        "【答案】B",
        "答案为 (B)",
        "正确答案是：**B**",
        "**答案：B**\n\n理由：文中说他去了那里。",
        "故选B。",
        "这道题选B。",
        "我选择 B 项，因为文中说",
        "综上所述，正确选项是B",
        "B项正确",
        "A选项错误，B选项正确。",
        "选A是错误的，应该选B",
        "A和C都不正确，答案是B",
        "如果只看开头，会选A。答案是B",
        "虽然可能有人选A，但答案是B",
        "The answer cannot be A; it must be B.",
        "选项B正确，其余都错",
        "根据文中的描述，他去了北京，所以答案应该是B。",
        '{"answer": ["b"]}',
        '{"answer": "B"}',
        '{"answer": "Snowfield"}',
        '{"answer": "B because he left"}',
        '```json\n{"answer": "B",}\n```',
        "{'answer': 'B'}",
        '{"答案": "B"}',
        '["b"]',
        '{"answer": ["b"], "reasoning": "The answer is A in disguise"}',
        "<think>The answer is A.</think>B",
        "It's B",
        "It is B.",
        "B!",
        "答：B",
        "Answer - B",
        "['b']",
        "B Snowfield",
        "是Snowfield。",
        "From what he writes, Snowfield is the correct answer.",
        "The answer is A... wait, actually the answer is B.",
        "The answer is A. No, the answer is B.",
        "答案是A。不对，答案是B。",
    ],
)
def test_a_single_named_option_is_read(reply: str) -> None:
    assert read(reply) == "b"


@pytest.mark.parametrize(
    ("reply", "letters"),
    [
        ("A, C", "ac"),
        ("AC", "ac"),
        ("选ＡＣ", "ac"),
        ("A和C", "ac"),
        ("答案：A、C、D", "acd"),
        ("正确答案是 A 和 C，因为文中", "ac"),
        ("A、C正确", "ac"),
        ("The answers are A, B, and C.", "abc"),
        ("Both A and C are correct.", "ac"),
        ("The correct answers are A and C, B is not mentioned.", "ac"),
        ("A. a lamp\nC. the cat", "ac"),
        ("答案:\nA. a lamp\nC. the cat", "ac"),
        ("- **A. a lamp**\n- **C. the cat**", "ac"),
        ('{"answer": ["a", "c"]}', "ac"),
        ('{"answer": "C,A"}', "ac"),
        ('{"answer": ["the cat", "a lamp"]}', "ac"),
        ("A", "a"),
    ],
)
def test_several_letters_are_read_and_compared_as_a_set(reply: str, letters: str) -> None:
    """Correct means all of the correct letters and no other (reading 56)."""
    assert read(reply, MULTI) == letters
    is_correct = read_answer(reply, MULTI).outcome is Outcome.CORRECT
    assert is_correct == (letters == "ac")


@pytest.mark.parametrize(
    "reply",
    [
        "",
        " ",
        "...",
        "____",
        '"',
        "(",
        "hidden",
        "E",
        "E. Snowfield",
        "A lot of people think so.",
        "A and B are both plausible.",
        "Either B or C.",
        "A is incorrect. C is incorrect. D is incorrect.",
        "Option A says he left; option B says he stayed.",
        "B is not correct.",
        "The answer is not B.",
        "不选B",
        "选项B不正确",
        "可能是B",
        "答案可能是B，也可能是C",
        "If the answer is B, he never left.",
        "The answer is D'Artagnan.",
        "B. the cat",
        "C.\nThe letter of the correct answer is A.",
        "B, but the spirit of the correct answer is D.",
        "A. a lamp\nB. Snowfield\nC. the cat\nD. 白鹿",
        "<answer>A</answer> or rather <answer>B</answer>",
        "<answer></answer>",
        '{"answer": "z"}',
        '{"answer": ["a", "none"]}',
        '{"letters": "?"}',
        '{"a": "a lamp", "b": "Snowfield"}',
        '["b": 1]',
        "The answer isn't A. I think the answer is B, but C is possible too.",
        "It's bad",
        "It's a lamp or so",
        "It's not B",
        "B or C!",
        "not B",
        "Answer - not B",
        "B Snow",
        "B the cat",
        "是吗",
        "不是Snowfield。",
        "['b', 'z']",
        "Snowfield is not the correct answer.",
        "If he lied, Snowfield is the correct answer.",
        "Not Snowfield is the correct answer.",
        "Snowfield is the correct answer. The cat is the correct answer.",
        "The answer is A. The answer is B.",
        "The answer is A. He was actually late. The answer is B.",
        "答案是A。C不对。答案是B。",
    ],
)
def test_an_ambiguous_reply_is_a_parse_failure(reply: str) -> None:
    assert read(reply) == "parse_failure"


def test_unfinished_reasoning_is_truncated() -> None:
    assert read("<think>The answer is B") == "truncated"


@pytest.mark.parametrize(
    "reply",
    [
        '{"answer": []}',
        '{"answer": null}',
        '{"answer": "unknown"}',
        '{"answer": "The text does not say."}',
        "[]",
        "It cannot be determined from the text.",
        "The passage does not mention this.",
        "Unfortunately I do not have enough context to determine the answer.",
        "E. I do not have enough information to tell.",
        "None of the options can be confirmed as correct.",
        "无法确定",
        "根据原文无法判断。",
        "文中没有提到，因此无法确定答案。",
        "文中未提及此事。",
        "信息不足",
    ],
)
def test_a_reply_that_says_the_text_does_not_tell_abstains(reply: str) -> None:
    assert read(reply) == "abstained"


@pytest.mark.parametrize(
    "reply",
    [
        "I'm sorry, but I can't assist with that request.",
        "As an AI language model, I cannot answer that question.",
        "抱歉，我无法回答这个问题。",
    ],
)
def test_a_refusal_is_not_an_abstention(reply: str) -> None:
    assert read(reply) == "refusal"


def test_an_option_that_abstains_disables_reading_abstentions() -> None:
    choice = {"a": "at noon", "b": "It cannot be determined"}
    question = Question("When?", QuestionType.SINGLE_CHOICE, choice, ("b",))
    assert read("It cannot be determined.", question) == "b"
    assert read("One cannot determine it from this chapter.", question) == "parse_failure"


def test_two_letters_for_a_single_choice_are_a_parse_failure() -> None:
    assert read("The correct answer is A or B") == "parse_failure"
    assert read("B、C") == "parse_failure"
    assert read('{"answer": ["b", "c"]}') == "parse_failure"
    assert read('{"answer": "b, c"}') == "parse_failure"


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        ('{"answer": ["b"]}', "b"),
        ('```json\n{"answer": ["b"]}\n```', "b"),
        ("It is the last place.\n<answer>B</answer>", "b"),
        ("B", "truncated"),
        ("B. Snowfield is the", "truncated"),
        ("The answer is B. Because he", "truncated"),
        ('{"answer": ["b"], "why": "he l', "truncated"),
        ('{"answer": ["b"]} But wait', "truncated"),
        ("<answer>A</answer> But", "truncated"),
        ("先逐项比较。灯最早出现，所以答案是A。不过第二章", "truncated"),
        ("先看开头！答案应该是A。但是后面", "truncated"),
        ("", "truncated"),
        ("<think>hmm", "truncated"),
        ("Let me think. The answer could be", "truncated"),
        ("He left in May. So the answer is A. But wait", "truncated"),
    ],
)
def test_a_truncated_reply_counts_only_if_it_ends_in_a_closed_answer(reply: str, said: str) -> None:
    """The missing part may retract what came before."""
    for finish_reason in ("length", "MAX_TOKENS", "max_output_tokens", "model_length", "error"):
        assert read(reply, finish_reason=finish_reason) == said


@pytest.mark.parametrize("said", ["A, ", "A. B, C; D ", "the answer is ", "答案是不是", "{", "B\n"])
def test_work_grows_linearly_with_the_reply(said: str) -> None:
    assert growth(lambda n: read(said * (n // len(said)), MULTI), 15_000) < MOST_GROWTH


def test_a_reply_blocked_by_the_provider_is_content_filter() -> None:
    assert read("B", finish_reason="content_filter") == "content_filter"


WORDS = st.sampled_from(
    [
        *(
            "A",
            "B",
            "b",
            "the answer is",
            "not",
            "答案：",
            "选",
            "or",
            "if",
            "I",
            "sorry",
            "无法确定",
        ),
        *(",", ".", "\n", "<think>", "{", "}", '"answer":', "Snowfield", "(", ")", "**"),
    ]
)


@given(st.lists(WORDS, max_size=12).map(" ".join) | st.text(max_size=60), st.booleans())
def test_any_reply_has_exactly_one_reading(reply: str, cut_off: bool) -> None:
    for question in (SINGLE, MULTI):
        outcome, letters, _ = read_answer(reply, question, "length" if cut_off else "stop")
        assert list(letters) == sorted(set(letters) & set(CHOICE))
        assert (outcome is Outcome.CORRECT) == (letters == question.answer)


@given(st.sampled_from("abcd"), st.sampled_from(["{}", "({})", "答案：{}", "The answer is {}."]))
def test_a_named_letter_is_correct_if_it_is_the_label(letter: str, form: str) -> None:
    outcome, letters, _ = read_answer(form.format(letter.upper()), SINGLE)
    assert letters == (letter,)
    assert (outcome is Outcome.CORRECT) == (letter == "b")


def test_an_option_text_that_ends_like_another_is_ambiguous() -> None:
    choice = {"a": "Snowfield", "b": "a mill, Snowfield", "c": "the cat"}
    question = Question("Where?", QuestionType.SINGLE_CHOICE, choice, ("a",))
    assert read("So a mill, Snowfield is the correct answer.", question) == "parse_failure"
    assert read("a mill, Snowfield is the correct answer.", question) == "parse_failure"
    assert read("Snowfield is the correct answer.", question) == "a"
    assert read("North Snowfield is the correct answer.", question) == "parse_failure"


def test_a_reply_longer_than_any_answer_is_not_read() -> None:
    assert read("The answer is B." + " " * MOST_CHARACTERS) == "parse_failure"
    assert read("答案：B。" * MOST_CHARACTERS, finish_reason="length") == "truncated"
