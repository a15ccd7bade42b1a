"""What a repair would strand is left to a person; what still stands is offered."""

import pytest

from core.verification import policy_of
from tests.bench.repairs import mended

V1_2 = policy_of("v1.2.0")


def sent(text: str, channel: str = "PUSH", *, priced: bool = False) -> str | None:
    row = {
        "id": "copy",
        "text": text,
        "channel": channel,
        "locale": "en-US" if text.isascii() or "é" in text else "zh-CN",
        "facts": {"no_price": priced},
    }
    fix = mended(row, V1_2).fix
    assert fix.repairs, "nothing was found in it"
    return fix.offered.candidate.text if fix.offered else None


@pytest.mark.parametrize(
    "text",
    [
        # A sentence without its beginning.
        "釉面完美无瑕，是师傅守着窑火三十个小时才烧出来的。茶盏一套四只，木盒包装，适合送长辈。",
        "新款扫地机上架，自动回洗拖布。这是一款完美的产品，能满足任何户型的需要。周五开售。",
        "Christmas is coming, and so are our cinnamon rolls. Preorder by Friday.",
        # A boast's introduction, or a question of who is best.
        "要问哪家的小龙虾最好吃，当然是老张家。今晚六点开锅，蒜蓉十三香都有。",
        "Not to brag, but this is the best coffee in Seattle. Come by before ten for a refill.",
        # The topic of what went, and the thing that is done something with.
        "这支防晒，敏感肌的首选。质地像乳液，推开就透，旅行装也有货。",
        "秋招季来了，我们有全网最准的面试题，刷完还能约学长模拟",
        # An arrow, a question without its answer, an answer without its question.
        "t.cn/A6xk9Qp ← 图书馆夜读活动报名入口，名额六十位，带上借阅证",
        "We moved the 6 p.m. spin class to Studio B. Questions? help.ridehouse.fit has answers",
        "Mother's Day? Sorted. Tulips, a card and a box of fudge, delivered Sunday.",
        # A call whose place went.
        "Tickets for the walking tour go live at noon. Set an alarm, then head to moor.co.uk/tours",
        "你的会员生日礼已备好，复制 yuelu.shop/v2 到浏览器打开，填地址就寄出",
        "Scan, tap, or type tickets.zoo.org to skip the line.",
        # A special price in no place for one, a doubled character.
        "冰丝凉席降到全年最低价，睡个不粘背的午觉",
        "想要最快的网速？千兆宽带本月装机，送路由器一台。",
        # A stand-in in no place for one.
        "The best tacos in San Antonio just got delivery. Order from tacos.com till midnight",
        "Why do bakers love this flour? It's the finest in the country. Milled weekly.",
        "Our chef has put together the finest tasting menu in the city. It starts Thursday.",
        "Sleep better: our pillows are the only ones you'll ever need. 60 nights to try.",
        "A perfect cup, every time. Meet the new drip machine.",
        # A holiday that was no attribute.
        "端午吃什么？除了粽子，还有咸鸭蛋和绿豆糕，门店都有",
        "圣诞老人说今年想要一台烤箱，三十升，能烤整鸡",
        "圣诞树、彩灯、花环一站买齐，今天下单明天到",
        "Nothing says Christmas like gingerbread. Our kits come with three icings.",
        "Halloween came early: all costumes are 30% off.",
        "What's Halloween without pumpkins? Ours are two for one till Friday.",
        "Don't let Father's Day sneak up on you. Engraved flasks ship in two days.",
    ],
)
def test_what_would_be_stranded_is_left_to_a_person(text: str) -> None:
    assert sent(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "四十升登山包换代清仓，原价1299元，如今899就能背走，送防雨罩",
        "月卡99元，季卡269元，年卡899元，泳池和桑拿都能用。",
        "After four months we finally have the twelve-inch skillet on the shelf again. It comes "
        "seasoned, with a pour spout on each side. It was $85; it is now $62. Wash it by hand.",
        "Hoodies, $30. Joggers, $25. Both, $50. Sizes S to XXL.",
        "Two for $30: mix and match any of our graphic tees.",
    ],
)
def test_no_scrap_and_no_price_in_other_words_is_left(text: str) -> None:
    assert sent(text, priced=True) is None


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        (
            "出差多的人都懂，轮子有多要紧。新款箱子换了静音轮。说句不谦虚的话，做铝框箱，我们国内排第一。门店备了样箱。",
            "出差多的人都懂，轮子有多要紧。新款箱子换了静音轮。门店备了样箱。",
        ),
        ("五道题，一分钟，换一杯美式 👉 wj.kafeiji.cn/s/5q", "五道题，一分钟，点击通知换一杯美式"),
        (
            "本周食谱：番茄牛腩、清炒芦笋。做法见 chufang.cn/w12",
            "本周食谱：番茄牛腩、清炒芦笋。点击通知查看做法",
        ),
        ("客服升级啦，常见问题 kefu.cn/faq 里都有答案", "客服升级啦，点击通知查看常见问题"),
        (
            "Still need a costume? Halloween is two days out, and our rental closet is open late.",
            "Still need a costume? Our rental closet is open late.",
        ),
        (
            "Visit www.marshlane.co.uk, then bring wellies. Pony rides and a farm lunch.",
            "Tap here, then bring wellies. Pony rides and a farm lunch.",
        ),
        ("Celebrate Diwali with a box of sweets.", "Celebrate with a box of sweets."),
        (
            "早餐有现磨豆浆，要说性价比之王，非我们莫属。周中还有四间空房，回复1留房",
            "早餐有现磨豆浆。周中还有四间空房，回复1留房",
        ),
    ],
)
def test_what_still_stands_is_offered(text: str, offered: str) -> None:
    assert sent(text) == offered
