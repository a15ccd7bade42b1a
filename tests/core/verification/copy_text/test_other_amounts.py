"""Amounts of money that are no price, each with a text in which the amount is a price."""

import pytest

from core.verification import Candidate, Constraints, policy_of
from core.verification.compliance.compliance import check_compliance
from core.verification.findings import Code


def _names_a_price(text: str) -> bool:
    candidate = Candidate(
        id="copy",
        text=text,
        channel="EMAIL",
        locale="en-US" if text.isascii() else "zh-CN",
        constraints=Constraints(no_price=True),
    )
    found_codes = {finding.code for finding in check_compliance(candidate, policy_of("v1.2.0"))}
    return Code.COMPLIANCE_PRICE_FORBIDDEN in found_codes


@pytest.mark.parametrize(
    ("other_amount", "price"),
    [
        ("The bake sale raised $420 for the hospice", "The baking set is $420"),
        ("We donated $2,000 last winter", "A sofa for $2,000"),
        ("First prize is $500", "The first class is $500"),
        ("Drivers earn up to $25 an hour plus tips", "A driving lesson costs $25 an hour"),
        ("Your daily limit is now $300", "Your daily pass is $300"),
        ("A balance of $40 is on your account", "A bouquet of roses at $40"),
        ("A refund of $18 is on its way", "A refill at $18 is on its way"),
        ("A wallet with $60 was handed in", "A wallet at $60"),
        ("The council set aside $9,000", "The deluxe set: only $9,000"),
        ("A $20 note was found by the till", "A $20 scarf by the till"),
        ("Five bucks and a doe were seen at dawn", "Five bucks buys a coffee"),
        ("A $5,000 grant for small shops", "A $5,000 kitchen for small homes"),
    ],
)
def test_english_money_of_another_kind_is_no_price(other_amount: str, price: str) -> None:
    assert not _names_a_price(other_amount)
    assert _names_a_price(price)


@pytest.mark.parametrize(
    ("other_amount", "price"),
    [
        ("义卖筹得3000元", "沙发只要3000元"),
        ("義賣所得3000元已全數捐出", "沙發只要3000元"),
        ("一等奖奖金500元", "一等座票价500元"),
        ("店员月薪6000元", "相机现价6000元"),
        ("单笔转账限额2000元", "单反套装2000元"),
        ("账户余额88元", "双人套餐88元"),
        ("退款35元已原路返还", "退烧贴35元一盒"),
        ("操场上捡到50元，请到失物招领处", "操场票50元一张"),
        ("面值80元的纪念币展出", "标价80元的纪念杯"),
        ("五毛钱的故事：老电影票根展", "五毛钱一张的老电影票"),
        ("单笔100元以上的交易需验证", "单人100元，双人更优惠"),
    ],
)
def test_chinese_money_of_another_kind_is_no_price(other_amount: str, price: str) -> None:
    assert not _names_a_price(other_amount)
    assert _names_a_price(price)


@pytest.mark.parametrize(
    "text",
    [
        "Tickets are $12, all proceeds of the night go to the lifeboat fund",
        "The prize draw mug, yours for $9",
        "奖杯同款马克杯，只要39元",
        "义卖围巾，特价25元包邮",
    ],
)
def test_what_is_sold_has_a_price_whatever_the_money_is_for(text: str) -> None:
    assert _names_a_price(text)
