import pytest

from core.text import DifferenceKind, normalise
from core.text.matching.boundaries import cuts_negation, cuts_number
from core.text.matching.content import differences


def kinds(claimed: str, source: str) -> list[DifferenceKind]:
    found = differences(normalise(claimed).text, normalise(source).text)
    return [difference.kind for difference in found]


@pytest.mark.parametrize(
    ("claimed", "source"),
    [
        ("in the year '89 I woke", "in the year '83 I woke"),
        ("three men came", "four men came"),
        ("twenty-five men", "twenty-three men"),
        ("1,000 pounds", "1,008 pounds"),
        ("我们二十五个人", "我们二十三个人"),
        ("城里有18万人", "城里有1.8万人"),
        ("他有3个儿子", "他有四个儿子"),
        ("the first time", "the second time"),
        ("two hundred men", "two thousand men"),
        ("十七八个人来了", "十五八个人来了"),
        ("他拿了三四百两银子", "他拿了二四百两银子"),
        ("it was 5 degrees below", "it was -5 degrees below"),
        ("零下是-5度", "零下是-8度"),
        ("气温是5度", "气温是-5度"),
        ("it cost £3.50 then", "it cost $3.50 then"),
        ("票价¥350一张", "票价€350一张"),
        ("共有百分之五十的人", "共有百分之十五的人"),
        ("共有50%的人", "共有百分之十五的人"),
        ("三分之一的人来了", "三分之二的人来了"),
        ("one third of them", "two thirds of them"),
        ("第三天他来了", "第五天他来了"),
        ("三天他来了", "第三天他来了"),
        ("the first man came", "the one man came"),
        ("he called once more", "he called twice more"),
        ("hundreds of men came", "a hundred of men came"),
        ("公元一三八六年", "公元一三六八年"),
        ("他等了半天才来", "他等了两天才来"),
        ("King Louis XIV came", "King Louis XVI came"),
        ("他等了十天", "他等了十来天"),
        ("十年前他来过", "十几年前他来过"),
        ("那是公元221年的事", "那是公元前221年的事"),
        ("下午三点他来过", "上午三点他来过"),
        ("it was five degrees", "it was minus five degrees"),
        ("he died in 44 BC there", "he died in 44 AD there"),
        ("he came at 3 p.m. there", "he came at 3 a.m. there"),
    ],
)
def test_a_changed_number_is_content(claimed: str, source: str) -> None:
    assert kinds(claimed, source) == [DifferenceKind.NUMBER]


@pytest.mark.parametrize(
    ("claimed", "source"),
    [
        ("I was not happy", "I was happy"),
        ("he would go", "he wouldn't go"),
        ("he always came", "he never came"),
        ("he was happy", "he was unhappy"),
        ("he may go", "he mayn't go"),
        ("他不来", "他来"),
        ("他来了", "他没来了"),
        ("許他去", "不許他去"),
        ("他来过这里了", "他来不过这里了"),
        ("他是特来拜见的", "他是特别来拜见的"),
        ("这话难以相信", "这话可以相信"),
        ("她拒绝了这门亲事", "她答应了这门亲事"),
        ("he was careless with it", "he was careful with it"),
        ("he seldom came", "he often came"),
        ("he failed to come", "he managed to come"),
        ("there is little hope nor help", "there is little hope or help"),
    ],
)
def test_a_changed_negation_is_content(claimed: str, source: str) -> None:
    assert DifferenceKind.NEGATION in kinds(claimed, source)
    assert DifferenceKind.NEGATION in kinds(source, claimed)


@pytest.mark.parametrize(
    ("claimed", "source"),
    [
        ("23 men", "twenty-three men"),
        ("two hundred and five men", "205 men"),
        ("我们23个人", "我们二十三个人"),
        ("有50%的人", "有百分之五十的人"),
        ("有3‰的人", "有千分之三的人"),
        ("有1/3的人", "有三分之一的人"),
        ("在第1回里", "在第一回里"),
        ("那是1368年的事", "那是公元一三六八年的事"),
        ("廿三日他来了", "二十三日他来了"),
        ("有二个人来了", "有两个人来了"),
        ("3.5倍的价钱", "三点五倍的价钱"),
        ("one hundred men", "a hundred men"),
        ("100 men", "a hundred men"),
        ("five per cent of it", "5% of it"),
        ("2 million men", "two million men"),
        ("1.5 million men", "1,500,000 men"),
        ("the 3rd man", "the third man"),
        ("a dozen men", "twelve men"),
        ("6 eggs", "half a dozen eggs"),
        ("in 1984 he", "in nineteen eighty-four he"),
        ("25 men", "five-and-twenty men"),
        ("one third of it", "1/3 of it"),
        ("公元1368年的事", "1368年的事"),
        ("有一点八万人", "有1.8万人"),
        ("数十人来了", "几十人来了"),
        ("in Chapter IV he", "in Chapter 4 he"),
    ],
)
def test_form_is_not_content(claimed: str, source: str) -> None:
    assert kinds(claimed, source) == [DifferenceKind.SPELLING]


