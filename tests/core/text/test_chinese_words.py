import random

from core.text.chinese_words import chinese_words

FILLING = "天地人山水火风云日月星花草木石鸟鱼虫马牛羊来去上下左右前后东西南北里外大小多少高低长短"


def book(placed: dict[int, str], length: int = 6000) -> str:
    """Characters in no order at all, with words put in at the given places."""
    draw = random.Random(1)
    return "".join(
        placed.get(at, "") + draw.choice(FILLING) + ("，" if at % 11 == 0 else "")
        for at in range(length)
    )


EVERYWHERE = dict.fromkeys(range(100, 6000, 400), "望江楼")
IN_ONE_PART = dict.fromkeys(range(50, 130, 8), "白石镇")
WORDS = chinese_words(book(EVERYWHERE | IN_ONE_PART))


def test_words_are_what_stands_together_more_often_than_by_chance() -> None:
    assert {"望江楼", "白石镇"} <= WORDS.keys()
    assert len(WORDS) < 20


def test_a_word_of_one_part_of_the_book_is_told_from_one_of_all_parts() -> None:
    assert WORDS["白石镇"].spread < 0.6
    assert WORDS["望江楼"].spread > 0.9


def test_how_a_word_is_used_is_counted() -> None:
    uses = chinese_words(book(dict.fromkeys(range(11, 3000, 110), "一个婆子")) + "，婆子们" * 9)
    assert uses["婆子"].counted > 0.9
    begins = chinese_words(book(dict.fromkeys(range(1, 3000, 110), "宝玉")))
    assert begins["宝玉"].begins > 0.9
    assert begins["宝玉"].counted == 0.0


def test_traditional_characters_give_simplified_words() -> None:
    assert "荣国府" in chinese_words(book(dict.fromkeys(range(100, 3000, 200), "榮國府")))


def test_a_text_without_chinese_has_no_chinese_words() -> None:
    assert chinese_words("") == {}
    assert chinese_words("no word of it \ud800 宝") == {}
