"""Source 001, section 2."""

import pytest

from core.verification import Code, Policy, check_compliance, policy_of
from core.verification.copy_text.text_folding import fold
from core.verification.copy_text.word_lists import WordFinder
from core.verification.findings import MAX_LISTED
from tests.core.verification.desk import V1, V1_1, candidate, changed, codes, scores, verified


def found(text: str, policy: Policy = V1, **given: object) -> list[tuple[str, str]]:
    """(code, text of the span) of each finding."""
    findings = check_compliance(candidate(text, **given), policy)
    return [(f.code.value, text[slice(*f.span)] if f.span else "") for f in findings]


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("查看详情：https://ebay.com/item/123", "https://ebay.com/item/123"),
        ("见 http://a.b。快来", "http://a.b"),
        ("HTTPS://A.B/C快来看看", "HTTPS://A.B/C"),
        ("https://a.b/c，快来", "https://a.b/c"),
        ("(https://a.b/c).", "https://a.b/c"),
        ("https://", "https://"),
    ],
)
def test_2_1_a_link_is_found_without_what_stands_around_it(text: str, url: str) -> None:
    """Reading 13: Chinese glued to a link is no part of it, and case does not matter."""
    assert found(text) == [("COMPLIANCE_URL_FORBIDDEN", url)]


@pytest.mark.parametrize("channel", ["EMAIL", "SMS", "IN_APP", "WEB"])
def test_2_1_links_are_forbidden_in_push_alone(channel: str) -> None:
    assert found("看 https://a.b/c 吧", channel=channel) == []


@pytest.mark.parametrize(
    "text", ["www.shop.com 上新", "去 shop.example.cn/new 看看", "ｗｗｗ．ａ．ｃｏｍ"]
)
def test_2_1_links_without_a_scheme_are_found_from_v1_1_0_on(text: str) -> None:
    assert found(text) == []
    assert [code for code, _ in found(text, V1_1)] == ["COMPLIANCE_URL_FORBIDDEN"]


@pytest.mark.parametrize(
    "text", ["写信到 a@example.com", "3.5折，现在开始", "e.g.这样", "V2.0 上线"]
)
def test_2_1_what_only_looks_like_a_domain_is_none(text: str) -> None:
    assert found(text, V1_1) == []


@pytest.mark.parametrize("word", ["垃圾", "假货", "欺诈", "骗人"])
def test_2_2_a_forbidden_word_is_a_hard_violation(word: str) -> None:
    verification = verified(f"这里没有{word}，欢迎放心选购")
    assert codes(verification) == {"COMPLIANCE_FORBIDDEN_WORDS"}
    assert scores(verification) == {"compliance": 0}
    assert verification.verdict == "REJECT"


@pytest.mark.parametrize(
    ("words", "score"),
    [
        (["最好"], 0.7),
        (["最好", "最好"], 0.7),
        (["最好", "完美"], 0.4),
        (["最好", "完美", "极致"], 0.4),
        (["最好", "最低", "史上", "第一", "绝对", "完美", "极致"], 0.4),
    ],
)
def test_2_3_each_absolute_word_takes_030_and_060_at_most(words: list[str], score: float) -> None:
    """Reading 2: the cap. A word that occurs twice counts once."""
    assert scores(verified("，".join([*words, "欢迎选购好物"])))["compliance"] == score


@pytest.mark.parametrize(
    ("text", "is_found"),
    [
        ("快来！！", False),
        ("快来！！！", True),
        ("快来！!", False),
        ("快!来！吧!", True),
        ("快来？？？", False),
    ],
)
def test_2_4_more_than_two_exclamation_marks_of_either_width(text: str, is_found: bool) -> None:
    """Reading 11."""
    assert ("COMPLIANCE_EXCESSIVE_PUNCTUATION" in dict(found(text))) is is_found


@pytest.mark.parametrize(
    ("text", "v1", "v1_1"),
    [
        ("仅售¥199", "¥199", "¥199"),
        ("only $1,299.00 now", "$1,299.00", "$1,299.00"),
        ("$...", "$...", None),
        ("仅售￥199", None, "￥199"),
        ("仅售199元起", None, "199元"),
        ("仅售 199 元", None, "199 元"),
        ("只要99块！", None, "99块"),
        ("about 20 dollars", None, "20 dollars"),
        ("RMB 99 起", None, "RMB 99"),
        ("买3块地毯", None, None),
        ("第199号", None, None),
    ],
)
def test_2_5_prices_are_found_where_none_may_stand(
    text: str, v1: str | None, v1_1: str | None
) -> None:
    """Reading 20: the source's pattern misses ￥ and 元, and matches "$..."."""
    for policy, price in ((V1, v1), (V1_1, v1_1)):
        expected = [("COMPLIANCE_PRICE_FORBIDDEN", price)] if price else []
        assert found(text, policy, no_price=True) == expected
        assert found(text, policy) == []


def test_2_5_a_price_takes_020() -> None:
    verification = verified("秋季新品仅售¥199，限时优惠", no_price=True)
    assert scores(verification)["compliance"] == 0.8
    assert verification.verdict == "ALLOW"
    strict = verified("秋季新品仅售¥199，限时优惠", V1_1, no_price=True)
    assert scores(strict)["compliance"] == 0.79
    assert strict.verdict == "REVISE"


def test_soft_violations_bottom_out_at_010_so_that_0_means_a_hard_one() -> None:
    """Reading 3."""
    text = "史上最低，完美好价¥9！！！"
    assert scores(verified(text, no_price=True))["compliance"] == 0.1


