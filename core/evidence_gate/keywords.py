"""Keywords of intents (source 002, "意图分类规则"), in both languages.

All are in the form of `core.text.normalise`: simplified, lower case, without apostrophes.
Preference keywords outweigh a weak factual keyword (reading 29). A weak preference keyword yields
to any question in its clause: 之前 may mean earlier in the session, and also 迁来之前.
"""

from dataclasses import dataclass
from enum import StrEnum


class KeywordClass(StrEnum):
    """The rows of source 002's two tables; SOURCE_NAMES has their names there."""

    TIME = "time"
    PEOPLE = "people"
    EVENT = "event"
    PLACE = "place"
    QUANTITY = "quantity"
    VERIFICATION = "verification"
    PREFERENCE = "preference"
    SUGGESTION = "suggestion"
    FEELING = "feeling"
    SMALL_TALK = "small_talk"
    FOLLOW_UP = "follow_up"

    @property
    def is_fact(self) -> bool:
        return self in _FACT


_FACT = frozenset(
    {
        KeywordClass.TIME,
        KeywordClass.PEOPLE,
        KeywordClass.EVENT,
        KeywordClass.PLACE,
        KeywordClass.QUANTITY,
        KeywordClass.VERIFICATION,
    }
)

SOURCE_NAMES = {
    KeywordClass.TIME: "时间相关",
    KeywordClass.PEOPLE: "人物相关",
    KeywordClass.EVENT: "事件相关",
    KeywordClass.PLACE: "地点相关",
    KeywordClass.QUANTITY: "数量相关",
    KeywordClass.VERIFICATION: "验证相关",
    KeywordClass.PREFERENCE: "偏好相关",
    KeywordClass.SUGGESTION: "建议相关",
    KeywordClass.FEELING: "情感相关",
    KeywordClass.SMALL_TALK: "闲聊相关",
    KeywordClass.FOLLOW_UP: "追问相关",
}


@dataclass(frozen=True, slots=True)
class Keywords:
    """Chinese keywords match anywhere, English ones as whole words; weak ones are listed apart."""

    chinese: tuple[str, ...]
    english: tuple[str, ...]
    weak_chinese: tuple[str, ...] = ()
    weak_english: tuple[str, ...] = ()


def _listed(words: str) -> tuple[str, ...]:
    """Split Chinese words at spaces and English phrases at commas."""
    parts = words.split(",") if "," in words else words.split()
    return tuple(part.strip() for part in parts)


def _question_forms(word: str) -> tuple[str, ...]:
    """Return phrases such as "who was" and "who built", in which the word asks for a fact."""
    verbs = "is was were are did does has had will would could came built founded wrote led made"
    return tuple(f"{word} {verb}" for verb in verbs.split())


