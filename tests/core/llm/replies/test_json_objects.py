import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.llm.errors import UnreadableReply
from core.llm.replies.json_objects import read_json_object
from tests.core.linear.growth import MOST_GROWTH, growth

FIELDS = ("answer", "evidence", "is_answerable", "confidence")
GOOD = {"answer": ["b"], "evidence": "Ann left.", "is_answerable": True, "confidence": "high"}
TAIL = '"is_answerable": true, "confidence": "high"}'

READ = {
    "fence": "```json\n" + json.dumps(GOOD) + "\n```",
    "prose around": "Sure {happy to help}! " + json.dumps(GOOD) + " Hope that helps :-}",
    "python": repr(GOOD),
    "trailing comma": json.dumps(GOOD)[:-1] + ",}",
    "thinking": '<think>{"answer": ["a"]}</think>' + json.dumps(GOOD),
    "thinking without its start": 'so {"answer": ["a"]}\n</think>\n' + json.dumps(GOOD),
    "tool call": '<tool_call>{"name": "f", "arguments": ' + json.dumps(GOOD) + "}</tool_call>",
    "tool call in a string": json.dumps({"name": "f", "arguments": json.dumps(GOOD)}),
    "encoded twice": json.dumps(json.dumps(GOOD)),
    "in a list": json.dumps([GOOD]),
    "NULs": "\x00".join(json.dumps(GOOD)),
    "bare keys": '{answer: ["b"], evidence: "Ann left.", is_answerable: true, confidence: high}',
    "curly quotes": "{“answer”: [“b”], “evidence”: “Ann left.”, " + TAIL,
    "missing commas": '{"answer": ["b"] "evidence": "Ann left." ' + TAIL,
    "camel case": json.dumps({**GOOD, "isAnswerable": True}).replace('"is_answerable": true, ', ""),
    "cut off after the required fields": json.dumps(GOOD)[:-1] + ', "reasoning": "She we',
    "full-width punctuation": '{"answer"：["b"]，"evidence"："Ann left."，' + TAIL,
    "full-width throughout": "｛“answer”：［“b”］，“evidence”：“Ann left.”，“is_answerable”：true，"
    "“confidence”：“high”｝".replace("｛", "{", 1),
    "comments": '{"answer": ["b"], // the "second" one\n"evidence": "Ann left.", /* so */'
    + TAIL[:-1]
    + ", // sure\n}",
    "a draft before": json.dumps({**GOOD, "answer": ["a"]}) + " No: " + json.dumps(GOOD),
    "another object after": json.dumps(GOOD) + ' {"note": "done"}',
    "formulas before": r"So \frac{1}{2} of the sheep are left. " * 2_000 + json.dumps(GOOD),
    "formulas before, in Chinese": r"于是剩下 \frac{1}{2} 的羊。" * 3_000 + json.dumps(GOOD),
    "code before": "if (x) { count(); } " * 3_000 + json.dumps(GOOD),
    "sets before": "选项 {A, B} 都不对。" * 4_000 + json.dumps(GOOD),
}


@pytest.mark.parametrize("raw", READ.values(), ids=READ)
def test_replies_as_models_write_them_are_read(raw: str) -> None:
    found = read_json_object(raw, FIELDS)
    assert {name: found[name] for name in FIELDS} == GOOD


@pytest.mark.parametrize(
    "quote",
    ['He said "go" and left.', '"Go!" he said.', 'She asked, "Now, or never", twice.', "他说"],
)
def test_unescaped_quotation_marks_stay_in_the_quote(quote: str) -> None:
    raw = f'{{"answer": ["b"], "evidence": "{quote}", {TAIL}'
    assert read_json_object(raw, FIELDS)["evidence"] == quote


@pytest.mark.parametrize("around", ["{}", "```json\n{}\n```", "<think>Hm.</think>\n{}"])
@pytest.mark.parametrize(
    "quote",
    [
        "He wrote </think> on it.",
        "a <reasoning>b</reasoning> c",
        "<think>why?",
        "看，这里：http://x // no comment，/* 也不是 */",
    ],
)
def test_tags_comments_and_wide_punctuation_stay_inside_a_quote(quote: str, around: str) -> None:
    written = json.dumps({**GOOD, "evidence": quote}, ensure_ascii=False)
    for raw in (written, written[:-1] + ",}", written.replace('": ', '"：')):
        assert read_json_object(around.replace("{}", raw), FIELDS)["evidence"] == quote


@pytest.mark.parametrize(
    "piece",
    ['{"a":', "{", "[{", '{"a":"', '{"a": "x" ', "<think>", "<reasoning>", '"\\', "{/*a", "{“a”："],
)
def test_an_endless_reply_is_given_up_with_work_that_grows_as_it_does(piece: str) -> None:
    def give_up(n: int) -> None:
        with pytest.raises(UnreadableReply):
            read_json_object("x " + piece * n, FIELDS)

    assert growth(give_up, 12_500) < MOST_GROWTH


@pytest.mark.parametrize(
    ("raw", "missing"),
    [
        ('{"answer": ["b"], "evidence": "Ann we', "evidence, is_answerable, confidence"),
        ('{"answer": ["b"], "evidence": "Ann {x} went', "evidence"),
        (json.dumps(GOOD)[:-3], "confidence"),
        ('{"answer": ["b"]}', "evidence, is_answerable, confidence"),
        ('{"answer": ["b"], "evidence": , ' + TAIL, "no JSON object"),
        ("B, because Ann left.", "no JSON object"),
        ("", "no JSON object"),
        ("<think>It could be " + json.dumps(GOOD), "no JSON object"),
        ("{" * 5000, "no JSON object"),
        ("[{" * 3000 + '"a"', "no JSON object"),
    ],
)
def test_what_is_not_there_is_never_made_up(raw: str, missing: str) -> None:
    with pytest.raises(UnreadableReply, match=missing) as caught:
        read_json_object(raw, FIELDS)
    assert caught.value.raw == raw


_texts = st.text(max_size=30)
_replies = st.fixed_dictionaries(
    {
        "answer": st.lists(st.sampled_from("abcd"), max_size=3),
        "evidence": _texts,
        "is_answerable": st.booleans(),
        "confidence": st.sampled_from(["high", "medium", "low"]),
        "reasoning": _texts,
    }
)


@given(_replies, st.sampled_from(["", "Here it is:\n```json\n", "Answer: "]))
def test_every_object_comes_back_as_it_was_written(reply: dict[str, object], before: str) -> None:
    plain = {key: _visible(value) for key, value in reply.items()}
    assert read_json_object(before + json.dumps(plain, ensure_ascii=False), FIELDS) == plain


@settings(max_examples=200)
@given(_replies, st.data())
def test_a_cut_off_reply_gives_whole_fields_or_nothing(reply, data) -> None:
    plain = {key: _visible(value) for key, value in reply.items()}
    whole = json.dumps(plain, ensure_ascii=False)
    cut = whole[: data.draw(st.integers(0, len(whole)))]
    try:
        found = read_json_object(cut, FIELDS)
    except UnreadableReply:
        return
    assert found == {key: plain[key] for key in found}


def _visible(value: object) -> object:
    """Without the marks that are taken out of every reply."""
    if not isinstance(value, str):
        return value
    return value.translate(dict.fromkeys(map(ord, "\x00\ufeff\u200b<>")))
