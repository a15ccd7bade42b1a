import re
from pathlib import Path

import pytest

from core.text import DifferenceKind, EvidenceMatcher, EvidenceVerdict, PreparedText, WordRule
from core.text.matching.book_names import BookNames, names_in
from core.text.matching.content import differences

EN = (
    "At first Jo laughed, and Meg frowned at her. Then Jo took the lamp, and Meg's book fell. "
    "It was late, Jo thought, when Meg came. The lamp went out, so Jo and Meg sat in the dark, and "
    "nobody in the whole house could say where Amy had gone. In the morning, Amy was found asleep "
    "by Mr. Merriweather and by the old hill at Farm Hill. Up the hill went Farm Hill's dog."
)
ZH = (
    "宝玉笑道：“今日天气好。”黛玉道：“我不出去。”宝玉忙道：“外头花开了。”黛玉冷笑道：“花开了又如何？”"
    "那日晚间，宝玉独自在园中走了一圈，看见池边的灯还亮着，便回房里睡下了。"
)


def test_names_are_told_from_their_use() -> None:
    assert {"jo", "meg", "amy", "merriweather"} <= names_in(EN)
    assert not {"then", "the", "it", "hill"} & names_in(EN)
    assert names_in(EN).words == {"hill"}
    assert names_in(ZH) == {"宝玉", "黛玉"}
    assert names_in("") == frozenset()


def test_only_who_is_mostly_named_to_say_who_speaks_is_a_name_by_that_in_chinese() -> None:
    said = "{0}道：“来了。”宝玉点头道：“好。”只见{1}往{1}里去了，又从{1}里出来，到了{1}。"
    text = "".join(said.format("宝玉", "假山石") + "天地山水火"[at % 5] + "。" for at in range(30))
    assert names_in(text) == {"宝玉"}
    assert {"宝玉", "假山石", "点头"} <= names_in(text).words


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


LATIN = BookNames({"laurence", "laurie", "meg", "jo"}, {"lady", "lord"})


@pytest.mark.parametrize(
    ("claimed", "source", "kind"),
    [
        ("old mr laurance came", "old mr laurence came", DifferenceKind.NAME),
        ("old mr lawrence came", "old mr laurence came", DifferenceKind.NAME),
        # Copying may lose a letter with an accent.
        ("old mr laurenc came", "old mr laurence came", DifferenceKind.MISREAD),
        ("old mr laurie came", "old mr laurence came", DifferenceKind.NAME),
        ("old mr robinson came", "old mr laurence came", DifferenceKind.NAME),
        # One letter makes another of so short a name.
        ("and then peg came back", "and then meg came back", DifferenceKind.NAME),
        ("the book of meg is here", "the book of megs is here", DifferenceKind.WORDING),
        ("in the jog of it all", "in the job of it all", DifferenceKind.WORDING),
        ("the lord came in at last", "the lady came in at last", DifferenceKind.NAME),
        ("the ladi came in at last", "the lady came in at last", DifferenceKind.MISREAD),
        ("it is odd it may seem", "it is odd said jo it may seem", DifferenceKind.WORDING),
        ("it is odd jo it may seem", "it is odd it may seem", DifferenceKind.NAME),
        # Too short a name to be a slip for a word.
        (
            "at last they saw jo in the dark",
            "at last they saw jot in the dark",
            DifferenceKind.NAME,
        ),
        ("old mrs laurence came at last", "old mr laurence came at last", DifferenceKind.NAME),
        ("and old mr laurencecame in", "and old mr laurence came in", DifferenceKind.SPELLING),
    ],
)
def test_a_name_in_letters_is_told_from_a_slip(
    claimed: str, source: str, kind: DifferenceKind
) -> None:
    (found,) = differences(claimed, source, LATIN)
    assert found.kind is kind


@pytest.mark.parametrize(
    ("claimed", "source", "kind"),
    [
        # Words are left out, and with them who was meant: what is left there is another name.
        (
            "too young for such ornaments laurie",
            "too young for such ornaments meg said old laurie",
            DifferenceKind.NAME,
        ),
        (
            "laurie laughed at her",
            "laurie came and meg laughed at her",
            DifferenceKind.NAME,
        ),
        ("the doings of laurence", "the doings of laurie laurence", DifferenceKind.WORDING),
        ("they came home with laurie", "they came home late with laurie", DifferenceKind.WORDING),
    ],
)
def test_an_omission_that_leaves_but_a_name_behind_it_names_another(
    claimed: str, source: str, kind: DifferenceKind
) -> None:
    (found,) = differences(claimed, source, LATIN)
    assert found.kind is kind


