"""Which options a reply in prose says it chooses: every place that says so, and none guessed.

The text is NFKC (full-width letters and brackets are plain) and free of markdown emphasis. A letter
counts only where the sentence makes it one: "the answer is a lamp" names no option.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.llm.option_letters import distinct_options, folded
from core.text.language.scripts import HAN

_WINDOW = 160
"""Characters looked at before a letter; a sentence that chooses is shorter."""

_LONGEST_LIST = 26
"""Letters in a row that are one answer; more are no list of options."""

_OPEN, _CLOSE = "\\s\"'“‘「『(\\[{", "\"'”’」』)\\]}"
_LETTER = re.compile(
    rf"(?<![A-Za-z0-9])(?P<bracket>[(\[]\s*)?(?P<letters>[A-Za-z]|[A-Z]{{2,}})"
    rf"(?![A-Za-z0-9_]|['’][A-Za-z]|\.[A-Z]\.)(?P<close>[{_CLOSE}]*)"
)
_ENDS = re.compile(
    rf"\s*(?:[.,;:!?。,、;<|]|\Z|\n|[{HAN}])|\s+[-–—]|\s+(?:because|since|as|and|or|but|for)\b"
)
_AND = re.compile(
    rf"[{_CLOSE}]*\s*(?:[,、;/&+](?:\s*(?:and|or)\b)?|\band\b|\bor\b|以及|及|[和与或跟])[{_OPEN}]*"
)
_GOES_ON = re.compile(r"\s+(?:is|are|was|were|being|does|do|did|has|have)\b|\s*[项选]*(?:不|错|则)")

_FILLER = (
    r"(?:(?:therefore|thus|still|clearly|likely|probably|most|definitely|simply|option|choice"
    r"|letter|answer|the|is)[\s,:]+)*"
)
_MANY_SPACES = re.compile(r"\s{5,}")
"""More than anybody means by them; what is looked for behind them is tried in many ways."""
_SAYS_BEFORE = re.compile(
    rf"""(?:
      \b(?:answers?|options?|choices?|match|selection)\b [^.!?\n]{{0,80}}?
        (?:\b(?:is|are|would\ be|should\ be|must\ be)\b|[:=]) \s*{_FILLER}
    | \A\W*answer\s*[-–—]?\s*
    | \bI(?:['’](?:d|ll)|\ would|\ will|\ must)?\s+
        (?:choose|pick|select|go\ with|answer)\s+{_FILLER}
    | \\boxed\s*\{{\s*(?:\\text\s*\{{)?
    | (?:答案\]?|(?:正确|最佳|合适|对应|所选)的?选项)\s*(?:应该?|应当|就|只能)?
        \s*[是为选:]*\s*(?:选项)?
    | (?<![不没未别勿可能首挑])选(?:择|项?[是为:])?\s*:?\s*(?:选项)?
    )[{_OPEN}]*\Z""",
    re.IGNORECASE | re.VERBOSE,
)
_SAYS_AFTER = re.compile(
    r"\s+(?:is|are|seems|appears|must|has)(?: to)?(?: be)?\s+(?:the\s+)?(?:only\s+|most\s+)?"
    r"(?:correct|right|best|accurate)\b|\s*[项选]*(?:才?是|为)?(?:唯一)?正确"
)
_TAKEN_BACK = re.compile(r"\s*[项选]*(?:的话|[是为]?不|[是为]?错|有误|提到|说|中)")
_UNSURE = re.compile(
    r"(?:n['’]t|\bnot|\bnever|\bcannot) (?:think|believe|say|mean|conclude|see|certain|sure)"
    r"|\b(?:if|whether|unless|suppos\w+|assum\w+|doubt|might|could|may|perhaps|maybe)\b"
    r"|如果|假如|假设|若|是否|并非|不是|不认为|不确定|可能|也许|或许|看似",
    re.IGNORECASE,
)
_CONCLUDES = re.compile(
    r"\b(?:therefore|thus|hence|so|final|finally|conclusion|overall|boxed)\b"
    r"|综上|因此|所以|故|最终|总之|最后",
    re.IGNORECASE,
)
_CLAUSE_ENDS = re.compile(
    r"\.\s|[!?;。\n]|[,，]\s*(?=but\b|so\b|the\b|then\b|所以|因此|故|我|但|答案|正确|应)"
)
_NOTHING_YET = re.compile(
    rf"[{_OPEN}._…:]*+(?:it(?:['’]s|\s+is)\s+|答\s*:\s*)?(?:(?:the\s+)?(?:letter|option|answer)\s*+)?[{_OPEN}:]*+",
    re.IGNORECASE,
)
_LEADS = re.compile(
    r"\s*(?:\Z|\n|[.!),;、。]|[-–—]\s|:\s*\S)|[项选]|因为|\s+(?:because|since|as)\b", re.IGNORECASE
)
_OPTION_LINE = re.compile(
    r"\s*(?:[-•·>]\s+|\d+[.)]\s+)?[(\[]?(?P<letter>[A-Za-z])[)\]]?"
    r"(?:[.)、]?\s*|(?P<colon>[.)、:])\s*(?P<text>\S.*)?\s*)"
)
_NAMES_TEXT = re.compile(
    r"(?:\b(?:answers?|option|choice)\b[^.!?\n]{0,40}?(?:\b(?:is|are)\b|:)|答案(?:是|为|:)+)\s*"
    r"([^\n]+)",
    re.IGNORECASE,
)

_CORRECT_ANSWER = re.compile(
    r"(?<!\s)\s+is\s+the\s+(?:only\s+)?(?:correct|right|best)\s+(?:answer|option|choice)\s*(?:[.!]|\n|\Z)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class OptionClaim:
    """Options said to be the answer, from character `at`; `opens`: the reply begins with them,
    `concludes`: they are drawn as a conclusion.
    """

    at: int
    letters: frozenset[str]
    opens: bool = False
    concludes: bool = False


class LetterTextMismatch(ValueError):
    """The letter of one option stands with the text of another: trusting either is a guess."""


@dataclass(frozen=True, slots=True)
class _Mark:
    """Letters of options, standing as letters; `certain` wherever they stand."""

    letters: str
    start: int
    end: int
    certain: bool


def option_claims(text: str, choice: Mapping[str, str], *, multi: bool) -> tuple[OptionClaim, ...]:
    """In the order of the text. Raises Contradiction."""
    marks = list(_marks(text, choice, multi=multi))
    lines = _lines(text, choice)
    found = [*_said(text, marks), *_leading(text, marks, choice)]
    if len(lines) > 1:
        # Each is one of a list.
        found = [claim for claim in found if claim.at not in lines.values()]
    if len(lines) == 1 or (multi and len(lines) < len(choice)):
        found += [OptionClaim(min(lines.values()), frozenset(lines))] if lines else []
    found = found or _by_text(text, choice) or ([] if multi else _called_correct(text, choice))
    return tuple(sorted(found, key=lambda claim: claim.at))


def _marks(text: str, choice: Mapping[str, str], *, multi: bool) -> Iterator[_Mark]:
    for match in _LETTER.finditer(text):
        said = match["letters"]
        letters = said.lower()
        if not set(letters) <= set(choice) or len(set(letters)) < len(letters):
            continue
        if len(letters) > 1 and not multi:
            continue
        certain = (
            (said.isupper() and said not in "AI")
            or ")" in match["close"]
            or _ENDS.match(text, match.end()) is not None
        )
        yield _Mark(letters, match.start("letters"), match.end(), certain)


def _leading(text: str, marks: Sequence[_Mark], choice: Mapping[str, str]) -> Iterator[OptionClaim]:
    """The reply begins with its answer: "B. Snowfield", "(C), as ...", "D" and its reasons."""
    if not marks or not _NOTHING_YET.fullmatch(text, 0, marks[0].start):
        return
    first = marks[0]
    quoted = text[first.start + len(first.letters) : first.end].strip() != ""
    if not (quoted or _LEADS.match(text, first.end) or _own_text(text, first, choice)):
        return
    letters, end = _listed(text, marks, 0)
    if _GOES_ON.match(text, end) and not _SAYS_AFTER.match(text, end):
        return
    if len(letters) == 1:
        _require_own_text(text[end:], min(letters), choice)
    yield OptionClaim(first.start, letters, opens=True)


def _own_text(text: str, mark: _Mark, choice: Mapping[str, str]) -> bool:
    """The letter stands with its own option's text: "B 李四"."""
    line = text[mark.end :].split("\n", 1)[0]
    return line[:1].isspace() and folded(line) == folded(choice.get(mark.letters, ""))


def _lines(text: str, choice: Mapping[str, str]) -> dict[str, int]:
    """Letters of the lines that are a letter alone or an option as it was given, and where they
    stand. All of them together may be no more than the options said again.
    """
    found: dict[str, int] = {}
    at = 0
    for line in text.splitlines(keepends=True):
        match = _OPTION_LINE.fullmatch(line)
        letter = match["letter"].lower() if match else ""
        if match and letter in choice:
            own = match["text"] is not None and folded(match["text"]) == folded(choice[letter])
            if own or not (match["text"] or match["colon"]):
                found.setdefault(letter, at + match.start("letter"))
        at += len(line)
    return found


def _said(text: str, marks: Sequence[_Mark]) -> list[OptionClaim]:
    """Sentences that choose: "the answer is B", "故选 B", "A is the correct answer"."""
    found: list[OptionClaim] = []
    end = 0
    for number, mark in enumerate(marks):
        if not mark.certain or mark.start < end:
            continue
        letters, listed_to = _listed(text, marks, number)
        before = text[max(0, mark.start - _WINDOW) : mark.start]
        before = _MANY_SPACES.sub(_fewer, before)
        cue = _SAYS_BEFORE.search(before)
        after = _SAYS_AFTER.match(text, listed_to)
        if not (cue or after) or _TAKEN_BACK.match(text, listed_to):
            continue
        breaks = [*_CLAUSE_ENDS.finditer(before, 0, cue.start() if cue else len(before))]
        clause = before[breaks[-1].end() if breaks else 0 :]
        if not _UNSURE.search(clause):
            concludes = _CONCLUDES.search(clause) is not None
            found.append(OptionClaim(mark.start, letters, concludes=concludes))
            end = listed_to
    return found


def _fewer(spaces: re.Match[str]) -> str:
    return "\n" if "\n" in spaces[0] else " "


def _listed(text: str, marks: Sequence[_Mark], number: int) -> tuple[frozenset[str], int]:
    """The letters joined to mark `number` by commas or "and", and where they end."""
    letters, end = set(marks[number].letters), marks[number].end
    for following in marks[number + 1 : number + 1 + _LONGEST_LIST]:
        if not _AND.fullmatch(text, end, following.start):
            break
        goes_on = _GOES_ON.match(text, following.end) and not _SAYS_AFTER.match(text, following.end)
        if goes_on or not following.certain:
            break
        letters |= set(following.letters)
        end = following.end
    return frozenset(letters), end


def _require_own_text(rest: str, letter: str, choice: Mapping[str, str]) -> None:
    line = rest.lstrip(" .),:;、。").split("\n", 1)[0]
    options = distinct_options(choice)
    for said in (line, re.split(r"[.。]\s", line, maxsplit=1)[0]):
        if options.get(folded(said), letter) != letter:
            raise LetterTextMismatch(f"{letter} stands with the text of {options[folded(said)]}")


def _by_text(text: str, choice: Mapping[str, str]) -> list[OptionClaim]:
    """Where no letter is named: "the answer is Snowfield"."""
    options = distinct_options(choice)
    found = []
    for match in _NAMES_TEXT.finditer(text):
        line = match[1]
        for said in (line, re.split(r"[.。]\s|,", line, maxsplit=1)[0]):
            if letter := options.get(folded(said)):
                found.append(OptionClaim(match.start(), frozenset(letter)))
                break
    return found


def _called_correct(text: str, choice: Mapping[str, str]) -> list[OptionClaim]:
    """A clause that is nothing but one option's text "is the correct answer"."""
    found = []
    for match in _CORRECT_ANSWER.finditer(text):
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
        if named and not _UNSURE.search(sentence):
            found.append(OptionClaim(match.start(), frozenset(named)))
    return found


def _folded_end(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip("\"'”’")
