"""Numbers, negations and names, written down by hand.

Nothing here is taken from `core.text`: what it overlooks must show in the figures.
"""

import re

from tests.bench.evidence.chinese_names import CASTS

ONES = re.findall(r"\w+", "one two three four five six seven eight nine")
TEENS = re.findall(
    r"\w+",
    "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
)
TENS = re.findall(r"\w+", "twenty thirty forty fifty sixty seventy eighty ninety")
ORDINALS = re.findall(r"\w+", "first second third fourth fifth sixth seventh eighth ninth tenth")
LARGE = ["dozen", "hundred", "thousand", "million"]
TIMES = ["once", "twice", "thrice"]
NUMBER_FAMILIES = (ONES, TEENS, TENS, ORDINALS, LARGE, TIMES)
DIGITS_OF = {word: value for value, word in enumerate([*ONES, *TEENS], 1)} | {
    word: 10 * value for value, word in enumerate(TENS, 2)
}
ENGLISH_NUMBER = re.compile(
    rf"(?<![\w’'-])(?:{'|'.join(word for family in NUMBER_FAMILIES for word in family)})(?![\w’'-])"
)

_HAN_DIGITS = "零一二三四五六七八九"
# Followed by what is counted, or led by 第: 一 alone is often no number (一面, 一时).
_MEASURES = "个人年日月回里斤尺丈岁钱天夜次名位件条只匹座间句声步杯碗遍番样根颗箱盏道张把顿更世重"
HAN_NUMERAL = re.compile(
    rf"(?<![〇零一二三四五六七八九十百千万两半廿卅亿几数])[零一二三四五六七八九十百千万两]+(?=[{_MEASURES}])"
)


def han_numeral(value: int) -> str:
    """1 to 99,999,999 in Chinese."""
    if value >= 10_000:
        high, low = divmod(value, 10_000)
        rest = (_HAN_DIGITS[0] if low < 1000 else "") + han_numeral(low) if low else ""
        return han_numeral(high) + "万" + rest
    written, gap = "", False
    for unit, name in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit, value = divmod(value, unit)
        if digit:
            written += (_HAN_DIGITS[0] if gap else "") + _HAN_DIGITS[digit] + name
        gap = not digit and bool(written)
    return written.removeprefix("一") if written.startswith("一十") else written


HAN_VALUES = {
    form: value
    for value in [*range(1, 10_000), *range(10_000, 1_000_000, 10_000)]
    for form in (han_numeral(value), han_numeral(value).replace("二", "两", 1))
    if "两" not in form or form == "两" or re.match("两[百千万]", form)
}

ENGLISH_NEGATION = re.compile(
    r"(?<![\w’'])(?:not|never|no(?= [a-z])|cannot|without|nothing|nobody|[a-z]+n[’']t)(?![\w’'])"
)
UNDENIED = {
    "cannot": ["can"],
    "without": ["with"],
    "nothing": ["something", "everything"],
    "nobody": ["somebody", "everybody"],
    "no": ["", "a", "some", "the"],
    "not": [""],
    "never": ["", "often", "always"],
    "can": ["can"],
    "won": ["will"],
    "shan": ["shall"],
    "ain": ["is"],
}
ENGLISH_AUXILIARY = re.compile(
    r"(?<![\w’'])(?:was|were|is|are|had|has|have|could|would|should|will|can|must|did|do|does|may"
    r"|might)(?= [a-z])(?! not| never| no )"
)
WITH_NT = {"can": "can’t", "will": "won’t", "may": "mayn’t"}
ENGLISH_ARTICLE = re.compile(r"(?<=[a-z] )(?:a|an|any|some|the)(?= [a-z]{4,})")
ENGLISH_WITH = re.compile(r"(?<=[a-z] )with(?= [a-z])")

# 了不得 denies nothing, 不想 is often "unexpectedly".
HAN_NEGATION = re.compile(
    "(?<!了)不(?=[是能会知敢肯可曾得要在见来去许必愿信怕听懂明识答理问])"
    "|没(?=有|人|个|甚)|未(?=[曾必见有知敢能])|无(?=[人言可法一有心])"
    "|(?<=你)[别休莫](?=[说要哭动问听去来怪])|(?<=[，。；、])莫(?=[要怪想])"
)
HAN_ASSERTION = re.compile(
    "(?<=[我你他她们也都便就])(?:是|能|会|知|敢|肯|要|想|来|去|说|信|怕|听|见|问|有|吃|拿|给)"
)
HAN_COMMAND = re.compile("(?<=[你])(?:说|去|来|听|问|拿|看|想|怕|哭|走|吃)")

