import random

from core.text.language.chinese_words import chinese_words

FILLING = [chr(0x4E00 + 7 * number) for number in range(300)]


def book(word: str, uses: int, length: int) -> str:
    """Characters in no order at all, with a word put in here and there, and parts of it."""
    draw = random.Random(1)
    places = [word] * uses + [part for part in word for _ in range(5)]
    put_in = dict(zip(draw.sample(range(length), len(places)), places, strict=True))
    return "".join(
        put_in.get(at, "") + draw.choice(FILLING) + ("，" if at % 11 == 0 else "")
        for at in range(length)
    )


def test_words_are_what_stands_together_more_often_than_by_chance() -> None:
    words = chinese_words(book("望江楼", 15, 60_000))
    assert words["望江楼"].times == words["江楼"].times == 15
    assert len([word for word in words if not set(word) & set("望江楼")]) < 100


def test_a_short_text_shows_its_words_sooner_than_a_long_one() -> None:
    assert "望江" in chinese_words(book("望江", 1, 6_000))
    assert "望江" not in chinese_words(book("望江", 1, 100_000))
    assert "望江" in chinese_words(book("望江", 3, 100_000))


def test_traditional_characters_give_simplified_words() -> None:
    assert "荣国府" in chinese_words(book("榮國府", 15, 3_000))


def test_a_text_without_chinese_has_no_chinese_words() -> None:
    assert chinese_words("") == {}
    assert chinese_words("no word of it \ud800 宝") == {}


def test_a_word_tells_what_it_is_used_beside() -> None:
    text = "一个望江，这望江。望江" + book("望江", 12, 3_000)
    uses = chinese_words(text)["望江"]
    assert uses.counted >= 1
    assert uses.pointed >= 1
    assert uses.beginning >= 1
    assert 1 <= uses.parts <= uses.times