def test_a_small_slip_is_wording_and_a_run_of_new_words_is_rewriting() -> None:
    assert kinds("he saw the big dog beside the gate", "he saw the old dog beside the gate") == [
        DifferenceKind.WORDING
    ]
    assert kinds("后来他慢慢走出院子去了", "后来他慢慢走回院子去了") == [DifferenceKind.WORDING]
    # A word replaced at the edge is held in its place by one side only.
    assert kinds("he thought of a will", "he thought of a tree") == [DifferenceKind.REWRITTEN]
    assert kinds("他想起了银子", "他想起了母亲") == [DifferenceKind.REWRITTEN]
    # In a short quote one word is much of what it says.
    assert kinds("the big dog", "the old dog") == [DifferenceKind.REWRITTEN]
    assert kinds("他走出院子", "他走回院子") == [DifferenceKind.REWRITTEN]
    assert kinds("he sold every last horse today", "he came to dinner today") == [
        DifferenceKind.REWRITTEN
    ]
    assert kinds("他卖掉马匹了", "他在家吃饭了") == [DifferenceKind.REWRITTEN]


def test_two_characters_replaced_side_by_side_are_a_word_where_nothing_else_differs() -> None:
    source = "那天夜里他慢慢走出院子去了然后把灯熄灭"
    assert kinds(source.replace("慢慢", "悄悄"), source) == [DifferenceKind.REWRITTEN]
    assert kinds(source.replace("院", "花园"), source) == [DifferenceKind.REWRITTEN]
    assert kinds(source.replace("走出", "出走"), source) != [DifferenceKind.REWRITTEN]
    among_slips = source.replace("慢慢", "悄悄").replace("院子", "皖子")
    assert kinds(among_slips, source) == [DifferenceKind.WORDING] * 2


SLIPPED = "二三百军士正斗时长老坐在熏笼上将他看见便定了一回"


@pytest.mark.parametrize(
    ("passage", "slipped"),
    [
        ("正斗时", "正斗斗是"),
        ("熏笼上", "熏气笼"),
        ("看见", "看看间"),
        ("定了一回", "定了了一会"),
        ("长老坐在", "长老老座再"),
    ],
)
def test_slips_side_by_side_are_no_word_replaced(passage: str, slipped: str) -> None:
    assert set(kinds(SLIPPED.replace(passage, slipped), SLIPPED)) <= {
        DifferenceKind.SPELLING,
        DifferenceKind.WORDING,
    }


def test_a_word_typed_twice_is_spelling_and_one_that_sounds_alike_another() -> None:
    assert kinds("他走了了出院子去", "他走了出院子去") == [DifferenceKind.SPELLING]
    assert kinds("he went to to the gate", "he went to the gate") == [DifferenceKind.SPELLING]
    assert kinds("他慢慢走出院子去了", "他慢走出院子去了") == [DifferenceKind.WORDING]
    assert kinds("他慢走出院子去了", "他慢慢走出院子去了") == [DifferenceKind.WORDING]
    assert kinds("他再院子里等着", "他在院子里等着") == [DifferenceKind.WORDING]
    assert kinds("他不不来", "他不来") == [DifferenceKind.NEGATION]


@pytest.mark.parametrize(
    ("claimed", "source"),
    [
        ("那是第第一回的事情", "那是第一回的事情"),
        ("那是第衡一回的事情", "那是第一回的事情"),
        ("那是一衡回的事情", "那是一回的事情"),
    ],
)
def test_a_slip_beside_a_number_changes_none(claimed: str, source: str) -> None:
    assert DifferenceKind.NUMBER not in kinds(claimed, source)


