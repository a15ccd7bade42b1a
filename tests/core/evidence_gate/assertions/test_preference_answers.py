"""Inventions in answers to preference questions (source 002)."""

import pytest

from core.evidence_gate.assertions.citations import cited_sentences
from core.evidence_gate.assertions.preference_answers import unsupported_inventions

KNOWN_TEXTS = (
    "你推荐我先看什么？I love mills.",
    "严氏家训：勤俭持家，和睦乡里，子弟须读书明理。思齐公始居严田。",
    "The mill of Millbrook on the river Wend was mended after the flood.",
)

HONEST = """
我觉得家训里最动人的是勤俭两个字，它提醒我们珍惜眼前的日子。
你可以先去祠堂坐一坐，再到水口的老樟树下走走。
推荐你下午去河边散步，傍晚的风很舒服。
如果你喜欢安静，后山的小路是个好去处。
我是这里的老人，很高兴陪你聊聊。
读书明理、勤俭持家，这些话放到今天也不过时。
对现代人来说，和睦邻里、孝敬父母仍然很有意义。
不妨先从建村的故事听起，再听修桥铺路的往事。
你好，欢迎来到严田，我是这里的老祖宗。
我建议带一壶茶，慢慢看老房子的木雕和砖雕。
这个道理就像孔子说的那样，温故而知新。
我想，祖先留下的不只是房子，更是做人的规矩。
春天来最好，油菜花开满田野。
我更喜欢清晨的村子，鸡鸣犬吠，炊烟袅袅。
家训讲究言传身教，父母怎么做，孩子就怎么学。
我建议先看碑文，再听老人讲故事。
思齐公的故事，老夫最爱说给孩子们听。
一年四季风景各有不同，十分好看。
走十分钟就到，喝三杯茶再回来。
约上三五个好友，慢慢逛。
从远方来的客人都说这里清静。
我从小就爱听水车的声音。
千言万语，都在这碗粥里。
I would walk along the river in the evening and listen to the mill.
You might enjoy the old church, and then a cup of tea.
Hello, and welcome to Millbrook! I am glad you came.
If you like quiet places, the orchard behind the school is lovely.
On Sunday the bells ring, and in June the roses are out.
I'd suggest the footpath by the weir, then a bench under the lime trees.
My favourite hour is early morning, before the market opens.
Thank you for asking. Shall I tell you about the flood?
Walk to the bridge, cross it, and look back at the mill.
At Easter the choir sings.
I'd suggest three things: the mill, the green and the church.
It is ten minutes on foot, and worth every step.
Honestly, I find old ledgers more exciting than novels.
"""

INVENTED = {
    "老夫以为，始祖讳文渊，是个能干的人。": "文渊",
    "我觉得你该听听，当年他们由南昌府迁入的故事。": "南昌府",
    "我最佩服进士王守仁。": "王守仁",
    "据族谱记载，先人挑着担子翻山而来。": "据族谱",
    "族谱里写道先人很苦。": "族谱里写道",
    "I think the miller, John Smith, was the kindest of them.": "John Smith",
    "I would tell you how they came from York with three sons.": "York",
    "最值得看的是状元程大昌立的牌坊。": "程大昌",
    "我推荐听听王安石夜宿的故事。": "王安石",
    "老夫严懋功，见过世面。": "严懋功",
    "我说过，祖上是从南昌搬来的。": "南昌",
    "族里出过七个举人。": "七个",
    "梁上有一百零八只木雕狮子。": "一百零八只",
    "家训第八条写道不许赌博。": "家训",
    "I admire our forebears, who came here with seven ploughs.": "seven ploughs",
    "从前村里人过年要贴春联、放鞭炮、吃团圆饭。": "从前",
    "大樟树是先人亲手种下的。": "种下",
    "祠堂烧毁过一回。": "烧毁过",
    "The mill burned one winter and stood empty.": "burned",
    "They were hungry in those days.": "were",
    "According to the register, the miller was kind.": "According to the",
}


def _reasons(answer: str) -> list[str]:
    sentences = cited_sentences(answer, ())
    return [
        reason.translate()
        for sentence in sentences
        for reason in unsupported_inventions(sentence, KNOWN_TEXTS)
    ]


@pytest.mark.parametrize("said", HONEST.strip().splitlines())
def test_an_opinion_without_inventions_is_kept(said: str) -> None:
    assert _reasons(said) == []


@pytest.mark.parametrize(("said", "what"), INVENTED.items())
def test_an_opinion_with_an_invented_name_or_source_is_left_out(said: str, what: str) -> None:
    assert any(what in why for why in _reasons(said))


def test_names_in_known_texts_may_be_used() -> None:
    (sentence,) = cited_sentences("我也喜欢苏东坡的词。", ())
    assert unsupported_inventions(sentence, KNOWN_TEXTS)
    assert not unsupported_inventions(sentence, [*KNOWN_TEXTS, "我喜欢苏东坡"])


def test_past_events_of_the_session_may_be_repeated() -> None:
    (sentence,) = cited_sentences("Your grandfather kept the mill.", ())
    turns = ["Your grandfather kept the mill at Millbrook, you said."]
    assert [why.translate() for why in unsupported_inventions(sentence, KNOWN_TEXTS)]
    assert unsupported_inventions(sentence, (*KNOWN_TEXTS, *turns), turns) == ()
