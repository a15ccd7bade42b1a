"""A holiday is left out of a sentence only where the sentence stays one."""

import pytest

from core.verification.repairs.edits.claim_edits import without_holiday


@pytest.mark.parametrize(
    ("text", "holiday", "left"),
    [
        ("中秋月饼礼盒预售中。", "中秋", "月饼礼盒预售中。"),
        ("元宵节期间全场包邮。", "元宵节", "全场包邮。"),
        ("端午节前后全场包邮。", "端午节", "全场包邮。"),
        ("端午节前下单，粽子礼盒包邮。", "端午节", None),
        ("我们的粽子在端午前三天现包现发。", "端午", None),
        ("到端午为止，全部商品包邮哦。", "端午", None),
        ("这是为端午准备的香囊。", "端午", None),
        ("本店茶叶采自清明前，数量有限。", "清明", None),
        ("重阳以后，菊花茶就下架了。", "重阳", None),
    ],
)
def test_a_holiday_that_other_words_need_is_not_cut_out(
    text: str, holiday: str, left: str | None
) -> None:
    start = text.index(holiday)
    assert without_holiday(text, [(start, start + len(holiday))]) == left