CHINESE = BookNames(
    {"宝玉", "王夫人"},
    {
        "大观园",
        "荣国府",
        "宁国府",
        "姑苏",
        "惜春",
        "春燕",
        "在家",
        "里家",
        "再家",
        "牛魔王",
        "铁扇",
        "天香楼",
        "稻香村",
    },
)


@pytest.mark.parametrize(
    ("claimed", "source"),
    [
        ("他们一同到荣国府里去看了", "他们一同到大观园里去看了"),
        ("他们一同到宁国府里去看了", "他们一同到荣国府里去看了"),
        ("他们一同随宝王到里面去看了", "他们一同随宝玉到里面去看了"),
        ("他们一同随他到里面去看了", "他们一同随宝玉到里面去看了"),
        ("他们一同随宝玉到里面去看了", "他们一同随小厮到里面去看了"),
        ("他们一同随贾母到里面去看了", "他们一同随王夫人到里面去看了"),
    ],
)
def test_a_chinese_name_or_whole_word_replaced_is_a_change_of_name(
    claimed: str, source: str
) -> None:
    assert DifferenceKind.NAME in {found.kind for found in differences(claimed, source, CHINESE)}


@pytest.mark.parametrize(
    ("claimed", "source"),
    [
        ("他们一同随春燕到里面去看了", "他们一同随惜春到里面去看了"),
        ("他们一同到稻香村里去看了", "他们一同到天香楼里去看了"),
    ],
)
def test_a_name_replaced_by_one_that_shares_a_character_is_a_change_of_name(
    claimed: str, source: str
) -> None:
    assert DifferenceKind.NAME in {found.kind for found in differences(claimed, source, CHINESE)}


@pytest.mark.parametrize(
    ("claimed", "source"),
    [
        ("他们一同到大规园里去看了", "他们一同到大观园里去看了"),
        ("他们一同到荣国付里去看了", "他们一同到荣国府里去看了"),
        ("他们一同往荣国府里去看了", "他们一同到荣国府里去看了"),
        ("他们一同随宝玉往里面去看了", "他们一同随宝玉到里面去看了"),
        ("他们一同跟着宝玉到里面去看了", "他们一同跟住宝玉到里面去看了"),
        ("他们一同宝玉宝到里面去看了", "他们一同宝玉到里面去看了"),
        ("他们一同到观大园里去看了", "他们一同到大观园里去看了"),
        ("他们一同到园里去看了", "他们一同到大观园里去看了"),
        # 在家 and 里家 are words, but no names.
        ("他们一同里家里等到天黑了", "他们一同在家里等到天黑了"),
        # Written for one another because they sound the same.
        ("他们一同再家里等到天黑了", "他们一同在家里等到天黑了"),
    ],
)
def test_a_slip_in_a_word_or_beside_a_name_is_no_change_of_name(claimed: str, source: str) -> None:
    assert DifferenceKind.NAME not in {
        found.kind for found in differences(claimed, source, CHINESE)
    }


SAMPLE = Path(__file__).parents[4] / "core" / "services" / "library" / "sample"
STORY = PreparedText.from_text((SAMPLE / "zh_story.md").read_text(encoding="utf-8"))
ENGLISH_STORY = PreparedText.from_text((SAMPLE / "en_story.md").read_text(encoding="utf-8"))


