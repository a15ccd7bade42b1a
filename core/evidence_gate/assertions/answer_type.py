"""The type of answer that a question asks for, and whether a sentence has it: a time, a count, an
event such as a death, of the people and the years that the question names.
"""

import re
from dataclasses import dataclass
from itertools import pairwise

from core.evidence_gate.assertions.event_kinds import (
    asked_events,
    asks_for_first,
    mentions_kind,
    tells_of_repetition,
)
from core.evidence_gate.assertions.grounding import facts_of
from core.evidence_gate.assertions.people import mentions_person, name_forms_of
from core.text import normal_form
from core.text.language import quotable_spans, stem

_COUNTED_ZH = re.compile(
    "(?<![第那这好])(?:多少|几)(?:[个位名条座间只头匹块口](?=[\u4e00-\u9fff]))?([\u4e00-\u9fff])?"
)
_COUNTED_EN = re.compile(r"\bhow (?:many|much)(?: more| of the)? ([a-z]+)", re.IGNORECASE)
_WHEN = re.compile(
    "哪一?年|何年|几年|什么时候|啥时候?|何时|什么年|哪一?朝|哪一?天|几时|哪几天|几月|什么日子|什么月|啥月"
    r"|什么年月|何年何月|啥时节|什么时节|\b(?:what year|which year|what day|which day|what date)\b",
    re.IGNORECASE,
)
_WHEN_ASKED = re.compile(
    r"\bwhen (?:did|was|were|is|are|do|does|had|has|will|can|may|should|exactly)\b"
    r"|\A\W*when\b(?! (?!and\b|or\b).*\b(?:what|whom|why|how|did|does)\b)|\bsince when\b",
)
"""Questions with "when"; not "when the grass was cut", nor "When he came, what did he bring?"."""
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
    "|每[年月日天]|霜降|谷雨|惊蛰|芒种|白露|小暑|大暑|[大小]寒|[大小]雪"
    "|[甲乙丙丁戊己庚辛壬癸][子丑寅卯辰巳午未申酉戌亥]"
    r"|\b(?:year|month|week|day|spring|summer|autumn|winter|lent|easter|(?:christ|michael|candle|lam|martin)mas|harvest|dawn|dusk|noon|night|january|"
    r"february|march|april|may|june|july|august|september|october|november|december|\d{2,})",
    re.IGNORECASE,
)
"""Words for a time. A number alone is no time: "one bell" is none, nor is 子孙日众."""


_MEASURES = frozenset(
    filter(
        None,
        map(
            stem,
            [
                "year",
                "month",
                "week",
                "day",
                "hour",
                "pound",
                "shilling",
                "mile",
                "foot",
                "feet",
                "acre",
            ],
        ),
    )
)
_PEOPLE = frozenset(
    [*"人口丁", *filter(None, map(stem, ("people", "person", "soul", "inhabitant")))]
)
"""People may be counted in other words than those of the question."""
_OF_PEOPLE = re.compile("[0-9〇零一二三四五六七八九十百千万两]余?[个名位]?[口人丁户男女]")

_UNITS = frozenset("两亩石层尺丈斤斗里年岁级")
"""Units that follow their number directly: 两株 does not count the unit 两."""
_DIGIT = "[0-9〇零一二三四五六七八九十百千万两]"

_WHERE_FROM = re.compile(
    "(?:按照?|根据)?(?:县志|方志|族谱|家谱|宗谱|碑文|文献|史料|资料)[里中上]?(?:记载|记录|提到|写到?|说到?|载)?"
)
"""Phrases that name a source to look in, which is not part of what is asked."""


def without_source_phrase(query: str) -> str:
    """Remove phrases that name a source, such as 据县志记载."""
    return _WHERE_FROM.sub(" ", query) or query


_YEAR = re.compile(
    "哪一?年|何年|什么年[月代间份]?|哪一?朝|公元|西历|\\b(?:what|which) (?:exact )?year\\b",
    re.IGNORECASE,
)
_MEASURED = re.compile(
    "多高|几层|多少|几岁|多大|哪里|哪儿|何处|何地|什么地方|哪个(?:地方|村)|何乡"
    r"|\bhow (?:tall|high|old|much|long|far)\b|\bwhere\b|\bwhat year\b"
)
_WHO = re.compile(
    r"谁|哪(?:一?位|几位|个人|些人)|何人|何许人|\bwho(?!se)\b|\bwhom\b"
    r"|\b(?:doctor|engineer|teacher|captain|wife|husband|father|mother|son|daughter|brother"
    r"|sister|founder|owner|keeper|man|woman)s? (?:was|were )?(?:name|called)"
)
"""Asks for a person; `_WHO_ASKED` excludes relative clauses such as "those who came"."""
_WHO_ASKED = re.compile(
    r"(?:(?:\A|[.,;:!?])[^\w.,;:!?]*|\b(?:and|by|to|with|for|from|of)\W*)whom?\b"
    r"|\b(?:name|called)\b"
)


