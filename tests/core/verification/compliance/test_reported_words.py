"""Forbidden words that a text only reports, each with a text that uses them itself."""

import pytest

from core.verification import Candidate, policy_of
from core.verification.compliance.compliance import check_compliance
from core.verification.findings import Code


def _is_forbidden(text: str) -> bool:
    candidate = Candidate(
        id="copy", text=text, channel="EMAIL", locale="en-US" if text.isascii() else "zh-CN"
    )
    found_codes = {finding.code for finding in check_compliance(candidate, policy_of("v1.2.0"))}
    return Code.COMPLIANCE_FORBIDDEN_WORDS in found_codes


@pytest.mark.parametrize(
    ("reported", "offered"),
    [
        # News
        ("Two sellers were jailed over fake passports", "Fake passports, ready in two days"),
        # Warnings
        ("If anyone offers guaranteed profit, hang up", "Guaranteed profit every week"),
        (
            "Tax season brings scams. If a message feels wrong, forward it to our desk.",
            "Other shops run scams. Come to ours.",
        ),
        (
            "Please do not stop your insulin without talking to your doctor",
            "Stop your insulin today, our drops do the rest",
        ),
        # What is denied
        ("This tea does not cure diabetes", "This tea cures diabetes"),
        ("The lamp is not meant to treat depression", "The lamp will treat depression"),
        ("Your boss gets the sick note", "A sick note your boss will never check"),
        ("Don't get stung by wasps", "Don't get ripped off by the garage on the hill"),
        ("Rooms by the hour for bands", "Sexy girls by the hour"),
        ("Interest is paid into your account", "We lend to anyone, no credit search"),
        (
            "Never pay a rival who promises fast cash",
            "Rival firms are liars and will never pay you",
        ),
        # Games, and who is none
        ("Chess night: the loser buys the tea", "Still at home, loser? Join our gym"),
        ("You are not lazy, the class is just early", "Get up, you lazy slob"),
        # Titles
        ('A talk on "The Fake Passport" at the cinema', "Need a fake passport? Ask us"),
    ],
)
def test_english_words_that_are_only_reported_are_let_pass(reported: str, offered: str) -> None:
    assert not _is_forbidden(reported)
    assert _is_forbidden(offered)


@pytest.mark.parametrize(
    ("reported", "offered"),
    [
        ("警方通报一起办假证案，三人落网", "办假证，三天寄出"),
        ("新聞：警方搗毀一處賭場", "線上賭場開張，註冊送籌碼"),
        ("接到稳赚不赔的电话请勿转账", "跟着老师买，稳赚不赔"),
        ("停药前请遵医嘱", "吃一个疗程就能停药，血压自己稳住"),
        ("发现疑似假货请上传照片", "别家卖的都是假货"),
        ("鉴定师教你看懂高仿", "高仿名表，当天发货"),
        ("本品不能治疗糖尿病", "本品治疗糖尿病"),
        ("卡片上的话由我们代写", "毕业论文代写，三天交稿"),
        ("本剧含赌博情节，辅导级", "线上赌博，注册送筹码"),
        ("收入证明已开好，请领取", "收入证明帮做，单位看不出"),
        ("处方药须凭处方购买", "强力镇痛片，没有处方也能买，隐秘发货"),
        ("话剧《骗子》加演两场", "隔壁那家就是骗子"),
    ],
)
def test_chinese_words_that_are_only_reported_are_let_pass(reported: str, offered: str) -> None:
    assert not _is_forbidden(reported)
    assert _is_forbidden(offered)


@pytest.mark.parametrize(
    "text",
    ["电子发票：fapiao.example.com/e/7", "Your report is at t.huixue.cn/c8"],
)
def test_pinyin_within_a_host_is_no_word(text: str) -> None:
    assert not _is_forbidden(text)
