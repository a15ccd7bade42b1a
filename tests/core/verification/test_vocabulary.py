"""The default policy's vocabulary: words in their context, disguises, links, prices and claims."""

from datetime import UTC, datetime

import pytest

from core.verification import (
    Candidate,
    CatalogueEntry,
    Claims,
    Constraints,
    UploadedFacts,
    UserEvent,
    Verdict,
    check_compliance,
    policy_of,
    verify,
)
from core.verification.claims.claims import claims_in
from core.verification.claims.reader_acts import reader_acts
from core.verification.copy_text.addresses import addresses
from core.verification.copy_text.disguises import without_disguises
from core.verification.copy_text.word_rules import RuledWords, Setting
from core.verification.copy_text.written_prices import written_prices
from core.verification.copy_text.written_values import channel_name
from core.verification.files.candidates import read_candidates
from core.verification.findings import Code
from core.verification.policy_parts import VocabularyRule

V1_2 = policy_of("v1.2.0")
NOW = datetime(2025, 11, 20, 4, tzinfo=UTC)


def codes(text: str, channel: str = "PUSH", locale: str = "zh-CN") -> set[Code]:
    return {
        finding.code for finding in check_compliance(Candidate("1", text, channel, locale), V1_2)
    }


@pytest.mark.parametrize(
    "text",
    [
        "最佳口碑奶粉",
        "国家级品质",
        "绝.对划算",
        "絶対划算",
        "最🔥好🔥吃",
        "第①品牌",
        "行业No．１",
        "zuihao的面霜",
        "Ｂest blender",
        "bеst price",
        "un-beat-able",
        "l0west ev3r",
        "b e s t jeans",
        "#1 fryer",
    ],
)
def test_a_superlative_is_found_in_any_disguise(text: str) -> None:
    assert Code.COMPLIANCE_ABSOLUTE_WORDS in codes(text)


@pytest.mark.parametrize(
    "text",
    [
        "第一时间通知您",
        "最好在饭后服用",
        "第一次使用",
        "历史上的今天",
        "明天最低气温3度",
        "绝对值与数轴",
        "谨防欺诈",
        "垃圾处理器到货",
        "《史上历史课》更新",
        "举报假货有奖",
        "All the best",
        "Best before May",
        "The perfect tense",
        "Fraud alert: never share a PIN",
    ],
)
def test_an_allowed_use_is_no_finding(text: str) -> None:
    assert not codes(text) & {Code.COMPLIANCE_ABSOLUTE_WORDS, Code.COMPLIANCE_FORBIDDEN_WORDS}


def test_a_place_is_that_of_the_original_text() -> None:
    text = "全场 最\u200b-好 吃"
    (hit,) = RuledWords([("k", VocabularyRule(words=("最好",)))]).find(text)
    assert text[slice(*hit.span)] == "最\u200b-好"
    assert without_disguises("plain").text == "plain"


@pytest.mark.parametrize(
    ("disguised", "seen"),
    [
        ("this tea c-u-r-e-s g-o-u-t", "this tea cures gout"),
        ("r.e.p.l.i.c.a w@tches", "replica watches"),
        ("p u r c h a s e d a bike", "purchased a bike"),
        ("a d i p l o m a in may", "adiploma in may"),
    ],
)
def test_spaces_part_the_words_whose_letters_marks_hide(disguised: str, seen: str) -> None:
    assert seen in without_disguises(disguised).text.split("\n")


def test_of_several_words_in_one_place_the_first_is_always_named() -> None:
    spellings = ("best", "Best", "BEST", "bEst", "beSt", "besT", "BEst", "bESt", "beST", "BESt")
    hits = RuledWords([("k", VocabularyRule(words=spellings))]).find("the best-in-town")
    assert [hit.word for hit in hits] == ["best"]


