"""Which words stand in a quote is content; how they are written is not (reading 63)."""

import pytest

from core.text import DifferenceKind, EvidenceMatch, EvidenceMatcher, EvidenceVerdict, WordRule

TEXT = (
    "The storm broke before midnight, and Mr. Harlan Pryce, the older of the two brothers, could "
    "only watch from the grey window while the lower fields filled with water. Nobody in the "
    "village had ever seen the river rise a whole yard in an hour. He gave the lamp to his sister "
    "and told her that any one who came to the door to-night must be let in, though he feared few "
    "would come. To find the officer of the watch was difficult, and she did not care for the "
    "colour of the sky. In 1893 the mill had burned."
)
ZH = (
    "那天夜里暴风雨来临之前，老船长只把灯交给了妹妹，自己站在窗前。村里从来没有人见过河水一个时辰涨高三尺。"
    "他救了那个孩子，又让他往东走，说天亮以后人们都会来的。她已经在裏屋睡着了，旁边的茶壶还是热的。"
)


def match(quote: str, text: str = TEXT) -> EvidenceMatch:
    return EvidenceMatcher().match(quote, text)


@pytest.mark.parametrize(
    ("quote", "word", "other"),
    [
        ("The storm broke {} midnight, and Mr. Harlan Pryce", "before", "after"),
        ("the {} of the two brothers, could only watch", "older", "younger"),
        ("{} in the village had ever seen the river rise", "Nobody", "Everybody"),
        ("the river {} a whole yard in an hour", "rise", "fall"),
        ("ever seen the river rise a whole {} in an hour", "yard", "foot"),
        ("while the {} fields filled with water", "lower", "upper"),
        ("He gave the lamp to {} sister and told her", "his", "her"),
        ("who came to the door to-night {} be let in", "must", "may"),
        ("could {}watch from the grey window while", "only ", ""),
        ("He gave the {} to his sister and told her", "lamp", "book"),
        ("the older of the two brothers, {} only watch", "could", "would"),
        ("could only watch {}from the grey window while", "", "sadly "),
        ("though he feared {}few would come", "", "a "),
        ("the {} of the two brothers, could only watch", "older", "elder"),
        ("told her that any one who {} to the door", "came", "come"),
    ],
)
def test_another_word_is_a_change_in_english(quote: str, word: str, other: str) -> None:
    assert match(quote.format(word)).found
    altered = match(quote.format(other))
    assert not altered.found
    assert altered.differences


@pytest.mark.parametrize(
    ("quote", "word", "other"),
    [
        ("那天夜里暴风雨来临之{}，老船长", "前", "后"),
        ("老船长{}把灯交给了妹妹", "只", ""),
        ("老船长只{}灯交给了妹妹，自己站在窗前", "把", "被"),
        ("他{}了那个孩子，又让他往东走", "救", "杀"),
        ("又让他往{}走，说天亮以后", "东", "西"),
        ("河水一个时辰涨{}三尺。", "高", "低"),
        ("说天亮以后人们{}会来的", "都", "才"),
        ("{}救了那个孩子，又让他往东走", "他", "我"),
        ("旁边的茶壶还是{}的", "热", "冷"),
        ("河水一个时辰涨高三{}。", "尺", "丈"),
        ("老船长只把灯交给了{}，自己站在窗前", "妹妹", "母亲"),
        ("说天亮以后人们都会来{}", "的", "吗"),
    ],
)
def test_another_word_is_a_change_in_chinese(quote: str, word: str, other: str) -> None:
    assert match(quote.format(word), ZH).found
    altered = match(quote.format(other), ZH)
    assert (altered.found, altered.verdict) == (False, EvidenceVerdict.ALTERED)


def test_moved_words_are_a_change() -> None:
    assert not match("could watch only from the grey window while the lower fields").found
    assert not match("the village in had ever seen the river rise a whole yard").found
    assert not match("这天夜里之前暴风雨来临，老船长只把灯交给了妹妹", ZH).found