@pytest.mark.parametrize("text", ["第一时间发货", "新款垃圾桶", "室外最低温度", "垃圾桶和垃圾袋"])
def test_allowed_phrases_hold_no_listed_word_from_v1_1_0_on(text: str) -> None:
    """Reading 19."""
    assert found(text)
    assert found(text, V1_1) == []


def test_an_allowed_phrase_allows_only_itself() -> None:
    assert found("第一时间，第一", V1_1) == [("COMPLIANCE_ABSOLUTE_WORDS", "第一")]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("垃\u200b圾", "垃\u200b圾"),
        ("垃\u202e圾", "垃\u202e圾"),
        ("絕對划算", "絕對"),
        ("ＴＨＥ　ＢＥＳＴ", "ＴＨＥ　ＢＥＳＴ"),
        ("The BEST of all", "The BEST"),
        ("ｓｃａｍ", "ｓｃａｍ"),
        ("scampi", None),
        ("scam软件", "scam"),
    ],
)
def test_v1_1_0_finds_words_in_other_spellings_and_says_where(text: str, word: str | None) -> None:
    assert [what for _, what in found(text, V1_1)] == ([word] if word else [])
    assert found(text) == []


def test_an_unknown_channel_is_told_and_not_allowed_from_v1_1_0_on() -> None:
    lenient, strict = verified(channel="FAX"), verified(policy=V1_1, channel="FAX")
    assert codes(lenient) == codes(strict) == {"COMPLIANCE_CHANNEL_UNKNOWN"}
    assert (lenient.verdict, strict.verdict) == ("ALLOW", "REVISE")


@pytest.mark.parametrize("text", ["全城第一", "第一站", "不第一批"])
def test_a_word_at_either_edge_of_an_allowed_phrase_is_inside_it(text: str) -> None:
    finder = WordFinder(["第一"], ["全城第一", "第一站", "不第一批"])
    assert finder.find(fold(text)) == []
    assert len(finder.find(fold(f"{text}第一"))) == 1


def test_many_places_of_a_word_are_counted_but_not_all_listed() -> None:
    findings = check_compliance(candidate("第一完美" * 10_000), V1)
    assert len(findings) == MAX_LISTED
    assert {f.measure["word"]: f.measure["times"] for f in findings} == {
        "第一": 10_000,
        "完美": 10_000,
    }


@pytest.mark.parametrize(
    ("text", "locale", "words"),
    [
        ("全网最好用的面霜", "zh-CN", ["全网最好用"]),
        ("史上最低价！绝对不能错过！", "zh-CN", ["史上最低价", "绝对不能错过"]),
        ("The very best latte in town", "en-US", ["very best"]),
    ],
)
def test_words_that_overlap_are_one_claim_from_v1_2_0_on(
    text: str, locale: str, words: list[str]
) -> None:
    findings = verified(text, policy_of("v1.2.0"), channel="EMAIL", locale=locale).findings
    absolute = [finding for finding in findings if finding.code is Code.COMPLIANCE_ABSOLUTE_WORDS]
    assert [text[slice(*finding.span)] for finding in absolute if finding.span] == words


def test_a_policy_without_words_finds_none() -> None:
    empty = changed(V1, words={})
    assert found("垃圾，第一", empty) == []


def test_places_in_folded_text_are_those_of_the_original() -> None:
    folded = fold("ａ\u200bＢ絕")
    assert folded.text == "ab绝"
    assert [folded.span(at, at + 1) for at in range(3)] == [(0, 1), (2, 3), (3, 4)]


def test_overlapping_words_are_all_found() -> None:
    hits = WordFinder(["一二", "二三", "二"]).find(fold("一二三"))
    assert [(hit.word, hit.span) for hit in hits] == [
        ("一二", (0, 2)),
        ("二", (1, 2)),
        ("二三", (1, 3)),
    ]


ALLOWED = {"forms": ["scheme", "www", "bare", "written"], "domains": ["cn"]}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("详情见 m.haowu.cn 快来看看吧", set()),
        ("详情见 M.Haowu.CN/sale?id=1 快来看看吧", set()),
        ("详情见 www.haowu.cn/sale 快来看看吧", set()),
        ("用 ASP.NET 写的应用，快来看看吧", set()),
        ("详情见 haowu.cn 快来看看吧", {"COMPLIANCE_URL_FORBIDDEN"}),
        ("详情见 m.haowu.cn.evil.cn 快来看看吧", {"COMPLIANCE_URL_FORBIDDEN"}),
        ("详情见 m.haowu.cn:80@evil.cn 快来看看吧", {"COMPLIANCE_URL_FORBIDDEN"}),
        ("详情见 https://m.haowu.cn/sale 快来看看吧", {"COMPLIANCE_URL_FORBIDDEN"}),
        ("详情见 m.haowu.cn 或 t.cn/abc 快来看看吧", {"COMPLIANCE_URL_FORBIDDEN"}),
    ],
)
def test_hosts_and_names_of_the_allow_list_are_no_violation_but_never_with_a_scheme(
    text: str, found: set[str]
) -> None:
    allow = ["m.haowu.cn", "www.haowu.cn", "ASP.NET"]
    policy = changed(V1_1, urls=ALLOWED | {"allow": allow})
    assert {each.code.value for each in check_compliance(candidate(text), policy)} == found
