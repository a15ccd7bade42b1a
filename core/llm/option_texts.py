"""Options that a reply chooses by their text, where it names no letter."""

import re
from collections.abc import Mapping, Sequence

from core.llm.option_letters import LetterTextMismatch, distinct_options, folded
from core.llm.option_marks import OptionClaim
from core.llm.option_wording import (
    CORRECT_ANSWER,
    DOUBTS,
    NAMES_TEXT,
    NEGATED,
    TELLS_WHAT,
    TEXT_ENDS,
    TEXT_IS_CHOSEN,
    UNSURE,
)

_WINDOW = 160
"""Characters looked at before an option's text; a sentence that chooses is shorter."""

_SHORT = 100
_ARTICLE = re.compile(
    r"(?:(?:it|that|this)(?:['’]s| is| was)\s+)?(?:an?|the|some|her|his|their)\s+"
    r"|是?[一这那][个只根盏条本张把件位名座棵块片杯碗封支枝朵头匹辆艘间扇幅顶双对副串瓶盒袋种份]"
)
_BETWEEN = re.compile(r"\s*(?:[,;、/&+\n]\s*(?:and\s+)?|\band\b|以及|[和与及])\s*")
_MOST_PARTS = 26


def named_options(said: str, choice: Mapping[str, str]) -> frozenset[str]:
    """The options whose texts, and nothing else, make up what is said; an article is no matter."""
    options = _bare_options(choice)
    if letter := options.get(bare_text(said)):
        return frozenset(letter)
    parts = [part for part in _BETWEEN.split(said, maxsplit=_MOST_PARTS) if part.strip()]
    letters = [options.get(bare_text(part), "") for part in parts]
    return frozenset(letters) if letters and all(letters) else frozenset()


def answers_by_text(text: str, choice: Mapping[str, str]) -> list[OptionClaim]:
    """Sentences that name it as the answer: "the answer is Snowfield"."""
    options = _bare_options(choice)
    found = []
    for match in NAMES_TEXT.finditer(text):
        line = match[1].strip(" *\"'“”")
        for said in (line, re.split(r"[.。]\s|[,,。]|\s[-–—]\s|\s*\(", line, maxsplit=1)[0]):
            if letter := options.get(bare_text(said)):
                found.append(OptionClaim(match.start(), frozenset(letter)))
                break
    return found


def texts_called_correct(text: str, choice: Mapping[str, str]) -> list[OptionClaim]:
    """A clause that is nothing but one option's text "is the correct answer"."""
    found = []
    for match in CORRECT_ANSWER.finditer(text):
        sentence = text[max(0, match.start() - _WINDOW) : match.start()]
        sentence = re.split(r"[.!?。]\s|\n", sentence)[-1]
        said = _folded_end(sentence)
        named = [
            letter
            for option, letter in distinct_options(choice).items()
            if re.search(rf"(?:\A|[,;:]\s*){re.escape(option)}\Z", said)
        ]
        ends = [option for option in map(folded, choice.values()) if said.endswith(option)]
        if len(ends) > 1:
            raise LetterTextMismatch(f"{ends} end alike")
        if named and not UNSURE.search(sentence):
            found.append(OptionClaim(match.start(), frozenset(named)))
    return found


def text_said_to_be_it(text: str, choice: Mapping[str, str]) -> list[OptionClaim]:
    """The one option whose text the reply has, in a sentence that says "it was ...": nothing where
    it has another's too.
    """
    lowered = text.casefold()
    if len(lowered) != len(text):
        return []
    places = {
        letter: place
        for option, letter in _bare_options(choice).items()
        if (place := _word_at(lowered, option))
    }
    if len(places) != 1:
        return []
    ((named, (start, end)),) = places.items()
    sentence = re.split(r"[.!?。;\n]", text[max(0, start - _WINDOW) : start])[-1]
    chosen = TEXT_IS_CHOSEN.search(sentence) or not sentence.strip(" \"'(“")
    if not chosen and len(text) <= _SHORT:
        chosen = TELLS_WHAT.match(text[:start])
    if not chosen or not TEXT_ENDS.match(text, end):
        return []
    rest = re.split(r"[.!。;\n]", text[end : end + _WINDOW])[0]
    if any(words.search(sentence) for words in (NEGATED, UNSURE, DOUBTS)) or "?" in rest:
        return []
    return [OptionClaim(start, frozenset(named))]


def _bare_options(choice: Mapping[str, str]) -> dict[str, str]:
    """Texts without their article -> letter, of options that differ without it, and whole texts."""
    whole = distinct_options(choice)
    bare: dict[str, Sequence[str]] = {}
    for option, letter in whole.items():
        bare[bare_text(option)] = (*bare.get(bare_text(option), ()), letter)
    return {text: letters[0] for text, letters in bare.items() if len(letters) == 1} | whole


def bare_text(said: str) -> str:
    """A text as `folded` has it, without its article: "The rope." is rope."""
    plain = folded(said)
    return plain[len(match[0]) :] if (match := _ARTICLE.match(plain)) else plain


def _word_at(lowered: str, option: str) -> tuple[int, int] | None:
    at = lowered.find(option)
    while at != -1:
        end = at + len(option)
        around = lowered[at - 1 : at] + option[:1], option[-1:] + lowered[end : end + 1]
        if not any(len(pair) == 2 and pair.isascii() and pair.isalnum() for pair in around):
            return at, end
        at = lowered.find(option, end)
    return None


def _folded_end(text: str) -> str:
    return " ".join(text.casefold().split()).strip("\"'“”‘’")
