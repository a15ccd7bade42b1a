"""Names of holidays and brands that are only mentioned, each with a text that does claim them."""

import pytest

from core.verification import policy_of
from core.verification.claims.claims import ClaimKind, claims_in


def _kinds(text: str) -> set[ClaimKind]:
    return {claim.kind for claim in claims_in(text, policy_of("v1.2.0"), frozenset())}


@pytest.mark.parametrize(
    ("other_use", "claim"),
    [
        ("歌手李国庆新专辑首发", "国庆出游，行李箱先备好"),
        ("七夕青鸟乐队专场", "七夕专场今晚开票"),
        ("不用等双十一，今天就有好鞋", "双十一提前开抢"),
        ("新来的店员叫元旦", "元旦那天有新店员"),
        ("自2019年春节以来由老周掌勺", "春节由老周掌勺"),
        ("三元宵夜套餐上线", "元宵夜套餐上线"),
        ("感谢您在双十一期间的等待", "双十一期间全场包邮"),
        ("春節限定？不是啦，是店名", "春節限定？今天就有"),
        ("Thank you for waiting during Christmas week", "Open during Christmas week"),
        ("The Boxing Day tsunami exhibit", "The Boxing Day exhibit"),
        ("双十一买的那批货已补发", "双十一买的都包邮"),
        ("Born on Christmas morning in 1961", "Christmas morning rolls, baked today"),
        ("Halloween photos from last year", "Halloween photos by the door"),
        ("端午离现在还早", "端午离今天还有两天"),
        ("Why wait for Black Friday?", "Can't wait for Black Friday!"),
        ("Halloween (1978) has been restored", "Halloween candy, tonight only"),
        ("Thanksgiving Point annual pass", "Thanksgiving pies to order"),
        ("An Easter egg is hidden in the app icon", "Easter eggs by the till"),
    ],
)
def test_a_holidays_name_in_another_use_claims_no_day(other_use: str, claim: str) -> None:
    assert ClaimKind.HOLIDAY not in _kinds(other_use)
    assert ClaimKind.HOLIDAY in _kinds(claim)


@pytest.mark.parametrize(
    ("other_use", "claim"),
    [
        ("Cast to your Samsung TV from an iPhone", "A Samsung TV for small rooms"),
        ("Any vacuum, Shark or Hoover included, is welcome", "Shark vacuum on sale"),
        ("The lid fits most cup holders, from a Ford to a Fiat", "Fiat keyrings are back"),
        ("Boots that crossed a desert, and a puma or two", "puma trainers are back"),
        ("可接任天堂Switch与索尼PS5", "索尼耳机到货"),
        ("不管是佳能还是尼康，都能装上这根背带", "尼康微单到货"),
        ("张小泉水叮咚", "张小泉菜刀到店"),
    ],
)
def test_what_an_item_goes_with_is_not_its_brand(other_use: str, claim: str) -> None:
    assert ClaimKind.BRAND not in _kinds(other_use)
    assert ClaimKind.BRAND in _kinds(claim)
