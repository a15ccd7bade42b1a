"""The offline baseline: source 000's reply from word overlap alone."""

import asyncio
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.llm.client import LLMClient, Prompt
from core.llm.errors import FailureKind, LLMError
from core.llm.lexical import SentenceIndex, read
from core.llm.lexical.sentences import sentence_spans
from core.llm.lexical_client import LexicalClient, _index_of
from core.llm.replies.reply_parsing import REQUIRED
from core.questions.question import QuestionType
from core.text.language.units import content_units

HARBOUR = (
    "Mara kept the lighthouse for nine years. In the spring she sold her grey horse to the "
    "baker. Her brother Piet repaired fishing nets in the town. When the storm came, Mara was "
    "not in the tower; she was asleep at the inn. The mayor paid Piet twelve coins for the nets."
)
VILLAGE = (
    "阿秀在山里守了九年的灯塔。春天她把那匹灰马卖给了面包师。她的哥哥在镇上修补渔网。"
    "暴风雨来的时候，阿秀不在塔里，她正在客栈睡觉。镇长为渔网付给哥哥十二枚铜钱。"
)


def prompt(
    question: str,
    choice: dict[str, str],
    context: str,
    *,
    language: str = "en",
    question_type: str = "single_choice",
    **changes: Any,
) -> Prompt:
    variables = {
        "item": "1",
        "question": question,
        "question_type": question_type,
        "choice": choice,
        "context": context,
    }
    fields: dict[str, Any] = {
        "task": "validation",
        "template_id": "validation_prompt",
        "version": "1",
        "language": language,
        "template_hash": "",
        "variables": variables,
        "messages": (),
    }
    return Prompt(**(fields | changes))


async def reply(*args: Any, **kwargs: Any) -> dict[str, Any]:
    client: LLMClient = LexicalClient()
    answer: dict[str, Any] = json.loads((await client.complete(prompt(*args, **kwargs))).text)
    return answer


ASKED = [
    (
        "Who bought the grey horse?",
        {"a": "The mayor", "b": "The baker", "c": "Piet"},
        HARBOUR,
        ["b"],
        "In the spring she sold her grey horse to the baker.",
    ),
    (
        "How many coins did the mayor pay for the nets?",
        {"a": "9", "b": "10", "c": "12"},
        HARBOUR,
        ["c"],
        "The mayor paid Piet twelve coins for the nets.",
    ),
    (
        "阿秀把灰马卖给了谁？",
        {"a": "镇长", "b": "哥哥", "c": "面包师"},
        VILLAGE,
        ["c"],
        "春天她把那匹灰马卖给了面包师。",
    ),
    (
        "暴风雨来的时候阿秀在哪里？",
        {"a": "塔里守灯", "b": "客栈", "c": "镇上"},
        VILLAGE,
        ["b"],
        "暴风雨来的时候，阿秀不在塔里，她正在客栈睡觉。",
    ),
]


@pytest.mark.parametrize(("question", "choice", "context", "answer", "sentence"), ASKED)
async def test_the_option_that_stands_at_the_questions_place_is_chosen_with_its_sentence(
    question: str, choice: dict[str, str], context: str, answer: list[str], sentence: str
) -> None:
    said = await reply(question, choice, context)
    assert said["answer"] == answer
    assert said["evidence"] == sentence
    assert said["is_answerable"] is True


async def test_the_reply_has_the_fields_of_source_000_and_is_the_same_every_time() -> None:
    question, choice, context, *_ = ASKED[0]
    client = LexicalClient()
    first = await client.complete(prompt(question, choice, context))
    second = await client.complete(prompt(question, choice, context))
    assert first.text == second.text
    assert first.model == client.model == "lexical-1"
    assert set(json.loads(first.text)) == {*REQUIRED, "reasoning"}


async def test_a_depth_test_is_answered_only_where_the_text_tells() -> None:
    asked, choice, _, letters, _ = ASKED[0]
    told = await reply(asked, choice, HARBOUR, task="depth")
    untold = await reply(asked, choice, "", task="depth")
    assert (told["answer"], untold["answer"]) == (letters, [])
    assert (await reply(asked, choice, ""))["is_answerable"] is False


@pytest.mark.parametrize(("language", "words"), [("en", "without a model"), ("zh", "没有使用模型")])
async def test_the_reasoning_says_in_the_prompts_language_that_no_model_answered(
    language: str, words: str
) -> None:
    question, choice, context, *_ = ASKED[0]
    assert words in (await reply(question, choice, context, language=language))["reasoning"]


@pytest.mark.parametrize(
    ("question", "choice", "context", "unsupported"),
    [
        (
            "Which of these is NOT true of Mara?",
            {"a": "She kept the lighthouse", "b": "She sold her grey horse", "c": "She wove silk"},
            HARBOUR,
            "c",
        ),
        (
            "关于阿秀，下列说法不正确的是：",
            {"a": "她守灯塔", "b": "她卖了灰马", "c": "她会织绸缎"},
            VILLAGE,
            "c",
        ),
    ],
)
async def test_a_question_for_the_untrue_gets_the_least_supported_option(
    question: str, choice: dict[str, str], context: str, unsupported: str
) -> None:
    assert (await reply(question, choice, context))["answer"] == [unsupported]


async def test_a_multi_choice_question_gets_every_option_close_to_the_best() -> None:
    said = await reply(
        "What did Mara do: which of these?",
        {
            "a": "Kept the lighthouse",
            "b": "Wove silk in Paris",
            "c": "Sold her grey horse",
            "d": "Played chess",
        },
        HARBOUR,
        question_type="multi_choice",
    )
    assert said["answer"] == ["a", "c"]