@pytest.mark.parametrize(
    ("quote", "kind"),
    [
        ("could only wotch from the grey window while the lower fields", DifferenceKind.MISREAD),
        ("could only watch frorn the grey window while tbe lower fields", DifferenceKind.MISREAD),
        ("Thc storm brokc before midnight, and Mr. Harlan Pryce", DifferenceKind.MISREAD),
        ("To find the o\ufb03cer of the watch was di cult, and she", DifferenceKind.MISREAD),
        ("In l893 the mill had burned", DifferenceKind.MISREAD),
        ("could only watch from the gray window while the lower", DifferenceKind.SPELLING),
        ("care for the color of the sky", DifferenceKind.SPELLING),
        ("before midnight, and Mister Harlan Pryce, the older", DifferenceKind.SPELLING),
        ("told her that anyone who came to the door tonight must", DifferenceKind.SPELLING),
        ("he gave the the lamp to his sister and told her", DifferenceKind.SPELLING),
        ("she didn't care for the colour of the sky", None),
        ("He gave a lamp to his sister and told her", DifferenceKind.ARTICLE),
        ("He gave lamp to his sister and told her", DifferenceKind.ARTICLE),
    ],
)
def test_a_word_written_otherwise_is_the_same_word(quote: str, kind: DifferenceKind | None) -> None:
    found = match(quote)
    assert found.found
    assert {each.kind for each in found.differences} == ({kind} if kind else set())
    told = [str(warning) for warning in found.warnings]
    assert ("article" in told) == (kind is DifferenceKind.ARTICLE)
    assert ("misread" in told) == (kind is DifferenceKind.MISREAD)


@pytest.mark.parametrize(
    "quote",
    [
        "她己经在裏屋睡着了，旁边的茶壶",
        "旁边的荼壶还是热的，",
        "她已经在裡屋睡着了",
        "她已經在裏屋睡著了",
    ],
)
def test_a_look_alike_that_makes_no_word_is_a_slip(quote: str) -> None:
    assert match(quote, ZH).found


def test_a_look_alike_that_makes_another_word_is_a_change() -> None:
    text = "村里人口很多，人手也够，可是没有一个人愿意去挖那条水渠，大夫说了也没用。"
    assert not match("村里入口很多，人手也够", text).found
    assert not match("村里人口很多，入手也够", text).found
    assert not match("那条水渠，夫大说了也没用", text).found
    assert match("没有一个入愿意去挖那条水渠", text.replace("一个人", "一个工人")).found is False


@pytest.mark.parametrize(
    "quote",
    [
        # The book, or the language, has the word that the slip makes.
        "could only match from the grey window while the lower fields",
        "the older of the two brothers, cold only watch from the grey window",
        # Another vowel makes another name.
        "before midnight, and Mr. Harlen Pryce, the older",
        "In l898 the mill had burned",
    ],
)
def test_a_slip_that_makes_another_word_is_a_change(quote: str) -> None:
    assert not match(quote).found


def test_how_near_a_quote_is_and_how_long_make_no_word_another() -> None:
    long = TEXT.replace("before midnight", "after midnight")
    altered = match(long)
    assert altered.similarity > 0.98
    assert not altered.found
    assert [(each.claimed, each.source) for each in altered.differences] == [("after", "before")]


def test_who_wishes_it_tolerates_other_words_and_is_told() -> None:
    tolerant = EvidenceMatcher(wording=WordRule.TOLERATE)
    found = tolerant.match("The storm broke after midnight, and Mr. Harlan Pryce", TEXT)
    assert found.found
    assert "wording_tolerated" in found.warnings
    assert not tolerant.match("In 1898 the mill had burned", TEXT).found
    clean = tolerant.match("The storm broke before midnight", TEXT)
    assert "wording_tolerated" not in clean.warnings


FRENCH = (
    "Longtemps, je me suis couché de bonne heure. Parfois, à peine ma bougie éteinte, mes yeux se "
    "fermaient si vite que je n’avais pas le temps de me dire: Je m’endors. Et, une demi-heure "
    "après, la pensée qu’il était temps de chercher le sommeil m’éveillait; je voulais poser le "
    "volume que je croyais avoir encore dans les mains et souffler ma lumière; je n’avais pas "
    "cessé en dormant de faire des réflexions sur ce que je venais de lire, mais ces réflexions "
    "avaient pris un tour un peu particulier; il me semblait que j’étais moi-même ce dont parlait "
    "l’ouvrage."
)


def test_where_no_list_knows_the_words_a_letter_makes_another() -> None:
    assert match("je me suis couche de bonne heure", FRENCH).found
    assert not match("je me suis touché de bonne heure", FRENCH).found
    assert not match("je voulais poser la volume que je croyais", FRENCH).found


def test_initials_and_titles_are_words() -> None:
    text = "Mr. X met Mrs. Brown and Dr. Watson at the door of the inn."
    assert not match("Mr. Z met Mrs. Brown and Dr. Watson at the door", text).found
    assert not match("Mr. X met Mr. Brown and Dr. Watson at the door", text).found
    assert not match("Mr. X met Mrs. Brown and Mr. Watson at the door", text).found


def test_a_chinese_word_written_in_two_ways_is_one() -> None:
    text = "你说的甚么话，我倒要看看这帐簿上写着什么。他的身分不明，大家都觉得希罕。"
    assert match("你说的什么话，我倒要看看这账簿", text).found
    assert match("他的身份不明，大家都觉得稀罕", text).found
    assert not match("他的身世不明，大家都觉得稀罕", text).found