@dataclass(frozen=True, slots=True)
class AnswerType:
    """The type of answer that a question asks for.

    `counted`: what is to be counted, a stem or a Chinese character. `time`: it asks for a time;
    `year`: for its year or reign. `events`: the kinds of event asked about
    (`core.evidence_gate.assertions.event_kinds`); `first`: the first event of its kind. `people`:
    the people named, each by the forms of their name. `facts`: the years and reigns named. `who`:
    the question if it asks for a person, else "".
    """

    counted: str | None = None
    time: bool = False
    year: bool = False
    events: frozenset[str] = frozenset()
    first: bool = False
    people: tuple[frozenset[str], ...] = ()
    facts: frozenset[str] = frozenset()
    who: str = ""

    @classmethod
    def from_query(cls, query: str, documents: str = "") -> "AnswerType":
        """Create the type of a question. A part of a name counts as its form only if it means one
        person in `documents`.
        """
        normal = normal_form(query)
        time = bool(_WHEN.search(normal)) or bool(_WHEN_ASKED.search(normal))
        counted = None if time else _counted(normal)
        measured = time or counted is not None or bool(_MEASURED.search(normal))
        # Names are no events: "Hannah Price" does not ask for a price.
        people = name_forms_of(query, documents)
        without_names = without_source_phrase(query)
        for name in (form for forms in people for form in forms):
            without_names = without_names.replace(name, " ")
        asks_who = _asks_who(normal)
        events = asked_events(normal_form(without_names), measured=measured, asks_who=asks_who)
        return cls(
            counted=counted,
            time=time,
            year=time and bool(_YEAR.search(normal)),
            events=events,
            first=asks_for_first(normal),
            people=people,
            facts=frozenset(fact for fact in facts_of(query) if fact.split(":")[0] in _DATED),
            who=query if asks_who else "",
        )

    def is_possible_in(self, sentence: str) -> bool:
        """Whether the sentence has a time, or a number of what is to be counted, if asked for."""
        normal = normal_form(sentence)
        if self.time:
            return bool(_TIMES.search(normal)) and (not self.year or _has_year(sentence))
        if self.counted is None:
            return True
        if self.counted in _PEOPLE:
            return bool((_NUMERAL if self.counted.isascii() else _OF_PEOPLE).search(normal))
        if self.counted in _UNITS:
            return bool(re.search(f"{_DIGIT}[余多]?{self.counted}", normal))
        if len(self.counted) > 1 or self.counted.isascii():
            words = {stem(word) for word in re.findall("[A-Za-z]+", normal)}
            return self.counted in words and bool(_NUMERAL.search(normal))
        return self.counted in normal and bool(_NUMERAL.search(normal))

    def is_answered_by(self, sentence: str, around: str = "") -> bool:
        """Whether a sentence has the type of answer, about the event, people and years in question.

        People and years may also be in the text `around` it: its neighbours or a title.
        """
        if not self.is_of_its_kind(sentence):
            return False
        if self.who and not mentions_person(sentence, self.who):
            return False
        normal, passage = normal_form(sentence), f"{around}\n{sentence}"
        if self.events and not any(mentions_kind(normal, kind) for kind in self.events):
            return False
        if self.first and "making" in self.events and tells_of_repetition(normal):
            return False
        has_people = all(any(form in passage for form in forms) for forms in self.people[:1])
        return has_people and self._is_of_its_time(passage)

    def is_of_its_kind(self, sentence: str) -> bool:
        """Like `is_possible_in`, but things may be counted in other words (homes, houses); units
        and measures may not.
        """
        if self.counted is None or self.counted in _UNITS or self.counted in _MEASURES:
            return self.is_possible_in(sentence)
        return bool(_NUMERAL.search(normal_form(sentence)))

    def may_be_answered_in(self, text: str, title: str = "") -> bool:
        """Whether any sentence of a text, with its neighbours, may be the answer."""
        sentences = ["", *(text[start:end] for start, end in quotable_spans(text)), ""]
        return any(
            self.is_answered_by(sentence, f"{title}\n{before}\n{after}")
            for (before, sentence), after in zip(pairwise(sentences), sentences[2:], strict=False)
        )

    def _is_of_its_time(self, text: str) -> bool:
        return not self.facts or not self.facts.isdisjoint(facts_of(text))


_DATED = ("year", "reign")


def _counted(normal: str) -> str | None:
    if match := _COUNTED_EN.search(normal):
        return stem(match[1])
    match = _COUNTED_ZH.search(normal)
    return match[1] if match and match[1] and match[1] not in "何多" else None


def _asks_who(normal: str) -> bool:
    match = _WHO.search(normal)
    return match is not None and (not match[0].isascii() or bool(_WHO_ASKED.search(normal)))


def _has_year(sentence: str) -> bool:
    return any(fact.split(":")[0] in _DATED for fact in facts_of(sentence))