def test_a_rule_holds_where_its_locale_channel_and_sentence_say() -> None:
    rule = VocabularyRule(words=("cure",), needs=("cancer",), unless=("beware",), locales=("en",))
    words = RuledWords([("k", rule)])
    assert words.find("It cured my cancer", Setting("en-GB"))
    assert not words.find("It cured my cancer", Setting("zh-CN"))
    assert not words.find("Beware: it cures cancer", Setting("en-GB"))
    assert not words.find("The Cure play Wembley. A cancer charity run.", Setting("en-GB"))


@pytest.mark.parametrize(
    "text",
    [
        "taobao。com 见",
        "hxxp://a.cn/b",
        "haowu[.]cn",
        "t.cn/abc",
        "淘宝.com 开抢",
        "10.0.0.1:8080",
        "weixin://dl/x",
        "w w w . taoci . cn",
        "bit . ly / 3x",
        "yunduo(dot)tv",
        "https://例子.中国",
    ],
)
def test_an_address_is_found_however_it_is_written(text: str) -> None:
    assert [address.sure for address in addresses(text)] == [True]


@pytest.mark.parametrize(
    "text",
    [
        "Your ASP.NET course",
        "Socket.io",
        "Sold out.Store reopens",
        "Version 2.0.app",
        "12.4.1",
        "report.docx",
        "a@b.com",
        "营业时间10.30-21.00",
    ],
)
def test_what_only_looks_like_an_address_is_none(text: str) -> None:
    assert list(addresses(text, V1_2.urls.allow)) == []


def test_an_unsure_address_asks_for_a_person_and_a_scheme_is_always_hard() -> None:
    assert codes("Read guide.md before class", locale="en-US") == {Code.COMPLIANCE_URL_SUSPECTED}
    assert [address.sure for address in addresses("U.S.store")] == [False]
    for version in ("v1.0.0", "v1.1.0", "v1.2.0"):
        policy = policy_of(version)
        (found,) = check_compliance(Candidate("1", "看 https://a.md", "PUSH", "zh-CN"), policy)
        assert found.severity.value == "hard"


@pytest.mark.parametrize(
    "text",
    [
        "只要RMB99",
        "99RMB包邮",
        "99块",
        "99¥",
        "99欧元",
        "99 euros",
        "一百元",
        "$ 1 9",
        "25bux",
        "twenty-five quid",
        "１９９元",
        "玖拾捌元",
    ],
)
def test_a_price_is_found_however_it_is_written(text: str) -> None:
    assert list(written_prices(text))


@pytest.mark.parametrize("text", ["100元素周期表", "一元二次方程", "三块巧克力", "weighs 9 pounds"])
def test_a_number_that_is_no_price_is_none(text: str) -> None:
    assert not list(written_prices(text))
    copy = Candidate("1", text, "PUSH", "zh-CN", constraints=Constraints(no_price=True))
    assert Code.COMPLIANCE_PRICE_FORBIDDEN not in {f.code for f in check_compliance(copy, V1_2)}


@pytest.mark.parametrize(
    "text",
    [
        "值得收藏的好书",
        "立即加购享优惠",
        "大家都看过的电影",
        "Put one in your cart",
        "第618款杯垫",
        "请到618号房间",
        "端午门站",
        "适配 iPhone 的磁吸壳",
        "fits iPhone 16",
        "李子和苹果拼一箱",
    ],
)
def test_a_text_without_a_claim_makes_none(text: str) -> None:
    assert claims_in(text, V1_2, frozenset()) == {}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Cyber Monday is on", "网络星期一"),
        ("年货节开始", "春节"),
        ("母亲节快乐", "母亲节"),
        ("除夕夜", "春节"),
        ("六一礼物", "儿童节"),
        ("Halloween", "万圣节"),
        ("Singles’ Day picks", "双十一"),
        ("iPH0NE 到店", "Apple"),
        ("ｐｈｉｌｉｐｓ", "Philips"),
        ("Stokke 輕便推車到貨", "Stokke"),
        ("高仪花洒到店", "Grohe"),
        ("希尔思猫粮", "Hill's"),
        ("您收藏的裙子降价", "recent_favorite"),
        ("You purchased a bike", "recent_purchase"),
    ],
)
def test_a_claim_is_found_by_any_of_its_names(text: str, name: str) -> None:
    assert [claim.name for claim in claims_in(text, V1_2, frozenset())] == [name]


