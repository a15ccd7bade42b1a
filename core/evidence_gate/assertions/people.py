"""People: the forms of name by which documents may refer to a person in a question, and whether a
sentence mentions anybody.
"""

import re
from collections.abc import Iterator
from itertools import islice

from core.evidence_gate.assertions.chinese_name_forms import persons, surname_of
from core.text import normal_form
from core.text.language.units import HAN

_MOST = 3
"""Most people of each form of name that are read from a question."""
_ENGLISH = re.compile(r"(?<![.!?] )(?<!\A)\b[A-Z][a-z]{2,}(?: [A-Z][a-z]{2,})+")
"""Two words or more: a single capitalised word may be anything."""
_CALLED = re.compile(r"\b[A-Z][a-z]{2,}(?: [A-Z][a-z]{2,})*")
_HONORIFIC = re.compile(
    f"(?<![哪那这])(?![哪那这何谁])[{HAN}]{{2}}公(?![田平开共众家私里元子婆主])|始迁?祖"
)
_TITLES_EN = "Mr|Mrs|Ms|Miss|Dr|Sir|Lady|Lord|Captain|Farmer|Widow|Uncle|Aunt|Old|Young|The|His|Her"
_TITLE_EN = re.compile(f"(?:{_TITLES_EN}) ")
_TITLES_ZH = "先生|老师|师傅|大夫|医生|团长|厂长|场长|校长|村长|会计|老板|掌柜|大爷|大娘|公"

_SOMEBODY_EN = re.compile(
    r"\b(?:fathers?|mothers?|brothers?|sisters?|sons?|daughters?|wife|wives|husbands?|widows?"
    r"|uncles?|aunts?|nephews?|nieces?|cousins?|child|children|boys?|girls?|famil(?:y|ies)"
    r"|friends?|neighbours?|people|folk|members?|villagers?|visitors?|company|council|committee"
    r"|crew|board|monks?|nuns?|priests?|bishops?|abbots?|vicars?|parsons?|rectors?|curates?|kings?"
    r"|queens?|lords?|lad(?:y|ies)|dukes?|earls?|squires?|captains?|sailors?|soldiers?|officers?"
    r"|doctors?|nurses?|matrons?|apothecar(?:y|ies)|surgeons?|teachers?|masters?|mistress(?:es)?"
    r"|pupils?|clerks?|sextons?|vergers?|wardens?|stewards?|keepers?|gardeners?|farmers?|millers?"
    r"|masons?|carpenters?|engineers?|builders?|founders?|bakers?|butchers?|tailors?|weavers?"
    r"|workers?|labourers?|carters?|drivers?|dealers?|merchants?|traders?|inspectors?|solicitors?"
    r"|secretar(?:y|ies)|presidents?|mayors?|owners?|makers?|tenants?|heirs?|servants?|maids?"
    r"|somebody|someone|those who|everyone"
    r"|\w*(?:men|man|women|woman|smiths?|wrights?|keepers?|makers?|owners?))\b",
    re.IGNORECASE,
)
_MIDDLE_NAME = re.compile(
    r"(?<![.!?]\s)(?<!\A)(?<!\b[Aa]t )(?<!\b[Ii]n )(?<!\b[Tt]o )(?<!\b[Oo]n )(?<!\b[Oo]f )"
    r"(?<!\bfrom )(?<!\bnear )(?<!\b[Tt]he )\b[A-Z][a-z]{2,}\b"
)
_NOBODY = re.compile(
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December"
    r"|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|Chapter|Easter|Christmas|Lent|Michaelmas)\b"
)
_SOMEBODY_ZH = re.compile(
    "人(?![口间工力心生])|村民|乡民|居民|[工木石铁瓦船]匠|师傅|裁缝|会计|先生|大夫|医生|护士|接生员|和尚|道士"
    "|[父母爹娘爷奶兄弟姐妹叔伯舅姑婆媳婿]|子孙|儿子|女儿|妻|丈夫|[他她]们|大家|全[村族体]|[团厂场队社校院县乡镇村族组]长"
    "|书记|干部|社员|队员|学生|老师|教师|教员|掌柜|东家|[客富盐茶粮布]商|商贩|农民|工友|知[县府州]|县令|官府|士兵|将军"
    f"|鼓师|[职演学店船海]员|船夫|[老小阿][{HAN}]|[{HAN}]{{1,2}}[公氏]|[一二三四五六七八九十百千两几数各]{{1,12}}[名位户]"
)


def name_forms_of(query: str, documents: str) -> tuple[frozenset[str], ...]:
    """Return, for each person that a question names, the forms that mean nobody else in the
    documents: the full name, and a part of it (Mr. Brown, 王先生) that no other person shares.
    """
    people = [match[0] for match in islice(_HONORIFIC.finditer(query), _MOST)]
    english = [_TITLE_EN.sub("", match[0]) for match in islice(_ENGLISH.finditer(query), _MOST)]
    forms_of_each = [frozenset(_forms_with_honorific(name)) for name in people]
    forms_of_each += [frozenset(_english_forms(name, documents)) for name in english]
    names = {form.name for form in islice(persons(query), _MOST)}
    chinese = [name for name in names if len(name) > 1 and name in documents]
    return (
        *forms_of_each,
        *(frozenset(_chinese_forms(name, documents)) for name in sorted(chinese)),
    )


def mentions_person(sentence: str, query: str) -> bool:
    """Whether a sentence mentions a person not in the question: by name, role or group."""
    normal_query = normal_form(query)
    if any(match[0].lower() not in normal_query for match in _SOMEBODY_EN.finditer(sentence)):
        return True
    if any(
        normal_form(match[0]) not in normal_query and not _NOBODY.match(match[0])
        for match in _names(sentence)
    ):
        return True
    names = (form.name for form in persons(sentence))
    return any(name not in query for name in names) or any(
        match[0] not in query for match in _SOMEBODY_ZH.finditer(sentence)
    )


def _names(sentence: str) -> Iterator[re.Match[str]]:
    yield from _MIDDLE_NAME.finditer(sentence)
    yield from re.finditer(r"\b[A-Z][a-z]{2,}(?: [A-Z][a-z]{2,})+", sentence)


def _forms_with_honorific(name: str) -> tuple[str, ...]:
    if name in ("始祖", "始迁祖"):
        return ("始祖", "始迁祖")
    return name, name.removesuffix("公")


def _english_forms(name: str, documents: str) -> Iterator[str]:
    yield name
    parts = name.split()
    names = {_TITLE_EN.sub("", match[0]) for match in _CALLED.finditer(documents)}
    full_names = (other.split() for other in names if " " in other and not _is_same(other, name))
    shared = {part for other_parts in full_names for part in other_parts}
    yield from (part for part in parts if part not in shared)


def _is_same(first: str, second: str) -> bool:
    """Whether one name contains the words of the other: Ann Brown, Mary Ann Brown."""
    return set(first.split()) <= set(second.split()) or set(second.split()) <= set(first.split())


def _chinese_forms(name: str, documents: str) -> Iterator[str]:
    yield name
    surname = surname_of(name)
    given = name.removeprefix(surname)
    if len(given) > 1:
        yield given
    # A surname with a title, such as 王团长, is a form only if nobody else has this surname.
    if surname and not re.search(f"{surname}(?!{given[:1]}|{_TITLES_ZH})[{HAN}]", documents):
        yield from (f"{surname}{title}" for title in _TITLES_ZH.split("|"))