def test_a_word_with_a_character_of_its_own_between_its_changes_is_replaced() -> None:
    source = "这增长天王与众天丁都收了兵马回去了"
    assert kinds(source.replace("增长天王", "辛天君"), source) == [DifferenceKind.REWRITTEN] * 2
    source = "又有小丫环名宝珠的因她没有儿女"
    assert kinds(source.replace("宝珠", "贾宝玉"), source) == [DifferenceKind.REWRITTEN] * 2


def test_a_word_put_in_is_much_of_a_short_quote() -> None:
    assert kinds("it was all settled", "it was settled") == [DifferenceKind.REWRITTEN]
    assert kinds(
        "it was all settled before the carriage came", "it was settled before the carriage came"
    ) == [DifferenceKind.WORDING]


def test_a_quote_that_ends_in_more_new_words_than_old_is_rewritten() -> None:
    quote = "or even of understanding to take the first when i say that"
    source = (
        "or even of understanding to take the first example to hand i very clearly perceive that"
    )
    assert DifferenceKind.REWRITTEN in kinds(quote, source)
    quote = "when i say that or even of understanding to take the first"
    source = (
        "example to hand i very clearly perceive that or even of understanding to take the first"
    )
    assert DifferenceKind.REWRITTEN in kinds(quote, source)


@pytest.mark.parametrize(
    ("claimed", "source"),
    [
        ("我不是来救你们的", "我不是云水全真我是来救你们的"),
        ("不会变苍蝇蚊子", "不知他会变苍蝇蚊子"),
        ("he is not a lawyer from london", "he is not a doctor he is a lawyer from london"),
    ],
)
def test_a_negation_set_before_what_it_does_not_deny_is_content(claimed: str, source: str) -> None:
    assert DifferenceKind.NEGATION in kinds(claimed, source)


def test_an_edge_may_cut_a_word_but_not_take_another_for_it() -> None:
    assert kinds("wards he came home at last", "afterwards he came home at last") == [
        DifferenceKind.SPELLING
    ]
    assert kinds("he walked slowly into the room", "he walked slowly into the bedroom") == [
        DifferenceKind.REWRITTEN
    ]


def test_equal_texts_have_no_differences() -> None:
    assert differences("the same 23", "the same 23") == ()


def test_a_difference_keeps_what_both_sides_say() -> None:
    (found,) = differences("我们二十五个人", "我们二十三个人")
    assert found.to_dict() == {"claimed": "二十五", "source": "二十三", "kind": "number"}


@pytest.mark.parametrize(
    ("text", "part", "cut"),
    [
        ("有1.8万人", "8万人", True),
        ("有1.8万人", "有1", True),
        ("有二十三人", "三人", True),
        ("有二十三人", "二十三人", False),
        ("in 1983 he", "83 he", True),
        ("in 1983 he", "1983", False),
        ("the thing", "hing", False),
        ("was −5 degrees", "5 degrees", True),
        ("a loss of −$5", "$5", True),
        ("气温是−5度", "5度", True),
    ],
)
def test_a_number_cut_at_an_edge_is_noticed(text: str, part: str, cut: bool) -> None:
    start = text.index(part)
    assert cuts_number(text, start, start + len(part)) is cut


@pytest.mark.parametrize(
    ("text", "part", "cut"),
    [
        ("他不是好人", "是好人", True),
        ("他没有来过", "来过", True),
        ("他是好人", "是好人", False),
        ("i was not happy", "happy", True),
        ("he was unhappy now", "happy now", True),
        ("he wouldnt go", "he would", True),
        ("he was happy", "happy", False),
    ],
)
def test_a_negation_left_out_at_an_edge_is_noticed(text: str, part: str, cut: bool) -> None:
    start = text.index(part)
    assert cuts_negation(text, start, start + len(part)) is cut


def test_a_negation_of_the_sentence_before_is_not_left_out() -> None:
    text = "no he went home"
    assert cuts_negation(text, 3, len(text))
    assert not cuts_negation(text, 3, len(text), clause_start=3)


@pytest.mark.parametrize(
    ("claimed", "source"),
    [("忽又想起曹珠来", "忽又想起贾珠来"), ("男人只有林菱", "男人只有贾菱")],
)
def test_another_surname_is_another_person_however_seldom_named(claimed: str, source: str) -> None:
    assert [each.kind for each in differences(claimed, source)] == [DifferenceKind.NAME]


def test_a_surname_that_is_an_ordinary_word_may_slip() -> None:
    kinds = [each.kind for each in differences("那石他正在书房里坐着", "那时他正在书房里坐着")]
    assert DifferenceKind.NAME not in kinds
