"""What kind of answer a question asks for, as far as its words tell: a count, a time."""

import re
from dataclasses import dataclass

from core.text.language.units import stem
from core.text.normalise import normal_form

_COUNTED_ZH = re.compile(
    "(?<!第)(?:多少|几)(?:[个位名条座间只头匹块口](?=[\u4e00-\u9fff]))?([\u4e00-\u9fff])?"
)
_COUNTED_EN = re.compile(r"\bhow (?:many|much)(?: more| of the)? ([a-z]+)", re.IGNORECASE)
_WHEN = re.compile(
    "哪一?年|何年|几年|什么时候|何时|什么年|哪一?朝|哪一?天|几时|哪几天|几月"
    r"|\b(?:when|what year|which year|what day|which day|what date)\b",
    re.IGNORECASE,
)
_NUMERAL = re.compile(
    "[0-9〇零一二三四五六七八九十百千万两廿卅]"
    r"|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|"
    r"(?:twen|thir|for|fif|six|seven|eigh|nine)t(?:y|ieth)|hundred|thousand|dozen|score|once|twice|half|"
    r"first|second|third|(?:four|fif|six|seven|eigh|nin|ten|eleven|twelf|hundred|thousand|\w+teen)th)\b",
    re.IGNORECASE,
)
_DYNASTY = "[夏商周秦汉晋隋唐宋元明清]"
_TIMES = re.compile(
    "[0-9〇零一二三四五六七八九十百千元正腊数两][余多来]?(?:周|个)?[年月日天夜岁]"
    "|[0-9〇零一二三四五六七八九]{3,4}|[逢初][一二三四五六七八九十]"
    f"|{_DYNASTY}[朝代初中末]|世纪|年间|[初末同当次翌去今前往]年|春|夏|秋|冬|清明|端午|中秋|重阳|除夕|元宵"
    "|[甲乙丙丁戊己庚辛壬癸][子丑寅卯辰巳午未申酉戌亥]"
    r"|\b(?:year|month|week|day|spring|summer|autumn|winter|lent|easter|michaelmas|christmas|january|"
    r"february|march|april|may|june|july|august|september|october|november|december|\d{2,})",
    re.IGNORECASE,
)
"""A single number without the word for it is no time: one bell is none, nor is 子孙日众."""


_PEOPLE = frozenset(
    [*"人口丁", *filter(None, map(stem, ("people", "person", "soul", "inhabitant")))]
)
"""Counted in many words, of which none must be the question's."""
_OF_PEOPLE = re.compile("[0-9〇零一二三四五六七八九十百千万两]余?[个名位]?[口人丁户男女]")

_WHERE_FROM = re.compile(
    "(?:按照?|根据)?(?:县志|方志|族谱|家谱|宗谱|碑文|文献|史料|资料)[里中上]?(?:记载|记录|提到|写到?|说到?|载)?"
)
"""Names where to look, and is nothing that is asked."""


def without_where_from(query: str) -> str:
    return _WHERE_FROM.sub(" ", query) or query


@dataclass(frozen=True, slots=True)
class AnswerType:
    """`counted` is what is to be counted, a stem or a Chinese character; `time` asks for a time."""

    counted: str | None = None
    time: bool = False

    @classmethod
    def from_query(cls, query: str) -> "AnswerType":
        said = normal_form(query)
        if _WHEN.search(said):
            return cls(time=True)
        if found := _COUNTED_EN.search(said):
            return cls(counted=stem(found[1]))
        found = _COUNTED_ZH.search(said)
        return cls(counted=found[1] if found and found[1] else None)

    def may_be_in(self, sentence: str) -> bool:
        """Whether the sentence has what is asked for at all: a time, or a number of the counted."""
        said = normal_form(sentence)
        if self.time:
            return bool(_TIMES.search(said))
        if self.counted is None:
            return True
        if self.counted in _PEOPLE:
            return bool((_NUMERAL if self.counted.isascii() else _OF_PEOPLE).search(said))
        if len(self.counted) > 1 or self.counted.isascii():
            words = {stem(word) for word in re.findall("[A-Za-z]+", said)}
            return self.counted in words and bool(_NUMERAL.search(said))
        return self.counted in said and bool(_NUMERAL.search(said))