ENGLISH_NAME = re.compile(
    r"(?<=[a-z,;] )(?!(?:Mr|Mrs|Miss|Sir|Lady|Dr|Lord|Madam|Aunt|Uncle|Captain|Colonel|Professor"
    r"|Madame|Doctor|Oh|Yes|No|Ah|Well|God|Heaven|Chapter)\b)"
    r"[A-Z][a-z]{2,}(?=[\s,.;:!?’'])"
)
OTHER_NAMES = re.findall(
    r"\w+",
    """Darby Rollins Dingley Harriet Edmund Wilson Barnes Nelson Cooper Fletcher Gibson
        Hudson Parker Preston Spencer Turner Walker Warren Watts Webster Arthur Albert
        Alfred Bernard Clara Daniel Dorothy Edith Ellen Emma Ernest Esther Fanny Francis
        Gerald Gilbert Harold Hector Herbert Hugo Irene Isabel Julia Laura Leonard Lucas
        Martha Martin Maud Nora Oliver Oscar Patrick Philip Rachel Ralph Rebecca Robert
        Roger Samuel Silas Simon Stella Susan Sylvia Theodore Ursula Victor Walter""",
)
"""Real names; those that the book uses too are not taken."""
ENGLISH_PLACES = frozenset(
    re.findall(
        r"\w+",
        """Longbourn Netherfield Pemberley Rosings Meryton London Brighton Hunsford Derbyshire Kent
        Hertfordshire Lambton Gracechurch Lucas Baker England America Paris Boscombe Bohemia Surrey
        Hatherley Winchester Stoke Moran Europe Nice Rome Germany Plumfield Concord Vevay Boston
        Washington Italy Switzerland York France Scotland Ross India Hampshire Pondicherry""",
    )
)
HAN_SURNAMES = (
    "王李张刘陈杨黄赵吴周徐孙胡朱高林何郭罗梁宋郑谢韩唐冯董萧"
    "程曹袁邓许傅沈吕苏卢蒋蔡魏丁薛叶余潘杜戴夏"
)
HAN_GIVEN = (
    "伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华文玉建国红云志宏成福德春梅兰海宝小武仁贵"
)
HAN_ENDINGS = re.findall(
    r"\w+",
    """夫人 太太 奶奶 姨娘 姨妈 姑娘 嬷嬷 姥姥 二姐 三姐 姐儿 姐 儿 母 氏 娘 妈 国王 公主 大王 魔王
    王 道人 真人 星 君 府 院 馆 园 山 岭 洞 寺 观 庵 庙 国 州 城 镇 村 庄 宫 殿 河 江 海 湖 阁 轩
    亭 斋 桥 门 洲""",
)
"""Words at the end of a name that are not of the name alone."""
_SAME = """
行者 悟空 大圣 孙大圣 美猴王 猴王 孙行者 孙悟空 齐天大圣 老孙
三藏 唐僧 唐三藏 玄奘 陈玄奘 金蝉
八戒 猪八戒 悟能 天蓬
沙僧 沙和尚 悟净 沙悟净
凤姐 凤姐儿 熙凤 王熙凤
林如海 如海
茗烟 焙茗
荣国府 荣府
宁国府 宁府
蘅芜苑 蘅芜院
狮驼 狮驼洞 狮驼国
"""
_SAME_ONES = [frozenset(line.split()) for line in _SAME.split("\n")]
HAN_NAMES = [cast.pattern for cast in CASTS]
PLACES = frozenset().union(ENGLISH_PLACES, *(cast.places for cast in CASTS))


def same_person(one: str, other: str) -> bool:
    """Whether two names may mean the same one: the quote would be loose, not false."""
    return one in other or other in one or any({one, other} <= group for group in _SAME_ONES)


def denies(text: str, language: str) -> bool:
    """Whether a passage surely holds a negation."""
    pattern = HAN_NEGATION if language == "zh" else ENGLISH_NEGATION
    return pattern.search(text) is not None


def may_deny(text: str, language: str) -> bool:
    """Whether a passage may hold a negation."""
    pattern = _PERHAPS_HAN if language == "zh" else _PERHAPS_ENGLISH
    return pattern.search(text) is not None


def cuts_han(text: str, at: int) -> bool:
    """Whether text[:at] ends inside a numeral or a name."""
    if {text[at - 1], text[at]} <= _NUMERALS:
        return True
    first = max(0, at - _LONGEST_NAME)
    around = text[first : at + _LONGEST_NAME]
    return any(
        name.start() + first < at < name.end() + first
        for pattern in HAN_NAMES
        for name in pattern.finditer(around)
    )


_PERHAPS_HAN = re.compile("[不没未无非别勿莫毋否休弗]")
_PERHAPS_ENGLISH = re.compile(
    r"(?i)n[’']t\b|\b(?:not|never|no|none|nor|neither|nobody|nothing|nowhere|without|cannot|hardly"
    r"|scarcely|barely|unless|except|lest|unable|refus\w*|den(?:y|ied|ies)|fail\w*|lack\w*)\b"
)
_NUMERALS = frozenset("0123456789〇零一二三四五六七八九十百千万亿两半廿卅")
_LONGEST_NAME = 6
PROTECTED = frozenset(
    [
        *(word for family in NUMBER_FAMILIES for word in family),
        *re.findall(
            r"\w+",
            "half quarter score hundreds thousands millions dozens not never none nothing nobody "
            "nowhere neither without cannot hardly scarcely barely unless except lest refuse "
            "refused deny denied fail failed lack lacked unable",
        ),
    ]
)
"""English words a typo keeps away from."""
PROTECTED_HAN = frozenset(
    "〇零一二三四五六七八九十百千万亿两俩半廿卅双壹贰叁肆伍陆柒捌玖拾佰仟不没未无非别勿莫毋否甭休弗"
)
LOOK_ALIKES = re.findall(
    r"\w+",
    "的地得 他她它 那哪 在再 做作 象像 进近 座坐 带戴 份分 吗嘛么 吧把 啦了 又有 事是 到道 间见 "
    "投头 新心 时是 之知 听厅 件见 请情 防房 画话 会回 教叫 太大 日曰 己已 人入 天夭 士土 起启 "
    "辩辨 园圆 帐账 须需 付副 既即 带代 常长 声生 明名 身深 门们 前钱 后候 从丛 定订 清情",
)
