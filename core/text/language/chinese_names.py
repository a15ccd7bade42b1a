"""Find the names in a Chinese text: speakers, and words that look and are used like names.

Names are not counted (一个 位 些), are whole words at every use, and many begin with a surname or
end with a kind of place (山 城).
"""

import re
from collections import Counter
from collections.abc import Mapping

from core.text.language.chinese_words import GRAMMATICAL, LONGEST, WordUses
from core.text.language.scripts import HAN, simplified_table

_SURNAMES = frozenset(
    "王李刘陈杨赵吴周徐朱郭林罗郑梁宋唐韩冯邓曹彭肖萧董袁潘蒋蔡杜叶程苏魏吕丁沈姚卢姜崔谭汪范廖贾傅邹孟熊秦邱"
    "尹薛闫段侯史陶黎贺龚邵钱严覃孔汤邢柳甄尤鲍卫焦赖倪詹邬柯裘欧虞霍窦岳葛冉翟阮樊裴褚阎骆猪沙"
)
"""猪 and 沙 are the surnames of two pilgrims in 西游记."""
_SURNAMES_AND_WORDS = frozenset(
    "胡张孙马高何谢黄石白龙毛顾田江方金许于任常安时文包温戴单水武齐雷陆钟管费宁牛项莫万向曾余关康施梅路华秋洪成司乔"
)
"""Surnames that begin as many ordinary words as names."""
_MOSTLY_WORDS = frozenset("何方高向曾莫万许于水")
_ALL_SURNAMES = _SURNAMES | _SURNAMES_AND_WORDS
_TITLES = tuple(
    re.findall(
        r"\w+",
        "夫人 太太 姑娘 奶奶 姨娘 姨妈 先生 掌柜 嬷嬷 姥姥 老老 娘娘 道人 真人 菩萨 大王 公主 国王 "
        "老爷 二爷 大爷 将军 大哥 大嫂",
    )
)
_PLACES = frozenset(
    "州城镇村府山岭桥园庄国寺洞楼院坪河江湖县京崖溪观庵殿宫关峰阁轩斋亭海馆榭洲庙岛陵门"
)
# First characters that tell which place is meant, rather than name it: 大城 花园 到府 出村.
_WHICH_PLACE = frozenset(
    "大小高一出进入上下满各本全他她我你每前后内外游归到往在于回过近远此那这有无开登深荒半家街官"
    "花皇天地寺院洞宫殿门楼城州国府村山河江峻晚闺暖倒至头换闹化吃恰眼睛洋观青空庄东西南北"
)
_PART_OF_ITS_NAME = frozenset("大东西南北花天青")
# Last characters that follow a name and are not part of it: 贾母听.
_NO_END = GRAMMATICAL | frozenset("听见忙笑向闻言看着想叹因被对同跟请拿带给令命")

# How Chinese prose says who speaks: 宝玉道： 黛玉笑道： 贾母忙问，
_SPEECH = re.compile(r"[道說说問问曰][：:，,。“\"]")
_SPEAKER = re.compile(
    rf"(?<![{HAN}])([{HAN}]{{2,}}?)[笑哭忙便又也都冷微怒喝叫应回答大连陪]{{0,3}}\Z"
)
_LONGEST_CLAUSE = 8
_NO_SPEAKER = re.compile(
    "[这那我你他她它的了是不没一有在说听见只因又却便众]|[笑哭忙也都冷怒喝叫答问]$"
)
_MIN_SPEECHES = 2
# What makes a speaker's name: the least share of its speeches where it is all of the clause, and
# the least share of its uses that say who speaks. A word seldom counted or pointed at needs less:
# so many speeches, and such a share of its uses.
_ALONE = 0.6
_SPEAKING = 0.3
_OFTEN, _SPEAKING_AT_TIMES = 3, 0.03
_MANY, _SPEAKING_MUCH = 15, 0.1

_MIN_USES = 5
# Largest shares of a name's uses that are counted (three grades), and that are pointed at.
_COUNTED, _SELDOM, _HARDLY, _POINTED = 0.2, 0.1, 0.05, 0.3
# A word so many times as frequent without its last character ends before that character.
_LOOSE = 1.5
_BEGINNING = 0.1
# A given name alone is used at most so many times as often as the full name.
_SHORTER = 10
# A name is in at most this share of the parts of a book that chance would put it in.
_FEW_PARTS = 0.5


def other_surname(first: str, second: str) -> bool:
    """Whether both are surnames, not the same one, and one at least is hardly any other word."""
    both = first in _ALL_SURNAMES and second in _ALL_SURNAMES
    return both and first != second and (first in _SURNAMES or second in _SURNAMES)


def chinese_names(text: str, words: Mapping[str, WordUses]) -> tuple[set[str], set[str]]:
    """Return (names, likely names) of a text: speakers, and those of its `words` used like names.

    All are in simplified characters.
    """
    speeches = _Speeches(text)
    sure = speeches.speakers(text, words)
    likely = {speaker for speaker in speeches.alone if speeches.speaks_often(speaker, words)}
    sure |= {
        speaker
        for speaker in likely
        if speeches.alone[speaker] >= _MANY and _is_seldom_counted(words[speaker], _HARDLY)
    }
    for word, uses in words.items():
        if not _is_proper_noun(uses) or word[0] in GRAMMATICAL or word[-1] in _NO_END:
            continue
        if _is_personal_name(word, uses, words, speeches):
            sure.add(word)
        elif _is_place_name(word) or _keeps_to_few_parts(word, uses, words):
            likely.add(word)
    likely |= {
        word
        for word, uses in words.items()
        if _is_proper_noun(uses)
        and word[0] in _ALL_SURNAMES
        and (word[1:] in sure or word[1:] in likely)
    }
    likely |= {
        given_name
        for name in sure
        if len(name) == 3 and name[0] in _ALL_SURNAMES and name in words
        if _is_given_name(given_name := name[1:], words[name], words)
    }
    return sure, likely - sure