def test_a_brand_that_the_items_title_names_is_right() -> None:
    items = [CatalogueEntry("1", brand="Anker", title="Charger for iPhone")]
    events = [UserEvent("u", "view", NOW)]
    copy = Candidate(
        "1", "Charge an iPhone on the train", "PUSH", "en-US", Claims(referenced_item_ids=("1",))
    )
    verification = verify(copy, V1_2, UploadedFacts(items, events), now=NOW)
    assert verification.verdict is Verdict.ALLOW
    wrong = verify(
        Candidate("2", "Meet the new Samsung phone", "PUSH", "en-US", copy.claims),
        V1_2,
        UploadedFacts(items, events),
        now=NOW,
    )
    assert Code.FACT_BRAND_MISMATCH in {finding.code for finding in wrong.findings}


@pytest.mark.parametrize(
    ("channel", "locale", "read"),
    [("push", "zh_CN", ("PUSH", "zh-CN")), ("In-App", "ZH-CN", ("IN_APP", "zh-CN"))],
)
def test_channels_and_locales_are_read_as_people_write_them(
    channel: str, locale: str, read: tuple[str, str]
) -> None:
    row = f'{{"text": "Hello there", "channel": "{channel}", "locale": "{locale}"}}'
    (copy,) = read_candidates(row.encode(), file_name="c.jsonl").values
    assert (copy.channel, copy.locale) == read
    assert channel_name("wechat") == "wechat"


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("办zheng刻章", Code.COMPLIANCE_FORBIDDEN_WORDS),
        ("全国第①的辣条", Code.COMPLIANCE_ABSOLUTE_WORDS),
        ("绝、对、低、价", Code.COMPLIANCE_ABSOLUTE_WORDS),
        ("The ᴜʟᴛɪᴍᴀᴛᴇ backpack", Code.COMPLIANCE_ABSOLUTE_WORDS),
        ("No cr.ed.it ch.eck l0ans", Code.COMPLIANCE_FORBIDDEN_WORDS),
    ],
)
def test_a_word_is_found_in_pinyin_marks_and_drawn_letters(text: str, seen: Code) -> None:
    assert seen in codes(text, locale="zh-CN" if not text.isascii() else "en-US")


@pytest.mark.parametrize(
    "text",
    ["没有最好的茶，只有适合你的茶", "We are not the cheapest, and here is why", "我们从不卖假货"],
)
def test_an_absolute_word_that_is_denied_is_no_finding(text: str) -> None:
    watched = {Code.COMPLIANCE_ABSOLUTE_WORDS, Code.COMPLIANCE_FORBIDDEN_WORDS}
    assert not codes(text) & watched


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("前几天放进购物车的被子", "cart"),
        ("上次没买成的那双鞋降价了", "cart"),
        ("你收藏的店铺上新了", "favorite"),
        ("您最近搜索的空气炸锅", "search"),
        ("You left a jacket in your cart", "cart"),
        ("Hi, you recently ordered a rug from us", "purchase"),
        ("The lamp you v i e w e d is back", "view"),
    ],
)
def test_what_a_text_tells_its_reader_is_read_by_kind(text: str, kind: str) -> None:
    assert kind in {act.kind for act in reader_acts(text)}


@pytest.mark.parametrize(
    "text",
    [
        "大家都看过的纪录片，今晚重播",
        "值得收藏的十道家常菜",
        "立即加购，满三百减三十",
        "如果您已购买，请忽略本短信",
        "Put one in your cart and we pay the shipping",
        "If you bought a ticket, bring it with you",
        "Have you seen the new trailer?",
    ],
)
def test_an_offer_a_condition_and_talk_of_others_tell_nothing(text: str) -> None:
    assert list(reader_acts(text)) == []


