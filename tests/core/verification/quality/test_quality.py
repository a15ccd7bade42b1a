"""Source 001, section 3."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.verification import (
    Code,
    Diversity,
    Nearest,
    Policy,
    RecentCopy,
    check_quality,
    diversity,
)
from core.verification.policy_parts import Ramp
from core.verification.quality.novelty import COMPARED, ngrams
from core.verification.quality.readability import factors_of
from core.verification.scores import quality_score
from tests.core.verification.desk import GOOD, V1, V1_1, candidate, codes, scores, verified


def found(text: str, policy: Policy = V1, **given: object) -> set[str]:
    return {f.code.value for f in check_quality(candidate(text, **given), policy).findings}


def of_length(size: int) -> str:
    return ("秋日好物上新。" * 1000)[:size]


@pytest.mark.parametrize(
    ("channel", "size", "is_over"),
    [
        ("PUSH", 90, False),
        ("PUSH", 91, True),
        ("EMAIL", 200, False),
        ("EMAIL", 201, True),
        ("WEB", 5_000, False),
    ],
)
def test_3_1_exactly_the_limit_passes(channel: str, size: int, is_over: bool) -> None:
    """Reading 20: other channels have no limit."""
    assert ("QUALITY_LEN_OVER" in found(of_length(size), channel=channel)) is is_over


@pytest.mark.parametrize(("words", "is_over"), [(18, False), (19, True)])
def test_3_1_english_counts_5_a_word(words: int, is_over: bool) -> None:
    text = " ".join(["autumn"] * words)
    assert ("QUALITY_LEN_OVER" in found(text, locale="en-US")) is is_over


@pytest.mark.parametrize(("size", "is_short"), [(9, True), (10, False)])
def test_3_1_less_than_10_is_too_short(size: int, is_short: bool) -> None:
    assert ("QUALITY_LEN_TOO_SHORT" in found(of_length(size))) is is_short


def test_3_1_a_candidates_own_limit_counts_where_it_is_tighter() -> None:
    assert "QUALITY_LEN_OVER" in found(of_length(51), max_length=50)
    assert "QUALITY_LEN_OVER" in found(of_length(91), max_length=500)


def test_3_1_the_place_of_over_length_is_what_is_beyond_the_limit() -> None:
    text = of_length(95)
    (finding,) = check_quality(candidate(text), V1).findings
    assert finding.span == (90, 95)
    assert finding.measure == {"length": 95, "limit": 90}


def test_3_1_over_length_alone_is_allowed_at_925() -> None:
    """Reading 9; v1.1.0 asks for a revision."""
    over = verified(of_length(91))
    assert scores(over)["quality"] == 0.925
    assert over.verdict == "ALLOW"
    assert verified(of_length(91), V1_1).verdict == "REVISE"


@pytest.mark.parametrize(
    ("text", "is_excess"),
    [
        ("一二三四五六七八，，", False),
        ("一二三四五六七，，，", True),
        ("快来！！！抢购！！！", True),
        ("一二三四。" * 2, False),
        ("一二三。" * 3, True),
    ],
)
def test_3_2_exactly_a_fifth_of_punctuation_passes(text: str, is_excess: bool) -> None:
    assert ("QUALITY_PUNCT_EXCESS" in found(text)) is is_excess


@pytest.mark.parametrize(("count", "is_excess"), [(3, False), (4, True)])
def test_3_3_exactly_three_emoji_pass(count: int, is_excess: bool) -> None:
    family = "👨‍👩‍👧‍👦"
    assert ("QUALITY_EMOJI_EXCESS" in found(GOOD + family * count)) is is_excess


def test_3_3_the_place_is_the_fourth_emoji() -> None:
    text = GOOD + "🍁🍂🧣🧤"
    (finding,) = check_quality(candidate(text), V1).findings
    assert finding.span
    assert text[slice(*finding.span)] == "🧤"


@pytest.mark.parametrize(
    ("text", "locale", "v1", "v1_1"),
    [
        ("Big autumn sale today", "zh-CN", True, True),
        ("Big 秋季大促今天开始", "zh-CN", False, False),
        ("秋季大促今天开始，快来", "zh-CN", False, False),
        ("12345678901", "zh-CN", False, False),
        ("Big autumn sale today", "zh-TW", False, True),
        ("秋季大促今天开始，快来", "en-US", False, True),
        ("Big 秋季大促今天开始", "en-US", False, True),
        ("Big autumn sale today", "en-US", False, False),
        ("Big autumn sale today", "zhx", False, False),
    ],
)
def test_3_4_english_alone_is_no_copy_for_chinese_readers(
    text: str, locale: str, v1: bool, v1_1: bool
) -> None:
    """Reading 20: v1.0.0 knows zh-CN alone."""
    assert ("QUALITY_LANG_MISMATCH" in found(text, locale=locale)) is v1
    assert ("QUALITY_LANG_MISMATCH" in found(text, V1_1, locale=locale)) is v1_1


def test_3_4_an_unknown_locale_is_told() -> None:
    verification = verified(locale="xx-YY")
    assert codes(verification) == {"QUALITY_LOCALE_UNKNOWN"}
    assert verification.verdict == "ALLOW"


@pytest.mark.parametrize(
    ("text", "score"),
    [
        ("秋季大促今天开始，快来看看吧。", 100),
        ("AAAA BBBB CCCC DDDD", 70),
        ("龘靐齉爩鱻麤龗灪吁龖", 70),
        ("好" * 60, 80),
        ("好" * 90, 60),
        ("word " * 30, 80),
        ("EXTRAORDINARILY COMPREHENSIVE INFRASTRUCTURE", 40),
        ("", 100),
    ],
)
def test_3_5_readability_has_the_three_listed_factors(text: str, score: int) -> None:
    rule = V1.readability
    assert factors_of(text, rule).score(rule) == score


@pytest.mark.parametrize(("word", "share"), [("a" * 12, 0), ("a" * 13, 0.5)])
def test_3_5_a_word_of_13_letters_is_complex(word: str, share: float) -> None:
    assert factors_of(f"{word} sale", V1.readability).complex_words == share


def test_3_5_traditional_characters_are_not_rare() -> None:
    rule = V1.readability
    assert factors_of("絕對劃算的開學好禮，歡迎選購", rule).complex_words == 0


def test_3_5_low_readability_counts_twice() -> None:
    """Reading 9: in the weighted sum and as 0.15 off basic quality."""
    text = "EXTRAORDINARILY COMPREHENSIVE INFRASTRUCTURE"
    reading = check_quality(candidate(text, locale="en-US", channel="EMAIL"), V1)
    assert {f.code for f in reading.findings} == {
        Code.QUALITY_LOW_READABILITY,
        Code.STYLE_SHOUTING,
    }
    assert quality_score(reading, V1).value == (40 + 80 + 100 + 85) * 25 / 10_000


def test_3_5_exactly_half_readable_is_not_low() -> None:
    policy = V1.model_copy(
        update={"readability": V1.readability.model_copy(update={"low_below": 60})}
    )
    assert "QUALITY_LOW_READABILITY" not in found("好" * 90, policy)
    policy = V1.model_copy(
        update={"readability": V1.readability.model_copy(update={"low_below": 61})}
    )
    assert "QUALITY_LOW_READABILITY" in found("好" * 90, policy)


@given(st.floats(0, 200))
def test_a_ramp_falls_from_1_to_0(value: float) -> None:
    ramp = Ramp(good=30, bad=90)
    assert 0 <= ramp(value) <= 1
    assert ramp(value) >= ramp(value + 1)
    assert (ramp(30), ramp(60), ramp(90)) == (1, 0.5, 0)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("快来看看吧！！好物上新", "STYLE_REPEATED_MARKS"),
        ("好好好好看的秋季新品上架", "STYLE_STRETCHED"),
        ("SHOP THIS HUGE SALE today", "STYLE_SHOUTING"),
        ("限时优惠（仅限今日", "STYLE_UNBALANCED"),
        ("限时优惠）仅限今日（", "STYLE_UNBALANCED"),
        ("秋季上新 ，快来看看吧", "STYLE_SPACING"),
        ("秋季上新  快来看看吧", "STYLE_SPACING"),
        ("５折起，最多省 99", "STYLE_MIXED_WIDTH"),
    ],
)
def test_style_is_made_of_rules(text: str, code: str) -> None:
    assert code in found(text)


@pytest.mark.parametrize(
    "text",
    ["哈哈哈，秋季上新", "限时优惠（仅限今日)快来", "SONY 与 LG", "５折起", "“好物”上新《秋》"],
)
def test_what_is_right_has_no_fault_of_style(text: str) -> None:
    assert not {code for code in found(text) if code.startswith("STYLE_")}


def test_style_points_come_off_style_alone() -> None:
    reading = check_quality(candidate("快来看看吧！！好物上新"), V1)
    parts = {part.name: part.value for part in quality_score(reading, V1).parts}
    assert parts == {"readability": 100, "style": 80, "novelty": 100, "basic": 100}


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("秋季上新\u200f，快来看看", ["\u200f"]),
        ("秋\u200b季\u2066上新", ["\u200b", "\u2066"]),
        ("亲子好物👨‍👩‍👧❤️🏴󠁧󠁢󠁥󠁮󠁧󠁿上新", []),
    ],
)
def test_invisible_characters_are_shown_and_those_of_emoji_are_not(
    text: str, hidden: list[str]
) -> None:
    findings = check_quality(candidate(text), V1).findings
    spans = [f.span for f in findings if f.code == "QUALITY_HIDDEN_CHARACTERS" and f.span]
    assert [text[slice(*span)] for span in spans] == hidden


def test_without_recent_copy_everything_is_new() -> None:
    assert RecentCopy().nearest(GOOD) is None
    assert check_quality(candidate(), V1).novelty == 100


def test_a_copy_of_recent_copy_is_not_new() -> None:
    """Reading 9: novelty = 1 - max similarity to recent copy."""
    recent = RecentCopy(["别的什么好物", GOOD, GOOD + "！"])
    nearest = recent.nearest(GOOD)
    assert nearest == Nearest(1.0, GOOD)
    reading = check_quality(candidate(), V1, nearest)
    assert reading.novelty == 0
    assert quality_score(reading, V1).value == 0.75
    assert Code.QUALITY_NEAR_COPY in {f.code for f in reading.findings}


@pytest.mark.parametrize(("similarity", "is_near"), [(0.79, False), (0.8, True)])
def test_a_near_copy_is_shown_from_the_threshold_on(similarity: float, is_near: bool) -> None:
    findings = check_quality(candidate(), V1, Nearest(similarity, "x")).findings
    assert (Code.QUALITY_NEAR_COPY in {f.code for f in findings}) is is_near


COPY = st.text("秋冬新品上架ab 1", max_size=12)


@given(st.lists(COPY, max_size=8), COPY)
def test_the_nearest_copy_is_the_one_that_comparing_all_finds(texts: list[str], text: str) -> None:
    grams = ngrams(text, 2)
    shares = [
        len(grams & g) / len(grams | g) if grams | g else 0.0 for g in (ngrams(t, 2) for t in texts)
    ]
    best = max(shares, default=0.0)
    nearest = RecentCopy(texts).nearest(text)
    assert (nearest.similarity if nearest else 0.0) == pytest.approx(best)


def test_diversity_is_what_copies_do_not_share_with_those_before() -> None:
    assert diversity([]) == Diversity(None, 0, 0)
    assert diversity(["一二三"]) == Diversity(None, 1, 0)
    assert diversity(["一二三", "四五六"]) == Diversity(1, 2, 0)
    assert diversity(["一二三", "一二三"]) == Diversity(0, 2, 1)
    assert diversity(["一二三四", "一二三五"]) == Diversity(0.5, 2, 0)
    assert diversity(["一二三四", "一二三五"], near_percent=50).near_copies == 1


def test_the_same_again_in_another_width_is_a_near_copy() -> None:
    """Section 9.2: 重复内容."""
    result = diversity(["SALE 今天开始", "新品到店", "ｓａｌｅ　今天开始", "新品到店"])
    assert (result.n, result.near_copies) == (4, 2)


def test_a_diversity_says_of_how_many_texts_it_is() -> None:
    assert diversity(str(number) for number in range(COMPARED + 50)).n == COMPARED
