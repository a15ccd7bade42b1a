import pytest

from core.text import DifferenceKind, EvidenceMatcher, EvidenceVerdict, PreparedText
from core.text.content import differences
from core.text.names import names_in

EN = (
    "At first Jo laughed, and Meg frowned at her. Then Jo took the lamp, and Meg's book fell. "
    "It was late, Jo thought, when Meg came. The lamp went out, so Jo and Meg sat in the dark, and "
    "nobody in the whole house could say where Amy had gone. In the morning, Amy was found asleep."
)
ZH = (
    "宝玉笑道：“今日天气好。”黛玉道：“我不出去。”宝玉忙道：“外头花开了。”黛玉冷笑道：“花开了又如何？”"
    "那日晚间，宝玉独自在园中走了一圈，看见池边的灯还亮着，便回房里睡下了。"
)


def test_names_are_told_from_their_use() -> None:
    assert {"jo", "meg", "megs"} <= names_in(EN)
    assert not {"then", "the", "it"} & names_in(EN)
    assert names_in(ZH) == {"宝玉", "黛玉"}
    assert names_in("") == frozenset()


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("so Amy and Meg sat in the dark, and nobody in the whole house could say", EN),
        ("Then Jo took the lamp, and Jo's book fell. It was late", EN),
        ("那日晚间，黛玉独自在园中走了一圈，看见池边的灯", ZH),
        ("那日晚间，宝钗独自在园中走了一圈，看见池边的灯", ZH),
    ],
)
def test_a_replaced_name_is_altered(quote: str, text: str) -> None:
    altered = EvidenceMatcher().match(quote, text)
    assert altered.verdict is EvidenceVerdict.ALTERED
    assert [difference.kind for difference in altered.differences] == [DifferenceKind.NAME]


def test_a_misspelt_latin_name_is_a_slip() -> None:
    names = frozenset({"laurence", "laurie"})
    (slip,) = differences("old mr laurance came", "old mr laurence came", names)
    assert slip.kind is DifferenceKind.SPELLING
    (other,) = differences("old mr laurie came", "old mr laurence came", names)
    assert other.kind is DifferenceKind.NAME


def test_a_slip_beside_a_name_is_no_change_of_name() -> None:
    found = EvidenceMatcher().match("那日晚间，宝玉独自往园中走了一圈，看见池边的灯", ZH)
    assert found.found


def test_a_speech_tag_left_out_is_no_change_of_name() -> None:
    (left_out,) = differences("it is odd it may seem", "it is odd said jo it may seem", {"jo"})
    assert left_out.kind is DifferenceKind.WORDING


@pytest.mark.parametrize(
    ("quote", "text", "part"),
    [
        (
            "so Amy and Meg sat in the dark, and nobody",
            EN,
            "so Jo and Meg sat in the dark, and nobody",
        ),
        ("那日晚间，黛玉独自在园中走了一圈", ZH, "那日晚间，宝玉独自在园中走了一圈，看见池边的灯"),
    ],
)
def test_a_name_replaced_is_noticed_in_a_part_too_short_to_show_its_names(
    quote: str, text: str, part: str
) -> None:
    book = PreparedText.of(text + " And, Amy came, and Amy sat.")
    start = text.index(part)
    inside = EvidenceMatcher().match(quote, book.part(start, start + len(part)))
    assert inside.verdict is EvidenceVerdict.ALTERED
    assert inside.differences[0].kind is DifferenceKind.NAME
    assert inside.span is not None
    assert inside.span.of(part) == inside.matched_text
    assert EvidenceMatcher().match(part, book.part(start, start + len(part))).found