def replaced(name: str, other: str, story: PreparedText, around: int) -> list[str]:
    """Quotes from the story, one for each use of a name in it, with another in its place."""
    parts = (
        (story.text[max(0, at.start() - around) : at.start()].rpartition("\n")[2], at.end())
        for at in re.finditer(name, story.text)
    )
    return [
        before + other + story.text[end : end + around].partition("\n")[0] for before, end in parts
    ]


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("韩成", "王成"),
        ("沈伯年", "王伯年"),
        ("沈伯年", "沈伯安"),
        ("阿禾", "阿宝"),
        ("阿禾", "小禾"),
        ("邬大川", "吴大川"),
        ("邬大川", "邬小川"),
        ("罗启明", "卢启明"),
        ("谢云娘", "谢玉娘"),
        ("顾砚秋", "顾砚春"),
        ("海州", "杭州"),
        ("桃坪", "桃园"),
        ("石柱镇", "石桥镇"),
        ("云岭", "云山"),
        ("鹰嘴崖", "鹰头崖"),
        ("沈伯年", "他"),
    ],
)
def test_a_name_replaced_by_what_is_no_name_of_the_story_is_never_found(
    name: str, other: str
) -> None:
    quotes = replaced(name, other, STORY, 14)
    assert len(quotes) >= 5
    assert not [quote for quote in quotes if EvidenceMatcher().match(quote, STORY).found]


@pytest.mark.parametrize(
    ("name", "other"),
    [("Crane", "Crate"), ("Pettifer", "Pettifor"), ("Orrin", "Orran"), ("Josiah", "Joshua")],
)
def test_an_english_name_matches_letter_by_letter(name: str, other: str) -> None:
    found = [
        quote
        for quote in replaced(name, other, ENGLISH_STORY, 40)
        if EvidenceMatcher().match(quote, ENGLISH_STORY).found
    ]
    assert not found


def test_the_names_of_the_story_are_told_from_its_words() -> None:
    names = names_in(STORY.text)
    assert {"沈伯年", "阿禾", "邬大川", "罗启明", "韩成", "谢云娘", "顾砚秋"} <= names
    assert {"海州", "桃坪", "石柱镇", "云岭", "鹰嘴崖"} <= names | names.likely
    assert not {"骡子", "簿子", "铺子", "规矩", "如今", "没有"} & (names | names.likely)


def test_a_pronoun_for_a_name_shows_the_whole_name() -> None:
    match = EvidenceMatcher().match("他正在打算盘，手停在半空里。", STORY)
    assert match.verdict is EvidenceVerdict.ALTERED
    assert match.matched_text == "沈伯年正在打算盘，手停在半空里"
    assert [(each.claimed, each.source) for each in match.differences] == [("他", "沈伯年")]


LIKELY = BookNames(likely={"桃坪"})


def test_what_is_likely_a_name_is_no_slip_unless_the_quote_slips_all_over() -> None:
    source = "那年他一个人走了四天山路到桃坪去看望他的母亲"
    (found,) = differences(source.replace("桃坪", "桃园"), source, LIKELY)
    assert found.kind is DifferenceKind.NAME
    sloppy = source.replace("桃坪", "桃园").replace("走", "丢").replace("望", "忘")
    assert DifferenceKind.NAME not in {each.kind for each in differences(sloppy, source, LIKELY)}


def test_a_character_for_a_name_left_out_at_an_edge_stands_for_it() -> None:
    source = "他沈伯年就坐在那里替人写信"
    (found,) = differences("他就坐在那里替人写信", source, BookNames({"沈伯年"}))
    assert found.kind is DifferenceKind.NAME


def test_a_chinese_name_left_alone_by_an_omission_names_another() -> None:
    source = "行者道劳苦倒也不说那铁扇仙你道是谁那厮原来是牛魔王"
    (found,) = differences("行者道劳苦倒也不说那牛魔王", source, CHINESE)
    assert found.kind is DifferenceKind.NAME


def test_another_word_beside_a_name_is_tolerated_where_that_is_wished() -> None:
    quote = "那日晚间，宝玉独自往园中走了一圈，看见池边的灯"
    assert EvidenceMatcher(wording=WordRule.TOLERATE).match(quote, ZH).found
    assert not EvidenceMatcher().match(quote, ZH).found


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
    book = PreparedText.from_text(text + " And, Amy came, and Amy sat.")
    start = text.index(part)
    inside = EvidenceMatcher().match(quote, book.part(start, start + len(part)))
    assert inside.verdict is EvidenceVerdict.ALTERED
    assert inside.differences[0].kind is DifferenceKind.NAME
    assert inside.span is not None
    assert inside.span.of(part) == inside.matched_text
    assert EvidenceMatcher().match(part, book.part(start, start + len(part))).found
