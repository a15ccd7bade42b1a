import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.text import DifferenceKind, normalise
from core.text.language.words import has_opposite, may_be_misspelt, negators, refusals
from core.text.matching.content import differences
from tests.core.text.samples import EN, ZH


@pytest.mark.parametrize(
    "text",
    [
        "不过他特别高兴",
        "无论别人分别来不来".replace("不", ""),
        "是否除非未来休息",
        "他了不起，差不多不久就到",
        "the nation noted an annotation",
    ],
)
def test_words_that_only_look_negative_deny_nothing(text: str) -> None:
    assert negators(normalise(text).text) == []


@pytest.mark.parametrize(
    ("text", "denials"),
    [
        ("他不在", ["不"]),
        ("从未有人，绝不，不曾，尚未，毫无", ["不", "不", "无", "未", "未"]),
        ("i dont and do not and cannot and isn't", ["not"] * 4),
        ("neither he nor I, nothing, nowhere", ["neither", "nor", "nothing", "nowhere"]),
    ],
)
def test_denials_are_counted(text: str, denials: list[str]) -> None:
    assert negators(normalise(text).text) == sorted(denials)


def test_a_refusal_is_a_denial_of_two_characters() -> None:
    assert refusals(list("他拒绝了")) == ["拒绝"]
    assert refusals(list("他绝了")) == []


@pytest.mark.parametrize("word", ["不过", "特别", "非常", "无论"])
def test_a_word_that_denies_nothing_may_be_left_out(word: str) -> None:
    (found,) = differences("他那天很高兴地来", f"他那天{word}很高兴地来")
    assert found.kind is DifferenceKind.WORDING


CHINESE = normalise(ZH).text
WORDS = normalise(EN).text.split()


@given(st.integers(0, len(CHINESE)), st.sampled_from("不没未别无非莫勿"))
def test_a_chinese_denial_put_in_anywhere_is_one(at: int, denial: str) -> None:
    claimed = CHINESE[:at] + denial + CHINESE[at:]
    for one, other in ((claimed, CHINESE), (CHINESE, claimed)):
        assert DifferenceKind.NEGATION in {found.kind for found in differences(one, other)}


@given(st.integers(0, len(WORDS)), st.sampled_from(["not", "never", "no", "hardly", "without"]))
def test_an_english_denial_put_in_anywhere_is_one(at: int, denial: str) -> None:
    claimed, source = " ".join([*WORDS[:at], denial, *WORDS[at:]]), " ".join(WORDS)
    for one, other in ((claimed, source), (source, claimed)):
        assert DifferenceKind.NEGATION in {found.kind for found in differences(one, other)}


def test_a_word_meets_its_opposite() -> None:
    assert has_opposite(["unhappy"], ["happy"])
    assert has_opposite(["careful"], ["careless"])
    assert not has_opposite(["happy"], ["happily"])


def test_a_slip_leaves_a_word_alike() -> None:
    assert may_be_misspelt("their", "thier")
    assert may_be_misspelt("that", "taht")
    assert not may_be_misspelt("big", "old")
