"""Replace options named by their position by letters: "the second option", 选项二, 乙, "2) a rope".

This comes before all other reading, so that one reader serves both. A number alone stays a
number: which option "2" means is not certain.
"""

import re
from collections.abc import Mapping

from core.llm.replies.options.letters import folded
from core.text.language.scripts import HAN

_PLACES = {
    word: place
    for words in (
        "first second third fourth fifth sixth",
        "1st 2nd 3rd 4th 5th 6th",
        "one two three four five six",
        "1 2 3 4 5 6 7 8 9",
        "一 二 三 四 五 六",
        "甲 乙 丙 丁 戊 己",
    )
    for place, word in enumerate(words.split())
} | {"last": -1}
_ORDINAL = r"(?:first|second|third|fourth|fifth|sixth|last|[1-6](?:st|nd|rd|th))"
_NUMBER = r"(?:(?:one|two|three|four|five|six)\b|[1-9](?!\d|[.,:]\d|\s*%))"
_NOUN = r"(?:(?:answer\s+)?(?:options?|choices?|alternatives?)|possibility)\b"
_JOINED = r"\s*(?:,\s*(?:and\b|or\b)?|and\b|or\b|&|/)\s*(?:the\s+)?"
_TITLES = "甲乙丙丁戊己"

_NAMED = (
    # "the second option", "the first and the third options"
    re.compile(
        rf"(?<!\bmy\s)(?:\bthe\s+)?\b(?P<place>{_ORDINAL})"
        rf"(?:\s+{_NOUN}|(?=(?:{_JOINED}{_ORDINAL}){{1,5}}\s+{_NOUN}))",
        re.IGNORECASE,
    ),
    # As in: the answer is the second one
    re.compile(
        rf"(?<=\banswer\sis\s)the\s+(?P<place>{_ORDINAL})(?:\s+one\b|(?=\s*(?:[.,!;]|\Z|\n)))",
        re.IGNORECASE,
    ),
    # "Option two", "option #3", "choice no. 2"
    re.compile(
        rf"\b(?:option|choice|alternative)[\s_]*(?:(?:no\.?|number|#)\s*)?(?P<place>{_NUMBER})",
        re.IGNORECASE,
    ),
    re.compile(r"(?P<kept>选?)第(?P<place>[一二三四五六1-6])(?:[个项种条]?(?:选项|选择|答案)|项)"),
    re.compile(
        r"(?P<kept>选项?)第?(?P<place>[一二三四五六1-6])(?=[\s,。:;.、是为对错正不符和与]|\Z)"
    ),
    re.compile(r"(?:(?<=[选是为:])|\A)第(?P<place>[一二三四五六1-6])个(?=[\s,。;.、]|\Z)"),
)
_TITLE = re.compile(
    rf"(?:(?<![{HAN}])|(?<=答案[是为])|(?<=案应为)|(?<=案应是)|(?<=选项)|(?<=[选择和与、]))"
    rf"(?P<place>[{_TITLES}])(?:项|选项|(?=[^{HAN}]|\Z|[和与是为对错正不符]))"
)
_NUMBERED_LINE = re.compile(
    r"(?m:^)(?P<lead>[^\S\n]*+[\"'*-]*+[^\S\n]*+)[(\[]?(?P<number>[1-9])\s?[)\].、:,]\s*(?P<text>[^\n]+)"
)
_ORDINALS = re.compile(
    rf"\W*(?:the\s+)?{_ORDINAL}(?:{_JOINED}{_ORDINAL}){{0,5}}(?:\s+ones?)?\W*", re.IGNORECASE
)
_WITH_TEXT = re.compile(
    rf"\A\W{{0,5}}the\s+(?P<place>{_ORDINAL})\s+one\s*[,:(]\s*(?P<text>[^\n]{{1,300}})",
    re.IGNORECASE,
)
_ORDINAL_ALONE = re.compile(rf"\b(?:the\s+)?(?P<place>{_ORDINAL})\b", re.IGNORECASE)
_BRACKETED = re.compile(r"[(\[](?P<place>[一二三四五六1-9])[)\]]\s*(?P<text>[^\n]{1,300})")
_SEVERAL = re.compile(
    r"\bthe\s+(?P<end>first|last)\s+(?P<many>two|three)\s+(?:options|choices|answers)\b"
    r"|(?P<zh_end>前|后)(?P<zh_many>[两二三])[个项](?:选项)?",
    re.IGNORECASE,
)
_CIRCLED = re.compile(r"\s*(?:[(\[](?P<place>[1-9])[)\]]|(?P<other>[1-9])\))[\s.。]*")


def with_letters(plain: str, choice: Mapping[str, str]) -> str:
    """The reply with each option that it names by its position named by its letter."""
    letters = list(choice)
    if circled := _CIRCLED.fullmatch(plain):
        return _letter(circled["place"] or circled["other"], letters) or plain
    if _ORDINALS.fullmatch(plain):
        return _ORDINAL_ALONE.sub(lambda named: _renamed(named, letters), plain)
    plain = _WITH_TEXT.sub(lambda named: _lettered_text(named, choice), plain)
    plain = _BRACKETED.sub(lambda named: _lettered_text(named, choice), plain)
    plain = _SEVERAL.sub(lambda named: _several(named, letters), plain)
    for pattern in _NAMED:
        plain = pattern.sub(lambda named: _renamed(named, letters), plain)
    if not any(set(_TITLES) & set(option) for option in choice.values()):
        plain = _TITLE.sub(lambda named: _renamed(named, letters), plain)
    return _NUMBERED_LINE.sub(lambda line: _lettered_line(line, choice), plain)


def _renamed(named: re.Match[str], letters: list[str]) -> str:
    letter = _letter(named["place"], letters)
    if letter is None:
        return named[0]
    if named["place"].isascii() and not re.search(f"[{HAN}]", named[0]):
        return f"option {letter}"
    return f"{named.groupdict().get('kept', '')}{letter}"


def _several(named: re.Match[str], letters: list[str]) -> str:
    """The letters that "the first two options" names, joined by commas."""
    count = 3 if (named["many"] or named["zh_many"]).lower() in ("three", "三") else 2
    first = (named["end"] or named["zh_end"]).lower() in ("first", "前")
    return ", ".join(letters[:count] if first else letters[-count:]).upper()


def _lettered_line(line: re.Match[str], choice: Mapping[str, str]) -> str:
    """Replace a line's number by the letter if the line has that very option's text."""
    letters = list(choice)
    letter = _letter(line["number"], letters)
    if letter is None or folded(line["text"]) != folded(choice[letter.lower()]):
        return line[0]
    return f"{line['lead']}{letter}. {line['text']}"


def _lettered_text(named: re.Match[str], choice: Mapping[str, str]) -> str:
    """Replace the number of "(2) a rope, since ..." by the letter if that option's text follows."""
    letter = _letter(named["place"], list(choice))
    if letter is None:
        return named[0]
    option = folded(choice[letter.lower()])
    is_own_text = folded(named["text"][: len(option)]) == option
    return f"({letter}) {named['text']}" if is_own_text else named[0]


def _letter(place: str, letters: list[str]) -> str | None:
    index = _PLACES[place.lower()]
    return letters[index].upper() if index < len(letters) else None