@pytest.mark.parametrize(
    ("context", "question", "options", "last"),
    [
        (
            HARBOUR,
            "What did the mayor pay?",
            ("Coins for nets", "Coins to Piet"),
            "All of the above",
        ),
        (VILLAGE, "镇长做了什么？", ("付给哥哥铜钱", "付十二枚铜钱"), "以上都是"),
        (HARBOUR, "Who is the king of Spain?", ("Alfonso", "Felipe"), "None of the above"),
        (VILLAGE, "西班牙国王叫什么名字？", ("阿方索", "费利佩"), "以上都不对"),
    ],
)
async def test_options_about_the_other_options_follow_from_their_scores(
    context: str, question: str, options: tuple[str, str], last: str
) -> None:
    choice = {"a": options[0], "b": options[1], "c": last}
    assert (await reply(question, choice, context))["answer"] == ["c"]


@pytest.mark.parametrize(("context", "other"), [(HARBOUR, VILLAGE), (VILLAGE, HARBOUR)])
async def test_a_question_about_another_text_is_called_unanswerable(
    context: str, other: str
) -> None:
    for question, choice, own, *_ in ASKED:
        if own is other:
            said = await reply(question, choice, context)
            assert said["is_answerable"] is False
            assert said["confidence"] == "low"


async def test_an_empty_context_gives_a_reply_without_evidence() -> None:
    said = await reply("Who?", {"a": "Mara", "b": "Piet"}, "")
    assert said["evidence"] == ""
    assert said["is_answerable"] is False


@pytest.mark.parametrize(
    "changes", [{"task": "judge"}, {"variables": {}}, {"variables": {"question_type": "essay"}}]
)
async def test_what_it_cannot_do_is_a_bad_request(changes: dict[str, Any]) -> None:
    with pytest.raises(LLMError) as failure:
        await LexicalClient().complete(prompt("?", {"a": "1", "b": "2"}, HARBOUR, **changes))
    assert failure.value.kind is FailureKind.BAD_REQUEST
    assert not failure.value.retryable


@pytest.mark.parametrize("sentence", ["{} went home. ", "第{}个人回家去了。"])
async def test_a_novel_of_a_million_characters_leaves_the_event_loop_free(sentence: str) -> None:
    novel = "".join(sentence.format(n) for n in range(1_000_000 // (len(sentence) + 3)))
    ticks, done = 0, asyncio.Event()

    async def tick() -> None:
        nonlocal ticks
        while not done.is_set():
            await asyncio.sleep(0.01)
            ticks += 1

    ticking = asyncio.create_task(tick())
    client = LexicalClient()
    asked = prompt("Who went home first, 777 or 778?", {"a": "777", "b": "778"}, novel)
    said = await asyncio.gather(*(client.complete(asked) for _ in range(3)))
    done.set()
    await ticking
    assert len({one.text for one in said}) == 1
    assert ticks > 5  # read on the loop itself, the three answers would leave none in between


def test_questions_on_one_novel_share_its_index() -> None:
    novel = HARBOUR * 2
    assert _index_of(novel) is _index_of(HARBOUR + HARBOUR)


words = st.sampled_from(
    ["灯塔", "。", "，", "he", " ", "\n", "sold", "Mr.", "12", "horse", ".", "！”", "不", "é", "…"]
)
texts = st.lists(words, max_size=40).map("".join) | st.text(max_size=60)


@settings(max_examples=150)
@given(
    context=texts,
    question=texts,
    options=st.lists(texts, min_size=2, max_size=5),
    kind=st.sampled_from(QuestionType),
)
def test_any_text_gets_an_answer_among_the_options_and_a_verbatim_quote(
    context: str, question: str, options: list[str], kind: QuestionType
) -> None:
    choice = dict(zip("abcde", options, strict=False))
    reading = read(question, choice, kind, SentenceIndex(context))
    assert reading.answer
    assert set(reading.answer) <= set(choice)
    assert reading.evidence in context
    assert all(0 <= score <= 1 for score in reading.scores.values())


@given(texts)
def test_sentences_follow_each_other_and_hold_all_that_is_not_blank(text: str) -> None:
    spans = list(sentence_spans(text))
    ends = [0, *(end for _, end in spans)]
    starts = [*(start for start, _ in spans), len(text)]
    assert all(start < end for start, end in spans)
    assert all(not text[end:start].strip() for end, start in zip(ends, starts, strict=True))


def test_sentences_end_where_readers_end_them() -> None:
    text = (
        "Mr. Gray paid 3.5 pounds.\n“Why?” she said, and\nlaughed.  他说：“走吧。”然后走了\n第二天"
    )
    assert [text[start:end] for start, end in sentence_spans(text)] == [
        "Mr. Gray paid 3.5 pounds.",
        "“Why?”",
        "she said, and\nlaughed.",
        "他说：“走吧。”",
        "然后走了",
        "第二天",
    ]


def test_inflections_spelt_numbers_and_full_width_digits_are_one_unit() -> None:
    assert [unit for unit, _ in content_units("Horses walked")] == [
        unit for unit, _ in content_units("horse walk")
    ]
    assert [unit for unit, _ in content_units("twelve １２ 12")] == ["12", "12", "12"]
    assert [unit for unit, _ in content_units("the 的 灯塔")] == ["灯", "塔"]