@pytest.mark.parametrize(
    "text",
    [
        "华为手机也能用的蓝牙耳机",
        "佳能尼康通用的相机包",
        "可裝 Dyson V 系列機種的濾網",
        "三洋大樓一樓的展示間",
        "踏墊可裝於豐田Altis與本田CR-V",
        "iPhone users, this one charges faster",
        "This charger tops up an iPhone or a Kindle",
    ],
)
def test_a_brand_named_for_what_fits_it_is_no_claim(text: str) -> None:
    assert not [claim for claim in claims_in(text, V1_2, frozenset()) if claim.kind == "brand"]


def test_talk_about_a_holiday_claims_none() -> None:
    assert not claims_in("中秋节的由来，语文课今日开讲", V1_2, frozenset())


@pytest.mark.parametrize(
    "text",
    ["九块九包邮", "只要9️⃣9️⃣元", "$nine", "ninety-nine bucks", "Under a tenner", "到手价四百九十九"],
)
def test_a_price_in_words_slang_and_keys_is_found(text: str) -> None:
    assert list(written_prices(text))


@pytest.mark.parametrize(
    "text",
    [
        "七天根除腰椎间盘突出，无效退全款",
        "發展三個下線，坐等分錢",
        "戴上转运珠，小人退散",
        "Risk-free returns of 20% every month",
        "Our spell brings your ex back",
        "那几个牌子的奶粉全是毒药",
        "Every other pet food out there is poison. Feed them ours.",
        "Get a real-looking ID in three days",
    ],
)
def test_cures_earnings_levels_and_spells_are_forbidden(text: str) -> None:
    assert Code.COMPLIANCE_FORBIDDEN_WORDS in codes(text)


@pytest.mark.parametrize(
    "text",
    [
        "彻底根除水垢，水壶焕然一新",
        "Say goodbye to tangled cables",
        "本店不招代理，不收加盟费",
        "The Idiot by Dostoevsky is this month's reading",
    ],
)
def test_stains_cables_and_what_is_not_done_are_not_forbidden(text: str) -> None:
    assert Code.COMPLIANCE_FORBIDDEN_WORDS not in codes(text)


@pytest.mark.parametrize("text", ["全網最低價的吹風機", "頂級享受，獨一無二", "業界唯一"])
def test_an_absolute_word_is_found_in_traditional_characters(text: str) -> None:
    assert Code.COMPLIANCE_ABSOLUTE_WORDS in codes(text, locale="zh-TW")


@pytest.mark.parametrize(
    "text",
    [
        "七夕镇的古村落，周末两日游",
        "儿童节目录制招募小观众",
        "Our shop on Thanksgiving Street",
        "周五一早到活虾",
        "週六一整天都有團課",
        "云端午后茶歇",
        "旅途中秋意渐浓",
        "双重阳台推拉门",
    ],
)
def test_a_holidays_name_within_another_name_claims_none(text: str) -> None:
    assert not claims_in(text, V1_2, frozenset())


@pytest.mark.parametrize(
    ("text", "claimed"),
    [("今日立减五十", False), ("口味全新上市", False), ("日立冰箱上新", True)],
)
def test_a_brand_is_no_part_of_two_other_words(text: str, claimed: bool) -> None:
    assert bool(claims_in(text, V1_2, frozenset())) is claimed


@pytest.mark.parametrize(
    "text", ["9.9🉐 一盒凤梨酥", "壹仟贰佰圆", "2OO块的套餐", "A two-figure price", "l9.99 all in"]
)
def test_a_price_is_found_where_it_hides(text: str) -> None:
    assert list(written_prices(text))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("上次那双跑鞋补货啦", "view"),
        ("🛒里的它还在等你", "cart"),
        ("你家❤️夹里的毛毯", "favorite"),
        ("伱看過の球鞋補貨了", "view"),
        ("Stil thinkin bout that couch?", "view"),
        ("That jacket you returned now comes in tall", "purchase"),
    ],
)
def test_what_a_reader_did_is_read_through_slang_and_pictures(text: str, kind: str) -> None:
    assert kind in {act.kind for act in reader_acts(text)}