def _is_given_name(given_name: str, full_name: WordUses, words: Mapping[str, WordUses]) -> bool:
    """Whether what follows a surname is a name by itself: 悟空 of 孙悟空, not 丫头 of 林丫头."""
    uses = words.get(given_name)
    return (
        uses is not None
        and _is_proper_noun(uses)
        and uses.counted <= _SELDOM * uses.times <= _SELDOM * _SHORTER * full_name.times
        and given_name[0] != given_name[1]
        and given_name not in _TITLES
        and given_name[1] not in _NO_END
    )


class _Speeches:
    """Count how often a word names who speaks: as the whole clause, or at the end of one."""

    def __init__(self, text: str) -> None:
        self.alone: Counter[str] = Counter()  # 宝玉道
        self.after: Counter[str] = Counter()  # the 点头 of 宝玉点头道
        simplified = simplified_table()
        for speech in _SPEECH.finditer(text):
            clause = text[max(0, speech.start() - _LONGEST_CLAUSE) : speech.start()]
            clause = clause.translate(simplified)
            if match := _SPEAKER.search(clause):
                speaker = match[1]
                if len(speaker) <= LONGEST and (match.start() or speech.start() <= _LONGEST_CLAUSE):
                    self.alone[speaker] += 1
                for length in range(2, min(len(speaker), LONGEST + 1)):
                    self.after[speaker[-length:]] += 1

    def speakers(self, text: str, words: Mapping[str, WordUses]) -> set[str]:
        """Return the words that name who speaks in enough of their speeches and of their uses."""
        return {
            speaker
            for speaker, times in self.alone.items()
            if times >= max(_MIN_SPEECHES, _ALONE * (times + self.after[speaker]))
            and not _NO_SPEAKER.search(speaker)
            and not self._extends_speaker(speaker)
            and times
            >= _SPEAKING * (words[speaker].times if speaker in words else text.count(speaker))
        }

    def speaks_often(self, speaker: str, words: Mapping[str, WordUses]) -> bool:
        """Whether a word often names who speaks, and is seldom counted or pointed at."""
        uses, times = words.get(speaker), self.alone[speaker]
        if (
            uses is None
            or _NO_SPEAKER.search(speaker)
            or not _is_proper_noun(uses)
            or self._extends_speaker(speaker)
        ):
            return False
        speaks_much = times >= min(_MANY, _SPEAKING_MUCH * uses.times)
        return times >= max(_OFTEN, _SPEAKING_AT_TIMES * uses.times) and _is_seldom_counted(
            uses, _COUNTED if speaks_much else _SELDOM
        )

    def _extends_speaker(self, speaker: str) -> bool:
        """Whether it begins with another speaker, as the 三藏合掌 of 三藏合掌道."""
        return any(speaker[:end] in self.alone for end in range(2, len(speaker)))


def _is_seldom_counted(uses: WordUses, most: float) -> bool:
    """Whether a frequent word is counted or pointed at in at most this share of its uses."""
    return uses.times >= _MIN_USES and uses.counted + uses.pointed <= most * uses.times


def _is_proper_noun(uses: WordUses) -> bool:
    """Whether a word is frequent enough to judge, and seldom counted or pointed at."""
    return (
        uses.times >= _MIN_USES
        and uses.counted <= _COUNTED * uses.times
        and uses.pointed <= _POINTED * uses.times
    )


def _is_personal_name(
    word: str, uses: WordUses, words: Mapping[str, WordUses], speeches: _Speeches
) -> bool:
    """Whether a word has the form of the name of a person."""
    first, last, spoken = word[0], word[-1], speeches.alone[word]
    if len(word) == 2 and (
        first == "阿"
        or (first == "老" and last in _ALL_SURNAMES)
        or (first == "小" and last in _SURNAMES)
        or (last in "姐儿母氏" and first not in "小大二三" and spoken >= _MIN_SPEECHES)
    ):
        return True
    if (
        first not in _ALL_SURNAMES
        or uses.counted > _SELDOM * uses.times
        or _has_loose_end(word, uses, words)
    ):
        return False
    if len(word) > 3:
        return word.endswith(_TITLES)
    return (
        first in _SURNAMES
        or spoken >= _MIN_SPEECHES
        or (
            len(word) == 3
            and first not in _MOSTLY_WORDS
            and uses.beginning >= _BEGINNING * uses.times
        )
    )


def _is_place_name(word: str) -> bool:
    first, last = word[0], word[-1]
    if last == "门" and len(word) < 3:
        return False
    return last in _PLACES and (
        first not in _WHICH_PLACE
        or (len(word) > 2 and first in _PART_OF_ITS_NAME)
        or (last == "海" and first in "东西南北")
    )


def _has_loose_end(word: str, uses: WordUses, words: Mapping[str, WordUses]) -> bool:
    """Whether the last character of a word does not belong to it: the 听 of 贾母听."""
    return len(word) > 2 and word[:-1] in words and words[word[:-1]].times > _LOOSE * uses.times


def _keeps_to_few_parts(word: str, uses: WordUses, words: Mapping[str, WordUses]) -> bool:
    """Whether a word is in far fewer parts of the book than by chance, and is used like a name."""
    return (
        len(word) <= 3
        and uses.parts <= _FEW_PARTS * uses.parts_by_chance
        and max(uses.counted, uses.pointed) <= _SELDOM * uses.times
        and not _NO_SPEAKER.search(word)
        and not _has_loose_end(word, uses, words)
    )