KEYWORDS: dict[KeywordClass, Keywords] = {
    KeywordClass.TIME: Keywords(
        _listed(
            "哪一年 什么时候 何时 年代 朝代 哪年 几几年 哪个年代 哪一朝 哪朝 啥时候 几时 何年 "
            "几月 几号 哪一天 哪几天 什么年间 年号 多久以前 多少年 几百年 公元 距今 世纪"
        ),
        (
            *_listed(
                "what year, which year, what time, what date, which date, which century, "
                "what century, what era, which era, dynasty, dynasties, which reign, what reign, "
                "how long ago, how old, how many years, since when, what period, which decade"
            ),
            *_question_forms("when"),
        ),
        weak_english=("when",),
    ),
    KeywordClass.PEOPLE: Keywords(
        _listed(
            "谁是 是谁 祖先 先祖 族谱 第几代 始祖 始迁祖 开基祖 先人 祖上 祖宗 家谱 宗谱 谱牒 "
            "叫什么 叫啥 多大岁数 多大年纪 享年 后裔 后代 子孙 世系 辈分 名人 "
            "祖辈 先辈 哪位 何人 谁人 何许人"
        ),
        (
            *_listed(
                "ancestor, ancestors, ancestry, forefather, forefathers, forebear, forebears, "
                "genealogy, family tree, lineage, clan book, clan records, which generation, "
                "what generation, founder, founders, founding father, descendant, descendants, "
                "whose, his name, her name, their names, whats the name, what was the name, "
                "what is the name, named after, famous"
            ),
            *_question_forms("who"),
        ),
        weak_chinese=("谁",),
        weak_english=("who",),
    ),
    KeywordClass.EVENT: Keywords(
        _listed(
            "发生了什么 历史事件 战争 迁移 迁徙 迁居 迁到 迁入 战役 战乱 起义 灾荒 始建 建于 修建 "
            "建村 开村 历史上 来历 由来 起源 发生过 出过什么事"
        ),
        _listed(
            "what happened, historical event, historical events, war, wars, battle, battles, "
            "migration, migrate, migrated, resettled, uprising, rebellion, famine, flood, "
            "founded, history of, in history, origin of, origins of, took place, take place"
        ),
    ),
    KeywordClass.PLACE: Keywords(
        _listed("从哪里来 迁自 从哪来 来自哪 从何处 从何而来 祖籍 原籍 何处 哪个地方 什么地方"),
        _listed(
            "come from, came from, moved from, where from, originally from, originate, "
            "originated, which place, what place, which village, which county, which province"
        ),
        weak_chinese=_listed("在哪里 在哪儿 在哪 哪里 哪儿"),
        weak_english=("where",),
    ),
    KeywordClass.QUANTITY: Keywords(
        _listed("多少人 多少代 多少户 人口 多少口 几代 几户 几口人 多少亩"),
        _listed(
            "how many people, how many generations, how many households, how many families, "
            "population, number of people, how many inhabitants, headcount"
        ),
        weak_chinese=_listed("几个 多少 几座 几位"),
        weak_english=_listed("how many, how much, number of"),
    ),
    KeywordClass.VERIFICATION: Keywords(
        _listed(
            "是真的吗 史实 记载 文献 县志 方志 府志 史料 史书 真的假的 真实吗 属实 是不是真的 考证 "
            "证据 依据 据说 传说 碑文 记录"
        ),
        _listed(
            "is it true, is that true, is this true, true that, historical fact, "
            "historical facts, recorded, records, record, documents, documented, gazetteer, "
            "chronicle, chronicles, according to, evidence, sources say, archives, legend, "
            "inscription, really happen, really happened"
        ),
    ),
    KeywordClass.PREFERENCE: Keywords(
        _listed("喜欢 感兴趣 想了解 想听 爱听 最爱 偏爱 有兴趣 想看看 想学 逗趣 解闷"),
        _listed(
            "do you like, i like, i love, you love, favourite, favorite, interested in, "
            "interests me, prefer, id like to hear, would like to hear, want to hear, "
            "id like to learn, want to learn, would like to learn, curious about, enjoy"
        ),
    ),
    KeywordClass.SUGGESTION: Keywords(
        _listed("推荐 建议 应该 怎么办 该怎么 如何是好 不妨 值得"),
        _listed(
            "recommend, recommendation, recommendations, suggest, suggestion, suggestions, "
            "should i, should we, what should, advice, advise, worth seeing, worth visiting, tips"
        ),
    ),
    KeywordClass.FEELING: Keywords(
        _listed("感觉 觉得 认为 看法 感受 心情 启发 怎么看 感想"),
        _listed(
            "feel, feeling, feelings, do you think, you think, your opinion, your view, "
            "your views, your thoughts, inspire, inspires, inspiration, mean to you, means to you"
        ),
    ),
    KeywordClass.SMALL_TALK: Keywords(
        _listed(
            "你好 谢谢 再见 聊聊 您好 早上好 晚上好 多谢 聊天 你是谁 您是谁 你叫什么 您叫什么 "
            "陪我 讲个笑话 说几句 唠几句 聊几句 唠唠 得空"
        ),
        _listed(
            "hello, hi, hey, thanks, thank you, goodbye, bye, lets chat, lets talk, chat, "
            "good morning, good evening, who are you, whats your name, what is your name, "
            "how are you, tell me a joke, nice to meet you, "
            "keep me company, keep each other company, much obliged"
        ),
    ),
    KeywordClass.FOLLOW_UP: Keywords(
        _listed(
            "还有吗 接着说 接着讲 还有呢 往下说 你刚才 您刚才 我刚才 们刚才 刚才你 刚才您 刚才我 "
            "你之前 您之前 我之前 们之前 之前你 之前您 之前我 继续吗 继续好吗 接着说吗"
        ),
        _listed(
            "you said, you say, you mentioned, you mention, you told me, you tell me, you earlier, "
            "we earlier, i earlier, earlier you, earlier we, earlier i, tell me more, "
            "what else can you, what else do you, what else would you, what else should i"
        ),
        weak_chinese=_listed("刚才 之前 继续 刚刚"),
        weak_english=_listed(
            "just now, earlier, continue, go on, carry on, keep going, anything else"
        ),
    ),
}

QUESTION_WORDS = Keywords(
    _listed(
        "何 哪 谁 什么 啥 几 多少 多高 多大 多长 多久 多远 吗 怎 是否 是不是 有没有 为什么 如何 "
        "讲讲 说说 告诉 介绍 列出 描述 说明 解释"
    ),
    _listed(
        "what, which, who, whom, whose, when, where, why, how, whats, whos, tell me, tell us, describe, "  # noqa: E501
        "explain, list, name the, name them, give me, give us, can you say, say how, do you know, "
        "i wonder, i want to know, id like to know"
    ),
)
"""Words that make a clause a question of any kind; 呢 does not."""

OPENING_WORDS = _listed(
    "did, does, do, was, were, is, are, am, has, have, had, can, could, will, would, may, might, "
    "must, should, shall"
)
"""Words that make a clause a question if it begins with them."""
