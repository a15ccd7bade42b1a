"""Letters and characters that scanners and tired readers confuse."""

import functools

from rapidfuzz.distance import OSA, Postfix, Prefix

_LETTERS = (
    "ce co eo ao as hb hk nu nr uv vy yg gq pq li lt it ij tf fr kx xz oq bd bp dc ae sz nm fs tl "
    "fl rl rv rt 0o 1l 1i 1t 5s 8b 6b 9g 9q 2z 0c 0e 3e 4a 5b 7t"
)
_SEVERAL_FOR_ONE = (
    "rn:m cl:d vv:w ii:u li:h nn:m in:m ri:n iu:m ni:m tn:m lc:k il:n lj:h oc:x cc:o il:u tl:d "
    "fi:h 1i:h"
)
_CHARACTERS = """
己已 巳已 己巳 未末 日曰 人入 太犬 天夭 土士 千干 于干 于千 今令
问间 间闻 问闻 乌鸟 刀力 待侍 折拆 拔拨 免兔 刺剌 徽微 治冶 治洽 戊戌 戍戌 徒徙 徒陡 祟崇 竟竞
汨汩 斤斥 兵乒 申甲 申由 甲由 田由 贝见 特持 往住 佳住 复夏 块快 狠狼 很狠 恨狠
钓钩 抡抢 仓仑 辛幸 早旱 旦且 史吏 更吏 休体 厉历 厂广 户尸 牛午 失矢 母毋 岛鸟 晴睛 赌睹
清晴 请清 情清 采釆 券卷 密蜜 暑署 幕墓 暮慕 幕慕 幕暮 墓暮 遣遗 贷货 衷哀 哀衰 苦若 茶荼 莱菜
薄簿 蓝篮 籍藉 扬杨 抗杭 析折 沐沫 泊洎 洒酒 淋渊 漫慢 坏怀 坏环 斑班 端瑞 盆盈 直宜 宵霄
延廷 弧孤 弛驰 影彰 忌忘 忍忽 恩思 侮悔 偷愉 戒戎 扛杠 捐损 揣端 博搏 模摸 撤撒 擅檀 族旋
春舂 味昧 暖暧 束柬 杏杳 架驾 椎推 榜傍 欧殴 次决 止正 此比 北比 民氏 永水 派脉 渴喝 湖糊 滑猾
炙灸 炒抄 燃然 爪瓜 牧放 状壮 拘狗 猎借 珍诊 疫疲 着看 矩短 社杜 祈折 票栗 栗粟 秃秀 稍梢 嫁稼
竿竽 管菅 粗租 素索 紧坚 缘绿 罚罢 羞差 耍要 肋助 肖宵 膝漆 臣巨 船般 荒慌 莫奠 虎虚 血皿 衔街
载栽 裁栽 裁载 观现 没设 话活 谓渭 责贵 论轮 较校 辨辩 讯迅 近迎 述迷 追迫 送迭 逐遂 邪那
郊效 都部 野墅 针计 铃玲 错借 锦绵 镜境 闪闭 陈阵 险脸 陷谄  露霜 顶项 须顺 领颌 颜额 凤风
饿俄 鱼渔
"""
_LONGEST = 24
_VOWELS = frozenset("aeiou")


@functools.cache
def _letter_pairs(*, of_names: bool) -> frozenset[tuple[str, str]]:
    """Return the look-alikes in both directions, of one letter or two on either side."""
    pairs = [(pair[0], pair[1]) for pair in _LETTERS.split()]
    several_for_one = (each.split(":") for each in _SEVERAL_FOR_ONE.split())
    pairs += [(several, glyph) for several, glyph in several_for_one]
    both_ways = pairs + [(look_alike, glyph) for glyph, look_alike in pairs]
    return frozenset(
        (glyph, look_alike)
        for glyph, look_alike in both_ways
        if not (of_names and {glyph, look_alike} <= _VOWELS)
    )


@functools.cache
def _character_pairs() -> frozenset[str]:
    pairs = _CHARACTERS.split()
    return frozenset(pairs + [pair[::-1] for pair in pairs])


def characters_alike(first: str, second: str) -> bool:
    """Whether two simplified Chinese characters are confused for their shape."""
    return first + second in _character_pairs()


def misreadings(written: str, word: str, *, of_name: bool = False) -> int | None:
    """Return the least number of look-alikes that turn `word` into `written`; None if they do not
    suffice. Both are in lower case. In a name no vowel is replaced by another: that makes another
    name.
    """
    shared = Prefix.similarity(written, word)
    written, word = written[shared:], word[shared:]
    if shared := Postfix.similarity(written, word):
        written, word = written[:-shared], word[:-shared]
    if max(len(written), len(word)) > _LONGEST:
        return None
    costs = {(0, 0): 0}
    pairs = _letter_pairs(of_names=of_name)
    for at in range(len(written) + 1):
        for word_at in range(len(word) + 1):
            cost = costs.get((at, word_at))
            if cost is None:
                continue
            if written[at : at + 1] and written[at : at + 1] == word[word_at : word_at + 1]:
                _lower(costs, (at + 1, word_at + 1), cost)
            for length, word_length in ((1, 1), (2, 1), (1, 2)):
                written_part, word_part = (
                    written[at : at + length],
                    word[word_at : word_at + word_length],
                )
                if (written_part, word_part) in pairs:
                    _lower(costs, (at + length, word_at + word_length), cost + 1)
    return costs.get((len(written), len(word)))


def likely_misread(written: str, intended: str) -> bool:
    """Whether two words differ in one look-alike or one letter only, or in characters that each
    look like those in their place.
    """
    if not written or not intended or " " in written + intended:
        return False
    if len(written) == len(intended) and not written.isascii():
        pairs = [
            (character, expected)
            for character, expected in zip(written, intended, strict=True)
            if character != expected
        ]
        return all(characters_alike(character, expected) for character, expected in pairs)
    return misreadings(written, intended) == 1 or (
        len(intended) > 2 and OSA.distance(written, intended, score_cutoff=1) == 1
    )


def _lower(costs: dict[tuple[int, int], int], at: tuple[int, int], cost: int) -> None:
    costs[at] = min(cost, costs.get(at, cost))
